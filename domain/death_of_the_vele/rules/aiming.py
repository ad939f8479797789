"""Attacks: mode, target, trait aimed at, reach, and the fight they belong to (VE-72, VE-73, VE-96)."""

from domain.death_of_the_vele.commands.struggles import StartStruggle
from domain.death_of_the_vele.events import extended as series
from domain.death_of_the_vele.events import struggles as say
from domain.death_of_the_vele.reckoning import ACTOR, OPPONENT, unit_of
from domain.death_of_the_vele.state import ExtendedStruggle, Vele
from domain.death_of_the_vele.terms import AttackMode, Effect, ExtendedKind, GoalType, StruggleKind
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.messages import Event


def attack_fits(state: Vele, command: StartStruggle) -> None:
    """What an attack names: damage or control, a target, a trait to aim at."""
    if not command.goal_type.is_attack:
        return
    need(command.attack_mode is not None, "attack_mode_missing")
    need(command.opponents, "attack_needs_target")
    if command.goal_type is not GoalType.ATTACK_TRAIT:
        return
    target = state.components[command.opponents[0]]
    if command.targeted_trait is None or command.kind is StruggleKind.MASS:
        raise CommandRefused("trait_to_aim_at")
    trait = target.traits.get(command.targeted_trait)
    if trait is None:
        raise CommandRefused("trait_unknown", component=command.opponents[0], trait=command.targeted_trait)
    marked = command.attack_mode is AttackMode.CONTROL and trait.active and not trait.damage_mark
    lost = command.actor in trait.control_marks if marked else not trait.usable
    need(not lost, "trait_lost_already", trait=command.targeted_trait)


def targeting(state: Vele, begun: say.StruggleStarted) -> list[Event]:
    """VE-73: aiming at a trait is as difficult as its points."""
    if begun.targeted_trait is None:
        return []
    trait = state.components[begun.opponents[0]].traits[begun.targeted_trait]
    return [
        say.DifficultySet(
            struggle=begun.struggle,
            side=ACTOR,
            amount=trait.die.points,
            reason="aimed at one trait",
            player=begun.player,
        )
    ]


def distance(state: Vele, one: str, other: str) -> int:
    """Zones between two components; 0 where nobody says where they are."""
    zones = state.scene.zones if state.scene is not None else []
    here, there = state.components[one].zone, state.components[other].zone
    return abs(zones.index(here) - zones.index(there)) if here in zones and there in zones else 0


def reach(state: Vele, slug: str) -> int:
    """How many zones a unit's Range can cover, at most."""
    sizes = [
        effect.size.points
        for each in unit_of(state, slug)
        for ability in state.components[each].abilities.values()
        if ability.trait in state.components[each].traits and state.components[each].traits[ability.trait].usable
        for effect in ability.effects
        if effect.effect is Effect.RANGE
    ]
    return max(sizes, default=0)


def within_reach(state: Vele, actor: str, opponents: tuple[str, ...]) -> None:
    """The struggle reaches so far (VE-96)."""
    farthest = max((distance(state, actor, slug) for slug in opponents), default=0)
    most = reach(state, actor)
    need(farthest <= most, "target_out_of_reach", zones=farthest, reach=most)


def fight(state: Vele, command: StartStruggle) -> tuple[str | None, list[Event]]:
    """VE-72: the fight an attack continues, or the one it starts; who was not in it joins a side."""
    if command.extended_id is not None:
        return command.extended_id, []
    if command.attack_mode is AttackMode.CONTROL and state.house_rules.concentrated_control:
        return concentrated(state, command)
    for slug, it in state.extended.items():
        if not it.running or it.kind is not ExtendedKind.OVERPOWER:
            continue
        if (side := fits(it, command)) is not None:
            other = OPPONENT if side == ACTOR else ACTOR
            joining = [(side, command.actor), *((other, each) for each in command.opponents)]
            return slug, [
                series.ExtendedSideJoined(extended=slug, side=name, component=each)
                for name, each in joining
                if each not in it.sides[name]
            ]
    slug = f"fight-{len(state.extended) + 1}"
    return slug, [begin(slug, ExtendedKind.OVERPOWER, command)]


def fits(it: ExtendedStruggle, command: StartStruggle) -> str | None:
    """The actor's side in a fight this attack belongs to."""
    for side, other in ((ACTOR, OPPONENT), (OPPONENT, ACTOR)):
        mine, theirs = it.sides[side], it.sides[other]
        against_me = command.actor in theirs or any(each in mine for each in command.opponents)
        if not against_me and (command.actor in mine or any(each in theirs for each in command.opponents)):
            return side
    return None


def concentrated(state: Vele, command: StartStruggle) -> tuple[str, list[Event]]:
    """Control as an extended struggle of its own, by house rule (VE-P8)."""
    for slug, it in state.extended.items():
        same = it.sides[ACTOR] == [command.actor] and it.sides[OPPONENT] == list(command.opponents)
        if it.running and it.kind is ExtendedKind.OPPOSED and it.control and same:
            return slug, []
    slug = f"control-{len(state.extended) + 1}"
    return slug, [begin(slug, ExtendedKind.OPPOSED, command, control=True)]


def begin(slug: str, kind: ExtendedKind, command: StartStruggle, *, control: bool = False) -> Event:
    """The extended struggle an attack starts."""
    return series.ExtendedStruggleStarted(
        extended=slug,
        kind=kind,
        goal=command.goal_text,
        sides={ACTOR: (command.actor,), OPPONENT: command.opponents},
        planned=None,
        control=control,
    )
