"""Entering a paper sheet: what it can show, whatever play has led there (HC-14 to HC-18, HC-60 to HC-64)."""

from collections.abc import Iterable

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import Character, Circle, Lifepath
from domain.hot_circle.tables import (
    COST_OF,
    HIGHEST_RATING,
    PERSONA_TO_RAISE,
    STARTING_RATING,
    TESTS_TO_CLEAR,
    UPGRADES,
)
from domain.hot_circle.terms import ConditionOrigin
from domain.hot_circle.words import fresh_id, normalised, same
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.people import Asker

from .common import acted_for, no_session, pc
from .creation import in_creation
from .lifepaths import childhood


def enter_sheet(state: Circle, command: ask.EnterSheet, asker: Asker) -> Events:
    """All of it in one step, or none of it."""
    it = writable(state, command.character, asker)
    given = (command.lifepaths, command.traits, command.conditions, command.assets)
    if command.fate is None and command.persona is None and not any(given):
        raise CommandRefused("nothing_entered")
    fits_a_sheet(state, command, it)
    lifepaths = entered_lifepaths(it, command.lifepaths)
    assets = entered_assets(it, command.assets, lifepaths)
    return [
        say.SheetEntered(
            character=command.character,
            fate=None if command.fate is None else say.Entered(was=it.fate, now=command.fate),
            persona=None if command.persona is None else say.Entered(was=it.persona, now=command.persona),
            lifepaths=lifepaths,
            traits=entered_traits(it, command.traits),
            conditions=entered_conditions(it, command.conditions),
            assets=assets,
        )
    ]


def writable(state: Circle, slug: str, asker: Asker) -> Character:
    """A player's character whose paper may be entered now by this person."""
    no_session(state)
    pc(state, slug)
    it = acted_for(state, slug, asker)
    need(asker.is_gm or in_creation(state, it), "sheet_settled", character=slug)
    return it


def fits_a_sheet(state: Circle, command: ask.EnterSheet, it: Character) -> None:
    """A sheet can show all of this."""
    named = (
        [path.name for path in command.lifepaths], list(command.traits),
        [one.text for one in command.conditions], [asset.name for asset in command.assets],
    )  # fmt: skip
    for names in named:
        if (twice := repeated(names)) is not None:
            raise CommandRefused("entered_twice", name=twice)
    for path in command.lifepaths:
        lifepath_fits(state, it, path)
    life_story_fits(state, it, command.lifepaths)
    for text in command.traits:
        need(not any(same(text, known) for known in it.traits.values()), "trait_exists", trait=text)
    conditions_fit(it, command.conditions)


def repeated(names: Iterable[str]) -> str | None:
    """The first name that comes twice."""
    seen: set[str] = set()
    for name in names:
        if normalised(name) in seen:
            return name
        seen.add(normalised(name))
    return None


def lifepath_fits(state: Circle, it: Character, path: ask.PaperLifepath) -> None:
    """A lifepath may stand so on a sheet."""
    if path.setting is not None and path.setting not in state.settings:
        raise CommandRefused("setting_unknown", setting=path.setting)
    if path.setting is None and known_path(it, path.name) is None:
        raise CommandRefused("lifepath_setting_missing", lifepath=path.name)
    need(STARTING_RATING <= path.rating <= HIGHEST_RATING, "rating_wrong", lifepath=path.name, rating=path.rating)
    full = PERSONA_TO_RAISE.get(path.rating)
    if full is not None and path.spent_persona >= full:
        raise CommandRefused(
            "track_full", lifepath=path.name, rating=path.rating, spent=path.spent_persona, need=full
        )


def life_story_fits(state: Circle, it: Character, paths: tuple[ask.PaperLifepath, ...]) -> None:
    """HC-15: the first lifepath is a childhood, and no later one is."""
    coming = [path for path in paths if known_path(it, path.name) is None]
    if coming and not it.lifepaths:
        first, *coming = coming
        if not childhood(first.name):
            setting = state.settings[first.setting].name if first.setting else ""
            raise CommandRefused("born_first", setting=setting)
    later = next((path.name for path in coming if childhood(path.name)), None)
    need(later is None, "born_later", lifepath=later)


def conditions_fit(it: Character, conditions: tuple[ask.PaperCondition, ...]) -> None:
    """A sheet can show these conditions beside its own."""
    chosen = next((slug for slug, one in it.conditions.items() if one.origin is ConditionOrigin.VOLUNTARY), None)
    for one in conditions:
        for slug, known in it.conditions.items():
            need(not same(known.text, one.text), "condition_exists", condition=slug)
        need(
            one.hindered_count < TESTS_TO_CLEAR[one.rank],
            "already_cleared",
            condition=one.text,
            rank=one.rank,
            count=one.hindered_count,
        )
        if one.chosen and chosen is not None:
            raise CommandRefused("one_voluntary", condition=chosen)
        chosen = one.text if one.chosen else chosen


def known_path(it: Character, name: str) -> str | None:
    """The lifepath on the sheet that goes by this name."""
    return next((slug for slug, path in it.lifepaths.items() if same(path.name, name)), None)


def entered_lifepaths(it: Character, paths: tuple[ask.PaperLifepath, ...]) -> tuple[say.LifepathEntered, ...]:
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
            say.LifepathEntered(
                lifepath=slug,
                name=before.name or path.name,
                setting=setting,
                position=position,
                is_born=before.is_born or position == 1,
                is_bridge=before.is_bridge if known else last not in (None, setting),
                rating=say.Entered(was=before.rating, now=path.rating),
                spent_persona=say.Entered(was=before.spent_persona, now=path.spent_persona),
                spent_fate=say.Entered(was=before.spent_fate, now=path.spent_fate),
                taxed_was=tuple(before.taxed),
                taxed=tuple(dict.fromkeys(path.taxed)),
            )
        )
        last = last if known else setting
    return tuple(entered)


def entered_traits(it: Character, traits: tuple[str, ...]) -> tuple[say.CastTrait, ...]:
    """New traits, each with an id of its own."""
    ids, entered = dict.fromkeys(it.traits), []
    for text in traits:
        slug = fresh_id(text, ids, "trait")
        ids[slug] = None
        entered.append(say.CastTrait(trait=slug, text=text))
    return tuple(entered)


def entered_conditions(
    it: Character, conditions: tuple[ask.PaperCondition, ...]
) -> tuple[say.ConditionEntered, ...]:
    """New conditions, each with an id of its own."""
    ids, entered = dict.fromkeys(it.conditions), []
    for one in conditions:
        slug = fresh_id(one.text, ids, "condition")
        ids[slug] = None
        entered.append(
            say.ConditionEntered(
                condition=slug,
                text=one.text,
                rank=one.rank,
                origin=ConditionOrigin.VOLUNTARY if one.chosen else ConditionOrigin.GM,
                hindered_count=one.hindered_count,
            )
        )
    return tuple(entered)


def entered_assets(
    it: Character, assets: tuple[ask.PaperAsset, ...], lifepaths: tuple[say.LifepathEntered, ...]
) -> tuple[say.AssetEntered, ...]:
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
            say.AssetEntered(
                asset=slug, lifepath=path, kind=asset.kind, name=asset.name, fate_paid=asset.fate_paid
            )
        )
    return tuple(entered)
