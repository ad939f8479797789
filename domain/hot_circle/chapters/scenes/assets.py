"""Assets that are noted, used and brought into a scene (HC-53, HC-54)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle import tracks
from domain.hot_circle.chapters.guards import acted_for, held_asset, in_play, in_scene
from domain.hot_circle.lookup import at_hand, lifepath_of, pc_of, permanent_of, scene_of, temporary_of
from domain.hot_circle.names import names
from domain.hot_circle.phrases import standing, told, words
from domain.hot_circle.printed import ABILITY_FOR
from domain.hot_circle.refs import AssetRef, CharacterRef
from domain.hot_circle.seats import Seat, one_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import PermanentAsset, TemporaryAsset
from domain.hot_circle.terms import AssetKind, SceneId
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Name, Slug, Text

chapter = Chapter[Circle](
    "Assets at hand",
    {
        "asset_not_available": "{asset} is not at hand in this scene; make a test of {ability}.",
        "nothing_to_bring": "{asset} needs no bringing: only special items and relationships are brought.",
    },
)


class TemporaryAssetGained(Event):
    """Something is noted on the sheet for good."""

    type: Literal["hot_circle.temporary_asset_gained.v1"] = "hot_circle.temporary_asset_gained.v1"
    character: CharacterSlug
    asset: Slug
    lifepath: Slug
    kind: AssetKind
    name: Name
    npc: CharacterSlug | None
    setting: Slug | None


class AssetMadeAvailable(Event):
    """Something is at hand in this scene, and in those that directly continue it."""

    type: Literal["hot_circle.asset_made_available.v1"] = "hot_circle.asset_made_available.v1"
    character: CharacterSlug
    asset: Slug
    scene: SceneId


@chapter.applies(TemporaryAssetGained, renames=True)
def _(state: Circle, event: TemporaryAssetGained) -> None:
    lifepath_of(state, event.character, event.lifepath)
    assets = pc_of(state, event.character).temporary_assets
    must(event.asset not in assets, f"{event.character} has {event.asset} already")
    assets[event.asset] = TemporaryAsset(
        event.lifepath, event.kind, event.name, npc_id=event.npc, setting_id=event.setting
    )


@chapter.tells(TemporaryAssetGained, "{character} notes {name} ({kind}) under {lifepath}")
def _(state: Circle, event: TemporaryAssetGained) -> Iterable[Fact]:
    yield standing(
        event.character, "temporary_assets", event.asset, "", "noted", words(event.kind), event.name, good=True
    )
    yield tracks.of_asset(state, event.character, event.asset)


@chapter.applies(AssetMadeAvailable)
def _(state: Circle, event: AssetMadeAvailable) -> None:
    scenes = temporary_of(state, event.character, event.asset).available_in
    if event.scene not in scenes:
        scenes.append(event.scene)


@chapter.tells(AssetMadeAvailable, "{asset} is at hand for {character}")
def _(state: Circle, event: AssetMadeAvailable) -> Iterable[Fact]:
    name = state.characters[event.character].temporary_assets[event.asset].name
    yield told(f"{name} is at hand", "asset", event.character)


def usable(state: Circle, slug: str, asset_id: str, asker: Asker) -> TemporaryAsset | PermanentAsset:
    """HC-53, HC-54: something of a character in the scene that is at hand now."""
    it = acted_for(state, slug, asker)
    in_scene(state, slug)
    thing = held_asset(it, slug, asset_id)
    if isinstance(thing, TemporaryAsset) and not at_hand(state, thing):
        raise CommandRefused("asset_not_available", asset=asset_id, ability=ABILITY_FOR[thing.kind])
    return thing


class UseAsset(Command):
    """Use something the character has at hand.

    Needs:    the player or the gamemaster, an open scene.
    Refused:  `genre_missing`, `no_scene`, `character_unknown`, `not_your_character`, `not_present`,
              `asset_unknown`, `asset_not_available`, `asset_lost`.
    Yields:   `AssetUsed`.
    """

    type: Literal["hot_circle.use_asset"] = "hot_circle.use_asset"
    character: CharacterRef
    asset: AssetRef = Field(title="What?")
    how: Text = Field(title="How?")


class AssetUsed(Event):
    """A character used what it had at hand."""

    type: Literal["hot_circle.asset_used.v1"] = "hot_circle.asset_used.v1"
    scene: SceneId
    character: CharacterSlug
    asset: Slug
    how: Text


@chapter.decides(UseAsset)
def use_asset(state: Circle, command: UseAsset, asker: Asker, dice: Dice) -> Events:
    """HC-53: use an asset that is at hand."""
    in_play(state)
    usable(state, command.character, command.asset, asker)
    return [AssetUsed(scene=state.scene or "", character=command.character, asset=command.asset, how=command.how)]


@chapter.applies(AssetUsed)
def _(state: Circle, event: AssetUsed) -> None:
    """A fact of the story; it moves no number."""
    scene_of(state, event.scene)


@chapter.tells(AssetUsed, "{character} uses {asset}: {how}")
def _(state: Circle, event: AssetUsed) -> Iterable[Fact]:
    name = names(state).get(event.asset, event.asset)
    yield told(f"{name}: {event.how}" if event.how else name, "asset used", event.character)
    yield facts.Turn(test="", who=event.character, text=event.how, way=facts.Way.USES, what=name)


class BringAsset(Command):
    """Bring it into the scene: a special item or a relationship takes no test.

    Needs:    the player or the gamemaster, an open scene.
    Refused:  `genre_missing`, `no_scene`, `character_unknown`, `not_your_character`, `not_present`,
              `asset_unknown`, `asset_not_available`, `asset_lost`, `nothing_to_bring`.
    Yields:   `AssetBrought`.
    """

    type: Literal["hot_circle.bring_asset"] = "hot_circle.bring_asset"
    character: CharacterRef
    asset: AssetRef


class AssetBrought(Event):
    """Something lasting entered the scene."""

    type: Literal["hot_circle.asset_brought.v1"] = "hot_circle.asset_brought.v1"
    scene: SceneId
    character: CharacterSlug
    asset: Slug


@chapter.decides(BringAsset)
def bring_asset(state: Circle, command: BringAsset, asker: Asker, dice: Dice) -> Events:
    """HC-54: bring a special item or a relationship into a scene, without a test."""
    in_play(state)
    thing = usable(state, command.character, command.asset, asker)
    need(
        thing.kind in (AssetKind.SPECIAL_ITEM, AssetKind.RELATIONSHIP),
        "nothing_to_bring",
        asset=command.asset,
        kind=thing.kind,
    )
    return [AssetBrought(scene=state.scene or "", character=command.character, asset=command.asset)]


@chapter.applies(AssetBrought)
def _(state: Circle, event: AssetBrought) -> None:
    scene = scene_of(state, event.scene)
    npc = permanent_of(state, event.character, event.asset).npc_id
    if npc is not None and npc not in scene.present:
        scene.present.append(npc)


@chapter.tells(AssetBrought, "{character} brings {asset}")
def _(state: Circle, event: AssetBrought) -> Iterable[Fact]:
    asset = state.characters[event.character].permanent_assets[event.asset]
    about = (event.character, asset.npc_id) if asset.npc_id else (event.character,)
    yield told(asset.name, "asset brought", *about)


def using(state: Circle, seat: Seat) -> Iterable[Offer]:
    """HC-53, HC-54: what a character in the scene brings and uses."""
    it, who = seat.it, {"character": seat.who}
    for slug in it.kept(AssetKind.SPECIAL_ITEM, AssetKind.RELATIONSHIP):
        label = f"{it.name} brings {it.permanent_assets[slug].name}"
        yield seat.offer(BringAsset, label, {**who, "asset": slug}, group="Assets")
    usable = {slug: one.name for slug, one in it.temporary_assets.items() if at_hand(state, one)}
    usable.update((slug, one.name) for slug, one in it.permanent_assets.items() if not one.lost)
    if usable:
        label = f"{it.name} uses something"
        yield seat.offer(UseAsset, label, who, {"asset": one_of(usable)}, group="Assets")
