"""Guards, asked before anything else: who may act, for whom, in which scene, on which test."""

from domain.hot_circle.lookup import reserved_fate, runs
from domain.hot_circle.printed import HIGHEST_LEVEL, HIGHEST_STEP, LOWEST_STEP
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character, Lifepath, PermanentAsset, TemporaryAsset
from domain.hot_circle.state.play import AbilityTest, ObstacleTest, Result, Scene
from domain.hot_circle.state.world import Setting
from domain.hot_circle.terms import EndStep, SessionStatus, Stage
from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, found, need, one_there
from domain.kernel.people import Asker

chapter = Chapter[Circle](
    "Who may act, and when",
    {
        "campaign_ended": "This campaign is over. Nothing more can happen in it.",
        "genre_missing": "Write down a genre and a style before anything else.",
        "gm_only": "Only the gamemaster may do this.",
        "session_zero_only": "This belongs to session zero, and play has begun.",
        "no_open_session": "No session is open. Open one first.",
        "session_open": "Session {session} is open. This is for between sessions.",
        "session_not_ending": "This belongs to the end of a session. Begin that first.",
        "wrong_step": "This belongs to another step of the session end ({needs}); now it is {step}.",
        "character_unknown": "There is no such character{there:+. Those there are: }.",
        "story_over": "The story of {character} is over: {what}.",
        "not_a_pc": "{character} is no player's character.",
        "not_your_character": "This is not your character: whoever plays {character} may do this.",
        "no_scene": "No scene is open. Open one first.",
        "not_present": "{character} is not in this scene.",
        "test_resolved": "{test} is over; its result stands.",
        "test_unknown": "There is no such test{there:+. Those there are: }.",
        "lifepath_unknown": "{character} has no such lifepath{there:+. The lifepaths: }.",
        "asset_unknown": "There is no such asset on the sheet{there:+. Those there are: }.",
        "asset_lost": "{asset} is lost.",
        "fate_reserved": "Of {fate:?fate point|fate points}, {reserved:?is|are} kept for compels on offer, so "
        "nothing is left. Settle those first.",
        "bad_level": "The level is 0 for anybody, 1 for a journeyman or {most} for a master.",
        "bad_step": "The step is {least} for easy, 2 for moderate or {most} for hard.",
    },
)


def in_play(state: Circle) -> None:
    """Refuse after the campaign's end, and before its genre and style are written down (HC-01)."""
    need(state.stage is not Stage.ENDED, "campaign_ended")
    need(state.genre, "genre_missing")


def gm_in_play(state: Circle, asker: Asker) -> None:
    """Refuse as `in_play` does, and anybody but the gamemaster."""
    need(state.stage is not Stage.ENDED, "campaign_ended")
    need(asker.is_gm, "gm_only")
    need(state.genre, "genre_missing")


def session_zero(state: Circle) -> None:
    """Refuse outside session zero."""
    need(state.stage is Stage.SESSION_ZERO, "session_zero_only")


def session_open(state: Circle) -> None:
    """Refuse while no session is open."""
    need(state.stage is Stage.IN_SESSION, "no_open_session")


def no_session(state: Circle) -> None:
    """Refuse while a session is open: this waits for its end."""
    need(state.stage is not Stage.IN_SESSION, "session_open", session=state.game_session.session_no)


def in_step(state: Circle, step: EndStep) -> None:
    """Refuse unless the end of a session has come to this step, and not gone on."""
    session = state.game_session
    need(session.status is SessionStatus.ENDING, "session_not_ending")
    need(session.ending_step is step, "wrong_step", needs=step, step=session.ending_step)


def known_character(state: Circle, slug: str) -> Character:
    """A character of the cast, refused where unknown or where their story is over."""
    it = one_there(
        state.characters, slug, "character_unknown", (who for who, one in state.characters.items() if not one.end)
    )
    need(not it.end, "story_over", character=slug, what=it.end)
    return it


def pc(state: Circle, slug: str) -> Character:
    """A player's character; refused for any other id."""
    it = known_character(state, slug)
    need(it.is_pc, "not_a_pc", character=slug)
    return it


