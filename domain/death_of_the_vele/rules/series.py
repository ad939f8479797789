"""Extended struggles of all four kinds, and fights (VE-84 to VE-88)."""

from domain.death_of_the_vele.commands import extended as ask
from domain.death_of_the_vele.commands.struggles import StartStruggle
from domain.death_of_the_vele.events import extended as say
from domain.death_of_the_vele.events.scenes import ControlMarksCleared
from domain.death_of_the_vele.house_rules import ControlClears
from domain.death_of_the_vele.reckoning import ACTOR, OPPONENT, player_of_component, unit_of
from domain.death_of_the_vele.state import ExtendedStruggle, Struggle, Vele
from domain.death_of_the_vele.terms import (
    ComponentKind,
    ComponentStatus,
    ExtendedEnd,
    ExtendedKind,
    GoalType,
    StruggleKind,
    Winner,
    XpReason,
)
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .awards import Awards
from .cases import answers
from .common import running_struggle
from .stages import reached_by_dice, scene_with_dice

PLANNED, LEAD, FAILURES = 3, 2, 2
FIRST_FAILURE_XP, FINAL_FAILURE_XP = 1, 3


@answers(ask.StartExtendedStruggle)
def start_extended_struggle(state: Vele, command: ask.StartExtendedStruggle, asker: Asker) -> Events:
    """VE-84: kind, goal, sides, and three attempts or open."""
    scene_with_dice(state)
    need(command.goal.strip(), "text_missing")
    both = (*command.actor, *command.opponent)
    if not command.actor or (not command.opponent and command.kind is not ExtendedKind.OPPOSED):
        raise CommandRefused("sides_missing")
    if unknown := [slug for slug in both if slug not in state.components]:
        raise CommandRefused("component_unknown", component=unknown[0])
    for slug in both:
        reached_by_dice(slug, state.components[slug])
    need(len(set(both)) == len(both), "on_both_sides")
    need(any(player_of_component(state, slug) == asker.person for slug in both), "none_of_yours")
    need(command.planned in (None, PLANNED), "three_or_open", planned=command.planned)
    if command.planned is not None and command.kind in (ExtendedKind.TUG_OF_WAR, ExtendedKind.OVERPOWER):
        raise CommandRefused("never_planned", kind=command.kind)
    if command.goals and len(command.goals) != command.planned:
        raise CommandRefused("goals_for_each", goals=len(command.goals), planned=PLANNED)
    extended = f"extended-{len(state.extended) + 1}"
    started = say.ExtendedStruggleStarted(
        extended=extended,
        kind=command.kind,
        goal=command.goal,
        sides={ACTOR: command.actor, OPPONENT: command.opponent},
        planned=command.planned,
    )
    planned = say.AttemptGoalsPlanned(extended=extended, goals=command.goals)
    return [started, planned] if command.goals else [started]


def going_on(state: Vele, extended: str) -> ExtendedStruggle:
    """A series that is not over."""
    it = found(state.extended.get(extended), "extended_unknown", extended=extended)
    need(it.running, "extended_over", goal=it.goal)
    return it


def side_in(state: Vele, it: ExtendedStruggle, slug: str) -> str | None:
    """The side of a series a component, or its unit, is on."""
    unit = set(unit_of(state, slug))
    return next((name for name, slugs in it.sides.items() if unit & set(slugs)), None)


def attempt_fits(state: Vele, command: StartStruggle) -> None:
    """The struggle fits the series it is an attempt in, if any."""
    if command.extended_id is None:
        need(command.goal_type is not GoalType.CONTINUE_EXTENDED, "extended_missing")
        return
    it = going_on(state, command.extended_id)
    if command.kind in (StruggleKind.MASS, StruggleKind.BLOCKED) or command.hidden:
        raise CommandRefused("attempt_kind")
    side = found(side_in(state, it, command.actor), "not_on_a_side", component=command.actor)
    if it.kind is ExtendedKind.OPPOSED and side != ACTOR:
        raise CommandRefused("resisting_side", component=command.actor)
    left = goals_left(state, it)
    if left and plain_words(command.goal_text) not in map(plain_words, left):
        raise CommandRefused("planned_goal", goals=[f"“{goal}”" for goal in left])


def plain_words(text: str) -> str:
    """A goal as it is compared: without capitals and spare spaces."""
    return " ".join(text.lower().split())


def goals_left(state: Vele, it: ExtendedStruggle) -> list[str]:
    """The planned goals still to be attempted (VE-120). By house rule a stumble is tried again."""
    again = state.house_rules.stumble_is_retried
    left = list(it.goals)
    for done in (plain_words(goal) for goal, succeeded in it.tried if succeeded or not again):
        at = next((n for n, goal in enumerate(left) if plain_words(goal) == done), None)
        left = left if at is None else [*left[:at], *left[at + 1 :]]
    return left


@answers(ask.EndExtendedStruggle)
def end_extended_struggle(state: Vele, command: ask.EndExtendedStruggle, asker: Asker) -> Events:
    """VE-85: an open one ends when its goal is reached; the others end by their own rules only."""
    it = going_on(state, command.extended)
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    need(plays_in(state, it, asker, *it.sides), "none_of_yours")
    if it.kind is ExtendedKind.TUG_OF_WAR:
        raise CommandRefused("lead_too_small", lead=abs(lead(it)), need=LEAD)
    need(it.kind is not ExtendedKind.OVERPOWER, "nobody_gave_up")
    need(it.planned_attempts is None, "plan_unfinished", attempts=it.attempts, planned=it.planned_attempts)
    if it.kind is ExtendedKind.OPPOSED and not it.successes[ACTOR]:
        raise CommandRefused("goal_not_reached")
    if it.kind is ExtendedKind.CONTEST:
        return ended(state, command.extended, Winner.NONE, ExtendedEnd.NO_SUCCESS)
    return ended(state, command.extended, Winner.ACTOR, ExtendedEnd.GOAL_REACHED)


