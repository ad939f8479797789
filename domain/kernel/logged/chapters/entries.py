"""Entries of an intake: what was said, the dice as they fell there, the numbers that moved."""

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from domain.kernel.campaign.state import Campaign
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice
from domain.kernel.facts import DiceRolled, Die, Fact, NumberChanged, Told
from domain.kernel.journal.earlier import Amount, EntryForm
from domain.kernel.journal.notes import Visibility
from domain.kernel.logged.chapters.intakes import open_for, taking_in
from domain.kernel.logged.messages import Entry
from domain.kernel.logged.played import Grade, LoggedRoll
from domain.kernel.messages import Command, Event
from domain.kernel.people import EVERYONE, GM_ONLY, Asker, Audience, only
from domain.kernel.terms import Holds, Name, PersonId, Slug, Text, slugify
from domain.kernel.wording.emphasis import plainly_said

chapter: Chapter[Campaign] = Chapter("Entries")


class LogEntry(Entry, Command):
    """Take in one message of another tool: what was said, the dice as they fell there, the numbers that moved.

    Refused:  `gm_only`, `no_intake`, `no_evening`, `entry_empty`.
    Yields:   `EntryLogged`.
    """

    sparse: ClassVar[bool] = True

    type: Literal["logged.log_entry"] = "logged.log_entry"


class AdjustLoggedValue(Command):
    """Close a gap between two values that another tool wrote down: it lost what happened between them.

    Refused:  `gm_only`, `no_intake`, `no_evening`, `reason_missing`, `no_change`.
    Yields:   `LoggedValueAdjusted`.
    """

    type: Literal["logged.adjust_value"] = "logged.adjust_value"
    owner: Annotated[Slug, Holds.PERSON]
    owner_name: Name
    name: Name
    was: Amount
    now: Amount
    reason: Text


class EntryLogged(Entry, Event):
    """One message of another tool. When it was sent stands beside it as the time it happened."""

    sparse: ClassVar[bool] = True

    type: Literal["logged.entry_logged.v1"] = "logged.entry_logged.v1"


class LoggedValueAdjusted(Event):
    """A gap between two values of another tool was closed, for this reason."""

    type: Literal["logged.value_adjusted.v1"] = "logged.value_adjusted.v1"
    owner: Annotated[Slug, Holds.PERSON]
    owner_name: Name
    name: Name
    was: Amount
    now: Amount
    reason: Text


@chapter.decides(LogEntry)
def _(campaign: Campaign, command: LogEntry, asker: Asker, dice: Dice) -> Events:
    """An entry without anything in it would only be noise."""
    if open_for(campaign, asker).evening is None:
        raise CommandRefused("no_evening")
    if not (command.text.strip() or command.rolls or command.changes or command.marks):
        raise CommandRefused("entry_empty", source_id=command.source_id)
    return [_logged(command)]


def _logged(command: LogEntry) -> EntryLogged:
    """The event of a command: field by field the same.

    Every part was checked when the command was made, and is frozen, so that to check it again would be in vain.
    """
    event = EntryLogged.__new__(EntryLogged)
    object.__setattr__(event, "__dict__", {**vars(command), "type": "logged.entry_logged.v1"})
    object.__setattr__(event, "__pydantic_fields_set__", command.model_fields_set)
    object.__setattr__(event, "__pydantic_extra__", None)
    object.__setattr__(event, "__pydantic_private__", None)
    return event


@chapter.decides(AdjustLoggedValue)
def _(campaign: Campaign, command: AdjustLoggedValue, asker: Asker, dice: Dice) -> Events:
    """Adjust a value; only with a reason, since nobody saw what happened."""
    if open_for(campaign, asker).evening is None:
        raise CommandRefused("no_evening")
    need(command.reason.strip(), "reason_missing")
    need(command.was != command.now, "no_change")
    return [
        LoggedValueAdjusted(
            owner=command.owner,
            owner_name=command.owner_name,
            name=command.name,
            was=command.was,
            now=command.now,
            reason=command.reason,
        )
    ]


@chapter.applies(EntryLogged)
def _(campaign: Campaign, event: EntryLogged) -> None:
    intake, logged = taking_in(campaign), campaign.logged
    intake.entries += 1
    intake.words += event.form is EntryForm.VERBATIM
    logged.entries += 1
    logged.rulings += 1


@chapter.applies(LoggedValueAdjusted)
def _(campaign: Campaign, event: LoggedValueAdjusted) -> None:
    taking_in(campaign)
    campaign.logged.rulings += 1


def known_to(event: EntryLogged) -> Audience:
    """Audience of an entry: the table, the GM, or the GM and one person of the table."""
    if event.visibility is Visibility.TABLE:
        return EVERYONE
    return GM_ONLY if event.only is None else only(PersonId(event.only))


@chapter.tells(
    EntryLogged,
    "{speaker}{text:+: }{rolls:+ rolls }{told:+ · }{changes:+ · }{marks:+ · }",
    to=lambda _, it: known_to(it),
)
def _(campaign: Campaign, event: EntryLogged) -> Iterable[Fact]:
    audience = known_to(event)
    if event.text or event.marks:
        text = "\n".join(part for part in (plainly_said(event.text), *event.marks) if part)
        yield Told(text=text, form=event.form.value, about=(event.voice,), audience=audience)
    for roll in event.rolls:
        yield _fallen(event.voice, roll, audience)
    for change in event.changes:
        yield NumberChanged(
            owner=change.owner,
            name=name_kept_apart(change.name),
            delta=change.now - change.was,
            now=change.now,
            why=event.text or event.speaker,
            label=change.name,
            audience=audience,
        )


@chapter.tells(LoggedValueAdjusted, "{owner_name}: {name} {was} → {now}, adjusted: {reason}")
def _(campaign: Campaign, event: LoggedValueAdjusted) -> Iterable[Fact]:
    yield NumberChanged(
        owner=event.owner,
        name=name_kept_apart(event.name),
        delta=event.now - event.was,
        now=event.now,
        why=event.reason,
        label=event.name,
    )


def _fallen(roller: str, roll: LoggedRoll, audience: Audience) -> DiceRolled:
    dice = tuple(
        Die(f"{number}", die.size, die.face, label=die.label, kept=die.kept, extra=die.extra)
        for number, die in enumerate(roll.dice, start=1)
    )
    return DiceRolled(
        roller=roller,
        purpose=roll.label or roll.formula,
        dice=dice,
        reading=roll.total,
        logged=True,
        notation=roll.notation if roll.notation and roll.grade is Grade.EXACT else None,
        audience=audience,
    )


def name_kept_apart(name: str) -> str:
    """The name of a number that is kept apart from those of this campaign's own sheets, which may be called so."""
    return f"logged-{slugify(name) or 'value'}"
