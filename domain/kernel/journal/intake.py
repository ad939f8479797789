"""Earlier play that is taken in from another tool: by the GM, between sessions."""

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.campaign.guards import gm_only, reason_given
from domain.kernel.campaign.sessions import no_session_open
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import ImpossibleHistoryError, found, must, need
from domain.kernel.history.past import Past
from domain.kernel.journal.earlier import (
    EARLIER_NUMBER,
    Amount,
    EarlierChange,
    EarlierRoll,
    EntryForm,
    SourceId,
    Voice,
)
from domain.kernel.journal.notes import Visibility
from domain.kernel.journal.state import Intake, Journal
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Asker
from domain.kernel.terms import Holds, Name, Person, Sha256, Slug, Text, slugify

chapter = Chapter[AnyMoment, Past](
    "Earlier play",
    {
        "intake_open": "Intake {intake} of earlier play has not ended yet.",
        "no_intake": "Nothing is being taken in now: begin with the file it comes from.",
        "entry_empty": "Entry {source_id} says nothing, rolls nothing and changes nothing.",
    },
)


class BeginIntake(Command):
    """Begin to take in what was played elsewhere, from one file of another tool.

    Refused:  `gm_only`, `session_open`, `intake_open`.
    Yields:   `IntakeBegun`.
    """

    type: Literal["journal.begin_intake"] = "journal.begin_intake"
    source: Name = Field(description="The tool and its format.")
    file: Name
    sum: Sha256 = Field(description="SHA-256 of the file's bytes.")
    voices: tuple[Voice, ...] = Field(default=(), description="Who is heard in it, for all at the table.")


class IntakeBegun(Event):
    """Play that was kept in another tool is taken in from here on. Intakes are counted from 1."""

    type: Literal["journal.intake_begun.v1"] = "journal.intake_begun.v1"
    intake: int
    source: Name
    file: Name
    sum: str
    voices: tuple[Voice, ...]


@chapter.decides(BeginIntake)
def begin_intake(moment: AnyMoment, command: BeginIntake, asker: Asker, past: Past) -> Events:
    """Begin an intake: one file after the other, and never within an evening, whose scenes would be torn apart."""
    gm_only(asker)
    no_session_open(moment)
    number = len(moment.journal.intakes)
    need(moment.journal.open_intake is None, "intake_open", intake=number)
    return [
        IntakeBegun(
            intake=number + 1,
            source=command.source,
            file=command.file,
            sum=command.sum,
            voices=command.voices,
        )
    ]


@chapter.applies(IntakeBegun, renames=True)
def _(moment: AnyMoment, event: IntakeBegun) -> None:
    journal = moment.journal
    next_one = event.intake == len(journal.intakes) + 1 and journal.open_intake is None
    must(next_one, f"intake {event.intake} cannot begin now")
    journal.intakes.append(Intake(event.source, event.file, event.sum))
    journal.voices.update((voice.id, voice.name) for voice in event.voices)


@chapter.tells(IntakeBegun, "Earlier play is taken in from {source}: {file}")
def _(moment: AnyMoment, event: IntakeBegun) -> Iterable[facts.Fact]:
    yield facts.Told(text=event.file, form="intake")


def under_way(journal: Journal, asker: Asker) -> tuple[int, Intake]:
    """The number of the intake that has begun and not ended, and the intake; refused without one."""
    gm_only(asker)
    return len(journal.intakes), found(journal.open_intake, "no_intake")


def _taking_in(journal: Journal, number: int) -> Intake:
    intake = journal.open_intake
    if intake is None or number != len(journal.intakes):
        raise ImpossibleHistoryError(f"intake {number} is not open")
    return intake


class OpenEarlierEvening(Command):
    """Say that what is taken in next was another evening. The one before it ends.

    Refused:  `gm_only`, `no_intake`.
    Yields:   `EarlierEveningOpened`.
    """

    type: Literal["journal.open_earlier_evening"] = "journal.open_earlier_evening"
    title: Name


class EarlierEveningOpened(Event):
    """The start of one evening in what is taken in. Evenings are counted from 1 within their intake."""

    type: Literal["journal.earlier_evening_opened.v1"] = "journal.earlier_evening_opened.v1"
    intake: int
    evening: int
    title: Name


