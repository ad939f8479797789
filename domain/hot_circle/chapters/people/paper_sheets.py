"""Entering the paper sheet of a campaign that has been running, all of it in one step (HC-14 to HC-18)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.hot_circle import tracks
from domain.hot_circle.chapters.guards import acted_for, in_play, no_session, pc
from domain.hot_circle.chapters.people.cast import CastTrait
from domain.hot_circle.chapters.people.paper import (
    AssetEntered,
    ConditionEntered,
    Entered,
    LifepathEntered,
    PaperAsset,
    PaperCondition,
    PaperLifepath,
    conditions_fit,
    known_path,
    life_story_fits,
    lifepath_fits,
    repeated,
)
from domain.hot_circle.lookup import in_creation, lifepath_of, pc_of
from domain.hot_circle.phrases import number, standing, tax, told, words
from domain.hot_circle.printed import COST_OF, UPGRADES
from domain.hot_circle.refs import ProtagonistRef
from domain.hot_circle.seats import CHARACTER, Seat, any_of, one_of
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character, Condition, Lifepath, PermanentAsset, TemporaryAsset
from domain.hot_circle.terms import Ability, AssetKind, ConditionOrigin, Rank
from domain.hot_circle.words import fresh_id, same
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Character as CharacterSlug
from domain.kernel.terms import Name, Points

chapter = Chapter[Circle](
    "A paper sheet, entered",
    {
        "nothing_entered": "Say what stands on the paper sheet: there is nothing to enter yet.",
        "sheet_settled": "The sheet of {character} is settled: only the gamemaster may still enter what stands "
        "on paper.",
        "entered_twice": "On one sheet {name} stands only once.",
        "lifepath_not_entered": "Enter the lifepath {lifepath} as well: {asset} belongs to it.",
        "noted_costs_nothing": "Fate is paid for what lasts; {name} is only noted.",
        "fate_paid_wrong": "A {kind} costs {cost} fate, or none if it was there from the start: enter one of "
        "them for {name}, not {paid}.",
    },
)


class EnterSheet(Command):
    """Enter what a paper sheet shows: artha, lifepaths with their tracks, traits, conditions, assets.

    For a campaign that was played before it was kept here. What is entered is marked as entered, and not judged as
    if it were won in play; a sheet with lifepaths entered needs no starting assets to be complete.

    Needs:    the player until the character is complete, the gamemaster after that as well; no session open.
    Refused:  `genre_missing`, `session_open`, `character_unknown`, `not_a_pc`, `not_your_character`,
              `sheet_settled`, `nothing_entered`, `setting_unknown`, `lifepath_setting_missing`, `rating_wrong`,
              `track_full`, `entered_twice`, `trait_exists`, `condition_exists`, `already_cleared`,
              `one_voluntary`, `lifepath_not_entered`, `asset_exists`, `noted_costs_nothing`, `fate_paid_wrong`,
              `born_first`, `born_later`.
    Yields:   `SheetEntered`.
    """

    type: Literal["hot_circle.enter_sheet"] = "hot_circle.enter_sheet"
    character: ProtagonistRef
    fate: Points | None = None
    persona: Points | None = None
    lifepaths: tuple[PaperLifepath, ...] = Field(default=(), description="In the order of the life story.")
    traits: tuple[Name, ...] = ()
    conditions: tuple[PaperCondition, ...] = ()
    assets: tuple[PaperAsset, ...] = ()


class SheetEntered(Event):
    """A character's paper sheet was entered as it stands; nothing of it was won in play here."""

    type: Literal["hot_circle.sheet_entered.v1"] = "hot_circle.sheet_entered.v1"
    character: CharacterSlug
    fate: Entered | None
    persona: Entered | None
    lifepaths: tuple[LifepathEntered, ...]
    traits: tuple[CastTrait, ...]
    conditions: tuple[ConditionEntered, ...]
    assets: tuple[AssetEntered, ...]


@chapter.decides(EnterSheet)
def enter_sheet(state: Circle, command: EnterSheet, asker: Asker, dice: Dice) -> Events:
    """Enter a paper sheet, all of it in one step or none."""
    in_play(state)
    it = writable(state, command.character, asker)
    given = (command.lifepaths, command.traits, command.conditions, command.assets)
    if command.fate is None and command.persona is None and not any(given):
        raise CommandRefused("nothing_entered")
    fits_a_sheet(state, command, it)
    lifepaths = entered_lifepaths(it, command.lifepaths)
    assets = entered_assets(it, command.assets, lifepaths)
    return [
        SheetEntered(
            character=command.character,
            fate=None if command.fate is None else Entered(was=it.fate, now=command.fate),
            persona=None if command.persona is None else Entered(was=it.persona, now=command.persona),
            lifepaths=lifepaths,
            traits=entered_traits(it, command.traits),
            conditions=entered_conditions(it, command.conditions),
            assets=assets,
        )
    ]


