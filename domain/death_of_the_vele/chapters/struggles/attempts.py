"""Attempts in an extended struggle (VE-84, VE-85, VE-88)."""

from collections.abc import Iterable
from typing import Literal

from domain.death_of_the_vele.chapters.experience import Awards
from domain.death_of_the_vele.chapters.struggles.series import FAILURES, LEAD, extended_of, series_ended, side_in
from domain.death_of_the_vele.state.struggle import ExtendedStruggle, Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import ACTOR, OPPONENT, player_of_component
from domain.death_of_the_vele.terms.cast import ComponentKind, ComponentStatus
from domain.death_of_the_vele.terms.play import XpReason
from domain.death_of_the_vele.terms.struggle import ExtendedEnd, ExtendedKind, StruggleKind, Winner
from domain.kernel import facts
from domain.kernel.chapter import Chapter
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.terms import Slug

chapter = Chapter[Vele]("Attempts in an extended struggle")


FIRST_FAILURE_XP, FINAL_FAILURE_XP = 1, 3


def attempt_made(state: Vele, struggle: Struggle, awards: Awards) -> list[Event]:
    """Events of a finished struggle that counts as an attempt in its series, and may end it (VE-84)."""
    it = state.extended.get(struggle.extended_id or "")
    if it is None or not it.running or struggle.extended_id is None or struggle.actor.main is None:
        return []
    acting = side_in(state, it, struggle.actor.main) or ACTOR
    trying, succeeded = acting, struggle.winner is Winner.ACTOR
    if struggle.kind is StruggleKind.HEAD_TO_HEAD and struggle.winner is Winner.OPPONENT:
        trying, succeeded = OPPONENT if acting == ACTOR else ACTOR, True
    attempt = ExtendedAttemptRecorded(
        extended=struggle.extended_id, struggle=struggle.id, side=trying, succeeded=succeeded
    )
    over = series_end(state, it, trying, succeeded)
    lost = over is not None and over[1] is ExtendedEnd.SECOND_FAILURE
    failure_experience(state, it, struggle, awards, failed=not succeeded, final=lost)
    return [attempt] if over is None else [attempt, *series_ended(state, struggle.extended_id, *over)]


def series_end(
    state: Vele, it: ExtendedStruggle, trying: str, succeeded: bool
) -> tuple[Winner, ExtendedEnd] | None:
    """Winner and reason, if this attempt ends the series (VE-85, VE-86, VE-87, VE-88); else None."""
    side = Winner(trying)
    successes = {name: it.successes[name] + (succeeded and name == trying) for name in it.sides}
    failures = it.failures[trying] + (not succeeded)
    attempts = it.attempts + 1
    match it.kind:
        case ExtendedKind.OPPOSED:
            return opposed_end(state, it, successes[ACTOR], failures, attempts)
        case ExtendedKind.CONTEST:
            if succeeded:
                return side, ExtendedEnd.FIRST_SUCCESS
            tried_out = it.planned_attempts is not None and attempts >= it.planned_attempts
            return (Winner.NONE, ExtendedEnd.NO_SUCCESS) if tried_out else None
        case ExtendedKind.TUG_OF_WAR:
            ahead = successes[ACTOR] - successes[OPPONENT]
            leader = Winner.ACTOR if ahead > 0 else Winner.OPPONENT
            return (leader, ExtendedEnd.LEAD_OF_TWO) if abs(ahead) >= LEAD else None
        case ExtendedKind.OVERPOWER:
            return cannot_go_on(state, it)


def opposed_end(
    state: Vele, it: ExtendedStruggle, successes: int, failures: int, attempts: int
) -> tuple[Winner, ExtendedEnd] | None:
    """Winner and reason, if an opposed series is over: a second failure loses, three planned allow one (VE-85)."""
    if it.control and any(held_by(state, slug, it.sides[ACTOR]) for slug in it.sides[OPPONENT]):
        return Winner.ACTOR, ExtendedEnd.TOTAL_CONTROL
    if failures >= FAILURES:
        return Winner.OPPONENT, ExtendedEnd.SECOND_FAILURE
    if it.planned_attempts is None:
        return None
    made = successes if state.house_rules.stumble_is_retried else attempts
    return (Winner.ACTOR, ExtendedEnd.PLAN_FULFILLED) if made >= it.planned_attempts else None


def held_by(state: Vele, slug: str, side: list[str]) -> bool:
    """True if a component is under the control of a side."""
    return state.components[slug].controlled_by in side


def cannot_go_on(state: Vele, it: ExtendedStruggle) -> tuple[Winner, ExtendedEnd] | None:
    """Winner and reason, if a side has nobody left who can act (VE-88); else None."""
    for name, winner in ((OPPONENT, Winner.ACTOR), (ACTOR, Winner.OPPONENT)):
        if not any(can_fight(state, slug, it.sides[name]) for slug in it.sides[name]):
            return winner, ExtendedEnd.CANNOT_GO_ON
    return None


def can_fight(state: Vele, slug: str, side: list[str]) -> bool:
    """True if a component can still fight for its side."""
    it = state.components[slug]
    free = it.controlled_by is None or it.controlled_by in side
    return it.status is ComponentStatus.ACTIVE and free


def failure_experience(
    state: Vele, it: ExtendedStruggle, struggle: Struggle, awards: Awards, *, failed: bool, final: bool
) -> None:
    """Award XP to a story character's owner for a PC's failure in a series, by house rule (VE-P7, VE-P8)."""
    counts = state.house_rules.relay_xp or (state.house_rules.concentrated_control and it.control)
    if not counts or not failed or it.kind is not ExtendedKind.OPPOSED or struggle.actor.main is None:
        return
    if state.components[struggle.actor.main].kind is not ComponentKind.PC:
        return
    owners = [
        player_of_component(state, slug)
        for slug in it.sides[OPPONENT]
        if state.components[slug].kind is ComponentKind.STORY
    ]
    for player in dict.fromkeys(owners):
        amount = FINAL_FAILURE_XP if final else FIRST_FAILURE_XP
        awards.give(player, amount, XpReason.EXTENDED_FAILURE, it.goal)


class ExtendedAttemptRecorded(Event):
    """An attempt of a series was made. `side` tried; `succeeded` says how it came out (VE-85 to VE-87)."""

    type: Literal["death_of_the_vele.extended_attempt_recorded.v1"] = (
        "death_of_the_vele.extended_attempt_recorded.v1"
    )
    extended: Slug
    struggle: Slug
    side: Slug
    succeeded: bool


@chapter.applies(ExtendedAttemptRecorded, renames=True)
def _(state: Vele, event: ExtendedAttemptRecorded) -> None:
    it = extended_of(state, event.extended)
    it.attempts += 1
    counted = it.successes if event.succeeded else it.failures
    counted[event.side] += 1
    if state.struggle is not None and state.struggle.id == event.struggle:
        it.tried.append((state.struggle.goal_text, event.succeeded))


@chapter.tells(ExtendedAttemptRecorded, "An attempt of {side} at {extended}")
def _(state: Vele, event: ExtendedAttemptRecorded) -> Iterable[Fact]:
    it = state.extended[event.extended]
    counted = it.successes if event.succeeded else it.failures
    name = "successes" if event.succeeded else "failures"
    yield facts.NumberChanged(
        owner=event.extended,
        name=f"{event.side}_{name}",
        label=f"{it.goal}: {name} of the {event.side}",
        delta=1,
        now=counted[event.side],
        low=0,
        why="an attempt",
        good=event.succeeded,
    )
