"""Turns of a conflict, and what an intention brings in the end (SPC-56 to SPC-58, SPC-65)."""

from collections.abc import Iterable, Iterator
from typing import Literal

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import allowed, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Points, Slug, Text
from domain.spc.chapters.adventure.tracks import goal_moved, room_for_goal
from domain.spc.chapters.guards import conflict_under_way, gm_only, in_turn, must_have_words
from domain.spc.chapters.turns.telling_facts import first_turn
from domain.spc.house_rules import TakenOutGrants
from domain.spc.lookup import character_of, conflict_of, in_play, participant_of, still_without_number
from domain.spc.phrases import pool_told, told
from domain.spc.seats import SETUP_GROUP, TURN_GROUP
from domain.spc.state.adventure import Adventure
from domain.spc.state.conflict import Conflict, Throw
from domain.spc.terms import IntentionKind, Slot, Stage, TrackReason

chapter = Chapter[Adventure](
    "Turns, and intentions granted",
    {
        "compare_first": "Turn {turn} is not compared yet.",
        "narrate_first": "Turn {turn} is not narrated yet.",
        "narrated_already": "Turn {turn} is narrated already.",
        "resolving_already": "There are no more turns in {conflict}.",
    },
)


class BeginTurn(Command):
    """Begin the first turn, or the next one; where somebody has achieved their intention, resolve instead.

    Needs:    the Mastermind; before the first turn every target number, later the narration.
    Refused:  `mastermind_only`, `not_playing`, `adventure_over`, `no_conflict`, `itn_missing`, `compare_first`,
              `narrate_first`, `resolving_already`.
    Yields:   `TurnBegun`; or `ConflictResolving`, `IntentionGranted`, `PoolAdvanced`, `GoalTrackMoved`,
              `FactTurnGiven`.
    """

    type: Literal["spc.begin_turn"] = "spc.begin_turn"


class TurnBegun(Event):
    """A turn of this number begins; Progress and Abuse stay."""

    type: Literal["spc.turn_begun.v1"] = "spc.turn_begun.v1"
    turn: Points


@chapter.decides(BeginTurn)
def begin_turn(state: Adventure, command: BeginTurn, asker: Asker, dice: Dice) -> Events:
    """SPC-57: begin another turn while nobody has achieved and nobody is out; otherwise resolve the conflict."""
    gm_only(asker)
    conflict = conflict_under_way(state)
    need(conflict.status is not Stage.RESOLVING, "resolving_already", conflict=conflict.id)
    if conflict.status is Stage.SETUP:
        waiting = without_pair_or_number(state, conflict)
        need(not waiting, "itn_missing", participants=waiting)
        return [TurnBegun(turn=1)]
    need(conflict.compared, "compare_first", turn=conflict.turn)
    need(conflict.narrated, "narrate_first", turn=conflict.turn)
    if no_more_turns(state, conflict):
        return resolution(state, conflict)
    return [TurnBegun(turn=conflict.turn + 1)]


def no_more_turns(state: Adventure, conflict: Conflict) -> bool:
    """True if there are no more turns: somebody has achieved, or is out. By house rule the others go on then."""
    if any(it.achieved for it in conflict.participants.values()):
        return True
    standing = in_play(conflict)
    if state.house_rules.taken_out_grants is TakenOutGrants.ANY:
        return len(standing) < len(conflict.participants)
    return not any(a in standing and b in standing for a, b in conflict.oppositions)


def without_pair_or_number(state: Adventure, conflict: Conflict) -> list[str]:
    """Participants not ready for the first turn: no target number, or for a goon that rolls, nobody to oppose."""
    unpaired = [slug for slug in conflict.participants if not conflict.opponents(slug)]
    return list(dict.fromkeys((*still_without_number(state, conflict), *unpaired)))


@chapter.applies(TurnBegun)
def _(state: Adventure, event: TurnBegun) -> None:
    conflict = conflict_of(state, Stage.SETUP, Stage.TURN)
    must(event.turn == conflict.turn + 1, "turns follow one another")
    conflict.status = Stage.TURN
    conflict.turn = event.turn
    conflict.compared = conflict.narrated = False
    conflict.narration = ""
    for it in conflict.participants.values():
        it.throw = Throw()


@chapter.tells(TurnBegun, "Turn {turn}")
def _(state: Adventure, event: TurnBegun) -> Iterable[Fact]:
    conflict, action = state.conflict, state.action
    if conflict is None or action is None:
        return
    sides = tuple(conflict.participants)
    if event.turn == 1:  # by now it is known who takes part
        yield facts.TestOpened(test=conflict.id, form="conflict", sides=sides, aim=action.text, acting=len(sides))
    yield told(f"turn {event.turn}", "conflict", *sides)


class NarrateTurn(Command):
    """Narrate what happened in the turn.

    Needs:    the Mastermind; the comparison.
    Refused:  `mastermind_only`, `not_playing`, `adventure_over`, `no_conflict`, `no_turn`, `compare_first`,
              `narrated_already`, `words_missing`.
    Yields:   `TurnNarrated`.
    """

    type: Literal["spc.narrate_turn"] = "spc.narrate_turn"
    text: Text


class TurnNarrated(Event):
    """The Mastermind narrated what happened in the turn."""

    type: Literal["spc.turn_narrated.v1"] = "spc.turn_narrated.v1"
    turn: Points
    text: Text


