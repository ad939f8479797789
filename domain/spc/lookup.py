"""What can be read off an adventure, without judging anything: rules, offers, retellings and sheets all ask it."""

from .state import Adventure, Character, Conflict, Participant, Scene, Throw
from .tables import KEPT_BESIDE_A_GADGET, KEPT_DICE
from .terms import MASTERMIND, ActionType, Kind, SceneStatus


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
    """How many dice stay."""
    return KEPT_BESIDE_A_GADGET if throw.action_type is ActionType.ACTIVATE else KEPT_DICE


def forced_lows(throw: Throw) -> list[int]:
    """SPC-47: the values that have to stay: one of the lowest thrown for each penalty die."""
    return sorted(throw.thrown.values())[: min(throw.penalty_dice, kept_of(throw))]


def value_of(throw: Throw, die: str) -> int:
    """What a kept die counts for, with what was added to it."""
    return throw.thrown[die] + throw.die_addition.get(die, 0)


def ordinal(number: int) -> str:
    """Which of several: first, second, third, 4th and so on."""
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
    """Whether this one has an intention in a conflict. A goon that rolls has none."""
    return state.characters[slug].kind is not Kind.GOON
