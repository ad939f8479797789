"""The comparison of a turn: Progress, Abuse, who achieves, who is out (SPC-51 to SPC-55)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Points
from domain.spc.chapters.guards import conflict_under_way, gm_only, in_turn
from domain.spc.house_rules import TakenOutGrants
from domain.spc.lookup import conflict_of, in_play, participant_of, unassigned, unmodified, wants_something
from domain.spc.names import names
from domain.spc.phrases import count_told, told, words
from domain.spc.seats import TURN_GROUP
from domain.spc.state.adventure import Adventure
from domain.spc.state.conflict import Conflict, Participant
from domain.spc.terms import AchievedBy, ActionType, Slot, Stage

chapter = Chapter[Adventure](
    "Comparing oppositions",
    {
        "modify_first": "Still to apply modifiers: {participants}.",
        "already_compared": "Turn {turn} is compared already.",
    },
)


class CompareOppositions(Command):
    """Compare every pair: who gains Progress, who takes Abuse, who escapes, who is done.

    Needs:    the Mastermind; all dice assigned and modified.
    Refused:  `mastermind_only`, `not_playing`, `adventure_over`, `no_conflict`, `no_turn`, `already_compared`,
              `assign_first`, `modify_first`.
    Yields:   for each pair `OppositionCompared`, `ProgressGained`, `AbuseTaken`, `HarmEscaped`; then
              `IntentionAchieved`, `ParticipantTakenOut`.
    """

    type: Literal["spc.compare_oppositions"] = "spc.compare_oppositions"


class OppositionCompared(Event):
    """One pair was compared. `a_totals` and `b_totals` are pool and die of each, slot by slot."""

    type: Literal["spc.opposition_compared.v1"] = "spc.opposition_compared.v1"
    a: CharacterSlug
    b: CharacterSlug
    a_totals: dict[Slot, int]
    b_totals: dict[Slot, int]


@chapter.decides(CompareOppositions)
def compare_oppositions(state: Adventure, command: CompareOppositions, asker: Asker, dice: Dice) -> Events:
    """SPC-51 to SPC-55: compare every pair; then say who has achieved, then who is out."""
    gm_only(asker)
    conflict = conflict_under_way(state)
    in_turn(conflict)
    need(not conflict.compared, "already_compared", turn=conflict.turn)
    waiting = unassigned(conflict)
    need(not waiting, "assign_first", participants=waiting)
    waiting = unmodified(conflict)
    need(not waiting, "modify_first", participants=waiting)
    count = ComparisonSums()
    pairs = [(a, b) for a, b in conflict.oppositions if a in in_play(conflict) and b in in_play(conflict)]
    unharmed = escaped_from_any(state, conflict, pairs) if state.house_rules.escape_cancels_all else set()
    events = [event for a, b in pairs for event in pair_compared(state, conflict, a, b, unharmed, count)]
    achieved = {slug for slug, it in conflict.participants.items() if it.achieved}
    return [*events, *outcomes(state, conflict, count, achieved)]


@dataclass(slots=True)
class ComparisonSums:
    """Progress and Abuse of each participant, added up while a comparison is made."""

    progress: Counter[str] = field(default_factory=Counter)
    abuse: Counter[str] = field(default_factory=Counter)


def total(state: Adventure, conflict: Conflict, slug: str, slot: Slot) -> int:
    """A slot's total: the pool and the modified die."""
    return state.characters[slug].pool(slot) + conflict.participants[slug].throw.total(slot)


def in_ambush(conflict: Conflict, slug: str) -> bool:
    """True for somebody in ambush: no Progress gained and no Abuse dealt this turn."""
    return conflict.participants[slug].throw.action_type is ActionType.AMBUSH


def escaped_from_any(state: Adventure, conflict: Conflict, pairs: list[tuple[str, str]]) -> set[str]:
    """Participants who escape from at least one opponent."""
    both = [*pairs, *((b, a) for a, b in pairs)]
    return {
        one
        for one, other in both
        if total(state, conflict, one, Slot.VIGILANCE) > total(state, conflict, other, Slot.CUNNING)
    }


def totals(state: Adventure, conflict: Conflict, slug: str) -> dict[Slot, int]:
    """All three totals of one participant."""
    return {slot: total(state, conflict, slug, slot) for slot in Slot}


