"""Life stories: the chain of lifepaths, bridges, requirements, what each left behind (HC-10, HC-15 to HC-18)."""

import re

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import Character, Circle
from domain.hot_circle.tables import DOUBLED_RATING, STARTING_RATING
from domain.hot_circle.terms import AssetKind, LifepathOrigin
from domain.hot_circle.words import fresh_id, normalised, same
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .common import blank, lifepath, own_pc, pc, session_zero
from .creation import being_written, in_creation

_CHILDHOOD = re.compile(r"\S[\s-]born$")
KNOWLEDGE = (AssetKind.WISE, AssetKind.SKILL)
POSSESSION = (AssetKind.SPECIAL_ITEM, AssetKind.RELATIONSHIP)


def set_starting_lifepaths(state: Circle, command: ask.SetStartingLifepaths) -> Events:
    """HC-10: two for amateurs, three or four for a good start, five or six for the powerful."""
    session_zero(state)
    need(command.count >= 1, "too_few", count=command.count)
    need(not any(it.complete for it in state.pcs.values()), "characters_complete")
    for slug, it in state.pcs.items():
        need(it.picks <= command.count, "lifepaths_taken", character=slug, picks=it.picks, count=command.count)
    need(command.count != state.starting_lifepaths, "no_change")
    return [say.StartingLifepathsSet(count=command.count)]


def require_lifepaths(state: Circle, command: ask.RequireLifepaths) -> Events:
    """HC-17: a rare lifepath waits for those before it."""
    need(command.requires, "requirement_empty", lifepath=command.lifepath_name)
    return [say.LifepathRequirementSet(lifepath_name=command.lifepath_name, requires=command.requires)]


def approve_bridge(state: Circle, command: ask.ApproveBridge) -> Events:
    """HC-15: the gamemaster lets a lifepath lead into another setting."""
    it = pc(state, command.character)
    need(command.setting in state.settings, "setting_unknown", setting=command.setting)
    need(not bridged(it, command.name, command.setting), "no_change")
    return [say.BridgeApproved(character=command.character, name=command.name, setting=command.setting)]


def bridged(it: Character, name: str, setting: str) -> bool:
    """Whether this step into another setting is approved."""
    return any(bridge.setting_id == setting and same(bridge.name, name) for bridge in it.bridges)


def take_lifepath(state: Circle, command: ask.TakeLifepath, asker: Asker) -> Events:
    """HC-15, HC-17, HC-68: the next in the chain, at rating 3."""
    it = own_pc(state, command.character, asker)
    creating = in_creation(state, it)
    has_room(state, it, creating=creating)
    may_come_next(state, it, command)
    last = list(it.lifepaths.values())[-1].setting_id if it.lifepaths else command.setting
    taken: list[Event] = [
        say.LifepathTaken(
            character=command.character,
            lifepath=fresh_id(command.name, it.lifepaths, "lifepath"),
            name=command.name,
            setting=command.setting,
            position=len(it.lifepaths) + 1,
            is_born=not it.lifepaths,
            is_bridge=last != command.setting,
            rating=STARTING_RATING,
            origin=LifepathOrigin.CREATION if creating else LifepathOrigin.TIME_SKIP,
        )
    ]
    if not creating and not blank(command.prologue):
        taken.append(say.PrologueTold(character=command.character, text=command.prologue))
    return taken


def has_room(state: Circle, it: Character, *, creating: bool) -> None:
    """HC-10, HC-68: the number everybody starts with is not reached, or a time-skip brings one more."""
    if not creating:
        need(it.lifepaths_due, "one_lifepath_per_skip", skips=state.skips)
        return
    most = found(state.starting_lifepaths, "starting_lifepaths_unset")
    need(it.picks < most, "too_many_lifepaths", most=most)


def childhood(name: str) -> bool:
    """Whether a lifepath of this name is a childhood, such as Docks-born."""
    return _CHILDHOOD.search(normalised(name)) is not None


def may_come_next(state: Circle, it: Character, command: ask.TakeLifepath) -> None:
    """HC-15, HC-17: a childhood first, then step by step, with bridges, and what it requires behind it."""
    need(command.setting in state.settings, "setting_unknown", setting=command.setting)
    need(
        not any(same(path.name, command.name) for path in it.lifepaths.values()),
        "lifepath_exists",
        lifepath=command.name,
    )
    born = childhood(command.name)
    if not it.lifepaths:
        need(born, "born_first", setting=command.setting)
        return
    need(not born, "born_later", lifepath=command.name)
    last = list(it.lifepaths.values())[-1]
    been_there = state.house_rules.free_return and any(
        path.setting_id == command.setting for path in it.lifepaths.values()
    )
    if last.setting_id != command.setting and not been_there and not bridged(it, command.name, command.setting):
        raise CommandRefused("setting_jump", lifepath=command.name, last=last.name)
    earlier = {normalised(path.name) for path in it.lifepaths.values()}
    wanted = state.requirements.get(normalised(command.name))
    lacking = [name for name in wanted.requires if normalised(name) not in earlier] if wanted else []
    need(not lacking, "requirement_missing", lifepath=command.name, requires=lacking)


def repeat_lifepath(state: Circle, command: ask.RepeatLifepath, asker: Asker) -> Events:
    """HC-16: one lifepath, also the childhood, may be taken twice."""
    it = being_written(state, command.character, asker)
    lifepath(it, command.character, command.lifepath)
    need(it.doubled is None, "already_doubled", lifepath=it.doubled)
    most = found(state.starting_lifepaths, "starting_lifepaths_unset")
    need(it.picks < most, "no_lifepath_left", most=most)
    return [say.LifepathRepeated(character=command.character, lifepath=command.lifepath, rating=DOUBLED_RATING)]


def choose_starting_asset(state: Circle, command: ask.ChooseStartingAsset, asker: Asker) -> Events:
    """HC-18: a wise or a skill for each lifepath, an item or a relationship for one of them."""
    it = being_written(state, command.character, asker)
    lifepath(it, command.character, command.lifepath)
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
        say.PermanentAssetGained(
            character=command.character,
            asset=fresh_id(command.name, it.permanent_assets, command.kind.replace("_", "-")),
            lifepath=command.lifepath,
            kind=command.kind,
            name=command.name,
            fate_paid=0,
        )
    ]
