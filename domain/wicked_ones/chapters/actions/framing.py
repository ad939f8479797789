"""Position and effect, and the circumstances that change them (WO-26 to WO-29)."""

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character, CharacterId, Slug
from domain.wicked_ones.chapters.actions.proposing import _OPEN, ProposeAction
from domain.wicked_ones.chapters.guards import gm_only, in_play
from domain.wicked_ones.lookup import effect_at_first, roll_of, standing_of
from domain.wicked_ones.phrases import told
from domain.wicked_ones.printed import EFFECTS, POSITIONS
from domain.wicked_ones.seats import action_words
from domain.wicked_ones.shapes import Circumstance, Tilt
from domain.wicked_ones.state.play import ActionRoll
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.refs import ActionRef
from domain.wicked_ones.terms.rolls import Axis, Category, Effect, Position, RollStatus, Sign

chapter = Chapter[Underworld](
    "Framing an action",
    {
        "only_action_rolls": "Only an action has a position and an effect; a resistance and a death knell "
        "have none.",
        "circumstance_missing": "Name the circumstance that makes {axis} {given}.",
        "deadly_required": "{character} is bloodied; a roll that risks harm must be framed deadly.",
    },
)


OVERWHELMING = 2
"""Number of circumstances pulling one way that outweigh the rest."""


class FrameAction(Command):
    """Say how bad a roll may get and how much it may do. Asked again before the dice fall, it frames anew.

    Needs:    the GM; an action that was proposed.
    Refused:  `only_gm`, `roll_unknown`, `only_action_rolls`, `already_rolled`, `circumstance_missing`,
              `deadly_required`.
    Yields:   `ActionFramed`; `DeadlyAnnounced` when death is at stake.
    """

    type: Literal["wicked_ones.frame_action"] = "wicked_ones.frame_action"
    roll: ActionRef = Field(description="The action.")
    position: Position | None = Field(default=None, description="Left out: how the monster stands in the scene.")
    effect: Effect | None = Field(default=None, description="Left out: where it starts, by the footing.")
    circumstances: tuple[Circumstance, ...] = Field(default=(), max_length=12)
    risks_harm: bool = Field(
        title="Its body is at risk", default=False, description="Whether the body is at risk."
    )


class ActionFramed(Event):
    """An action was framed: its position, its effect, and why.

    `circumstances` say why it is other than usual; `overwhelming`: the directions that two of them, or one called
    so, outweigh the rest in; `risks_harm`: the body is at risk. Since v2 a circumstance may say which of the usual
    kinds it is.
    """

    type: Literal["wicked_ones.action_framed.v2"] = "wicked_ones.action_framed.v2"
    roll: Slug
    position: Position
    effect: Effect
    circumstances: tuple[Circumstance, ...]
    overwhelming: tuple[Tilt, ...]
    risks_harm: bool


class DeadlyAnnounced(Event):
    """The GM said aloud that an action may kill."""

    type: Literal["wicked_ones.deadly_announced.v1"] = "wicked_ones.deadly_announced.v1"
    roll: Slug
    character: Character


@chapter.decides(FrameAction)
def frame_action(state: Underworld, command: FrameAction, asker: Asker, dice: Dice) -> Events:
    """WO-26 to WO-29: frame an action anew; a risk to a bloodied monster's body has to be framed deadly."""
    gm_only(asker)
    in_play(state)
    need(command.roll not in state.consequences, "only_action_rolls", roll=command.roll)
    roll = one_there(state.rolls, command.roll, "roll_unknown")
    need(not roll.knell, "only_action_rolls", roll=command.roll)
    need(roll.status in _OPEN, "already_rolled", roll=command.roll)
    it = state.characters[roll.character]
    standing = standing_of(state, roll.character)
    position = command.position or standing
    last_leg = it.bloodied and command.risks_harm
    if last_leg and position is not Position.DEADLY:
        raise CommandRefused("deadly_required", character=roll.character)
    given = command.circumstances
    need(not any(not each.text.strip() for each in given), "circumstance_missing", axis="it", given="so")
    change = POSITIONS.index(position) - POSITIONS.index(standing)
    if change and not (last_leg and position is Position.DEADLY) and not points_to(given, Axis.POSITION, change):
        raise CommandRefused("circumstance_missing", axis=Axis.POSITION, given=position)
    start = effect_at_first(state)
    effect = command.effect or start
    change = EFFECTS.index(effect) - EFFECTS.index(start)
    if change and not points_to(given, Axis.EFFECT, change):
        raise CommandRefused("circumstance_missing", axis=Axis.EFFECT, given=effect)
    framed = ActionFramed(
        roll=command.roll,
        position=position,
        effect=effect,
        circumstances=given,
        overwhelming=overwhelming(given),
        risks_harm=command.risks_harm,
    )
    if position is not Position.DEADLY:
        return [framed]
    return [framed, DeadlyAnnounced(roll=command.roll, character=CharacterId(roll.character))]