@chapter.decides(OpenEarlierEvening)
def open_earlier_evening(moment: AnyMoment, command: OpenEarlierEvening, asker: Asker, past: Past) -> Events:
    """Open the next evening of an intake; the one before it ends."""
    number, intake = under_way(moment.journal, asker)
    return [EarlierEveningOpened(intake=number, evening=intake.evenings + 1, title=command.title)]


@chapter.applies(EarlierEveningOpened)
def _(moment: AnyMoment, event: EarlierEveningOpened) -> None:
    intake = _taking_in(moment.journal, event.intake)
    following = event.evening == intake.evenings + 1
    must(following, f"evening {event.evening} cannot follow {intake.evenings} evenings")
    intake.evenings += 1


@chapter.tells(EarlierEveningOpened, "{title}")
def _(moment: AnyMoment, event: EarlierEveningOpened) -> Iterable[facts.Fact]:
    if event.evening > 1:
        yield facts.SceneClosed(scene=_evening(event.intake, event.evening - 1))
    yield facts.SceneOpened(scene=_evening(event.intake, event.evening), title=event.title)


def _evening(intake: int, evening: int) -> str:
    return f"intake-{intake}-evening-{evening}"


class TakeInEntry(Command):
    """Take in one message of another tool: what was said, the dice as they fell there, the numbers that moved.

    Refused:  `gm_only`, `no_intake`, `entry_empty`.
    Yields:   `EntryTakenIn`.
    """

    type: Literal["journal.take_in_entry"] = "journal.take_in_entry"
    source_id: SourceId
    form: EntryForm
    voice: Person
    speaker: Name = Field(description="What the other tool called whoever spoke.")
    text: Text = ""
    rolls: tuple[EarlierRoll, ...] = ()
    changes: tuple[EarlierChange, ...] = ()
    visibility: Visibility = Visibility.TABLE


class EntryTakenIn(Event):
    """One message of another tool. When it was sent stands beside it as the time it happened."""

    type: Literal["journal.entry_taken_in.v1"] = "journal.entry_taken_in.v1"
    intake: int
    source_id: SourceId
    form: EntryForm
    voice: Person
    speaker: Name
    text: Text
    rolls: tuple[EarlierRoll, ...]
    changes: tuple[EarlierChange, ...]
    visibility: Visibility


@chapter.decides(TakeInEntry)
def take_in_entry(moment: AnyMoment, command: TakeInEntry, asker: Asker, past: Past) -> Events:
    """Take in an entry; refused with nothing in it, which would only be noise."""
    number, _ = under_way(moment.journal, asker)
    filled = command.text.strip() or command.rolls or command.changes
    need(filled, "entry_empty", source_id=command.source_id)
    return [
        EntryTakenIn(
            intake=number,
            source_id=command.source_id,
            form=command.form,
            voice=command.voice,
            speaker=command.speaker,
            text=command.text,
            rolls=command.rolls,
            changes=command.changes,
            visibility=command.visibility,
        )
    ]


@chapter.applies(EntryTakenIn)
def _(moment: AnyMoment, event: EntryTakenIn) -> None:
    """Count the entry. Its words stay in its record: years of them would make every state heavy."""
    intake = _taking_in(moment.journal, event.intake)
    intake.entries += 1
    intake.verbatim += event.form is EntryForm.VERBATIM


@chapter.tells(
    EntryTakenIn,
    "{speaker}{text:+: }{rolls:+ rolls }{changes:+ · }",
    to=lambda _, event: event.visibility.audience,
)
def _(moment: AnyMoment, event: EntryTakenIn) -> Iterable[facts.Fact]:
    audience = event.visibility.audience
    if event.text:
        yield facts.Told(text=event.text, form=event.form.value, about=(event.voice,), audience=audience)
    for roll in event.rolls:
        dice = tuple(
            facts.Die(f"{number}", die.size, die.face, kept=die.kept)
            for number, die in enumerate(roll.dice, start=1)
        )
        yield facts.DiceRolled(
            roller=event.voice,
            purpose=roll.label or roll.formula,
            dice=dice,
            reading=roll.total,
            audience=audience,
        )
    for change in event.changes:
        yield facts.NumberChanged(
            owner=change.owner,
            name=_earlier(change.name),
            delta=change.now - change.was,
            now=change.now,
            why=event.text or event.speaker,
            label=change.name,
            audience=audience,
        )


