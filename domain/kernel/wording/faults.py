"""Faults of fields in plain words: what pydantic finds wrong with values, as a person is told it."""

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from domain.kernel.terms import SLUG_PATTERN

LONGEST_FAULT = 200
"""Characters of one fault, at the most: some list all that would do."""

_GROUP, _LIST = "a group of fields is wanted", "a list is wanted"
_PLAIN = {
    "missing": "this is missing",
    "extra_forbidden": "there is no field of this name",
    "string_type": "words are wanted",
    "string_too_long": "that is too long: {max_length} characters at the most",
    "string_too_short": "that is too short: {min_length} characters at least",
    "bool_type": "true or false is wanted",
    "bool_parsing": "true or false is wanted",
    "int_type": "a whole number is wanted",
    "int_parsing": "a whole number is wanted",
    "int_from_float": "a whole number is wanted",
    "float_type": "a number is wanted",
    "float_parsing": "a number is wanted",
    "greater_than": "more than {gt}",
    "greater_than_equal": "at least {ge}",
    "less_than": "less than {lt}",
    "less_than_equal": "at most {le}",
    "too_short": "{min_length} at least",
    "too_long": "{max_length} at the most",
    "enum": "one of: {expected}",
    "literal_error": "one of: {expected}",
    "union_tag_invalid": "one of: {expected_tags}",
    "none_required": "nothing is wanted here",
    "dict_type": _GROUP,
    "model_type": _GROUP,
    "model_attributes_type": _GROUP,
    "dataclass_type": _GROUP,
    "list_type": _LIST,
    "tuple_type": _LIST,
    "frozen_set_type": _LIST,
    "json_invalid": "this is not JSON ({error})",
    "datetime_type": "a date and time is wanted",
    "datetime_parsing": "a date and time is wanted",
    "datetime_from_date_parsing": "a date and time is wanted",
    "value_error": "{error}",
    "assertion_error": "{error}",
}


def fault_said(error: ErrorDetails) -> str:
    """One fault, without a full stop. It repeats no value but what a validator of ours says of it."""
    context = error.get("ctx", {})
    if error["type"] == "string_pattern_mismatch":
        if context.get("pattern") == SLUG_PATTERN:
            return "use lower-case letters and digits, joined by hyphens"
        return "this is not written in the way that is asked for here"
    if error["type"] == "string_too_short" and context.get("min_length") == 1:
        return "nothing is written here"
    numbers = {name: f"{value:,}" if isinstance(value, int) else value for name, value in context.items()}
    said = _PLAIN.get(error["type"], "{said}").format_map({"said": error["msg"], **numbers})
    return said if len(said) <= LONGEST_FAULT else f"{said[: LONGEST_FAULT - 1]}…"


def place_said(error: ErrorDetails, longest: int = 80) -> str:
    """The path to the field that is at fault, dotted; empty where the whole is."""
    where = ".".join(map(str, error["loc"]))
    return where if len(where) <= longest else f"{where[: longest - 1]}…"


def first_fault(error: ValidationError) -> str:
    """The first thing that is off about some fields, without a full stop: where, and what."""
    first = error.errors(include_input=False, include_url=False)[0]
    where, said = place_said(first), fault_said(first)
    return f"`{where}`: {said}" if where else said


def first_problem(error: ValidationError) -> str:
    """The first thing that is off about some fields, and how many more are, in one sentence."""
    more = error.error_count() - 1
    return f"{first_fault(error)}{f' (and {more} more)' if more else ''}."
