"""Evenings and scenes of an intake: sessions of the campaign, numbered on, dated by when they were played."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel.campaign.state import Campaign, Session
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, ImpossibleHistoryError
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact, SceneClosed, SceneOpened, SessionOpened
from domain.kernel.logged.chapters.intakes import EveningClosed, evening_end, open_for, taking_in
from domain.kernel.logged.messages import LOGGED_SCENE, NOT_JUDGED
from domain.kernel.logged.state import LastPlayed
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker
from domain.kernel.terms import Name, Text
from domain.kernel.wording.names import own_title

chapter: Chapter[Campaign] = Chapter(
    "Evenings",
    refusals={
        "evening_unknown": "There is no session {session} that could be opened again: the last is {last}.",
        "no_evening": "No evening of this intake is open: open one first.",
    },
)


class OpenEvening(Command):
    """Say that what is taken in next was another evening. The one before it ends.

    Refused:  `gm_only`, `no_intake`, `evening_unknown`.
    Yields:   `EveningClosed` where one is open, `EveningOpened`.
    """

    type: Literal["logged.open_evening"] = "logged.open_evening"
    title: Name
    again: int | None = Field(
        default=None, ge=1, description="The session it belongs to, where part of it was taken in before."
    )


class CloseEvening(Command):
    """Say that the evening which is being taken in is over. Its time is that of the last that was said in it.

    Refused:  `gm_only`, `no_intake`, `no_evening`.
    Yields:   `EveningClosed`.
    """

    type: Literal["logged.close_evening"] = "logged.close_evening"


class OpenLoggedScene(Command):
    """Say that what is taken in next was another scene of the evening. The one before it ends.

    Refused:  `gm_only`, `no_intake`, `no_evening`.
    Yields:   `LoggedSceneOpened`.
    """

    type: Literal["logged.open_scene"] = "logged.open_scene"
    title: Name
    place: Text = ""


class EveningOpened(Event):
    """The start of a session of the campaign in what is taken in. `again`: part of it was taken in before."""

    type: Literal["logged.evening_opened.v1"] = "logged.evening_opened.v1"
    session: int
    title: Name
    again: bool = False


class LoggedSceneOpened(Event):
    """A scene of the evening began; the one before it, if there was one, ended."""

    type: Literal["logged.scene_opened.v1"] = "logged.scene_opened.v1"
    scene: Name
    after: Name | None
    title: Name
    place: Text = ""


@chapter.decides(OpenEvening)
def _(campaign: Campaign, command: OpenEvening, asker: Asker, dice: Dice) -> Events:
    """The campaign's next session, or one there was, again."""
    intake = open_for(campaign, asker)
    last = (
        campaign.logged.last.number if campaign.logged.last else campaign.session.number if campaign.session else 0
    )
    if command.again is not None and command.again > last:
        raise CommandRefused("evening_unknown", session=command.again, last=last or "none")
    opened = EveningOpened(session=command.again or last + 1, title=command.title, again=command.again is not None)
    return [*evening_end(intake), opened]


@chapter.decides(CloseEvening)
def _(campaign: Campaign, command: CloseEvening, asker: Asker, dice: Dice) -> Events:
    evening = open_for(campaign, asker).evening
    if evening is None:
        raise CommandRefused("no_evening")
    return [EveningClosed(session=evening, alone=True)]


@chapter.decides(OpenLoggedScene)
def _(campaign: Campaign, command: OpenLoggedScene, asker: Asker, dice: Dice) -> Events:
    intake = open_for(campaign, asker)
    if intake.evening is None:
        raise CommandRefused("no_evening")
    scene = f"{LOGGED_SCENE}{campaign.logged.intakes}-{intake.scenes + 1}"
    return [LoggedSceneOpened(scene=scene, after=intake.scene or None, title=command.title, place=command.place)]


@chapter.applies(EveningOpened)
def _(campaign: Campaign, event: EveningOpened) -> None:
    """Neither the game nor its objections are asked: what was played years ago begins nothing anew."""
    intake, logged, session = taking_in(campaign), campaign.logged, campaign.session
    if intake.evening is not None or (session is not None and session.open):
        raise ImpossibleHistoryError("a session cannot open inside another")
    if event.again and session is not None:
        logged.last = LastPlayed(session.number, session.title)
    campaign.session = Session(event.session, event.title, open=True)
    intake.evening, intake.scene = event.session, ""
    logged.rulings += 1
    logged.evenings += not event.again


@chapter.applies(LoggedSceneOpened)
def _(campaign: Campaign, event: LoggedSceneOpened) -> None:
    intake = taking_in(campaign)
    intake.scenes += 1
    intake.scene = event.scene
    campaign.logged.rulings += 1


@chapter.tells(EveningOpened, f"Session {{session}} begins: {{title}} ({NOT_JUDGED})")
def _(campaign: Campaign, event: EveningOpened) -> Iterable[Fact]:
    yield SessionOpened(session=event.session, title=own_title(event.session, event.title), logged=True)


@chapter.tells(LoggedSceneOpened, "{title}{place:+, }")
def _(campaign: Campaign, event: LoggedSceneOpened) -> Iterable[Fact]:
    if event.after is not None:
        yield SceneClosed(scene=event.after)
    yield SceneOpened(scene=event.scene, title=event.title, place=event.place)
