"""Attachment (VE-29, VE-106)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.cast.components import leave_unit
from domain.death_of_the_vele.chapters.experience import Awards
from domain.death_of_the_vele.chapters.guards import in_story, known_component, own_component
from domain.death_of_the_vele.lookup import act_of, component_of, player_for, running_struggle
from domain.death_of_the_vele.names import person
from domain.death_of_the_vele.phrases import told
from domain.death_of_the_vele.seats import COMPONENTS, Seat
from domain.death_of_the_vele.state.act import Attachment, Scene, TurnState
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
from domain.kernel.terms import Person, PersonId, Slug

chapter = Chapter[Vele](
    "Attachment",
    {
        "two_to_attach": "Name at least two components to attach.",
        "one_shot_alone": "{component} is a one-shot, and those are never attached.",
        "two_focus_traits": "A unit has one focus trait, and {components} each have one.",
        "zones_apart": "{components} are not in the same zone. Bring them together first.",
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
    """Make components act, and suffer, as one. Whoever else plays one of them is asked first.

    Needs:    one of them one's own; in play one of them pays an action, or its player a fate XP.
    Refused:  `component_unknown`, `not_your_component`, `two_to_attach`, `one_shot_alone`,
              `two_focus_traits`, `zones_apart`, `attached_already`, `no_action_left`, `fate_used`,
              `too_little_xp`, `own_aspect_only`, `struggle_running`.
    Yields:   `ComponentsAttached`; for fate `ExperienceSpent`. With components of others `AttachmentOffered`.
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


class AttachmentOffered(Event):
    """Somebody wants components to act as one, and waits for the word of those who play the others (VE-29)."""

    type: Literal["death_of_the_vele.attachment_offered.v1"] = "death_of_the_vele.attachment_offered.v1"
    player: Person
    components: tuple[Slug, ...]
    cost: AttachCost
    waits_for: tuple[Person, ...]


@chapter.decides(AttachComponents)
def attach_components(state: Vele, command: AttachComponents, asker: Asker, chance: Chance) -> Events:
    """VE-29: attach components for somebody's action, or fate; whoever plays one of the others agrees first."""
    in_story(state, asker)
    chosen = list(dict.fromkeys(command.components))
    attached = attachment(state, chosen, command.cost, asker)
    others = [player for player in players_of(state, chosen) if player != asker.person]
    if not others:
        return attached
    return [
        AttachmentOffered(
            player=asker.person,
            components=tuple(chosen),
            cost=command.cost,
            waits_for=tuple(PersonId(player) for player in others),
        )
    ]


def attachment(state: Vele, chosen: list[str], wanted: AttachCost, asker: Asker) -> list[Event]:
    """Events of attaching these now, at the asker's cost: no one-shots, one focus trait in all; else refused."""
    need(len(chosen) >= 2, "two_to_attach")
    for slug in chosen:
        it = known_component(state, slug)
        need(not it.one_shot, "one_shot_alone", component=slug)
    if all(player_for(state.components[slug]) != asker.person for slug in chosen):
        raise CommandRefused(
            "not_your_component", component=chosen[0], player=player_for(state.components[chosen[0]])
        )
    whole = whole_unit(state, chosen)
    need(set(whole) > set(unit_of(state, chosen[0])), "attached_already", components=chosen)
    together(state, whole)
    focused = [slug for slug in whole if state.components[slug].focus is not None]
    need(len(focused) <= 1, "two_focus_traits", components=focused)
    cost, actor, events = attach_price(state, wanted, chosen, asker)
    return [ComponentsAttached(components=tuple(whole), cost=cost, actor=actor), *events]


def together(state: Vele, whole: list[str]) -> None:
    """Refuse components that are in different zones of the open scene."""
    zones = state.scene.zones if state.scene is not None and state.scene.open else []
    there = {state.components[slug].zone for slug in whole} & {*zones}
    need(len(there) <= 1, "zones_apart", components=whole)


def whole_unit(state: Vele, chosen: Iterable[str]) -> list[str]:
    """These components, and everything attached to them already."""
    return list(dict.fromkeys(slug for each in chosen for slug in unit_of(state, each)))


def players_of(state: Vele, chosen: Iterable[str]) -> list[str]:
    """The players of a unit that these would make, the first component's first."""
    return list(dict.fromkeys(player_for(state.components[slug]) for slug in whole_unit(state, chosen)))


@chapter.applies(AttachmentOffered)
def _(state: Vele, event: AttachmentOffered) -> None:
    act_of(state).attachments[event.player] = Attachment(list(event.components), event.cost, list(event.waits_for))


@chapter.tells(AttachmentOffered, "{player} asks {waits_for} whether {components} may act as one")
def _(state: Vele, event: AttachmentOffered) -> Iterable[Fact]:
    yield told("asked to act as one", "attachment", *event.components)


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
    if state.act is not None:
        asked = state.act.attachments
        state.act.attachments = {it: one for it, one in asked.items() if set(one.components) - {*event.components}}


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


def at_hand(state: Vele, mine: list[str]) -> list[str]:
    """Components that can be attached: one's own first, then what others play, in the scene where one is open."""
    scene = state.scene if state.scene is not None and state.scene.open else None
    there = list(state.components) if scene is None else scene.cast
    others = (slug for slug in there if slug in state.components and slug not in mine)
    return [*mine, *(slug for slug in others if state.components[slug].present)]


def units_by_player(state: Vele, seat: Seat, slugs: Iterable[str]) -> tuple[Choice, ...]:
    """Components to attach, those of others with who is asked."""
    return tuple(
        Choice(
            slug,
            state.components[slug].name,
            "" if (player := player_for(state.components[slug])) == seat.player else f"{person(player)} is asked",
        )
        for slug in slugs
    )


def units(state: Vele, seat: Seat, mine: list[str]) -> Iterable[Offer]:
    """Offers to attach components, and to detach them."""
    loose = [slug for slug in at_hand(state, mine) if not state.components[slug].one_shot]
    costs = (Choice(AttachCost.ACTION.value, "an action"), Choice(AttachCost.FATE.value, "1 XP of fate"))
    if mine and len(loose) > 1:
        yield seat.offer(
            AttachComponents,
            f"{seat.who} attaches components",
            {},
            {"components": units_by_player(state, seat, loose), "cost": costs},
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
