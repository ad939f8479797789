"""Allies, traits, dice and difficulties: what is laid out before the roll (VE-23, VE-52 to VE-56, VE-64)."""

from domain.death_of_the_vele.commands import struggles as ask
from domain.death_of_the_vele.events import struggles as say
from domain.death_of_the_vele.house_rules import AverageDice
from domain.death_of_the_vele.reckoning import ACTOR, side_with, unit_of
from domain.death_of_the_vele.state import Component, Side, Struggle, Trait, Vele
from domain.death_of_the_vele.terms import (
    ApprovalKind,
    ComponentKind,
    Die,
    Home,
    Pool,
    StruggleKind,
    WagerSource,
)
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .cases import answers
from .common import BOWL, own_component, purse, turned_down
from .pools import as_held, not_held, single
from .stages import before_roll, own_in_the_scene, scene_with_dice, side_called, spokesman

AVERAGE = "average"
MOST_DIFFICULT = 5


@answers(ask.JoinAsAlly)
def join_as_ally(state: Vele, command: ask.JoinAsAlly, asker: Asker) -> Decision[Event]:
    """VE-52: any component that helps nobody else; under initiative it owes its next action."""
    struggle = before_roll(state)
    if isinstance(struggle, Refusal):
        return struggle
    scene = scene_with_dice(state)
    if isinstance(scene, Refusal):
        return scene
    it = own_in_the_scene(state, scene, command.component, asker)
    if isinstance(it, Refusal):
        return it
    side = side_called(struggle, command.side)
    if isinstance(side, Refusal):
        return side
    if side.main is None:
        return refuse("side_without_main")
    if side_with(state, struggle, command.component) is not None:
        return refuse("already_in_struggle", component=command.component)
    turn = scene.components.get(command.component)
    if turn is not None and turn.helping not in (None, side.main):
        return refuse("two_masters", component=command.component, helped=turn.helping)
    helper = scene.components.get(side.main)
    if command.side != ACTOR and helper is not None and helper.helping in unit_of(state, command.component):
        return refuse("helped_one_defends", component=command.component, helper=side.main)
    if side.ready:
        return refuse("side_ready", side=command.side)
    if no := turned_down(state, ApprovalKind.ALLY, it.name):
        return no
    return [
        say.AllyJoined(
            struggle=struggle.id,
            side=command.side,
            component=command.component,
            player=asker.person,
            owes_action=scene.initiative_running,
        )
    ]


@answers(ask.RuleTraitApplies)
def rule_trait_applies(state: Vele, command: ask.RuleTraitApplies, asker: Asker) -> Decision[Event]:
    """VE-23: a d4 trait that applies bars the larger traits of its component."""
    struggle = before_roll(state)
    if isinstance(struggle, Refusal):
        return struggle
    it = state.components.get(command.component)
    if it is None:
        return refuse("component_unknown", component=command.component)
    name = side_with(state, struggle, command.component)
    if name is None:
        return refuse("not_in_struggle", component=command.component)
    trait = it.traits.get(command.trait)
    if trait is None:
        return refuse("trait_unknown", component=command.component, trait=command.trait)
    if trait.die is not Die.D4:
        return refuse("not_incompetent", trait=trait.name, die=trait.die)
    side = struggle.sides[name]
    if command.component in side.locked_by:
        return refuse("applies_already", component=command.component)
    pushed = [*side.pushed.values(), *side.hand.values()]
    larger = [
        die for die in pushed if die.component == command.component and it.traits[die.trait].die is not Die.D4
    ]
    if larger and state.house_rules.incompetent_lock:
        return refuse("larger_pushed", trait=it.traits[larger[0].trait].name)
    if no := turned_down(state, ApprovalKind.TRAIT, trait.name):
        return no
    return [
        say.IncompetentTraitApplied(
            struggle=struggle.id, component=command.component, trait=command.trait, player=asker.person
        )
    ]


