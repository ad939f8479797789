"""Allies (VE-52)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.deeds import note_deed, undoes
from domain.death_of_the_vele.chapters.guards import (
    before_roll,
    in_story,
    not_turned_down,
    own_in_the_scene,
    scene_with_dice,
    side_called,
)
from domain.death_of_the_vele.chapters.initiative.turns import action_owed, turn_state
from domain.death_of_the_vele.chapters.struggles.difficulties import RuleTraitApplies, side_it_bars
from domain.death_of_the_vele.lookup import side_of, struggle_of
from domain.death_of_the_vele.phrases import told
from domain.death_of_the_vele.seats import STRUGGLE, Seat, active_cast, components, sides
from domain.death_of_the_vele.state.act import Scene
from domain.death_of_the_vele.state.struggle import Side, Struggle
from domain.death_of_the_vele.state.table import Deed, DiceMove
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import (
    ACTOR,
    contributor_of,
    initiative_place,
    player_of_component,
    side_with,
    unit_of,
)
from domain.death_of_the_vele.terms.dice import Die
from domain.death_of_the_vele.terms.play import ApprovalKind, DeedKind
from domain.death_of_the_vele.terms.references import ComponentRef, SideRef
from domain.death_of_the_vele.terms.struggle import Phase
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, allowed, found, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Person, Slug

chapter = Chapter[Vele](
    "Allies",
    {
        "side_without_main": "The scenery has no allies.",
        "already_in_struggle": "{component} takes part in this struggle already.",
        "two_masters": "{component} helps {helped} already, and nobody helps two.",
        "helped_one_defends": "{helper} helped {component}, who may not in turn help in its defence.",
        "side_ready": "That side has pushed its dice.",
    },
)


def ally_moves(state: Vele, side: Side, component: str) -> list[DiceMove]:
    """Dice an ally under way has moved: they go home when its help is taken back."""
    ally = contributor_of(state, side, component)
    open_ones = (
        it for it in state.deeds.values() if it.kind is DeedKind.ALLY and not it.rested and not it.withdrawn
    )
    return next((it.paid for it in open_ones if it.subject.partition(".")[2] == ally), [])


class JoinAsAlly(Command):
    """Lend a component's traits to a side.

    Needs:    a component of one's own in the scene that helps nobody else; a side that is still pushing.
    Refused:  `no_struggle`, `already_rolled`, `component_unknown`, `not_your_component`, `not_in_scene`,
              `cannot_act`, `side_unknown`, `already_in_struggle`, `two_masters`, `helped_one_defends`,
              `side_ready`, `side_without_main`, `not_accepted`, `beyond_dice`.
    Yields:   `AllyJoined`.
    """

    type: Literal["death_of_the_vele.join_as_ally"] = "death_of_the_vele.join_as_ally"
    component: ComponentRef = Field(title="Who")
    side: SideRef = "actor"


class AllyJoined(Event):
    """A component lends its traits to a side (VE-52). `owes_action`: it skips its next action."""

    type: Literal["death_of_the_vele.ally_joined.v1"] = "death_of_the_vele.ally_joined.v1"
    struggle: Slug
    side: Slug
    component: Slug
    player: Person
    owes_action: bool


@chapter.decides(JoinAsAlly)
def join_as_ally(state: Vele, command: JoinAsAlly, asker: Asker, chance: Chance) -> Events:
    """VE-52: join a component to a side; under initiative it owes its next action."""
    in_story(state, asker)
    struggle = before_roll(state)
    scene = scene_with_dice(state)
    it = own_in_the_scene(state, scene, command.component, asker)
    side = side_called(struggle, command.side)
    main = found(side.main, "side_without_main")
    need(side_with(state, struggle, command.component) is None, "already_in_struggle", component=command.component)
    turn = scene.components.get(command.component)
    if turn is not None and turn.helping not in (None, main):
        raise CommandRefused("two_masters", component=command.component, helped=turn.helping)
    helper = scene.components.get(main)
    if command.side != ACTOR and helper is not None and helper.helping in unit_of(state, command.component):
        raise CommandRefused("helped_one_defends", component=command.component, helper=main)
    need(not side.ready, "side_ready", side=command.side)
    not_turned_down(state, ApprovalKind.ALLY, it.name)
    return [
        AllyJoined(
            struggle=struggle.id,
            side=command.side,
            component=command.component,
            player=asker.person,
            owes_action=scene.initiative_running,
        )
    ]


@chapter.applies(AllyJoined, renames=True)
def _(state: Vele, event: AllyJoined) -> None:
    struggle, side = struggle_of(state), side_of(state, event.side)
    side.allies.append(event.component)
    if struggle.phase is Phase.GOAL:
        struggle.phase = Phase.ALLIES
    if event.owes_action and state.scene is not None:
        turn = turn_state(state.scene, event.component)
        turn.must_skip_next_action = True
        turn.helping = side.main
    note_deed(state, DeedKind.ALLY, event.player, f"{event.side}.{event.component}")


def take_off_the_table(state: Vele, side: Side, ally: str) -> None:
    """Take an ally's unit off the table: its dice come home with the ally, its effects are lost."""
    unit = unit_of(state, ally)
    gone = [key for key, die in side.pushed.items() if die.component in unit]
    for key in gone:
        del side.pushed[key]
    side.effects = [it for it in side.effects if it.component not in unit]
    side.power_dice = [it for it in side.power_dice if it.component not in unit]
    if gone:
        side.ready = False
        struggle_of(state).phase = Phase.PUSHING
    for each in state.deeds.values():
        words = each.subject.split(".")
        if each.kind in (DeedKind.PUSH, DeedKind.EFFECT) and words[1] in unit:
            each.rested = True


