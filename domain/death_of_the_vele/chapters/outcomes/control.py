"""Control taken and kept (VE-75 to VE-77)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.cast.components import leave_unit
from domain.death_of_the_vele.chapters.guards import (
    in_story,
    known_component,
    known_trait,
    open_scene,
    own_component,
)
from domain.death_of_the_vele.chapters.pools import DiceSpent, dice_held
from domain.death_of_the_vele.chapters.struggle_dice.rolling import advance
from domain.death_of_the_vele.lookup import as_held, component_of, player_for, player_of, running_struggle
from domain.death_of_the_vele.phrases import READY, mark, towards_an_aspect
from domain.death_of_the_vele.seats import SCENE, Seat
from domain.death_of_the_vele.slots import least_traits, trait_slots
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import player_of_component
from domain.death_of_the_vele.terms.cast import ComponentKind, ComponentStatus, Size
from domain.death_of_the_vele.terms.dice import Dice, Home, Pool
from domain.death_of_the_vele.terms.references import ComponentRef, TraitRef
from domain.death_of_the_vele.terms.struggle import HarmCause
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Person, Slug, Text

chapter = Chapter[Vele](
    "Control taken and kept",
    {
        "not_taken_out": "{component} still acts for itself: charge is taken of what was taken out.",
        "not_the_victor": "{component} was taken out by {victor}; that player decides.",
        "in_charge_already": "{component} is in your hands already.",
        "no_mark_of_theirs": "{component} carries no mark of control by {attacker}.",
        "not_in_control": "{component} is not under your control.",
        "pc_stays": "{component} is a player's own character and cannot be bought.",
        "too_few_traits_kept": "Pay for at least {need:?trait|traits}; {traits:?is|are} named.",
    },
)


class TakeCharge(Command):
    """Take control of it: a component one's side took out.

    Needs:    the player of the component that took it out; words for it.
    Refused:  `no_scene`, `component_unknown`, `not_taken_out`, `not_the_victor`, `in_charge_already`,
              `text_missing`.
    Yields:   `ControlTaken`.
    """

    type: Literal["death_of_the_vele.take_charge"] = "death_of_the_vele.take_charge"
    component: ComponentRef = Field(title="Whom")
    text: Text = Field(description="What becomes of it.")


class ControlTaken(Event):
    """Component `by`, which `player` plays, controls this one until the scene ends (VE-76)."""

    type: Literal["death_of_the_vele.control_taken.v1"] = "death_of_the_vele.control_taken.v1"
    component: Slug
    by: Slug
    player: Person
    until: Text = "scene_end"
    text: Text = ""


@chapter.decides(TakeCharge)
def take_charge(state: Vele, command: TakeCharge, asker: Asker, chance: Chance) -> Events:
    """VE-75: take control of a component that one's side took out."""
    in_story(state, asker)
    open_scene(state)
    it = known_component(state, command.component)
    need(it.status is ComponentStatus.TAKEN_OUT, "not_taken_out", component=command.component)
    victor = it.taken_out_by
    if victor is None or player_of_component(state, victor) != asker.person:
        raise CommandRefused("not_the_victor", component=command.component, victor=victor)
    need(player_for(it) != asker.person, "in_charge_already", component=command.component)
    need(command.text.strip(), "text_missing")
    return [ControlTaken(component=command.component, by=victor, player=asker.person, text=command.text)]


@chapter.applies(ControlTaken)
def _(state: Vele, event: ControlTaken) -> None:
    it = component_of(state, event.component)
    player_of(state, event.player)
    it.controller, it.played_by, it.plays_on, it.controlled_by = event.player, None, None, event.by
    leave_unit(state, event.component)
    if state.struggle is not None and state.struggle.running:
        for harm in state.struggle.harms:
            if harm.target == event.component and harm.cause is HarmCause.CONTROL:
                harm.traits = 0
        advance(state)


@chapter.tells(ControlTaken, "{by} takes control of {component}")
def _(state: Vele, event: ControlTaken) -> Iterable[Fact]:
    yield facts.StateChanged(
        owner=event.component,
        group="state",
        name="control",
        label="Control",
        was="its own",
        now=state.components[event.by].name,
        why=event.text or "taken over",
        good=False,
    )
    yield facts.HeadlineTold()


class SubmitToControl(Command):
    """Submit to control: a component of one's own, to somebody who attacks it for that.

    Needs:    a component of one's own that carries a mark of control.
    Refused:  `no_scene`, `component_unknown`, `not_your_component`, `no_mark_of_theirs`.
    Yields:   `ControlTaken`.
    """

    type: Literal["death_of_the_vele.submit_to_control"] = "death_of_the_vele.submit_to_control"
    component: ComponentRef = Field(title="Who")
    to: ComponentRef = Field(title="To whom")


@chapter.decides(SubmitToControl)
def submit_to_control(state: Vele, command: SubmitToControl, asker: Asker, chance: Chance) -> Events:
    """VE-76: give a component over to whoever has marked it."""
    in_story(state, asker)
    open_scene(state)
    it = own_component(state, command.component, asker)
    marked = any(command.to in trait.control_marks for trait in it.traits.values())
    if not marked or command.to not in state.components or it.controlled_by == command.to:
        raise CommandRefused("no_mark_of_theirs", component=command.component, attacker=command.to)
    player = player_of_component(state, command.to)
    return [ControlTaken(component=command.component, by=command.to, player=player)]


