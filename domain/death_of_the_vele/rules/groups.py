"""Groups of story components, their members, ties and places (VE-35, VE-36, VE-38)."""

from domain.death_of_the_vele.commands import acts as ask
from domain.death_of_the_vele.events import acts as say
from domain.death_of_the_vele.events.components import ComponentBought, TraitBought
from domain.death_of_the_vele.events.economy import DiceGained
from domain.death_of_the_vele.house_rules import ConnectionD4
from domain.death_of_the_vele.slots import least_traits
from domain.death_of_the_vele.state import Group, Vele
from domain.death_of_the_vele.tables import GROUP_SETS, SLOTS
from domain.death_of_the_vele.terms import (
    SET,
    ActStatus,
    ComponentKind,
    Dice,
    Home,
    Pool,
    Size,
    TraitKind,
)
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.people import Asker

from .buying import bought, buying_time, made_traits, room_for
from .cases import answers
from .common import act_in, fresh_id, own_component, part_id
from .pools import as_held, dice_held, single


def group_dice(state: Vele) -> Dice:
    """The five sets of a new group."""
    dice = Dice()
    for _ in range(GROUP_SETS):
        dice += SET
    return as_held(state, dice)


@answers(ask.CreateGroup)
def create_group(state: Vele, command: ask.CreateGroup, asker: Asker) -> Events:
    """VE-35: one for each player and act."""
    act = act_in(state, ActStatus.SETUP)
    if own := next((slug for slug in act.groups if state.groups[slug].owner == asker.person), None):
        raise CommandRefused("has_group", group=own)
    slug = fresh_id(state, command.id, command.name)
    return [say.GroupCreated(group=slug, name=command.name, owner=asker.person, dice=group_dice(state))]


def active_group(state: Vele, slug: str) -> Group:
    """A group of the act under way, at a time when traits may be bought."""
    buying_time(state)
    group = state.groups.get(slug)
    return found(group if group is not None and group.active else None, "group_unknown", group=slug)


@answers(ask.AddGroupMember)
def add_group_member(state: Vele, command: ask.AddGroupMember, asker: Asker) -> Events:
    """VE-35: anybody adds to any group; its dice pay, and its owner owns."""
    group = active_group(state, command.group)
    need(command.size is not Size.PC_MAIN, "pc_main_is_brought")
    if command.size is Size.MAIN and group.leader is not None:
        raise CommandRefused("group_has_leader", group=command.group, leader=group.leader)
    slug = fresh_id(state, command.id, command.name)
    traits = made_traits(state, command.size, command.traits)
    least = least_traits(SLOTS[command.size])
    if len(traits) < least:
        raise CommandRefused("too_few_traits", size=command.size, least=least, traits=len(traits))
    home = Home(pool=Pool.GROUP, owner=command.group)
    dice = Dice.of(it.die for it in traits)
    dice_held(state, home, dice)
    by = asker.person if asker.person != group.owner else None
    return [
        ComponentBought(
            component=slug,
            name=command.name,
            owner=group.owner,
            size=command.size,
            kind=ComponentKind.STORY,
            concept=command.concept,
            group=command.group,
        ),
        say.GroupMemberAdded(
            group=command.group, component=slug, leader=command.size is Size.MAIN, by=asker.person
        ),
        *bought(slug, traits, home, by),
        say.GroupDiceSpent(group=command.group, dice=as_held(state, dice)),
    ]


@answers(ask.BuyGroupTrait)
def buy_group_trait(state: Vele, command: ask.BuyGroupTrait, asker: Asker) -> Events:
    """VE-35: a trait of a member, with the group's dice."""
    group = active_group(state, command.group)
    need(command.component in group.members, "not_a_member", component=command.component, group=command.group)
    it = state.components[command.component]
    room_for(state, it, None)
    slug = part_id(it.traits, command.id, command.name)
    if command.is_focus and it.focus is not None:
        raise CommandRefused("second_focus", focus=it.traits[it.focus].name)
    home = Home(pool=Pool.GROUP, owner=command.group)
    dice = single(command.die)
    dice_held(state, home, dice)
    return [
        TraitBought(
            component=command.component,
            trait=slug,
            name=command.name,
            die=command.die,
            is_focus=command.is_focus,
            trait_kind=TraitKind.NONE if state.house_rules.no_trait_kind else command.trait_kind,
            home=home,
            by=asker.person if asker.person != group.owner else None,
        ),
        say.GroupDiceSpent(group=command.group, dice=as_held(state, dice)),
    ]


@answers(ask.ConnectToGroup)
def connect_to_group(state: Vele, command: ask.ConnectToGroup, asker: Asker) -> Events:
    """VE-36: once with each other player's group; a d4 for each thing tied (VE-A34)."""
    act_in(state, ActStatus.SETUP)
    need(state.story.players[asker.person].pc is not None, "no_pc")
    group = state.groups.get(command.group)
    if group is None or not group.active:
        raise CommandRefused("group_unknown", group=command.group)
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
        say.GroupConnected(group=command.group, player=asker.person, trait=tied, aspect=command.aspect),
        DiceGained(home=home, dice=Dice(d4=number), reason="connection"),
    ]


def of_the_group(state: Vele, group: Group, command: ask.ConnectToGroup) -> None:
    """The trait and the aspect named belong to the group."""
    if command.trait is not None:
        member = command.component in group.members
        if not member or command.trait not in state.components[command.component or ""].traits:
            raise CommandRefused("not_of_the_group", what=command.trait, group=command.group)
    if command.aspect is not None:
        aspect = state.aspects.get(command.aspect)
        if aspect is None or aspect.subject not in (command.group, *group.members):
            raise CommandRefused("not_of_the_group", what=command.aspect, group=command.group)


@answers(ask.PlaceOnMap)
def place_on_map(state: Vele, command: ask.PlaceOnMap, asker: Asker) -> Events:
    """VE-38: where one's own stand."""
    act_in(state, ActStatus.SETUP, ActStatus.PLAYING)
    group = state.groups.get(command.subject)
    if group is not None and group.owner != asker.person:
        raise CommandRefused("not_your_group", group=command.subject, player=group.owner)
    if group is None:
        own_component(state, command.subject, asker)
    need(command.place.strip(), "text_missing")
    return [say.PlacedOnMap(subject=command.subject, place=command.place)]
