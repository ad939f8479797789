"""The fields of a form, as values: what a screen draws and what is read back. Nothing here draws."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final

from domain.kernel.offers import Choice


class Unset(Enum):
    """Stands where no value was given, since None is a value."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET


class Shape(StrEnum):
    """The kinds of field there are."""

    TEXT = "text"
    LONG_TEXT = "long_text"
    SLUG = "slug"
    """An id: one of those known, or a new one."""
    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"
    """One of a few values."""
    MANY = "many"
    """Several values, of those known or free."""
    NUMBERS = "numbers"
    """Numbers in one line, such as `4 6 8`."""
    OBJECT = "object"
    """A group of fields: `parts`."""
    ROWS = "rows"
    """The same group several times: `parts`, between `least` and `most` of them."""
    VARIANT = "variant"
    """One of several groups: each of `parts` is one, and the choice names it."""
    PAIRS = "pairs"
    """Names with values."""
    JSON = "json"
    """Whatever the shapes above cannot hold, as JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field of a form.

    `path` is dotted from the command (`picks.stance`, without row numbers). `choices` are all it may take for
    CHOICE and MANY, suggestions for SLUG and TEXT. `settled` holds the value where the offer leaves nothing to
    choose.
    """

    path: str
    name: str
    label: str
    shape: Shape
    help: str = ""
    required: bool = True
    nullable: bool = False
    asked: bool = False
    """The rules refuse what leaves this empty, though a command can be written without it."""
    initial: object = UNSET
    settled: object = UNSET
    choices: tuple[Choice, ...] = ()
    free: bool = True
    """For MANY: values that are not among the choices may be added."""
    low: int | None = None
    high: int | None = None
    longest: int | None = None
    blank: bool = True
    """True if an empty text is a value of its own, for the rules to judge."""
    example: str = ""
    """Example of the texts that may stand here, where they are of a set form, as a command's schema tells it."""
    follows: str = ""
    """For SLUG: the neighbouring field it is derived from while it is left empty."""
    made: bool = False
    """For SLUG: the id of what the command makes. Always derived, never asked for; `choices` are taken."""
    parts: tuple["Field", ...] = ()
    least: int = 0
    most: int | None = None
    texts: bool = False
    """For PAIRS: the values are texts, whatever they look like."""
    sparse: bool = False
    """For OBJECT: only what differs from its initial value is sent."""

    @property
    def open(self) -> bool:
        """True if somebody has something to fill in here."""
        return self.settled is UNSET and not self.made


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandForm:
    """The form of one command."""

    tag: str
    title: str
    help: str
    fields: tuple[Field, ...]

    @property
    def open_fields(self) -> tuple[Field, ...]:
        """The fields somebody has to look at."""
        return tuple(field for field in self.fields if field.open)

    @property
    def settled(self) -> tuple[Field, ...]:
        """The fields the offer has settled."""
        return tuple(field for field in self.fields if field.settled is not UNSET)

    def labels(self) -> dict[str, str]:
        """Every field's label by its path."""
        return {field.path: field.label for field in walk(self.fields)}


def walk(fields: tuple[Field, ...]) -> Iterator[Field]:
    """Every field, outer before inner."""
    for field in fields:
        yield field
        yield from walk(field.parts)


_ASKED = {"die_id": "which die", "die_ids": "which dice"}
"""Beside `Dice`, which asks for the faces that fell."""
_SHORT = {"gm": "GM", "pc": "PC", "pcs": "PCs", "npc": "NPC", "npcs": "NPCs", "xp": "XP", "hp": "HP"}
"""Short words that are written in capitals."""


def in_own_words(own: Sequence[Choice], offered: Sequence[Choice]) -> tuple[Choice, ...]:
    """The choices that are offered: as the form calls them, where the offer says no more than the value itself."""
    called = {it.value: it for it in own}
    return tuple(
        called.get(it.value, it) if it.label.casefold() == str(it.value).replace("_", " ") else it
        for it in offered
    )


def in_words(name: str) -> str:
    """A name from the program as a person would write it: `purpose_target` -> `Purpose target`.

    What is told apart by its id is asked for itself: `source_id` -> `Source`.
    """
    said = _ASKED.get(name) or name.replace("_", " ").strip().removesuffix(" id")
    words = " ".join(_SHORT.get(word, word) for word in said.split(" "))
    return words[:1].upper() + words[1:]


def value_in_words(value: object, names: Mapping[str, str]) -> str:
    """A value of a field as a person would write it: `names` has the words for ids, and for choices.

    A name of the program's own loses its underscores, `tick_clock` -> `tick clock`; whatever else somebody wrote
    stays as it is.
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(value_in_words(each, names) for each in value) or "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{in_words(str(name))}: {value_in_words(each, names)}" for name, each in value.items())
    written = str(value)
    if known := names.get(written):
        return known
    return written.replace("_", " ") if written.replace("_", "").islower() and written.isidentifier() else written


def said_labels(labels: Iterable[str]) -> str:
    """Labels of fields in a row, each in quotes, since most are questions: `“Who?” and “Tool”`."""
    return said_list(f"“{label}”" for label in labels)


def said_list(labels: Iterable[str]) -> str:
    """Labels in a row: `Aim, target and tool`."""
    words = list(labels)
    return words[0] if len(words) == 1 else " and ".join((", ".join(words[:-1]), words[-1])) if words else ""
