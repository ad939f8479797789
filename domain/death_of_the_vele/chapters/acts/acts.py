"""Acts (VE-33)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.cast.components import leave_unit
from domain.death_of_the_vele.chapters.founding.framework import ObjectiveCreated
from domain.death_of_the_vele.chapters.guards import in_story
from domain.death_of_the_vele.chapters.pools import ActDiceGranted, PoolEmptied
from domain.death_of_the_vele.lookup import as_held, component_of, group_of
from domain.death_of_the_vele.phrases import told, trait_state, value_changed
from domain.death_of_the_vele.printed import XP_STEP, level_dice
from domain.death_of_the_vele.seats import SETUP, one_seat
from domain.death_of_the_vele.state.act import Act
from domain.death_of_the_vele.state.cast import Component
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import AspectStatus, ComponentKind, ComponentStatus, Durability
from domain.death_of_the_vele.terms.dice import SET, Dice, Home, Pool
from domain.death_of_the_vele.terms.play import ActStatus, ObjectiveScope, TakenOut
from domain.kernel import facts
from domain.kernel.campaign.house_rules import ChangeHouseRules
from domain.kernel.campaign.state import Campaign
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, Refusal, must, need, refuse
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Person, Points, Slug, Text

chapter = Chapter[Vele](
    "Acts",
    {
        "framework_first": "Frame the story first: priority, act matrix, order, openers.",
        "act_running": "{act} is under way. End it first.",
        "pools_counted": "{act} counts its pools as it began: in dice, or in points. Change that between acts.",
        "no_more_acts": "All acts of this story have been played: {acts} in all.",
    },
)


def objects(state: Vele, campaign: Campaign, command: Command, asker: Asker) -> Refusal | None:
    """Refusal to count pools in another way while an act is under way: its dice are there as they are."""
    act = state.act
    if not (isinstance(command, ChangeHouseRules) and asker.is_gm) or act is None:
        return None
    counted = command.changes.get("points_pools", state.house_rules.points_pools)
    if act.status is ActStatus.ENDED or counted == state.house_rules.points_pools:
        return None
    return refuse("pools_counted", act=act.name)


def starting_dice(state: Vele, steps: int) -> tuple[Dice, Dice]:
    """Character and story dice at the start of an act: the sets, and the level dice of so many steps (VE-33)."""
    rules = state.house_rules
    character = level_dice(steps * XP_STEP)
    for _ in range(rules.start_sets_character):
        character += SET
    story = Dice()
    for _ in range(rules.start_sets_story):
        story += SET
    return as_held(state, character), as_held(state, story)


def act_dice(state: Vele, player: str, steps: int) -> list[Event]:
    """Events that hand a player the dice of a new act, with the level dice of `steps` steps of 20 XP."""
    character, story = starting_dice(state, steps)
    return [
        ActDiceGranted(home=Home(pool=Pool.CHARACTER, owner=player), dice=character),
        ActDiceGranted(home=Home(pool=Pool.STORY, owner=player), dice=story),
    ]


class StartAct(Command):
    """Open the next act: old dice vanish, new ones are handed out, PCs' traits wait to be paid again.

    Needs:    the framework finished; no act under way; another act in the matrix.
    Refused:  `framework_first`, `act_running`, `no_more_acts`.
    Yields:   `PoolEmptied` each, `ActStarted`, `ActDiceGranted` each, `ObjectiveCreated`.
    """

    type: Literal["death_of_the_vele.start_act"] = "death_of_the_vele.start_act"


class ActStarted(Event):
    """An act is being set up. Marks, temporary things and last act's story components are gone."""

    type: Literal["death_of_the_vele.act_started.v1"] = "death_of_the_vele.act_started.v1"
    act: int
    name: Text
    starting_event: Text
    starting_narrator: Person
    leaving: tuple[Slug, ...] = Field(default=(), description="Components that belonged to the last act.")
    groups: tuple[Slug, ...] = Field(default=(), description="Groups that belonged to it.")
    unbacked: dict[Slug, Points] = Field(
        default_factory=dict, description="Points that backed abilities, by component; they wait to be paid again."
    )


