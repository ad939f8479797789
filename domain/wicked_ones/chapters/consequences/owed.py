"""Consequences owed for a roll or a bad start, until declared or waived (WO-28, WO-31, WO-33, WO-38)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Slug, Text
from domain.wicked_ones.chapters.guards import gm_only, in_play, open_scene, reason_given
from domain.wicked_ones.lookup import roll_of, roll_owes, scene_of, standing_of, start_owes
from domain.wicked_ones.phrases import told
from domain.wicked_ones.printed import less
from domain.wicked_ones.shapes import Harm
from domain.wicked_ones.state.play import ActionRoll
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.bounds import DUNGEON
from domain.wicked_ones.terms.harm import Kind, Severity
from domain.wicked_ones.terms.refs import ActionRef
from domain.wicked_ones.terms.rolls import Position

chapter = Chapter[Underworld](
    "What is owed",
    {
        "nothing_owed": "No consequence is owed for {source}: only what failed or was mixed owes one, "
        "and only once.",
    },
)


class WaiveConsequence(Command):
    """Waive the consequence: a failed or mixed roll still owes it. Say why.

    Needs:    the GM; an open scene; a roll, or without one a bad start, that owes a consequence.
    Refused:  `only_gm`, `scene_missing`, `roll_unknown`, `nothing_owed`, `reason_missing`.
    Yields:   `ConsequenceWaived`.
    """

    type: Literal["wicked_ones.waive_consequence"] = "wicked_ones.waive_consequence"
    roll: ActionRef | None = Field(default=None, description="The action; left out: the start of the scene.")
    reason: Text


class ConsequenceWaived(Event):
    """The GM waived the consequence of a roll; without `roll`, that of the scene's bad start."""

    type: Literal["wicked_ones.consequence_waived.v1"] = "wicked_ones.consequence_waived.v1"
    scene: Slug
    roll: Slug | None
    reason: Text


@chapter.decides(WaiveConsequence)
def waive_consequence(state: Underworld, command: WaiveConsequence, asker: Asker, dice: Dice) -> Events:
    """WO-38: waive an owed consequence, with a reason."""
    gm_only(asker)
    in_play(state)
    scene = open_scene(state)
    if command.roll is None:
        owed = start_owes(state)
    else:
        owed = roll_owes(state, command.roll, one_there(state.rolls, command.roll, "roll_unknown"))
    need(owed, "nothing_owed", source=command.roll or "the start of this scene")
    reason_given(command.reason)
    return [ConsequenceWaived(scene=scene.id, roll=command.roll, reason=command.reason)]


@chapter.applies(ConsequenceWaived)
def _(state: Underworld, event: ConsequenceWaived) -> None:
    scene = scene_of(state)
    must(scene.id == event.scene, f"{event.scene} is not open")
    if event.roll is None:
        scene.answered = True
    else:
        roll_of(state, event.roll).waived = True


@chapter.tells(ConsequenceWaived, "It brings nothing bad this time: {reason}")
def _(state: Underworld, event: ConsequenceWaived) -> Iterable[Fact]:
    about = DUNGEON if event.roll is None else state.rolls[event.roll].character
    yield told(event.reason, "no consequence", about)


def is_terrible(harm: Harm, roll: ActionRoll, usual: Severity = Severity.DEVASTATING) -> bool:
    """True for death of whoever rolled, or a fate as terrible (WO-28, WO-A36).

    `usual`: its severity if none is given.
    """
    fate = Kind.COMPLICATION in harm.kinds and (harm.severity or usual) is Severity.DEVASTATING
    return harm.target == roll.character and (Kind.DEATH in harm.kinds or fate)


def terrible_enough(state: Underworld, roll: ActionRoll, roll_id: str | None) -> bool:
    """True if this roll has brought its terrible consequence already, so that others may be declared too."""
    return (
        any(
            it.roll_id == roll_id
            and it.target == roll.character
            and it.severity is Severity.DEVASTATING
            and {Kind.DEATH, Kind.COMPLICATION} & set(it.kinds)
            for it in state.consequences.values()
        )
        or not state.characters[roll.character].alive
    )


def fitting(state: Underworld, roll: ActionRoll) -> Iterable[Kind]:
    """Kinds that may befall whoever rolled: at deadly stakes death or a like fate, otherwise what is possible."""
    if roll.position is Position.DEADLY:
        yield Kind.DEATH
        yield Kind.COMPLICATION
        return
    yield Kind.COMPLICATION
    yield Kind.SHOCK
    if standing_of(state, roll.character) is not Position.DEADLY:
        yield Kind.WORSE_POSITION
    if less(roll.effect) is not roll.effect:
        yield Kind.REDUCED_EFFECT
    waiting = any(
        it.pending and it.target == roll.character and Kind.BLOODIED in it.kinds
        for it in state.consequences.values()
    )
    if not state.characters[roll.character].bloodied and not roll.was_bloodied and not waiting:
        yield Kind.BLOODIED


def waivers(slug: str, roll: ActionRoll) -> Iterable[Offer]:
    """Offer to waive the consequence of a roll."""
    yield Offer(
        command=WaiveConsequence,
        label=f"No consequence this time, and why: {roll.intention}",
        known={"roll": slug},
        group="Action",
    )


def bad_start_waivers() -> Iterable[Offer]:
    """Offer to waive the consequence of a bad start."""
    yield Offer(
        command=WaiveConsequence,
        label="The bad start brings nothing more, and why",
        known={"roll": None},
        group="Consequences",
    )
