"""What a turn offers each participant: a type, a throw, dice to keep, to add to, to assign."""

from collections.abc import Iterable, Mapping

from domain.kernel.decisions import allowed
from domain.kernel.offers import Choice, Offer, Seat
from domain.kernel.people import Asker
from domain.spc import commands as ask
from domain.spc.lookup import antagonists_first, forced_lows, in_play, kept_of, ordinal, value_of
from domain.spc.rules.acting import room_for_act
from domain.spc.rules.throwing import (
    antagonists_before,
    base_of,
    bonus_of,
    gadget_slot,
    is_assigned,
    is_modified,
    needs_increase,
    penalty_of,
    still_to_choose,
    still_without_number,
    unassigned,
)
from domain.spc.rules.tracks import room_for_goal, room_for_purity
from domain.spc.rules.types import ALSO_NAMED, NAMED_WITH
from domain.spc.state import Adventure, Conflict, Participant
from domain.spc.tables import ACT_SPENDS, TYPE_MODIFIERS
from domain.spc.terms import ActionType, IntentionKind, Slot

from .seats import name, named, people, seat_of, values

_TYPE = "Conflict: action type"
_DICE = "Conflict: dice"
_PLAIN = tuple(one for one in TYPE_MODIFIERS if one not in NAMED_WITH)


def turn(state: Adventure, it: Conflict, asker: Asker) -> Iterable[Offer]:
    """The next step of each participant, in the order of play."""
    if it.compared:
        return
    choosing = still_to_choose(state, it)
    for slug, part in antagonists_first(state, it).items():
        seat = seat_of(state, slug, asker)
        if seat is None:
            continue
        if choosing:
            first = state.characters[choosing[0]].is_antagonist
            if part.throw.action_type is None and (state.characters[slug].is_antagonist or not first):
                yield from types(state, it, seat, slug)
        else:
            yield from dice(state, it, seat, slug, part)


def known_with(slug: str, chosen: ActionType | None, **more: object) -> dict[str, object]:
    """A declaration in which everything that the type does not ask for is left out."""
    open_fields = {*NAMED_WITH.get(chosen, ()), *ALSO_NAMED.get(chosen, ())} if chosen else set()
    every = {one for fields in (*NAMED_WITH.values(), *ALSO_NAMED.values()) for one in fields}
    closed = {one: False if one == "use_now" else None for one in sorted(every - open_fields)}
    return {"participant": slug, **closed, **({"action_type": chosen.value} if chosen else {}), **more}


def types(state: Adventure, it: Conflict, seat: Seat, slug: str) -> Iterable[Offer]:
    """The eighteen, as far as the sheet has what they need."""
    who = name(state, slug)
    simple = [*acts(state, slug), *_PLAIN]
    yield seat.offer(
        ask.DeclareActionType,
        f"{who} chooses an action type",
        known_with(slug, None),
        {"action_type": values(simple)},
        group=_TYPE,
    )
    for chosen, label, choices in with_features(state, slug):
        known = known_with(slug, chosen)
        yield seat.offer(ask.DeclareActionType, f"{who} {label}", known, choices, group=_TYPE)
    yield from against_others(state, it, seat, slug)
    if it.participants[slug].intention is not None:
        yield from ambushes(state, seat, slug)
    if state.characters[slug].has_tracks and allowed(room_for_purity, state, slug, -1):
        known = known_with(slug, ActionType.MANIFEST)
        yield seat.offer(ask.DeclareActionType, f"{who} manifests a power", known, group=_TYPE)


def acts(state: Adventure, slug: str) -> list[ActionType]:
    """Acts for which there is something at that end of the track."""
    it, rules = state.characters[slug], state.house_rules
    if not it.has_tracks:
        return []
    return [
        act
        for act, end in ACT_SPENDS.items()
        if (it.at_end(end, rules) >= 1 or rules.allow_empty_acts) and allowed(room_for_act, state, slug, act)
    ]


def with_features(
    state: Adventure, slug: str
) -> Iterable[tuple[ActionType, str, Mapping[str, tuple[Choice, ...]]]]:
    """Types that need a feature of one's own."""
    it = state.characters[slug]
    powers = {one: power.name for one, power in it.powers.items()}
    rituals = {one: ritual.name for one, ritual in it.rituals.items()}
    gadgets = {one: gadget.name for one, gadget in it.gadgets.items()}
    for chosen, field, features, label in (
        (ActionType.ACTION, "talent", it.talents, "uses a talent"),
        (ActionType.OVERPOWER, "power", powers, "uses a power"),
        (ActionType.INVOKE, "ritual", rituals, "invokes a ritual"),
        (ActionType.ACTIVATE, "gadget", gadgets, "activates a gadget"),
    ):
        if features:
            yield chosen, label, {field: named(features)}


