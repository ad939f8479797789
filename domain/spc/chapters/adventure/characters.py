"""Characters with a sheet: the players' own, made or brought back, and antagonists (SPC-03, SPC-04)."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import CharacterKind, Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Delta, Name, Person, Points, Text
from domain.spc.chapters.adventure.seats import next_seat
from domain.spc.chapters.adventure.sheets import (
    CostedEntered,
    GadgetEntered,
    RitualEntered,
    TalentEntered,
    costed,
    features_allowed,
    gadgets,
    id_of,
    name_is_free,
    numbers_allowed,
    on_the_map,
    rituals,
    sheet_facts,
    talents,
)
from domain.spc.chapters.guards import between_scenes, gm_only, previewed
from domain.spc.lookup import character_of, scene_under_way
from domain.spc.seats import CAST_GROUP, people
from domain.spc.state.adventure import Adventure
from domain.spc.state.cast import Character, Costed, Gadget, Ritual
from domain.spc.terms import CharacterRef, CostedPrinted, GadgetPrinted, Kind, MadeId, RitualPrinted, TalentPrinted

chapter = Chapter[Adventure](
    "Characters and antagonists",
    {
        "has_character": "You play {character} already.",
    },
)


def may_make(state: Adventure, asker: Asker) -> None:
    """Refuse a Character of the GM's, a second one of a player's, and one within a scene (SPC-03)."""
    need(not asker.is_gm, "mastermind_plays_nobody", player=asker.person)
    mine = state.character_of(asker.person)
    need(mine is None, "has_character", character=mine)
    between_scenes(state)


class CreateCharacter(Command):
    """Make your Character for this adventure. Who has no seat yet takes the next one by it.

    Needs:    a player; the preview; no scene under way.
    Refused:  `preview_first`, `adventure_over`, `mastermind_plays_nobody`, `has_character`, `scene_open`,
              `id_empty`, `id_taken`, `id_reserved`, `pool_negative`, `rating_too_low`, `feature_named_twice`.
    Yields:   `PlayerSeated` where needed, `CharacterCreated`.
    """

    type: Literal["spc.create_character"] = "spc.create_character"
    name: Name
    id: MadeId | None = None
    ambition_pool: Delta
    cunning_pool: Delta
    vigilance_pool: Delta
    obstacle_rating: Delta = Field(description="How much Abuse the Character can bear in a conflict.")
    talents: tuple[TalentPrinted, ...] = ()
    powers: tuple[CostedPrinted, ...] = ()
    weaknesses: tuple[CostedPrinted, ...] = ()
    rituals: tuple[RitualPrinted, ...] = ()
    gadgets: tuple[GadgetPrinted, ...] = ()
    goal_text: Text = ""
    drawback_text: Text = ""


class CharacterCreated(Event):
    """A player made a Character. Both tracks stand at 0."""

    type: Literal["spc.character_created.v1"] = "spc.character_created.v1"
    character: CharacterSlug
    player: Person
    name: Name
    ambition_pool: Points
    cunning_pool: Points
    vigilance_pool: Points
    obstacle_rating: Points
    talents: tuple[TalentEntered, ...]
    powers: tuple[CostedEntered, ...]
    weaknesses: tuple[CostedEntered, ...]
    rituals: tuple[RitualEntered, ...]
    gadgets: tuple[GadgetEntered, ...]
    goal_text: Text
    drawback_text: Text


@chapter.decides(CreateCharacter)
def create_character(state: Adventure, command: CreateCharacter, asker: Asker, dice: Dice) -> Events:
    """SPC-03: make a Character with pools, rating, features and texts as agreed; both tracks begin at 0."""
    previewed(state)
    may_make(state, asker)
    name_is_free(state, command)
    numbers_allowed(command.ambition_pool, command.cunning_pool, command.vigilance_pool, command.obstacle_rating)
    features_allowed(command)
    created = CharacterCreated(
        character=CharacterId(id_of(command)),
        player=asker.person,
        name=command.name,
        ambition_pool=command.ambition_pool,
        cunning_pool=command.cunning_pool,
        vigilance_pool=command.vigilance_pool,
        obstacle_rating=command.obstacle_rating,
        talents=talents(command.talents),
        powers=costed(command.powers),
        weaknesses=costed(command.weaknesses),
        rituals=rituals(command.rituals),
        gadgets=gadgets(command.gadgets),
        goal_text=command.goal_text,
        drawback_text=command.drawback_text,
    )
    return [*next_seat(state, asker.person), created]


class IntroduceAntagonist(Command):
    """Bring on a villain: one with intentions of its own.

    Needs:    the Mastermind; the preview. Features and tracks may be left out.
    Refused:  `mastermind_only`, `preview_first`, `adventure_over`, `id_empty`, `id_taken`, `id_reserved`,
              `pool_negative`, `rating_too_low`, `feature_named_twice`.
    Yields:   `AntagonistIntroduced`.
    """

    type: Literal["spc.introduce_antagonist"] = "spc.introduce_antagonist"
    name: Name
    id: MadeId | None = None
    ambition_pool: Delta
    cunning_pool: Delta
    vigilance_pool: Delta
    obstacle_rating: Delta
    talents: tuple[TalentPrinted, ...] = ()
    powers: tuple[CostedPrinted, ...] = ()
    weaknesses: tuple[CostedPrinted, ...] = ()
    rituals: tuple[RitualPrinted, ...] = ()
    gadgets: tuple[GadgetPrinted, ...] = ()
    tracks: bool = Field(default=False, description="Whether it has the two tracks, like a Character.")
    goal_text: Text = ""
    drawback_text: Text = ""


class AntagonistIntroduced(Event):
    """A villain with intentions of its own is on the cast list. `tracks`: it has the two tracks."""

    type: Literal["spc.antagonist_introduced.v1"] = "spc.antagonist_introduced.v1"
    antagonist: CharacterSlug
    name: Name
    ambition_pool: Points
    cunning_pool: Points
    vigilance_pool: Points
    obstacle_rating: Points
    talents: tuple[TalentEntered, ...]
    powers: tuple[CostedEntered, ...]
    weaknesses: tuple[CostedEntered, ...]
    rituals: tuple[RitualEntered, ...]
    gadgets: tuple[GadgetEntered, ...]
    tracks: bool
    goal_text: Text
    drawback_text: Text


@chapter.decides(IntroduceAntagonist)
def introduce_antagonist(state: Adventure, command: IntroduceAntagonist, asker: Asker, dice: Dice) -> Events:
    """SPC-04: enter a sheet like a Character's; features and tracks may be left out."""
    gm_only(asker)
    previewed(state)
    name_is_free(state, command)
    numbers_allowed(command.ambition_pool, command.cunning_pool, command.vigilance_pool, command.obstacle_rating)
    features_allowed(command)
    return [
        AntagonistIntroduced(
            antagonist=CharacterId(id_of(command)),
            name=command.name,
            ambition_pool=command.ambition_pool,
            cunning_pool=command.cunning_pool,
            vigilance_pool=command.vigilance_pool,
            obstacle_rating=command.obstacle_rating,
            talents=talents(command.talents),
            powers=costed(command.powers),
            weaknesses=costed(command.weaknesses),
            rituals=rituals(command.rituals),
            gadgets=gadgets(command.gadgets),
            tracks=command.tracks,
            goal_text=command.goal_text,
            drawback_text=command.drawback_text,
        )
    ]