def writable(state: Circle, slug: str, asker: Asker) -> Character:
    """A player's character whose paper the asker may enter now; refused otherwise."""
    no_session(state)
    pc(state, slug)
    it = acted_for(state, slug, asker)
    need(asker.is_gm or in_creation(state, it), "sheet_settled", character=slug)
    return it


def fits_a_sheet(state: Circle, command: EnterSheet, it: Character) -> None:
    """Refuse a paper sheet with anything that a sheet cannot show."""
    named = (
        [path.name for path in command.lifepaths],
        list(command.traits),
        [one.text for one in command.conditions],
        [asset.name for asset in command.assets],
    )
    for names in named:
        if (twice := repeated(names)) is not None:
            raise CommandRefused("entered_twice", name=twice)
    for path in command.lifepaths:
        lifepath_fits(state, it, path)
    life_story_fits(state, it, command.lifepaths)
    for text in command.traits:
        need(not any(same(text, known) for known in it.traits.values()), "trait_exists", trait=text)
    conditions_fit(it, command.conditions)


def entered_lifepaths(it: Character, paths: tuple[PaperLifepath, ...]) -> tuple[LifepathEntered, ...]:
    """Known ones under their ids, new ones behind them in the life story."""
    ids, entered = dict.fromkeys(it.lifepaths), []
    last = list(it.lifepaths.values())[-1].setting_id if it.lifepaths else None
    nothing = Lifepath("", None, 0, is_born=False, is_bridge=False, rating=0)
    for path in paths:
        known = known_path(it, path.name)
        before = it.lifepaths[known] if known else nothing
        slug = known or fresh_id(path.name, ids, "lifepath")
        ids[slug] = None
        setting = path.setting or before.setting_id
        position = before.position or len(ids)
        entered.append(
            LifepathEntered(
                lifepath=slug,
                name=before.name or path.name,
                setting=setting,
                position=position,
                is_born=before.is_born or position == 1,
                is_bridge=before.is_bridge if known else last not in (None, setting),
                rating=Entered(was=before.rating, now=path.rating),
                spent_persona=Entered(was=before.spent_persona, now=path.spent_persona),
                spent_fate=Entered(was=before.spent_fate, now=path.spent_fate),
                taxed_was=tuple(before.taxed),
                taxed=tuple(dict.fromkeys(path.taxed)),
            )
        )
        last = last if known else setting
    return tuple(entered)


def entered_traits(it: Character, traits: tuple[str, ...]) -> tuple[CastTrait, ...]:
    """New traits, each with an id of its own."""
    ids, entered = dict.fromkeys(it.traits), []
    for text in traits:
        slug = fresh_id(text, ids, "trait")
        ids[slug] = None
        entered.append(CastTrait(trait=slug, text=text))
    return tuple(entered)


def entered_conditions(it: Character, conditions: tuple[PaperCondition, ...]) -> tuple[ConditionEntered, ...]:
    """New conditions, each with an id of its own."""
    ids, entered = dict.fromkeys(it.conditions), []
    for one in conditions:
        slug = fresh_id(one.text, ids, "condition")
        ids[slug] = None
        entered.append(
            ConditionEntered(
                condition=slug,
                text=one.text,
                rank=one.rank,
                origin=ConditionOrigin.VOLUNTARY if one.chosen else ConditionOrigin.GM,
                hindered_count=one.hindered_count,
            )
        )
    return tuple(entered)


def entered_assets(
    it: Character, assets: tuple[PaperAsset, ...], lifepaths: tuple[LifepathEntered, ...]
) -> tuple[AssetEntered, ...]:
    """New assets under a lifepath of the sheet as it will be; or why one of them cannot be there."""
    ids = dict.fromkeys((*it.temporary_assets, *it.permanent_assets))
    held = [one.name for one in it.temporary_assets.values()] + [one.name for one in it.permanent_assets.values()]
    paths = {slug: path.name for slug, path in it.lifepaths.items()}
    paths |= {path.lifepath: path.name for path in lifepaths}
    entered = []
    for asset in assets:
        path = found(
            next((slug for slug, name in paths.items() if same(name, asset.lifepath)), None),
            "lifepath_not_entered",
            lifepath=asset.lifepath,
            asset=asset.name,
        )
        need(not any(same(asset.name, name) for name in held), "asset_exists", name=asset.name)
        if asset.fate_paid and asset.kind in UPGRADES:
            raise CommandRefused("noted_costs_nothing", name=asset.name)
        if asset.fate_paid not in (0, COST_OF.get(asset.kind, 0)):
            cost = COST_OF[asset.kind]
            raise CommandRefused(
                "fate_paid_wrong", name=asset.name, kind=asset.kind, cost=cost, paid=asset.fate_paid
            )
        slug = fresh_id(asset.name, ids, asset.kind.value.replace("_", "-"))
        ids[slug] = None
        entered.append(
            AssetEntered(asset=slug, lifepath=path, kind=asset.kind, name=asset.name, fate_paid=asset.fate_paid)
        )
    return tuple(entered)