@answers(ask.SetDifficulty)
def set_difficulty(state: Vele, command: ask.SetDifficulty, asker: Asker) -> Decision[Event]:
    """VE-56: 1 to 5 points off a side's result; several add up."""
    struggle = before_roll(state)
    if isinstance(struggle, Refusal):
        return struggle
    side = side_called(struggle, command.side)
    if isinstance(side, Refusal):
        return side
    if not 1 <= command.amount <= MOST_DIFFICULT:
        return refuse("difficulty_bounds", amount=command.amount, high=MOST_DIFFICULT)
    laid = any(it.pushed or it.hand for it in struggle.sides.values())
    if state.house_rules.difficulties_before_dice and laid:
        return refuse("dice_pushed")
    if no := turned_down(state, ApprovalKind.DIFFICULTY, command.reason):
        return no
    return [
        say.DifficultySet(
            struggle=struggle.id,
            side=command.side,
            amount=command.amount,
            reason=command.reason,
            player=asker.person,
        )
    ]


@answers(ask.PushDie)
def push_die(state: Vele, command: ask.PushDie, asker: Asker) -> Decision[Event]:
    """VE-53, VE-55: one die for each usable trait, no larger than the trait; the actor's side first."""
    struggle = before_roll(state)
    if isinstance(struggle, Refusal):
        return struggle
    if struggle.kind is StruggleKind.HEAD_TO_HEAD:
        return refuse("covers_dice")
    laid = laid_die(state, struggle, command, asker)
    if isinstance(laid, Refusal):
        return laid
    name, source = laid
    if waiting := too_early(struggle, name):
        return waiting
    dice = single(command.die) if source.pool is Pool.BOWL else as_held(state, single(command.die))
    if lacking := not_held(state, source, dice):
        return lacking
    return [
        say.StruggleDiePushed(
            struggle=struggle.id,
            side=name,
            component=command.component,
            trait=command.trait,
            player=asker.person,
            die=command.die,
            source=source,
            dice=dice,
            assist_of=command.assist_of,
        )
    ]


def too_early(struggle: Struggle, name: str) -> Refusal | None:
    """The actor's side pushes first, but not where both cover their dice."""
    open_handed = struggle.kind is not StruggleKind.HEAD_TO_HEAD
    return refuse("actor_side_first") if open_handed and name != ACTOR and not struggle.actor.ready else None


def laid_die(
    state: Vele, struggle: Struggle, command: ask.PushDie | ask.CoverDice, asker: Asker
) -> tuple[str, Home] | Refusal:
    """The side and the home of a die that may be laid for a trait."""
    it = own_component(state, command.component, asker)
    if isinstance(it, Refusal):
        return it
    name = side_with(state, struggle, command.component)
    if name is None:
        return refuse("not_in_struggle", component=command.component)
    side = struggle.sides[name]
    if side.ready:
        return refuse("side_ready", side=name)
    trait = it.traits.get(command.trait)
    if trait is None:
        return refuse("trait_unknown", component=command.component, trait=command.trait)
    refused = (
        unusable(command.trait, trait)
        or laid_already(side, f"{command.component}.{command.trait}")
        or turned_down(state, ApprovalKind.TRAIT, trait.name)
        or barred(state, struggle, side, command.component, trait)
        or too_large(state, side, command, trait)
        or no_wager(struggle, it, command.source)
    )
    return refused or (name, home_of(it, command))


def unusable(slug: str, trait: Trait) -> Refusal | None:
    """Why a trait cannot be used, or None."""
    if not trait.active:
        return refuse("trait_inactive", trait=trait.name)
    return None if trait.usable else refuse("trait_disabled", trait=trait.name)


def laid_already(side: Side, key: str) -> Refusal | None:
    """Each trait pushes one die."""
    return refuse("trait_pushed", trait=key) if key in side.pushed or key in side.hand else None