Entered: TypeAlias = CharacterCreated | AntagonistIntroduced


def sheet_entered(state: Adventure, event: Entered, kind: Kind, player: str | None) -> Character:
    """The sheet of an event, as the state keeps it."""
    return Character(
        name=event.name,
        kind=kind,
        player=player,
        adventure=state.adventure,
        ambition_pool=event.ambition_pool,
        cunning_pool=event.cunning_pool,
        vigilance_pool=event.vigilance_pool,
        obstacle_rating=event.obstacle_rating,
        talents={it.id: it.name for it in event.talents},
        powers=kept_costed(event.powers),
        weaknesses=kept_costed(event.weaknesses),
        rituals={it.id: Ritual(it.name, it.ambition, it.cunning, it.vigilance) for it in event.rituals},
        gadgets={it.id: Gadget(it.name, it.slot, it.value) for it in event.gadgets},
        goal_text=event.goal_text,
        drawback_text=event.drawback_text,
    )


def kept_costed(entered: Iterable[CostedEntered]) -> dict[str, Costed]:
    """Powers or weaknesses as the state keeps them."""
    return {it.id: Costed(it.name, it.cost) for it in entered}


@chapter.applies(CharacterCreated, renames=True)
def _(state: Adventure, event: CharacterCreated) -> None:
    must(event.character not in state.characters, f"{event.character} is made once")
    it = sheet_entered(state, event, Kind.CHARACTER, event.player)
    it.purity_track = it.goal_track = 0
    state.characters[event.character] = it


