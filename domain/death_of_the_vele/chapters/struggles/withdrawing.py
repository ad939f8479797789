"""Striking back, and taking a goal back (VE-69)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.guards import (
    before_roll,
    in_story,
    in_the_scene,
    not_turned_down,
    scene_with_dice,
)
from domain.death_of_the_vele.chapters.initiative.turns import turn_state
from domain.death_of_the_vele.chapters.pools import dice_home
from domain.death_of_the_vele.chapters.struggles.starting import SUBJECTS, StruggleStarted
from domain.death_of_the_vele.choices import GOALS, MODES
from domain.death_of_the_vele.lookup import component_of, narrator_of, player_for, running_struggle, struggle_of
from domain.death_of_the_vele.seats import STRUGGLE, Seat, active_cast
from domain.death_of_the_vele.state.act import Scene
from domain.death_of_the_vele.state.struggle import Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import OPPONENT, player_of_component
from domain.death_of_the_vele.terms.cast import AttackMode
from domain.death_of_the_vele.terms.play import ApprovalKind, DeedKind
from domain.death_of_the_vele.terms.struggle import GoalType, Phase, StruggleKind, Winner
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, allowed, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Slug, Text

chapter = Chapter[Vele](
    "Striking back, and taking a goal back",
    {
        "no_lost_struggle": "Only a thing that somebody has just failed against strikes back.",
        "not_your_goal": "This is {player}'s goal, not yours.",
    },
)


PREPARING = (DeedKind.ALLY, DeedKind.PUSH, DeedKind.DIFFICULTY, DeedKind.EFFECT)


class StartCounterStruggle(Command):
    """Let it strike back: a thing that was not overcome.

    Needs:    the last struggle lost against that thing; its player, or the narrator.
    Refused:  `no_scene`, `struggle_running`, `no_lost_struggle`, `not_your_component`, `not_in_scene`,
              `cannot_act`, `text_missing`, `not_accepted`, `attack_mode_missing`, `beyond_dice`.
    Yields:   `StruggleStarted` with `counter_of`.
    """

    type: Literal["death_of_the_vele.start_counter_struggle"] = "death_of_the_vele.start_counter_struggle"
    goal_type: GoalType = Field(title="What it is for")
    goal_text: Text = Field(title="Goal")
    attack_mode: AttackMode | None = Field(default=None, title="Harm, or control")


@chapter.decides(StartCounterStruggle)
def start_counter_struggle(state: Vele, command: StartCounterStruggle, asker: Asker, chance: Chance) -> Events:
    """VE-69: let a thing that was not overcome strike back, whoever's turn it is."""
    in_story(state, asker)
    scene = scene_with_dice(state)
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    last = state.struggle
    thing = last.sides["opponent"].main if last is not None and last.winner is Winner.OPPONENT else None
    if last is None or thing is None or last.counter_of is not None or not last.known:
        raise CommandRefused("no_lost_struggle")
    it = in_the_scene(state, scene, thing)
    if asker.person not in (player_for(it), narrator_of(state)):
        raise CommandRefused("not_your_component", component=thing, player=player_for(it))
    need(command.goal_text.strip(), "text_missing")
    if command.goal_type.is_attack and command.attack_mode is None:
        raise CommandRefused("attack_mode_missing")
    not_turned_down(state, ApprovalKind.GOAL, command.goal_text)
    loser = last.actor.main
    if loser is None or not allowed(in_the_scene, state, scene, loser):
        raise CommandRefused("no_lost_struggle")
    return [
        StruggleStarted(
            struggle=f"struggle-{state.struggles + 1}",
            kind=StruggleKind.OFFENSIVE_DEFENSIVE,
            player=player_for(it),
            actor=thing,
            opponents=(loser,),
            goal_type=GoalType.ATTACK if command.goal_type.is_attack else command.goal_type,
            goal_text=command.goal_text,
            attack_mode=command.attack_mode if command.goal_type.is_attack else None,
            subject=loser if command.goal_type in SUBJECTS else None,
            counter_of=last.id,
            takes_action=False,
        )
    ]


class WithdrawGoal(Command):
    """Take a goal back before the dice fall. Pushed dice go home; what was paid for effects is gone.

    Needs:    one's own goal, before the roll.
    Refused:  `no_struggle`, `already_rolled`, `not_your_goal`.
    Yields:   `StruggleDieReturned` for each pushed die, `StruggleWithdrawn`.
    """

    type: Literal["death_of_the_vele.withdraw_goal"] = "death_of_the_vele.withdraw_goal"


class StruggleWithdrawn(Event):
    """A goal was taken back before the roll."""

    type: Literal["death_of_the_vele.struggle_withdrawn.v1"] = "death_of_the_vele.struggle_withdrawn.v1"
    struggle: Slug


@chapter.decides(WithdrawGoal)
def withdraw_goal(state: Vele, command: WithdrawGoal, asker: Asker, chance: Chance) -> Events:
    """Take a goal back before the roll: the dice go home, what effects cost is gone."""
    in_story(state, asker)
    struggle = before_roll(state)
    need(struggle.player == asker.person, "not_your_goal", player=struggle.player)
    return [*dice_home(state), StruggleWithdrawn(struggle=struggle.id)]


def settle_deeds(state: Vele) -> None:
    """Mark the deeds of a dropped struggle as rested: they can no longer be taken back one by one."""
    for each in state.deeds.values():
        if each.kind in PREPARING:
            each.rested = True


def drop_struggle(state: Vele, struggle: Struggle) -> None:
    """Drop a struggle before it is rolled: nobody was treated, nobody has helped."""
    struggle.phase = Phase.DONE
    settle_deeds(state)
    if struggle.kind is StruggleKind.HEALING and struggle.subject is not None:
        patient = component_of(state, struggle.subject)
        patient.healing_used_in, patient.healing = None, None
    if state.scene is not None:
        for slug in (ally for side in struggle.sides.values() for ally in side.allies):
            turn = turn_state(state.scene, slug)
            turn.must_skip_next_action, turn.helping = False, None


@chapter.applies(StruggleWithdrawn, renames=True)
def _(state: Vele, event: StruggleWithdrawn) -> None:
    struggle = struggle_of(state)
    must(struggle.before_roll, "the dice have fallen")
    drop_struggle(state, struggle)
    for each in state.deeds.values():
        each.rested = each.rested or each.kind is DeedKind.GOAL


@chapter.tells(StruggleWithdrawn, "The goal is taken back")
def _(state: Vele, event: StruggleWithdrawn) -> Iterable[Fact]:
    yield facts.TestClosed(test=event.struggle, outcome="withdrawn before the roll")


def countering(state: Vele, scene: Scene, seat: Seat) -> Iterable[Offer]:
    """Offer to let a thing that was not overcome strike back."""
    last = state.struggle
    if last is None or last.winner is not Winner.OPPONENT or last.counter_of is not None or not last.known:
        return
    thing, loser = last.sides[OPPONENT].main, last.actor.main
    there = active_cast(state, scene)
    if thing not in there or loser not in there:
        return
    if seat.player in (player_of_component(state, thing), narrator_of(state)):
        kinds = (Choice(GoalType.ATTACK.value, "Attack"), *GOALS)
        yield seat.offer(
            StartCounterStruggle,
            f"{state.components[thing].name} strikes back",
            {},
            {"goal_type": kinds, "attack_mode": MODES},
            group=STRUGGLE,
        )
