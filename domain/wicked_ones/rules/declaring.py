"""Declaring consequences: how heavy, on whom, and when death may be (WO-38 to WO-42, WO-47, WO-48, WO-60)."""

from collections.abc import Iterable
from copy import copy

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.messages import Event
from domain.kernel.terms import CharacterId
from domain.wicked_ones import commands as ask
from domain.wicked_ones import events as say
from domain.wicked_ones.shapes import Change, Harm
from domain.wicked_ones.state import ActionRoll, Consequence, Underworld, asked_id, number_of
from domain.wicked_ones.tables import COMPLICATION_TICKS, SEVERITIES, USUAL_SEVERITY, less
from domain.wicked_ones.terms import (
    DUNGEON,
    ChangeKind,
    ClockStatus,
    Effect,
    Kind,
    Origin,
    PackStatus,
    Position,
    Result,
    RollStatus,
    Severity,
)

from .action import standing_of
from .clocks import with_a_move
from .common import open_scene, reason_given
from .effects import can_be_lost

MOST_SHOCKS = 2
"""How many attributes one consequence shocks without a wound."""
_NEVER_RESISTED = {
    Origin.BLOWBACK: "blowback cannot be resisted",
    Origin.CALAMITY: "calamity cannot be resisted",
    Origin.BARGAIN: "a dark bargain cannot be resisted",
}
_KILLING = {Position.DEADLY}


def declare_consequence(state: Underworld, command: ask.DeclareConsequence) -> Events:
    """WO-38, WO-52: pending, until it is accepted, resisted or kept off."""
    roll: ActionRoll | None = None
    if command.origin is Origin.ACTION_ROLL:
        roll = earning_roll(state, command)
    elif command.origin is Origin.INFLICTED:
        reason_given(command.reason)
    usual = USUAL_SEVERITY[roll.position] if roll else None
    severity = command.severity or usual or Severity.FRUSTRATING
    can_befall(state, command, command.origin, roll, command.roll, command.clock)
    if usual is not None and severity is not usual and not command.note.strip():
        raise CommandRefused("severity_without_note", usual=usual, given=severity)
    usual_ticks(command.changes, severity, command.note)
    return declared(
        state, command, severity, command.origin, roll, command.roll, usual, command, wanted=command.id
    )


def usual_ticks(changes: Iterable[Change], severity: Severity, note: str) -> None:
    """WO-51, WO-A38: a clock ticks as this severity does; otherwise with a note."""
    usual = COMPLICATION_TICKS[severity]
    for change in () if note.strip() else changes:
        if change.kind is ChangeKind.TICK_CLOCK and change.amount not in (None, usual):
            raise CommandRefused(
                "amount_without_note", usual="all that is left" if usual is None else usual, given=change.amount
            )


def earning_roll(state: Underworld, command: ask.DeclareConsequence) -> ActionRoll:
    """WO-31, WO-33: a roll that earned a consequence."""
    roll = found(state.rolls.get(command.roll or ""), "roll_unknown", roll=command.roll)
    need(roll.status is RollStatus.ROLLED, "not_rolled", roll=command.roll)
    need(
        roll.result not in (Result.SUCCESS, Result.CRITICAL),
        "no_consequence_on_success",
        roll=command.roll,
        result=roll.result,
    )
    if roll.result is Result.MIXED and command.cancels_goal:
        raise CommandRefused("negates_success", roll=command.roll)
    if (
        roll.position is Position.DEADLY
        and not terrible(command, roll)
        and not dire_enough(state, roll, command.roll)
    ):
        raise CommandRefused("deadly_means_death", roll=command.roll)
    return roll


def terrible(harm: Harm, roll: ActionRoll, usual: Severity = Severity.DEVASTATING) -> bool:
    """WO-28, WO-A36: death for whoever rolled, or a fate as terrible. `usual` is its severity if none is given."""
    fate = Kind.COMPLICATION in harm.kinds and (harm.severity or usual) is Severity.DEVASTATING
    return harm.target == roll.character and (Kind.DEATH in harm.kinds or fate)


