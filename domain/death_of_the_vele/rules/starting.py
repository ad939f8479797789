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
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .aiming import attack_refused, fight, out_of_reach, targeting
from .cases import answers
from .common import narrator_of, player_for, running_struggle, turned_down
from .returning import dice_home
from .series import series_refused
from .stages import before_roll, in_the_scene, out_of_turn, own_in_the_scene, scene_with_dice, untouched

SUBJECTS = (GoalType.MANEUVER, GoalType.ASSESS, GoalType.DECLARE)


@answers(ask.StartStruggle)
def start_struggle(state: Vele, command: ask.StartStruggle, asker: Asker) -> Decision[Event]:
    """VE-51: the goal, subject to approval; then allies, dice, difficulties, effects, the roll."""
    scene = scene_with_dice(state)
    if isinstance(scene, Refusal):
        return scene
    if running := running_struggle(state):
        return refuse("struggle_running", struggle=running.id)
    it = own_in_the_scene(state, scene, command.actor, asker)
    if isinstance(it, Refusal):
        return it
    refusals = (
        goal_refused(state, command)
        or turn_refused(state, scene, command, asker)
        or opponents_refused(state, scene, command)
        or special_refused(state, command)
        or attack_refused(state, command)
        or series_refused(state, command)
        or out_of_reach(state, command.actor, command.opponents)
    )
    if refusals:
        return refusals
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


def goal_refused(state: Vele, command: ask.StartStruggle) -> Refusal | None:
    """Words the table accepts, for something that is begun this way."""
    if not command.goal_text.strip():
        return refuse("block_names_action") if command.goal_type is GoalType.BLOCK else refuse("text_missing")
    if command.goal_type is GoalType.HEAL or command.kind is StruggleKind.HEALING:
        return refuse("heals_otherwise")
    if command.goal_type in SUBJECTS and command.subject is None:
        return refuse("subject_missing")
    about = state.components.get(command.subject or "")
    if about is not None and (refused := untouched(command.subject or "", about)):
        return refused
    return turned_down(state, ApprovalKind.GOAL, command.goal_text)


def takes_action(scene: Scene, command: ask.StartStruggle) -> bool:
    """Whether it is the actor's action: overcoming a block is not, nor a maneuver by spin."""
    spun = scene.spin_maneuver == command.actor and command.goal_type is GoalType.MANEUVER
    return not spun and command.kind is not StruggleKind.BLOCKED


def turn_refused(state: Vele, scene: Scene, command: ask.StartStruggle, asker: Asker) -> Refusal | None:
    """The actor's turn, and nothing that forbids it."""
    if takes_action(scene, command) and (late := out_of_turn(state, scene, command.actor, asker)):
        return late
    if command.kind is StruggleKind.BLOCKED:
        return None
    return blocked(state, command.actor, command.goal_text, command.goal_type.value)


def blocked(state: Vele, actor: str, *actions: str) -> Refusal | None:
    """Why somebody may not do this before a block is overcome, or None (VE-81)."""
    wanted = {" ".join(action.lower().replace("_", " ").split()) for action in actions}
    for slug, block in state.blocks.items():
        forbidden = " ".join(block.forbidden_action.lower().split())
        if forbidden not in wanted or actor in block.overcome_by or actor in unit_of(state, block.blocker):
            continue
        if block.target is None or block.target in unit_of(state, actor):
            return refuse("block_stands", block=slug, blocker=block.blocker, action=block.forbidden_action)
    return None


def opponents_refused(state: Vele, scene: Scene, command: ask.StartStruggle) -> Refusal | None:
    """Opponents in the scene, as many as the kind of struggle has, none of them attached to the actor."""
    for slug in command.opponents:
        it = in_the_scene(state, scene, slug)
        if isinstance(it, Refusal):
            return it
        if slug in unit_of(state, command.actor):
            return refuse("own_side", component=slug)
    whole = [slug for opponent in command.opponents for slug in unit_of(state, opponent)]
    if len(set(whole)) < len(whole):
        return refuse("opponent_twice")
    most = len(command.opponents) if command.kind is StruggleKind.MASS else 1
    least = 1 if command.kind in (StruggleKind.MASS, StruggleKind.HEAD_TO_HEAD) else 0
    if not least <= len(command.opponents) <= most:
        return refuse("one_opponent", opponents=len(command.opponents))
    return None


def special_refused(state: Vele, command: ask.StartStruggle) -> Refusal | None:
    """What mass struggles, hidden rolls and blocks ask for."""
    if command.kind is StruggleKind.MASS and not area_effects(state, command.actor):
        return refuse("area_missing", component=command.actor)
    attacks = command.goal_type.is_attack
    if command.hidden and (command.kind is not StruggleKind.OFFENSIVE_DEFENSIVE or attacks):
        return refuse("hidden_kind")
    if command.hidden and not command.opponents:
        return refuse("one_opponent", opponents=0)
    if command.kind is not StruggleKind.BLOCKED:
        return None
    block = state.blocks.get(command.block or "")
    if block is None:
        return refuse("block_unknown", block=command.block)
    if attacks or command.goal_type is GoalType.BLOCK:
        return refuse("overcome_first", block=command.block)
    if block.target is not None and block.target not in unit_of(state, command.actor):
        return refuse("block_for_others", target=block.target)
    if command.actor in block.overcome_by:
        return refuse("block_overcome_already", block=command.block)
    return None


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
def start_counter_struggle(state: Vele, command: ask.StartCounterStruggle, asker: Asker) -> Decision[Event]:
    """VE-69: the thing that was not overcome strikes back, whoever's turn it is."""
    scene = scene_with_dice(state)
    if isinstance(scene, Refusal):
        return scene
    if running := running_struggle(state):
        return refuse("struggle_running", struggle=running.id)
    last = state.struggle
    thing = last.sides["opponent"].main if last is not None and last.winner is Winner.OPPONENT else None
    if last is None or thing is None or last.counter_of is not None or not last.known:
        return refuse("no_lost_struggle")
    it = in_the_scene(state, scene, thing)
    if isinstance(it, Refusal):
        return it
    if asker.person not in (player_for(it), narrator_of(state)):
        return refuse("not_your_component", component=thing, player=player_for(it))
    if not command.goal_text.strip():
        return refuse("text_missing")
    if command.goal_type.is_attack and command.attack_mode is None:
        return refuse("attack_mode_missing")
    if no := turned_down(state, ApprovalKind.GOAL, command.goal_text):
        return no
    loser = last.actor.main
    if loser is None or isinstance(in_the_scene(state, scene, loser), Refusal):
        return refuse("no_lost_struggle")
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
def withdraw_goal(state: Vele, command: ask.WithdrawGoal, asker: Asker) -> Decision[Event]:
    """Before the roll a goal may be taken back: the dice go home, what effects cost is gone."""
    struggle = before_roll(state)
    if isinstance(struggle, Refusal):
        return struggle
    if struggle.player != asker.person:
        return refuse("not_your_goal", player=struggle.player)
    return [*dice_home(state), say.StruggleWithdrawn(struggle=struggle.id)]