def goal_moves(state: Vele) -> list[DiceMove]:
    """Dice the goal under way has moved: all dice pushed for it go home when it is taken back."""
    goals = [it for it in state.deeds.values() if it.kind is DeedKind.GOAL]
    return goals[-1].paid if goals else []


def drop_moves(state: Vele, gone: list[DiceMove], *also: list[DiceMove]) -> None:
    """Take dice that came home by themselves off the goal's moves; of equal moves each counts once."""
    for moves in (goal_moves(state), *also):
        for each in gone:
            if each in moves:
                moves.remove(each)


@undoes(DeedKind.ALLY)
def _(state: Vele, done: Deed) -> None:
    side, _, slug = done.subject.partition(".")
    struggle = state.struggle
    if struggle is None or side not in struggle.sides or slug not in struggle.sides[side].allies:
        return
    take_off_the_table(state, struggle.sides[side], slug)
    drop_moves(state, done.paid)
    struggle.sides[side].allies.remove(slug)
    if state.scene is not None:
        turn = turn_state(state.scene, slug)
        turn.must_skip_next_action, turn.helping = False, None


@chapter.tells(AllyJoined, "{component} joins {side}")
def _(state: Vele, event: AllyJoined) -> Iterable[Fact]:
    yield told("an ally joins", "struggle", event.component)
    if event.owes_action:
        yield action_owed(event.component)


def helping(state: Vele, struggle: Struggle, scene: Scene, seat: Seat) -> Iterable[Offer]:
    """Offers to join as an ally, and to rule that a d4 trait applies."""
    inside = [
        slug for side in struggle.sides.values() for main in side.contributors for slug in unit_of(state, main)
    ]
    free = [
        slug
        for slug in active_cast(state, scene)
        if slug not in inside and player_of_component(state, slug) == seat.player
    ]
    open_sides = tuple(choice for choice in sides(state, struggle) if not struggle.sides[str(choice.value)].ready)
    with_main = tuple(it for it in open_sides if struggle.sides[str(it.value)].main is not None)
    if free and with_main:
        yield seat.offer(
            JoinAsAlly,
            f"Somebody of {seat.who}'s helps",
            {},
            {"component": components(state, by_place(state, free)), "side": with_main},
            group=STRUGGLE,
        )
    for slug in inside:
        for trait, known in state.components[slug].traits.items():
            mine = player_of_component(state, slug) == seat.player
            if known.die is Die.D4 and not mine and allowed(side_it_bars, state, struggle, slug, trait):
                yield seat.offer(
                    RuleTraitApplies,
                    f"{known.name} of {state.components[slug].name} applies",
                    {"component": slug, "trait": trait},
                    group=STRUGGLE,
                )


def by_place(state: Vele, slugs: list[str]) -> list[str]:
    """Component ids in the order of initiative."""
    return sorted(slugs, key=lambda slug: initiative_place(state, player_of_component(state, slug)))