def dire_enough(state: Underworld, roll: ActionRoll, roll_id: str | None) -> bool:
    """Whether this roll has brought its terrible consequence already, so that more may stand beside it."""
    return (
        any(
            it.roll_id == roll_id
            and it.target == roll.character
            and it.severity is Severity.DEVASTATING
            and {Kind.DEATH, Kind.COMPLICATION} & set(it.kinds)
            for it in state.consequences.values()
        )
        or not state.characters[roll.character].alive
    )


def can_befall(
    state: Underworld,
    harm: Harm,
    origin: Origin,
    roll: ActionRoll | None,
    roll_id: str | None,
    clock: str | None = None,
) -> None:
    """This may befall its target."""
    victim = state.characters.get(harm.target)
    if victim is None and harm.target != DUNGEON:
        pack = state.packs.get(harm.target)
        if pack is None or pack.status is not PackStatus.ACTIVE:
            raise CommandRefused("target_missing", target=harm.target)
    if victim is None and harm.kinds != (Kind.COMPLICATION,):
        raise CommandRefused("target_missing", target=harm.target)
    if victim is not None and not victim.alive:
        raise CommandRefused("dead", character=harm.target)
    if not harm.resistible and origin not in _NEVER_RESISTED and not harm.why_not.strip():
        raise CommandRefused("why_not_missing")
    if Kind.SHOCK in harm.kinds and len(set(harm.attributes)) > MOST_SHOCKS:
        raise CommandRefused("too_many_shocks", most=MOST_SHOCKS)
    can_get_worse(state, harm, roll, roll_id)
    may_wound(state, harm, origin, roll, clock)
    can_be_lost(state, harm.target, harm.changes)


def can_get_worse(state: Underworld, harm: Harm, roll: ActionRoll | None, roll_id: str | None) -> None:
    """WO-40, WO-41: effect and position get worse only as far as they go."""
    if Kind.REDUCED_EFFECT in harm.kinds:
        effect = roll.effect if roll is not None and roll.character == harm.target else Effect.ZERO
        need(less(effect) is not effect, "cannot_reduce", roll=roll_id or "none", effect=effect)
    if Kind.WORSE_POSITION in harm.kinds:
        open_scene(state)
        need(standing_of(state, harm.target) is not Position.DEADLY, "already_deadly", character=harm.target)


def may_wound(state: Underworld, harm: Harm, origin: Origin, roll: ActionRoll | None, clock: str | None) -> None:
    """WO-45, WO-47, WO-48, WO-A13, WO-A14: when a wound is death, and what may kill."""
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
    need(announced, "not_deadly", character=harm.target, origin=origin)


def declared(
    state: Underworld,
    harm: Harm,
    severity: Severity,
    origin: Origin,
    roll: ActionRoll | None,
    roll_id: str | None,
    usual: Severity | None,
    words: ask.DeclareConsequence | None = None,
    note: str = "",
    wanted: str | None = None,
    part_id: str | None = None,
) -> list[Event]:
    """The declaration, and aloud that it would kill."""
    slug = part_id or asked_id(state, "consequence", wanted)
    threat = harm.threat.strip() or ("wounds" if {Kind.BLOODIED, Kind.DEATH} & set(harm.kinds) else "")
    never = _NEVER_RESISTED.get(origin)
    event = say.ConsequenceDeclared(
        consequence=slug,
        origin=origin,
        usual=usual,
        roll=roll_id if roll else None,
        clock=words.clock if words else None,
        action=roll.action if roll else None,
        performer=CharacterId(roll.character) if roll else None,
        note=words.note if words else note,
        reason=words.reason if words else "",
        target=harm.target,
        kind=harm.kind,
        also=harm.kinds[1:],
        severity=severity,
        details=harm.details,
        threat=threat,
        attributes=tuple(dict.fromkeys(harm.attributes)),
        trouble=harm.trouble,
        changes=harm.changes,
        hopeless=harm.hopeless,
        resistible=harm.resistible and never is None,
        why_not=harm.why_not or never or "",
    )
    if Kind.DEATH not in harm.kinds:
        return [event]
    return [event, say.DeathDeclared(consequence=slug, character=CharacterId(harm.target))]


