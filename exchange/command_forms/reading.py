"""From what was filled in to a raw command, and from that to a command or to what is still amiss.

Values are asked for by their place: the field's path with row numbers in it (`picks.0.stance`). `picks.#` is how
many rows there are, and `cost.?` which variant was chosen.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from pydantic import ValidationError
from pydantic_core import ErrorDetails, to_jsonable_python

from domain.kernel.messages import Command
from domain.kernel.references import new_id
from domain.kernel.terms import slugify
from domain.kernel.wording.faults import fault_said
from exchange.command_forms.fields import UNSET, CommandForm, Field, Shape, in_words

ValueOf: TypeAlias = Callable[[str], object]
"""The reader of the value filled in at a place; `UNSET` where nothing was drawn yet."""


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """One thing that is amiss with what was filled in: where, and what about it."""

    label: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A form as it was read: the command, or what keeps it from being one."""

    command: Command | None
    missing: tuple[str, ...] = ()
    """Labels of what still has to be filled in."""
    problems: tuple[FieldProblem, ...] = ()


def read(form: CommandForm, value_of: ValueOf) -> dict[str, Any]:
    """The raw command in a form, as JSON values."""
    return {"type": form.tag, **_group(form.fields, "", value_of)}


def check(form: CommandForm, command: type[Command], raw: Mapping[str, Any]) -> Checked:
    """The command in these values, or what is amiss, in the form's own labels."""
    try:
        return Checked(command=command.model_validate(raw))
    except ValidationError as error:
        return checked(error, form.labels())


def checked(error: ValidationError, labels: Mapping[str, str]) -> Checked:
    """The faults that keep these values from being a command, in a form's labels by path."""
    missing, problems = [], []
    for each in error.errors():
        label = _where(each["loc"], labels)
        if _is_blank(each):
            missing.append(label)
        else:
            problems.append(FieldProblem(label, fault_said(each)))
    return Checked(command=None, missing=tuple(dict.fromkeys(missing)), problems=tuple(problems))


def row_fields(field: Field, row: int) -> tuple[Field, ...]:
    """The fields of one row: what the offer has begun stands there settled."""
    begun = field.initial[row] if isinstance(field.initial, Sequence) and row < len(field.initial) else {}
    if not isinstance(begun, Mapping):
        return field.parts
    return tuple(replace(part, settled=begun.get(part.name, part.settled)) for part in field.parts)


def row_count(field: Field, at: str, value_of: ValueOf) -> int:
    """The number of rows that a list of groups has now."""
    wanted = value_of(f"{at}.#")
    count = wanted if isinstance(wanted, int) else max(field.least, 1 if field.required else 0)
    return max(field.least, min(count, field.most if field.most is not None else count))


def _group(fields: Sequence[Field], at: str, value_of: ValueOf) -> dict[str, Any]:
    read_values = {}
    for field in fields:
        place = f"{at}.{field.name}" if at else field.name
        value = _read(field, place, value_of)
        if value is UNSET and field.shape is Shape.SLUG and field.follows:
            value = _derived(field, fields, at, value_of)
        if value is not UNSET:
            read_values[field.name] = value
    return read_values


def _derived(field: Field, beside: Sequence[Field], at: str, value_of: ValueOf) -> Any:
    """The id that the name beside it suggests: of what is called so already, else one that nothing has."""
    named = next((it for it in beside if it.name == field.follows), None)
    settled = named is not None and named.settled is not UNSET
    name = named.settled if settled and named else value_of(f"{at}.{field.follows}" if at else field.follows)
    if not isinstance(name, str) or not name.strip():
        return UNSET
    made = slugify(name)
    if not field.made:
        return made or UNSET
    taken = {str(it.value): it.label for it in field.choices}
    return made if taken.get(made) == name.strip() else new_id(name, taken)


