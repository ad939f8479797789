"""Guards: who may ask, for whom, and when (SPC-01, SPC-24)."""

from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.people import Asker
from domain.spc.lookup import open_conflict, scene_under_way
from domain.spc.state.adventure import Action, Adventure, Scene
from domain.spc.state.cast import Character
from domain.spc.state.conflict import Conflict, Participant
from domain.spc.terms import ActionStatus, SceneStatus, Stage, Status

chapter = Chapter[Adventure](
    "Whose step it is",
    {
        "mastermind_only": "Only the Mastermind may do this.",
        "not_your_character": "Only the player of {character} may do this.",
        "preview_first": "Characters are made after the Mastermind's preview, and so is everything else.",
        "words_missing": "Write {what}: it is empty.",
        "adventure_over": "Adventure {adventure} is over. The Mastermind previews the next one first.",
        "character_unknown": "There is nobody of that name in this adventure. Name somebody on the cast list.",
        "not_an_antagonist": "{character} is not an antagonist.",
        "not_playing": "The adventure has not begun yet. The Mastermind starts it when the Characters are made.",
        "scene_open": "A scene is under way, {scene}. End it first.",
        "no_scene": "No scene is under way. Set one first.",
        "scene_not_open": "A scene is set and waits: the Mastermind opens it first.",
        "character_absent": "{character} is not in this scene.",
        "conflict_open": "A conflict is under way, {conflict}. Close it first.",
        "no_action": "No action waits for an answer.",
        "action_settled": "It has happened already, and cannot be opposed or changed.",
        "action_opposed": "{by} opposes it: it is a conflict now.",
        "goons_do_not_act": "Goons do not declare intentions, act or roll: {goon} is scenery.",
        "no_conflict": "No conflict is under way. One begins when an action that waits is opposed.",
        "not_a_participant": "{participant} is not in this conflict.",
        "no_turn": "This belongs to a turn, and none is under way. The Mastermind begins the first when everybody "
        "has a target number; a conflict that is decided has no more.",
        "not_resolving": "{conflict} is not being resolved: nobody has achieved anything yet, or it goes on.",
    },
)


def gm_only(asker: Asker) -> None:
    """Refuse anybody but the Mastermind."""
    need(asker.is_gm, "mastermind_only")


def previewed(state: Adventure) -> None:
    """Refuse before the villainy is previewed, and after the adventure has ended (SPC-02)."""
    need(state.preview is not None, "preview_first")
    need(state.status is not Status.ENDED, "adventure_over", adventure=state.adventure)


def playing(state: Adventure) -> None:
    """Refuse before the preview, and outside play."""
    previewed(state)
    need(state.status is Status.PLAYING, "not_playing")


def known_character(state: Adventure, slug: str) -> Character:
    """Somebody on the cast list; refused for any other id. Goons without numbers are not on it (SPC-24)."""
    if slug in state.goons and slug not in state.characters:
        raise CommandRefused("goons_do_not_act", goon=slug)
    return found(state.characters.get(slug), "character_unknown", character=slug)


def acts_for(state: Adventure, slug: str, asker: Asker) -> None:
    """Refuse anybody but whoever runs this one: the Mastermind runs all but the players' Characters."""
    it = state.characters[slug]
    if it.is_antagonist:
        need(asker.is_gm, "mastermind_only")
    else:
        need(it.player == asker.person, "not_your_character", character=slug)


def own(state: Adventure, slug: str, asker: Asker) -> Character:
    """Somebody of the cast, asked for by whoever runs them; refused for anybody else."""
    it = known_character(state, slug)
    acts_for(state, slug, asker)
    return it


def villain(state: Adventure, slug: str) -> Character:
    """A villain on the cast list; refused for any other."""
    it = state.characters.get(slug)
    if it is None and slug not in state.goons:
        raise CommandRefused("character_unknown", character=slug)
    if it is None or not it.is_antagonist:
        raise CommandRefused("not_an_antagonist", character=slug)
    return it


def open_scene(state: Adventure) -> Scene:
    """The scene being played; refused without one."""
    scene = found(scene_under_way(state), "no_scene")
    need(scene.status is not SceneStatus.SET, "scene_not_open")
    return scene


def between_scenes(state: Adventure) -> None:
    """Refuse while a scene is open."""
    if scene := scene_under_way(state):
        raise CommandRefused("scene_open", scene=scene.id)


def must_be_present(state: Adventure, slug: str) -> None:
    """Refuse somebody who is not in the open scene."""
    need(slug in open_scene(state).present, "character_absent", character=slug)


def no_conflict_open(state: Adventure) -> None:
    """Refuse while a conflict is open."""
    if conflict := open_conflict(state):
        raise CommandRefused("conflict_open", conflict=conflict.id)


def waiting_action(state: Adventure) -> Action:
    """The action that waits for opposition; refused without one."""
    it = state.action
    if it is None or it.status is ActionStatus.WITHDRAWN:
        raise CommandRefused("no_action")
    need(it.status is not ActionStatus.SETTLED, "action_settled", action=it.id)
    need(it.status is not ActionStatus.OPPOSED, "action_opposed", action=it.id, by=it.opposed_by)
    return it


def conflict_under_way(state: Adventure) -> Conflict:
    """The conflict being played; refused without one."""
    playing(state)
    return found(open_conflict(state), "no_conflict")


def taking_part(state: Adventure, conflict: Conflict, slug: str) -> Participant:
    """A participant of the conflict, whoever asks; refused for any other."""
    if slug in state.goons and slug not in state.characters:
        raise CommandRefused("goons_do_not_act", goon=slug)
    return found(conflict.participants.get(slug), "not_a_participant", participant=slug)


def own_participant(state: Adventure, conflict: Conflict, slug: str, asker: Asker) -> Participant:
    """A participant of the conflict, asked for by whoever runs them; refused otherwise."""
    it = taking_part(state, conflict, slug)
    acts_for(state, slug, asker)
    return it


def in_turn(conflict: Conflict) -> None:
    """Refuse outside a turn."""
    need(conflict.status is Stage.TURN, "no_turn", conflict=conflict.id)


def in_resolution(conflict: Conflict) -> None:
    """Refuse before the end of a conflict."""
    need(conflict.status is Stage.RESOLVING, "not_resolving", conflict=conflict.id)


def must_have_words(words: str, what: str) -> None:
    """Refuse a text that says nothing."""
    need(words.strip(), "words_missing", what=what)
