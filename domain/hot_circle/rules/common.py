"""What many rules ask first: who acts, for whom, in which scene, on which test."""

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
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.people import Asker


def character(state: Circle, slug: str) -> Character:
    """Anybody of the cast whose story goes on."""
    it = found(state.characters.get(slug), "character_unknown", character=slug)
    need(not it.end, "story_over", character=slug, what=it.end)
    return it


def pc(state: Circle, slug: str) -> Character:
    """A player's character."""
    it = character(state, slug)
    need(it.is_pc, "not_a_pc", character=slug)
    return it


def runs(state: Circle, it: Character, asker: Asker) -> bool:
    """Whether this person runs the character: its player; the gamemaster for everybody without one here."""
    if it.is_pc and it.player in state.seated_players:
        return it.player == asker.person
    return asker.is_gm


def own_pc(state: Circle, slug: str, asker: Asker) -> Character:
    """One's own character."""
    it = pc(state, slug)
    need(runs(state, it, asker), "not_your_character", character=slug)
    return it


def acted_for(state: Circle, slug: str, asker: Asker) -> Character:
    """A character for whom this person may act: whoever runs it, and the gamemaster."""
    it = character(state, slug)
    need(asker.is_gm or runs(state, it, asker), "not_your_character", character=slug)
    return it


def scene_open(state: Circle) -> Scene:
    """The scene being played."""
    return found(state.open_scene, "no_scene")


def present(state: Circle, slug: str) -> None:
    """This character takes part in the open scene."""
    need(slug in scene_open(state).present, "not_present", character=slug, scene=state.scene)


def session_open(state: Circle) -> None:
    """A session is open."""
    need(state.stage is Stage.IN_SESSION, "no_open_session")


def no_session(state: Circle) -> None:
    """No session is open: this waits for its end."""
    need(state.stage is not Stage.IN_SESSION, "session_open", session=state.game_session.session_no)


def session_zero(state: Circle) -> None:
    """The campaign is in session zero."""
    need(state.stage is Stage.SESSION_ZERO, "session_zero_only")


def in_step(state: Circle, step: EndStep) -> None:
    """The end of a session has come to this step, and not gone on."""
    session = state.game_session
    need(session.status is SessionStatus.ENDING, "session_not_ending")
    need(session.ending_step is step, "wrong_step", needs=step, step=session.ending_step)


def open_obstacle_test(state: Circle, test: str) -> ObstacleTest:
    """The open obstacle test, if it is this one."""
    it = state.obstacle_test
    if it is None or it.id != test:
        raise no_such_test(state, test)
    need(it.open, "test_resolved", test=test)
    return it


def open_ability_test(state: Circle, test: str) -> AbilityTest:
    """The open ability test, if it is this one."""
    it = state.ability_test
    if it is None or it.id != test:
        raise no_such_test(state, test)
    need(it.open, "test_resolved", test=test)
    return it


def no_such_test(state: Circle, test: str) -> CommandRefused:
    """The refusal for a test that is not under way: over, or never begun."""
    return CommandRefused("test_resolved" if test in state.results else "test_unknown", test=test)


def is_ability_test(state: Circle, test: str) -> bool:
    """Whether this is the ability test under way, or the last one."""
    return state.ability_test is not None and state.ability_test.id == test


def any_test_open(state: Circle) -> str | None:
    """The id of a test that is still to be settled, or None."""
    for test in (state.ability_test, state.obstacle_test):
        if test is not None and test.open:
            return test.id
    return None


def lifepath(it: Character, owner: str, slug: str) -> Lifepath:
    """A lifepath on a sheet."""
    return found(it.lifepaths.get(slug), "lifepath_unknown", character=owner, lifepath=slug)


def asset(it: Character, owner: str, slug: str) -> TemporaryAsset | PermanentAsset:
    """Something on a sheet that is not lost."""
    if slug in it.temporary_assets:
        return it.temporary_assets[slug]
    permanent = found(it.permanent_assets.get(slug), "asset_unknown", character=owner, asset=slug)
    need(not permanent.lost, "asset_lost", asset=slug)
    return permanent


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


def fate_free(state: Circle, slug: str, it: Character, broke: str) -> None:
    """HC-58: a fate point that is not kept for a compel. `broke` is the refusal where there is none at all."""
    need(it.fate, broke, character=slug)
    reserved = reserved_fate(state, slug)
    need(it.fate > reserved, "fate_reserved", fate=it.fate, reserved=reserved)


def blank(text: str) -> bool:
    """Whether there is nothing to read."""
    return not text.strip()
