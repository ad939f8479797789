"""Making a Wicked One, and the defenses it has (WO-07, WO-62)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.campaign.seats import HandOverGm
from domain.kernel.campaign.state import Campaign
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, Refusal, need, refuse
from domain.kernel.dice import Dice
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character, CharacterId, Name, Person, PersonId, Points, Slug, Text, slugify
from domain.wicked_ones.chapters.guards import free_id, gm_only, in_play, known_character, living
from domain.wicked_ones.chapters.resources.gold import GoldGained
from domain.wicked_ones.house_rules import GoldOwner
from domain.wicked_ones.lookup import character_of, must_be_new
from domain.wicked_ones.phrases import number, state_of, words
from domain.wicked_ones.seats import defense_types
from domain.wicked_ones.shapes import Ratings
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.state.world import Defense, WickedOne
from domain.wicked_ones.terms.bounds import DUNGEON
from domain.wicked_ones.terms.holdings import DefenseSource
from domain.wicked_ones.terms.refs import MonsterRef, NewThing, PlayerRef

chapter = Chapter[Underworld](
    "Making a Wicked One",
    {
        "gm_plays_none": "Who runs the game plays no Wicked One. Name the player whose monster it is.",
        "has_living_character": "You have a living Wicked One: {character}. One at a time.",
        "negative_rating": "A rating is 0 or more; {action} was given {rating}.",
        "rating_too_high": "At this table no rating goes beyond {most}; this would be {rating}.",
        "gear_defense_missing": "Every Wicked One has one defense from gear. Say what it is against.",
        "second_gear_defense": "{character} has a defense from gear already, and gear gives only one.",
        "defense_missing": "There is no such defense{there:+. Those there are: }.",
    },
)


class CreateWickedOne(Command):
    """Make a monster: nine ratings, a calling, a dark impulse, one defense from gear.

    Needs:    a player without a living Wicked One; the GM may enter one for a player.
    Refused:  `has_living_character`, `negative_rating`, `rating_too_high`, `gear_defense_missing`,
              `not_your_character`, `gm_plays_none`, `id_taken`, `id_empty`, `unknown_character` (to replace).
    Yields:   `WickedOneCreated`, `DefenseGained`; `GoldGained` where one hoard holds all gold.
    """

    type: Literal["wicked_ones.create_wicked_one"] = "wicked_ones.create_wicked_one"
    name: Name
    calling: Name
    dark_impulse: Text
    ratings: Ratings
    gear_defense_type: Text = Field(
        title="What its gear protects against",
        description="What its gear protects against: wounds, detection, magic.",
    )
    player: PlayerRef | None = Field(
        default=None, description="Whose monster it is; left out: that of whoever asks."
    )
    abilities: tuple[Name, ...] = Field(default=(), max_length=20)
    items: tuple[Name, ...] = Field(default=(), max_length=20)
    gold: Points = 0
    replaces: MonsterRef | None = Field(default=None, description="The dead one whose place it takes.")
    id: NewThing | None = None


class WickedOneCreated(Event):
    """A player's monster was made. `replaces` names the dead one whose place it took."""

    type: Literal["wicked_ones.wicked_one_created.v1"] = "wicked_ones.wicked_one_created.v1"
    character: Character
    player: Person
    name: Name
    calling: Name
    dark_impulse: Text
    ratings: Ratings
    abilities: tuple[Name, ...]
    items: tuple[Name, ...]
    gold: Points
    replaces: Character | None


@chapter.decides(CreateWickedOne)
def create_wicked_one(state: Underworld, command: CreateWickedOne, asker: Asker, dice: Dice) -> Events:
    """WO-07, WO-62: make a monster with one defense from gear; one living monster for each player."""
    in_play(state)
    player = command.player or asker.person
    if asker.is_gm and player == asker.person:
        raise CommandRefused("gm_plays_none")
    if not asker.is_gm and player != asker.person:
        raise CommandRefused("not_your_character", character=command.name)
    for slug, it in state.characters.items():
        if it.player == player and it.alive:
            raise CommandRefused("has_living_character", character=slug)
    ratings = command.ratings.by_action()
    for action, rating in ratings.items():
        need(rating >= 0, "negative_rating", action=action, rating=rating)
        rating_allowed(state, rating)
    need(slugify(command.gear_defense_type), "gear_defense_missing")
    if command.replaces is not None:
        known_character(state, command.replaces)
    character = free_id(state, command.name, command.id)
    for name in (*command.abilities, *command.items):
        need(slugify(name), "id_empty", name=name)
    hoarded = state.house_rules.gold_owner is GoldOwner.HOARD
    created = WickedOneCreated(
        character=CharacterId(character),
        player=PersonId(player),
        name=command.name,
        calling=command.calling,
        dark_impulse=command.dark_impulse,
        ratings=command.ratings,
        abilities=command.abilities,
        items=command.items,
        gold=0 if hoarded else command.gold,
        replaces=command.replaces,
    )
    gear = DefenseGained(
        defense=defense_id(state, character, command.gear_defense_type),
        character=CharacterId(character),
        defense_type=command.gear_defense_type.strip(),
        source=DefenseSource.GEAR,
    )
    if not (hoarded and command.gold):
        return [created, gear]
    brought = GoldGained(
        character=CharacterId(character), amount=command.gold, reason="brought along", purse=DUNGEON
    )
    return [created, gear, brought]


def rating_allowed(state: Underworld, rating: int) -> None:
    """Refuse a rating higher than the house allows (WO-A6)."""
    most = state.house_rules.max_rating
    if most is not None and rating > most:
        raise CommandRefused("rating_too_high", rating=rating, most=most)


