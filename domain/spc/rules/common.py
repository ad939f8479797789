"""What many rules ask first: whose step it is, for whom, and where play stands."""

from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.people import Asker
from domain.spc.lookup import open_conflict, scene_under_way
from domain.spc.state import Action, Adventure, Character, Conflict, Participant, Scene
from domain.spc.terms import ActionStatus, SceneStatus, Stage, Status


def gm_only(asker: Asker) -> None:
    """For the Mastermind alone."""
    need(asker.is_gm, "mastermind_only")


def previewed(state: Adventure) -> None:
    """SPC-02: everything comes after the preview, and before the adventure has ended."""
    need(state.preview is not None, "preview_first")
    need(state.status is not Status.ENDED, "adventure_over", adventure=state.adventure)


def playing(state: Adventure) -> None:
    """For what belongs to play."""
    previewed(state)
    need(state.status is Status.PLAYING, "not_playing")


def known_character(state: Adventure, slug: str) -> Character:
    """Somebody on the cast list. Goons without numbers are not: they do nothing by themselves (SPC-24)."""
    if slug in state.goons and slug not in state.characters:
        raise CommandRefused("goons_do_not_act", goon=slug)
    return found(state.characters.get(slug), "character_unknown", character=slug)


def acts_for(state: Adventure, slug: str, asker: Asker) -> None:
    """By whoever runs this one: the Mastermind runs all but the players' Characters."""
    it = state.characters[slug]
    if it.is_antagonist:
        need(asker.is_gm, "mastermind_only")
    else:
        need(it.player == asker.person, "not_your_character", character=slug)


def own(state: Adventure, slug: str, asker: Asker) -> Character:
    """Somebody of the cast, asked for by whoever runs them."""
    it = known_character(state, slug)
    acts_for(state, slug, asker)
    return it


def antagonist(state: Adventure, slug: str) -> Character:
    """A villain on the cast list."""
    it = state.characters.get(slug)
    if it is None and slug not in state.goons:
        raise CommandRefused("character_unknown", character=slug)
    if it is None or not it.is_antagonist:
        raise CommandRefused("not_an_antagonist", character=slug)
    return it


def open_scene(state: Adventure) -> Scene:
    """The scene being played."""
    scene = found(scene_under_way(state), "no_scene")
    need(scene.status is not SceneStatus.SET, "scene_not_open")
    return scene


def between_scenes(state: Adventure) -> None:
    """For what belongs between scenes."""
    if scene := scene_under_way(state):
        raise CommandRefused("scene_open", scene=scene.id)


def here(state: Adventure, slug: str) -> None:
    """For somebody in the open scene."""
    need(slug in open_scene(state).present, "character_absent", character=slug)


def no_conflict_open(state: Adventure) -> None:
    """For what waits until a conflict is closed."""
    if conflict := open_conflict(state):
        raise CommandRefused("conflict_open", conflict=conflict.id)


def waiting_action(state: Adventure) -> Action:
    """The action that waits for opposition."""
    it = state.action
    if it is None or it.status is ActionStatus.WITHDRAWN:
        raise CommandRefused("no_action")
    need(it.status is not ActionStatus.SETTLED, "action_settled", action=it.id)
    need(it.status is not ActionStatus.OPPOSED, "action_opposed", action=it.id, by=it.opposed_by)
    return it


def conflict_under_way(state: Adventure) -> Conflict:
    """The conflict being played."""
    playing(state)
    return found(open_conflict(state), "no_conflict")


def participant(state: Adventure, conflict: Conflict, slug: str) -> Participant:
    """One who takes part, whoever asks."""
    if slug in state.goons and slug not in state.characters:
        raise CommandRefused("goons_do_not_act", goon=slug)
    return found(conflict.participants.get(slug), "not_a_participant", participant=slug)


def own_participant(state: Adventure, conflict: Conflict, slug: str, asker: Asker) -> Participant:
    """One who takes part, asked for by whoever runs them."""
    it = participant(state, conflict, slug)
    acts_for(state, slug, asker)
    return it


def in_turn(conflict: Conflict) -> None:
    """For the steps of a turn."""
    need(conflict.status is Stage.TURN, "no_turn", conflict=conflict.id)


def written(words: str, what: str) -> None:
    """For a text that has to say something."""
    need(words.strip(), "words_missing", what=what)