def own_pc(state: Circle, slug: str, asker: Asker) -> Character:
    """The asker's own character; refused for any other."""
    it = pc(state, slug)
    need(runs(state, it, asker), "not_your_character", character=slug)
    return it


def acted_for(state: Circle, slug: str, asker: Asker) -> Character:
    """A character for whom the asker may act, as whoever runs it or the gamemaster; refused otherwise."""
    it = known_character(state, slug)
    need(asker.is_gm or runs(state, it, asker), "not_your_character", character=slug)
    return it


def scene_open(state: Circle) -> Scene:
    """The scene being played; refused without one."""
    return found(state.open_scene, "no_scene")


def in_scene(state: Circle, slug: str) -> None:
    """Refuse a character who takes no part in the open scene."""
    need(slug in scene_open(state).present, "not_present", character=slug, scene=state.scene)


def open_obstacle_test(state: Circle, test: str) -> ObstacleTest:
    """The open obstacle test, if it is this one; refused otherwise."""
    it = state.obstacle_test
    if it is None or it.id != test:
        raise no_such_test(state, test)
    need(it.open, "test_resolved", test=test)
    return it


def open_ability_test(state: Circle, test: str) -> AbilityTest:
    """The open ability test, if it is this one; refused otherwise."""
    it = state.ability_test
    if it is None or it.id != test:
        raise no_such_test(state, test)
    need(it.open, "test_resolved", test=test)
    return it


def no_such_test(state: Circle, test: str) -> CommandRefused:
    """The refusal for a test that is not under way: over, or never begun."""
    if test in state.results:
        return CommandRefused("test_resolved", test=test)
    running = [it.id for it in (state.obstacle_test, state.ability_test) if it is not None and it.open]
    return CommandRefused("test_unknown", test=test, there=running)


def known_lifepath(it: Character, owner: str, slug: str) -> Lifepath:
    """A lifepath on a sheet; refused where it is not there."""
    return one_there(
        it.lifepaths, slug, "lifepath_unknown", (path.name for path in it.lifepaths.values()), character=owner
    )


def asset_names(it: Character) -> list[str]:
    """The assets on a sheet that are not lost, by their names."""
    lasting = (asset.name for asset in it.permanent_assets.values() if not asset.lost)
    return [*(asset.name for asset in it.temporary_assets.values()), *lasting]


def known_setting(state: Circle, slug: str) -> Setting:
    """A setting of the campaign; refused for any other id."""
    return one_there(state.settings, slug, "setting_unknown")


def known_result(state: Circle, test: str) -> Result:
    """The result of a test that is over; refused for any other id."""
    return one_there(state.results, test, "test_unknown")


def held_asset(it: Character, owner: str, slug: str) -> TemporaryAsset | PermanentAsset:
    """An asset on a sheet that is not lost; refused otherwise."""
    if slug in it.temporary_assets:
        return it.temporary_assets[slug]
    permanent = one_there(it.permanent_assets, slug, "asset_unknown", asset_names(it), character=owner)
    need(not permanent.lost, "asset_lost", asset=slug)
    return permanent


def fate_free(state: Circle, slug: str, it: Character, broke: str) -> None:
    """Refuse to spend fate that is kept for a compel (HC-58).

    `broke` is the refusal where there is none at all.
    """
    need(it.fate, broke, character=slug)
    reserved = reserved_fate(state, slug)
    need(it.fate > reserved, "fate_reserved", fate=it.fate, reserved=reserved)


def difficulty_said(level: int | None, step: int | None) -> None:
    """Refuse a difficulty without who would find it hard, and how hard (HC-29)."""
    if level is None or not 0 <= level <= HIGHEST_LEVEL:
        raise CommandRefused("bad_level", level=level, most=HIGHEST_LEVEL)
    if step is None or not LOWEST_STEP <= step <= HIGHEST_STEP:
        raise CommandRefused("bad_step", step=step, least=LOWEST_STEP, most=HIGHEST_STEP)
