"""Groups (VE-35)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.cast.buying import (
    ComponentBought,
    TraitBought,
    buying_time,
    made_traits,
    room_for,
    traits_bought,
)
from domain.death_of_the_vele.chapters.guards import act_in, fresh_id, group_of_act, in_story, part_id
from domain.death_of_the_vele.chapters.pools import GroupDiceSpent, dice_held, put
from domain.death_of_the_vele.choices import SIZES
from domain.death_of_the_vele.lookup import act_of, as_held, component_of, group_of, single
from domain.death_of_the_vele.phrases import AT_THE_BOWL, dice_moved
from domain.death_of_the_vele.printed import GROUP_SETS, SLOTS
from domain.death_of_the_vele.seats import SETUP, Seat
from domain.death_of_the_vele.slots import least_traits
from domain.death_of_the_vele.state.act import Act
from domain.death_of_the_vele.state.cast import Group
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import ComponentKind, Size, TraitKind, TraitPrinted
from domain.death_of_the_vele.terms.dice import SET, Dice, Die, Home, Pool
from domain.death_of_the_vele.terms.play import ActStatus
from domain.death_of_the_vele.terms.references import ComponentRef, GroupRef, NewThing
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Name, Person, Slug, Text

chapter = Chapter[Vele](
    "Groups",
    {
        "has_group": "You have {group} in this act, and everybody names one group.",
        "group_has_leader": "{group} is led by {leader}; it has one main component.",
        "not_a_member": "{component} is no member of {group}: group dice buy member traits only.",
    },
)


def group_dice(state: Vele) -> Dice:
    """Five sets of dice, which a new group comes with."""
    dice = Dice()
    for _ in range(GROUP_SETS):
        dice += SET
    return as_held(state, dice)


class CreateGroup(Command):
    """Name one's group of story components; it comes with five dice sets for traits of its members.

    Needs:    an act being set up; no group of one's own in it.
    Refused:  `no_act`, `act_in_play`, `has_group`, `id_taken`, `id_empty`.
    Yields:   `GroupCreated`.
    """

    type: Literal["death_of_the_vele.create_group"] = "death_of_the_vele.create_group"
    name: Name
    id: NewThing | None = None


class GroupCreated(Event):
    """A player named a group (VE-35)."""

    type: Literal["death_of_the_vele.group_created.v1"] = "death_of_the_vele.group_created.v1"
    group: Slug
    name: Name
    owner: Person
    dice: Dice


@chapter.decides(CreateGroup)
def create_group(state: Vele, command: CreateGroup, asker: Asker, chance: Chance) -> Events:
    """VE-35: name a group with its five sets of dice; one for each player and act."""
    in_story(state, asker)
    act = act_in(state, ActStatus.SETUP)
    if own := next((slug for slug in act.groups if state.groups[slug].owner == asker.person), None):
        raise CommandRefused("has_group", group=own)
    slug = fresh_id(state, command.id, command.name)
    return [GroupCreated(group=slug, name=command.name, owner=asker.person, dice=group_dice(state))]


@chapter.applies(GroupCreated, renames=True)
def _(state: Vele, event: GroupCreated) -> None:
    must(event.group not in state.groups, f"there is a {event.group} already")
    state.groups[event.group] = Group(name=event.name, owner=event.owner)
    act_of(state).groups.append(event.group)
    put(state, Home(pool=Pool.GROUP, owner=event.group), event.dice)


@chapter.tells(GroupCreated, "{owner} names a group: {name}")
def _(state: Vele, event: GroupCreated) -> Iterable[Fact]:
    yield facts.NodeSet(
        node=event.group, name=event.name, node_kind="group", weight=2, group=state.act.name if state.act else ""
    )
    home = Home(pool=Pool.GROUP, owner=event.group)
    yield from dice_moved(state, AT_THE_BOWL, home, event.dice, "a new group")


class AddGroupMember(Command):
    """Add a component to a group; anybody may. Its one main component is the leader.

    Needs:    an act; dice of the group for at least half its traits.
    Refused:  `no_act`, `roll_made`, `group_unknown`, `group_has_leader`, `pc_main_is_brought`, `id_taken`,
              `id_empty`, `second_focus`, `trait_slots_full`, `too_few_traits`, `not_held`, `points_not_held`.
    Yields:   `ComponentBought`, `GroupMemberAdded`, `TraitBought` each, `GroupDiceSpent`; `MergingClosed`.
    """

    type: Literal["death_of_the_vele.add_group_member"] = "death_of_the_vele.add_group_member"
    group: GroupRef
    name: Name
    id: NewThing | None = None
    size: Size
    traits: tuple[TraitPrinted, ...]
    concept: Text = ""


class GroupMemberAdded(Event):
    """A component belongs to a group; `by` is the player who added it, who need not own the group."""

    type: Literal["death_of_the_vele.group_member_added.v1"] = "death_of_the_vele.group_member_added.v1"
    group: Slug
    component: Slug
    leader: bool
    by: Person


@chapter.decides(AddGroupMember)
def add_group_member(state: Vele, command: AddGroupMember, asker: Asker, chance: Chance) -> Events:
    """VE-35: buy a component into a group with the group's dice; it belongs to the group's owner."""
    in_story(state, asker)
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
        GroupMemberAdded(group=command.group, component=slug, leader=command.size is Size.MAIN, by=asker.person),
        *traits_bought(slug, traits, home, by),
        GroupDiceSpent(group=command.group, dice=as_held(state, dice)),
    ]


def active_group(state: Vele, slug: str) -> Group:
    """A group of the act under way, at a time when traits may be bought."""
    buying_time(state)
    return group_of_act(state, slug)


@chapter.applies(GroupMemberAdded)
def _(state: Vele, event: GroupMemberAdded) -> None:
    group = group_of(state, event.group)
    group.members.append(event.component)
    component_of(state, event.component).group = event.group
    if event.leader:
        must(group.leader is None, f"{event.group} has a leader")
        group.leader = event.component


@chapter.tells(GroupMemberAdded, "{component} belongs to {group}")
def _(state: Vele, event: GroupMemberAdded) -> Iterable[Fact]:
    it = state.components[event.component]
    yield facts.NodeSet(
        node=event.component,
        name=it.name,
        node_kind="component",
        weight=2 if event.leader else 1,
        group=state.groups[event.group].name,
    )
    relation = "leads" if event.leader else "belongs to"
    yield facts.RelationSet(source=event.component, target=event.group, relation=relation)


class BuyGroupTrait(Command):
    """Buy a trait for a group's member: with the group's dice; anybody may.

    Needs:    a member with a free slot; a die of the group of that size.
    Refused:  `no_act`, `roll_made`, `group_unknown`, `not_a_member`, `trait_slots_full`, `id_taken`, `id_empty`,
              `second_focus`, `not_held`, `points_not_held`.
    Yields:   `TraitBought`, `GroupDiceSpent`; `MergingClosed`.
    """

    type: Literal["death_of_the_vele.buy_group_trait"] = "death_of_the_vele.buy_group_trait"
    group: GroupRef
    component: ComponentRef
    name: Name
    id: NewThing | None = None
    die: Die
    is_focus: bool = Field(default=False, title="It is the focus")
    trait_kind: TraitKind = Field(default=TraitKind.NONE, title="Kind of trait")


@chapter.decides(BuyGroupTrait)
def buy_group_trait(state: Vele, command: BuyGroupTrait, asker: Asker, chance: Chance) -> Events:
    """VE-35: buy a trait for a member of a group, with the group's dice."""
    in_story(state, asker)
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
        GroupDiceSpent(group=command.group, dice=as_held(state, dice)),
    ]


def members(state: Vele, act: Act, seat: Seat) -> Iterable[Offer]:
    """Offers to anybody of members and traits for the groups of the act."""
    for slug in act.groups:
        group = state.groups[slug]
        if not group.group_dice.points:
            continue
        yield seat.offer(
            AddGroupMember,
            f"{seat.who} adds to {group.name}, {group.group_dice.points} points left",
            {"group": slug},
            {"size": SIZES if group.leader is None else SIZES[:2]},
            group=SETUP,
        )
        if group.members:
            mine = tuple(Choice(member, state.components[member].name) for member in group.members)
            yield seat.offer(
                BuyGroupTrait,
                f"{seat.who} buys a trait in {group.name}",
                {"group": slug},
                {"component": mine},
                group=SETUP,
            )
