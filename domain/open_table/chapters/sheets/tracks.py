"""Clocks and tracks that play starts and ends: a danger that comes nearer, a vow (OT-10)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Name, Slug, Text
from domain.open_table.chapters.guards import acts, rows
from domain.open_table.lookup import owner_id, system_of, values_of
from domain.open_table.seats import TRACK_GROUP
from domain.open_table.state import OpenTable, Track
from domain.open_table.terms import CharacterRef, NewTrack, TrackRef

chapter = Chapter[OpenTable](
    "Clocks and tracks",
    {
        "track_unknown": "There is no clock or track called “{track}” there.",
        "track_taken": "There is something called {name} on that sheet already. Choose another name.",
    },
)

MOST_TRACKS = 100


class StartTrack(Command):
    """Start a clock or a track: so many segments or boxes, none of them filled yet.

    Needs:    your own character, in play; the GM for one of the table, with nobody named.
    Refused:  `character_unknown`, `not_yours`, `has_left`, `tables_own`, `track_taken`.
    Yields:   `TrackStarted`.
    """

    type: Literal["open_table.start_track"] = "open_table.start_track"
    who: CharacterRef | None = Field(default=None, title="Whose", description="Empty: the table's.")
    track: NewTrack
    name: Name = Field(title="What is it called?")
    size: int = Field(default=6, ge=1, le=200, description="How many segments or boxes it has.")
    form: Literal["clock", "boxes"] = "clock"
    good: bool = Field(default=False, title="It is welcome", description="Whether filling it is what they want.")


class TrackStarted(Event):
    """A clock or a track is there, with nothing filled."""

    type: Literal["open_table.track_started.v1"] = "open_table.track_started.v1"
    who: CharacterSlug | None
    track: Slug
    name: Name
    size: int
    form: Literal["clock", "boxes"]
    good: bool


@chapter.decides(StartTrack)
def start_track(state: OpenTable, command: StartTrack, asker: Asker, dice: Dice) -> Events:
    """OT-10: under a name that is free on that sheet."""
    values = acts(state, command.who, asker)
    system = system_of(state)
    taken = {*values.tracks, *values.numbers, *system.declared, *system.pool_dice}
    need(command.track not in taken and len(values.tracks) < MOST_TRACKS, "track_taken", name=command.name)
    return [
        TrackStarted(
            who=command.who,
            track=command.track,
            name=command.name,
            size=command.size,
            form=command.form,
            good=command.good,
        )
    ]


@chapter.applies(TrackStarted, renames=True)
def _(state: OpenTable, event: TrackStarted) -> None:
    must(event.who is None or event.who in state.characters, f"{event.who} is nobody")
    tracks = values_of(state, event.who).tracks
    must(event.track not in tracks, f"{event.track} is started already")
    tracks[event.track] = Track(event.name, event.size, event.form, event.good)


@chapter.tells(TrackStarted, "Started{who:+ for }: {name}, 0 of {size}")
def _(state: OpenTable, event: TrackStarted) -> Iterable[Fact]:
    yield facts.StateChanged(
        owner=owner_id(event.who),
        group="tracks",
        name=event.track,
        was="",
        now="started",
        why="",
        label=event.name,
    )


class EndTrack(Command):
    """End a clock or a track, filled or not.

    Needs:    your own character, in play; the GM for one of the table, with nobody named.
    Refused:  `character_unknown`, `not_yours`, `has_left`, `tables_own`, `track_unknown`.
    Yields:   `TrackEnded`.
    """

    type: Literal["open_table.end_track"] = "open_table.end_track"
    who: CharacterRef | None = Field(default=None, title="Whose", description="Empty: the table's.")
    track: TrackRef = Field(title="Which one")
    how: Text = Field(default="", title="What came of it")


class TrackEnded(Event):
    """A clock or a track is over."""

    type: Literal["open_table.track_ended.v1"] = "open_table.track_ended.v1"
    who: CharacterSlug | None
    track: Slug
    name: Name
    value: int
    size: int
    how: Text


@chapter.decides(EndTrack)
def end_track(state: OpenTable, command: EndTrack, asker: Asker, dice: Dice) -> Events:
    """OT-10: at whatever it stands."""
    values = acts(state, command.who, asker)
    it = found(values.tracks.get(command.track), "track_unknown", track=command.track)
    return [
        TrackEnded(
            who=command.who, track=command.track, name=it.name, value=it.value, size=it.size, how=command.how
        )
    ]


@chapter.applies(TrackEnded, renames=True)
def _(state: OpenTable, event: TrackEnded) -> None:
    must(event.who is None or event.who in state.characters, f"{event.who} is nobody")
    tracks = values_of(state, event.who).tracks
    must(event.track in tracks, f"{event.track} is not there")
    del tracks[event.track]


@chapter.tells(TrackEnded, "{who:'}{name:%ends|end} at {value} of {size}{how:+. }")
def _(state: OpenTable, event: TrackEnded) -> Iterable[Fact]:
    yield facts.StateChanged(
        owner=owner_id(event.who),
        group="tracks",
        name=event.track,
        was="started",
        now="",
        why=event.how,
        label=event.name,
    )


def tracking(state: OpenTable, asker: Asker) -> Iterable[Offer]:
    """Clocks and tracks, of characters and of the table."""
    for who in rows(state, asker):
        known = {"who": who}
        name = "the table" if who is None else state.characters[who].name
        yield Offer(
            command=StartTrack,
            label=f"Start a clock or a track: {name}",
            known=known,
            group=TRACK_GROUP,
            weight=Weight.ASIDE,
        )
        if tracks := values_of(state, who).tracks:
            choices = tuple(Choice(key, it.name, f"{it.value} of {it.size}") for key, it in tracks.items())
            yield Offer(
                command=EndTrack,
                label=f"End a clock or a track: {name}",
                known=known,
                choices={"track": choices},
                group=TRACK_GROUP,
                weight=Weight.ASIDE,
            )
