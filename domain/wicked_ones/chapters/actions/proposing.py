"""An action, before it is framed: proposed, or told without a roll (WO-08, WO-25, WO-30)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import ASKED, Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Character, Name, Slug, Text
from domain.wicked_ones.chapters.guards import (
    Described,
    action_named,
    described,
    in_play,
    open_scene,
    own,
    own_or_gm,
)
from domain.wicked_ones.lookup import count_number, roll_of, scene_of
from domain.wicked_ones.phrases import told, words
from domain.wicked_ones.seats import Seat, nine, seats
from domain.wicked_ones.state.play import ActionRoll
from domain.wicked_ones.state.underworld import Underworld, asked_id, next_id
from domain.wicked_ones.terms.refs import ActionRef, MonsterRef, NewAction
from domain.wicked_ones.terms.rolls import Action, RollStatus

chapter = Chapter[Underworld](
    "Proposing an action",
    {
        "gm_cannot_pick_action": "The player chooses the action.",
        "intention_missing": "Say what you want from it.",
        "nothing_at_risk": "Say what could go wrong. Where nothing can, tell what happens without a roll.",
        "already_rolled": "The dice are down, or the action was taken back: {roll} stands.",
    },
)


class ProposeAction(Described):
    """Ask for a roll: say what your monster wants, which action it uses, and what could go wrong.

    Needs:    an open scene; your own living monster; something at risk.
    Refused:  `scene_missing`, `intention_missing`, `describe_first`, `gm_cannot_pick_action`, `unknown_action`,
              `nothing_at_risk`, `not_your_character`, `unknown_character`, `dead`, `consequence_pending`.
    Yields:   `ActionProposed`.
    """

    type: Literal["wicked_ones.propose_action"] = "wicked_ones.propose_action"
    character: MonsterRef
    intention: Text
    action: Name = Field(description="One of the nine.")
    risk: Text = Field(default="", description="What could go wrong.", json_schema_extra=ASKED)
    id: NewAction | None = Field(
        default=None, description="Its number as offered, so that it keeps it; left out: the next."
    )


class ActionProposed(Event):
    """A player asked for a roll. `intention` is what the monster wants, `risk` what could go wrong."""

    type: Literal["wicked_ones.action_proposed.v1"] = "wicked_ones.action_proposed.v1"
    roll: Slug
    character: Character
    intention: Text
    action: Action
    risk: Text
    description: Text


@chapter.decides(ProposeAction)
def propose_action(state: Underworld, command: ProposeAction, asker: Asker, dice: Dice) -> Events:
    """WO-25, WO-08: put an action on the table: the player says what for, and which of the nine."""
    in_play(state)
    described(command)
    need(not asker.is_gm, "gm_cannot_pick_action")
    own(state, command.character, asker)
    open_scene(state)
    need(command.intention.strip(), "intention_missing")
    action = action_named(command.action)
    need(command.risk.strip(), "nothing_at_risk")
    for slug, consequence in state.consequences.items():
        if consequence.pending and consequence.target == command.character:
            raise CommandRefused("consequence_pending", consequence=slug, target=command.character)
    return [
        ActionProposed(
            roll=asked_id(state, "roll", command.id),
            character=command.character,
            intention=command.intention,
            action=action,
            risk=command.risk,
            description=command.description,
        )
    ]


@chapter.applies(ActionProposed, renames=True)
def _(state: Underworld, event: ActionProposed) -> None:
    must(event.character in state.characters, f"{event.character} never came")
    count_number(state, "roll", event.roll)
    scene = scene_of(state)
    if event.character not in scene.present:
        scene.present.append(event.character)
    state.rolls[event.roll] = ActionRoll(event.character, event.intention, event.action)


@chapter.tells(ActionProposed, "{character} goes for it with {action}: {intention}")
def _(state: Underworld, event: ActionProposed) -> Iterable[Fact]:
    yield facts.TestOpened(test=event.roll, form="action roll", sides=(event.character,), aim=event.intention)
    yield told(f"{event.description} At risk: {event.risk}", words(event.action), event.character)
    form = facts.Form.SENTENCE
    yield facts.Aim(
        test=event.roll, who=event.character, text=event.intention, means=event.description, means_form=form
    )
    yield facts.Stakes(test=event.roll, who=event.character, text=event.risk, form=form)


class NarrateWithoutRoll(Described):
    """Tell what happens where nothing is at risk.

    Needs:    an open scene; your own living monster, or the GM for it.
    Refused:  `scene_missing`, `describe_first`, `not_your_character`, `unknown_character`, `dead`.
    Yields:   `NarratedWithoutRoll`.
    """

    type: Literal["wicked_ones.narrate_without_roll"] = "wicked_ones.narrate_without_roll"
    character: MonsterRef


class NarratedWithoutRoll(Event):
    """Nothing was at risk, so it happened without a roll."""

    type: Literal["wicked_ones.narrated_without_roll.v1"] = "wicked_ones.narrated_without_roll.v1"
    character: Character
    description: Text


@chapter.decides(NarrateWithoutRoll)
def narrate_without_roll(state: Underworld, command: NarrateWithoutRoll, asker: Asker, dice: Dice) -> Events:
    """WO-25: tell what happens where nothing is at risk."""
    in_play(state)
    described(command)
    own_or_gm(state, command.character, asker)
    open_scene(state)
    return [NarratedWithoutRoll(character=command.character, description=command.description)]


@chapter.applies(NarratedWithoutRoll)
def _(state: Underworld, event: NarratedWithoutRoll) -> None:
    scene_of(state)


@chapter.tells(NarratedWithoutRoll, "{character}: {description}")
def _(state: Underworld, event: NarratedWithoutRoll) -> Iterable[Fact]:
    yield told(event.description, "narrated", event.character)
    yield facts.Turn(test="", who=event.character, text=event.description)


_OPEN = (RollStatus.PROPOSED, RollStatus.FRAMED)


class WithdrawAction(Command):
    """Take an action back before the dice fall. It costs nothing.

    Needs:    the player of the monster, or the GM for one who is away; the dice have not fallen.
    Refused:  `roll_unknown`, `already_rolled`, `not_your_character`.
    Yields:   `ActionWithdrawn`.
    """

    type: Literal["wicked_ones.withdraw_action"] = "wicked_ones.withdraw_action"
    roll: ActionRef = Field(description="The action.")


class ActionWithdrawn(Event):
    """The player took an action back before the dice fell."""

    type: Literal["wicked_ones.action_withdrawn.v1"] = "wicked_ones.action_withdrawn.v1"
    roll: Slug


@chapter.decides(WithdrawAction)
def withdraw_action(state: Underworld, command: WithdrawAction, asker: Asker, dice: Dice) -> Events:
    """WO-30: take an action back before the dice fall, for nothing."""
    in_play(state)
    roll = one_there(state.rolls, command.roll, "roll_unknown")
    if not asker.is_gm and state.characters[roll.character].player != asker.person:
        raise CommandRefused("not_your_character", character=roll.character)
    need(roll.status in _OPEN, "already_rolled", roll=command.roll)
    return [ActionWithdrawn(roll=command.roll)]


@chapter.applies(ActionWithdrawn)
def _(state: Underworld, event: ActionWithdrawn) -> None:
    roll = roll_of(state, event.roll)
    must(roll.status in (RollStatus.PROPOSED, RollStatus.FRAMED), f"{event.roll} cannot be withdrawn now")
    roll.status = RollStatus.WITHDRAWN


@chapter.tells(ActionWithdrawn, "{roll} is taken back")
def _(state: Underworld, event: ActionWithdrawn) -> Iterable[Fact]:
    yield facts.TestClosed(test=event.roll, outcome="taken back", losers=(state.rolls[event.roll].character,))


def proposals(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """Offers to act, for monsters over which no consequence is pending."""
    struck = {it.target for it in state.consequences.values() if it.pending}
    for seat in seats(state, asker):
        if seat.character not in struck:
            yield seat.offer(
                ProposeAction,
                f"{seat.name} goes for something",
                {"id": next_id(state, "roll"), "character": seat.character},
                {"action": nine(seat.it)},
                group="Scene",
            )
        yield seat.offer(
            NarrateWithoutRoll,
            f"{seat.name} does something without risk",
            {"character": seat.character},
            group="Scene",
        )


def withdrawal(slug: str, seat: Seat) -> Iterable[Offer]:
    """Offer to take an action back."""
    yield seat.offer(WithdrawAction, f"{seat.name} backs off", {"roll": slug}, group="Action", weight=Weight.ASIDE)
