"""The purpose of a file, the thing it belongs to, and its audience."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from domain.kernel.journal.visibility import Visibility
from domain.kernel.people import Audience, only
from domain.kernel.terms import Holds, Person, Position, Sha256, Slug

FileNumber = Annotated[int, Field(ge=1, le=2**53)]
Media = Annotated[
    str,
    StringConstraints(max_length=100, pattern=r"^[a-z]+/[a-z0-9][a-z0-9.+-]*$"),
    Field(examples=["image/jpeg"]),
]
"""The kind of a file as the web calls it, known by its first bytes and never by its name."""
Bytes = Annotated[int, Field(ge=0, le=2**53)]
Pixels = Annotated[int, Field(ge=1, le=1_000_000)]
Thousandths = Annotated[int, Field(ge=0, le=1_000)]

FileDigest = Annotated[str, *Sha256.__metadata__, Holds.FILE]
"""The SHA-256 of the bytes of a file."""
GONE = "0" * 64
"""Stands in a record for the digest of a file that was removed: the true one would prove that it was here."""


class FileRole(StrEnum):
    """The purpose of a file."""

    PORTRAIT = "portrait"
    PICTURE = "picture"
    MAP = "map"
    HANDOUT = "handout"
    RECORDING = "recording"
    TRANSCRIPT = "transcript"
    SOURCE = "source"
    OTHER = "other"


class BelongsTo(StrEnum):
    """The kinds of things that a file may belong to."""

    CAMPAIGN = "campaign"
    CHARACTER = "character"
    FACTION = "faction"
    PLACE = "place"
    SCENE = "scene"
    SESSION = "session"
    RECORD = "record"


_BY_ID = (BelongsTo.CHARACTER, BelongsTo.FACTION, BelongsTo.PLACE, BelongsTo.SCENE)
_BY_NUMBER = (BelongsTo.SESSION, BelongsTo.RECORD)


class Belongs(BaseModel):
    """The thing a file belongs to: by its id, a session or a record by its number, or the campaign.

    A place or a scene without an id of its own in the game goes by the slug of its name.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: BelongsTo = BelongsTo.CAMPAIGN
    id: Slug | None = None
    number: Position | None = None

    @model_validator(mode="after")
    def _named_as_its_kind(self) -> Self:
        if (self.id is None) == (self.kind in _BY_ID):
            raise ValueError(f"a file belongs to a {self.kind.value} by its {self._by}")
        if (self.number is None) == (self.kind in _BY_NUMBER):
            raise ValueError(f"a file belongs to a {self.kind.value} by its {self._by}")
        return self

    @property
    def _by(self) -> str:
        return "id" if self.kind in _BY_ID else "number" if self.kind in _BY_NUMBER else "kind alone"

    def said(self, names: Mapping[str, str]) -> str:
        """The name of the thing in a sentence."""
        if self.kind is BelongsTo.CAMPAIGN:
            return "the campaign"
        if self.kind is BelongsTo.RECORD:
            return f"moment {self.number}"
        if self.id is None:
            return f"{self.kind.value} {self.number}"
        return names.get(self.id) or self.id.replace("-", " ")


class Focus(BaseModel):
    """The square of a picture that stands for it where there is little room.

    `left` and `top` are thousandths of the picture's width and height, `side` of the shorter of the two.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    left: Thousandths
    top: Thousandths
    side: Annotated[int, Field(ge=1, le=1_000)]

    def within(self, wide: int, tall: int) -> tuple[int, int, int]:
        """Left, top and side in pixels of a picture; a square that would reach beyond an edge lies at it."""
        side = max(1, round(self.side * min(wide, tall) / 1000))
        left, top = round(self.left * wide / 1000), round(self.top * tall / 1000)
        return min(left, wide - side), min(top, tall - side), side


def audience_of(visibility: Visibility, only_for: Person | None) -> Audience:
    """Audience of a file: the table, the GM, or the GM and one person."""
    return visibility.audience if only_for is None else only(only_for)