def pair_compared(
    state: Adventure, conflict: Conflict, a: str, b: str, unharmed: set[str], count: ComparisonSums
) -> Iterator[Event]:
    """Events of one pair: Ambition against Ambition, then Cunning against Vigilance both ways."""
    mine, theirs = totals(state, conflict, a), totals(state, conflict, b)
    yield OppositionCompared(a=CharacterId(a), b=CharacterId(b), a_totals=mine, b_totals=theirs)
    difference = mine[Slot.AMBITION] - theirs[Slot.AMBITION]
    winner, loser = (a, b) if difference > 0 else (b, a)
    if difference and not in_ambush(conflict, winner):
        count.progress[winner] += abs(difference)
        ambitions = sorted((mine[Slot.AMBITION], theirs[Slot.AMBITION]), reverse=True)
        yield ProgressGained(
            participant=CharacterId(winner),
            opponent=CharacterId(loser),
            amount=abs(difference),
            totals=(ambitions[0], ambitions[1]),
        )
    sides = {a: mine, b: theirs}
    for attacker, target in ((a, b), (b, a)):
        amount = sides[attacker][Slot.CUNNING] - sides[target][Slot.VIGILANCE]
        if amount > 0 and not in_ambush(conflict, attacker) and target not in unharmed:
            yield abuse_taken(conflict, attacker, target, amount, count)
    for target, attacker in ((a, b), (b, a)):
        if sides[target][Slot.VIGILANCE] > sides[attacker][Slot.CUNNING]:
            yield HarmEscaped(participant=CharacterId(target), opponent=CharacterId(attacker))


@chapter.applies(OppositionCompared)
def _(state: Adventure, event: OppositionCompared) -> None:
    conflict_of(state, Stage.TURN).compared = True


@chapter.tells(OppositionCompared, "{a} ({a_totals}) against {b} ({b_totals})")
def _(state: Adventure, event: OppositionCompared) -> Iterable[Fact]:
    lines = (
        f"{slot.value} {event.a_totals[slot]} against {other.value} {event.b_totals[other]}"
        for slot, other in (
            (Slot.AMBITION, Slot.AMBITION),
            (Slot.CUNNING, Slot.VIGILANCE),
            (Slot.VIGILANCE, Slot.CUNNING),
        )
    )
    yield told("\n".join(lines), "comparison", event.a, event.b)


class ProgressGained(Event):
    """The higher Ambition of a pair gained the difference as Progress."""

    type: Literal["spc.progress_gained.v1"] = "spc.progress_gained.v1"
    participant: CharacterSlug
    opponent: CharacterSlug
    amount: Points
    totals: tuple[int, int] = Field(description="Ambition of the two, the winner's first.")


@chapter.applies(ProgressGained)
def _(state: Adventure, event: ProgressGained) -> None:
    participant_of(state, event.participant, Stage.TURN).progress += event.amount


@chapter.tells(ProgressGained, "{participant} gains {amount} Progress against {opponent}")
def _(state: Adventure, event: ProgressGained) -> Iterable[Fact]:
    called = names(state)
    now = state.conflict.participants[event.participant].progress if state.conflict else 0
    why = f"Ambition {event.totals[0]} against {event.totals[1]} of {called.get(event.opponent, event.opponent)}"
    yield count_told(event.participant, "progress", event.amount, now, why)


class AbuseTaken(Event):
    """An opponent's Cunning was above this one's Vigilance: the difference is Abuse."""

    type: Literal["spc.abuse_taken.v1"] = "spc.abuse_taken.v1"
    participant: CharacterSlug
    opponent: CharacterSlug
    amount: Points
    redirected_from: CharacterSlug | None = Field(default=None, description="Whom it would have hit.")


def abuse_taken(conflict: Conflict, attacker: str, target: str, amount: int, count: ComparisonSums) -> AbuseTaken:
    """Event of Abuse on the target, or on whoever defends it; redirected once and no further (SPC-52, SPC-43)."""
    defender = next((slug for slug, it in in_play(conflict).items() if it.throw.defending == target), None)
    bearer = defender or target
    count.abuse[bearer] += amount
    return AbuseTaken(
        participant=CharacterId(bearer),
        opponent=CharacterId(attacker),
        amount=amount,
        redirected_from=CharacterId(target) if defender else None,
    )


@chapter.applies(AbuseTaken)
def _(state: Adventure, event: AbuseTaken) -> None:
    participant_of(state, event.participant, Stage.TURN).abuse += event.amount


@chapter.tells(AbuseTaken, "{participant} takes {amount} Abuse from {opponent}{redirected_from:+, in place of }")
def _(state: Adventure, event: AbuseTaken) -> Iterable[Fact]:
    called = names(state)
    now = state.conflict.participants[event.participant].abuse if state.conflict else 0
    why = f"the Cunning of {called.get(event.opponent, event.opponent)}"
    if event.redirected_from is not None:
        why += f", in place of {called.get(event.redirected_from, event.redirected_from)}"
        yield facts.RelationSet(
            source=event.participant, target=event.redirected_from, relation="took the blow for", friendly=True
        )
    yield count_told(event.participant, "abuse", event.amount, now, why, good=False)


