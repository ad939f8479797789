"""Lookups in an adventure that judge nothing: rules, offers, retellings and sheets all ask them."""

from collections.abc import Callable

from domain.kernel.decisions import ImpossibleHistoryError

from .printed import (
    ACT_SPENDS,
    ACTIVATE_DICE,
    BASE_DICE,
    KEPT_BESIDE_A_GADGET,
    KEPT_DICE,
    TALENT_BONUS,
    type_modifiers,
)
from .state.adventure import Action, Adventure, Scene
from .state.cast import Character
from .state.conflict import Conflict, Participant, Throw
from .terms import MASTERMIND, ActionType, Kind, SceneStatus, Slot, Stage


def whose_turn(state: Adventure) -> str:
    """The player whose turn it is to set a scene, or `mastermind`."""
    return state.seats[state.round_position] if state.round_position < len(state.seats) else MASTERMIND


def features_of(it: Character) -> dict[str, str]:
    """Everything on a sheet that may be used: id and name."""
    costed = {slug: one.name for slug, one in (*it.powers.items(), *it.weaknesses.items())}
    rituals = {slug: one.name for slug, one in it.rituals.items()}
    gadgets = {slug: one.name for slug, one in it.gadgets.items()}
    return {**it.talents, **costed, **rituals, **gadgets}


def kept_of(throw: Throw) -> int:
    """Number of dice that stay."""
    return KEPT_BESIDE_A_GADGET if throw.action_type is ActionType.ACTIVATE else KEPT_DICE


def forced_lows(throw: Throw) -> list[int]:
    """Values that have to stay: one of the lowest thrown for each penalty die (SPC-47)."""
    return sorted(throw.thrown.values())[: min(throw.penalty_dice, kept_of(throw))]


def value_of(throw: Throw, die: str) -> int:
    """The value of a kept die, with what was added to it."""
    return throw.thrown[die] + throw.die_addition.get(die, 0)


def ordinal(number: int) -> str:
    """An ordinal number in words: first, second, third, 4th and so on."""
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")


def aloud(field: str) -> str:
    """A field that was made up at the table, as it is read: `left-hand.wounds` is left hand wounds."""
    return field.replace("-", " ").replace(".", " ").replace("_", " ")


def scene_under_way(state: Adventure) -> Scene | None:
    """The scene that is set or open, if there is one."""
    return state.scene if state.scene and state.scene.status is not SceneStatus.ENDED else None


def open_conflict(state: Adventure) -> Conflict | None:
    """The conflict under way, if there is one."""
    return state.conflict if state.conflict is not None and state.conflict.open else None


def in_play(conflict: Conflict) -> dict[str, Participant]:
    """Participants who were not taken out, in the order they came in."""
    return {slug: it for slug, it in conflict.participants.items() if not it.taken_out}


def antagonists_first(state: Adventure, conflict: Conflict) -> dict[str, Participant]:
    """The participants in play in the order of every step: the Mastermind's before the players'."""
    return dict(sorted(in_play(conflict).items(), key=lambda pair: not state.characters[pair[0]].is_antagonist))


def wants_something(state: Adventure, slug: str) -> bool:
    """True if this one has an intention in a conflict. A goon that rolls has none."""
    return state.characters[slug].kind is not Kind.GOON


def still_to_choose(state: Adventure, conflict: Conflict) -> list[str]:
    """Participants without an action type yet."""
    return [slug for slug, it in antagonists_first(state, conflict).items() if it.throw.action_type is None]


def still_without_number(state: Adventure, conflict: Conflict) -> list[str]:
    """Participants whose target number is to be set: before the first turn anybody's, later an ambusher's."""
    return [slug for slug, it in in_play(conflict).items() if it.itn is None and wants_something(state, slug)]


def base_of(throw: Throw) -> int:
    """Number of dice the action type throws before bonus and penalty."""
    if throw.action_type is ActionType.INVOKE:
        return 0
    if throw.action_type is ActionType.ACTIVATE:
        return ACTIVATE_DICE
    return throw.base_dice if throw.base_dice is not None else BASE_DICE


