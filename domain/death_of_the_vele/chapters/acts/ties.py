"""Ties to groups, and the map (VE-36, VE-38)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.guards import act_in, group_of_act, in_story, own_component
from domain.death_of_the_vele.chapters.pools import DiceGained
from domain.death_of_the_vele.house_rules import ConnectionD4
from domain.death_of_the_vele.lookup import act_of, aspect_of, component_of, group_of, trait_of
from domain.death_of_the_vele.seats import SETUP, Seat
from domain.death_of_the_vele.state.act import Act
from domain.death_of_the_vele.state.cast import Connection, Group
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.dice import Dice, Home, Pool
from domain.death_of_the_vele.terms.play import ActStatus
from domain.death_of_the_vele.terms.references import AspectRef, ComponentRef, GroupRef, OwnRef, TraitRef
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Person, Slug, Text

chapter = Chapter[Vele](
    "Ties to groups, and the map",
    {
        "own_group": "{group} is your own; connect your PC to the groups of others.",
        "connected_already": "Your PC is tied to {group} already.",
        "nothing_to_connect": "Name the trait or the aspect your PC is tied to it by.",
        "not_of_the_group": "That is nothing of {group}: name a trait of a member, or an aspect of the group or a "
        "member.",
    },
)


class ConnectToGroup(Command):
    """Connect a PC to a group: to another player's, by a trait, an aspect, or both, a d4 of story dice for
    each.

    Needs:    an act being set up; another's group one is not connected to; what is named belongs to it.
    Refused:  `no_act`, `act_in_play`, `no_pc`, `group_unknown`, `own_group`, `connected_already`,
              `nothing_to_connect`, `not_of_the_group`.
    Yields:   `GroupConnected`, `DiceGained`.
    """

    type: Literal["death_of_the_vele.connect_to_group"] = "death_of_the_vele.connect_to_group"
    group: GroupRef
    component: ComponentRef | None = Field(default=None, description="The member whose trait is tied.")
    trait: TraitRef | None = None
    aspect: AspectRef | None = None


class GroupConnected(Event):
    """A player's PC is tied to a group (VE-36). `trait` is `component.trait`."""

    type: Literal["death_of_the_vele.group_connected.v1"] = "death_of_the_vele.group_connected.v1"
    group: Slug
    player: Person
    trait: Text | None
    aspect: Slug | None


@chapter.decides(ConnectToGroup)
def connect_to_group(state: Vele, command: ConnectToGroup, asker: Asker, chance: Chance) -> Events:
    """VE-36: tie one's PC to another player's group, once; a d4 of story dice for each thing tied (VE-A34)."""
    in_story(state, asker)
    act_in(state, ActStatus.SETUP)
    need(state.story.players[asker.person].pc is not None, "no_pc")
    group = group_of_act(state, command.group)
    need(group.owner != asker.person, "own_group", group=command.group)
    need(asker.person not in group.connected_by, "connected_already", group=command.group)
    if command.trait is None and command.aspect is None:
        raise CommandRefused("nothing_to_connect")
    of_the_group(state, group, command)
    items = (command.trait is not None) + (command.aspect is not None)
    number = items if state.house_rules.connection_d4 is ConnectionD4.PER_ITEM else 1
    tied = None if command.trait is None else f"{command.component}.{command.trait}"
    home = Home(pool=Pool.STORY, owner=asker.person)
    return [
        GroupConnected(group=command.group, player=asker.person, trait=tied, aspect=command.aspect),
        DiceGained(home=home, dice=Dice(d4=number), reason="connection"),
    ]


def of_the_group(state: Vele, group: Group, command: ConnectToGroup) -> None:
    """Refuse a trait or an aspect that does not belong to the group."""
    if command.trait is not None:
        member = command.component in group.members
        if not member or command.trait not in state.components[command.component or ""].traits:
            raise CommandRefused("not_of_the_group", what=command.trait, group=command.group)
    if command.aspect is not None:
        aspect = state.aspects.get(command.aspect)
        if aspect is None or aspect.subject not in (command.group, *group.members):
            raise CommandRefused("not_of_the_group", what=command.aspect, group=command.group)


