"""An act's set-up retold."""

from collections.abc import Iterable

from domain.death_of_the_vele.events import acts as say
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.terms import ComponentKind, Home, Pool
from domain.kernel import facts
from domain.kernel.facts import Fact

from .components import trait_state, value
from .experience import progress
from .framework import rolled_off
from .story import STORY
from .telling import dice_moved, tells, told, words

AT_THE_BOWL = Home(pool=Pool.BOWL)


def act_id(state: Vele) -> str:
    """The act as a chapter."""
    return f"act-{state.act.number}" if state.act is not None else "act"


@tells(say.PoolEmptied)
def _(state: Vele, event: say.PoolEmptied) -> Iterable[Fact]:
    yield from dice_moved(state, event.home, AT_THE_BOWL, event.dice, "a new act")


@tells(say.ActStarted)
def _(state: Vele, event: say.ActStarted) -> Iterable[Fact]:
    yield facts.ChapterOpened(chapter=f"act-{event.act}", title=event.name)
    yield told(event.starting_event, "starting event", event.starting_narrator)
    for slug in event.leaving:
        yield facts.CharacterLeft(character=slug, how="the last act is over")
        if state.components[slug].group is not None:
            yield facts.NodeSet(node=slug, name=state.components[slug].name, node_kind="component", removed=True)
    for slug in event.groups:
        yield facts.NodeSet(node=slug, name=state.groups[slug].name, node_kind="group", removed=True)
    for slug in state.components:
        points = event.unbacked.get(slug, 0)
        if not points:
            continue
        yield facts.NumberChanged(
            owner=slug, name="allocated_total", label="Points behind abilities", delta=-points,
            now=state.components[slug].allocated_total, low=0, why="a new act",
        )  # fmt: skip
        yield from value(state, slug, "a new act", -points)
    yield from waiting(state)


def waiting(state: Vele) -> Iterable[Fact]:
    """PCs' traits and abilities that have to be paid for again."""
    for slug, it in state.components.items():
        if it.kind is not ComponentKind.PC or not it.present:
            continue
        for trait_id, trait in it.traits.items():
            yield trait_state(slug, trait_id, f"{trait.name} {trait.die}", "", "inactive", "a new act")
        for ability_id, ability in it.abilities.items():
            yield facts.StateChanged(
                owner=slug, group="abilities", name=ability_id, label=ability.name, was="", now="unbacked",
                why="a new act",
            )  # fmt: skip


@tells(say.ActDiceGranted)
def _(state: Vele, event: say.ActDiceGranted) -> Iterable[Fact]:
    yield from dice_moved(state, AT_THE_BOWL, event.home, event.dice, "dice of the act")


@tells(say.PlayerJoinedLate)
def _(state: Vele, event: say.PlayerJoinedLate) -> Iterable[Fact]:
    yield from rolled_off(event.roll_off)
    yield told(f"joins with a bid of {event.bid}, place {event.place}", "order", event.player)
    yield progress(state, event.player)


@tells(say.TraitRepurchased)
def _(state: Vele, event: say.TraitRepurchased) -> Iterable[Fact]:
    label = state.components[event.component].traits[event.trait].name
    yield trait_state(event.component, event.trait, label, "inactive", "ready", "paid for again", good=True)


@tells(say.TraitLeftInactive)
def _(state: Vele, event: say.TraitLeftInactive) -> Iterable[Fact]:
    label = state.components[event.component].traits[event.trait].name
    yield trait_state(event.component, event.trait, label, "unpaid", "inactive", "not paid for", good=False)


@tells(say.AbilityBacked)
def _(state: Vele, event: say.AbilityBacked) -> Iterable[Fact]:
    it = state.components[event.component]
    yield facts.StateChanged(
        owner=event.component, group="abilities", name=event.ability, label=it.abilities[event.ability].name,
        was="unbacked", now="ready", why="dice set aside again", good=True,
    )  # fmt: skip
    yield facts.NumberChanged(
        owner=event.component, name="allocated_total", label="Points behind abilities", delta=event.cost,
        now=it.allocated_total, low=0, why=it.abilities[event.ability].name,
    )  # fmt: skip
    yield from value(state, event.component, "backed again", event.cost)


@tells(say.GroupCreated)
def _(state: Vele, event: say.GroupCreated) -> Iterable[Fact]:
    yield facts.NodeSet(
        node=event.group, name=event.name, node_kind="group", weight=2, group=state.act.name if state.act else ""
    )
    home = Home(pool=Pool.GROUP, owner=event.group)
    yield from dice_moved(state, AT_THE_BOWL, home, event.dice, "a new group")


@tells(say.GroupMemberAdded)
def _(state: Vele, event: say.GroupMemberAdded) -> Iterable[Fact]:
    it = state.components[event.component]
    yield facts.NodeSet(
        node=event.component, name=it.name, node_kind="component", weight=2 if event.leader else 1,
        group=state.groups[event.group].name,
    )  # fmt: skip
    relation = "leads" if event.leader else "belongs to"
    yield facts.RelationSet(source=event.component, target=event.group, relation=relation)


@tells(say.GroupDiceSpent)
def _(state: Vele, event: say.GroupDiceSpent) -> Iterable[Fact]:
    home = Home(pool=Pool.GROUP, owner=event.group)
    yield from dice_moved(state, home, AT_THE_BOWL, event.dice, "traits of members")


@tells(say.GroupConnected)
def _(state: Vele, event: say.GroupConnected) -> Iterable[Fact]:
    pc = state.story.players[event.player].pc or event.player
    if pc in state.components:
        yield facts.NodeSet(node=pc, name=state.components[pc].name, node_kind="pc", weight=3)
    ties = []
    if event.trait is not None:
        component, _, trait = event.trait.partition(".")
        ties.append(state.components[component].traits[trait].name)
    if event.aspect is not None:
        ties.append(state.aspects[event.aspect].text)
    yield facts.RelationSet(source=pc, target=event.group, relation=", ".join(ties))


@tells(say.PlacedOnMap)
def _(state: Vele, event: say.PlacedOnMap) -> Iterable[Fact]:
    yield facts.TextSet(owner=event.subject, field="place", text=event.place)


@tells(say.ActPlayBegun)
def _(state: Vele, event: say.ActPlayBegun) -> Iterable[Fact]:
    yield facts.TextSet(owner=STORY, field="narrator", text=event.narrator)


@tells(say.ActRevised)
def _(state: Vele, event: say.ActRevised) -> Iterable[Fact]:
    yield facts.TextSet(owner=act_id(state), field=words(event.field.value), text=event.text)
