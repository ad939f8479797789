"""Choices that several offers share: kinds of circumstance and of consequence, types of defense."""

from collections.abc import Iterable, Mapping

from domain.kernel.offers import Choice
from domain.wicked_ones.rules.action import standing_of
from domain.wicked_ones.rules.common import scene_is_open
from domain.wicked_ones.state import Underworld
from domain.wicked_ones.tables import DEFENSE_TYPES
from domain.wicked_ones.terms import Category, Kind, Position

_CATEGORIES = {
    Category.ACTION: "how well this way of acting suits the task",
    Category.SCALE: "numbers and size",
    Category.EQUIPMENT: "how good the gear is",
    Category.SKILL: "who is better at this",
    Category.DEFENSES: "armor, keen ears, a strong mind",
    Category.MAGIC: "whose magic is stronger",
    Category.ENVIRONMENT: "ground, light, weather",
    Category.KNOWLEDGE: "the right tool or a thing known; what is wrong counts against",
}
CATEGORIES = tuple(Choice(it.value, it.value.capitalize(), detail) for it, detail in _CATEGORIES.items())
"""The usual kinds of circumstance (WO-27)."""
_WORDS = {
    Kind.COMPLICATION: "new trouble",
    Kind.SHOCK: "one die less on the next roll",
    Kind.WORSE_POSITION: "a step down for what comes next",
    Kind.REDUCED_EFFECT: "a step less than was hoped for",
    Kind.BLOODIED: "shock all over, one step from death",
    Kind.DEATH: "unless somebody stops it",
}


def kinds(possible: Iterable[Kind]) -> tuple[Choice, ...]:
    """Kinds of consequence to choose from."""
    return tuple(Choice(kind.value, kind.value.replace("_", " ").capitalize(), _WORDS[kind]) for kind in possible)


def for_anybody(state: Underworld) -> tuple[Choice, ...]:
    """The kinds that can befall every living monster now, beside any roll."""
    alive = {slug: it for slug, it in state.characters.items() if it.alive}
    hanging = {it.target for it in state.consequences.values() if it.pending and Kind.BLOODIED in it.kinds}
    possible = [Kind.COMPLICATION, Kind.SHOCK]
    if scene_is_open(state) and all(standing_of(state, slug) is not Position.DEADLY for slug in alive):
        possible.append(Kind.WORSE_POSITION)
    if not hanging and not any(it.bloodied for it in alive.values()):
        possible.append(Kind.BLOODIED)
    return kinds(possible)


def defense_types(state: Underworld) -> tuple[Choice, ...]:
    """The usual types of defense, and those of this table."""
    known = dict.fromkeys((*DEFENSE_TYPES, *(it.type for it in state.defenses.values())))
    return tuple(Choice(each, each.capitalize()) for each in known)


def threats(state: Underworld) -> Mapping[str, tuple[Choice, ...]]:
    """Suggestions for what a consequence threatens with, so that a defense fits or does not."""
    return {"threat": defense_types(state)}
