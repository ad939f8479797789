"""What a conflict offers before its first turn, around its turns, and at its end."""

from collections.abc import Iterable
from itertools import combinations

from domain.kernel.decisions import allowed
from domain.kernel.offers import Choice, Offer, Seat
from domain.kernel.people import Asker
from domain.spc import commands as ask
from domain.spc.house_rules import TargetBase
from domain.spc.lookup import open_conflict, wants_something
from domain.spc.rules.comparing import without_pair_or_number
from domain.spc.rules.resolving import without_setback
from domain.spc.rules.setup import characters_without_number
from domain.spc.rules.throwing import unassigned, unmodified
from domain.spc.rules.tracks import room_for_goal
from domain.spc.state import Adventure, Conflict, Participant
from domain.spc.tables import BROUGHT_BY_KIND, MOST_NOUNS, MOST_VERBS
from domain.spc.terms import MASTERMIND, IntentionKind, Slot, Stage, TargetModifier

from .seats import name, people, seat_of, values
from .turn import turn

_SETUP = "Conflict: setup"
_TURN = "Conflict: turn"
_END = "Conflict: resolution"


def conflict(state: Adventure, asker: Asker) -> Iterable[Offer]:
    """Every step that is in order now, for the asker's own; the Mastermind sees everybody's."""
    it = open_conflict(state)
    if it is None:
        return
    if it.status is Stage.SETUP:
        yield from setup(state, it, asker)
    elif it.status is Stage.TURN:
        yield from targets(state, it, asker)
        yield from turn(state, it, asker)
        if asker.is_gm:
            yield from counting(it)
    else:
        yield from resolution(state, it, asker)


def setup(state: Adventure, it: Conflict, asker: Asker) -> Iterable[Offer]:
    """Who, against whom, for what, at which number."""
    for slug in it.participants:
        yield from intending(state, it, slug, asker)
    yield from targets(state, it, asker)
    yield from pairing(state, it, asker)
    for slug in state.scene.present if state.scene else ():
        if slug in state.characters and slug not in it.participants and (seat := seat_of(state, slug, asker)):
            label = f"{name(state, slug)} enters the conflict"
            yield seat.offer(ask.EnterConflict, label, {"participant": slug}, group=_SETUP)
    if asker.is_gm and not without_pair_or_number(state, it):
        yield Offer(command=ask.BeginTurn, label="Begin the first turn", group=_SETUP)


def pairing(state: Adventure, it: Conflict, asker: Asker) -> Iterable[Offer]:
    """Pairs that do not oppose each other yet."""
    for a, b in combinations(it.participants, 2):
        seat = seat_of(state, a, asker) or seat_of(state, b, asker)
        if seat and b not in it.opponents(a):
            label = f"{name(state, a)} and {name(state, b)} oppose each other"
            yield seat.offer(ask.DeclareOpposition, label, {"a": a, "b": b}, group=_SETUP)


def kinds(state: Adventure, slug: str) -> list[IntentionKind]:
    """Kinds of intention that name no pool and that this one's track has room for."""
    if not state.characters[slug].has_tracks:
        return [IntentionKind.FREE]
    steps = ((IntentionKind.ADVANCE_GOAL, 1), (IntentionKind.ADVANCE_DRAWBACK, -1))
    return [IntentionKind.FREE, *(kind for kind, delta in steps if allowed(room_for_goal, state, slug, delta))]


def intending(state: Adventure, it: Conflict, slug: str, asker: Asker) -> Iterable[Offer]:
    """An intention in words, or one that makes a pool grow."""
    seat, part = seat_of(state, slug, asker), it.participants[slug]
    waits = state.characters[slug].is_antagonist and characters_without_number(state, it)
    if seat is None or part.intention or waits or not it.opponents(slug) or not wants_something(state, slug):
        return
    who = name(state, slug)
    plain = {"participant": slug, "pool": None}
    yield seat.offer(
        ask.DeclareIntention, f"{who} wants something", plain, {"kind": values(kinds(state, slug))}, group=_SETUP
    )
    grows = {"participant": slug, "kind": IntentionKind.ADVANCE_POOL.value}
    yield seat.offer(
        ask.DeclareIntention, f"{who} wants a pool to grow", grows, {"pool": values(Slot)}, group=_SETUP
    )


