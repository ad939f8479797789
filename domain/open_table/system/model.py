"""The keys a system file may declare. Closed: a key that is not listed here is refused."""

from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from domain.kernel.sheet import CounterForm
from domain.open_table.terms import Key


def _plain(text: str) -> str:
    if not text.isprintable():
        raise ValueError("this is one line of plain text")
    return text


Label = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120), AfterValidator(_plain)
]
Written = Annotated[str, StringConstraints(min_length=1, max_length=2_000), AfterValidator(_plain)]
"""A formula, or a notation with dice."""
Whole = Annotated[int, Field(strict=True, ge=-1_000_000_000, le=1_000_000_000)]
Formula: TypeAlias = Whole | Written
Of: TypeAlias = Literal["character", "table"]


class Declared(BaseModel):
    """Anything that a file declares under a key of its own."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class OnTheSheet(Declared):
    """A declaration with a place on a sheet: its label, the heading it stands under, and its owner."""

    label: Label | None = None
    group: Label | None = None
    of: Of = "character"

    def called(self, key: str) -> str:
        """The label, or the key in words."""
        return self.label or in_words(key)


class Number(OnTheSheet):
    """A number that goes up and down between bounds."""

    low: Formula = 0
    high: Formula | None = None
    start: Formula | None = None
    """The value until somebody changes it; without one 0, or the bound that is nearest to 0."""
    form: CounterForm = CounterForm.POOL
    ends: tuple[Label, Label] | None = None
    good: bool = True
    """True if more of it is welcome."""
    aka: tuple[Label, ...] = ()
    """Names other programs call it."""


class Derived(OnTheSheet):
    """A number worked out of others."""

    formula: Formula = Field(alias="is")


class Pool(OnTheSheet):
    """Dice in hand, counted by size: `hand_d6` is how many six-sided ones."""

    sizes: tuple[Annotated[int, Field(strict=True, ge=2, le=1000)], ...] = Field(min_length=1, max_length=20)


class Tags(OnTheSheet):
    """Short texts that are there or gone, or in one of a few states: conditions, aspects."""

    good: bool | None = None
    states: tuple[Label, ...] = Field(default=(), max_length=20)


class Items(OnTheSheet):
    """Things that are carried."""


class Lines(OnTheSheet):
    """A text that somebody writes."""

    long: bool = False


class Band(Declared):
    """An outcome, and when it is the one: the first of a roll's bands that fits.

    What is compared is the total; of a roll against something, how far it is above that; of a roll against `each`
    of some dice, how many it beats.
    """

    outcome: Label = Field(alias="is")
    at_least: Formula | None = None
    at_most: Formula | None = None
    face: Annotated[int, Field(strict=True, ge=0, le=1000)] | None = None
    """Only where a die shows this face."""
    times: Annotated[int, Field(strict=True, ge=1, le=1000)] = 1
    among: Literal["kept", "thrown"] = "kept"
    good: bool | None = None


class Shift(Declared):
    """A face that moves the outcome by so many bands towards the first, or with less than 0 towards the last."""

    face: Annotated[int, Field(strict=True, ge=0, le=1000)]
    by: Annotated[int, Field(strict=True, ge=-20, le=20)]


class Roll(Declared):
    """A roll of the game: a notation with places to fill."""

    label: Label | None = None
    help: Label | None = None
    dice: Written
    ask: dict[Key, tuple[Label, ...] | dict[Label, Written]] = Field(default_factory=dict, max_length=6)
    """The choices for a place of the notation: texts, or texts by the name to choose them by."""
    against: bool | Written = False
    """True: a number that is named with the roll. A formula: that."""
    each: Written | None = None
    """Dice that are thrown with it and beaten one by one."""
    bands: tuple[Band, ...] = Field(default=(), max_length=20)
    shift: tuple[Shift, ...] = Field(default=(), max_length=20)
    of: Of = "character"

    def called(self, key: str) -> str:
        """The label, or the key in words."""
        return self.label or in_words(key)

    def options(self, ask: str) -> dict[str, str]:
        """The choices for one of its places: the text by the name to choose it by."""
        given = self.ask[ask]
        return dict(given) if isinstance(given, dict) else {text: text for text in given}


class Advance(OnTheSheet):
    """A track of growth. Without `needs` it goes on by a word of the table: a milestone."""

    counts: Key | None = None
    needs: Formula | None = None
    brings: Label = "something new"
    spends: bool = False
    """True if what was counted goes down by what was needed."""
    raises: Key | None = None
    """A number that goes up by one."""


class SystemFile(Declared):
    """A whole file."""

    format: Literal[1]
    title: Label
    blurb: Annotated[str, StringConstraints(strip_whitespace=True, max_length=400), AfterValidator(_plain)] = ""
    fits: tuple[Label, ...] = ()
    """Names other programs call this game."""
    number: dict[Key, Number] = Field(default_factory=dict)
    derived: dict[Key, Derived] = Field(default_factory=dict)
    pool: dict[Key, Pool] = Field(default_factory=dict)
    tags: dict[Key, Tags] = Field(default_factory=dict)
    items: dict[Key, Items] = Field(default_factory=dict)
    text: dict[Key, Lines] = Field(default_factory=dict)
    roll: dict[Key, Roll] = Field(default_factory=dict)
    advance: dict[Key, Advance] = Field(default_factory=dict)
    relation: tuple[Label, ...] = ()
    """Words for how factions stand towards each other."""


KINDS = ("number", "derived", "pool", "tags", "items", "text", "advance")
"""The tables whose keys stand on sheets, so that no key may stand in two of them."""


def in_words(key: str) -> str:
    """A key as a person would write it: `hp_max` -> `Hp max`."""
    words = key.replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]