def plays_in(state: Vele, it: ExtendedStruggle, asker: Asker, *names: str) -> bool:
    """Whether somebody plays a component on these sides."""
    there = (slug for name in names for slug in it.sides[name])
    return any(player_of_component(state, slug) == asker.person for slug in there)


def lead(it: ExtendedStruggle) -> int:
    """How far the acting side leads."""
    return it.successes[ACTOR] - it.successes[OPPONENT]


def ended(state: Vele, extended: str, winner: Winner, reason: ExtendedEnd) -> list[Event]:
    """A series is over; by house rule the marks of control made in it go with it."""
    over = say.ExtendedStruggleEnded(extended=extended, winner=winner, reason=reason)
    if state.house_rules.control_clears is not ControlClears.EXTENDED_END:
        return [over]
    fighters = {slug for slugs in state.extended[extended].sides.values() for slug in slugs}
    marked = {
        slug: tuple(trait for trait, known in it.traits.items() if fighters & set(known.control_marks))
        for slug, it in state.components.items()
    }
    return [
        over,
        *(ControlMarksCleared(component=slug, traits=traits) for slug, traits in marked.items() if traits),
    ]


@answers(ask.Surrender)
def surrender(state: Vele, command: ask.Surrender, asker: Asker) -> Events:
    """VE-88: a side gives up."""
    it = going_on(state, command.extended)
    if command.side not in it.sides:
        raise CommandRefused("side_unknown", side=command.side, sides=list(it.sides))
    need(plays_in(state, it, asker, command.side), "none_of_yours")
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    winner = Winner.OPPONENT if command.side == ACTOR else Winner.ACTOR
    return [
        say.SideSurrendered(extended=command.extended, side=command.side),
        *ended(state, command.extended, winner, ExtendedEnd.SURRENDER),
    ]


def attempt_made(state: Vele, struggle: Struggle, awards: Awards) -> list[Event]:
    """VE-84: a finished struggle counts in the series it belongs to, and may end it."""
    it = state.extended.get(struggle.extended_id or "")
    if it is None or not it.running or struggle.extended_id is None or struggle.actor.main is None:
        return []
    acting = side_in(state, it, struggle.actor.main) or ACTOR
    trying, succeeded = acting, struggle.winner is Winner.ACTOR
    if struggle.kind is StruggleKind.HEAD_TO_HEAD and struggle.winner is Winner.OPPONENT:
        trying, succeeded = OPPONENT if acting == ACTOR else ACTOR, True
    attempt = say.ExtendedAttemptRecorded(
        extended=struggle.extended_id, struggle=struggle.id, side=trying, succeeded=succeeded
    )
    over = verdict(state, it, trying, succeeded)
    lost = over is not None and over[1] is ExtendedEnd.SECOND_FAILURE
    failure_experience(state, it, struggle, awards, failed=not succeeded, final=lost)
    return [attempt] if over is None else [attempt, *ended(state, struggle.extended_id, *over)]


def verdict(state: Vele, it: ExtendedStruggle, trying: str, succeeded: bool) -> tuple[Winner, ExtendedEnd] | None:
    """Whether a series is over with this attempt, who won it, and why."""
    side = Winner(trying)
    successes = {name: it.successes[name] + (succeeded and name == trying) for name in it.sides}
    failures = it.failures[trying] + (not succeeded)
    attempts = it.attempts + 1
    match it.kind:
        case ExtendedKind.OPPOSED:
            return opposed(state, it, successes[ACTOR], failures, attempts)
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


def opposed(
    state: Vele, it: ExtendedStruggle, successes: int, failures: int, attempts: int
) -> tuple[Winner, ExtendedEnd] | None:
    """VE-85: the second failure loses; three planned are won with one failure at most."""
    if it.control and any(held_by(state, slug, it.sides[ACTOR]) for slug in it.sides[OPPONENT]):
        return Winner.ACTOR, ExtendedEnd.TOTAL_CONTROL
    if failures >= FAILURES:
        return Winner.OPPONENT, ExtendedEnd.SECOND_FAILURE
    if it.planned_attempts is None:
        return None
    made = successes if state.house_rules.stumble_is_retried else attempts
    return (Winner.ACTOR, ExtendedEnd.PLAN_FULFILLED) if made >= it.planned_attempts else None


def held_by(state: Vele, slug: str, side: list[str]) -> bool:
    """Whether a component is under the control of a side."""
    return state.components[slug].controlled_by in side


def cannot_go_on(state: Vele, it: ExtendedStruggle) -> tuple[Winner, ExtendedEnd] | None:
    """VE-88: a side with nobody left who can act has lost."""
    for name, winner in ((OPPONENT, Winner.ACTOR), (ACTOR, Winner.OPPONENT)):
        if not any(able(state, slug, it.sides[name]) for slug in it.sides[name]):
            return winner, ExtendedEnd.CANNOT_GO_ON
    return None


def able(state: Vele, slug: str, side: list[str]) -> bool:
    """Whether a component can still fight for its side."""
    it = state.components[slug]
    free = it.controlled_by is None or it.controlled_by in side
    return it.status is ComponentStatus.ACTIVE and free


def failure_experience(
    state: Vele, it: ExtendedStruggle, struggle: Struggle, awards: Awards, *, failed: bool, final: bool
) -> None:
    """VE-P7, VE-P8: a PC that fails in an extended struggle pays the story character's owner, by house rule."""
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