def _read(field: Field, at: str, value_of: ValueOf) -> Any:
    """The value at this place as JSON, or `UNSET` to leave it out."""
    if field.made and field.settled is UNSET:
        known = value_of(at)  # only of a command that was asked before
        return known if isinstance(known, str) and known else UNSET
    if not field.open:
        return to_jsonable_python(field.settled)
    match field.shape:
        case Shape.OBJECT:
            return _read_object(field, at, value_of)
        case Shape.ROWS:
            return _read_rows(field, at, value_of)
        case Shape.VARIANT:
            chosen = value_of(f"{at}.?")
            return _group(field.parts[chosen].parts, at, value_of) if isinstance(chosen, int) else UNSET
    value = value_of(at)
    if value is UNSET:
        return UNSET
    match field.shape:
        case Shape.TEXT | Shape.LONG_TEXT:
            return _text(field, value)
        case Shape.SLUG:
            return _slug(value)
        case Shape.MANY:
            return _several(field, value)
        case Shape.NUMBERS:
            numbers = [int(part) if part.lstrip("-").isdecimal() else part for part in _words(value)]
            return numbers if numbers or field.required else UNSET
        case Shape.PAIRS:
            return _pairs(field, value)
        case Shape.JSON:
            return _json(value) if str(value or "").strip() else UNSET
    return _one(field, value)


def _one(field: Field, value: object) -> Any:
    """A number, a switch or a choice; None is nothing chosen."""
    if value is not None:
        return value
    return None if field.nullable and field.initial not in (None, UNSET) else UNSET


def _text(field: Field, value: object) -> Any:
    text = str(value or "")
    if text or (field.blank and (field.required or field.initial not in ("", None, UNSET))):
        return text
    return UNSET


def _slug(value: object) -> Any:
    """An id as it is written, or the one that what was written suggests."""
    return slugify(str(value or "")) or UNSET


def _several(field: Field, value: object) -> Any:
    chosen = list(value) if isinstance(value, list | tuple) else []
    if not chosen and not field.required:
        return UNSET
    return chosen


def _read_object(field: Field, at: str, value_of: ValueOf) -> Any:
    inside = _group(field.parts, at, value_of)
    if field.sparse:
        before = {part.name: part.initial for part in field.parts}
        return {name: value for name, value in inside.items() if value != before[name]}
    if not field.required and all(_untouched(part, inside) for part in field.parts):
        return UNSET
    return inside


def _untouched(part: Field, inside: Mapping[str, Any]) -> bool:
    value = inside.get(part.name, UNSET)
    return value is UNSET or value in ("", []) or value == part.initial


def _read_rows(field: Field, at: str, value_of: ValueOf) -> Any:
    count = row_count(field, at, value_of)
    if not count and not field.required:
        return UNSET
    if len(field.parts) == 1 and not field.parts[0].name:
        return [_read(field.parts[0], f"{at}.{row}", value_of) for row in range(count)]
    return [_group(row_fields(field, row), f"{at}.{row}", value_of) for row in range(count)]


def _words(value: object) -> list[str]:
    return str(value or "").replace(",", " ").split()


def _pairs(field: Field, value: object) -> dict[str, Any]:
    """Lines of `name = value`; a value that may be more than text is read as JSON where that can be."""
    pairs = {}
    for line in str(value or "").splitlines():
        name, _, given = line.partition("=")
        if name.strip():
            pairs[name.strip()] = given.strip() if field.texts else _json(given.strip())
    return pairs


def _json(value: object) -> Any:
    try:
        return json.loads(str(value))
    except (ValueError, RecursionError):
        return value


def _where(loc: tuple[int | str, ...], labels: Mapping[str, str]) -> str:
    """A place in the form as a person would say it: `Picks 2 stance`."""
    said: list[str] = []
    path: list[str] = []
    for part in loc:
        if isinstance(part, int):
            if said:
                said[-1] = f"{said[-1]} {part + 1}"
            continue
        path.append(part)
        said.append(labels.get(".".join(path), in_words(part)))
    return " ".join([*said[:1], *(word[:1].lower() + word[1:] for word in said[1:])]) or "The command"


def _is_blank(error: ErrorDetails) -> bool:
    given = error.get("input")
    return error["type"] == "missing" or (error["type"] == "string_too_short" and not str(given).strip())
