"""Acts and stories end (VE-47, VE-48)."""

from collections.abc import Iterable
from typing import Literal

from domain.death_of_the_vele.chapters.acts.objectives import ObjectiveLapsed
from domain.death_of_the_vele.chapters.guards import in_story, must_narrate
from domain.death_of_the_vele.chapters.scenes.narration import AwardTwist, ChangeNarrator, focus_xp, handing_over
from domain.death_of_the_vele.lookup import act_of, narrator_of
from domain.death_of_the_vele.names import person
from domain.death_of_the_vele.phrases import STORY, told
from domain.death_of_the_vele.seats import NARRATION, one_seat, players, seat_of, seats
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.play import (
    ActStatus,
    ObjectiveOutcome,
    ObjectiveScope,
    SpotlightStatus,
    StoryStatus,
)
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Text

chapter = Chapter[Vele](
    "Acts and stories end",
    {
        "scene_open": "A scene is still open: {scene}. Close it first.",
    },
)


def objective_lapses(state: Vele, scope: ObjectiveScope, reason: str) -> list[Event]:
    """Event of an objective of this scope that lapses; none, if it is not open."""
    story = scope is ObjectiveScope.STORY
    objective = state.story.objective if story else state.act.objective if state.act is not None else None
    if objective is None or objective.outcome is not None:
        return []
    return [ObjectiveLapsed(scope=scope, outcome=ObjectiveOutcome.EXPIRED, reason=reason)]


class EndAct(Command):
    """End the act. An objective still open lapses.

    Needs:    to narrate; no scene open.
    Refused:  `narrator_only`, `scene_open`.
    Yields:   `ObjectiveLapsed`, `ActEnded`, `ExperienceAwarded`.
    """

    type: Literal["death_of_the_vele.end_act"] = "death_of_the_vele.end_act"
    outcome: Text = ""


class ActEnded(Event):
    """The act is over; `outcome` tells what came of it."""

    type: Literal["death_of_the_vele.act_ended.v1"] = "death_of_the_vele.act_ended.v1"
    act: int
    outcome: Text


@chapter.decides(EndAct)
def end_act(state: Vele, command: EndAct, asker: Asker, chance: Chance) -> Events:
    """VE-47: end the act between scenes; an open objective lapses without XP."""
    in_story(state, asker)
    must_narrate(state, asker)
    act = found(state.act, "no_act")
    if state.scene is not None and state.scene.open:
        raise CommandRefused("scene_open", scene=state.scene.title)
    ended = ActEnded(act=act.number, outcome=command.outcome)
    paid = focus_xp(state, act, act.narrator or asker.person)
    return [*objective_lapses(state, ObjectiveScope.ACT, "the act is over"), *paid, ended]


@chapter.applies(ActEnded)
def _(state: Vele, event: ActEnded) -> None:
    act = act_of(state)
    must(act.number == event.act and act.status is ActStatus.PLAYING, f"act {event.act} is not being played")
    act.status = ActStatus.ENDED
    act.narrator = act.narrator_lent_to = None
    for card in state.story.spotlights.values():
        if card.group is not None and card.status is SpotlightStatus.OPEN:
            card.status = SpotlightStatus.CLOSED


@chapter.tells(ActEnded, "Act {act} is over{outcome:+: }")
def _(state: Vele, event: ActEnded) -> Iterable[Fact]:
    if event.outcome:
        yield told(event.outcome, "how the act ended")
    yield facts.ChapterClosed(chapter=f"act-{event.act}")


class EndStory(Command):
    """End the story. An objective still open lapses.

    Needs:    no act under way.
    Refused:  `act_running`, `story_ended`.
    Yields:   `ObjectiveLapsed`, `StoryEnded`.
    """

    type: Literal["death_of_the_vele.end_story"] = "death_of_the_vele.end_story"
    outcome: Text = ""


class StoryEnded(Event):
    """The story is over; `outcome` tells what came of it."""

    type: Literal["death_of_the_vele.story_ended.v1"] = "death_of_the_vele.story_ended.v1"
    outcome: Text


@chapter.decides(EndStory)
def end_story(state: Vele, command: EndStory, asker: Asker, chance: Chance) -> Events:
    """VE-48: end the story when no act is under way."""
    in_story(state, asker)
    if state.act is not None and state.act.status is not ActStatus.ENDED:
        raise CommandRefused("act_running", act=state.act.name)
    lapsed = objective_lapses(state, ObjectiveScope.STORY, "the story is over")
    return [*lapsed, StoryEnded(outcome=command.outcome)]


@chapter.applies(StoryEnded)
def _(state: Vele, event: StoryEnded) -> None:
    must(state.story.status is not StoryStatus.ENDED, "the story has ended already")
    state.story.status = StoryStatus.ENDED


@chapter.tells(StoryEnded, "The story ends{outcome:+: }")
def _(state: Vele, event: StoryEnded) -> Iterable[Fact]:
    if event.outcome:
        yield told(event.outcome, "how the story ended")
    yield facts.ChapterClosed(chapter=STORY)


def narration(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers of narration: the next narrator, a twist, the end of the act."""
    act, anybody = state.act, one_seat(state, asker)
    if act is None or act.status is not ActStatus.PLAYING or act.narrator is None or anybody is None:
        return
    if act.change_due:
        yield anybody.offer(
            ChangeNarrator, "The narrator changes", {"to": None}, {"willing": players(state)}, group=NARRATION
        )
    yield from handing_over(state, act, asker, act.narrator)
    now = narrator_of(state)
    for seat in seats(state, asker):
        if seat.player != now:
            yield seat.offer(
                AwardTwist,
                f"{seat.who} rewards a twist of {person(now or '')}",
                {"narrator": now},
                group=NARRATION,
            )
    if now is not None and (asker.is_gm or asker.person == now) and not (state.scene and state.scene.open):
        yield seat_of(now, asker).offer(
            EndAct, f"{person(now)} ends the act", group=NARRATION, weight=Weight.ASIDE
        )


def ending(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offer of the end of the story, between acts."""
    anybody = one_seat(state, asker)
    if anybody is not None and state.act is not None and state.act.status is ActStatus.ENDED:
        yield anybody.offer(EndStory, "End the story", group=NARRATION, weight=Weight.ENDING)
