"""The comparison of a turn, and whether there is another (SPC-51 to SPC-57)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from domain.kernel.chapter import Events
from domain.kernel.decisions import need
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId
from domain.spc import commands as ask
from domain.spc import events as say
from domain.spc.house_rules import TakenOutGrants
from domain.spc.lookup import in_play, wants_something
from domain.spc.rules.common import conflict_under_way, gm_only, in_turn, written
from domain.spc.state import Adventure, Conflict, Participant
from domain.spc.terms import AchievedBy, ActionType, Slot, Stage

from .resolving import resolving
from .throwing import still_without_number, unassigned, unmodified


@dataclass(slots=True)
class Count:
    """What a comparison adds up to while it is made."""

    progress: Counter[str] = field(default_factory=Counter)
    abuse: Counter[str] = field(default_factory=Counter)


def total(state: Adventure, conflict: Conflict, slug: str, slot: Slot) -> int:
    """Pool and modified die."""
    return state.characters[slug].pool(slot) + conflict.participants[slug].throw.total(slot)


def ambushes(conflict: Conflict, slug: str) -> bool:
    """Whether this one lies in ambush: no Progress gained and no Abuse dealt this turn."""
    return conflict.participants[slug].throw.action_type is ActionType.AMBUSH


def compare_oppositions(state: Adventure, command: ask.CompareOppositions, asker: Asker, dice: Dice) -> Events:
    """SPC-51 to SPC-55: every pair, then who has achieved, then who is out."""
    gm_only(asker)
    conflict = conflict_under_way(state)
    in_turn(conflict)
    need(not conflict.compared, "already_compared", turn=conflict.turn)
    waiting = unassigned(conflict)
    need(not waiting, "assign_first", participants=waiting)
    waiting = unmodified(conflict)
    need(not waiting, "modify_first", participants=waiting)
    count = Count()
    pairs = [(a, b) for a, b in conflict.oppositions if a in in_play(conflict) and b in in_play(conflict)]
    unharmed = escaped_from_any(state, conflict, pairs) if state.house_rules.escape_cancels_all else set()
    events = [event for a, b in pairs for event in compared(state, conflict, a, b, unharmed, count)]
    achieved = {slug for slug, it in conflict.participants.items() if it.achieved}
    return [*events, *outcomes(state, conflict, count, achieved)]


def escaped_from_any(state: Adventure, conflict: Conflict, pairs: list[tuple[str, str]]) -> set[str]:
    """Who escapes from at least one opponent."""
    both = [*pairs, *((b, a) for a, b in pairs)]
    return {
        one
        for one, other in both
        if total(state, conflict, one, Slot.VIGILANCE) > total(state, conflict, other, Slot.CUNNING)
    }


def totals(state: Adventure, conflict: Conflict, slug: str) -> dict[Slot, int]:
    """All three totals of one participant."""
    return {slot: total(state, conflict, slug, slot) for slot in Slot}


def compared(
    state: Adventure, conflict: Conflict, a: str, b: str, unharmed: set[str], count: Count
) -> Iterator[Event]:
    """One pair: Ambition against Ambition, then Cunning against Vigilance both ways."""
    mine, theirs = totals(state, conflict, a), totals(state, conflict, b)
    yield say.OppositionCompared(a=CharacterId(a), b=CharacterId(b), a_totals=mine, b_totals=theirs)
    difference = mine[Slot.AMBITION] - theirs[Slot.AMBITION]
    winner, loser = (a, b) if difference > 0 else (b, a)
    if difference and not ambushes(conflict, winner):
        count.progress[winner] += abs(difference)
        ambitions = sorted((mine[Slot.AMBITION], theirs[Slot.AMBITION]), reverse=True)
        yield say.ProgressGained(
            participant=CharacterId(winner),
            opponent=CharacterId(loser),
            amount=abs(difference),
            totals=(ambitions[0], ambitions[1]),
        )
    sides = {a: mine, b: theirs}
    for attacker, target in ((a, b), (b, a)):
        amount = sides[attacker][Slot.CUNNING] - sides[target][Slot.VIGILANCE]
        if amount > 0 and not ambushes(conflict, attacker) and target not in unharmed:
            yield abuse(conflict, attacker, target, amount, count)
    for target, attacker in ((a, b), (b, a)):
        if sides[target][Slot.VIGILANCE] > sides[attacker][Slot.CUNNING]:
            yield say.HarmEscaped(participant=CharacterId(target), opponent=CharacterId(attacker))


def abuse(conflict: Conflict, attacker: str, target: str, amount: int, count: Count) -> say.AbuseTaken:
    """SPC-52, SPC-43: Abuse on the target, or on whoever defends it; redirected once and no further."""
    defender = next((slug for slug, it in in_play(conflict).items() if it.throw.defending == target), None)
    bearer = defender or target
    count.abuse[bearer] += amount
    return say.AbuseTaken(
        participant=CharacterId(bearer),
        opponent=CharacterId(attacker),
        amount=amount,
        redirected_from=CharacterId(target) if defender else None,
    )


def outcomes(state: Adventure, conflict: Conflict, count: Count, achieved: set[str]) -> Iterator[Event]:
    """SPC-54, SPC-55: achieved by Progress first, then those taken out, and what that gives the others."""
    for slug, it in in_play(conflict).items():
        progress = it.progress + count.progress[slug]
        if reached(state, it, progress) and slug not in achieved:
            achieved.add(slug)
            yield achievement(slug, it, progress, AchievedBy.PROGRESS)
    out = {slug for slug, it in conflict.participants.items() if it.taken_out}
    fresh = []
    for slug, it in in_play(conflict).items():
        taken, rating = it.abuse + count.abuse[slug], state.characters[slug].obstacle_rating
        if taken > rating:
            fresh.append(slug)
            yield say.ParticipantTakenOut(participant=CharacterId(slug), abuse=taken, obstacle_rating=rating)
    out.update(fresh)
    every = state.house_rules.taken_out_grants is TakenOutGrants.ALL_OPPONENTS_OUT
    for slug in fresh:
        for other in conflict.opponents(slug):
            them = conflict.participants[other]
            if other in achieved or them.itn is None or not wants_something(state, other):
                continue
            if every and not set(conflict.opponents(other)) <= out:
                continue
            achieved.add(other)
            yield achievement(other, them, them.progress + count.progress[other], AchievedBy.OPPONENT_TAKEN_OUT)


def reached(state: Adventure, it: Participant, progress: int) -> bool:
    """SPC-54: whether this much Progress is enough."""
    if it.itn is None:
        return False
    return progress > it.itn if state.house_rules.intention_needs_more else progress >= it.itn


def achievement(slug: str, it: Participant, progress: int, by: AchievedBy) -> say.IntentionAchieved:
    """An intention that came true."""
    return say.IntentionAchieved(participant=CharacterId(slug), by=by, progress=progress, itn=it.itn or 0)


def narrate_turn(state: Adventure, command: ask.NarrateTurn, asker: Asker, dice: Dice) -> Events:
    """SPC-56: what it all looked like."""
    gm_only(asker)
    conflict = conflict_under_way(state)
    in_turn(conflict)
    need(conflict.compared, "compare_first", turn=conflict.turn)
    need(not conflict.narrated, "narrated_already", turn=conflict.turn)
    written(command.text, "what happened in the turn")
    return [say.TurnNarrated(turn=conflict.turn, text=command.text)]


def begin_turn(state: Adventure, command: ask.BeginTurn, asker: Asker, dice: Dice) -> Events:
    """SPC-57: another turn while nobody has achieved and nobody is out; otherwise the end."""
    gm_only(asker)
    conflict = conflict_under_way(state)
    need(conflict.status is not Stage.RESOLVING, "resolving_already", conflict=conflict.id)
    if conflict.status is Stage.SETUP:
        waiting = without_pair_or_number(state, conflict)
        need(not waiting, "itn_missing", participants=waiting)
        return [say.TurnBegun(turn=1)]
    need(conflict.compared, "compare_first", turn=conflict.turn)
    need(conflict.narrated, "narrate_first", turn=conflict.turn)
    if decided(state, conflict):
        return resolving(state, conflict)
    return [say.TurnBegun(turn=conflict.turn + 1)]


def decided(state: Adventure, conflict: Conflict) -> bool:
    """Whether there are no more turns: somebody has achieved, or is out. By house rule the others go on then."""
    if any(it.achieved for it in conflict.participants.values()):
        return True
    standing = in_play(conflict)
    if state.house_rules.taken_out_grants is TakenOutGrants.ANY:
        return len(standing) < len(conflict.participants)
    return not any(a in standing and b in standing for a, b in conflict.oppositions)


def without_pair_or_number(state: Adventure, conflict: Conflict) -> list[str]:
    """Who is not ready for the first turn: no target number, or for a goon that rolls, nobody to oppose."""
    unpaired = [slug for slug in conflict.participants if not conflict.opponents(slug)]
    return list(dict.fromkeys((*still_without_number(state, conflict), *unpaired)))
