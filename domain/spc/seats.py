"""Seats that a step belongs to, and the choices by name."""

from collections.abc import Iterable, Mapping

from domain.kernel.offers import Choice, Seat
from domain.kernel.people import Asker

from .choices import SLOTS
from .lookup import ordinal, value_of
from .state.adventure import Adventure
from .state.conflict import Throw

TABLE_GROUP = "Table of the adventure"
CAST_GROUP = "Cast"
SCENE_GROUP = "Scene"
ACTION_GROUP = "Action"
SETUP_GROUP = "Conflict: setup"
TYPE_GROUP = "Conflict: action type"
DICE_GROUP = "Conflict: dice"
TURN_GROUP = "Conflict: turn"
END_GROUP = "Conflict: resolution"


def seat_of(state: Adventure, slug: str, asker: Asker) -> Seat | None:
    """The seat that acts for this one, if the asker acts for it or records for everybody."""
    it = state.characters[slug]
    if it.is_antagonist:
        return Seat() if asker.is_gm else None
    return seat_of_player(it.player, asker)


def seat_of_player(player: str | None, asker: Asker) -> Seat | None:
    """The seat of a player, as this asker sees it."""
    if player == asker.person:
        return Seat()
    return Seat(by=player) if asker.is_gm and player is not None else None


def name(state: Adventure, slug: str) -> str:
    """The name of a character or a goon."""
    return state.goons[slug].name if slug in state.goons else state.characters[slug].name


def people(state: Adventure, slugs: Iterable[str]) -> tuple[Choice, ...]:
    """Somebody to choose, by name."""
    return tuple(Choice(slug, name(state, slug)) for slug in slugs)


def named(features: Mapping[str, str]) -> tuple[Choice, ...]:
    """Features to choose from, by name."""
    return tuple(Choice(slug, label) for slug, label in features.items())


def values(options: Iterable[str], among: Iterable[Choice] = SLOTS) -> tuple[Choice, ...]:
    """Values of an enumeration to choose from, as they are called."""
    called = {it.value: it for it in among}
    return tuple(called[str(one)] for one in options)


def dice_of(throw: Throw, ids: Iterable[str]) -> tuple[Choice, ...]:
    """Dice to choose from, by what they count for."""
    order = list(throw.thrown)
    return tuple(
        Choice(die, str(value_of(throw, die)), f"{ordinal(order.index(die) + 1)} die thrown") for die in ids
    )