def targets(state: Adventure, it: Conflict, asker: Asker) -> Iterable[Offer]:
    """Numbers still to be set, before the first turn or after an ambush."""
    if not asker.is_gm:
        return
    late = it.status is Stage.SETUP and bool(characters_without_number(state, it))
    for slug, part in it.participants.items():
        if part.intention is None or part.itn is not None or (late and state.characters[slug].is_antagonist):
            continue
        known: dict[str, object] = {"participant": slug}
        if state.house_rules.itn_base is not TargetBase.MANUAL:
            known["base"] = None
        yield Offer(
            command=ask.SetIntentionTarget,
            label=f"Set the target number of {name(state, slug)}",
            known=known,
            choices={"modifiers": modifiers(part)},
            group=_SETUP if it.status is Stage.SETUP else _TURN,
        )


def modifiers(part: Participant) -> tuple[Choice, ...]:
    """What may be named besides what the kind of intention brings."""
    brought = BROUGHT_BY_KIND.get(part.intention.kind) if part.intention else None
    return values(one for one in TargetModifier if one is not brought)


def counting(it: Conflict) -> Iterable[Offer]:
    """The Mastermind's steps once dice lie: compare, narrate, go on.

    Comparing leaves no choice unless a power or a weakness was used: what it does to the dice is settled before.
    """
    if not it.compared:
        if not unassigned(it) and not unmodified(it):
            label = "Compare everybody"
            settled = not any(part.throw.power or part.throw.weakness for part in it.participants.values())
            yield Offer(command=ask.CompareOppositions, label=label, group=_TURN, forced=settled)
    elif not it.narrated:
        yield Offer(command=ask.NarrateTurn, label="Narrate the turn", group=_TURN)
    else:
        yield Offer(command=ask.BeginTurn, label="Go on", group=_TURN, forced=True)


def resolution(state: Adventure, it: Conflict, asker: Asker) -> Iterable[Offer]:
    """Facts, setbacks, the close."""
    if it.fact_turn is not None:
        if seat := seat_of(state, it.fact_turn, asker):
            yield from telling(state, seat, it.fact_turn)
    else:
        for slug in without_setback(it):
            if seat := seat_of(state, slug, asker):
                label = f"What {name(state, slug)} suffered"
                yield seat.offer(ask.RecordSetback, label, {"participant": slug}, group=_END)
        if asker.is_gm and not without_setback(it):
            forced = not negated_by_the_last(state, it)
            yield Offer(command=ask.CloseConflict, label="Close the conflict", group=_END, forced=forced)
    if asker.is_gm and (earlier := negated_by_the_last(state, it)):
        yield Offer(
            command=ask.ObjectToFact,
            label=f"Uphold an objection to Fact {it.facts[-1]}",
            known={"number": it.facts[-1]},
            choices={"conflicts_with": earlier, "objector": objectors(state)},
            group=_END,
        )


def negated_by_the_last(state: Adventure, it: Conflict) -> tuple[Choice, ...]:
    """The Facts that the last one told in this conflict may be found to negate."""
    return tuple(Choice(n, fact.text) for n, fact in state.facts.items() if it.facts and n < it.facts[-1])


def objectors(state: Adventure) -> tuple[Choice, ...]:
    """Who may object: the players by their Characters, and the Mastermind."""
    there = [slug for slug, it in state.characters.items() if it.player and it.adventure == state.adventure]
    return (*people(state, there), Choice(MASTERMIND, "The Mastermind"))


def telling(state: Adventure, seat: Seat, slug: str) -> Iterable[Offer]:
    """One Fact, or no more."""
    who, known = name(state, slug), {"participant": slug}
    counts = {
        "verbs": tuple(Choice(n, str(n)) for n in range(MOST_VERBS + 1)),
        "nouns": tuple(Choice(n, str(n)) for n in range(MOST_NOUNS + 1)),
    }
    yield seat.offer(ask.StateFact, f"{who} tells a Fact", known, counts, group=_END)
    yield seat.offer(ask.PassFacts, f"{who} passes", known, group=_END)
