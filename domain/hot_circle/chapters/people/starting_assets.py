"""Assets that lifepaths left behind, and all a sheet needs before it is played (HC-18, HC-20)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle.chapters.guards import in_play, known_lifepath, own_pc
from domain.hot_circle.chapters.people.characters import being_written
from domain.hot_circle.lookup import lifepath_of, pc_of
from domain.hot_circle.phrases import standing, told, words
from domain.hot_circle.refs import LifepathRef, ProtagonistRef
from domain.hot_circle.seats import CHARACTER, Seat, any_of, one_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character, PermanentAsset
from domain.hot_circle.terms import PER_CHARACTER, AssetKind
from domain.hot_circle.words import fresh_id, same
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Name, Points, Slug

chapter = Chapter[Circle](
    "Starting assets, and a complete sheet",
    {
        "temporary_at_start": "Nobody starts with anything only noted ({kind}): choose a wise, a skill, a "
        "special item or a relationship.",
        "starting_knowledge_done": "{lifepath} already has its wise or skill.",
        "starting_item_done": "Only one lifepath brings a special item or a relationship, and that is {asset}.",
        "asset_exists": "The sheet has {name} already. Give it another name.",
        "character_incomplete": "{character} is not ready. Missing: {missing}.",
    },
)


KNOWLEDGE = (AssetKind.WISE, AssetKind.SKILL)
POSSESSION = (AssetKind.SPECIAL_ITEM, AssetKind.RELATIONSHIP)


class ChooseStartingAsset(Command):
    """Choose a starting asset: what a lifepath left the character with, a wise or a skill each, an item or a
    relationship once.

    Needs:    the player; before the character plays.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `wrong_time`,
              `lifepath_unknown`, `temporary_at_start`, `starting_knowledge_done`, `starting_item_done`,
              `asset_exists`.
    Yields:   `PermanentAssetGained`.
    """

    type: Literal["hot_circle.choose_starting_asset"] = "hot_circle.choose_starting_asset"
    character: ProtagonistRef
    lifepath: LifepathRef
    kind: AssetKind = Field(title="What is it?")
    name: Name = Field(title="What is it called?")


class PermanentAssetGained(Event):
    """A lifepath left this from the beginning."""

    type: Literal["hot_circle.permanent_asset_gained.v1"] = "hot_circle.permanent_asset_gained.v1"
    character: CharacterSlug
    asset: Slug
    lifepath: Slug
    kind: AssetKind
    name: Name
    fate_paid: Points


@chapter.decides(ChooseStartingAsset)
def choose_starting_asset(state: Circle, command: ChooseStartingAsset, asker: Asker, dice: Dice) -> Events:
    """HC-18: choose an asset: a wise or skill for each lifepath, an item or relationship for one of them."""
    in_play(state)
    it = being_written(state, command.character, asker)
    known_lifepath(it, command.character, command.lifepath)
    need(command.kind in (*KNOWLEDGE, *POSSESSION), "temporary_at_start", kind=command.kind)
    if command.kind in KNOWLEDGE and any(
        asset.lifepath_id == command.lifepath for asset in it.kept(*KNOWLEDGE).values()
    ):
        raise CommandRefused("starting_knowledge_done", lifepath=command.lifepath)
    if command.kind in POSSESSION and (has := next(iter(it.kept(*POSSESSION)), None)):
        raise CommandRefused("starting_item_done", asset=has)
    need(
        not any(same(asset.name, command.name) for asset in it.permanent_assets.values()),
        "asset_exists",
        name=command.name,
    )
    return [
        PermanentAssetGained(
            character=command.character,
            asset=fresh_id(command.name, it.permanent_assets, command.kind.replace("_", "-")),
            lifepath=command.lifepath,
            kind=command.kind,
            name=command.name,
            fate_paid=0,
        )
    ]


@chapter.applies(PermanentAssetGained, renames=True)
def _(state: Circle, event: PermanentAssetGained) -> None:
    lifepath_of(state, event.character, event.lifepath)
    assets = pc_of(state, event.character).permanent_assets
    must(event.asset not in assets, f"{event.character} has {event.asset} already")
    assets[event.asset] = PermanentAsset(event.lifepath, event.kind, event.name, event.fate_paid)


@chapter.tells(PermanentAssetGained, "{character} brings {name} out of {lifepath} ({kind})")
def _(state: Circle, event: PermanentAssetGained) -> Iterable[Fact]:
    yield standing(event.character, "permanent_assets", event.asset, "", "held", words(event.kind), event.name)


class CompleteCharacter(Command):
    """Say that the character is ready to play.

    Needs:    the player, and everything on the sheet.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `no_change`,
              `character_incomplete`.
    Yields:   `CharacterCompleted`.
    """

    type: Literal["hot_circle.complete_character"] = "hot_circle.complete_character"
    character: ProtagonistRef


class CharacterCompleted(Event):
    """A character is ready to play."""

    type: Literal["hot_circle.character_completed.v1"] = "hot_circle.character_completed.v1"
    character: CharacterSlug


@chapter.decides(CompleteCharacter)
def complete_character(state: Circle, command: CompleteCharacter, asker: Asker, dice: Dice) -> Events:
    """HC-20: complete a character; refused while anything is missing on the sheet."""
    in_play(state)
    it = own_pc(state, command.character, asker)
    need(not it.complete, "no_change")
    if lacking := missing(state, it):
        raise CommandRefused("character_incomplete", character=command.character, missing=lacking)
    return [CharacterCompleted(character=command.character)]


def missing(state: Circle, it: Character) -> list[str]:
    """HC-20: what a sheet still needs, in words."""
    wanted = [
        counted(PER_CHARACTER - len(it.beliefs), "belief"),
        counted(PER_CHARACTER - len(it.instincts), "instinct"),
        counted(PER_CHARACTER - len(it.traits), "trait"),
        counted((state.starting_lifepaths or 1) - it.picks, "lifepath"),
    ]
    if from_paper(it):
        return [each for each in wanted[:2] if each]
    known = {asset.lifepath_id for asset in it.kept(AssetKind.WISE, AssetKind.SKILL).values()}
    wanted += [f"a wise or a skill for {path.name}" for slug, path in it.lifepaths.items() if slug not in known]
    if not it.kept(AssetKind.SPECIAL_ITEM, AssetKind.RELATIONSHIP):
        wanted.append("a special item or a relationship")
    return [each for each in wanted if each]


def from_paper(it: Character) -> bool:
    """True where lifepaths were entered from a paper sheet: such a character has long begun, and its assets came
    and went in play, as its traits did.
    """
    return any(path.startswith("lifepaths.") for path in it.entered)


def counted(number: int, what: str) -> str:
    """A number of things in words, such as `2 traits`; empty for none."""
    return "" if number <= 0 else f"{number} {what}{'' if number == 1 else 's'}"


@chapter.applies(CharacterCompleted)
def _(state: Circle, event: CharacterCompleted) -> None:
    character = pc_of(state, event.character)
    must(not character.complete, f"{event.character} is complete already")
    character.complete = True


@chapter.tells(CharacterCompleted, "{character} is ready to play")
def _(state: Circle, event: CharacterCompleted) -> Iterable[Fact]:
    yield told("ready to play", "character", event.character)


def starting_assets(seat: Seat) -> Iterable[Offer]:
    """HC-18: what lifepaths left behind."""
    it, who = seat.it, {"character": seat.who}
    known = {asset.lifepath_id for asset in it.kept(*KNOWLEDGE).values()}
    for slug, path in it.lifepaths.items():
        if slug not in known:
            yield seat.offer(
                ChooseStartingAsset,
                f"{it.name}: a wise or a skill of {path.name}",
                {**who, "lifepath": slug},
                {"kind": any_of(KNOWLEDGE)},
                group=CHARACTER,
            )
    if it.lifepaths and not it.kept(*POSSESSION):
        yield seat.offer(
            ChooseStartingAsset,
            f"{it.name}: a special item or a relationship",
            who,
            {
                "kind": any_of(POSSESSION),
                "lifepath": one_of({slug: path.name for slug, path in it.lifepaths.items()}),
            },
            group=CHARACTER,
        )


def completing(state: Circle, seat: Seat) -> Iterable[Offer]:
    """HC-20: completing a sheet, on offer once it lacks nothing."""
    if not missing(state, seat.it):
        label = f"{seat.it.name} is ready"
        yield seat.offer(CompleteCharacter, label, {"character": seat.who}, group=CHARACTER)
