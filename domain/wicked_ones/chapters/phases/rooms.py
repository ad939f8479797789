"""Rooms, prisoners and crafting, which this part of the rulebook names and leaves to the table."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character, Name, Points, Slug, Text
from domain.wicked_ones.chapters.guards import Described, described, free_id, gm_only, in_play, own
from domain.wicked_ones.chapters.phases.shock import CostDemanded
from domain.wicked_ones.chapters.resources.gold import affordable, gold_paid
from domain.wicked_ones.lookup import character_of, must_be_new, required
from domain.wicked_ones.phrases import called, state_of, told
from domain.wicked_ones.seats import Seat
from domain.wicked_ones.state.underworld import Underworld, asked_id, next_id
from domain.wicked_ones.state.world import Prisoner
from domain.wicked_ones.terms.bounds import DUNGEON
from domain.wicked_ones.terms.harm import Severity
from domain.wicked_ones.terms.refs import ActionRef, MonsterRef, NewCraft, NewThing, PrisonerRef, RoomRef

chapter = Chapter[Underworld](
    "Rooms, prisoners, crafting",
    {
        "room_missing": "There is no such room in the dungeon{there:+. Those there are: }. Build a new one first.",
        "prisoner_missing": "No such prisoner is left to be broken{there:+. Those there are: }.",
        "roll_unknown": "There is no such action in this scene{there:+. Those there are: }.",
    },
)


class BuildRoom(Described):
    """Build a room of the dungeon: it takes what it costs.

    Needs:    your own living monster; the gold it costs.
    Refused:  `not_enough_gold`, `describe_first`, `id_taken`, `id_empty`, `not_your_character`,
              `unknown_character`, `dead`.
    Yields:   `RoomBuilt`; `GoldSpent` if it cost any.
    """

    type: Literal["wicked_ones.build_room"] = "wicked_ones.build_room"
    character: MonsterRef
    name: Name
    cost: Points = Field(default=0, description="How much gold it costs.", title="Price")
    id: NewThing | None = None


class RoomBuilt(Event):
    """The dungeon has another room, built for so much gold (`cost`)."""

    type: Literal["wicked_ones.room_built.v1"] = "wicked_ones.room_built.v1"
    room: Slug
    name: Name
    by: Character
    cost: Points
    description: Text


@chapter.decides(BuildRoom)
def build_room(state: Underworld, command: BuildRoom, asker: Asker, dice: Dice) -> Events:
    """Build a room, at the price the table settled."""
    in_play(state)
    described(command)
    own(state, command.character, asker)
    affordable(state, command.character, command.cost)
    slug = free_id(state, command.name, command.id)
    built = RoomBuilt(
        room=slug,
        name=command.name,
        by=command.character,
        cost=command.cost,
        description=command.description,
    )
    if not command.cost:
        return [built]
    return [built, *gold_paid(state, command.character, command.cost, "a room", command.description)]


@chapter.applies(RoomBuilt, renames=True)
def _(state: Underworld, event: RoomBuilt) -> None:
    must_be_new(state.dungeon.rooms, event.room)
    state.dungeon.rooms[event.room] = event.name


@chapter.tells(RoomBuilt, "{by} digs a room: {name}")
def _(state: Underworld, event: RoomBuilt) -> Iterable[Fact]:
    yield state_of(DUNGEON, "rooms", event.room, "", "dug", event.description, label=event.name, lasting=True)


class UseRoom(Described):
    """Use a room of the dungeon: a trap, a lock, a ritual.

    Needs:    your own living monster; the room.
    Refused:  `room_missing`, `describe_first`, `not_your_character`, `unknown_character`, `dead`.
    Yields:   `RoomUsed`.
    """

    type: Literal["wicked_ones.use_room"] = "wicked_ones.use_room"
    character: MonsterRef
    room: RoomRef


class RoomUsed(Event):
    """A room of the dungeon was used."""

    type: Literal["wicked_ones.room_used.v1"] = "wicked_ones.room_used.v1"
    room: Slug
    character: Character
    description: Text


@chapter.decides(UseRoom)
def use_room(state: Underworld, command: UseRoom, asker: Asker, dice: Dice) -> Events:
    """Use a room; what it does is the table's."""
    in_play(state)
    described(command)
    own(state, command.character, asker)
    one_there(state.dungeon.rooms, command.room, "room_missing")
    return [RoomUsed(room=command.room, character=command.character, description=command.description)]


@chapter.applies(RoomUsed)
def _(state: Underworld, event: RoomUsed) -> None:
    required(state.dungeon.rooms, event.room, "room")


@chapter.tells(RoomUsed, "{character} uses {room}: {description}")
def _(state: Underworld, event: RoomUsed) -> Iterable[Fact]:
    yield told(event.description, "room", event.character, DUNGEON)


class TakePrisoner(Command):
    """Record a prisoner in the dungeon.

    Needs:    the GM.
    Refused:  `only_gm`, `id_taken`, `id_empty`.
    Yields:   `PrisonerTaken`.
    """

    type: Literal["wicked_ones.take_prisoner"] = "wicked_ones.take_prisoner"
    name: Name
    how: Text = ""
    id: NewThing | None = None


class PrisonerTaken(Event):
    """The dungeon has a prisoner."""

    type: Literal["wicked_ones.prisoner_taken.v1"] = "wicked_ones.prisoner_taken.v1"
    prisoner: Slug
    name: Name
    how: Text


@chapter.decides(TakePrisoner)
def take_prisoner(state: Underworld, command: TakePrisoner, asker: Asker, dice: Dice) -> Events:
    """Record a prisoner; a broken one is a way to hidden information (WO-13)."""
    gm_only(asker)
    in_play(state)
    slug = free_id(state, command.name, command.id)
    return [PrisonerTaken(prisoner=slug, name=command.name, how=command.how)]


