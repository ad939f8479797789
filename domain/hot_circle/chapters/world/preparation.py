"""The situation, and the gamemaster's preparation: notes, places, obstacles (HC-09, HC-72)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.guards import difficulty_said, gm_in_play, in_play, known_setting, no_session
from domain.hot_circle.chapters.world.factions import known_factions, may_change_map
from domain.hot_circle.fields import LEVEL, STEP
from domain.hot_circle.phrases import for_gm, told
from domain.hot_circle.printed import FEWEST_AFFECTED
from domain.hot_circle.refs import FactionRef, LocationRef, SettingRef
from domain.hot_circle.seats import BETWEEN_SESSIONS, WORLD, levels, one_of, steps
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.world import Location, PreparedObstacle, Situation
from domain.hot_circle.terms import HOME
from domain.hot_circle.words import blank, fresh_id, same
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import GM_ONLY, Asker
from domain.kernel.terms import Name, Points, Slug, Text

chapter = Chapter[Circle](
    "The situation, and what is prepared",
    {
        "situation_missing": "There is no situation yet: say in words what the campaign is about.",
        "situation_needs_factions": "A situation affects several factions: name at least {need}, not {named}.",
        "location_unknown": "No such location is prepared{there:+. Those that are: }.",
    },
)


class StateSituation(Command):
    """Say what the campaign is about, and whom it touches; or say it anew.

    Needs:    session zero, or the gamemaster between sessions.
    Refused:  `genre_missing`, `session_open`, `gm_only`, `situation_missing`, `situation_needs_factions`,
              `faction_unknown`.
    Yields:   `SituationStated`.
    """

    type: Literal["hot_circle.state_situation"] = "hot_circle.state_situation"
    text: Text = Field(title="What is the campaign about?")
    affected_factions: tuple[FactionRef, ...] = Field(title="Which factions does it affect?")


class SituationStated(Event):
    """The situation the campaign is about; revisions count from 1."""

    type: Literal["hot_circle.situation_stated.v1"] = "hot_circle.situation_stated.v1"
    text: Text
    affected_factions: tuple[Slug, ...]
    revision: Points


@chapter.decides(StateSituation)
def state_situation(state: Circle, command: StateSituation, asker: Asker, dice: Dice) -> Events:
    """HC-09: state a conflict that affects several factions; said anew, it counts a revision."""
    in_play(state)
    may_change_map(state, asker)
    need(not blank(command.text), "situation_missing")
    affected = tuple(dict.fromkeys(command.affected_factions))
    known_factions(state, *affected)
    need(len(affected) >= FEWEST_AFFECTED, "situation_needs_factions", named=len(affected), need=FEWEST_AFFECTED)
    revision = state.situation.revision + 1 if state.situation else 1
    return [SituationStated(text=command.text, affected_factions=affected, revision=revision)]


@chapter.applies(SituationStated)
def _(state: Circle, event: SituationStated) -> None:
    before = state.situation.revision if state.situation else 0
    must(event.revision == before + 1, f"revision {event.revision} cannot follow {before}")
    state.situation = Situation(event.text, list(event.affected_factions), event.revision)


@chapter.tells(SituationStated, "The situation: {text}")
def _(state: Circle, event: SituationStated) -> Iterable[Fact]:
    yield facts.TextSet(owner=HOME, field="situation", text=event.text)
    yield told(f"revision {event.revision}", "situation", *event.affected_factions)


class AddPrepNote(Command):
    """Keep a note for the session to come. Only the gamemaster reads it.

    Needs:    the gamemaster, with no session open.
    Refused:  `genre_missing`, `gm_only`, `session_open`, `text_missing`.
    Yields:   `PrepNoteAdded`.
    """

    type: Literal["hot_circle.add_prep_note"] = "hot_circle.add_prep_note"
    text: Text = Field(title="Note")


class PrepNoteAdded(Event):
    """The gamemaster prepared something."""

    type: Literal["hot_circle.prep_note_added.v1"] = "hot_circle.prep_note_added.v1"
    text: Text


@chapter.decides(AddPrepNote)
def add_prep_note(state: Circle, command: AddPrepNote, asker: Asker, dice: Dice) -> Events:
    """HC-72: note something for the sessions to come; refused while one is open."""
    gm_in_play(state, asker)
    no_session(state)
    need(not blank(command.text), "text_missing")
    return [PrepNoteAdded(text=command.text)]


@chapter.applies(PrepNoteAdded)
def _(state: Circle, event: PrepNoteAdded) -> None:
    state.prep_notes.append(event.text)


@chapter.tells(PrepNoteAdded, "Prepared: {text}", to=for_gm)
def _(state: Circle, event: PrepNoteAdded) -> Iterable[Fact]:
    yield told(event.text, "preparation", to=GM_ONLY)


class PrepareLocation(Command):
    """Sketch a place: the characters may come to it; or sketch it anew. Only the gamemaster reads it.

    Needs:    the gamemaster, with no session open.
    Refused:  `genre_missing`, `gm_only`, `session_open`, `text_missing`, `setting_unknown`.
    Yields:   `LocationPrepared`.
    """

    type: Literal["hot_circle.prepare_location"] = "hot_circle.prepare_location"
    name: Name
    text: Text = Field(title="What is it like?")
    setting: SettingRef | None = None


class LocationPrepared(Event):
    """The gamemaster sketched a place."""

    type: Literal["hot_circle.location_prepared.v1"] = "hot_circle.location_prepared.v1"
    location: Slug
    name: Name
    text: Text
    setting: Slug | None


@chapter.decides(PrepareLocation)
def prepare_location(state: Circle, command: PrepareLocation, asker: Asker, dice: Dice) -> Events:
    """HC-72: sketch a place, anew where its name is known."""
    gm_in_play(state, asker)
    no_session(state)
    need(not blank(command.text), "text_missing")
    if command.setting is not None:
        known_setting(state, command.setting)
    known = next((slug for slug, it in state.locations.items() if same(it.name, command.name)), None)
    return [
        LocationPrepared(
            location=known or fresh_id(command.name, state.locations, "location"),
            name=command.name,
            text=command.text,
            setting=command.setting,
        )
    ]


@chapter.applies(LocationPrepared)
def _(state: Circle, event: LocationPrepared) -> None:
    state.locations[event.location] = Location(event.name, event.text, event.setting)


@chapter.tells(LocationPrepared, "Prepared, a location: {name}. {text}", to=for_gm)
def _(state: Circle, event: LocationPrepared) -> Iterable[Fact]:
    yield told(f"{event.name}: {event.text}", "location", to=GM_ONLY)
    yield facts.HeadlineTold(audience=GM_ONLY)


class PrepareObstacle(Command):
    """Plan an obstacle: something that may stand in a goal's way, and how hard it is. Only the gamemaster reads
    it.

    Needs:    the gamemaster, with no session open.
    Refused:  `genre_missing`, `gm_only`, `session_open`, `location_unknown`, `bad_level`, `bad_step`.
    Yields:   `ObstaclePrepared`.
    """

    type: Literal["hot_circle.prepare_obstacle"] = "hot_circle.prepare_obstacle"
    name: Name = Field(description="What stands in the way, as a test will call it.")
    text: Text = Field(default="", title="In a line")
    location: LocationRef | None = Field(default=None, description="Where, if at one of the places prepared.")
    level: Points | None = Field(title="Who would find it hard?", default=None, description=LEVEL)
    step: Points | None = Field(title="How hard for them?", default=None, description=STEP)


class ObstaclePrepared(Event):
    """The gamemaster planned an obstacle. Level and step are None where it is open how hard it is."""

    type: Literal["hot_circle.obstacle_prepared.v1"] = "hot_circle.obstacle_prepared.v1"
    obstacle: Slug
    name: Name
    text: Text
    location: Slug | None
    level: Points | None
    step: Points | None


@chapter.decides(PrepareObstacle)
def prepare_obstacle(state: Circle, command: PrepareObstacle, asker: Asker, dice: Dice) -> Events:
    """HC-72: plan an obstacle, anew where its name is known; how hard it is may be left open."""
    gm_in_play(state, asker)
    no_session(state)
    if command.location is not None:
        one_there(
            state.locations, command.location, "location_unknown", (it.name for it in state.locations.values())
        )
    hard = command.level is not None or command.step is not None
    if hard:
        difficulty_said(command.level, command.step)
    known = next((slug for slug, it in state.obstacles.items() if same(it.name, command.name)), None)
    return [
        ObstaclePrepared(
            obstacle=known or fresh_id(command.name, state.obstacles, "obstacle"),
            name=command.name,
            text=command.text,
            location=command.location,
            level=command.level,
            step=command.step,
        )
    ]


@chapter.applies(ObstaclePrepared)
def _(state: Circle, event: ObstaclePrepared) -> None:
    state.obstacles[event.obstacle] = PreparedObstacle(
        event.name, event.text, event.location, event.level, event.step
    )


@chapter.tells(ObstaclePrepared, "Prepared, an obstacle: {name}{text:+. }", to=for_gm)
def _(state: Circle, event: ObstaclePrepared) -> Iterable[Fact]:
    yield told(f"{event.name}: {event.text}" if event.text else event.name, "obstacle to come", to=GM_ONLY)


def situation(state: Circle) -> Iterable[Offer]:
    """HC-09: the situation, stated or stated anew."""
    factions = {slug: it.name for slug, it in state.map.factions.items()}
    if len(factions) >= FEWEST_AFFECTED:
        yield Offer(
            command=StateSituation,
            label="State the situation" if state.situation is None else "State the situation anew",
            choices={"affected_factions": one_of(factions)},
            group=WORLD,
        )


def preparing(state: Circle) -> Iterable[Offer]:
    """HC-72: notes, places and obstacles to come."""
    yield Offer(command=AddPrepNote, label="Write a note for yourself", group=BETWEEN_SESSIONS)
    settings = one_of({slug: it.name for slug, it in state.settings.items()})
    places = one_of({slug: it.name for slug, it in state.locations.items()})
    yield Offer(
        command=PrepareLocation,
        label="Prepare a location",
        known={} if settings else {"setting": None},
        choices={"setting": settings} if settings else {},
        group=BETWEEN_SESSIONS,
    )
    yield Offer(
        command=PrepareObstacle,
        label="Prepare an obstacle",
        known={} if places else {"location": None},
        choices={"level": levels(), "step": steps()} | ({"location": places} if places else {}),
        group=BETWEEN_SESSIONS,
    )
