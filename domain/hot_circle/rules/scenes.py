"""Scenes, and what happens in them without a roll (HC-22 to HC-25, HC-53, HC-54)."""

from domain.hot_circle import commands as ask
from domain.hot_circle import events as say
from domain.hot_circle.state import Circle, PermanentAsset, TemporaryAsset
from domain.hot_circle.tables import ABILITY_FOR, UPGRADES
from domain.hot_circle.terms import AssetKind, Presence, SessionStatus
from domain.kernel.decisions import Decision, Refusal, refuse
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


def open_scene(state: Circle, command: ask.OpenScene) -> Decision[Event]:
    """HC-24: one scene at a time, in an open session."""
    if wrong := session_open(state):
        return wrong
    if state.game_session.status is SessionStatus.ENDING:
        return refuse("session_ending", step=state.game_session.ending_step)
    if state.scene is not None:
        return refuse("scene_open", scene=state.scene)
    there = tuple(dict.fromkeys(command.present))
    for slug in there:
        it = character(state, slug)
        if isinstance(it, Refusal):
            return it
    if command.continues is not None and command.continues not in state.scenes:
        return refuse("scene_unknown", scene=command.continues)
    scene = f"scene-{len(state.scenes) + 1}"
    return [say.SceneOpened(scene=scene, title=command.title, present=there, continues=command.continues)]


def close_scene(state: Circle, command: ask.CloseScene) -> Decision[Event]:
    """HC-24: not in the middle of a test."""
    if state.scene is None:
        return refuse("no_scene")
    if (test := any_test_open(state)) is not None:
        return refuse("test_open", test=test)
    return [say.SceneClosed(scene=state.scene, outcome=command.outcome)]


def change_presence(state: Circle, command: ask.ChangePresence) -> Decision[Event]:
    """Who is there may change while the scene goes on; who takes part in an open test stays."""
    scene = scene_open(state)
    if isinstance(scene, Refusal) or state.scene is None:
        return refuse("no_scene")
    it = character(state, command.character)
    if isinstance(it, Refusal):
        return it
    if (command.character in scene.present) is command.present:
        return refuse("no_change")
    if not command.present and (test := any_test_open(state)) is not None:
        return refuse("test_open", test=test)
    step = Presence.ENTERS if command.present else Presence.LEAVES
    return [say.PresenceChanged(scene=state.scene, character=command.character, step=step)]


def assert_instinct(state: Circle, command: ask.AssertInstinct, asker: Asker) -> Decision[Event]:
    """HC-22: then it was followed; but it does not settle what a versus test is to settle."""
    if wrong := session_open(state):
        return wrong
    it = own_pc(state, command.character, asker)
    if isinstance(it, Refusal):
        return it
    if command.instinct not in it.instincts:
        return refuse("not_my_instinct", character=command.character)
    test = state.obstacle_test
    if test is not None and test.open and test.versus and command.character in test.sides:
        return refuse("instinct_too_broad", test=test.id)
    if blank(command.what):
        return refuse("text_missing")
    return [say.InstinctAsserted(character=command.character, slot=command.instinct, what=command.what)]


def decide_without_test(state: Circle, command: ask.DecideWithoutTest) -> Decision[Event]:
    """HC-25: for one of three reasons, and not once dice have fallen."""
    wrong = present(state, command.character)
    it = character(state, command.character)
    if isinstance(it, Refusal):
        return it
    if wrong or state.scene is None:
        return wrong or refuse("no_scene")
    if command.why is None:
        return refuse("why_missing")
    if blank(command.intent):
        return refuse("intent_missing")
    decided: list[Event] = []
    test = state.obstacle_test
    if test is not None and test.open and test.tester_id == command.character:
        if test.rolls or test.opposed:
            return refuse("test_already_rolled", test=test.id)
        decided.append(say.TestCancelled(test=test.id, why=command.why.value.replace("_", " ")))
    decided.append(
        say.DecidedWithoutTest(
            scene=state.scene,
            character=command.character,
            intent=command.intent,
            decision=command.decision,
            why=command.why,
        )
    )
    return decided


def usable(state: Circle, slug: str, asset_id: str, asker: Asker) -> TemporaryAsset | PermanentAsset | Refusal:
    """HC-53, HC-54: something of a character in the scene that is at hand now."""
    it = acted_for(state, slug, asker)
    if isinstance(it, Refusal):
        return it
    if wrong := present(state, slug):
        return wrong
    found = asset(it, slug, asset_id)
    if isinstance(found, TemporaryAsset) and not at_hand(state, found):
        return refuse("asset_not_available", asset=asset_id, ability=ABILITY_FOR[found.kind])
    return found


def use_asset(state: Circle, command: ask.UseAsset, asker: Asker) -> Decision[Event]:
    """HC-53: what is at hand can be used."""
    found = usable(state, command.character, command.asset, asker)
    if isinstance(found, Refusal) or state.scene is None:
        return found if isinstance(found, Refusal) else refuse("no_scene")
    return [say.AssetUsed(scene=state.scene, character=command.character, asset=command.asset, how=command.how)]


def bring_asset(state: Circle, command: ask.BringAsset, asker: Asker) -> Decision[Event]:
    """HC-54: special items and relationships enter any scene without a test."""
    found = usable(state, command.character, command.asset, asker)
    if isinstance(found, Refusal) or state.scene is None:
        return found if isinstance(found, Refusal) else refuse("no_scene")
    if found.kind not in (AssetKind.SPECIAL_ITEM, AssetKind.RELATIONSHIP):
        return refuse("nothing_to_bring", asset=command.asset, kind=found.kind)
    return [say.AssetBrought(scene=state.scene, character=command.character, asset=command.asset)]


def lose_asset(state: Circle, command: ask.LoseAsset) -> Decision[Event]:
    """HC-65: gone now; what it cost comes back when the session ends."""
    it = character(state, command.character)
    if isinstance(it, Refusal):
        return it
    if command.asset in it.temporary_assets:
        return refuse(
            "not_permanent", asset=command.asset, becomes=UPGRADES[it.temporary_assets[command.asset].kind]
        )
    held = it.permanent_assets.get(command.asset)
    if held is None:
        return refuse("asset_unknown", character=command.character, asset=command.asset)
    if held.lost:
        return refuse("already_lost", asset=command.asset)
    return [say.PermanentAssetLost(character=command.character, asset=command.asset, how=command.how)]
