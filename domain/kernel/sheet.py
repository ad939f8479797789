"""The sheet of a character as it stands now, in a vocabulary every game shares and any screen can draw.

A sheet is sections of blocks. A block's `path` is the place facts speak of, which `explain` and `diff` follow;
its `audience` says who may see it. A game lists blocks; it draws nothing.
"""

from enum import StrEnum
from typing import ClassVar, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.people import EVERYONE, Audience, Viewer, may_see


class CounterForm(StrEnum):
    """The way a number wants to be drawn."""

    POOL = "pool"
    """Tokens held: Heat, fate, gold."""
    BOXES = "boxes"
    """Boxes filled from the left up to a limit."""
    CLOCK = "clock"
    """Segments of a circle."""
    TWO_ENDED = "two_ended"
    """A marker between a low and a high end."""


class Block(Struct, frozen=True, kw_only=True):
    """One thing on a sheet."""

    path: str
    label: str
    audience: Audience = EVERYONE


class Counter(Block, frozen=True, kw_only=True):
    """A number. `high` None means it has no limit; `ends` names the two ends of a two-ended track."""

    block: ClassVar[str] = "counter"
    value: int
    low: int = 0
    high: int | None = None
    form: CounterForm = CounterForm.POOL
    ends: tuple[str, str] = ("", "")


class DicePool(Block, frozen=True, kw_only=True):
    """Dice in hand, counted by size: pairs of (size, how many)."""

    block: ClassVar[str] = "dice_pool"
    dice: tuple[tuple[int, int], ...]


class Tag(Struct, frozen=True):
    """A short text that is in some state: an element, a tool, a condition, a defense."""

    id: str
    text: str
    state: str = ""
    detail: str = ""
    good: bool | None = None
    """The colour of its state: True ready or won, False lost or out of use, None plain."""


class Tags(Block, frozen=True, kw_only=True):
    """A row of tags. A tag's own path is `<path>.<id>`."""

    block: ClassVar[str] = "tags"
    tags: tuple[Tag, ...]


class Texts(Block, frozen=True, kw_only=True):
    """Lines a person wrote."""

    block: ClassVar[str] = "texts"
    texts: tuple[str, ...]


class Table(Block, frozen=True, kw_only=True):
    """Rows of text under headings."""

    block: ClassVar[str] = "table"
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Progress(Block, frozen=True, kw_only=True):
    """A track of advancement: what it has, what it needs (None: cannot go on), what that brings."""

    block: ClassVar[str] = "progress"
    have: int
    need: int | None
    brings: str


AnyBlock: TypeAlias = Counter | DicePool | Tags | Texts | Table | Progress


class Section(Struct, frozen=True):
    """Blocks under one heading."""

    title: str
    blocks: tuple[AnyBlock, ...]

    @property
    def names_its_block(self) -> str:
        """The heading, where one block alone stands under it and needs no label that says the same; else empty."""
        return self.title if len(self.blocks) == 1 else ""


class Sheet(Struct, frozen=True, kw_only=True):
    """One character, or another page of the game, as of one moment."""

    character: str
    title: str
    subtitle: str = ""
    page: bool = False
    """True for a board or a place: nobody's sheet."""
    sections: tuple[Section, ...] = ()

    def seen_by(self, viewer: Viewer) -> "Sheet":
        """The sheet with only what this viewer may see, without empty sections; this one if that is all."""
        if all(s.blocks and all(may_see(viewer, b.audience) for b in s.blocks) for s in self.sections):
            return self
        kept = (
            Section(section.title, tuple(b for b in section.blocks if may_see(viewer, b.audience)))
            for section in self.sections
        )
        return replace(self, sections=tuple(section for section in kept if section.blocks))

    @property
    def blocks(self) -> tuple[AnyBlock, ...]:
        """Every block, in order."""
        return tuple(block for section in self.sections for block in section.blocks)
