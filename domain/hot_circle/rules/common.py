"""What many rules ask first: who acts, for whom, in which scene, on which test."""

from typing import TypeVar

from domain.hot_circle.state import (
    AbilityTest,
    Character,
    Circle,
    Lifepath,
    ObstacleTest,
    PermanentAsset,
    Scene,
    Setting,
    TemporaryAsset,
)
from domain.hot_circle.terms import EndStep, SessionStatus, Stage
from domain.kernel.decisions import Refusal, refuse
from domain.kernel.people import Asker

T = TypeVar("T")


def character(state: Circle, slug: str) -> Character | Refusal:
    """Anybody of the cast whose story goes on."""
    found = state.characters.get(slug)
    if found is None:
        return refuse("character_unknown", character=slug)
    return refuse("story_over", character=slug, what=found.end) if found.end else found


def pc(state: Circle, slug: str) -> Character | Refusal:
    """A player's character."""
    found = character(state, slug)
    if isinstance(found, Refusal) or found.is_pc:
        return found
    return refuse("not_a_pc", character=slug)


def runs(state: Circle, it: Character, asker: Asker) -> bool:
    """Whether this person runs the character: its player; the gamemaster for everybody without one here."""
    if it.is_pc and it.player in state.seated_players:
        return it.player == asker.person
    return asker.is_gm


def own_pc(state: Circle, slug: str, asker: Asker) -> Character | Refusal:
    """One's own character."""
    found = pc(state, slug)
    if isinstance(found, Refusal) or runs(state, found, asker):
        return found
    return refuse("not_your_character", character=slug)


def acted_for(state: Circle, slug: str, asker: Asker) -> Character | Refusal:
    """A character for whom this person may act: whoever runs it, and the gamemaster."""
    found = character(state, slug)
    if isinstance(found, Refusal) or asker.is_gm or runs(state, found, asker):
        return found
    return refuse("not_your_character", character=slug)


def scene_open(state: Circle) -> Scene | Refusal:
    """The scene being played."""
    return state.open_scene or refuse("no_scene")


def present(state: Circle, slug: str) -> Refusal | None:
    """Why this character takes no part in the open scene, or None."""
    scene = scene_open(state)
    if isinstance(scene, Refusal):
        return scene
    return None if slug in scene.present else refuse("not_present", character=slug, scene=state.scene)


def session_open(state: Circle) -> Refusal | None:
    """Why nothing of a session can happen now, or None."""
    if state.stage is not Stage.IN_SESSION:
        return refuse("no_open_session")
    return None


def no_session(state: Circle) -> Refusal | None:
    """Why this has to wait for the session's end, or None."""
    if state.stage is Stage.IN_SESSION:
        return refuse("session_open", session=state.game_session.session_no)
    return None


def session_zero(state: Circle) -> Refusal | None:
    """Why this belongs to session zero, or None."""
    return None if state.stage is Stage.SESSION_ZERO else refuse("session_zero_only")


def in_step(state: Circle, *steps: EndStep) -> Refusal | None:
    """Why this step of a session's end has not come, or is gone; or None."""
    session = state.game_session
    if session.status is not SessionStatus.ENDING:
        return refuse("session_not_ending")
    if session.ending_step in steps:
        return None
    return refuse("wrong_step", needs=steps[0], step=session.ending_step)


def open_obstacle_test(state: Circle, test: str) -> ObstacleTest | Refusal:
    """The open obstacle test, if it is this one."""
    found = state.obstacle_test
    if found is not None and found.id == test:
        return found if found.open else refuse("test_resolved", test=test)
    return no_such_test(state, test)


def open_ability_test(state: Circle, test: str) -> AbilityTest | Refusal:
    """The open ability test, if it is this one."""
    found = state.ability_test
    if found is not None and found.id == test:
        return found if found.open else refuse("test_resolved", test=test)
    return no_such_test(state, test)


def no_such_test(state: Circle, test: str) -> Refusal:
    """Why there is nothing to do about a test."""
    return refuse("test_resolved" if test in state.results else "test_unknown", test=test)


def is_ability_test(state: Circle, test: str) -> bool:
    """Whether this is the ability test under way, or the last one."""
    return state.ability_test is not None and state.ability_test.id == test


def any_test_open(state: Circle) -> str | None:
    """The id of a test that is still to be settled, or None."""
    for test in (state.ability_test, state.obstacle_test):
        if test is not None and test.open:
            return test.id
    return None


def lifepath(it: Character, owner: str, slug: str) -> Lifepath | Refusal:
    """A lifepath on a sheet."""
    return it.lifepaths.get(slug) or refuse("lifepath_unknown", character=owner, lifepath=slug)


def asset(it: Character, owner: str, slug: str) -> TemporaryAsset | PermanentAsset | Refusal:
    """Something on a sheet that is not lost."""
    if slug in it.temporary_assets:
        return it.temporary_assets[slug]
    permanent = it.permanent_assets.get(slug)
    if permanent is None:
        return refuse("asset_unknown", character=owner, asset=slug)
    return refuse("asset_lost", asset=slug) if permanent.lost else permanent


def at_hand(state: Circle, it: TemporaryAsset) -> bool:
    """HC-53: whether it was established in the open scene, or in one that this directly continues."""
    scene = state.scene
    while scene is not None:
        if scene in it.available_in:
            return True
        scene = state.scenes[scene].continues_scene_id
    return False


def shared_settings(state: Circle, it: Character) -> dict[str, Setting]:
    """HC-15: a character belongs to the setting of every lifepath of its own."""
    mine = {path.setting_id for path in it.lifepaths.values()}
    return {slug: setting for slug, setting in state.settings.items() if slug in mine}


def reserved_fate(state: Circle, slug: str) -> int:
    """HC-58: a point for each compel on offer is kept for it."""
    return sum(1 for compel in state.compels.values() if compel.open and compel.compeller == slug)


def blank(text: str) -> bool:
    """Whether there is nothing to read."""
    return not text.strip()
