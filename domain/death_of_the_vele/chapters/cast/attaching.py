"""Attachment (VE-29, VE-106)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.cast.components import leave_unit
from domain.death_of_the_vele.chapters.experience import Awards
from domain.death_of_the_vele.chapters.guards import in_story, known_component, own_component
from domain.death_of_the_vele.lookup import component_of, player_for, running_struggle
from domain.death_of_the_vele.seats import COMPONENTS, Seat, components
from domain.death_of_the_vele.state.act import Scene, TurnState
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import AttachCost
from domain.death_of_the_vele.terms.play import ActStatus, XpReason
from domain.death_of_the_vele.terms.references import ComponentRef
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Slug

chapter = Chapter[Vele](
    "Attachment",
    {
        "two_to_attach": "Name at least two components to attach.",
        "one_shot_alone": "{component} is a one-shot, and those are never attached.",
        "two_focus_traits": "A unit has one focus trait, and {components} each have one.",
        "attached_already": "{components} act as one already.",
        "not_attached": "{component} is attached to nothing.",
        "no_action_left": "No action is left to any of these: {components}. Pay a fate XP instead.",
        "fate_used": "Fate was already used in this scene: one XP for each player.",
        "own_aspect_only": "By the rules of this house, fate works on an aspect of one's own only.",
    },
)


def unit_of(state: Vele, slug: str) -> list[str]:
    """A component and everything attached to it."""
    return [slug, *state.components[slug].attached_to]


def attach_price(
    state: Vele, wanted: AttachCost, among: list[str], asker: Asker
) -> tuple[AttachCost, str | None, list[Event]]:
    """Price of attaching or detaching now, whose action pays it (or None), and the events that pay it."""
    if state.act is None or state.act.status is not ActStatus.PLAYING:
        return AttachCost.SETUP, None, []
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    scene = state.scene if state.scene is not None and state.scene.open else None
    mine = [slug for slug in among if player_for(state.components[slug]) == asker.person]
    if wanted is AttachCost.FATE:
        return fate_price(state, scene, mine[0], asker)
    actor = next((slug for slug in mine if has_action(scene, slug, asker)), None)
    need(actor is not None, "no_action_left", components=mine)
    return (AttachCost.ACTION, actor, [])


def has_action(scene: Scene | None, slug: str, asker: Asker) -> bool:
    """True if a component can still act: always outside initiative, else on its player's turn, once."""
    if scene is None or not scene.initiative_running:
        return True
    turn = scene.components.get(slug)
    done = turn is not None and (turn.acted_this_round or turn.must_skip_next_action)
    return scene.turn_of == asker.person and not done


def fate_price(
    state: Vele, scene: Scene | None, slug: str, asker: Asker
) -> tuple[AttachCost, str | None, list[Event]]:
    """Price of attaching at once: one XP of fate, which is the scene's one for this player (VE-106)."""
    need(not state.house_rules.fate_own_aspect_once, "own_aspect_only")
    if scene is not None and scene.fate_xp_used.get(asker.person):
        raise CommandRefused("fate_used")
    awards = Awards(state)
    if awards.balance(asker.person) < 1:
        raise CommandRefused("too_little_xp", have=awards.balance(asker.person), need=1)
    awards.spend(asker.person, 1, XpReason.FATE, slug)
    return AttachCost.FATE, None, awards.events


class AttachComponents(Command):
    """Make components act, and suffer, as one.

    Needs:    one of them one's own; in play one of them pays an action, or its player a fate XP.
    Refused:  `component_unknown`, `not_your_component`, `two_to_attach`, `one_shot_alone`,
              `two_focus_traits`, `attached_already`, `no_action_left`, `fate_used`, `too_little_xp`,
              `own_aspect_only`, `struggle_running`.
    Yields:   `ComponentsAttached`; for fate `ExperienceSpent`.
    """

    type: Literal["death_of_the_vele.attach_components"] = "death_of_the_vele.attach_components"
    components: tuple[ComponentRef, ...]
    cost: AttachCost = Field(default=AttachCost.ACTION, title="Price")


class ComponentsAttached(Event):
    """Components act as one (VE-29). `actor` paid the action, if one was paid."""

    type: Literal["death_of_the_vele.components_attached.v1"] = "death_of_the_vele.components_attached.v1"
    components: tuple[Slug, ...]
    cost: AttachCost
    actor: Slug | None = None


