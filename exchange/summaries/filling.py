"""A value as somebody wrote it after the name of its field."""

import json
from collections.abc import Mapping

from exchange.command_forms.fields import UNSET, Field, Shape
from exchange.summaries.statements import plain

_YES, _NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")


def value_in(each: Field, raw: str, names: Mapping[str, str]) -> object:
    """The value that the field's widget would hold; `UNSET` where the field cannot hold that."""
    match each.shape:
        case Shape.NUMBER:
            return int(raw) if raw.lstrip("-").isdecimal() and raw.isascii() and len(raw) < 17 else UNSET
        case Shape.FLAG:
            return True if plain(raw) in _YES else False if plain(raw) in _NO else UNSET
        case Shape.CHOICE:
            return _choice(each, raw)
        case Shape.SLUG:
            called = {plain(name): known for known, name in names.items()}
            chosen = _choice(each, raw)
            return called.get(plain(raw), raw) if chosen is UNSET else chosen
        case Shape.MANY:
            values = [_choice(each, part) for part in raw.split(",") if part]
            free = [part for part in raw.split(",") if part]
            many = [part if value is UNSET else value for value, part in zip(values, free, strict=True)]
            return UNSET if UNSET in values and not each.free else many
        case Shape.TEXT | Shape.LONG_TEXT | Shape.NUMBERS | Shape.PAIRS | Shape.JSON:
            return raw
    return _json(raw)


def _choice(each: Field, raw: str) -> object:
    for choice in each.choices:
        if plain(raw) in (plain(choice.label), plain(str(choice.value))):
            return choice.value
    return UNSET


def _json(raw: str) -> object:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return UNSET