def move_to_inflict(state: Underworld, command: ask.MoveToInflict) -> Events:
    """WO-53: one move, one consequence, resistible as any."""
    with_a_move(state, command.adventurer)
    can_befall(state, command, Origin.ADVENTURER_MOVE, None, None)
    spent = say.MoveSpent(adventurer=command.adventurer, purpose="inflict")
    severity = command.severity or Severity.FRUSTRATING
    usual_ticks(command.changes, severity, command.note)
    origin, note = Origin.ADVENTURER_MOVE, command.note
    return [spent, *declared(state, command, severity, origin, None, None, None, note=note, wanted=command.id)]


def unsettled(state: Underworld, slug: str) -> Consequence:
    """A consequence that still hangs over somebody."""
    it = state.consequences.get(slug)
    if it is None:
        number = number_of(slug)
        seen = slug == f"consequence-{number}" and 0 < number <= state.counts.get("consequence", 0)
        need(not seen, "consequence_settled", consequence="")
        raise CommandRefused("consequence_unknown")
    need(it.pending, "consequence_settled", consequence=slug)
    return it


def split_consequence(state: Underworld, command: ask.SplitConsequence) -> Events:
    """WO-39: several of one; each for its own target. Parts that are no lighter are noted, not refused."""
    it = unsettled(state, command.consequence)
    need(not it.to_reduce, "reduce_first", consequence=command.consequence)
    need(command.parts, "parts_missing", consequence=command.consequence)
    roll = state.rolls.get(it.roll_id or "")
    events: list[Event] = []
    into: list[str] = []
    lighter = True
    waiting = {slug: each for slug, each in state.consequences.items() if slug != command.consequence}
    without = replace_consequences(state, waiting)
    if roll is not None and not still_terrible(without, command, it, roll):
        raise CommandRefused("deadly_means_death", roll=it.roll_id)
    wounded: set[str] = set()
    for each in command.parts:
        # What nothing could stop cannot be stopped in parts either (WO-60).
        part = each if it.resistible else each.model_copy(update={"resistible": False, "why_not": it.why_not})
        can_befall(without, part, it.origin, roll, it.roll_id)
        if Kind.BLOODIED in part.kinds and part.target in wounded:
            raise CommandRefused("already_bloodied", character=part.target)
        wounded |= {part.target} if Kind.BLOODIED in part.kinds else set()
        severity = part.severity or part_severity(it)
        usual_ticks(part.changes, severity, command.note)
        lighter = lighter and SEVERITIES.index(severity) < SEVERITIES.index(it.severity)
        slug = f"{command.consequence}-{len(into) + 1}"
        events += declared(
            state, part, severity, it.origin, roll, it.roll_id, None, note=command.note, part_id=slug
        )
        into.append(slug)
    split = say.ConsequenceSplit(consequence=command.consequence, into=tuple(into), lighter=lighter)
    return [split, *events]


def part_severity(it: Consequence) -> Severity:
    """The severity of a part if none is said: one step lighter than the whole, annoying at least."""
    return SEVERITIES[max(SEVERITIES.index(it.severity) - 1, 1)]


def still_terrible(without: Underworld, command: ask.SplitConsequence, it: Consequence, roll: ActionRoll) -> bool:
    """WO-28: true while a deadly roll still brings death or as terrible a fate once this is split."""
    return (
        roll.position is not Position.DEADLY
        or any(terrible(part, roll, part_severity(it)) for part in command.parts)
        or dire_enough(without, roll, it.roll_id)
    )


def replace_consequences(state: Underworld, consequences: dict[str, Consequence]) -> Underworld:
    """The same state as far as its rules look, with other consequences in it."""
    seen = copy(state)
    seen.consequences = consequences
    return seen