@chapter.decides(AttachComponents)
def attach_components(state: Vele, command: AttachComponents, asker: Asker, chance: Chance) -> Events:
    """VE-29: attach components for somebody's action, or fate: no one-shots, one focus trait in all."""
    in_story(state, asker)
    chosen = list(dict.fromkeys(command.components))
    need(len(chosen) >= 2, "two_to_attach")
    for slug in chosen:
        it = known_component(state, slug)
        need(not it.one_shot, "one_shot_alone", component=slug)
    if all(player_for(state.components[slug]) != asker.person for slug in chosen):
        raise CommandRefused(
            "not_your_component", component=chosen[0], player=player_for(state.components[chosen[0]])
        )
    whole = list(dict.fromkeys(slug for each in chosen for slug in unit_of(state, each)))
    need(set(whole) > set(unit_of(state, chosen[0])), "attached_already", components=chosen)
    focused = [slug for slug in whole if state.components[slug].focus is not None]
    need(len(focused) <= 1, "two_focus_traits", components=focused)
    paid = attach_price(state, command.cost, chosen, asker)
    cost, actor, events = paid
    return [ComponentsAttached(components=tuple(whole), cost=cost, actor=actor), *events]


def spend_action(state: Vele, actor: str | None) -> None:
    """Spend the action of this component, where attaching took one under initiative."""
    scene = state.scene if state.scene is not None and state.scene.open else None
    if scene is not None and actor is not None and scene.initiative_running:
        scene.components.setdefault(actor, TurnState()).acted_this_round = True


@chapter.applies(ComponentsAttached)
def _(state: Vele, event: ComponentsAttached) -> None:
    for slug in event.components:
        component_of(state, slug).attached_to = [other for other in event.components if other != slug]
    spend_action(state, event.actor)


@chapter.tells(ComponentsAttached, "{components} act as one")
def _(state: Vele, event: ComponentsAttached) -> Iterable[Fact]:
    called = [state.components[slug].name for slug in event.components]
    for slug in event.components:
        yield facts.TextSet(owner=slug, field="attached_to", text=", ".join(called))


class DetachComponent(Command):
    """Let a component act alone again.

    Needs:    an attached component of one's own; as for attaching.
    Refused:  `component_unknown`, `not_your_component`, `not_attached`, `no_action_left`, `fate_used`,
              `too_little_xp`.
    Yields:   `ComponentDetached`; for fate `ExperienceSpent`.
    """

    type: Literal["death_of_the_vele.detach_component"] = "death_of_the_vele.detach_component"
    component: ComponentRef
    cost: AttachCost = Field(default=AttachCost.ACTION, title="Price")


class ComponentDetached(Event):
    """A component acts alone again."""

    type: Literal["death_of_the_vele.component_detached.v1"] = "death_of_the_vele.component_detached.v1"
    component: Slug
    cost: AttachCost
    actor: Slug | None = None


@chapter.decides(DetachComponent)
def detach_component(state: Vele, command: DetachComponent, asker: Asker, chance: Chance) -> Events:
    """VE-29: detach a component, for the same price."""
    in_story(state, asker)
    it = own_component(state, command.component, asker)
    need(it.attached_to, "not_attached", component=command.component)
    paid = attach_price(state, command.cost, unit_of(state, command.component), asker)
    cost, actor, events = paid
    return [ComponentDetached(component=command.component, cost=cost, actor=actor), *events]


@chapter.applies(ComponentDetached)
def _(state: Vele, event: ComponentDetached) -> None:
    spend_action(state, event.actor)
    leave_unit(state, event.component)


@chapter.tells(ComponentDetached, "{component} acts alone again")
def _(state: Vele, event: ComponentDetached) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.component, field="attached_to", text="")


def units(state: Vele, seat: Seat, mine: list[str]) -> Iterable[Offer]:
    """Offers to attach components, and to detach them."""
    loose = [slug for slug in mine if not state.components[slug].one_shot]
    costs = (Choice(AttachCost.ACTION.value, "an action"), Choice(AttachCost.FATE.value, "1 XP of fate"))
    if len(loose) > 1:
        yield seat.offer(
            AttachComponents,
            f"{seat.who} attaches components",
            {},
            {"components": components(state, loose), "cost": costs},
            group=COMPONENTS,
        )
    for slug in mine:
        if state.components[slug].attached_to:
            rest = ", ".join(state.components[each].name for each in unit_of(state, slug)[1:])
            yield seat.offer(
                DetachComponent,
                f"{state.components[slug].name} leaves {rest}",
                {"component": slug},
                {"cost": costs},
                group=COMPONENTS,
            )
