"""Matters the GM settles by word (OT-16)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Name, Text, slugify
from domain.open_table.chapters.guards import character_of
from domain.open_table.lookup import owner_id, values_of
from domain.open_table.seats import WORD_GROUP, people
from domain.open_table.state import OpenTable
from domain.open_table.terms import CharacterRef

chapter = Chapter[OpenTable](
    "Settled by word",
    {
        "gms_word": "Only the GM settles something by word.",
    },
)


class Judge(Command):
    """Settle it by word: something that nothing else here decides. It stays until it is settled otherwise.

    Needs:    the GM, and a reason. Nothing written as the outcome takes it off the sheet.
    Refused:  `gms_word`, `character_unknown`, `reason_missing`, `nothing_changes`, `name_unreadable`.
    Yields:   `Judged`.
    """

    type: Literal["open_table.judge"] = "open_table.judge"
    who: CharacterRef | None = Field(default=None, title="Whom it is about", description="Empty: the table.")
    matter: Name = Field(title="What it is about")
    outcome: Text = Field(title="How it is")
    reason: Text


class Judged(Event):
    """The GM settled something by word."""

    type: Literal["open_table.judged.v1"] = "open_table.judged.v1"
    who: CharacterSlug | None
    matter: Name
    before: Text
    outcome: Text
    reason: Text


@chapter.decides(Judge)
def judge(state: OpenTable, command: Judge, asker: Asker, dice: Dice) -> Events:
    """OT-16: the GM's word, with a reason."""
    need(asker.is_gm, "gms_word")
    if command.who is not None:
        character_of(state, command.who)
    need(command.reason.strip(), "reason_missing")
    need(slugify(command.matter), "name_unreadable")
    before = values_of(state, command.who).settled.get(command.matter, "")
    need(before != command.outcome, "nothing_changes")
    return [
        Judged(
            who=command.who,
            matter=command.matter,
            before=before,
            outcome=command.outcome,
            reason=command.reason,
        )
    ]


@chapter.applies(Judged)
def _(state: OpenTable, event: Judged) -> None:
    must(event.who is None or event.who in state.characters, f"{event.who} is nobody")
    settled = values_of(state, event.who).settled
    must(settled.get(event.matter, "") == event.before, f"{event.matter} is settled otherwise")
    if event.outcome:
        settled[event.matter] = event.outcome
    else:
        settled.pop(event.matter, None)


@chapter.tells(Judged, "The GM rules{who:+, for }: {matter}, {outcome}. {reason}")
def _(state: OpenTable, event: Judged) -> Iterable[Fact]:
    yield facts.Adjudicated(
        subject=owner_id(event.who),
        field=slugify(event.matter),
        before=event.before,
        after=event.outcome,
        reason=event.reason,
    )
    yield _ruled(state, event)
    yield facts.Turn(test="", who="", text=event.reason, way=facts.Way.TRUE)


def _ruled(state: OpenTable, event: Judged) -> Fact:
    """The ruling as the story tells it: its matter and how it comes out; of a person, who does what."""
    name = "" if event.who is None else state.characters[event.who].name
    if event.who is not None and name.casefold() == event.matter.casefold():
        goes_on = event.outcome[:1].islower()
        return facts.Turn(test="", who=event.who, text=f"{name} {event.outcome}" if goes_on else event.outcome)
    return facts.Turn(test="", who="", text=event.outcome and f"{event.matter}: {event.outcome}")


def judging(state: OpenTable, asker: Asker) -> Iterable[Offer]:
    """The GM's word, about somebody or the table."""
    if asker.is_gm:
        choices = {"who": people(state, state.characters)} if state.characters else {}
        yield Offer(
            command=Judge, label="Settle something by word", choices=choices, group=WORD_GROUP, weight=Weight.ASIDE
        )