def bonus_of(throw: Throw) -> int:
    """Bonus dice: a talent's, and adjudicated ones."""
    return throw.adjudicated_bonus + (TALENT_BONUS if throw.action_type is ActionType.ACTION else 0)


def penalty_of(state: Adventure, slug: str, throw: Throw) -> int:
    """Penalty dice: harm that waited for this throw or weighs on this scene, and adjudicated ones."""
    it = state.characters[slug]
    weighs = state.scene is not None and it.penalty_scene == state.scene.id
    return it.penalty_next_roll + (1 if weighs else 0) + throw.adjudicated_penalty


def needs_increase(throw: Throw) -> bool:
    """True if an act has yet to add its track to a die."""
    return throw.action_type in ACT_SPENDS and not throw.die_addition


def gadget_slot(state: Adventure, slug: str, throw: Throw) -> Slot | None:
    """The slot a gadget has filled already."""
    if throw.action_type is not ActionType.ACTIVATE or throw.gadget is None:
        return None
    return state.characters[slug].gadgets[throw.gadget].slot


def is_assigned(throw: Throw) -> bool:
    """True if every slot has its die."""
    return len(throw.assigned) == len(Slot)


def is_modified(throw: Throw) -> bool:
    """True if nothing is left to be added by the action type."""
    return throw.modified or throw.action_type is None or not type_modifiers(throw.action_type)


def unassigned(conflict: Conflict) -> list[str]:
    """Participants with dice to assign yet."""
    return [slug for slug, it in in_play(conflict).items() if not is_assigned(it.throw)]


def unmodified(conflict: Conflict) -> list[str]:
    """Participants whose action type has something to add yet."""
    return [slug for slug, it in in_play(conflict).items() if not is_modified(it.throw)]


def antagonists_before(
    state: Adventure, conflict: Conflict, slug: str, done: Callable[[Throw], bool]
) -> list[str]:
    """Antagonists whose step comes before this Character's and is still to be made."""
    if state.characters[slug].is_antagonist:
        return []
    return [
        other
        for other, it in in_play(conflict).items()
        if state.characters[other].is_antagonist and not done(it.throw)
    ]


def without_setback(conflict: Conflict) -> list[str]:
    """Participants who took Abuse and have not said what came of it (SPC-62)."""
    return [slug for slug, it in conflict.participants.items() if it.abuse >= 1 and not it.setback]


def character_of(state: Adventure, slug: str) -> Character:
    """Somebody on the cast list; raises for any other id."""
    it = state.characters.get(slug)
    if it is None:
        raise ImpossibleHistoryError(f"there is no character {slug}")
    return it


def scene_of(state: Adventure, *stages: SceneStatus) -> Scene:
    """The scene, in one of these stages."""
    if state.scene is None or state.scene.status not in stages:
        raise ImpossibleHistoryError("no such scene is under way")
    return state.scene


def action_of(state: Adventure, action: str) -> Action:
    """The action last declared."""
    if state.action is None or state.action.id != action:
        raise ImpossibleHistoryError(f"there is no action {action}")
    return state.action


def conflict_of(state: Adventure, *stages: Stage) -> Conflict:
    """The open conflict, in one of these stages where any are named."""
    it = state.conflict
    if it is None or not it.open or (stages and it.status not in stages):
        raise ImpossibleHistoryError("no such conflict is open")
    return it


def participant_of(state: Adventure, slug: str, *stages: Stage) -> Participant:
    """A participant of the open conflict; raises for any other."""
    it = conflict_of(state, *stages).participants.get(slug)
    if it is None:
        raise ImpossibleHistoryError(f"{slug} takes no part in this conflict")
    return it


def throw_of(state: Adventure, slug: str) -> Throw:
    """The choices and the throw of a participant this turn."""
    return participant_of(state, slug, Stage.TURN).throw
