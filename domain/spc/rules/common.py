"""What many rules ask first: whose step it is, for whom, and where play stands."""

from domain.kernel.decisions import Refusal, refuse
from domain.kernel.people import Asker
from domain.spc.state import Action, Adventure, Character, Conflict, Participant, Scene
from domain.spc.terms import ActionStatus, Kind, SceneStatus, Stage


def known_character(state: Adventure, slug: str) -> Character | Refusal:
    """Somebody on the cast list. Goons without numbers are not: they do nothing by themselves (SPC-24)."""
    if slug in state.goons and slug not in state.characters:
        return refuse("goons_do_not_act", goon=slug)
    return state.characters.get(slug) or refuse("character_unknown", character=slug)


def acts_for(state: Adventure, slug: str, asker: Asker) -> Refusal | None:
    """Why this person does not act for that one, or None. The Mastermind runs all but the players' Characters."""
    it = state.characters[slug]
    if it.is_antagonist:
        return None if asker.is_gm else refuse("mastermind_only")
    return None if it.player == asker.person else refuse("not_your_character", character=slug)


def own(state: Adventure, slug: str, asker: Asker) -> Character | Refusal:
    """Somebody of the cast, asked for by whoever runs them."""
    found = known_character(state, slug)
    if isinstance(found, Refusal):
        return found
    return acts_for(state, slug, asker) or found


def antagonist(state: Adventure, slug: str) -> Character | Refusal:
    """A villain on the cast list."""
    found = state.characters.get(slug)
    if found is None and slug not in state.goons:
        return refuse("character_unknown", character=slug)
    return found if found and found.is_antagonist else refuse("not_an_antagonist", character=slug)


def scene_under_way(state: Adventure) -> Scene | None:
    """The scene that is set or open, if there is one."""
    return state.scene if state.scene and state.scene.status is not SceneStatus.ENDED else None


def open_scene(state: Adventure) -> Scene | Refusal:
    """The scene being played."""
    if state.scene is None or state.scene.status is SceneStatus.ENDED:
        return refuse("no_scene")
    if state.scene.status is SceneStatus.SET:
        return refuse("scene_not_open")
    return state.scene


def between_scenes(state: Adventure) -> Refusal | None:
    """Why something that belongs between scenes cannot be done now, or None."""
    scene = scene_under_way(state)
    return refuse("scene_open", scene=scene.id) if scene else None


def here(state: Adventure, slug: str) -> Refusal | None:
    """Why this one is not in the open scene, or None."""
    scene = open_scene(state)
    if isinstance(scene, Refusal):
        return scene
    return None if slug in scene.present else refuse("character_absent", character=slug)


def open_conflict(state: Adventure) -> Conflict | None:
    """The conflict under way, if there is one."""
    return state.conflict if state.conflict is not None and state.conflict.open else None


def waiting_action(state: Adventure) -> Action | Refusal:
    """The action that waits for opposition."""
    it = state.action
    if it is None or it.status is ActionStatus.WITHDRAWN:
        return refuse("no_action")
    if it.status is ActionStatus.SETTLED:
        return refuse("action_settled", action=it.id)
    if it.status is ActionStatus.OPPOSED:
        return refuse("action_opposed", action=it.id, by=it.opposed_by)
    return it


def participant(state: Adventure, conflict: Conflict, slug: str) -> Participant | Refusal:
    """One who takes part, whoever asks."""
    if slug in state.goons and slug not in state.characters:
        return refuse("goons_do_not_act", goon=slug)
    return conflict.participants.get(slug) or refuse("not_a_participant", participant=slug)


def own_participant(state: Adventure, conflict: Conflict, slug: str, asker: Asker) -> Participant | Refusal:
    """One who takes part, asked for by whoever runs them."""
    found = participant(state, conflict, slug)
    if isinstance(found, Refusal):
        return found
    return acts_for(state, slug, asker) or found


def in_play(conflict: Conflict) -> dict[str, Participant]:
    """Participants who were not taken out, in the order they came in."""
    return {slug: it for slug, it in conflict.participants.items() if not it.taken_out}


def antagonists_first(state: Adventure, conflict: Conflict) -> dict[str, Participant]:
    """The participants in play in the order of every step: the Mastermind's before the players'."""
    return dict(sorted(in_play(conflict).items(), key=lambda pair: not state.characters[pair[0]].is_antagonist))


def wants_something(state: Adventure, slug: str) -> bool:
    """Whether this one has an intention in a conflict. A goon that rolls has none."""
    return state.characters[slug].kind is not Kind.GOON


def in_turn(conflict: Conflict) -> Refusal | None:
    """Why no turn is under way, or None."""
    return None if conflict.status is Stage.TURN else refuse("no_turn", conflict=conflict.id)


def blank(words: str, what: str) -> Refusal | None:
    """The refusal for a text that has to say something and does not."""
    return None if words.strip() else refuse("words_missing", what=what)
