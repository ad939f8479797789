"""The end of a conflict: setbacks, harm that lasts, the close (SPC-62 to SPC-64, SPC-66, SPC-67)."""

from collections.abc import Iterable, Iterator
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
from domain.kernel.terms import CharacterId, Slug, Text
from domain.spc.chapters.adventure.tracks import goal_accomplished
from domain.spc.chapters.guards import conflict_under_way, gm_only, in_resolution, must_have_words, own_participant
from domain.spc.chapters.turns.objecting import negated_by_the_last
from domain.spc.lookup import character_of, conflict_of, participant_of, without_setback
from domain.spc.names import names
from domain.spc.phrases import count_told, harm_told, next_throw_told, number_told, test_of
from domain.spc.seats import END_GROUP, name, seat_of
from domain.spc.state.adventure import Adventure
from domain.spc.state.conflict import Conflict
from domain.spc.terms import ParticipantRef, PenaltyScope, Stage

chapter = Chapter[Adventure](
    "Setbacks, and closing a conflict",
    {
        "facts_open": "Facts are still told: it is the turn of {participant}.",
        "no_abuse": "{participant} took no Abuse, and has no setback.",
        "setback_recorded": "The setback of {participant} is recorded already.",
        "setbacks_open": "Still without a setback for their Abuse: {participants}.",
    },
)


def facts_told(conflict: Conflict) -> None:
    """Refuse until the Facts are told."""
    need(conflict.fact_turn is None, "facts_open", participant=conflict.fact_turn)


class RecordSetback(Command):
    """Say what harm or setback came of the Abuse taken.

    Needs:    a participant of your own with Abuse; the Facts are told.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `not_resolving`, `not_a_participant`,
              `not_your_character`, `mastermind_only`, `facts_open`, `no_abuse`, `setback_recorded`,
              `words_missing`, `goons_do_not_act`.
    Yields:   `SetbackSuffered`; then `PenaltyDieImposed` where the harm lasts.
    """

    type: Literal["spc.record_setback"] = "spc.record_setback"
    participant: ParticipantRef = Field(title="Who")
    text: Text


class SetbackSuffered(Event):
    """The setback the Abuse came to, in words."""

    type: Literal["spc.setback_suffered.v1"] = "spc.setback_suffered.v1"
    participant: CharacterSlug
    text: Text


@chapter.decides(RecordSetback)
def record_setback(state: Adventure, command: RecordSetback, asker: Asker, dice: Dice) -> Events:
    """SPC-62 to SPC-64: record a setback in words, and lasting harm in penalty dice for those hurt badly."""
    conflict = conflict_under_way(state)
    in_resolution(conflict)
    it = own_participant(state, conflict, command.participant, asker)
    facts_told(conflict)
    need(it.abuse >= 1, "no_abuse", participant=command.participant)
    need(not it.setback, "setback_recorded", participant=command.participant)
    must_have_words(command.text, "the harm or setback")
    suffered = SetbackSuffered(participant=command.participant, text=command.text)
    return [suffered, *lasting_harm(state, command.participant, it.abuse)]


@chapter.applies(SetbackSuffered)
def _(state: Adventure, event: SetbackSuffered) -> None:
    it = participant_of(state, event.participant, Stage.RESOLVING)
    must(it.abuse >= 1, "only Abuse has setbacks")
    it.setback = True
    character_of(state, event.participant).setbacks.append(event.text)


@chapter.tells(SetbackSuffered, "{participant} pays for it: {text}")
def _(state: Adventure, event: SetbackSuffered) -> Iterable[Fact]:
    at = len(state.characters[event.participant].setbacks)
    yield facts.StateChanged(
        owner=event.participant,
        group="setbacks",
        name=str(at),
        was="",
        now="suffered",
        why="Abuse",
        label=event.text,
        good=False,
    )
    yield facts.Cost(test="", who=event.participant, text=event.text)


class PenaltyDieImposed(Event):
    """Harm that outlasts its conflict: a penalty die on the next throw, or on every throw of the next scene."""

    type: Literal["spc.penalty_die_imposed.v1"] = "spc.penalty_die_imposed.v1"
    participant: CharacterSlug
    scope: PenaltyScope


def lasting_harm(state: Adventure, slug: str, abuse: int) -> Iterator[Event]:
    """Events of penalty dice: one throw from half the rating on, a whole scene above it (SPC-63, SPC-64)."""
    it = state.characters[slug]
    beyond = abuse > it.obstacle_rating
    if beyond:
        yield PenaltyDieImposed(participant=CharacterId(slug), scope=PenaltyScope.NEXT_SCENE)
    hurt = 2 * abuse >= it.obstacle_rating
    if hurt and not it.penalty_next_roll and (not beyond or state.house_rules.harm_cumulative):
        yield PenaltyDieImposed(participant=CharacterId(slug), scope=PenaltyScope.NEXT_ROLL)