@chapter.tells(CharacterCreated, "{player} makes {name}")
def _(state: Adventure, event: CharacterCreated) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=event.character,
        name=event.name,
        character_kind=CharacterKind.PLAYERS,
        player=event.player,
        how="Character",
    )
    yield on_the_map(state, event.character, "character")
    yield from sheet_facts(state, event.character)


@chapter.applies(AntagonistIntroduced, renames=True)
def _(state: Adventure, event: AntagonistIntroduced) -> None:
    must(event.antagonist not in state.characters, f"{event.antagonist} is introduced once")
    it = sheet_entered(state, event, Kind.ANTAGONIST, None)
    if event.tracks:
        it.purity_track = it.goal_track = 0
    state.characters[event.antagonist] = it


@chapter.tells(AntagonistIntroduced, "A villain enters the story: {name}")
def _(state: Adventure, event: AntagonistIntroduced) -> Iterable[Fact]:
    yield facts.CharacterEntered(
        character=event.antagonist, name=event.name, character_kind=CharacterKind.OTHER, how="antagonist"
    )
    yield on_the_map(state, event.antagonist, "antagonist")
    yield from sheet_facts(state, event.antagonist)


class BringBackCharacter(Command):
    """Bring your Character back: from an earlier adventure into this one, as the sheet stands.

    Needs:    the player who had it; the preview; no Character of your own yet; no scene under way.
    Refused:  `preview_first`, `adventure_over`, `character_unknown`, `not_your_character`, `has_character`,
              `mastermind_plays_nobody`, `scene_open`.
    Yields:   `PlayerSeated` where needed, `CharacterReturned`.
    """

    type: Literal["spc.bring_back_character"] = "spc.bring_back_character"
    character: CharacterRef = Field(title="Who")


class CharacterReturned(Event):
    """A Character of an earlier adventure is in this one, as the sheet stands."""

    type: Literal["spc.character_returned.v1"] = "spc.character_returned.v1"
    character: CharacterSlug
    player: Person


@chapter.decides(BringBackCharacter)
def bring_back_character(state: Adventure, command: BringBackCharacter, asker: Asker, dice: Dice) -> Events:
    """SPC-03: bring a Character of an earlier adventure into this one, as the sheet stands."""
    previewed(state)
    it = found(state.characters.get(command.character), "character_unknown", character=command.character)
    need(it.player == asker.person, "not_your_character", character=command.character)
    may_make(state, asker)
    back = CharacterReturned(character=command.character, player=asker.person)
    return [*next_seat(state, asker.person), back]


@chapter.applies(CharacterReturned)
def _(state: Adventure, event: CharacterReturned) -> None:
    character_of(state, event.character).adventure = state.adventure


@chapter.tells(CharacterReturned, "{player} brings back {character}")
def _(state: Adventure, event: CharacterReturned) -> Iterable[Fact]:
    yield facts.CharacterChanged(
        character=event.character,
        name=state.characters[event.character].name,
        character_kind=CharacterKind.PLAYERS,
        player=event.player,
        how="back in play",
    )


def own_character(state: Adventure, asker: Asker) -> Iterable[Offer]:
    """Offers to make a Character, or to bring one back, between scenes."""
    if state.character_of(asker.person) is not None or scene_under_way(state) is not None:
        return
    yield Offer(command=CreateCharacter, label="Make your Character", group=CAST_GROUP)
    earlier = [slug for slug, it in state.characters.items() if it.player == asker.person]
    if earlier:
        yield Offer(
            command=BringBackCharacter,
            label="Bring back a Character",
            choices={"character": people(state, earlier)},
            group=CAST_GROUP,
        )
