"""Aspects, objectives and spotlights retold."""

from collections.abc import Iterable

from domain.death_of_the_vele.events import aspects as say
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.terms import Origin
from domain.kernel import facts
from domain.kernel.facts import Fact

from .story import STORY
from .telling import tells, told, words

SCENE = "scene"


def aspect_state(
    state: Vele, slug: str, was: str, now: str, why: str, *, good: bool | None = None, lasting: bool = False
) -> Fact:
    """An aspect of something in another state."""
    it = state.aspects[slug]
    return facts.StateChanged(
        owner=it.subject, group="aspects", name=slug, label=it.text, was=was, now=now, why=why, good=good,
        lasting=lasting,
    )  # fmt: skip


@tells(say.AspectAdded)
def _(state: Vele, event: say.AspectAdded) -> Iterable[Fact]:
    yield aspect_state(state, event.aspect, "", "active", words(event.origin.value), good=not event.negative)


@tells(say.AspectPlaced)
def _(state: Vele, event: say.AspectPlaced) -> Iterable[Fact]:
    tag = ", free tag" if event.free_tag else ""
    why = "without a roll" if event.origin is Origin.FICTION else words(event.origin.value)
    yield aspect_state(state, event.aspect, "", f"{event.durability.value}{tag}", why)


@tells(say.AspectExpired)
def _(state: Vele, event: say.AspectExpired) -> Iterable[Fact]:
    yield aspect_state(state, event.aspect, state.aspects[event.aspect].durability.value, "", event.reason)


@tells(say.AspectHit)
def _(state: Vele, event: say.AspectHit) -> Iterable[Fact]:
    about = event.how or state.aspects[event.aspect].text
    yield told(about, "aspect hit", state.aspects[event.aspect].subject, event.player)


@tells(say.AspectBoughtOff)
def _(state: Vele, event: say.AspectBoughtOff) -> Iterable[Fact]:
    why = event.cause or "settled for good"
    yield aspect_state(state, event.aspect, "active", "bought off", why, lasting=True)


@tells(say.AspectReplaced)
def _(state: Vele, event: say.AspectReplaced) -> Iterable[Fact]:
    yield aspect_state(state, event.new, "", "active", "in the place of one bought off", lasting=True)


@tells(say.ObjectiveBoughtOff)
@tells(say.ObjectiveLapsed)
def _(state: Vele, event: say.ObjectiveBoughtOff | say.ObjectiveLapsed) -> Iterable[Fact]:
    objective = state.story.objective if event.scope.value == STORY else state.act and state.act.objective
    yield facts.StateChanged(
        owner=STORY, group="objectives", name=event.scope.value, label=objective.text if objective else "",
        was="open", now=words(event.outcome.value), why=event.reason, lasting=True,
    )  # fmt: skip


@tells(say.SpotlightCreated)
def _(state: Vele, event: say.SpotlightCreated) -> Iterable[Fact]:
    yield facts.StateChanged(
        owner=event.subject, group="spotlights", name=event.spotlight, label=event.highlight, was="",
        now="open", why=event.motivation,
    )  # fmt: skip


@tells(say.SpotlightSucceeded)
def _(state: Vele, event: say.SpotlightSucceeded) -> Iterable[Fact]:
    card = state.story.spotlights[event.spotlight]
    yield facts.StateChanged(
        owner=card.subject, group="spotlights", name=event.spotlight, label=card.highlight, was="open",
        now="succeeded", why="the scene was played", good=True,
    )  # fmt: skip
