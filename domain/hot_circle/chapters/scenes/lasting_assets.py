"""Assets made permanent by the fate spent on their lifepath, and what is lost and paid back (HC-64, HC-65)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle import tracks
from domain.hot_circle.chapters.artha import FateAwarded, PersonaAwarded
from domain.hot_circle.chapters.guards import asset_names, gm_in_play, in_play, known_character, own_pc
from domain.hot_circle.lookup import character_of, counting_on, hostile, lifepath_of, permanent_of, temporary_of
from domain.hot_circle.names import names
from domain.hot_circle.phrases import number, standing, words
from domain.hot_circle.printed import COST_OF, FATE_TO_UPGRADE, LOST_ASSET_PERSONA, UPGRADES
from domain.hot_circle.refs import AssetRef, CharacterRef, LifepathRef, ProtagonistRef
from domain.hot_circle.seats import ARTHA, RECORDS, Seat, one_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character, PermanentAsset
from domain.hot_circle.terms import AssetKind, FateCause, PersonaCause
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need, one_there
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import CharacterId, Points, Slug, Text

chapter = Chapter[Circle](
    "Assets made to last, and lost",
    {
        "already_permanent": "{asset} is permanent already.",
        "wrong_lifepath": "{asset} belongs to {lifepath}, and only what was spent there counts.",
        "hostile_contact": "{asset} has turned hostile; such a contact becomes no relationship.",
        "not_enough_spent": "{lifepath} has {spent} spent fate; a {becomes} takes {cost}.",
        "not_permanent": "{asset} is only noted for now; it would have to be a {becomes}, which is permanent.",
        "already_lost": "{asset} is lost already.",
        "asset_counts": "{asset} adds a die to {test}, and the dice have yet to fall. Roll first, or take the "
        "test back.",
    },
)


class UpgradeAsset(Command):
    """Make it permanent: a temporary asset, with the fate points spent on its lifepath.

    Needs:    the player.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `asset_unknown`,
              `already_permanent`, `hostile_contact`, `wrong_lifepath`, `not_enough_spent`.
    Yields:   `AssetUpgraded`.
    """

    type: Literal["hot_circle.upgrade_asset"] = "hot_circle.upgrade_asset"
    character: ProtagonistRef
    asset: AssetRef
    lifepath: LifepathRef | None = Field(default=None, description="The lifepath to pay with: the asset's own.")


class AssetUpgraded(Event):
    """A temporary asset became permanent; its price is erased from the lifepath."""

    type: Literal["hot_circle.asset_upgraded.v1"] = "hot_circle.asset_upgraded.v1"
    character: CharacterSlug
    asset: Slug
    lifepath: Slug
    was: AssetKind
    now: AssetKind
    erased: Points


@chapter.decides(UpgradeAsset)
def upgrade_asset(state: Circle, command: UpgradeAsset, asker: Asker, dice: Dice) -> Events:
    """HC-64: make an asset permanent, paid with fate spent on its own lifepath; the rest stays."""
    in_play(state)
    it = own_pc(state, command.character, asker)
    asset = it.temporary_assets.get(command.asset)
    if asset is None:
        if command.asset in it.permanent_assets:
            raise CommandRefused("already_permanent", character=command.character, asset=command.asset)
        raise CommandRefused("asset_unknown", there=asset_names(it))
    if command.lifepath is not None and command.lifepath != asset.lifepath_id:
        raise CommandRefused("wrong_lifepath", asset=command.asset, lifepath=asset.lifepath_id)
    need(not hostile(state, asset.npc_id), "hostile_contact", asset=command.asset)
    cost, spent = FATE_TO_UPGRADE[asset.kind], it.lifepaths[asset.lifepath_id].spent_fate
    if spent < cost:
        raise CommandRefused(
            "not_enough_spent", lifepath=asset.lifepath_id, spent=spent, becomes=UPGRADES[asset.kind], cost=cost
        )
    return [
        AssetUpgraded(
            character=command.character,
            asset=command.asset,
            lifepath=asset.lifepath_id,
            was=asset.kind,
            now=UPGRADES[asset.kind],
            erased=cost,
        )
    ]


@chapter.applies(AssetUpgraded, renames=True)
def _(state: Circle, event: AssetUpgraded) -> None:
    character = character_of(state, event.character)
    lifepath = lifepath_of(state, event.character, event.lifepath)
    asset = temporary_of(state, event.character, event.asset)
    must(lifepath.spent_fate >= event.erased, f"only {lifepath.spent_fate} fate is spent on {event.lifepath}")
    lifepath.spent_fate -= event.erased
    del character.temporary_assets[event.asset]
    character.permanent_assets[event.asset] = PermanentAsset(
        event.lifepath, event.now, asset.name, fate_paid=event.erased, npc_id=asset.npc_id
    )


@chapter.tells(AssetUpgraded, "{character} has {asset} for good, as a {now}, for {erased} fate")
def _(state: Circle, event: AssetUpgraded) -> Iterable[Fact]:
    it = state.characters[event.character]
    path, name = it.lifepaths[event.lifepath], it.permanent_assets[event.asset].name
    owner, track = event.character, f"temporary_assets.{event.asset}.upgrade"
    yield number(
        owner,
        f"lifepaths.{event.lifepath}.spent_fate",
        -event.erased,
        path.spent_fate,
        "upgrade",
        f"Fate spent as {path.name}",
    )
    yield standing(owner, "temporary_assets", event.asset, "noted", "", "upgrade", name)
    yield standing(owner, "permanent_assets", event.asset, "", "held", "upgrade", name, lasting=True)
    yield facts.ProgressSet(owner=owner, track=track, have=event.erased, need=None, brings=f"{name}, for good")
    yield facts.Advanced(owner=owner, track=track, what=f"{name}: {names(state).get(event.now, words(event.now))}")
    yield from tracks.of_assets(state, owner, event.lifepath)


class LoseAsset(Command):
    """Let events take a permanent asset away. Its price comes back when the session ends.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `gm_only`, `character_unknown`, `asset_unknown`, `not_permanent`, `already_lost`,
              `asset_counts`.
    Yields:   `PermanentAssetLost`.
    """

    type: Literal["hot_circle.lose_asset"] = "hot_circle.lose_asset"
    character: CharacterRef
    asset: AssetRef = Field(title="What?")
    how: Text = Field(title="How?")


class PermanentAssetLost(Event):
    """Events took an asset away."""

    type: Literal["hot_circle.permanent_asset_lost.v1"] = "hot_circle.permanent_asset_lost.v1"
    character: CharacterSlug
    asset: Slug
    how: Text


@chapter.decides(LoseAsset)
def lose_asset(state: Circle, command: LoseAsset, asker: Asker, dice: Dice) -> Events:
    """HC-65: lose an asset now; what it cost comes back when the session ends."""
    gm_in_play(state, asker)
    it = known_character(state, command.character)
    if command.asset in it.temporary_assets:
        raise CommandRefused(
            "not_permanent", asset=command.asset, becomes=UPGRADES[it.temporary_assets[command.asset].kind]
        )
    held = one_there(it.permanent_assets, command.asset, "asset_unknown", asset_names(it))
    need(not held.lost, "already_lost", asset=command.asset)
    if (test := counting_on(state, command.character, command.asset)) is not None:
        raise CommandRefused("asset_counts", asset=command.asset, test=test)
    return [PermanentAssetLost(character=command.character, asset=command.asset, how=command.how)]


def refund(state: Circle, slug: CharacterId, it: Character, asset: str) -> list[Event]:
    """HC-65: give back what a lost asset cost, and one persona point."""
    lost = it.permanent_assets[asset]
    paid = lost.fate_paid
    if not paid and state.house_rules.refund_starting_at_cost:
        paid = COST_OF[lost.kind]
    back: list[Event] = []
    if paid:
        back.append(
            FateAwarded(
                character=slug, amount=paid, cause=FateCause.LOST_ASSET, source=asset, test=None, complication=""
            )
        )
    back.append(
        PersonaAwarded(character=slug, amount=LOST_ASSET_PERSONA, cause=PersonaCause.LOST_ASSET, source=asset)
    )
    return back


@chapter.applies(PermanentAssetLost, renames=True)
def _(state: Circle, event: PermanentAssetLost) -> None:
    asset = permanent_of(state, event.character, event.asset)
    must(not asset.lost, f"{event.asset} is lost already")
    asset.lost = True
    character_of(state, event.character).refunds.append(event.asset)


@chapter.tells(PermanentAssetLost, "{character} loses {asset}: {how}")
def _(state: Circle, event: PermanentAssetLost) -> Iterable[Fact]:
    asset = state.characters[event.character].permanent_assets[event.asset]
    yield standing(
        event.character, "permanent_assets", event.asset, "held", "lost", event.how, asset.name, good=False
    )
    if asset.fate_paid:
        yield tracks.of_lost_asset(event.character, event.asset, asset)


def upgrades(state: Circle, seat: Seat) -> Iterable[Offer]:
    """HC-64: what the fate spent on a lifepath is enough for."""
    it = seat.it
    for slug, asset in it.temporary_assets.items():
        spent = it.lifepaths[asset.lifepath_id].spent_fate
        if spent >= FATE_TO_UPGRADE[asset.kind] and not hostile(state, asset.npc_id):
            becomes = UPGRADES[asset.kind].value.replace("_", " ")
            yield seat.offer(
                UpgradeAsset,
                f"{it.name}: make {asset.name} a {becomes}",
                {"character": seat.who, "asset": slug, "lifepath": None},
                group=ARTHA,
            )


def losing(state: Circle, slug: str, it: Character) -> Iterable[Offer]:
    """HC-65: something permanent that is lost; not what a test counts on whose dice have yet to fall."""
    held = {
        one: asset.name
        for one, asset in it.permanent_assets.items()
        if not asset.lost and counting_on(state, slug, one) is None
    }
    if held:
        yield Offer(
            command=LoseAsset,
            label=f"{it.name} loses something",
            known={"character": slug},
            choices={"asset": one_of(held)},
            group=RECORDS,
        )
