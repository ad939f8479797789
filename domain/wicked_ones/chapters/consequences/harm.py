"""Harm that may befall a target, and when it may kill (WO-40, WO-41, WO-45, WO-47, WO-48, WO-60)."""

from collections.abc import Iterable

from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.offers import Choice
from domain.wicked_ones.chapters.consequences.losses import can_be_lost
from domain.wicked_ones.chapters.guards import open_scene
from domain.wicked_ones.lookup import scene_is_open, standing_of
from domain.wicked_ones.printed import COMPLICATION_TICKS, less
from domain.wicked_ones.shapes import Change, Harm
from domain.wicked_ones.state.play import ActionRoll
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.bounds import DUNGEON
from domain.wicked_ones.terms.harm import ChangeKind, ClockStatus, Kind, Origin, Severity
from domain.wicked_ones.terms.holdings import PackStatus
from domain.wicked_ones.terms.rolls import Effect, Position

chapter = Chapter[Underworld](
    "What may befall whom",
    {
        "why_not_missing": "Nothing is beyond resisting without a reason. Say why no action could stop it.",
        "target_missing": "Only a Wicked One can suffer this; minions who are still there and the dungeon suffer "
        "complications alone.",
        "too_many_shocks": "One consequence shocks {most:?attribute|attributes} at the most.",
        "cannot_reduce": "The effect here is {effect} and cannot be reduced further.",
        "already_deadly": "{character} stands in deadly danger already; it cannot get worse.",
        "already_bloodied": "{character} is bloodied already; a second such wound is death, declare that.",
        "not_deadly": "This cannot kill {character}. What comes of an action kills if it was framed deadly; "
        "anything else kills who is bloodied, or by a full clock or a bargain.",
    },
)


MOST_SHOCKS = 2
"""Number of attributes one consequence shocks without a wound."""
NEVER_RESISTED = {
    Origin.BLOWBACK: "blowback cannot be resisted",
    Origin.CALAMITY: "calamity cannot be resisted",
    Origin.BARGAIN: "a dark bargain cannot be resisted",
}
_KILLING = {Position.DEADLY}


def may_befall(
    state: Underworld,
    harm: Harm,
    origin: Origin,
    roll: ActionRoll | None,
    roll_id: str | None,
    clock: str | None = None,
) -> None:
    """Refuse harm that may not befall its target: dead or gone, more than it may suffer, without a reason due."""
    victim = state.characters.get(harm.target)
    if victim is None and harm.target != DUNGEON:
        pack = state.packs.get(harm.target)
        if pack is None or pack.status is not PackStatus.ACTIVE:
            raise CommandRefused("target_missing", target=harm.target)
    if victim is None and harm.kinds != (Kind.COMPLICATION,):
        raise CommandRefused("target_missing", target=harm.target)
    if victim is not None and not victim.alive:
        raise CommandRefused("dead", character=harm.target)
    if not harm.resistible and origin not in NEVER_RESISTED and not harm.why_not.strip():
        raise CommandRefused("why_not_missing")
    if Kind.SHOCK in harm.kinds and len(set(harm.attributes)) > MOST_SHOCKS:
        raise CommandRefused("too_many_shocks", most=MOST_SHOCKS)
    can_get_worse(state, harm, roll, roll_id)
    may_wound(state, harm, origin, roll, clock)
    can_be_lost(state, harm.target, harm.changes)


def can_get_worse(state: Underworld, harm: Harm, roll: ActionRoll | None, roll_id: str | None) -> None:
    """Refuse to worsen an effect or a position that is as bad as it gets (WO-40, WO-41)."""
    if Kind.REDUCED_EFFECT in harm.kinds:
        effect = roll.effect if roll is not None and roll.character == harm.target else Effect.ZERO
        need(less(effect) is not effect, "cannot_reduce", roll=roll_id or "none", effect=effect)
    if Kind.WORSE_POSITION in harm.kinds:
        open_scene(state)
        need(standing_of(state, harm.target) is not Position.DEADLY, "already_deadly", character=harm.target)


def may_wound(state: Underworld, harm: Harm, origin: Origin, roll: ActionRoll | None, clock: str | None) -> None:
    """Refuse a wound or a death that the stakes do not allow (WO-45, WO-47, WO-48, WO-A13, WO-A14)."""
    victim = state.characters.get(harm.target)
    if victim is None:
        return
    then = roll.was_bloodied if roll is not None and roll.character == harm.target else False
    waiting = any(
        it.pending and it.target == harm.target and Kind.BLOODIED in it.kinds for it in state.consequences.values()
    )
    if Kind.BLOODIED in harm.kinds and (victim.bloodied or then or waiting):
        raise CommandRefused("already_bloodied", character=harm.target)
    if Kind.DEATH not in harm.kinds:
        return
    if roll is not None:
        killing = _KILLING if state.house_rules.death_only_when_deadly else {Position.DEADLY, Position.DIRE}
        announced = roll.position in killing
    elif origin is Origin.BARGAIN:
        announced = True
    else:
        full = clock is not None and clock in state.clocks and state.clocks[clock].status is ClockStatus.FULL
        announced = full or (origin is not Origin.CLOCK and victim.bloodied)
    need(announced, "not_deadly", character=harm.target)


def usual_ticks(state: Underworld, changes: Iterable[Change], severity: Severity, note: str) -> None:
    """Refuse ticks that would bring a clock elsewhere than this severity usually does, without a note.

    Ticks beyond the last segment are lost (WO-A37), so only the segments that would be filled are compared
    (WO-51, WO-A38).
    """
    for change in () if note.strip() else changes:
        clock = state.clocks.get(change.what or "")
        if change.kind is not ChangeKind.TICK_CLOCK or change.amount is None or clock is None:
            continue
        left = clock.segments - clock.filled
        usual = COMPLICATION_TICKS[severity]
        if min(change.amount, left) != min(left if usual is None else usual, left):
            told = f"all that is left, {left}" if usual is None else usual
            raise CommandRefused("amount_without_note", usual=told, given=change.amount)


_WORDS = {
    Kind.COMPLICATION: "new trouble",
    Kind.SHOCK: "one die less on the next roll",
    Kind.WORSE_POSITION: "a step down for what comes next",
    Kind.REDUCED_EFFECT: "a step less than was hoped for",
    Kind.BLOODIED: "shock all over, one step from death",
    Kind.DEATH: "unless somebody stops it",
}


def kind_choices(possible: Iterable[Kind]) -> tuple[Choice, ...]:
    """Kinds of consequence to choose from."""
    return tuple(Choice(kind.value, kind.value.replace("_", " ").capitalize(), _WORDS[kind]) for kind in possible)


def for_anybody(state: Underworld) -> tuple[Choice, ...]:
    """Kinds of consequence that can befall every living monster now, beside any roll."""
    alive = {slug: it for slug, it in state.characters.items() if it.alive}
    hanging = {it.target for it in state.consequences.values() if it.pending and Kind.BLOODIED in it.kinds}
    possible = [Kind.COMPLICATION, Kind.SHOCK]
    if scene_is_open(state) and all(standing_of(state, slug) is not Position.DEADLY for slug in alive):
        possible.append(Kind.WORSE_POSITION)
    if not hanging and not any(it.bloodied for it in alive.values()):
        possible.append(Kind.BLOODIED)
    return kind_choices(possible)