@chapter.decides(NarrateTurn)
def narrate_turn(state: Adventure, command: NarrateTurn, asker: Asker, dice: Dice) -> Events:
    """SPC-56: narrate what happened in the turn."""
    gm_only(asker)
    conflict = conflict_under_way(state)
    in_turn(conflict)
    need(conflict.compared, "compare_first", turn=conflict.turn)
    need(not conflict.narrated, "narrated_already", turn=conflict.turn)
    must_have_words(command.text, "what happened in the turn")
    return [TurnNarrated(turn=conflict.turn, text=command.text)]


@chapter.applies(TurnNarrated)
def _(state: Adventure, event: TurnNarrated) -> None:
    conflict = conflict_of(state, Stage.TURN)
    must(conflict.compared, "a turn is narrated after its comparison")
    conflict.narrated = True
    conflict.narration = event.text


@chapter.tells(TurnNarrated, "{text}")
def _(state: Adventure, event: TurnNarrated) -> Iterable[Fact]:
    yield told(event.text, "narration", *(state.conflict.participants if state.conflict else ()))
    yield facts.Turn(test=state.conflict.id if state.conflict else "", who="", text=event.text)


class ConflictResolving(Event):
    """The conflict has no more turns, because somebody achieved their intention or is out."""

    type: Literal["spc.conflict_resolving.v1"] = "spc.conflict_resolving.v1"
    conflict: Slug


def resolution(state: Adventure, conflict: Conflict) -> list[Event]:
    """Events of the end of turns: intentions granted, what they bring, then the first turn to tell Facts."""
    events: list[Event] = [ConflictResolving(conflict=conflict.id)]
    for slug, it in conflict.participants.items():
        if it.achieved and it.intention is not None:
            events.append(IntentionGranted(participant=CharacterId(slug), text=it.intention.text))
            events += reward(state, conflict, slug)
    return [*events, *first_turn(state, conflict)]


@chapter.applies(ConflictResolving)
def _(state: Adventure, event: ConflictResolving) -> None:
    conflict_of(state, Stage.TURN).status = Stage.RESOLVING


@chapter.tells(ConflictResolving, "{conflict} is decided")
def _(state: Adventure, event: ConflictResolving) -> Iterable[Fact]:
    yield told("no more turns", "conflict", *(state.conflict.participants if state.conflict else ()))


class IntentionGranted(Event):
    """A participant gets what its intention said, in words."""

    type: Literal["spc.intention_granted.v1"] = "spc.intention_granted.v1"
    participant: CharacterSlug
    text: Text


def reward(state: Adventure, conflict: Conflict, slug: str) -> Iterator[Event]:
    """Events of what an intention brings: a pool by one, or a step of the goal track if it has room (SPC-65)."""
    intention = conflict.participants[slug].intention
    if intention is None:
        return
    if intention.kind is IntentionKind.ADVANCE_POOL and intention.pool is not None:
        yield PoolAdvanced(participant=CharacterId(slug), pool=intention.pool, amount=1)
    for kind, delta in ((IntentionKind.ADVANCE_GOAL, 1), (IntentionKind.ADVANCE_DRAWBACK, -1)):
        if intention.kind is kind and allowed(room_for_goal, state, slug, delta):
            yield goal_moved(state, slug, delta, TrackReason.INTENTION)


@chapter.applies(IntentionGranted)
def _(state: Adventure, event: IntentionGranted) -> None:
    """No change here: what it brings follows as events of its own."""
    must(participant_of(state, event.participant, Stage.RESOLVING).achieved, "only what was achieved is granted")


@chapter.tells(IntentionGranted, "{participant} gets it: {text}")
def _(state: Adventure, event: IntentionGranted) -> Iterable[Fact]:
    yield told(event.text, "intention", event.participant)
    test = state.conflict.id if state.conflict else ""
    it = state.conflict.participants.get(event.participant) if state.conflict else None
    proof = f"Progress {it.progress} of {it.itn}" if it is not None and it.itn is not None else ""
    yield facts.Outcome(test=test, who=event.participant, came=facts.Came.AS_WANTED, proof=proof)


class PoolAdvanced(Event):
    """A pool grew by `amount`, as an intention said."""

    type: Literal["spc.pool_advanced.v1"] = "spc.pool_advanced.v1"
    participant: CharacterSlug
    pool: Slot
    amount: int


@chapter.applies(PoolAdvanced)
def _(state: Adventure, event: PoolAdvanced) -> None:
    it = character_of(state, event.participant)
    match event.pool:
        case Slot.AMBITION:
            it.ambition_pool += event.amount
        case Slot.CUNNING:
            it.cunning_pool += event.amount
        case Slot.VIGILANCE:
            it.vigilance_pool += event.amount


@chapter.tells(PoolAdvanced, "{participant} grows in {pool}, by {amount}")
def _(state: Adventure, event: PoolAdvanced) -> Iterable[Fact]:
    yield pool_told(state, event.participant, event.pool.value, event.amount, "intention")
    now = state.characters[event.participant].pool(event.pool)
    yield facts.Advanced(owner=event.participant, track="pools", what=f"{event.pool.value.title()} {now}")


def first_turn_ready(state: Adventure, it: Conflict, asker: Asker) -> Iterable[Offer]:
    """Offer of the first turn, once everybody has somebody to oppose and a number."""
    if asker.is_gm and not without_pair_or_number(state, it):
        yield Offer(command=BeginTurn, label="Begin the first turn", group=SETUP_GROUP)


def going_on(it: Conflict, asker: Asker) -> Iterable[Offer]:
    """Offers after the comparison: the narration, then the next turn or the end."""
    if not asker.is_gm or not it.compared:
        return
    if not it.narrated:
        yield Offer(command=NarrateTurn, label="Narrate the turn", group=TURN_GROUP)
    else:
        yield Offer(command=BeginTurn, label="Go on", group=TURN_GROUP, forced=True)