def by_id(names: tuple[str, ...]) -> dict[str, str]:
    """Things by the id their name suggests."""
    return {slugify(name): name for name in names}


def objects(state: Underworld, campaign: Campaign, command: Command, asker: Asker) -> Refusal | None:
    """Refusal to hand the game over to the player of a living Wicked One, since the GM plays none; else None."""
    match command:
        case HandOverGm() if asker.is_gm and any(
            it.alive and it.player == command.person for it in state.characters.values()
        ):
            return refuse("gm_plays_none")
    return None


@chapter.applies(WickedOneCreated, renames=True)
def _(state: Underworld, event: WickedOneCreated) -> None:
    must_be_new(state.characters, event.character)
    state.characters[event.character] = WickedOne(
        name=event.name,
        player=event.player,
        calling=event.calling,
        dark_impulse=event.dark_impulse,
        ratings=event.ratings.by_action(),
        abilities=by_id(event.abilities),
        items=by_id(event.items),
        gold=event.gold,
    )


@chapter.tells(WickedOneCreated, "{name} crawls out of the dark: {calling}")
def _(state: Underworld, event: WickedOneCreated) -> Iterable[Fact]:
    who, it, why = event.character, state.characters[event.character], "the beginning"
    yield facts.CharacterEntered(
        character=who,
        name=event.name,
        character_kind=CharacterKind.PLAYERS,
        player=event.player,
        how=event.calling,
    )
    yield facts.TextSet(owner=who, field="calling", text=event.calling)
    yield facts.TextSet(owner=who, field="dark_impulse", text=event.dark_impulse)
    for action, rating in it.ratings.items():
        if rating:
            yield number(who, action, rating, rating, why)
    if event.gold:
        yield number(who, "gold", event.gold, event.gold, why)
    for slug, name in it.abilities.items():
        yield state_of(who, "abilities", slug, "", "known", why, label=name)
    for slug, name in it.items.items():
        yield state_of(who, "items", slug, "", "carried", why, label=name)


class GainDefense(Command):
    """Give a monster a defense: another than the one from its gear.

    Needs:    the GM.
    Refused:  `only_gm`, `second_gear_defense`, `defense_missing`, `unknown_character`, `dead`.
    Yields:   `DefenseGained`.
    """

    type: Literal["wicked_ones.gain_defense"] = "wicked_ones.gain_defense"
    character: MonsterRef
    defense_type: Text = Field(
        title="What it protects against", description="What it protects against: wounds, detection, magic."
    )
    source: DefenseSource


class DefenseGained(Event):
    """A monster has a defense more, against one type of consequence."""

    type: Literal["wicked_ones.defense_gained.v1"] = "wicked_ones.defense_gained.v1"
    defense: Slug
    character: Character
    defense_type: Text
    source: DefenseSource


@chapter.decides(GainDefense)
def gain_defense(state: Underworld, command: GainDefense, asker: Asker, dice: Dice) -> Events:
    """WO-62: add a defense: one from gear, which everybody has; others from elsewhere."""
    gm_only(asker)
    in_play(state)
    living(state, command.character)
    need(slugify(command.defense_type), "defense_missing", there=[])
    need(command.source is not DefenseSource.GEAR, "second_gear_defense", character=command.character)
    return [
        DefenseGained(
            defense=defense_id(state, command.character, command.defense_type),
            character=command.character,
            defense_type=command.defense_type.strip(),
            source=command.source,
        )
    ]


def defense_id(state: Underworld, owner: str, defense_type: str) -> str:
    """The id of a new defense: owner and type, counted when there are several."""
    wanted = f"{owner}-{slugify(defense_type)}"[:70].rstrip("-")
    slug, number = wanted, 1
    while slug in state.defenses:
        number += 1
        slug = f"{wanted}-{number}"
    return slug


@chapter.applies(DefenseGained, renames=True)
def _(state: Underworld, event: DefenseGained) -> None:
    must_be_new(state.defenses, event.defense)
    character_of(state, event.character)
    state.defenses[event.defense] = Defense(event.character, event.defense_type, event.source)


@chapter.tells(DefenseGained, "{character} has a defense against {defense_type}, from {source}")
def _(state: Underworld, event: DefenseGained) -> Iterable[Fact]:
    yield state_of(
        event.character,
        "defenses",
        event.defense,
        "",
        "ready",
        words(event.source),
        label=f"defense against {event.defense_type}",
        named=event.defense_type,
        good=True,
    )


def newcomers(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """Offers to make a monster, to players without a living one."""
    if asker.is_gm or any(it.alive and it.player == asker.person for it in state.characters.values()):
        return
    dead = tuple(Choice(slug, it.name) for slug, it in state.characters.items() if not it.alive)
    yield Offer(
        command=CreateWickedOne,
        label="Create a Wicked One",
        known={"player": None} if dead else {"player": None, "replaces": None},
        choices={"replaces": dead} if dead else {},
        suggested={"gear_defense_type": defense_types(state)},
        group="Setup",
    )


def defense_gifts(state: Underworld, choices: dict[str, tuple[Choice, ...]]) -> Iterable[Offer]:
    """Offer of a further defense from the GM."""
    sources = tuple(
        Choice(source.value, source.value.replace("_", " "))
        for source in DefenseSource
        if source is not DefenseSource.GEAR
    )
    yield Offer(
        command=GainDefense,
        label="Give a defense",
        choices={**choices, "source": sources},
        suggested={"defense_type": defense_types(state)},
        group="Gifts",
    )
