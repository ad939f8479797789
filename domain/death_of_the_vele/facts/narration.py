"""Narration, and the ends of acts and stories, retold."""

from collections.abc import Iterable

from domain.death_of_the_vele.events import narration as say
from domain.death_of_the_vele.state import Vele
from domain.kernel import facts
from domain.kernel.facts import Fact

from .story import STORY
from .telling import tells, told


@tells(say.NarratorChanged)
def _(state: Vele, event: say.NarratorChanged) -> Iterable[Fact]:
    yield facts.TextSet(owner=STORY, field="narrator", text=event.now)


@tells(say.NarrationLent)
def _(state: Vele, event: say.NarrationLent) -> Iterable[Fact]:
    yield facts.TextSet(owner=STORY, field="narrator", text=event.to)


@tells(say.NarrationReclaimed)
def _(state: Vele, event: say.NarrationReclaimed) -> Iterable[Fact]:
    yield facts.TextSet(owner=STORY, field="narrator", text=event.narrator)


@tells(say.FocusChosen)
def _(state: Vele, event: say.FocusChosen) -> Iterable[Fact]:
    yield told(event.text, "focus", event.player)


@tells(say.ActEnded)
def _(state: Vele, event: say.ActEnded) -> Iterable[Fact]:
    if event.outcome:
        yield told(event.outcome, "how the act ended")
    yield facts.ChapterClosed(chapter=f"act-{event.act}")


@tells(say.StoryEnded)
def _(state: Vele, event: say.StoryEnded) -> Iterable[Fact]:
    if event.outcome:
        yield told(event.outcome, "how the story ended")
    yield facts.ChapterClosed(chapter=STORY)


@tells(say.TwistAwarded)
def _(state: Vele, event: say.TwistAwarded) -> Iterable[Fact]:
    more = " (one twist an act is the guide)" if event.over_guide else ""
    yield told(f"{event.text}{more}", "twist", event.narrator)
