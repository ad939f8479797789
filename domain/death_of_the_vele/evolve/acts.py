"""How an act is set up."""

from domain.death_of_the_vele.events import acts as say
from domain.death_of_the_vele.state import Act, Component, Connection, Deed, Group, Player, Vele
from domain.death_of_the_vele.terms import (
    ActStatus,
    AspectStatus,
    ComponentStatus,
    DeedKind,
    Durability,
    Home,
    MatrixColumn,
    Pool,
    TakenOut,
)

from .components import leave_unit
from .fold import act_of, aspect_of, component_of, deed, evolve, group_of, must, put, take, trait_of
from .story import undoes


@evolve.on(say.PoolEmptied)
def _(state: Vele, event: say.PoolEmptied) -> None:
    take(state, event.home, event.dice)


@evolve.on(say.ActStarted)
def _(state: Vele, event: say.ActStarted) -> None:
    must(state.act is None or state.act.status is ActStatus.ENDED, "another act is under way")
    state.act = Act(
        number=event.act,
        name=event.name,
        starting_event=event.starting_event,
        starting_narrator=event.starting_narrator,
    )
    for player in state.story.players.values():
        player.thing_you_need_used = False
        player.just_gained.clear()
    for slug in event.groups:
        group_of(state, slug).active = False
    for slug, points in event.unbacked.items():
        component_of(state, slug).allocated_total -= points
    for slug in event.leaving:
        component_of(state, slug).status = ComponentStatus.EXPIRED
        leave_unit(state, slug)
    for it in state.components.values():
        renew(it)
        if it.status is ComponentStatus.TAKEN_OUT and state.story.taken_out_default is not TakenOut.DEAD:
            it.status = ComponentStatus.ACTIVE
    for aspect in state.aspects.values():
        if aspect.durability is not Durability.PERMANENT and aspect.status is AspectStatus.ACTIVE:
            aspect.status = AspectStatus.EXPIRED
    state.blocks.clear()


def renew(it: Component) -> None:
    """No marks are left on anything, and what was paid for waits to be paid for again."""
    it.damage_cleared()
    it.played_by = it.plays_on = None
    it.controller = it.owner
    it.zone = None
    for trait in it.traits.values():
        trait.active = trait.left_inactive = False
    for ability in it.abilities.values():
        ability.active = False


@evolve.on(say.ActDiceGranted)
def _(state: Vele, event: say.ActDiceGranted) -> None:
    put(state, event.home, event.dice)


@evolve.on(say.PlayerJoinedLate)
def _(state: Vele, event: say.PlayerJoinedLate) -> None:
    must(event.player not in state.story.players, f"{event.player} plays already")
    state.story.players[event.player] = Player()
    act = act_of(state)
    act.initiative_order.insert(event.place - 1, event.player)
    act.bidding.bids[event.player] = event.bid


@evolve.on(say.TraitRepurchased)
def _(state: Vele, event: say.TraitRepurchased) -> None:
    trait = trait_of(state, event.component, event.trait)
    must(not trait.active, f"{event.trait} is paid for already")
    trait.active = True
    trait.left_inactive = False


@evolve.on(say.TraitLeftInactive)
def _(state: Vele, event: say.TraitLeftInactive) -> None:
    trait_of(state, event.component, event.trait).left_inactive = True


@evolve.on(say.AbilityBacked)
def _(state: Vele, event: say.AbilityBacked) -> None:
    it = component_of(state, event.component)
    must(event.ability in it.abilities, f"{event.component} has no {event.ability}")
    it.abilities[event.ability].active = True
    it.allocated_total += event.cost


@evolve.on(say.GroupCreated)
def _(state: Vele, event: say.GroupCreated) -> None:
    must(event.group not in state.groups, f"there is a {event.group} already")
    state.groups[event.group] = Group(name=event.name, owner=event.owner)
    act_of(state).groups.append(event.group)
    put(state, Home(pool=Pool.GROUP, owner=event.group), event.dice)


@evolve.on(say.GroupMemberAdded)
def _(state: Vele, event: say.GroupMemberAdded) -> None:
    group = group_of(state, event.group)
    group.members.append(event.component)
    component_of(state, event.component).group = event.group
    if event.leader:
        must(group.leader is None, f"{event.group} has a leader")
        group.leader = event.component


@evolve.on(say.GroupDiceSpent)
def _(state: Vele, event: say.GroupDiceSpent) -> None:
    take(state, Home(pool=Pool.GROUP, owner=event.group), event.dice)


@evolve.on(say.GroupConnected)
def _(state: Vele, event: say.GroupConnected) -> None:
    group_of(state, event.group).connected_by[event.player] = Connection(event.trait, event.aspect)
    if event.trait is not None:
        component, _, trait = event.trait.partition(".")
        trait_of(state, component, trait).connected_to = event.player
    if event.aspect is not None:
        aspect_of(state, event.aspect).connected_to = event.player


@evolve.on(say.PlacedOnMap)
def _(state: Vele, event: say.PlacedOnMap) -> None:
    act_of(state).map_positions[event.subject] = event.place
    if event.subject in state.groups:
        state.groups[event.subject].place = event.place
    else:
        component_of(state, event.subject).place = event.place


@evolve.on(say.ActPlayBegun)
def _(state: Vele, event: say.ActPlayBegun) -> None:
    act = act_of(state)
    must(act.status is ActStatus.SETUP, "the act is being played already")
    act.status = ActStatus.PLAYING
    act.narrator = event.narrator
    act.focus = act.starting_event


@evolve.on(say.ActRevised)
def _(state: Vele, event: say.ActRevised) -> None:
    act = act_of(state)
    was = {MatrixColumn.NAME: act.name, MatrixColumn.FIRST_FOCUS: act.starting_event}.get(
        event.field, act.objective.text if act.objective is not None else ""
    )
    rewrite(act, event.field, event.text)
    deed(state, DeedKind.ACT_REVISED, event.narrator, event.field.value, was=was)


def rewrite(act: Act, field: MatrixColumn, text: str) -> None:
    """Write one of the three things an act is laid out by."""
    match field:
        case MatrixColumn.NAME:
            act.name = text
        case MatrixColumn.FIRST_FOCUS:
            act.starting_event = text
        case MatrixColumn.OBJECTIVE:
            if act.objective is not None:
                act.objective.text = text


@undoes(DeedKind.ACT_REVISED)
def _(state: Vele, done: Deed) -> None:
    rewrite(act_of(state), MatrixColumn(done.subject), done.was)