@chapter.applies(GroupConnected)
def _(state: Vele, event: GroupConnected) -> None:
    group_of(state, event.group).connected_by[event.player] = Connection(event.trait, event.aspect)
    if event.trait is not None:
        component, _, trait = event.trait.partition(".")
        trait_of(state, component, trait).connected_to = event.player
    if event.aspect is not None:
        aspect_of(state, event.aspect).connected_to = event.player


@chapter.tells(GroupConnected, "{player} has a tie to {group}")
def _(state: Vele, event: GroupConnected) -> Iterable[Fact]:
    pc = state.story.players[event.player].pc or event.player
    if pc in state.components:
        yield facts.NodeSet(node=pc, name=state.components[pc].name, node_kind="character", weight=3)
    ties = []
    if event.trait is not None:
        component, _, trait = event.trait.partition(".")
        ties.append(state.components[component].traits[trait].name)
    if event.aspect is not None:
        ties.append(state.aspects[event.aspect].text)
    yield facts.RelationSet(source=pc, target=event.group, relation=", ".join(ties))


class PlaceOnMap(Command):
    """Place it on the map: where a group or component is as the act begins, or goes.

    Needs:    a component or group of one's own.
    Refused:  `no_act`, `component_unknown`, `not_your_component`, `not_your_group`, `text_missing`.
    Yields:   `PlacedOnMap`.
    """

    type: Literal["death_of_the_vele.place_on_map"] = "death_of_the_vele.place_on_map"
    subject: OwnRef = Field(title="Who", description="A component or a group.")
    place: Text


class PlacedOnMap(Event):
    """A component or group is at this place."""

    type: Literal["death_of_the_vele.placed_on_map.v1"] = "death_of_the_vele.placed_on_map.v1"
    subject: Slug
    place: Text


@chapter.decides(PlaceOnMap)
def place_on_map(state: Vele, command: PlaceOnMap, asker: Asker, chance: Chance) -> Events:
    """VE-38: say where one's component or group is."""
    in_story(state, asker)
    act_in(state, ActStatus.SETUP, ActStatus.PLAYING)
    group = state.groups.get(command.subject)
    if group is not None and group.owner != asker.person:
        raise CommandRefused("not_your_group", group=command.subject, player=group.owner)
    if group is None:
        own_component(state, command.subject, asker)
    need(command.place.strip(), "text_missing")
    return [PlacedOnMap(subject=command.subject, place=command.place)]


@chapter.applies(PlacedOnMap)
def _(state: Vele, event: PlacedOnMap) -> None:
    act_of(state).map_positions[event.subject] = event.place
    if event.subject in state.groups:
        state.groups[event.subject].place = event.place
    else:
        component_of(state, event.subject).place = event.place


@chapter.tells(PlacedOnMap, "{subject}: {place}")
def _(state: Vele, event: PlacedOnMap) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.subject, field="place", text=event.place)


def ties(state: Vele, act: Act, seat: Seat) -> Iterable[Offer]:
    """Offers to tie a PC to groups of other players."""
    if state.story.players[seat.player].pc is None:
        return
    for slug in act.groups:
        group = state.groups[slug]
        if group.owner == seat.player or seat.player in group.connected_by:
            continue
        found = tuple(
            Choice(aspect, it.text) for aspect, it in state.aspects.items() if it.subject in (slug, *group.members)
        )
        for member in group.members:
            it = state.components[member]
            traits = tuple(Choice(trait, known.name) for trait, known in it.traits.items())
            yield seat.offer(
                ConnectToGroup,
                f"{seat.who} is tied to {group.name} by {it.name}",
                {"group": slug, "component": member} | ({} if found else {"aspect": None}),
                {"trait": traits, "aspect": found},
                group=SETUP,
            )


def placing(state: Vele, act: Act, seat: Seat) -> Iterable[Offer]:
    """Offers of a place for a PC and a group that have none."""
    own = [slug for slug in act.groups if state.groups[slug].owner == seat.player]
    pc = state.story.players[seat.player].pc
    for slug in [*([pc] if pc else []), *own]:
        if slug not in act.map_positions:
            name = state.components[slug].name if slug in state.components else state.groups[slug].name
            yield seat.offer(PlaceOnMap, f"{name} is placed", {"subject": slug}, group=SETUP)