class HarmEscaped(Event):
    """A participant's Vigilance was above the opponent's Cunning: no Abuse from that side (SPC-53)."""

    type: Literal["spc.harm_escaped.v1"] = "spc.harm_escaped.v1"
    participant: CharacterSlug
    opponent: CharacterSlug


@chapter.applies(HarmEscaped)
def _(state: Adventure, event: HarmEscaped) -> None:
    """No change here: harm from that side was nothing already."""
    participant_of(state, event.participant, Stage.TURN)


@chapter.tells(HarmEscaped, "{participant} escapes harm from {opponent}")
def _(state: Adventure, event: HarmEscaped) -> Iterable[Fact]:
    yield told("escapes harm", "conflict", event.participant, event.opponent)


class IntentionAchieved(Event):
    """A participant achieved its intention, with so much `progress` against its target number `itn`."""

    type: Literal["spc.intention_achieved.v1"] = "spc.intention_achieved.v1"
    participant: CharacterSlug
    by: AchievedBy
    progress: int
    itn: int


class ParticipantTakenOut(Event):
    """A participant took more Abuse than its Obstacle Rating, and is out of the conflict."""

    type: Literal["spc.participant_taken_out.v1"] = "spc.participant_taken_out.v1"
    participant: CharacterSlug
    abuse: int
    obstacle_rating: int


def outcomes(state: Adventure, conflict: Conflict, count: ComparisonSums, achieved: set[str]) -> Iterator[Event]:
    """Events of who achieved by Progress, who is taken out, and what that gives others (SPC-54, SPC-55)."""
    for slug, it in in_play(conflict).items():
        progress = it.progress + count.progress[slug]
        if target_reached(state, it, progress) and slug not in achieved:
            achieved.add(slug)
            yield achievement(slug, it, progress, AchievedBy.PROGRESS)
    out = {slug for slug, it in conflict.participants.items() if it.taken_out}
    fresh = []
    for slug, it in in_play(conflict).items():
        taken, rating = it.abuse + count.abuse[slug], state.characters[slug].obstacle_rating
        if taken > rating:
            fresh.append(slug)
            yield ParticipantTakenOut(participant=CharacterId(slug), abuse=taken, obstacle_rating=rating)
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


def target_reached(state: Adventure, it: Participant, progress: int) -> bool:
    """True if this much Progress is enough (SPC-54)."""
    if it.itn is None:
        return False
    return progress > it.itn if state.house_rules.intention_needs_more else progress >= it.itn


def achievement(slug: str, it: Participant, progress: int, by: AchievedBy) -> IntentionAchieved:
    """Event of an intention that is achieved."""
    return IntentionAchieved(participant=CharacterId(slug), by=by, progress=progress, itn=it.itn or 0)


@chapter.applies(IntentionAchieved)
def _(state: Adventure, event: IntentionAchieved) -> None:
    it = participant_of(state, event.participant, Stage.TURN)
    must(not it.achieved, f"{event.participant} has achieved already")
    it.achieved = True


@chapter.tells(
    IntentionAchieved,
    "{participant} achieves the intention{by:=progress>|opponent_taken_out>, the opponent being taken out}: "
    "Progress {progress} of {itn}",
)
def _(state: Adventure, event: IntentionAchieved) -> Iterable[Fact]:
    how = f"Progress {event.progress} of {event.itn}" if event.by == "progress" else words(event.by)
    yield told(f"achieves the intention: {how}", "conflict", event.participant)


@chapter.applies(ParticipantTakenOut)
def _(state: Adventure, event: ParticipantTakenOut) -> None:
    it = participant_of(state, event.participant, Stage.TURN)
    must(it.abuse == event.abuse and not it.taken_out, f"{event.participant} is not taken out by this")
    it.taken_out = True


@chapter.tells(ParticipantTakenOut, "{participant} is taken out: {abuse} Abuse is more than {obstacle_rating}")
def _(state: Adventure, event: ParticipantTakenOut) -> Iterable[Fact]:
    yield facts.StateChanged(
        owner=event.participant,
        group="conflict",
        name="taken_out",
        was="",
        now="taken out",
        good=False,
        why=f"Abuse {event.abuse} above {event.obstacle_rating}",
        label="Taken out",
    )
    yield facts.HeadlineTold(brief=True)


def comparing(it: Conflict, asker: Asker) -> Iterable[Offer]:
    """Offer of the comparison, once all dice lie.

    It leaves no choice unless a power or a weakness was used: what it does to the dice is settled before.
    """
    if asker.is_gm and not it.compared and not unassigned(it) and not unmodified(it):
        settled = not any(part.throw.power or part.throw.weakness for part in it.participants.values())
        yield Offer(command=CompareOppositions, label="Compare everybody", group=TURN_GROUP, forced=settled)