@chapter.decides(StartAct)
def start_act(state: Vele, command: StartAct, asker: Asker, chance: Chance) -> Events:
    """VE-33: open the next act: old dice vanish, new ones are handed out, its objective is written."""
    in_story(state, asker)
    need(state.story.framework_finished, "framework_first")
    act = state.act
    if act is not None and act.status is not ActStatus.ENDED:
        raise CommandRefused("act_running", act=act.name)
    number = act.number + 1 if act is not None else 1
    if number > len(state.story.act_matrix):
        raise CommandRefused("no_more_acts", acts=len(state.story.act_matrix))
    row = state.story.act_matrix[number - 1]
    emptied: list[Event] = [PoolEmptied(home=home, dice=dice) for home, dice in dice_left(state) if dice]
    started = ActStarted(
        act=number,
        name=row.name,
        starting_event=row.first_focus,
        starting_narrator=row.opener or asker.person,
        leaving=tuple(
            slug for slug, it in state.components.items() if it.kind is not ComponentKind.PC and it.present
        ),
        groups=tuple(slug for slug, group in state.groups.items() if group.active),
        unbacked={slug: it.allocated_total for slug, it in state.components.items() if it.allocated_total},
    )
    dice = [
        event for player, it in state.story.players.items() for event in act_dice(state, player, it.steps_taken)
    ]
    objective = ObjectiveCreated(scope=ObjectiveScope.ACT, text=row.objective)
    return [*emptied, started, *dice, objective]


def dice_left(state: Vele) -> list[tuple[Home, Dice]]:
    """Dice that lie in counted pools when an act begins, with their homes."""
    left: list[tuple[Home, Dice]] = []
    for player, it in state.story.players.items():
        left.append((Home(pool=Pool.CHARACTER, owner=player), it.character_dice.dice))
        left.append((Home(pool=Pool.STORY, owner=player), it.story_dice.dice))
    for slug, component in state.components.items():
        left.append((Home(pool=Pool.ALLOCATED, owner=slug), component.allocated.dice))
    for slug, group in state.groups.items():
        left.append((Home(pool=Pool.GROUP, owner=slug), group.group_dice.dice))
    return left


def clear_marks(it: Component) -> None:
    """Clear a component's marks; what was paid for in the last act waits to be paid for again."""
    it.damage_cleared()
    it.played_by = it.plays_on = None
    it.controller = it.owner
    it.zone = None
    for trait in it.traits.values():
        trait.active = trait.left_inactive = False
    for ability in it.abilities.values():
        ability.active = False


@chapter.applies(ActStarted)
def _(state: Vele, event: ActStarted) -> None:
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
        clear_marks(it)
        if it.status is ComponentStatus.TAKEN_OUT and state.story.taken_out_default is not TakenOut.DEAD:
            it.status = ComponentStatus.ACTIVE
    for aspect in state.aspects.values():
        if aspect.durability is not Durability.PERMANENT and aspect.status is AspectStatus.ACTIVE:
            aspect.status = AspectStatus.EXPIRED
    state.blocks.clear()


def unpaid_facts(state: Vele) -> Iterable[Fact]:
    """Facts of the PCs' traits and abilities that have to be paid for again."""
    for slug, it in state.components.items():
        if it.kind is not ComponentKind.PC or not it.present:
            continue
        for trait_id, trait in it.traits.items():
            yield trait_state(slug, trait_id, f"{trait.name} {trait.die}", "", "inactive", "a new act")
        for ability_id, ability in it.abilities.items():
            yield facts.StateChanged(
                owner=slug,
                group="abilities",
                name=ability_id,
                label=ability.name,
                was="",
                now="unbacked",
                why="a new act",
            )


@chapter.tells(ActStarted, "Act {act}: {name}")
def _(state: Vele, event: ActStarted) -> Iterable[Fact]:
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
            owner=slug,
            name="allocated_total",
            label="Points behind abilities",
            delta=-points,
            now=state.components[slug].allocated_total,
            low=0,
            why="a new act",
        )
        yield from value_changed(state, slug, "a new act", -points)
    yield from unpaid_facts(state)


def acts_to_open(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offer of the next act, when none is under way."""
    act, anybody = state.act, one_seat(state, asker)
    if anybody is None or not state.story.framework_finished:
        return
    ended = act is None or act.status is ActStatus.ENDED
    number = 0 if act is None else act.number
    if ended and number < len(state.story.act_matrix):
        row = state.story.act_matrix[number]
        yield anybody.offer(StartAct, f"Start act {number + 1}, {row.name}", group=SETUP)
