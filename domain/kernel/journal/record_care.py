"""Records from which words were removed, and records that were set aside because they are damaged."""

from collections.abc import Iterable
from typing import ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from domain.kernel import facts
from domain.kernel.campaign.guards import gm_only, must_be_recorded, reason_given
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused
from domain.kernel.history.past import Past
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Asker
from domain.kernel.terms import Position, Sha256, Text

chapter = Chapter[AnyMoment, Past](
    "The care of records",
    {
        "removal_alone": "Words are removed by `campaign remove`, which changes the records as well.",
        "repair_alone": "Records are set aside by `campaign repair`, which looks at each of them first.",
    },
)


class Removal(BaseModel):
    """A record from which words were taken: its seal in the chain, and the SHA-256 of what stands there now."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    position: Position
    was: Sha256
    now: Sha256


class RemoveWords(Command):
    """Note that words were taken out of earlier records. `campaign remove` takes them out and asks this.

    Refused:  `gm_only`, `reason_missing`, `no_such_position`, `removal_alone`.
    Yields:   `WordsRemoved`.
    """

    type: Literal["journal.remove_words"] = "journal.remove_words"
    sparse: ClassVar[bool] = True

    reason: Text
    records: tuple[Removal, ...]
    files: tuple[Position, ...] = Field(
        default=(), description="Records that name a file with the words in it: these files were taken out too."
    )

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not (self.records or self.files):
            raise ValueError("a removal names at least one record")
        return self


class WordsRemoved(Event):
    """Words were taken out of earlier records, for somebody's safety or by law. What they were is not said.

    `files` are records whose files, kept beside them, were taken out because the words stood in them.
    """

    type: Literal["journal.words_removed.v1"] = "journal.words_removed.v1"
    sparse: ClassVar[bool] = True

    reason: Text
    records: tuple[Removal, ...]
    files: tuple[Position, ...] = ()


@chapter.decides(RemoveWords)
def remove_words(moment: AnyMoment, command: RemoveWords, asker: Asker, past: Past) -> Events:
    """Remove words from records there are; asked by the GM, with a reason."""
    gm_only(asker)
    reason_given(command.reason)
    must_be_recorded(max((*(it.position for it in command.records), *command.files)), moment.position)
    return [WordsRemoved(reason=command.reason, records=command.records, files=command.files)]


@chapter.applies(WordsRemoved)
def _(moment: AnyMoment, event: WordsRemoved) -> None:
    """No change by itself: it is kept for whoever checks the log."""


@chapter.tells(WordsRemoved, "Words are removed from earlier records: {reason}")
def _(moment: AnyMoment, event: WordsRemoved) -> Iterable[facts.Fact]:
    yield facts.Told(text=event.reason, form="removal")


class DamagedRecord(BaseModel):
    """A record that cannot be read or followed: the SHA-256 of what lies there, and the seal that the record after
    it names for it, where that is another.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    position: Position
    seal: Sha256
    named: Sha256 | None = None
    why: Text


class SetRecordsAside(Command):
    """Leave damaged records out of account, and go on from before the first of them that the line holds.
    `campaign repair` looks at each of them and asks this.

    Refused:  `repair_alone`.
    Yields:   `LineRewound`, where the line holds one of them; `RecordSetAside` for each.
    """

    type: Literal["journal.set_records_aside"] = "journal.set_records_aside"
    records: tuple[DamagedRecord, ...] = Field(min_length=1)


class RecordSetAside(Event):
    """An earlier record, which cannot be read or followed, counts for nothing; it stays where it is.

    `seal` is the SHA-256 of what lies there; `named` is the seal the record after it names for it, where that is
    another.
    """

    type: Literal["journal.record_set_aside.v1"] = "journal.record_set_aside.v1"
    position: Position
    seal: Sha256
    named: Sha256 | None
    why: Text


@chapter.decides(SetRecordsAside)
def set_records_aside(moment: AnyMoment, command: SetRecordsAside, asker: Asker, past: Past) -> Events:
    """Refuse it as a ruling: the ledger's repair writes these events itself."""
    raise CommandRefused("repair_alone")


@chapter.applies(RecordSetAside)
def _(moment: AnyMoment, event: RecordSetAside) -> None:
    """Heard by whoever reads the log; by itself it moves nothing."""


@chapter.tells(RecordSetAside, "Moment {position} is set aside: {why}")
def _(moment: AnyMoment, event: RecordSetAside) -> Iterable[facts.Fact]:
    yield facts.Told(text=event.why, form="set_aside", about_position=event.position)
