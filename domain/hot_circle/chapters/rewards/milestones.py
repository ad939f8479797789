"""Milestones, time-skips, and the end of seasons and campaigns (HC-66, HC-68, HC-73)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.guards import gm_in_play, no_session, session_open
from domain.hot_circle.phrases import told
from domain.hot_circle.seats import BETWEEN_SESSIONS, RECORDS
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.terms import EndStep, SessionStatus, Stage
from domain.hot_circle.words import blank
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Points, Text

chapter = Chapter[Circle](
    "Milestones, and the time that passes",
    {
        "skip_without_milestone": "A time-skip comes after a milestone and its trait vote.",
        "skip_too_short": "{months:?month is|months are} too short: this time-skip lasts {least:?month|months} "
        "or more.",
    },
)


class RecordMilestone(Command):
    """Note the milestone: a significant point of the story. A trait vote follows at the session's end.

    Needs:    the gamemaster, an open session not beyond its second ending step.
    Refused:  `genre_missing`, `gm_only`, `no_open_session`, `wrong_step`, `text_missing`.
    Yields:   `MilestoneReached`.
    """

    type: Literal["hot_circle.record_milestone"] = "hot_circle.record_milestone"
    text: Text = Field(title="What happened?")


class MilestoneReached(Event):
    """The story passed a significant point."""

    type: Literal["hot_circle.milestone_reached.v1"] = "hot_circle.milestone_reached.v1"
    text: Text


@chapter.decides(RecordMilestone)
def record_milestone(state: Circle, command: RecordMilestone, asker: Asker, dice: Dice) -> Events:
    """HC-66: record a significant point of the story; the vote follows when the session ends."""
    gm_in_play(state, asker)
    session_open(state)
    step = state.game_session.ending_step
    need(step in (EndStep.NONE, EndStep.PERSONA, EndStep.BELIEFS), "wrong_step", needs=EndStep.BELIEFS, step=step)
    need(not blank(command.text), "text_missing")
    return [MilestoneReached(text=command.text)]


@chapter.applies(MilestoneReached)
def _(state: Circle, event: MilestoneReached) -> None:
    state.milestone_due = True


@chapter.tells(MilestoneReached, "A milestone: {text}")
def _(state: Circle, event: MilestoneReached) -> Iterable[Fact]:
    yield told(event.text, "milestone")


class SkipTime(Command):
    """Jump months or years ahead; everybody adds a lifepath.

    Needs:    the gamemaster, no open session, a milestone and its trait vote since the last skip.
    Refused:  `genre_missing`, `gm_only`, `session_open`, `skip_without_milestone`, `skip_too_short`.
    Yields:   `TimeSkipped`.
    """

    type: Literal["hot_circle.skip_time"] = "hot_circle.skip_time"
    months: int = Field(title="How many months?", le=12_000)


class TimeSkipped(Event):
    """Months or years went by; skips count from 1."""

    type: Literal["hot_circle.time_skipped.v1"] = "hot_circle.time_skipped.v1"
    months: Points
    skip: Points


@chapter.decides(SkipTime)
def skip_time(state: Circle, command: SkipTime, asker: Asker, dice: Dice) -> Events:
    """HC-68: skip time after a milestone and its vote; every skip but the first lasts years."""
    gm_in_play(state, asker)
    no_session(state)
    need(state.skip_ready, "skip_without_milestone")
    least = max(1, state.house_rules.later_skip_min_months if state.skips else 1)
    need(command.months >= least, "skip_too_short", months=command.months, least=least)
    return [TimeSkipped(months=command.months, skip=state.skips + 1)]


@chapter.applies(TimeSkipped)
def _(state: Circle, event: TimeSkipped) -> None:
    must(event.skip == state.skips + 1, "time-skips follow one another")
    state.skips, state.skip_ready = event.skip, False
    for character in state.pcs.values():
        # Whose sheet is still being written has not lived through it.
        character.lifepaths_due += character.complete


@chapter.tells(TimeSkipped, "{months:?month goes|months go} by")
def _(state: Circle, event: TimeSkipped) -> Iterable[Fact]:
    passed = f"{event.months} {'month goes' if event.months == 1 else 'months go'} by"
    yield told(passed, "time-skip")
    yield facts.TimePassed(text=passed)


class EndSeason(Command):
    """Close a season; the next begins.

    Needs:    the gamemaster, no open session.
    Refused:  `genre_missing`, `gm_only`, `session_open`.
    Yields:   `SeasonEnded`.
    """

    type: Literal["hot_circle.end_season"] = "hot_circle.end_season"


class SeasonEnded(Event):
    """A season is over."""

    type: Literal["hot_circle.season_ended.v1"] = "hot_circle.season_ended.v1"
    season: Points


@chapter.decides(EndSeason)
def end_season(state: Circle, command: EndSeason, asker: Asker, dice: Dice) -> Events:
    """HC-73: end a season; refused while a session is open."""
    gm_in_play(state, asker)
    no_session(state)
    return [SeasonEnded(season=state.season)]


@chapter.applies(SeasonEnded)
def _(state: Circle, event: SeasonEnded) -> None:
    must(event.season == state.season, f"this is season {state.season}")
    state.season += 1


@chapter.tells(SeasonEnded, "Season {season} ends")
def _(state: Circle, event: SeasonEnded) -> Iterable[Fact]:
    yield facts.ChapterClosed(chapter=f"season-{event.season}")
    yield facts.ChapterOpened(chapter=f"season-{event.season + 1}", title=f"Season {event.season + 1}")


class EndCampaign(Command):
    """End the campaign for good.

    Needs:    the gamemaster, no open session.
    Refused:  `genre_missing`, `gm_only`, `session_open`, `campaign_ended`.
    Yields:   `CampaignEnded`.
    """

    type: Literal["hot_circle.end_campaign"] = "hot_circle.end_campaign"
    epilogue: Text = ""


class CampaignEnded(Event):
    """The campaign is over."""

    type: Literal["hot_circle.campaign_ended.v1"] = "hot_circle.campaign_ended.v1"
    season: Points
    epilogue: Text


@chapter.decides(EndCampaign)
def end_campaign(state: Circle, command: EndCampaign, asker: Asker, dice: Dice) -> Events:
    """HC-73: end the campaign; refused while a session is open."""
    gm_in_play(state, asker)
    no_session(state)
    return [CampaignEnded(season=state.season, epilogue=command.epilogue)]


@chapter.applies(CampaignEnded)
def _(state: Circle, event: CampaignEnded) -> None:
    must(state.stage is not Stage.ENDED, "a campaign ends once")
    state.stage = Stage.ENDED


@chapter.tells(CampaignEnded, "The campaign ends{epilogue:+. }")
def _(state: Circle, event: CampaignEnded) -> Iterable[Fact]:
    yield facts.ChapterClosed(chapter=f"season-{event.season}")
    if event.epilogue:
        yield told(event.epilogue, "epilogue")


def passing_time(state: Circle) -> Iterable[Offer]:
    """HC-68, HC-73: time-skips, and endings."""
    group = BETWEEN_SESSIONS
    if state.skip_ready:
        yield Offer(command=SkipTime, label="Skip ahead in time", group=group)
    if state.stage is Stage.BETWEEN_SESSIONS:
        yield Offer(command=EndSeason, label=f"End season {state.season}", group=group, weight=Weight.ENDING)
        yield Offer(command=EndCampaign, label="End the campaign", group=group, weight=Weight.ENDING)


def milestone(state: Circle) -> Iterable[Offer]:
    """HC-66: a significant point, until the votes on it have begun."""
    in_time = state.game_session.ending_step in (EndStep.NONE, EndStep.PERSONA, EndStep.BELIEFS)
    if state.game_session.status is not SessionStatus.CLOSED and in_time:
        yield Offer(command=RecordMilestone, label="A milestone is reached", group=RECORDS)
