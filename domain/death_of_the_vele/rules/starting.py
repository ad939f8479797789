"""Stating a goal: who may, against whom, and what it starts beside the struggle (VE-51, VE-69, VE-72, VE-73)."""

from domain.death_of_the_vele.commands import struggles as ask
from domain.death_of_the_vele.events import feats, turns
from domain.death_of_the_vele.events import struggles as say
from domain.death_of_the_vele.reckoning import by_initiative, unit_of
from domain.death_of_the_vele.state import Scene, Vele
from domain.death_of_the_vele.terms import (
    ApprovalKind,
    GoalType,
    StruggleKind,
    Winner,
)
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, allowed, found, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .aiming import attack_fits, fight, targeting, within_reach
from .cases import answers
from .common import narrator_of, not_turned_down, player_for, running_struggle
from .returning import dice_home
from .series import attempt_fits
from .stages import before_roll, in_the_scene, in_turn, own_in_the_scene, reached_by_dice, scene_with_dice

SUBJECTS = (GoalType.MANEUVER, GoalType.ASSESS, GoalType.DECLARE)


@answers(ask.StartStruggle)
def start_struggle(state: Vele, command: ask.StartStruggle, asker: Asker) -> Events:
    """VE-51: the goal, subject to approval; then allies, dice, difficulties, effects, the roll."""
    scene = scene_with_dice(state)
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    own_in_the_scene(state, scene, command.actor, asker)
    goal_fits(state, command)
    may_act_now(state, scene, command, asker)
    opponents_fit(state, scene, command)
    kind_fits(state, command)
    attack_fits(state, command)
    attempt_fits(state, command)
    within_reach(state, command.actor, command.opponents)
    acts = takes_action(scene, command)
    if command.goal_type is GoalType.BLOCK:
        return set_block(state, scene, command)
    started: list[Event] = []
    if command.goal_type.is_attack:
        if not scene.initiative_running:
            started += opening(state, asker)
        extended_id, more = fight(state, command)
        started += more
    else:
        extended_id = command.extended_id
    begun = say.StruggleStarted(
        struggle=f"struggle-{state.struggles + 1}",
        kind=command.kind,
        player=asker.person,
        actor=command.actor,
        opponents=blockers(state, command),
        goal_type=command.goal_type,
        goal_text=command.goal_text,
        attack_mode=command.attack_mode if command.goal_type.is_attack else None,
        targeted_trait=command.targeted_trait if command.goal_type is GoalType.ATTACK_TRAIT else None,
        subject=command.subject,
        hidden=command.hidden,
        extended_id=extended_id,
        block=command.block,
        takes_action=acts,
        by_spin=not acts and command.kind is not StruggleKind.BLOCKED,
    )
    return [*started, begun, *targeting(state, begun)]


def blockers(state: Vele, command: ask.StartStruggle) -> tuple[str, ...]:
    """Whom the struggle is against: for what a block forbids, its blocker; many, by initiative (VE-82)."""
    block = state.blocks.get(command.block or "")
    if block is not None:
        return (block.blocker,)
    mass = command.kind is StruggleKind.MASS
    return tuple(by_initiative(state, command.opponents)) if mass else command.opponents


def goal_fits(state: Vele, command: ask.StartStruggle) -> None:
    """Words the table accepts, for something that is begun this way."""
    if not command.goal_text.strip():
        need(command.goal_type is not GoalType.BLOCK, "block_names_action")
        raise CommandRefused("text_missing")
    if command.goal_type is GoalType.HEAL or command.kind is StruggleKind.HEALING:
        raise CommandRefused("heals_otherwise")
    if command.goal_type in SUBJECTS and command.subject is None:
        raise CommandRefused("subject_missing")
    about = state.components.get(command.subject or "")
    if about is not None:
        reached_by_dice(command.subject or "", about)
    not_turned_down(state, ApprovalKind.GOAL, command.goal_text)


def takes_action(scene: Scene, command: ask.StartStruggle) -> bool:
    """Whether it is the actor's action: overcoming a block is not, nor a maneuver by spin."""
    spun = scene.spin_maneuver == command.actor and command.goal_type is GoalType.MANEUVER
    return not spun and command.kind is not StruggleKind.BLOCKED


def may_act_now(state: Vele, scene: Scene, command: ask.StartStruggle, asker: Asker) -> None:
    """The actor's turn, and nothing that forbids it."""
    if takes_action(scene, command):
        in_turn(state, scene, command.actor, asker)
    if command.kind is not StruggleKind.BLOCKED:
        unblocked(state, command.actor, command.goal_text, command.goal_type.value)


