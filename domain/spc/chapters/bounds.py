"""Bounds within which an adjudication changes a number of the game (SPC-68)."""

from dataclasses import dataclass

from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.terms import slugify
from domain.spc.lookup import aloud, is_assigned, open_conflict
from domain.spc.printed import BASE_DICE, OPEN_DICE
from domain.spc.state.adventure import Adventure
from domain.spc.state.cast import Character
from domain.spc.state.conflict import Participant
from domain.spc.terms import GOAL_REACHED, SMALLEST_RATING, ActionType, Slot, Stage

chapter = Chapter[Adventure](
    "What an adjudication may change",
    {
        "dice_are_fixed": "The number of dice of {action_type} is fixed; grant bonus or penalty dice instead.",
        "ruled_elsewhere": "The rules of the game settle this, not somebody's word: {field}.",
    },
)


FARTHEST = 1_000_000
MOST_EXTRA_DICE = 20
NUMBERS = ("ambition_pool", "cunning_pool", "vigilance_pool", "obstacle_rating", "penalty_next_roll")
TRACKS = ("purity_track", "goal_track")
FLAGS = ("penalty_next_scene",)
COUNTS = ("progress", "abuse")
EXTRA_DICE = ("bonus_dice", "penalty_dice")
OTHER_DICE = "base_dice"
MODIFIER = "modifier"
ON_THE_SHEET = (*NUMBERS, *TRACKS, *FLAGS, *COUNTS, *EXTRA_DICE, OTHER_DICE)
_RULED = frozenset(
    {"name", "kind", "player", "adventure", "purity", "corruption", "goal", "drawback", "goal_text",
     "drawback_text", "penalty_scene", "goals_reached", "setbacks", "schemes", "facts", "itn", "intention",
     "harm", "dice", "achieved", "taken_out"}
)  # fmt: skip
"""Fields the rules decide by themselves."""
_WORDS = {
    "obstacle_rating": "Obstacle Rating",
    **{f"{slot}_pool": f"{slot.value.title()} pool" for slot in Slot},
    "purity_track": "track of Purity and Corruption",
    "goal_track": "track of Goal and Drawback",
    "penalty_next_roll": "penalty die on the next throw",
    "penalty_next_scene": "penalty die in the next scene",
}


def in_words(field: str) -> str:
    """A field as a person would call it: `modifier.cunning` is the Cunning modifier."""
    head, _, rest = field.partition(".")
    if head == MODIFIER and rest in set(Slot):
        return f"{rest.title()} modifier"
    return _WORDS.get(field, aloud(field))


def field_of(name: str) -> str:
    """A field as it is kept: known ones by their own name, others as slugs between dots."""
    plain = name.strip().lower()
    if plain in ON_THE_SHEET or plain.partition(".")[0] in (MODIFIER, *_RULED):
        return plain
    parts = [slugify(part) for part in plain.split(".")]
    return ".".join(parts) if all(parts) else ""


def may_be_adjudicated(field: str) -> None:
    """Refuse to adjudicate a field that the rules decide by themselves."""
    if field.partition(".")[0] in _RULED:
        raise CommandRefused("ruled_elsewhere", field=in_words(field))


@dataclass(frozen=True, slots=True)
class Bounds:
    """A number as it is `now`, and the `low` and `high` it may go to."""

    now: int
    low: int
    high: int = FARTHEST

    @property
    def said(self) -> str:
        """The bounds, in words."""
        if self.high >= FARTHEST:
            return "a whole number" if self.low <= -FARTHEST else f"a whole number, {self.low} or more"
        if self.low <= -FARTHEST:
            return f"a whole number, {self.high} or less"
        return f"a whole number from {self.low} to {self.high}"


def bounds_of(state: Adventure, slug: str, it: Character, field: str) -> Bounds:
    """Bounds of a number on a sheet or in a conflict (SPC-68)."""
    if field in TRACKS:
        return track_bounds(state, slug, it, field)
    if field == "obstacle_rating":
        return Bounds(it.obstacle_rating, SMALLEST_RATING)
    if field == "penalty_next_roll":
        return Bounds(it.penalty_next_roll, 0, 1)
    if field in NUMBERS:
        return Bounds(it.pool(Slot(field.removesuffix("_pool"))), 0)
    return turn_bounds(state, slug, field)


def track_bounds(state: Adventure, slug: str, it: Character, field: str) -> Bounds:
    """Bounds of a track: as far as the table lets it, and Goal no further than its end."""
    track = it.purity_track if field == "purity_track" else it.goal_track
    now = found(track, "no_tracks", character=slug)
    limit = state.house_rules.track_limit or FARTHEST
    return Bounds(now, -limit, GOAL_REACHED if field == "goal_track" else limit)


def turn_bounds(state: Adventure, slug: str, field: str) -> Bounds:
    """Bounds of a participant's numbers: counts while the conflict lasts, dice and modifiers in their turn."""
    conflict = open_conflict(state)
    part = conflict.participants.get(slug) if conflict else None
    if conflict is None or part is None or conflict.status is Stage.SETUP:
        raise CommandRefused("no_turn", conflict=conflict.id if conflict else None)
    if field in COUNTS and conflict.status is Stage.RESOLVING:
        raise CommandRefused("already_compared", turn=conflict.turn)
    need(conflict.status is Stage.TURN, "no_turn", conflict=conflict.id)
    need(not conflict.compared, "already_compared", turn=conflict.turn)
    if field in COUNTS:
        return Bounds(part.progress if field == "progress" else part.abuse, 0)
    if field in (*EXTRA_DICE, OTHER_DICE):
        return dice_bounds(slug, part, field)
    return modifier_bounds(state, slug, part, field)


def dice_bounds(slug: str, part: Participant, field: str) -> Bounds:
    """Bounds of extra dice, and of the number of dice where a feature decides it; before the throw only."""
    throw = part.throw
    need(not throw.thrown, "already_thrown", participant=slug)
    need(throw.action_type is not ActionType.INVOKE, "rituals_throw_nothing", participant=slug)
    if field == "bonus_dice":
        return Bounds(throw.adjudicated_bonus, 0, MOST_EXTRA_DICE)
    if field == "penalty_dice":
        return Bounds(throw.adjudicated_penalty, 0, MOST_EXTRA_DICE)
    need(throw.action_type in OPEN_DICE, "dice_are_fixed", participant=slug, action_type=throw.action_type)
    return Bounds(BASE_DICE if throw.base_dice is None else throw.base_dice, BASE_DICE, MOST_EXTRA_DICE)


def modifier_bounds(state: Adventure, slug: str, part: Participant, field: str) -> Bounds:
    """Bounds of a slot's modifiers this turn, added up; once its die is assigned.

    Clamped, a die stays in its sides.
    """
    slot = field.partition(".")[2]
    if slot not in set(Slot):
        raise CommandRefused("ruled_elsewhere", field=in_words(field))
    if not is_assigned(part.throw):
        raise CommandRefused("assign_first", participants=[slug])
    now, die = part.throw.modifiers.get(slot, 0), part.throw.assigned[slot]
    if not state.house_rules.clamp_dice:
        return Bounds(now, -FARTHEST)
    return Bounds(now, min(1, die) - die, max(state.house_rules.die_faces, die) - die)