def marks(event: SheetEntered) -> list[str]:
    """The paths on the sheet of what was entered."""
    points = (("fate", event.fate), ("persona", event.persona))
    return [
        *(name for name, moved in points if moved is not None),
        *(f"lifepaths.{path.lifepath}" for path in event.lifepaths),
        *(f"traits.{trait.trait}" for trait in event.traits),
        *(f"conditions.{one.condition}" for one in event.conditions),
        *(f"assets.{asset.asset}" for asset in event.assets),
    ]


WHY = "entered from paper"


def numbered(owner: str, name: str, moved: Entered, label: str) -> Iterable[Fact]:
    """Facts of a number that paper gives another value."""
    if moved.was != moved.now:
        yield number(owner, name, moved.now - moved.was, moved.now, WHY, label)


def lifepath_on_paper(state: Circle, owner: str, path: LifepathEntered) -> Iterable[Fact]:
    """A lifepath with its dice, its tracks and its taxes."""
    base = f"lifepaths.{path.lifepath}"
    if not path.rating.was:
        yield standing(owner, "lifepaths", path.lifepath, "", "taken", WHY, path.name)
    yield from numbered(owner, f"{base}.rating", path.rating, f"{path.name}: dice")
    for name, moved in (("spent_fate", path.spent_fate), ("spent_persona", path.spent_persona)):
        what = name.removeprefix("spent_").title()
        yield from numbered(owner, f"{base}.{name}", moved, f"{what} spent as {path.name}")
    for ability in sorted({*path.taxed, *path.taxed_was}):
        was, now = ("taxed" if ability in side else "" for side in (path.taxed_was, path.taxed))
        if was != now:
            yield tax(state, owner, path.lifepath, ability.value, was, now, WHY)
    yield tracks.of_lifepath(state, owner, path.lifepath)
    yield from tracks.of_assets(state, owner, path.lifepath)


@chapter.applies(SheetEntered, renames=True)
def _(state: Circle, event: SheetEntered) -> None:
    it = pc_of(state, event.character)
    if event.fate is not None:
        must(it.fate == event.fate.was, f"{event.character} had {it.fate} fate")
        it.fate = event.fate.now
    if event.persona is not None:
        must(it.persona == event.persona.was, f"{event.character} had {it.persona} persona")
        it.persona = event.persona.now
    for path in event.lifepaths:
        known = it.lifepaths.get(path.lifepath)
        must((known.rating if known else 0) == path.rating.was, f"{path.lifepath} was rated otherwise")
        it.lifepaths[path.lifepath] = Lifepath(
            path.name,
            path.setting,
            path.position,
            path.is_born,
            path.is_bridge,
            path.rating.now,
            path.spent_persona.now,
            path.spent_fate.now,
            list(path.taxed),
        )
    it.traits.update((trait.trait, trait.text) for trait in event.traits)
    for one in event.conditions:
        it.conditions[one.condition] = Condition(one.text, one.rank, one.origin, one.hindered_count)
    for asset in event.assets:
        lifepath_of(state, event.character, asset.lifepath)
        if asset.kind in UPGRADES:
            it.temporary_assets[asset.asset] = TemporaryAsset(asset.lifepath, asset.kind, asset.name)
        else:
            it.permanent_assets[asset.asset] = PermanentAsset(
                asset.lifepath, asset.kind, asset.name, asset.fate_paid
            )
    it.entered = list(dict.fromkeys((*it.entered, *marks(event))))


@chapter.tells(SheetEntered, "The paper sheet of {character} is entered")
def _(state: Circle, event: SheetEntered) -> Iterable[Fact]:
    owner = event.character
    yield told(WHY, "sheet", owner)
    for name, moved in (("fate", event.fate), ("persona", event.persona)):
        if moved is not None:
            yield from numbered(owner, name, moved, name.title())
    for path in event.lifepaths:
        yield from lifepath_on_paper(state, owner, path)
    for trait in event.traits:
        yield standing(owner, "traits", trait.trait, "", "held", WHY, trait.text)
    for one in event.conditions:
        yield standing(owner, "conditions", one.condition, "", one.rank.value, WHY, one.text)
        yield tracks.of_condition(state, owner, one.condition)
    for asset in event.assets:
        noted = asset.kind in UPGRADES
        group, now = ("temporary_assets", "noted") if noted else ("permanent_assets", "held")
        yield standing(owner, group, asset.asset, "", now, f"{WHY}, {words(asset.kind)}", asset.name)
        if noted:
            yield tracks.of_asset(state, owner, asset.asset)


def entering(state: Circle, seat: Seat) -> Offer:
    """A paper sheet of a campaign that has been running."""
    settings = one_of({slug: it.name for slug, it in state.settings.items()})
    choices = {
        "lifepaths.setting": settings,
        "lifepaths.taxed": any_of(Ability),
        "conditions.rank": any_of(Rank),
        "assets.kind": any_of(AssetKind),
    }
    return seat.offer(
        EnterSheet,
        f"{seat.it.name}: enter a paper sheet",
        {"character": seat.who},
        {name: found for name, found in choices.items() if found},
        group=CHARACTER,
        weight=Weight.ASIDE,
    )