def unblocked(state: Vele, actor: str, *actions: str) -> None:
    """No block forbids somebody to do this (VE-81)."""
    wanted = {" ".join(action.lower().replace("_", " ").split()) for action in actions}
    for slug, block in state.blocks.items():
        forbidden = " ".join(block.forbidden_action.lower().split())
        if forbidden not in wanted or actor in block.overcome_by or actor in unit_of(state, block.blocker):
            continue
        if block.target is None or block.target in unit_of(state, actor):
            raise CommandRefused("block_stands", block=slug, blocker=block.blocker, action=block.forbidden_action)


def opponents_fit(state: Vele, scene: Scene, command: ask.StartStruggle) -> None:
    """Opponents in the scene, as many as the kind of struggle has, none of them attached to the actor."""
    for slug in command.opponents:
        in_the_scene(state, scene, slug)
        need(slug not in unit_of(state, command.actor), "own_side", component=slug)
    whole = [slug for opponent in command.opponents for slug in unit_of(state, opponent)]
    need(len(set(whole)) == len(whole), "opponent_twice")
    most = len(command.opponents) if command.kind is StruggleKind.MASS else 1
    least = 1 if command.kind in (StruggleKind.MASS, StruggleKind.HEAD_TO_HEAD) else 0
    if not least <= len(command.opponents) <= most:
        raise CommandRefused("one_opponent", opponents=len(command.opponents))


def kind_fits(state: Vele, command: ask.StartStruggle) -> None:
    """What mass struggles, hidden rolls and blocks ask for."""
    if command.kind is StruggleKind.MASS and not area_effects(state, command.actor):
        raise CommandRefused("area_missing", component=command.actor)
    attacks = command.goal_type.is_attack
    if command.hidden and (command.kind is not StruggleKind.OFFENSIVE_DEFENSIVE or attacks):
        raise CommandRefused("hidden_kind")
    if command.hidden and not command.opponents:
        raise CommandRefused("one_opponent", opponents=0)
    if command.kind is not StruggleKind.BLOCKED:
        return
    block = found(state.blocks.get(command.block or ""), "block_unknown", block=command.block)
    if attacks or command.goal_type is GoalType.BLOCK:
        raise CommandRefused("overcome_first", block=command.block)
    if block.target is not None and block.target not in unit_of(state, command.actor):
        raise CommandRefused("block_for_others", target=block.target)
    need(command.actor not in block.overcome_by, "block_overcome_already", block=command.block)


def area_effects(state: Vele, slug: str) -> bool:
    """Whether a unit has Area or Selective Area on a trait it can use (VE-82)."""
    for each in unit_of(state, slug):
        it = state.components[each]
        for ability in it.abilities.values():
            able = ability.trait in it.traits and it.traits[ability.trait].usable
            if able and any(effect.effect.takes_in_many for effect in ability.effects):
                return True
    return False


def set_block(state: Vele, scene: Scene, command: ask.StartStruggle) -> list[Event]:
    """VE-81: a block stands without a roll; it is rolled when somebody tries."""
    target = command.opponents[0] if command.opponents else None
    block = feats.BlockSet(
        block=f"block-{state.blocks_set + 1}",
        blocker=command.actor,
        target=target,
        forbidden_action=command.goal_text,
    )
    return [block, turns.ComponentActed(component=command.actor)] if scene.initiative_running else [block]


def opening(state: Vele, asker: Asker) -> list[Event]:
    """VE-70: an attack outside initiative starts it, and is the attacker's action of the first round."""
    order = state.act.initiative_order if state.act is not None else []
    return [
        turns.InitiativeStarted(order=tuple(order), opening=True),
        turns.TurnStarted(player=asker.person, round=1),
    ]


@answers(ask.StartCounterStruggle)
def start_counter_struggle(state: Vele, command: ask.StartCounterStruggle, asker: Asker) -> Events:
    """VE-69: the thing that was not overcome strikes back, whoever's turn it is."""
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
        say.StruggleStarted(
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


@answers(ask.WithdrawGoal)
def withdraw_goal(state: Vele, command: ask.WithdrawGoal, asker: Asker) -> Events:
    """Before the roll a goal may be taken back: the dice go home, what effects cost is gone."""
    struggle = before_roll(state)
    need(struggle.player == asker.person, "not_your_goal", player=struggle.player)
    return [*dice_home(state), say.StruggleWithdrawn(struggle=struggle.id)]