def points_to(given: tuple[Circumstance, ...], axis: Axis, change: int) -> bool:
    """True if a circumstance on this scale points the way of `change`: above 0 worse, below 0 better."""
    wanted = Sign.WORSE if change > 0 else Sign.BETTER
    return any(each.axis is axis and each.sign is wanted for each in given)


def overwhelming(given: tuple[Circumstance, ...]) -> tuple[Tilt, ...]:
    """Directions in which two circumstances point, or one the GM calls so: they outweigh the rest (WO-27)."""
    counted: Counter[tuple[Axis, Sign]] = Counter()
    for each in given:
        counted[each.axis, each.sign] += OVERWHELMING if each.overwhelming else 1
    return tuple(Tilt(axis=axis, sign=sign) for (axis, sign), n in counted.items() if n >= OVERWHELMING)


@chapter.applies(ActionFramed)
def _(state: Underworld, event: ActionFramed) -> None:
    roll = roll_of(state, event.roll)
    must(roll.status in (RollStatus.PROPOSED, RollStatus.FRAMED), f"{event.roll} cannot be framed now")
    roll.status = RollStatus.FRAMED
    roll.position, roll.effect = event.position, event.effect
    roll.circumstances = list(event.circumstances)
    roll.risks_harm = event.risks_harm


@chapter.tells(ActionFramed, "{roll}: {position} position, {effect} effect")
def _(state: Underworld, event: ActionFramed) -> Iterable[Fact]:
    who = state.rolls[event.roll].character
    why = "; ".join(each.text for each in event.circumstances)
    framed = f"{event.position} position, {event.effect} effect"
    yield told(f"{framed} ({why})" if why else framed, "frame", who)


@chapter.applies(DeadlyAnnounced)
def _(state: Underworld, event: DeadlyAnnounced) -> None:
    """No change here: it is said aloud, so that nobody can say afterwards that it was not."""
    roll_of(state, event.roll)


@chapter.tells(DeadlyAnnounced, "Death is at stake for {character}")
def _(state: Underworld, event: DeadlyAnnounced) -> Iterable[Fact]:
    yield told("death is at stake", "deadly", event.character)
    yield facts.Stakes(test=event.roll, who=event.character, text="", what="death")


_CATEGORIES = {
    Category.ACTION: "how well this way of acting suits the task",
    Category.SCALE: "numbers and size",
    Category.EQUIPMENT: "how good the gear is",
    Category.SKILL: "who is better at this",
    Category.DEFENSES: "armor, keen ears, a strong mind",
    Category.MAGIC: "whose magic is stronger",
    Category.ENVIRONMENT: "ground, light, weather",
    Category.KNOWLEDGE: "the right tool or a thing known; what is wrong counts against",
}
CATEGORIES = tuple(Choice(it.value, it.value.capitalize(), detail) for it, detail in _CATEGORIES.items())
"""The usual kinds of circumstance (WO-27)."""


def framings(state: Underworld, slug: str, roll: ActionRoll) -> Iterable[Offer]:
    """Offers to frame an action as it stands, or otherwise with a circumstance; deadly where it has to be.

    What is usual is assumed where the GM records the action; where a player does, it waits for the GM's word.
    Until the dice fall the GM may still frame it otherwise. It has to be deadly where a bloodied body is at risk.
    """
    again = roll.status is RollStatus.FRAMED
    standing, effect = standing_of(state, roll.character), effect_at_first(state)
    plain = {
        "roll": slug,
        "position": standing.value,
        "effect": effect.value,
        "circumstances": (),
        "risks_harm": False,
    }
    waiting = (it for it in state.rolls.values() if it.status is roll.status)
    about = f"Frame {action_words(state, roll, waiting)}{' anew' if again else ''}"
    label = f"{about}: {standing} position, {effect} effect"
    it = state.characters[roll.character]
    usual = standing is not Position.DEADLY and effect is not Effect.ZERO and not it.bloodied
    after = ProposeAction if usual and not again else None
    yield Offer(command=FrameAction, label=label, known=plain, usual_after=after, group="Action")
    if it.bloodied:
        deadly = {**plain, "position": Position.DEADLY.value, "risks_harm": True}
        label = f"{about} as deadly: bloodied, and the body is at risk"
        yield Offer(command=FrameAction, label=label, known=deadly, group="Action")
    yield Offer(
        command=FrameAction,
        label=f"{about} otherwise, naming circumstances",
        known={"roll": slug},
        choices={
            "position": tuple(Choice(it.value, it.value.capitalize()) for it in Position),
            "effect": tuple(Choice(it.value, it.value.capitalize()) for it in Effect),
            "circumstances.category": CATEGORIES,
        },
        group="Action",
    )