class BuyControlledComponent(Command):
    """Keep a controlled component for good: pay for its traits, half its slots at least.

    Needs:    control of it; dice of the traits' sizes in one's character or story dice.
    Refused:  `component_unknown`, `not_in_control`, `pc_stays`, `wrong_pool`, `struggle_running`, `trait_unknown`,
              `too_few_traits_kept`, `price_not_met`, `not_held`, `points_not_held`.
    Yields:   `ComponentOwnershipChanged`, `DiceSpent`.
    """

    type: Literal["death_of_the_vele.buy_controlled_component"] = "death_of_the_vele.buy_controlled_component"
    component: ComponentRef
    traits: tuple[TraitRef, ...] = Field(description="The traits that are paid for; the others fall inactive.")
    pool: Pool = Field(
        title="Paid from", description="Character dice make it a PC's component, story dice a story component."
    )
    dice: Dice = Field(title="Payment")


class ComponentOwnershipChanged(Event):
    """A controlled component belongs to `to` for good (VE-77). Traits not named fall inactive."""

    type: Literal["death_of_the_vele.component_ownership_changed.v1"] = (
        "death_of_the_vele.component_ownership_changed.v1"
    )
    component: Slug
    was: Person
    to: Person
    kind: ComponentKind
    traits: tuple[Slug, ...]


@chapter.decides(BuyControlledComponent)
def buy_controlled_component(state: Vele, command: BuyControlledComponent, asker: Asker, chance: Chance) -> Events:
    """VE-77: keep a controlled component: a die for each trait kept, half its slots at least."""
    in_story(state, asker)
    it = known_component(state, command.component)
    if it.controller == it.owner or it.controller != asker.person:
        raise CommandRefused("not_in_control", component=command.component)
    need(it.size is not Size.PC_MAIN, "pc_stays", component=command.component)
    need(command.pool in (Pool.CHARACTER, Pool.STORY), "wrong_pool", pool=command.pool.value, needed="story dice")
    if running := running_struggle(state):
        raise CommandRefused("struggle_running", struggle=running.id)
    kept = list(dict.fromkeys(command.traits))
    for trait in kept:
        known_trait(it, command.component, trait)
    least = min(least_traits(trait_slots(state, it)), len(it.traits))
    if len(kept) < least:
        raise CommandRefused("too_few_traits_kept", traits=len(kept), need=least)
    wanted = Dice.of(it.traits[trait].die for trait in kept)
    need(command.dice == wanted, "price_not_met", price=wanted.points, paid=command.dice.points, dice=command.dice)
    home = Home(pool=command.pool, owner=asker.person)
    paid = as_held(state, wanted)
    dice_held(state, home, paid)
    return [
        ComponentOwnershipChanged(
            component=command.component,
            was=it.owner,
            to=asker.person,
            kind=ComponentKind.PC if command.pool is Pool.CHARACTER else ComponentKind.STORY,
            traits=tuple(kept),
        ),
        DiceSpent(home=home, dice=paid, points=wanted.points, purpose=it.name),
    ]


@chapter.applies(ComponentOwnershipChanged)
def _(state: Vele, event: ComponentOwnershipChanged) -> None:
    it = component_of(state, event.component)
    player_of(state, event.to)
    it.owner = it.controller = event.to
    it.kind, it.group, it.controlled_by, it.taken_out_by = event.kind, None, None, None
    it.scene_long = False
    for slug, trait in it.traits.items():
        trait.active = slug in event.traits
        trait.control_marks = []
    if it.status is ComponentStatus.TAKEN_OUT and any(trait.usable for trait in it.traits.values()):
        it.status = ComponentStatus.ACTIVE
    for group in state.groups.values():
        if event.component in group.members:
            group.members.remove(event.component)


@chapter.tells(ComponentOwnershipChanged, "{component} is {to}'s for good")
def _(state: Vele, event: ComponentOwnershipChanged) -> Iterable[Fact]:
    it = state.components[event.component]
    kind = CharacterKind.PLAYERS if event.kind is ComponentKind.PC else CharacterKind.OTHER
    yield facts.CharacterChanged(
        character=event.component, name=it.name, character_kind=kind, player=event.to, how="kept for good"
    )
    for slug, trait in it.traits.items():
        if slug not in event.traits:
            yield facts.StateChanged(
                owner=event.component,
                group="traits",
                name=slug,
                label=trait.name,
                was=READY,
                now=mark(state, trait),
                why="not paid for",
                good=False,
            )
    yield from towards_an_aspect(state, event.component)


def controlling(state: Vele, seat: Seat) -> Iterable[Offer]:
    """Offers about components that were taken out or marked, or are under control."""
    for slug, it in state.components.items():
        victor = it.taken_out_by
        beaten = it.status is ComponentStatus.TAKEN_OUT and victor in state.components
        if beaten and player_of_component(state, victor or "") == seat.player != player_of_component(state, slug):
            yield seat.offer(TakeCharge, f"Take charge of {it.name}", {"component": slug}, group=SCENE)
        marks = {mark for trait in it.traits.values() for mark in trait.control_marks}
        if player_of_component(state, slug) == seat.player:
            for attacker in sorted(marks - {it.controlled_by}):
                if attacker in state.components:
                    yield seat.offer(
                        SubmitToControl,
                        f"{it.name} submits to {state.components[attacker].name}",
                        {"component": slug, "to": attacker},
                        group=SCENE,
                    )
        if it.controller == seat.player != it.owner and it.size is not Size.PC_MAIN:
            least = min(least_traits(trait_slots(state, it)), len(it.traits))
            kept = sorted(it.traits, key=lambda trait: it.traits[trait].die.points)[:least]
            dice = Dice.of(it.traits[trait].die for trait in kept)
            yield seat.offer(
                BuyControlledComponent,
                f"Keep {it.name} for {dice.said({})}",
                {"component": slug, "traits": tuple(kept), "dice": dice.model_dump()},
                {"pool": (Choice(Pool.STORY.value, "story dice"), Choice(Pool.CHARACTER.value, "character dice"))},
                group=SCENE,
            )
