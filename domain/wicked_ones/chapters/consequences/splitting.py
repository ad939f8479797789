"""One consequence becomes several (WO-39)."""

from collections.abc import Iterable
from copy import copy
from typing import Literal

from pydantic import Field

from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Slug, Text
from domain.wicked_ones.chapters.consequences.declaring import declaration, settle, unsettled
from domain.wicked_ones.chapters.consequences.harm import kind_choices, may_befall, usual_ticks
from domain.wicked_ones.chapters.consequences.owed import is_terrible, terrible_enough
from domain.wicked_ones.chapters.guards import gm_only, in_play
from domain.wicked_ones.phrases import settlement
from domain.wicked_ones.printed import SEVERITIES
from domain.wicked_ones.seats import alive, defense_types
from domain.wicked_ones.shapes import Harm
from domain.wicked_ones.state.play import ActionRoll, Consequence
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.bounds import DUNGEON
from domain.wicked_ones.terms.harm import Kind, Settlement, Severity
from domain.wicked_ones.terms.refs import ConsequenceRef
from domain.wicked_ones.terms.rolls import Position

chapter = Chapter[Underworld](
    "Splitting a consequence",
    {
        "parts_missing": "Say what {consequence} becomes.",
        "reduce_first": "{consequence} was resisted in part. The GM says what remains of it.",
    },
)


class SplitConsequence(Command):
    """Split the consequence: make several lighter ones of one, or spread it over others.

    Needs:    the GM; a pending consequence nobody has resisted.
    Refused:  `only_gm`, `consequence_unknown`, `consequence_settled`, `reduce_first`, `parts_missing`, and
              whatever `DeclareConsequence` is refused for, `target_missing`, `amount_without_note`,
              `deadly_means_death`.
    Yields:   `ConsequenceSplit`, `ConsequenceDeclared`.
    """

    type: Literal["wicked_ones.split_consequence"] = "wicked_ones.split_consequence"
    consequence: ConsequenceRef
    parts: tuple[Harm, ...] = Field(max_length=6)
    note: Text = Field(default="", description="Why a clock ticks otherwise than its part's severity makes usual.")


class ConsequenceSplit(Event):
    """A consequence became those of `into`. `lighter`: each of them is less severe."""

    type: Literal["wicked_ones.consequence_split.v1"] = "wicked_ones.consequence_split.v1"
    consequence: Slug
    into: tuple[Slug, ...]
    lighter: bool


@chapter.decides(SplitConsequence)
def split_consequence(state: Underworld, command: SplitConsequence, asker: Asker, dice: Dice) -> Events:
    """WO-39: split a consequence, each part for its own target. Parts no lighter are noted, not refused."""
    gm_only(asker)
    in_play(state)
    it = unsettled(state, command.consequence)
    need(not it.to_reduce, "reduce_first", consequence=command.consequence)
    need(command.parts, "parts_missing", consequence=command.consequence)
    roll = state.rolls.get(it.roll_id or "")
    events: list[Event] = []
    into: list[str] = []
    lighter = True
    waiting = {slug: each for slug, each in state.consequences.items() if slug != command.consequence}
    without = replace_consequences(state, waiting)
    if roll is not None and not still_terrible(without, command, it, roll):
        raise CommandRefused("deadly_means_death", roll=it.roll_id)
    wounded: set[str] = set()
    for each in command.parts:
        # What nothing could stop cannot be stopped in parts either (WO-60).
        part = each if it.resistible else each.model_copy(update={"resistible": False, "why_not": it.why_not})
        may_befall(without, part, it.origin, roll, it.roll_id)
        if Kind.BLOODIED in part.kinds and part.target in wounded:
            raise CommandRefused("already_bloodied", character=part.target)
        wounded |= {part.target} if Kind.BLOODIED in part.kinds else set()
        severity = part.severity or part_severity(it)
        usual_ticks(state, part.changes, severity, command.note)
        lighter = lighter and SEVERITIES.index(severity) < SEVERITIES.index(it.severity)
        slug = f"{command.consequence}-{len(into) + 1}"
        events += declaration(
            state, part, severity, it.origin, roll, it.roll_id, None, note=command.note, part_id=slug
        )
        into.append(slug)
    split = ConsequenceSplit(consequence=command.consequence, into=tuple(into), lighter=lighter)
    return [split, *events]


def part_severity(it: Consequence) -> Severity:
    """The severity of a part if none is said: one step lighter than the whole, annoying at least."""
    return SEVERITIES[max(SEVERITIES.index(it.severity) - 1, 1)]


def still_terrible(without: Underworld, command: SplitConsequence, it: Consequence, roll: ActionRoll) -> bool:
    """WO-28: true while a deadly roll still brings death or as terrible a fate once this is split."""
    return (
        roll.position is not Position.DEADLY
        or any(is_terrible(part, roll, part_severity(it)) for part in command.parts)
        or terrible_enough(without, roll, it.roll_id)
    )


def replace_consequences(state: Underworld, consequences: dict[str, Consequence]) -> Underworld:
    """The same state as far as its rules look, with other consequences in it."""
    seen = copy(state)
    seen.consequences = consequences
    return seen


@chapter.applies(ConsequenceSplit)
def _(state: Underworld, event: ConsequenceSplit) -> None:
    settle(state, event.consequence, Settlement.SPLIT)


@chapter.tells(ConsequenceSplit, "{consequence} becomes several")
def _(state: Underworld, event: ConsequenceSplit) -> Iterable[Fact]:
    parts = len(event.into)
    yield settlement(state, event.consequence, "split", "one part" if parts == 1 else f"{parts} parts", good=None)


def splitting(state: Underworld, slug: str, what: str) -> Iterable[Offer]:
    """Offers to split a consequence among those who are near."""
    targets = (*alive(state), Choice(DUNGEON, state.dungeon.name))
    yield Offer(
        command=SplitConsequence,
        label=f"Split or spread: {what}",
        known={"consequence": slug},
        choices={"parts.target": targets, "parts.kind": kind_choices((Kind.COMPLICATION, Kind.SHOCK))},
        suggested={"parts.threat": defense_types(state)},
        group="Consequences",
    )