def against_others(state: Adventure, it: Conflict, seat: Seat, slug: str) -> Iterable[Offer]:
    """Defending somebody, exploiting somebody's weakness."""
    who, mine = name(state, slug), state.characters[slug].is_antagonist
    warded = {part.throw.defending for part in it.participants.values()}
    wards = [other for other in in_play(it) if other != slug and other not in warded]
    if wards:
        known = known_with(slug, ActionType.DEFEND)
        choices = {"ward": people(state, wards)}
        yield seat.offer(ask.DeclareActionType, f"{who} defends somebody", known, choices, group=_TYPE)
    for other in in_play(it):
        them = state.characters[other]
        if them.is_antagonist != mine and them.weaknesses:
            weaknesses = {one: weakness.name for one, weakness in them.weaknesses.items()}
            yield seat.offer(
                ask.DeclareActionType,
                f"{who} exploits a weakness of {them.name}",
                known_with(slug, ActionType.EXPLOIT, target=other),
                {"weakness": named(weaknesses)},
                group=_TYPE,
            )


def ambushes(state: Adventure, seat: Seat, slug: str) -> Iterable[Offer]:
    """Another intention, in words or for a pool to grow."""
    who = name(state, slug)
    kinds = [IntentionKind.FREE]
    if state.characters[slug].has_tracks:
        steps = ((IntentionKind.ADVANCE_GOAL, 1), (IntentionKind.ADVANCE_DRAWBACK, -1))
        kinds += [kind for kind, delta in steps if allowed(room_for_goal, state, slug, delta)]
    known = known_with(slug, ActionType.AMBUSH, pool=None)
    label = f"{who} lies in ambush for something else"
    yield seat.offer(ask.DeclareActionType, label, known, {"kind": values(kinds)}, group=_TYPE)
    known = known_with(slug, ActionType.AMBUSH, kind=IntentionKind.ADVANCE_POOL.value)
    label = f"{who} lies in ambush for a pool to grow"
    yield seat.offer(ask.DeclareActionType, label, known, {"pool": values(Slot)}, group=_TYPE)


def dice(state: Adventure, it: Conflict, seat: Seat, slug: str, part: Participant) -> Iterable[Offer]:
    """What this participant does next with the dice."""
    throw, who = part.throw, name(state, slug)
    known: dict[str, object] = {"participant": slug}
    if is_assigned(throw):
        ready = not unassigned(it) and not antagonists_before(state, it, slug, is_modified)
        if ready and not is_modified(throw):
            label = f"{who} applies the modifiers"
            yield seat.offer(ask.ApplyModifiers, label, known, group=_DICE, forced=True)
    elif not throw.thrown:
        if not still_without_number(state, it):
            total = base_of(throw) + bonus_of(throw) + penalty_of(state, slug, throw)
            sizes = (state.house_rules.die_faces,) * total
            yield seat.offer(ask.ThrowDice, f"{who} throws", known, group=_DICE, forced=True, dice=sizes)
    elif not throw.kept:
        yield keeping(seat, slug, who, part)
    elif needs_increase(throw):
        choices = {"die_id": dice_of(part, throw.kept)}
        yield seat.offer(ask.IncreaseDie, f"{who} adds the track to a die", known, choices, group=_DICE)
    elif not antagonists_before(state, it, slug, is_assigned):
        fixed = gadget_slot(state, slug, throw)
        slots = {slot.value: dice_of(part, throw.kept) for slot in Slot if slot is not fixed}
        if fixed is not None:
            known[fixed.value] = None
        yield seat.offer(ask.AssignDice, f"{who} assigns the dice", known, slots, group=_DICE)


def dice_of(part: Participant, ids: Iterable[str]) -> tuple[Choice, ...]:
    """Dice to choose from, by what they count for."""
    order = list(part.throw.thrown)
    return tuple(
        Choice(die, str(value_of(part.throw, die)), f"{ordinal(order.index(die) + 1)} die thrown") for die in ids
    )


def keeping(seat: Seat, slug: str, who: str, part: Participant) -> Offer:
    """Which dice stay; told outright where there is no choice."""
    throw, lows = part.throw, forced_lows(part.throw)
    known: dict[str, object] = {"participant": slug}
    by_value = sorted(throw.thrown, key=lambda die: throw.thrown[die])
    need = kept_of(throw)
    if len(throw.thrown) == need or len(lows) == need:
        known["die_ids"] = tuple(sorted(by_value[:need], key=list(throw.thrown).index))
        return seat.offer(ask.KeepDice, f"{who} keeps the dice", known, group=_DICE, forced=True)
    among = f", {' and '.join(map(str, lows))} among them" if lows else ""
    label = f"{who} keeps {need} of {len(throw.thrown)} dice{among}"
    return seat.offer(ask.KeepDice, label, known, {"die_ids": dice_of(part, throw.thrown)}, group=_DICE)