def _earlier(name: str) -> str:
    """Kept apart from the numbers of this campaign's own sheets, which may have the same name."""
    return f"{EARLIER_NUMBER}{slugify(name) or 'value'}"


class AdjustEarlierValue(Command):
    """Close a gap between two values that another tool wrote down: it lost what happened between them.

    Refused:  `gm_only`, `no_intake`, `reason_missing`, `no_change`.
    Yields:   `EarlierValueAdjusted`.
    """

    type: Literal["journal.adjust_earlier_value"] = "journal.adjust_earlier_value"
    owner: Annotated[Slug, Holds.PERSON]
    owner_name: Name
    name: Name
    was: Amount
    now: Amount
    reason: Text


class EarlierValueAdjusted(Event):
    """A gap between two values of another tool was closed, for this reason."""

    type: Literal["journal.earlier_value_adjusted.v1"] = "journal.earlier_value_adjusted.v1"
    intake: int
    owner: Annotated[Slug, Holds.PERSON]
    owner_name: Name
    name: Name
    was: Amount
    now: Amount
    reason: Text


@chapter.decides(AdjustEarlierValue)
def adjust_earlier_value(moment: AnyMoment, command: AdjustEarlierValue, asker: Asker, past: Past) -> Events:
    """Adjust a value; only with a reason, since nobody saw what happened."""
    number, _ = under_way(moment.journal, asker)
    reason_given(command.reason)
    need(command.was != command.now, "no_change")
    return [
        EarlierValueAdjusted(
            intake=number,
            owner=command.owner,
            owner_name=command.owner_name,
            name=command.name,
            was=command.was,
            now=command.now,
            reason=command.reason,
        )
    ]


@chapter.applies(EarlierValueAdjusted)
def _(moment: AnyMoment, event: EarlierValueAdjusted) -> None:
    _taking_in(moment.journal, event.intake)


@chapter.tells(EarlierValueAdjusted, "{owner_name}: {name} {was} → {now}, adjusted: {reason}")
def _(moment: AnyMoment, event: EarlierValueAdjusted) -> Iterable[facts.Fact]:
    yield facts.NumberChanged(
        owner=event.owner,
        name=_earlier(event.name),
        delta=event.now - event.was,
        now=event.now,
        why=event.reason,
        label=event.name,
    )


class EndIntake(Command):
    """End an intake: everything of the file is taken in.

    Refused:  `gm_only`, `no_intake`.
    Yields:   `IntakeEnded`.
    """

    type: Literal["journal.end_intake"] = "journal.end_intake"


class IntakeEnded(Event):
    """Everything of that file is taken in: so many messages, so many of them kept word for word."""

    type: Literal["journal.intake_ended.v1"] = "journal.intake_ended.v1"
    intake: int
    entries: int
    verbatim: int


@chapter.decides(EndIntake)
def end_intake(moment: AnyMoment, command: EndIntake, asker: Asker, past: Past) -> Events:
    """End an intake, with its counts, so that nobody needs to go through its entries for them."""
    number, intake = under_way(moment.journal, asker)
    return [IntakeEnded(intake=number, entries=intake.entries, verbatim=intake.verbatim)]


@chapter.applies(IntakeEnded)
def _(moment: AnyMoment, event: IntakeEnded) -> None:
    _taking_in(moment.journal, event.intake).ended = True


@chapter.tells(IntakeEnded, "{entries:?entry|entries} of earlier play taken in, {verbatim} word for word")
def _(moment: AnyMoment, event: IntakeEnded) -> Iterable[facts.Fact]:
    evenings = moment.journal.intakes[event.intake - 1].evenings
    if evenings:
        yield facts.SceneClosed(scene=_evening(event.intake, evenings))
    yield facts.Told(text="", form="intake")
