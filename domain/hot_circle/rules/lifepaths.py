"""Life stories: the chain of lifepaths, bridges, requirements, what each left behind (HC-10, HC-15 to HC-18)."""

import re

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import Character, Circle
from domain.hot_circle.tables import DOUBLED_RATING, STARTING_RATING
from domain.hot_circle.terms import AssetKind, LifepathOrigin
from domain.hot_circle.words import fresh_id, normalised, same
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .common import blank, lifepath, own_pc, pc, session_zero
from .creation import being_written, in_creation

_CHILDHOOD = re.compile(r"\S[\s-]born$")
KNOWLEDGE = (AssetKind.WISE, AssetKind.SKILL)
POSSESSION = (AssetKind.SPECIAL_ITEM, AssetKind.RELATIONSHIP)


def set_starting_lifepaths(state: Circle, command: ask.SetStartingLifepaths) -> Decision[Event]:
    """HC-10: two for amateurs, three or four for a good start, five or six for the powerful."""
    if wrong := session_zero(state):
        return wrong
    if command.count < 1:
        return refuse("too_few", count=command.count)
    if any(it.complete for it in state.pcs.values()):
        return refuse("characters_complete")
    for slug, it in state.pcs.items():
        if it.picks > command.count:
            return refuse("lifepaths_taken", character=slug, picks=it.picks, count=command.count)
    if command.count == state.starting_lifepaths:
        return refuse("no_change")
    return [say.StartingLifepathsSet(count=command.count)]


def require_lifepaths(state: Circle, command: ask.RequireLifepaths) -> Decision[Event]:
    """HC-17: a rare lifepath waits for those before it."""
    if not command.requires:
        return refuse("requirement_empty", lifepath=command.lifepath_name)
    return [say.LifepathRequirementSet(lifepath_name=command.lifepath_name, requires=command.requires)]


def approve_bridge(state: Circle, command: ask.ApproveBridge) -> Decision[Event]:
    """HC-15: the gamemaster lets a lifepath lead into another setting."""
    it = pc(state, command.character)
    if isinstance(it, Refusal):
        return it
    if command.setting not in state.settings:
        return refuse("setting_unknown", setting=command.setting)
    if bridged(it, command.name, command.setting):
        return refuse("no_change")
    return [say.BridgeApproved(character=command.character, name=command.name, setting=command.setting)]


def bridged(it: Character, name: str, setting: str) -> bool:
    """Whether this step into another setting is approved."""
    return any(bridge.setting_id == setting and same(bridge.name, name) for bridge in it.bridges)


def take_lifepath(state: Circle, command: ask.TakeLifepath, asker: Asker) -> Decision[Event]:
    """HC-15, HC-17, HC-68: the next in the chain, at rating 3."""
    it = own_pc(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    creating = in_creation(state, it)
    if wrong := no_room(state, it, creating=creating) or unfit(state, it, command):
        return wrong
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


def no_room(state: Circle, it: Character, *, creating: bool) -> Refusal | None:
    """Why no lifepath can be taken now, or None."""
    if not creating:
        return None if it.lifepaths_due else refuse("one_lifepath_per_skip", skips=state.skips)
    if state.starting_lifepaths is None:
        return refuse("starting_lifepaths_unset")
    if it.picks >= state.starting_lifepaths:
        return refuse("too_many_lifepaths", most=state.starting_lifepaths)
    return None


def childhood(name: str) -> bool:
    """Whether a lifepath of this name is a childhood, such as Docks-born."""
    return _CHILDHOOD.search(normalised(name)) is not None


def unfit(state: Circle, it: Character, command: ask.TakeLifepath) -> Refusal | None:
    """Why this lifepath cannot be the next, or None."""
    if command.setting not in state.settings:
        return refuse("setting_unknown", setting=command.setting)
    if any(same(path.name, command.name) for path in it.lifepaths.values()):
        return refuse("lifepath_exists", lifepath=command.name)
    born = childhood(command.name)
    if not it.lifepaths:
        return None if born else refuse("born_first", setting=command.setting)
    if born:
        return refuse("born_later", lifepath=command.name)
    last = list(it.lifepaths.values())[-1]
    been_there = state.house_rules.free_return and any(
        path.setting_id == command.setting for path in it.lifepaths.values()
    )
    if last.setting_id != command.setting and not been_there and not bridged(it, command.name, command.setting):
        return refuse("setting_jump", lifepath=command.name, last=last.name)
    earlier = {normalised(path.name) for path in it.lifepaths.values()}
    wanted = state.requirements.get(normalised(command.name))
    lacking = [name for name in wanted.requires if normalised(name) not in earlier] if wanted else []
    if lacking:
        return refuse("requirement_missing", lifepath=command.name, requires=lacking)
    return None


def repeat_lifepath(state: Circle, command: ask.RepeatLifepath, asker: Asker) -> Decision[Event]:
    """HC-16: one lifepath, also the childhood, may be taken twice."""
    it = being_written(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    path = lifepath(it, command.character, command.lifepath)
    if isinstance(path, Refusal):
        return path
    if it.doubled is not None:
        return refuse("already_doubled", lifepath=it.doubled)
    if state.starting_lifepaths is None:
        return refuse("starting_lifepaths_unset")
    if it.picks >= state.starting_lifepaths:
        return refuse("no_lifepath_left", most=state.starting_lifepaths)
    return [say.LifepathRepeated(character=command.character, lifepath=command.lifepath, rating=DOUBLED_RATING)]


def choose_starting_asset(state: Circle, command: ask.ChooseStartingAsset, asker: Asker) -> Decision[Event]:
    """HC-18: a wise or a skill for each lifepath, an item or a relationship for one of them."""
    it = being_written(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    path = lifepath(it, command.character, command.lifepath)
    if isinstance(path, Refusal):
        return path
    if command.kind not in (*KNOWLEDGE, *POSSESSION):
        return refuse("temporary_at_start", kind=command.kind)
    if command.kind in KNOWLEDGE and any(
        asset.lifepath_id == command.lifepath for asset in it.kept(*KNOWLEDGE).values()
    ):
        return refuse("starting_knowledge_done", lifepath=command.lifepath)
    if command.kind in POSSESSION and (has := next(iter(it.kept(*POSSESSION)), None)):
        return refuse("starting_item_done", asset=has)
    if any(same(asset.name, command.name) for asset in it.permanent_assets.values()):
        return refuse("asset_exists", name=command.name)
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
