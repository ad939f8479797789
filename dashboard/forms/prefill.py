"""A form that begins with a command as it was asked: every field open, and holding what it held then."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from domain.kernel.offers import Choice
from exchange.command_forms.fields import UNSET, CommandForm, Field, Shape


def prefilled(
    form: CommandForm, raw: Mapping[str, Any], names: Mapping[str, str]
) -> tuple[CommandForm, dict[str, object]]:
    """The form with these values in it: the fields, and what each place of it holds at first.

    Places are those of `exchange.command_forms.reading`. `names` are the words for values that were no choice.
    """
    held: dict[str, object] = {}
    fields = tuple(_filled(field, raw.get(field.name, UNSET), field.name, held, names) for field in form.fields)
    return replace(form, fields=fields), held


def _filled(field: Field, value: Any, at: str, held: dict[str, object], names: Mapping[str, str]) -> Field:
    field = replace(field, settled=UNSET)
    if field.made and isinstance(value, str):
        held[at] = value  # what it made then is called so for ever
        return field
    if value is UNSET or value is None:
        return replace(field, follows="")  # what was left to the rules then is left to them now
    match field.shape:
        case Shape.OBJECT if isinstance(value, Mapping):
            parts = [_filled(part, value.get(part.name, UNSET), f"{at}.{part.name}", held, names)
                     for part in field.parts]  # fmt: skip
            return replace(field, parts=tuple(parts), required=True)
        case Shape.VARIANT if isinstance(value, Mapping):
            return _variant(field, value, at, held, names)
        case Shape.ROWS if isinstance(value, Sequence):
            return _rows(field, value, at, held, names)
    held[at] = _as_drawn(field, value)
    field = replace(_with_choices(field, value, names), initial=_nothing(field))
    answered = value not in ("", [], False) or (value == "" and field.nullable)  # empty is not left to the rules
    return replace(field, required=field.required or answered)


def _rows(field: Field, value: Sequence[Any], at: str, held: dict[str, object], names: Mapping[str, str]) -> Field:
    """All rows share their fields, so the choices of one are those of all."""
    held[f"{at}.#"] = len(value)
    parts = field.parts
    for row, each in enumerate(value):
        if len(parts) == 1 and not parts[0].name:
            parts = (_filled(parts[0], each, f"{at}.{row}", held, names),)
        elif isinstance(each, Mapping):
            parts = tuple(
                _filled(part, each.get(part.name, UNSET), f"{at}.{row}.{part.name}", held, names) for part in parts
            )
    return replace(field, parts=parts, initial=UNSET, required=True)


def _variant(
    field: Field, value: Mapping[str, Any], at: str, held: dict[str, object], names: Mapping[str, str]
) -> Field:
    """The group that knows every name there is in the value; of several, one whose fixed parts agree."""
    for n, group in enumerate(field.parts):
        parts = {part.name: part for part in group.parts}
        fixed = all(part.open or part.made or value.get(name) == part.settled for name, part in parts.items())
        if fixed and set(value) <= set(parts):
            filled = tuple(
                _filled(part, value.get(name, UNSET), f"{at}.{name}", held, names)
                if part.open or part.made
                else part
                for name, part in parts.items()
            )
            held[f"{at}.?"] = n
            group = replace(group, parts=filled)
            return replace(field, parts=(*field.parts[:n], group, *field.parts[n + 1 :]))
    return field


def _as_drawn(field: Field, value: Any) -> object:
    """A value as the field's widget holds it."""
    match field.shape:
        case Shape.NUMBERS:
            return " ".join(str(each) for each in value)
        case Shape.PAIRS:
            said = str if field.texts else _in_json
            return "\n".join(f"{name} = {said(each)}" for name, each in value.items())
        case Shape.JSON:
            return _in_json(value)
        case Shape.MANY:
            return list(value)
    return value


def _in_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _with_choices(field: Field, value: Any, names: Mapping[str, str]) -> Field:
    """Add the value chosen then to the choices, even if it would not be offered."""
    if field.shape not in (Shape.CHOICE, Shape.MANY, Shape.SLUG) or (
        field.shape is Shape.SLUG and not field.choices
    ):
        return field
    known = {choice.value for choice in field.choices}
    return replace(field, choices=(*field.choices, *_more(value, known, names)))


def _more(value: Any, known: set[Any], names: Mapping[str, str]) -> Iterator[Choice]:
    for each in value if isinstance(value, list | tuple) else (value,):
        if each not in known:
            yield Choice(each, names.get(str(each), str(each)))


def _nothing(field: Field) -> object:
    """The value that a widget begins with where its value is put beside it."""
    return False if field.shape is Shape.FLAG else UNSET
