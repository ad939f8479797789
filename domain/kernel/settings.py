"""House rules that come ready, and a house rule that is a whole text: a file that a table writes for itself."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Self

from pydantic import JsonValue


class SettingChoice(StrEnum):
    """One way to read an unclear rule: the value that is recorded, and the words it is chosen by."""

    label: str

    def __new__(cls, value: str, label: str) -> Self:
        """The member of this value, with its label."""
        it = str.__new__(cls, value)
        it._value_ = value
        it.label = label
        return it


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """House rules to found a campaign with, by a name."""

    name: str
    title: str
    house_rules: Mapping[str, JsonValue]
    blurb: str = ""
    """One sentence for somebody who chooses it."""
    fits: tuple[str, ...] = ()
    """Names other programs call the game it is for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """The declarations of a text, to look at before it is used: headings, each with what stands under it."""

    title: str
    blurb: str = ""
    parts: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRules:
    """A setting whose value is a file: what it is called, and how it is read."""

    setting: str
    called: str
    read: Callable[[str], Outline] = field(repr=False)
    """Raises `ValueError` with one sentence that says where it goes wrong."""


def no_presets() -> Mapping[str, Preset]:
    """No presets, for games whose house rules are chosen one by one."""
    return _NONE


def told_as_it_is(state: object, name: str, value: JsonValue) -> str | None:
    """None, for games whose settings are short enough to be told as they are."""
    return None


_NONE: Mapping[str, Preset] = MappingProxyType({})
