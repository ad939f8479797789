"""The seat that takes a step in an offer, and the words for what can be chosen."""

from collections.abc import Iterable
from dataclasses import dataclass

from domain.kernel import offers
from domain.kernel.offers import Choice
from domain.kernel.people import Asker

from .state import Crucible, HandDie
from .terms import GM


@dataclass(frozen=True, slots=True)
class Seat(offers.Seat):
    """One who acts for a side in these offers."""

    side: str


def seat_of(state: Crucible, side: str, asker: Asker) -> Seat | None:
    """The seat that acts for a side, if this asker acts for it or records for everybody."""
    if side == GM:
        return Seat(side) if asker.is_gm else None
    player = state.characters[side].player
    if player is None:
        return None
    if player == asker.person:
        return Seat(side)
    return Seat(side, by=player) if asker.is_gm else None


def choices(state: Crucible, slugs: Iterable[str]) -> tuple[Choice, ...]:
    """Characters to choose from, by name."""
    return tuple(Choice(slug, state.characters[slug].name) for slug in slugs)


def places(state: Crucible) -> tuple[Choice, ...]:
    """Locations to choose from."""
    return tuple(Choice(slug, place.name) for slug, place in state.locations.items())


def element_name(state: Crucible, die: HandDie) -> str:
    """The element a die is rolled for."""
    owner = state.characters.get(die.owner) or state.locations[die.owner]
    return owner.elements[die.element].name


def die_choice(state: Crucible, die: HandDie) -> Choice:
    """A die on the table, by the element it is rolled for."""
    return Choice(die.die_id, f"{element_name(state, die)}, showing {die.value}", f"d{die.faces}")


def side_name(state: Crucible, side: str) -> str:
    """The name of a side."""
    return "the GM" if side == GM else state.characters[side].name
