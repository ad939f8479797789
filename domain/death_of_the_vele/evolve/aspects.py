"""How aspects, objectives and spotlights change."""

from domain.death_of_the_vele.events import aspects as say
from domain.death_of_the_vele.state import Aspect, Deed, Spotlight, Vele
from domain.death_of_the_vele.terms import (
    AspectStatus,
    DeedKind,
    Durability,
    ObjectiveOutcome,
    ObjectiveScope,
    Origin,
    SpotlightStatus,
)

from .fold import act_of, aspect_of, component_of, deed, evolve, group_of, must, player_of
from .story import undoes


@evolve.on(say.AspectAdded)
def _(state: Vele, event: say.AspectAdded) -> None:
    must(event.aspect not in state.aspects, f"there is a {event.aspect} already")
    state.aspects[event.aspect] = Aspect(
        text=event.text, subject=event.subject, origin=event.origin, negative=event.negative
    )
    deed(state, DeedKind.ASPECT, event.player, event.aspect)


@evolve.on(say.AspectPlaced)
def _(state: Vele, event: say.AspectPlaced) -> None:
    must(event.aspect not in state.aspects, f"there is a {event.aspect} already")
    state.aspects[event.aspect] = Aspect(
        text=event.text,
        subject=event.subject,
        origin=event.origin,
        durability=event.durability,
        free_tag=event.free_tag,
        negative=event.negative,
        creator=event.creator,
        expires_after=turns_of_a_fragile_one(state, event),
        scene=state.scene.number if state.scene is not None else None,
    )
    deed(state, DeedKind.ASPECT, event.player, event.aspect)


def turns_of_a_fragile_one(state: Vele, event: say.AspectPlaced) -> int | None:
    """How many turns its creator's player has to end until it is gone: the next one, after one under way."""
    scene = state.scene
    if event.durability is not Durability.FRAGILE or scene is None or not scene.initiative_running:
        return None
    return 2 if scene.turn_of == event.player else 1


@undoes(DeedKind.ASPECT)
def _(state: Vele, done: Deed) -> None:
    aspect_of(state, done.subject).status = AspectStatus.EXPIRED


@evolve.on(say.AspectExpired)
def _(state: Vele, event: say.AspectExpired) -> None:
    aspect = aspect_of(state, event.aspect)
    must(aspect.status is AspectStatus.ACTIVE, f"{event.aspect} is gone already")
    aspect.status = AspectStatus.EXPIRED
    aspect.free_tag = False


@evolve.on(say.AspectHit)
def _(state: Vele, event: say.AspectHit) -> None:
    """What it earns stands in the events after it."""
    must(aspect_of(state, event.aspect).status is AspectStatus.ACTIVE, f"{event.aspect} is gone")


@evolve.on(say.AspectBoughtOff)
def _(state: Vele, event: say.AspectBoughtOff) -> None:
    aspect = aspect_of(state, event.aspect)
    must(aspect.status is AspectStatus.ACTIVE, f"{event.aspect} is gone already")
    aspect.status = AspectStatus.BOUGHT_OFF
    aspect.free_tag = False
    it = state.components.get(aspect.subject)
    if it is not None:
        it.shut_slots += 1
        it.aspects_bought_off += 1


@evolve.on(say.AspectReplaced)
def _(state: Vele, event: say.AspectReplaced) -> None:
    old = aspect_of(state, event.old)
    it = component_of(state, old.subject)
    must(event.old in it.replaceable and event.new not in state.aspects, f"{event.old} cannot be replaced")
    it.replaceable.remove(event.old)
    old.replaced = True
    state.aspects[event.new] = Aspect(text=event.text, subject=old.subject, origin=Origin.START)
    deed(state, DeedKind.ASPECT, event.player, event.new)


@evolve.on(say.ObjectiveBoughtOff)
def _(state: Vele, event: say.ObjectiveBoughtOff) -> None:
    close_objective(state, event.scope, event.outcome)


@evolve.on(say.ObjectiveLapsed)
def _(state: Vele, event: say.ObjectiveLapsed) -> None:
    close_objective(state, event.scope, event.outcome)


def close_objective(state: Vele, scope: ObjectiveScope, outcome: ObjectiveOutcome) -> None:
    """An objective is over."""
    objective = state.story.objective if scope is ObjectiveScope.STORY else act_of(state).objective
    must(objective is not None and objective.outcome is None, "no such objective is open")
    if objective is not None:
        objective.outcome = outcome


@evolve.on(say.SpotlightCreated)
def _(state: Vele, event: say.SpotlightCreated) -> None:
    must(event.spotlight not in state.story.spotlights, f"there is a {event.spotlight} already")
    state.story.spotlights[event.spotlight] = Spotlight(
        subject=event.subject,
        highlight=event.highlight,
        motivation=event.motivation,
        creator=event.creator,
        group=event.group,
        tie=event.tie,
    )
    if event.group is None:
        player_of(state, event.creator).spotlights_created += 1
    else:
        group_of(state, event.group).spotlight = event.spotlight


@evolve.on(say.SpotlightSucceeded)
def _(state: Vele, event: say.SpotlightSucceeded) -> None:
    card = state.story.spotlights.get(event.spotlight)
    must(card is not None and card.status is SpotlightStatus.OPEN, f"{event.spotlight} is not open")
    if card is not None:
        card.status = SpotlightStatus.SUCCEEDED
