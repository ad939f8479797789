"""Adjudications: settled by word of the gamemaster, because the game leaves it open."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.guards import gm_in_play
from domain.hot_circle.lookup import reserved_fate
from domain.hot_circle.phrases import number
from domain.hot_circle.refs import FieldRef, SubjectRef
from domain.hot_circle.seats import RECORDS, alive, characters
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.terms import HOME
from domain.hot_circle.words import blank
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Slug, Text

chapter = Chapter[Circle](
    "Settled by word",
    {
        "subject_unknown": "Nobody and nothing of that name is here. Name a character, a faction, a setting or "
        "the campaign.",
        "points_wrong": "Write {field} as a plain number, at least {least}.",
        "stands_on_the_sheet": "This has a place of its own on the sheet of {character} ({field}), which words "
        "beside it would not change. Between sessions, enter it from paper.",
    },
)


_POINTS = ("fate", "persona")
_ON_THE_SHEET = frozenset({
    "asset", "assets", "condition", "conditions", "lifepath", "lifepaths", "rating", "ratings", "spent", "tax",
    "taxed", "taxes", "trait", "traits",
})  # fmt: skip
"""Words of a field that a sheet has a place of its own for: written beside it, they would change nothing there."""
_LONGEST_NUMBER = 9


class RecordAdjudication(Command):
    """Settle by word what the game leaves open.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `gm_only`, `reason_missing`, `subject_unknown`, `no_change`, `points_wrong`,
              `stands_on_the_sheet`.
    Yields:   `AdjudicationRecorded`.
    """

    type: Literal["hot_circle.record_adjudication"] = "hot_circle.record_adjudication"
    subject: SubjectRef = Field(title="Whom or what is it about?", description="A character, or `campaign`.")
    field: FieldRef = Field(
        title="What is settled?", description="What is settled; fate and persona change those points."
    )
    after: Text = Field(title="How is it from now on?")
    reason: Text = Field(title="Why?")


class AdjudicationRecorded(Event):
    """The gamemaster settled something by word."""

    type: Literal["hot_circle.adjudication_recorded.v1"] = "hot_circle.adjudication_recorded.v1"
    subject: Slug
    field: Slug
    before: Text
    after: Text
    reason: Text


@chapter.decides(RecordAdjudication)
def record_adjudication(state: Circle, command: RecordAdjudication, asker: Asker, dice: Dice) -> Events:
    """Settle a field by word, as it is now. Fate and persona are numbers; everything else is plain words."""
    gm_in_play(state, asker)
    character = state.characters.get(command.subject)
    if character is None and command.subject not in (HOME, *state.map.factions, *state.settings):
        raise CommandRefused("subject_unknown", subject=command.subject)
    need(not blank(command.reason), "reason_missing")
    after = command.after.strip()
    if character is not None and command.field in _POINTS:
        before = str(getattr(character, command.field))
        kept = reserved_fate(state, command.subject) if command.field == "fate" else 0
        number = int(after) if after.isdecimal() and len(after) <= _LONGEST_NUMBER else -1
        need(number >= kept, "points_wrong", field=command.field, least=kept)
        after = str(number)
    elif character is not None and character.is_pc and _ON_THE_SHEET & set(command.field.split("-")):
        raise CommandRefused(
            "stands_on_the_sheet", field=command.field.replace("-", " "), character=command.subject
        )
    else:
        fields = character.adjudicated if character else state.adjudicated.get(command.subject, {})
        before = fields.get(command.field, "")
    need(after != before, "no_change")
    return [
        AdjudicationRecorded(
            subject=command.subject, field=command.field, before=before, after=after, reason=command.reason
        )
    ]


@chapter.applies(AdjudicationRecorded, renames=True)
def _(state: Circle, event: AdjudicationRecorded) -> None:
    character = state.characters.get(event.subject)
    if character is not None and event.field in ("fate", "persona"):
        must(str(getattr(character, event.field)) == event.before, f"{event.field} was not {event.before}")
        must(event.after.isdecimal(), f"{event.field} cannot become {event.after!r}")
        setattr(character, event.field, int(event.after))
        return
    fields = character.adjudicated if character else state.adjudicated.setdefault(event.subject, {})
    must(fields.get(event.field, "") == event.before, f"{event.field} was not {event.before!r}")
    fields[event.field] = event.after
    if not event.after:
        del fields[event.field]


@chapter.tells(
    AdjudicationRecorded, "The gamemaster rules on {field:_} of {subject}: {after}{before:+ instead of }. {reason}"
)
def _(state: Circle, event: AdjudicationRecorded) -> Iterable[Fact]:
    if event.subject in state.characters and event.field in ("fate", "persona"):
        now = int(event.after)
        yield number(event.subject, event.field, now - int(event.before), now, event.reason, event.field.title())
        return
    yield facts.Adjudicated(
        subject=event.subject or HOME,
        field=event.field,
        before=event.before,
        after=event.after,
        reason=event.reason,
    )


def settling(state: Circle) -> Offer:
    """Anything the game leaves open, settled by word."""
    subjects = (*characters(state, alive(state)), Choice(HOME, "The campaign"))
    return Offer(command=RecordAdjudication, label="Settle by word", choices={"subject": subjects}, group=RECORDS)
