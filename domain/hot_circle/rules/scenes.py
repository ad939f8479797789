"""Scenes, and what happens in them without a roll (HC-22 to HC-25, HC-53, HC-54)."""

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import Circle, PermanentAsset, TemporaryAsset
from domain.hot_circle.tables import ABILITY_FOR, UPGRADES
from domain.hot_circle.terms import AssetKind, Presence, SessionStatus
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .common import (
    acted_for,
    any_test_open,
    asset,
    at_hand,
    blank,
    character,
    own_pc,
    present,
    scene_open,
    session_open,
)


def open_scene(state: Circle, command: ask.OpenScene) -> Events:
    """HC-24: one scene at a time, in an open session."""
    session_open(state)
    need(
        state.game_session.status is not SessionStatus.ENDING,
        "session_ending",
        step=state.game_session.ending_step,
    )
    need(state.scene is None, "scene_open", scene=state.scene)
    there = tuple(dict.fromkeys(command.present))
    for slug in there:
        character(state, slug)
    if command.continues is not None and command.continues not in state.scenes:
        raise CommandRefused("scene_unknown", scene=command.continues)
    scene = f"scene-{len(state.scenes) + 1}"
    return [say.SceneOpened(scene=scene, title=command.title, present=there, continues=command.continues)]


def close_scene(state: Circle, command: ask.CloseScene) -> Events:
    """HC-24: not in the middle of a test."""
    scene = found(state.scene, "no_scene")
    if (test := any_test_open(state)) is not None:
        raise CommandRefused("test_open", test=test)
    return [say.SceneClosed(scene=scene, outcome=command.outcome)]


def change_presence(state: Circle, command: ask.ChangePresence) -> Events:
    """Who is there may change while the scene goes on; who takes part in an open test stays."""
    scene = found(state.scene, "no_scene")
    character(state, command.character)
    there = command.character in scene_open(state).present
    need(there is not command.present, "no_change")
    if not command.present and (test := any_test_open(state)) is not None:
        raise CommandRefused("test_open", test=test)
    step = Presence.ENTERS if command.present else Presence.LEAVES
    return [say.PresenceChanged(scene=scene, character=command.character, step=step)]


def assert_instinct(state: Circle, command: ask.AssertInstinct, asker: Asker) -> Events:
    """HC-22: then it was followed; but it does not settle what a versus test is to settle."""
    session_open(state)
    it = own_pc(state, command.character, asker)
    need(command.instinct in it.instincts, "not_my_instinct", character=command.character)
    test = state.obstacle_test
    if test is not None and test.open and test.versus and command.character in test.sides:
        raise CommandRefused("instinct_too_broad", test=test.id)
    need(not blank(command.what), "text_missing")
    return [say.InstinctAsserted(character=command.character, slot=command.instinct, what=command.what)]


def decide_without_test(state: Circle, command: ask.DecideWithoutTest) -> Events:
    """HC-25: for one of three reasons, and not once dice have fallen."""
    character(state, command.character)
    present(state, command.character)
    why = found(command.why, "why_missing")
    need(not blank(command.intent), "intent_missing")
    decided: list[Event] = []
    test = state.obstacle_test
    if test is not None and test.open and test.tester_id == command.character:
        if test.rolls or test.opposed:
            raise CommandRefused("test_already_rolled", test=test.id)
        decided.append(say.TestCancelled(test=test.id, why=why.value.replace("_", " ")))
    decided.append(
        say.DecidedWithoutTest(
            scene=state.scene or "",
            character=command.character,
            intent=command.intent,
            decision=command.decision,
            why=why,
        )
    )
    return decided


def usable(state: Circle, slug: str, asset_id: str, asker: Asker) -> TemporaryAsset | PermanentAsset:
    """HC-53, HC-54: something of a character in the scene that is at hand now."""
    it = acted_for(state, slug, asker)
    present(state, slug)
    thing = asset(it, slug, asset_id)
    if isinstance(thing, TemporaryAsset) and not at_hand(state, thing):
        raise CommandRefused("asset_not_available", asset=asset_id, ability=ABILITY_FOR[thing.kind])
    return thing


def use_asset(state: Circle, command: ask.UseAsset, asker: Asker) -> Events:
    """HC-53: what is at hand can be used."""
    usable(state, command.character, command.asset, asker)
    return [
        say.AssetUsed(scene=state.scene or "", character=command.character, asset=command.asset, how=command.how)
    ]


def bring_asset(state: Circle, command: ask.BringAsset, asker: Asker) -> Events:
    """HC-54: special items and relationships enter any scene without a test."""
    thing = usable(state, command.character, command.asset, asker)
    need(
        thing.kind in (AssetKind.SPECIAL_ITEM, AssetKind.RELATIONSHIP),
        "nothing_to_bring",
        asset=command.asset,
        kind=thing.kind,
    )
    return [say.AssetBrought(scene=state.scene or "", character=command.character, asset=command.asset)]


def lose_asset(state: Circle, command: ask.LoseAsset) -> Events:
    """HC-65: gone now; what it cost comes back when the session ends."""
    it = character(state, command.character)
    if command.asset in it.temporary_assets:
        raise CommandRefused(
            "not_permanent", asset=command.asset, becomes=UPGRADES[it.temporary_assets[command.asset].kind]
        )
    held = found(
        it.permanent_assets.get(command.asset), "asset_unknown", character=command.character, asset=command.asset
    )
    need(not held.lost, "already_lost", asset=command.asset)
    return [say.PermanentAssetLost(character=command.character, asset=command.asset, how=command.how)]
