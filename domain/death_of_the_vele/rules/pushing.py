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
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.people import Asker

from .cases import answers
from .common import BOWL, not_turned_down, own_component, purse
from .pools import as_held, dice_held, single
from .stages import before_roll, own_in_the_scene, scene_with_dice, side_called, spokesman

AVERAGE = "average"
MOST_DIFFICULT = 5


@answers(ask.JoinAsAlly)
def join_as_ally(state: Vele, command: ask.JoinAsAlly, asker: Asker) -> Events:
    """VE-52: any component that helps nobody else; under initiative it owes its next action."""
    struggle = before_roll(state)
    scene = scene_with_dice(state)
    it = own_in_the_scene(state, scene, command.component, asker)
    side = side_called(struggle, command.side)
    main = found(side.main, "side_without_main")
    need(side_with(state, struggle, command.component) is None, "already_in_struggle", component=command.component)
    turn = scene.components.get(command.component)
    if turn is not None and turn.helping not in (None, main):
        raise CommandRefused("two_masters", component=command.component, helped=turn.helping)
    helper = scene.components.get(main)
    if command.side != ACTOR and helper is not None and helper.helping in unit_of(state, command.component):
        raise CommandRefused("helped_one_defends", component=command.component, helper=main)
    need(not side.ready, "side_ready", side=command.side)
    not_turned_down(state, ApprovalKind.ALLY, it.name)
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
def rule_trait_applies(state: Vele, command: ask.RuleTraitApplies, asker: Asker) -> Events:
    """VE-23: a d4 trait that applies bars the larger traits of its component."""
    struggle = before_roll(state)
    it = found(state.components.get(command.component), "component_unknown", component=command.component)
    name = found(side_with(state, struggle, command.component), "not_in_struggle", component=command.component)
    trait = found(it.traits.get(command.trait), "trait_unknown", component=command.component, trait=command.trait)
    need(trait.die is Die.D4, "not_incompetent", trait=trait.name, die=trait.die)
    side = struggle.sides[name]
    need(command.component not in side.locked_by, "applies_already", component=command.component)
    pushed = [*side.pushed.values(), *side.hand.values()]
    larger = [
        die for die in pushed if die.component == command.component and it.traits[die.trait].die is not Die.D4
    ]
    if larger and state.house_rules.incompetent_lock:
        raise CommandRefused("larger_pushed", trait=it.traits[larger[0].trait].name)
    not_turned_down(state, ApprovalKind.TRAIT, trait.name)
    return [
        say.IncompetentTraitApplied(
            struggle=struggle.id, component=command.component, trait=command.trait, player=asker.person
        )
    ]


@answers(ask.SetDifficulty)
def set_difficulty(state: Vele, command: ask.SetDifficulty, asker: Asker) -> Events:
    """VE-56: 1 to 5 points off a side's result; several add up."""
    struggle = before_roll(state)
    side_called(struggle, command.side)
    need(1 <= command.amount <= MOST_DIFFICULT, "difficulty_bounds", amount=command.amount, high=MOST_DIFFICULT)
    laid = any(it.pushed or it.hand for it in struggle.sides.values())
    if state.house_rules.difficulties_before_dice and laid:
        raise CommandRefused("dice_pushed")
    not_turned_down(state, ApprovalKind.DIFFICULTY, command.reason)
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
def push_die(state: Vele, command: ask.PushDie, asker: Asker) -> Events:
    """VE-53, VE-55: one die for each usable trait, no larger than the trait; the actor's side first."""
    struggle = before_roll(state)
    need(struggle.kind is not StruggleKind.HEAD_TO_HEAD, "covers_dice")
    laid = laid_die(state, struggle, command, asker)
    name, source = laid
    its_turn_to_push(struggle, name)
    dice = single(command.die) if source.pool is Pool.BOWL else as_held(state, single(command.die))
    dice_held(state, source, dice)
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


def its_turn_to_push(struggle: Struggle, name: str) -> None:
    """The actor's side pushes first, but not where both cover their dice."""
    open_handed = struggle.kind is not StruggleKind.HEAD_TO_HEAD
    if open_handed and name != ACTOR and not struggle.actor.ready:
        raise CommandRefused("actor_side_first")