@chapter.applies(PenaltyDieImposed)
def _(state: Adventure, event: PenaltyDieImposed) -> None:
    it = character_of(state, event.participant)
    if event.scope is PenaltyScope.NEXT_SCENE:
        it.penalty_next_scene = True
    else:
        must(it.penalty_next_roll == 0, "one penalty die waits for the next throw, not two")
        it.penalty_next_roll = 1


@chapter.tells(PenaltyDieImposed, "{participant} has a penalty die for the {scope}")
def _(state: Adventure, event: PenaltyDieImposed) -> Iterable[Fact]:
    if event.scope is PenaltyScope.NEXT_ROLL:
        yield next_throw_told(event.participant, 1, 1, "harm")
        return
    weighs = state.characters[event.participant].penalty_scene is not None
    yield harm_told(event.participant, "this scene" if weighs else "", "next scene", "taken out")


class CloseConflict(Command):
    """Close the conflict. Progress, Abuse and intentions end with it; tracks, pools, Facts and harm stay.

    Needs:    the Mastermind; Facts told, setbacks recorded.
    Refused:  `mastermind_only`, `not_playing`, `adventure_over`, `no_conflict`, `not_resolving`, `facts_open`,
              `setbacks_open`.
    Yields:   `ConflictClosed`; then `GoalAccomplished` and `GoalSceneGranted` for each goal at its end.
    """

    type: Literal["spc.close_conflict"] = "spc.close_conflict"


class ConflictClosed(Event):
    """The conflict is over, and its Progress and Abuse with it."""

    type: Literal["spc.conflict_closed.v1"] = "spc.conflict_closed.v1"
    conflict: Slug


@chapter.decides(CloseConflict)
def close_conflict(state: Adventure, command: CloseConflict, asker: Asker, dice: Dice) -> Events:
    """SPC-66, SPC-67: close the conflict; goals at their end are accomplished in the order they got there."""
    gm_only(asker)
    conflict = conflict_under_way(state)
    in_resolution(conflict)
    facts_told(conflict)
    waiting = without_setback(conflict)
    need(not waiting, "setbacks_open", participants=waiting)
    events: list[Event] = [ConflictClosed(conflict=conflict.id)]
    for slug in conflict.goals_reached:
        if state.characters[slug].goal_reached(state.house_rules):
            events += goal_accomplished(state, slug)
    return events


@chapter.applies(ConflictClosed)
def _(state: Adventure, event: ConflictClosed) -> None:
    conflict = conflict_of(state, Stage.RESOLVING)
    must(conflict.id == event.conflict, f"{event.conflict} is not the open conflict")
    conflict.status = Stage.CLOSED


@chapter.tells(ConflictClosed, "{conflict} is over")
def _(state: Adventure, event: ConflictClosed) -> Iterable[Fact]:
    conflict = state.conflict
    if conflict is None:
        return
    got = [slug for slug, it in conflict.participants.items() if it.achieved]
    called = names(state)
    outcome = ", ".join(called.get(slug, slug) for slug in got)
    yield facts.TestClosed(
        test=test_of(state) or "",
        outcome=f"{outcome} achieved" if got else "nobody achieved",
        winner=got[0] if len(got) == 1 else None,
        losers=tuple(slug for slug in conflict.participants if slug not in got),
    )
    for a, b in conflict.oppositions:
        for source, target in ((a, b), (b, a)):
            yield facts.RelationSet(source=source, target=target, relation="")
    for slug, it in conflict.participants.items():
        if it.progress:
            yield count_told(slug, "progress", -it.progress, 0, "the conflict is over")
        if it.abuse:
            yield number_told(slug, "abuse", "Abuse", -it.abuse, 0, "the conflict is over", low=0, good=False)
        if it.taken_out:
            yield facts.StateChanged(
                owner=slug,
                group="conflict",
                name="taken_out",
                was="taken out",
                now="",
                good=True,
                why="the conflict is over",
                label="Taken out",
            )


def closing(state: Adventure, it: Conflict, asker: Asker) -> Iterable[Offer]:
    """Offers, once the Facts are told, of setbacks and then of the close."""
    if it.fact_turn is not None:
        return
    for slug in without_setback(it):
        if seat := seat_of(state, slug, asker):
            label = f"What {name(state, slug)} suffered"
            yield seat.offer(RecordSetback, label, {"participant": slug}, group=END_GROUP)
    if asker.is_gm and not without_setback(it):
        forced = not negated_by_the_last(state, it)
        yield Offer(command=CloseConflict, label="Close the conflict", group=END_GROUP, forced=forced)
