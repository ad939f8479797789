"""Layout of an archive, and its first page. `readme.py` tells the same to whoever has nothing else."""

import json
from base64 import b64decode, b64encode
from typing import Annotated, Literal, TypeAlias
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from domain.kernel.terms import Position, RulingNumber, Slug
from domain.kernel.wording.faults import first_fault
from exchange.archive.errors import BrokenArchive, NotAnArchive
from exchange.archive.recognising import TITLE_PAGE as TITLE_PAGE
from ledger.log.receipts import Receipt

FORMAT = 3
"""The newest format this program knows: its records name files. A campaign without such is written as format 2,
and one whose records carry no tally either as format 1.

A greater number was written by a newer program.
"""

RECORDS = "data/records.jsonl"
RECEIPTS = "data/receipts.txt"
RULES = "data/rules.json"
CHRONICLE = "data/chronicle.md"
README = "data/README.md"
SCHEMAS = "data/schemas"
FILES = "data/files"

LONGEST_RECORD = 32 * 2**20
_ASIDE, _ENDED = b'{"aside":"', b'"}'
"""Bytes of one line of records. The longest that the rules let anybody write are far below."""
LARGEST_PAGE = 8 * 2**20
"""Bytes of any file that is read whole."""


Digest: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
FileIs: TypeAlias = Literal["here", "left out", "removed"]
"""It lies in the archive; or it does not, because files were not wanted or were not to be had any more when a
ledger was exported; or a later record says that it was taken out.
"""


class TitlePage(BaseModel):
    """The content of the archive, in numbers. The records are the truth; this says what they should come to."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    archive: Literal["campaign-ledger archive"] = "campaign-ledger archive"
    format: int
    campaign: UUID
    slug: Slug
    game: str = Field(max_length=200)
    game_title: str = Field(max_length=20_000)
    title: str = Field(max_length=20_000)
    records: Position
    rulings: RulingNumber
    head_seal: str = Field(pattern=r"^[0-9a-f]{64}$")
    """The seal of the last line of the records."""
    head_tally: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$")
    """The tally of all of them, from format 2 on."""
    files: dict[Digest, FileIs] | None = None
    """Every file that records name, by the SHA-256 of its bytes; in format 3 only."""
    told_to: str = Field(max_length=200)
    """The audience of the chronicle: `table`, `gm`, or `person:` and an id."""
    schemas: dict[str, str | None]
    """The file beside this one with the JSON Schema of a record, by its tag; none for shapes of old programs."""

    def to_bytes(self) -> bytes:
        """As JSON for people and programs."""
        absent = {name for name in ("head_tally", "files") if getattr(self, name) is None}
        return self.model_dump_json(indent=2, exclude=absent).encode() + b"\n"

    @property
    def receipt(self) -> Receipt:
        """The receipt to keep of it elsewhere."""
        return Receipt(self.records, self.head_seal, self.head_tally or "")

    @classmethod
    def from_bytes(cls, content: bytes) -> "TitlePage":
        """Read it. Raises `NotAnArchive`, `BrokenArchive`."""
        try:
            said = _Said.model_validate_json(content)
        except ValidationError as error:
            raise NotAnArchive(
                f"This is a bag of another program: its {TITLE_PAGE} says nothing of us."
            ) from error
        if said.format > FORMAT:
            raise BrokenArchive(
                f"The archive is of format {said.format}, and this program knows formats up to {FORMAT}: "
                "use a newer version of the program."
            )
        try:
            return cls.model_validate_json(content)
        except ValidationError as error:
            raise BrokenArchive(f"The archive's {TITLE_PAGE} is off at {first_fault(error)}.") from error


class _Said(BaseModel):
    """As much of a title page as every format will have."""

    model_config = ConfigDict(extra="ignore")

    archive: Literal["campaign-ledger archive"]
    format: int = Field(ge=1)


class RulesPage(BaseModel):
    """By which rules the campaign was judged."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: str
    rules_versions: dict[str, int]
    """Version of the game's rules, and how many records were judged by it."""
    founded_with: dict[str, JsonValue]
    """House rules at the founding, where they were not the game's own readings."""
    house_rules: dict[str, JsonValue]
    """Every house rule as it stands at the last record."""
    changes: list[dict[str, JsonValue]]
    """Each change of house rules: at which record, what, why."""
    settings: dict[str, JsonValue]
    """JSON Schema of the house rules, with what each of them does."""


def as_json(value: object) -> bytes:
    """JSON for people and programs, as all small files of an archive are written."""
    return json.dumps(value, indent=2, ensure_ascii=False).encode() + b"\n"


def as_line(stored: bytes) -> bytes:
    """Write the bytes at a position on one line. Only what was set aside may hold a line's end: it stands as
    base64.
    """
    if b"\n" in stored or stored.startswith(_ASIDE):
        return _ASIDE + b64encode(stored) + _ENDED
    return stored


def in_line(line: bytes) -> bytes:
    """Read the bytes at a position out of their line. No record begins as one that was set aside stands there."""
    if not (line.startswith(_ASIDE) and line.endswith(_ENDED)):
        return line
    try:
        return b64decode(line[len(_ASIDE) : -len(_ENDED)], validate=True)
    except ValueError:
        return line  # which is not what was set aside, as its seal will show
