"""English as data: sentences for refusals and for what happened, kept beside the rules and out of them.

Templates are `str.format` templates over a refusal's parameters or an event's fields, with some additions:
an id that has a name at that moment is written by its name (what a person wrote is no id), plurals are spelled
`{amount:?point|points}` ("1 point", "3 points"), `{note:+: }` writes ": " and the note, or nothing when
there is none, `{who:&, }` the name and ", ", or nothing, `{who:'}` "Isa's ", or nothing,
`{called:%goes|go}` the name and a verb for one or for several, `{field:_}` writes a term such as `purity_track` or
`dark-hearts` with spaces, and
`{here:=yes>is back|no>is away}` says each value in words of its own. What ends a sentence does not end it twice.
"""

import re
import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel

_ENDS = (".", "!", "?")
_EMPTY: Mapping[str, str] = MappingProxyType({})
_TERM = re.compile(r"[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)*")
"""Spelling of ids and terms of the rules: `purity_track`, `modifier.cunning`, `zoe`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """The sentences of one game: refusal code -> template, event tag -> template."""

    refusals: Mapping[str, str] = field(default_factory=lambda: _EMPTY)
    events: Mapping[str, str] = field(default_factory=lambda: _EMPTY)


class PersonsWords(str):
    """A text as a person wrote it: said so even where it is spelled like an id that has a name."""

    __slots__ = ()


class WrittenSo(PersonsWords):
    """A name that stays as it is written where a sentence begins with it, as `tide_keeper` of a chat."""

    __slots__ = ()


def in_quotes(text: str) -> str:
    """Somebody's words in quotation marks; a text that has them already stays as it is."""
    bare = text.strip()
    return bare if bare.startswith(("“", "„", "«", "‹", "「", '"')) else f"“{bare}”"


@cache
def _parts(template: str) -> tuple[tuple[tuple[str, str | None, str], ...], str]:
    """A template taken apart: text, then the field that follows it (None at the end) and how it is to be said.

    Beside the parts, the field it begins with, if it does.
    """
    parts = tuple((text, name, spec or "") for text, name, spec, _ in string.Formatter().parse(template))
    return parts, template[1:].partition("}")[0].partition(":")[0] if template.startswith("{") else ""


def _put(value: Any, spec: str, names: Mapping[str, str]) -> str:
    how = spec[:1]
    if how == "+":
        return spec[1:] + _say(value, names) if value else ""
    if how == "?":
        one, _, many = spec[1:].partition("|")
        return f"{_say(value, names)} {one if value == 1 else many}"
    if how == "&":
        return _say(value, names) + spec[1:] if value else ""
    if spec == "'":
        return _possessive(_say(value, names)) + " " if value else ""
    if how == "%":
        one, _, many = spec[1:].partition("|")
        said = _say(value, names)
        return f"{said} {many if _is_plural(said) else one}"
    if how == "=":
        plain = _plain(value)
        chosen = dict(way.split(">", 1) for way in spec[1:].split("|"))
        return chosen[plain] if plain in chosen else _say(value, names).replace("_", " ")
    said = _say(value, names)
    return re.sub("[-_.]", " ", said) if spec == "_" and said == value and _TERM.fullmatch(said) else said


def _possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") and not name.endswith("ss") else f"{name}'s"


def _is_plural(name: str) -> bool:
    """True for the name of several, as English spells it: wounds, points of fate; not what begins with "The".

    Whose they are says nothing of how many there are: the GM's fate points.
    """
    first = name.partition(" of ")[0].casefold().rpartition("'s ")[2]
    return not first.startswith("the ") and first.endswith("s") and not first.endswith(("ss", "us", "is"))


def _plain(value: Any) -> str:
    """A value as a template spells it to choose words for it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value.value if isinstance(value, Enum) else value)


def _say(value: Any, names: Mapping[str, str]) -> str:
    """A value as a person would write it."""
    kind = type(value)
    if kind is str:
        return _text(value, names)
    if kind is PersonsWords or kind is WrittenSo:
        return str(value) or "nothing"
    if value is None:
        return "nothing"
    if kind is int:
        return f"{value:,}"
    if kind is bool:
        return "yes" if value else "no"
    # A protocol that is checked at runtime would cost more than all the rest of a sentence.
    if said := getattr(kind, "said", None):
        return str(said(value, names))
    if isinstance(value, Enum):
        return str(value.value).replace("_", " ")
    if isinstance(value, str):
        return _text(value, names)
    if isinstance(value, BaseModel):
        return ", ".join(_say(part, names) for part in value.model_dump().values())
    if isinstance(value, Mapping):
        return ", ".join(f"{_say(k, names).replace('_', ' ')} {_say(v, names)}" for k, v in value.items())
    if isinstance(value, list | tuple):
        items = [_say(item, names) for item in value]
        if not items:
            return "none"
        return items[0] if len(items) == 1 else " and ".join((", ".join(items[:-1]), items[-1]))
    return str(value)


def _text(value: str, names: Mapping[str, str]) -> str:
    """A name for an id, a term of the rules with spaces, or what a person wrote as it is."""
    if not value:
        return "nothing"
    if named := names.get(value):
        return named
    return value.replace("_", " ") if "_" in value and _TERM.fullmatch(value) else value


def sentence(template: str, values: Mapping[str, object], names: Mapping[str, str] = _EMPTY) -> str:
    """The template with its values in it, ids written by name.

    A name or term at the beginning gets a capital ("the GM rolls"); what a person wrote is left as it is.
    """
    parts, first = _parts(template)
    said, owned = "", False
    for text, name, spec in parts:
        if text:
            said = _joined(said, text)
        if name is not None:
            # an unknown parameter shows itself instead of hiding the sentence
            put = _put(values.get(name, f"<{name}?>"), spec, names)
            if put:
                said = _joined(said, put.removeprefix("The ").removeprefix("the ") if owned else put)
            owned = spec == "'" and put != ""
    return said[:1].upper() + said[1:] if first and _begins(values.get(first), names) else said


def _joined(said: str, more: str) -> str:
    """The two texts joined, with one full stop where the first has ended its sentence already."""
    return said + (more[1:] if more[:2] in (".", ". ") and said[-1:] in _ENDS else more)


def _begins(value: object, names: Mapping[str, str]) -> bool:
    """True if a sentence that begins with this gets a capital: words of a person stay as they wrote them."""
    if isinstance(value, WrittenSo):
        return False
    if not isinstance(value, str) or isinstance(value, Enum):
        return True
    return not value or value in names or _TERM.fullmatch(value) is not None


def say_refusal(
    wording: Mapping[str, str], code: str, params: Mapping[str, object], names: Mapping[str, str]
) -> str:
    """A refusal in words. A code without a template shows itself, with its parameters."""
    template = wording.get(code)
    if template is None:
        told = ", ".join(f"{key} {value}" for key, value in params.items())
        return f"Refused: {code}" + (f" ({told})" if told else "")
    return sentence(template, params, names)
