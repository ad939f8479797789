"""Fights that attacks belong to (VE-72)."""

from dataclasses import dataclass

from domain.death_of_the_vele.chapters.struggles.series import ExtendedSideJoined, ExtendedStruggleStarted
from domain.death_of_the_vele.state.struggle import ExtendedStruggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import ACTOR, OPPONENT
from domain.death_of_the_vele.terms.cast import AttackMode
from domain.death_of_the_vele.terms.struggle import ExtendedKind
from domain.kernel.chapter import Chapter
from domain.kernel.messages import Event

chapter = Chapter[Vele]("Fights that attacks belong to")


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack: its actor, opponents, goal and mode."""

    actor: str
    opponents: tuple[str, ...]
    goal: str
    mode: AttackMode | None


def fight_of(state: Vele, attack: Attack) -> tuple[str, list[Event]]:
    """Id of the fight an attack continues or starts, and events of who joins a side in it (VE-72)."""
    if attack.mode is AttackMode.CONTROL and state.house_rules.concentrated_control:
        return control_fight(state, attack)
    for slug, it in state.extended.items():
        if not it.running or it.kind is not ExtendedKind.OVERPOWER:
            continue
        if (side := side_of_attack(it, attack)) is not None:
            other = OPPONENT if side == ACTOR else ACTOR
            joining = [(side, attack.actor), *((other, each) for each in attack.opponents)]
            return slug, [
                ExtendedSideJoined(extended=slug, side=name, component=each)
                for name, each in joining
                if each not in it.sides[name]
            ]
    slug = f"fight-{len(state.extended) + 1}"
    return slug, [fight_begun(slug, ExtendedKind.OVERPOWER, attack)]


def side_of_attack(it: ExtendedStruggle, attack: Attack) -> str | None:
    """The actor's side in a fight this attack belongs to; None if it does not."""
    for side, other in ((ACTOR, OPPONENT), (OPPONENT, ACTOR)):
        mine, theirs = it.sides[side], it.sides[other]
        against_me = attack.actor in theirs or any(each in mine for each in attack.opponents)
        if not against_me and (attack.actor in mine or any(each in theirs for each in attack.opponents)):
            return side
    return None


def control_fight(state: Vele, attack: Attack) -> tuple[str, list[Event]]:
    """Id and events of control as an extended struggle of its own, by house rule (VE-P8)."""
    for slug, it in state.extended.items():
        same = it.sides[ACTOR] == [attack.actor] and it.sides[OPPONENT] == list(attack.opponents)
        if it.running and it.kind is ExtendedKind.OPPOSED and it.control and same:
            return slug, []
    slug = f"control-{len(state.extended) + 1}"
    return slug, [fight_begun(slug, ExtendedKind.OPPOSED, attack, control=True)]


def fight_begun(slug: str, kind: ExtendedKind, attack: Attack, *, control: bool = False) -> Event:
    """Event of the extended struggle an attack starts."""
    return ExtendedStruggleStarted(
        extended=slug,
        kind=kind,
        goal=attack.goal,
        sides={ACTOR: (attack.actor,), OPPONENT: attack.opponents},
        planned=None,
        control=control,
    )
