"""English as data: sentences for refusals and for what happened, kept beside the rules and out of them.

Templates are `str.format` templates over a refusal's parameters or an event's fields, with four additions:
an id that has a name at that moment is written by its name, plurals are spelled
`{amount:?point|points}` ("1 point", "3 points"), `{note:+: }` writes ": " and the note, or nothing when
there is none, and `{field:_}` writes a term such as `purity_track` with spaces.
"""

import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Any, Protocol

from pydantic import BaseModel

_EMPTY: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """The sentences of one game: refusal code -> template, event tag -> template."""

    refusals: Mapping[str, str] = field(default_factory=lambda: _EMPTY)
    events: Mapping[str, str] = field(default_factory=lambda: _EMPTY)


class SaysItself(Protocol):
    """A part of a message with words of its own, such as a handful of dice."""

    def said(self, names: Mapping[str, str]) -> str:
        """As a person would write it, given the words for the ids of the moment."""
        ...


class _Sentence(string.Formatter):
    """Formats values as a person would write them."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        if isinstance(key, str) and key not in kwargs:
            return f"<{key}?>"  # an unknown parameter shows itself instead of hiding the sentence
        return super().get_value(key, args, kwargs)

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec.startswith("?"):
            one, _, many = format_spec[1:].partition("|")
            return f"{value} {one if value == 1 else many}"
        if format_spec.startswith("+"):
            return format_spec[1:] + self._say(value) if value else ""
        return self._say(value).replace("_", " ") if format_spec == "_" else self._say(value)

    def _say(self, value: Any) -> str:
        kind = type(value)
        if kind is str:
            return self._names.get(value, value) if value else "nothing"
        if value is None:
            return "nothing"
        if kind is int:
            return str(value)
        if kind is bool:
            return "yes" if value else "no"
        # A protocol that is checked at runtime would cost more than all the rest of a sentence.
        if said := getattr(kind, "said", None):
            return str(said(value, self._names))
        if isinstance(value, Enum):
            return str(value.value).replace("_", " ")
        if isinstance(value, str):
            return self._names.get(value, value) if value else "nothing"
        if isinstance(value, BaseModel):
            return ", ".join(self._say(part) for part in value.model_dump().values())
        if isinstance(value, Mapping):
            return ", ".join(f"{self._say(k).replace('_', ' ')} {self._say(v)}" for k, v in value.items())
        if isinstance(value, list | tuple):
            said = [self._say(item) for item in value]
            return (
                said[0] if len(said) == 1 else " and ".join((", ".join(said[:-1]), said[-1])) if said else "none"
            )
        return str(value)


def sentence(template: str, values: Mapping[str, object], names: Mapping[str, str] = _EMPTY) -> str:
    """The template with its values in it, ids written by name.

    A name at the beginning gets a capital ("the GM rolls"); what a person wrote is left as it is.
    """
    said = _Sentence(names).vformat(template, (), dict(values))
    first = template[1:].partition("}")[0] if template.startswith("{") else ""
    named = values.get(first)
    return said[:1].upper() + said[1:] if isinstance(named, str) and named in names else said


def say_refusal(
    wording: Mapping[str, str], code: str, params: Mapping[str, object], names: Mapping[str, str]
) -> str:
    """A refusal in words. A code without a template shows itself, with its parameters."""
    template = wording.get(code)
    if template is None:
        told = ", ".join(f"{key} {value}" for key, value in params.items())
        return f"Refused: {code}" + (f" ({told})" if told else "")
    return sentence(template, params, names)
