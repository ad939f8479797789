"""The settlements of a what-if, as a file: saved, edited in any editor, and given back."""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from domain.kernel.history.alternatives import Alternative, Settlement, Settling
from domain.kernel.terms import Position, RulingNumber
from domain.kernel.wording.faults import first_fault
from ledger.errors import LedgerError
from ledger.whatif.verdicts import Verdict, WhatIf

Format: TypeAlias = Literal["campaign-ledger resolution 1"]
FORMAT: Format = "campaign-ledger resolution 1"


class NotAResolution(LedgerError):
    """The file does not say how a what-if is settled."""


def _by_name(instead: object) -> object:
    """`"strike"` for `{"how": "strike"}`: what needs nothing else can be written in one word."""
    return {"how": instead} if isinstance(instead, str) else instead


class Settled(BaseModel):
    """One later ruling and what becomes of it; `instead` is null until somebody decides.

    `about`, `standing` and `why` are there for whoever edits the file, and are not read.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    ruling: RulingNumber
    instead: Annotated[Settling, BeforeValidator(_by_name)] | None = None
    about: str = ""
    standing: str = ""
    why: str = ""


class Resolution(BaseModel):
    """A question about one ruling, the head it was asked on, and what becomes of the rulings after it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Format = FORMAT
    campaign: str
    ruling: RulingNumber
    alternative: Alternative
    head: Position
    settle: tuple[Settled, ...] = Field(default=())

    @property
    def settlements(self) -> tuple[Settlement, ...]:
        """The settlements so far."""
        return tuple(
            Settlement(ruling=each.ruling, instead=each.instead)
            for each in self.settle
            if each.instead is not None
        )

    def to_json(self) -> str:
        """The file's text."""
        return self.model_dump_json(indent=2) + "\n"


def resolution_of(answer: WhatIf) -> Resolution:
    """The settlements of a what-if so far, with a line for everything that still has to be settled."""
    settled = {each.ruling: each.instead for each in answer.settlements}
    listed = [verdict for verdict in answer.verdicts if verdict.unsettled or verdict.ruling in settled]
    return Resolution(
        campaign=answer.campaign,
        ruling=answer.ruling,
        alternative=answer.alternative,
        head=answer.head,
        settle=tuple(
            Settled(
                ruling=verdict.ruling,
                instead=settled.get(verdict.ruling),
                about=verdict.headline,
                standing=verdict.standing.value,
                why=_why(verdict),
            )
            for verdict in listed
            if verdict.ruling != answer.ruling
        ),
    )


def read_resolution(text: str) -> Resolution:
    """The resolution in a file. Raises `NotAResolution` with a sentence that says what is off."""
    try:
        return Resolution.model_validate_json(text)
    except ValidationError as error:
        raise NotAResolution(
            f"That file is no resolution: {first_fault(error)}. One is written by: campaign whatif … --save FILE"
        ) from error


def _why(verdict: Verdict) -> str:
    parts = [verdict.refusing.message] if verdict.refusing else []
    parts += [because.in_words() for because in verdict.because]
    return " ".join(parts)