@chapter.applies(PrisonerTaken, renames=True)
def _(state: Underworld, event: PrisonerTaken) -> None:
    must_be_new(state.dungeon.prisoners, event.prisoner)
    state.dungeon.prisoners[event.prisoner] = Prisoner(event.name)


@chapter.tells(PrisonerTaken, "{name} is dragged into the cells{how:+: }")
def _(state: Underworld, event: PrisonerTaken) -> Iterable[Fact]:
    yield state_of(DUNGEON, "prisoners", event.prisoner, "", "held", event.how, label=event.name, good=True)


class BreakPrisoner(Command):
    """Break a prisoner: and so win a way to hidden information.

    Needs:    the GM; an unbroken prisoner.
    Refused:  `only_gm`, `prisoner_missing`.
    Yields:   `PrisonerBroken`.
    """

    type: Literal["wicked_ones.break_prisoner"] = "wicked_ones.break_prisoner"
    prisoner: PrisonerRef
    text: Text = ""


class PrisonerBroken(Event):
    """A prisoner is broken; `text` is what was told."""

    type: Literal["wicked_ones.prisoner_broken.v1"] = "wicked_ones.prisoner_broken.v1"
    prisoner: Slug
    text: Text


@chapter.decides(BreakPrisoner)
def break_prisoner(state: Underworld, command: BreakPrisoner, asker: Asker, dice: Dice) -> Events:
    """Break a prisoner, who is a way to hidden information from then on (WO-13)."""
    gm_only(asker)
    in_play(state)
    unbroken = {slug: it for slug, it in state.dungeon.prisoners.items() if not it.broken}
    one_there(unbroken, command.prisoner, "prisoner_missing")
    return [PrisonerBroken(prisoner=command.prisoner, text=command.text)]


@chapter.applies(PrisonerBroken, renames=True)
def _(state: Underworld, event: PrisonerBroken) -> None:
    required(state.dungeon.prisoners, event.prisoner, "prisoner").broken = True


@chapter.tells(PrisonerBroken, "{prisoner} breaks{text:+: }")
def _(state: Underworld, event: PrisonerBroken) -> Iterable[Fact]:
    label = called(state, event.prisoner)
    yield state_of(DUNGEON, "prisoners", event.prisoner, "held", "broken", event.text, label=label)


class CraftItem(Described):
    """Try to craft something. What it takes and what comes of it is the table's.

    Needs:    your own living monster.
    Refused:  `describe_first`, `not_your_character`, `unknown_character`, `dead`, `roll_unknown`.
    Yields:   `CraftAttempted`; `CostDemanded` if a price is due.
    """

    type: Literal["wicked_ones.craft_item"] = "wicked_ones.craft_item"
    character: MonsterRef
    item: Name
    roll: ActionRef | None = Field(default=None, description="The action it comes from.")
    cost: Severity | None = Field(default=None, description="How heavy a price is due.", title="Price")
    id: NewCraft | None = Field(
        default=None, description="The number of that price as offered, so that it keeps it; left out: the next."
    )


class CraftAttempted(Event):
    """A monster tried to craft something; the outcome is recorded by itself."""

    type: Literal["wicked_ones.craft_attempted.v1"] = "wicked_ones.craft_attempted.v1"
    character: Character
    item: Name
    roll: Slug | None
    description: Text


@chapter.decides(CraftItem)
def craft_item(state: Underworld, command: CraftItem, asker: Asker, dice: Dice) -> Events:
    """Record an attempt at crafting; the price it may ask is paid by choice (WO-54)."""
    in_play(state)
    described(command)
    own(state, command.character, asker)
    if command.roll is not None:
        one_there(state.rolls, command.roll, "roll_unknown")
    tried = CraftAttempted(
        character=command.character, item=command.item, roll=command.roll, description=command.description
    )
    if command.cost is None:
        return [tried]
    cost = asked_id(state, "cost", command.id)
    why = f"the making of {command.item}"
    return [tried, CostDemanded(cost=cost, character=command.character, severity=command.cost, why=why)]


@chapter.applies(CraftAttempted)
def _(state: Underworld, event: CraftAttempted) -> None:
    """No change here: the outcome is recorded by itself."""
    character_of(state, event.character)


@chapter.tells(CraftAttempted, "{character} tries to make {item}: {description}")
def _(state: Underworld, event: CraftAttempted) -> Iterable[Fact]:
    yield told(f"{event.item}: {event.description}", "crafting", event.character)


def rooms_and_crafting(state: Underworld, seat: Seat) -> Iterable[Offer]:
    """Offers to build and use rooms, and to craft."""
    who = {"character": seat.character}
    yield seat.offer(BuildRoom, f"{seat.name} digs a room", {**who, "cost": 0}, group=seat.name)
    rooms = tuple(Choice(slug, name) for slug, name in state.dungeon.rooms.items())
    if rooms:
        yield seat.offer(UseRoom, f"{seat.name} uses a room", who, {"room": rooms}, group=seat.name)
    yield seat.offer(
        CraftItem,
        f"{seat.name} makes something",
        {**who, "roll": None, "cost": None, "id": next_id(state, "cost")},
        group=seat.name,
    )


def prisoners(state: Underworld) -> Iterable[Offer]:
    """Offers to take and to break prisoners."""
    yield Offer(command=TakePrisoner, label="Take a prisoner", group="Dungeon")
    held = tuple(Choice(slug, it.name) for slug, it in state.dungeon.prisoners.items() if not it.broken)
    if held:
        yield Offer(command=BreakPrisoner, label="A prisoner breaks", choices={"prisoner": held}, group="Dungeon")