def barred(state: Vele, struggle: Struggle, side: Side, component: str, trait: Trait) -> Refusal | None:
    """One-shots not yet used, and traits barred by a d4 that applies."""
    it = state.components[component]
    if it.one_shot and it.used_in != struggle.id:
        return refuse("one_shot_unused", component=component)
    lock = side.locked_by.get(component)
    if lock is not None and trait.die is not Die.D4 and state.house_rules.incompetent_lock:
        return refuse("d4_bars", trait=it.traits[lock].name)
    return None


def too_large(state: Vele, side: Side, command: ask.PushDie | ask.CoverDice, trait: Trait) -> Refusal | None:
    """VE-53, VE-55: no die is larger than its trait; one that assists, at most one step above the main one."""
    if command.assist_of is None:
        over = command.die.points > trait.die.points
        return refuse("die_over_trait", trait=trait.name, die=trait.die) if over else None
    main = main_die(state, side, command.assist_of)
    if main is None:
        return refuse("assist_needs_main")
    most = trait.die.points if trait.die.points <= main.points else min(main.points + 1, trait.die.points)
    if command.die.points > most:
        return refuse("assist_too_large", main=main, most=Die.worth(most))
    return None


def main_die(state: Vele, side: Side, assisted: str) -> Die | None:
    """The size of the trait that is assisted; a d6, where the average die stands in for one."""
    for laid in (*side.pushed.values(), *side.hand.values()):
        if laid.trait == assisted and laid.assist_of is None:
            return state.components[laid.component].traits[laid.trait].die
    return Die.D6 if assisted == AVERAGE and side.average_dice else None


def no_wager(struggle: Struggle, it: Component, source: WagerSource) -> Refusal | None:
    """Who may only push dice from the bowl."""
    if source is WagerSource.BOWL:
        return None
    bowl_only = struggle.hidden or struggle.kind is StruggleKind.HEALING or it.kind is ComponentKind.TEMPORARY
    return refuse("bowl_dice_only", component=it.name) if bowl_only else None


def home_of(it: Component, command: ask.PushDie | ask.CoverDice) -> Home:
    """Where a die comes from."""
    match command.source:
        case WagerSource.BOWL:
            return BOWL
        case WagerSource.ALLOCATED:
            return Home(pool=Pool.ALLOCATED, owner=command.component)
        case WagerSource.OWN:
            return purse(it)


@answers(ask.AddAverageDie)
def add_average_die(state: Vele, command: ask.AddAverageDie, asker: Asker) -> Decision[Event]:
    """VE-54: one borrowed d6 for a side, or for each of its players by house rule."""
    struggle = before_roll(state)
    if isinstance(struggle, Refusal):
        return struggle
    side = spokesman(state, struggle, command.side, asker)
    if isinstance(side, Refusal):
        return side
    if side.ready:
        return refuse("side_ready", side=command.side)
    if waiting := too_early(struggle, command.side):
        return waiting
    per_player = state.house_rules.average_die is AverageDice.PER_PLAYER
    if any(not per_player or it.player == asker.person for it in side.average_dice):
        return refuse("average_added", side=command.side)
    return [say.AverageDieAdded(struggle=struggle.id, side=command.side, player=asker.person)]


@answers(ask.FinishPushing)
def finish_pushing(state: Vele, command: ask.FinishPushing, asker: Asker) -> Decision[Event]:
    """VE-53: a side is ready; who acts has something to roll."""
    struggle = before_roll(state)
    if isinstance(struggle, Refusal):
        return struggle
    side = spokesman(state, struggle, command.side, asker)
    if isinstance(side, Refusal):
        return side
    if side.ready:
        return refuse("side_ready", side=command.side)
    if waiting := too_early(struggle, command.side):
        return waiting
    acts = command.side == ACTOR or struggle.kind is StruggleKind.HEAD_TO_HEAD
    if acts and not (side.pushed or side.hand or side.average_dice):
        return refuse("nothing_pushed")
    return [say.SideReady(struggle=struggle.id, side=command.side)]