def laid_die(
    state: Vele, struggle: Struggle, command: ask.PushDie | ask.CoverDice, asker: Asker
) -> tuple[str, Home]:
    """The side and the home of a die that may be laid for a trait."""
    it = own_component(state, command.component, asker)
    name = found(side_with(state, struggle, command.component), "not_in_struggle", component=command.component)
    side = struggle.sides[name]
    need(not side.ready, "side_ready", side=name)
    trait = found(it.traits.get(command.trait), "trait_unknown", component=command.component, trait=command.trait)
    usable_trait(command.trait, trait)
    not_laid_yet(side, f"{command.component}.{command.trait}")
    not_turned_down(state, ApprovalKind.TRAIT, trait.name)
    not_barred(state, struggle, side, command.component, trait)
    fits_the_trait(state, side, command, trait)
    may_wager(struggle, it, command.source)
    return name, home_of(it, command)


def usable_trait(slug: str, trait: Trait) -> None:
    """The trait can be used."""
    need(trait.active, "trait_inactive", trait=trait.name)
    need(trait.usable, "trait_disabled", trait=trait.name)


def not_laid_yet(side: Side, key: str) -> None:
    """Each trait pushes one die."""
    if key in side.pushed or key in side.hand:
        raise CommandRefused("trait_pushed", trait=key)


def not_barred(state: Vele, struggle: Struggle, side: Side, component: str, trait: Trait) -> None:
    """Neither a one-shot that is not used yet, nor a trait barred by a d4 that applies."""
    it = state.components[component]
    if it.one_shot and it.used_in != struggle.id:
        raise CommandRefused("one_shot_unused", component=component)
    lock = side.locked_by.get(component)
    if lock is not None and trait.die is not Die.D4 and state.house_rules.incompetent_lock:
        raise CommandRefused("d4_bars", trait=it.traits[lock].name)


def fits_the_trait(state: Vele, side: Side, command: ask.PushDie | ask.CoverDice, trait: Trait) -> None:
    """VE-53, VE-55: no die is larger than its trait; one that assists, at most one step above the main one."""
    if command.assist_of is None:
        over = command.die.points > trait.die.points
        need(not over, "die_over_trait", trait=trait.name, die=trait.die)
        return
    main = found(main_die(state, side, command.assist_of), "assist_needs_main")
    most = trait.die.points if trait.die.points <= main.points else min(main.points + 1, trait.die.points)
    if command.die.points > most:
        raise CommandRefused("assist_too_large", main=main, most=Die.worth(most))


def main_die(state: Vele, side: Side, assisted: str) -> Die | None:
    """The size of the trait that is assisted; a d6, where the average die stands in for one."""
    for laid in (*side.pushed.values(), *side.hand.values()):
        if laid.trait == assisted and laid.assist_of is None:
            return state.components[laid.component].traits[laid.trait].die
    return Die.D6 if assisted == AVERAGE and side.average_dice else None


def may_wager(struggle: Struggle, it: Component, source: WagerSource) -> None:
    """Dice of one's own may be wagered, or the die comes from the bowl."""
    if source is WagerSource.BOWL:
        return
    bowl_only = struggle.hidden or struggle.kind is StruggleKind.HEALING or it.kind is ComponentKind.TEMPORARY
    need(not bowl_only, "bowl_dice_only", component=it.name)


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
def add_average_die(state: Vele, command: ask.AddAverageDie, asker: Asker) -> Events:
    """VE-54: one borrowed d6 for a side, or for each of its players by house rule."""
    struggle = before_roll(state)
    side = spokesman(state, struggle, command.side, asker)
    need(not side.ready, "side_ready", side=command.side)
    its_turn_to_push(struggle, command.side)
    per_player = state.house_rules.average_die is AverageDice.PER_PLAYER
    need(
        not any(not per_player or it.player == asker.person for it in side.average_dice),
        "average_added",
        side=command.side,
    )
    return [say.AverageDieAdded(struggle=struggle.id, side=command.side, player=asker.person)]


@answers(ask.FinishPushing)
def finish_pushing(state: Vele, command: ask.FinishPushing, asker: Asker) -> Events:
    """VE-53: a side is ready; who acts has something to roll."""
    struggle = before_roll(state)
    side = spokesman(state, struggle, command.side, asker)
    need(not side.ready, "side_ready", side=command.side)
    its_turn_to_push(struggle, command.side)
    acts = command.side == ACTOR or struggle.kind is StruggleKind.HEAD_TO_HEAD
    if acts and not (side.pushed or side.hand or side.average_dice):
        raise CommandRefused("nothing_pushed")
    return [say.SideReady(struggle=struggle.id, side=command.side)]
