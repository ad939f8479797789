"""Extended struggles (VE-84, VE-85, VE-88, VE-120)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.guards import in_story, known_component, reached_by_dice, scene_with_dice
from domain.death_of_the_vele.chapters.scenes.closing_scenes import ControlMarksCleared
from domain.death_of_the_vele.choices import EXTENDED_KINDS
from domain.death_of_the_vele.house_rules import ControlClears
from domain.death_of_the_vele.lookup import act_of, component_of, running_struggle
from domain.death_of_the_vele.phrases import told, words
from domain.death_of_the_vele.seats import SCENE, Seat, components, mine
from domain.death_of_the_vele.state.act import Scene
from domain.death_of_the_vele.state.struggle import ExtendedStruggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import ACTOR, OPPONENT, player_of_component, unit_of
from domain.death_of_the_vele.terms.references import ComponentRef, ExtendedRef, SideRef
from domain.death_of_the_vele.terms.struggle import ExtendedEnd, ExtendedKind, Winner
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, ImpossibleHistoryError, must, need, one_there
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Name, Slug, Text

chapter = Chapter[Vele](
    "Extended struggles",
    {
        "sides_missing": "Name who tries, and who is against it.",
        "on_both_sides": "Each component is on one side, once.",
        "none_of_yours": "You play nobody on that side.",
        "three_or_open": "Plan 3 attempts or leave it open; {planned} is neither.",
        "goals_for_each": "Name a goal for each of the {planned} planned attempts; {goals:?goal|goals} will not "
        "do.",
        "never_planned": "A {kind} goes on until it is decided; it has no number of attempts.",
        "extended_unknown": "There is no such extended struggle{there:+. Those that go on: }.",
        "extended_over": "That is over: {goal}.",
        "lead_too_small": "A tug-of-war takes a lead of {need}; it stands at {lead}.",
        "nobody_gave_up": "Both sides can go on, and nobody gave up.",
        "plan_unfinished": "{attempts:?attempt is|attempts are} made of {planned}; it ends by itself with the "
        "last.",
        "goal_not_reached": "No attempt has succeeded, so the goal is not reached.",
    },
)


PLANNED, LEAD, FAILURES = 3, 2, 2


class StartExtendedStruggle(Command):
    """Begin a series of struggles for one goal.

    Needs:    a component of one's own on one of its sides.
    Refused:  `no_act`, `act_in_setup`, `no_scene`, `no_dice_now`, `text_missing`, `sides_missing`,
              `component_unknown`, `on_both_sides`, `none_of_yours`, `three_or_open`, `never_planned`,
              `beyond_dice`, `goals_for_each`.
    Yields:   `ExtendedStruggleStarted`; `AttemptGoalsPlanned`.
    """

    type: Literal["death_of_the_vele.start_extended_struggle"] = "death_of_the_vele.start_extended_struggle"
    kind: ExtendedKind
    goal: Text
    actor: tuple[ComponentRef, ...] = Field(
        title="Who", description="The side that tries; in an opposed one the only one that does."
    )
    opponent: tuple[ComponentRef, ...] = Field(default=(), title="Whom")
    planned: int | None = Field(
        title="Attempts planned", default=None, description="3 attempts; left out, it is open."
    )
    goals: tuple[Name, ...] = Field(
        title="What each attempt is for",
        default=(),
        description="What each planned attempt is for, in any order; left out, it shows as they come.",
    )


class ExtendedStruggleStarted(Event):
    """A series of struggles began, with the id `extended` (VE-84).

    `sides`: components by side; `planned` None: it is open.
    """

    type: Literal["death_of_the_vele.extended_struggle_started.v1"] = (
        "death_of_the_vele.extended_struggle_started.v1"
    )
    extended: Slug
    kind: ExtendedKind
    goal: Text
    sides: dict[Slug, tuple[Slug, ...]]
    planned: int | None
    control: bool = Field(default=False, description="It is for control of the other side, by house rule.")


class AttemptGoalsPlanned(Event):
    """The purpose of each planned attempt of a series, in any order (VE-120)."""

    type: Literal["death_of_the_vele.attempt_goals_planned.v1"] = "death_of_the_vele.attempt_goals_planned.v1"
    extended: Slug
    goals: tuple[Name, ...]


@chapter.decides(StartExtendedStruggle)
def start_extended_struggle(state: Vele, command: StartExtendedStruggle, asker: Asker, chance: Chance) -> Events:
    """VE-84: begin a series with kind, goal and sides, of three attempts or open."""
    in_story(state, asker)
    scene_with_dice(state)
    need(command.goal.strip(), "text_missing")
    both = (*command.actor, *command.opponent)
    if not command.actor or (not command.opponent and command.kind is not ExtendedKind.OPPOSED):
        raise CommandRefused("sides_missing")
    for slug in both:
        known_component(state, slug)
        reached_by_dice(slug, state.components[slug])
    need(len(set(both)) == len(both), "on_both_sides")
    need(any(player_of_component(state, slug) == asker.person for slug in both), "none_of_yours")
    need(command.planned in (None, PLANNED), "three_or_open", planned=command.planned)
    if command.planned is not None and command.kind in (ExtendedKind.TUG_OF_WAR, ExtendedKind.OVERPOWER):
        raise CommandRefused("never_planned", kind=command.kind)
    if command.goals and len(command.goals) != command.planned:
        raise CommandRefused("goals_for_each", goals=len(command.goals), planned=PLANNED)
    extended = f"extended-{len(state.extended) + 1}"
    started = ExtendedStruggleStarted(
        extended=extended,
        kind=command.kind,
        goal=command.goal,
        sides={ACTOR: command.actor, OPPONENT: command.opponent},
        planned=command.planned,
    )
    planned = AttemptGoalsPlanned(extended=extended, goals=command.goals)
    return [started, planned] if command.goals else [started]


@chapter.applies(ExtendedStruggleStarted, renames=True)
def _(state: Vele, event: ExtendedStruggleStarted) -> None:
    must(event.extended not in state.extended, f"{event.extended} has begun already")
    state.extended[event.extended] = ExtendedStruggle(
        kind=event.kind,
        goal=event.goal,
        sides={name: list(slugs) for name, slugs in event.sides.items()},
        planned_attempts=event.planned,
        control=event.control,
        successes=dict.fromkeys(event.sides, 0),
        failures=dict.fromkeys(event.sides, 0),
    )


def extended_of(state: Vele, extended: str) -> ExtendedStruggle:
    """A series that goes on; raises where it does not."""
    found = state.extended.get(extended)
    if found is None or not found.running:
        raise ImpossibleHistoryError(f"{extended} is not going on")
    return found


@chapter.applies(AttemptGoalsPlanned)
def _(state: Vele, event: AttemptGoalsPlanned) -> None:
    extended_of(state, event.extended).goals = list(event.goals)


@chapter.tells(ExtendedStruggleStarted, "{goal}: {kind}")
def _(state: Vele, event: ExtendedStruggleStarted) -> Iterable[Fact]:
    actors = next(iter(event.sides.values()), ())
    yield facts.TestOpened(
        test=event.extended,
        form=words(event.kind.value),
        sides=tuple(slug for slugs in event.sides.values() for slug in slugs),
        aim=event.goal,
        acting=len(actors),
    )
    if actors:
        yield facts.Aim(test=event.extended, who=actors[0], text=event.goal)


@chapter.tells(AttemptGoalsPlanned, "Each attempt has its goal: {goals}")
def _(state: Vele, event: AttemptGoalsPlanned) -> Iterable[Fact]:
    yield told(f"to attempt: {', '.join(event.goals)}", "extended struggle")


def side_in(state: Vele, it: ExtendedStruggle, slug: str) -> str | None:
    """Side of a series that a component, or its unit, is on; None if on neither."""
    unit = set(unit_of(state, slug))
    return next((name for name, slugs in it.sides.items() if unit & set(slugs)), None)


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


class EndExtendedStruggle(Command):
    """End the extended struggle: its goal is reached, or it comes to nothing.

    Needs:    no struggle under way; an open one that may end so.
    Refused:  `extended_unknown`, `extended_over`, `struggle_running`, `lead_too_small`, `nobody_gave_up`,
              `goal_not_reached`, `plan_unfinished`, `none_of_yours`.
    Yields:   `ExtendedStruggleEnded`.
    """

    type: Literal["death_of_the_vele.end_extended_struggle"] = "death_of_the_vele.end_extended_struggle"
    extended: ExtendedRef = Field(title="Extended struggle")


class ExtendedStruggleEnded(Event):
    """A series is over; narration changes hands (VE-42, VE-84)."""

    type: Literal["death_of_the_vele.extended_struggle_ended.v1"] = "death_of_the_vele.extended_struggle_ended.v1"
    extended: Slug
    winner: Winner
    reason: ExtendedEnd


@chapter.decides(EndExtendedStruggle)
def end_extended_struggle(state: Vele, command: EndExtendedStruggle, asker: Asker, chance: Chance) -> Events:
    """VE-85: end an open series whose goal is reached; others end by their own rules only."""
    in_story(state, asker)
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
        return series_ended(state, command.extended, Winner.NONE, ExtendedEnd.NO_SUCCESS)
    return series_ended(state, command.extended, Winner.ACTOR, ExtendedEnd.GOAL_REACHED)


def going_on(state: Vele, extended: str) -> ExtendedStruggle:
    """A series that is not over; refused for one that is."""
    it = one_there(
        state.extended, extended, "extended_unknown", (one.goal for one in state.extended.values() if one.running)
    )
    need(it.running, "extended_over", goal=it.goal)
    return it


def plays_in(state: Vele, it: ExtendedStruggle, asker: Asker, *names: str) -> bool:
    """True if somebody plays a component on these sides."""
    there = (slug for name in names for slug in it.sides[name])
    return any(player_of_component(state, slug) == asker.person for slug in there)


def lead(it: ExtendedStruggle) -> int:
    """Successes the acting side is ahead by; negative when it is behind."""
    return it.successes[ACTOR] - it.successes[OPPONENT]


def series_ended(state: Vele, extended: str, winner: Winner, reason: ExtendedEnd) -> list[Event]:
    """Events of a series that is over; by house rule marks of control made in it are cleared."""
    over = ExtendedStruggleEnded(extended=extended, winner=winner, reason=reason)
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


@chapter.applies(ExtendedStruggleEnded, renames=True)
def _(state: Vele, event: ExtendedStruggleEnded) -> None:
    it = extended_of(state, event.extended)
    it.running, it.winner = False, event.winner
    act_of(state).change_due = True


@chapter.tells(ExtendedStruggleEnded, "{extended} is over: {reason}")
def _(state: Vele, event: ExtendedStruggleEnded) -> Iterable[Fact]:
    sides = state.extended[event.extended].sides
    won = sides.get(event.winner.value, [])
    lost = [slug for name, slugs in sides.items() if won and name != event.winner.value for slug in slugs]
    yield facts.TestClosed(
        test=event.extended, outcome=words(event.reason.value), winner=won[0] if won else None, losers=tuple(lost)
    )


class Surrender(Command):
    """Give up an extended struggle for a side.

    Needs:    a component of one's own on that side; no struggle under way.
    Refused:  `extended_unknown`, `extended_over`, `side_unknown`, `none_of_yours`, `struggle_running`.
    Yields:   `SideSurrendered`, `ExtendedStruggleEnded`, `ControlMarksCleared`.
    """

    type: Literal["death_of_the_vele.surrender"] = "death_of_the_vele.surrender"
    extended: ExtendedRef = Field(title="Extended struggle")
    side: SideRef


class SideSurrendered(Event):
    """A side gave up (VE-88)."""

    type: Literal["death_of_the_vele.side_surrendered.v1"] = "death_of_the_vele.side_surrendered.v1"
    extended: Slug
    side: Slug


@chapter.decides(Surrender)
def surrender(state: Vele, command: Surrender, asker: Asker, chance: Chance) -> Events:
    """VE-88: give up a series for a side."""
    in_story(state, asker)
    it = going_on(state, command.extended)
    if command.side not in it.sides:
        raise CommandRefused("side_unknown", side=command.side, sides=list(it.sides))
    need(plays_in(state, it, asker, command.side), "none_of_yours")
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    winner = Winner.OPPONENT if command.side == ACTOR else Winner.ACTOR
    return [
        SideSurrendered(extended=command.extended, side=command.side),
        *series_ended(state, command.extended, winner, ExtendedEnd.SURRENDER),
    ]


@chapter.applies(SideSurrendered, renames=True)
def _(state: Vele, event: SideSurrendered) -> None:
    must(event.side in extended_of(state, event.extended).sides, f"{event.side} is no side of it")


@chapter.tells(
    SideSurrendered,
    "{side:=actor>Whoever tried it|opponent>Whoever stood against it} gives up: {extended}",
)
def _(state: Vele, event: SideSurrendered) -> Iterable[Fact]:
    side = state.extended[event.extended].sides[event.side]
    yield told("gives up", "extended struggle", *side)
    for leader in list(side)[:1]:
        yield facts.Turn(test="", who=leader, text="", way=facts.Way.GIVES_IN)


class ExtendedSideJoined(Event):
    """A component takes part on a side from here on."""

    type: Literal["death_of_the_vele.extended_side_joined.v1"] = "death_of_the_vele.extended_side_joined.v1"
    extended: Slug
    side: Slug
    component: Slug


@chapter.applies(ExtendedSideJoined, renames=True)
def _(state: Vele, event: ExtendedSideJoined) -> None:
    component_of(state, event.component)
    extended_of(state, event.extended).sides[event.side].append(event.component)


@chapter.tells(ExtendedSideJoined, "{component} joins {side}")
def _(state: Vele, event: ExtendedSideJoined) -> Iterable[Fact]:
    yield told("joins the fight", "extended struggle", event.component)


def series(state: Vele, scene: Scene, seat: Seat) -> Iterable[Offer]:
    """Offers to begin, end and give up extended struggles."""
    there = mine(state, scene, seat)
    others = [slug for slug in scene.cast if slug in state.components and slug not in there]
    if there and others:
        yield seat.offer(
            StartExtendedStruggle,
            f"{seat.who} begins an extended struggle",
            {"planned": None},
            {"kind": EXTENDED_KINDS, "actor": components(state, there), "opponent": components(state, others)},
            group=SCENE,
        )
    for slug, it in state.extended.items():
        if not it.running:
            continue
        for name, slugs in it.sides.items():
            if any(player_of_component(state, each) == seat.player for each in slugs):
                who = ", ".join(state.components[each].name for each in slugs)
                yield seat.offer(
                    Surrender, f"Give up for {who}: {it.goal}", {"extended": slug, "side": name}, group=SCENE
                )
                over = it.kind is ExtendedKind.CONTEST or (
                    it.kind is ExtendedKind.OPPOSED and it.successes["actor"]
                )
                if over and it.planned_attempts is None:
                    yield seat.offer(
                        EndExtendedStruggle, f"It is over: {it.goal}", {"extended": slug}, group=SCENE
                    )
