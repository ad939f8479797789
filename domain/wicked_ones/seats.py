"""Seats that a step belongs to, and the words for what can be chosen."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from domain.kernel import offers
from domain.kernel.offers import Choice
from domain.kernel.people import Asker
from domain.wicked_ones.printed import ATTRIBUTE_OF, DEFENSE_TYPES, MANNER
from domain.wicked_ones.state.play import ActionRoll
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.state.world import WickedOne


@dataclass(frozen=True, slots=True)
class Seat(offers.Seat):
    """One who acts for a monster in these offers."""

    character: str
    name: str
    it: WickedOne


def seat_of(state: Underworld, character: str, asker: Asker) -> Seat | None:
    """The seat that acts for a monster, if this asker plays it or records for everybody."""
    it = state.characters[character]
    if it.player == asker.person:
        return Seat(character, it.name, it)
    return Seat(character, it.name, it, by=it.player) if asker.is_gm else None


def seats(state: Underworld, asker: Asker, *, dead: bool = False) -> Iterator[Seat]:
    """The living monsters this asker may act for; or the dead ones."""
    for slug, it in state.characters.items():
        seat = seat_of(state, slug, asker) if it.alive is not dead else None
        if seat is not None:
            yield seat


def alive(state: Underworld, *, but: str | None = None) -> tuple[Choice, ...]:
    """Living monsters to choose from."""
    return tuple(
        Choice(slug, it.name, it.calling) for slug, it in state.characters.items() if it.alive and slug != but
    )


def nine(it: WickedOne, leave_out: Iterable[str] = ()) -> tuple[Choice, ...]:
    """Choices of the nine actions, with this monster's dice."""
    out = set(leave_out)
    return tuple(
        Choice(
            action.value, f"{action.value.capitalize()} {it.ratings[action]}d", f"{attribute}, {MANNER[action]}"
        )
        for action, attribute in ATTRIBUTE_OF.items()
        if action not in out
    )


def powers_of(seat: Seat) -> tuple[Choice, ...]:
    """Abilities and items of a monster."""
    return tuple(Choice(name, name) for name in (*seat.it.abilities.values(), *seat.it.items.values()))


def defense_types(state: Underworld) -> tuple[Choice, ...]:
    """The usual types of defense, and those of this table."""
    known = dict.fromkeys((*DEFENSE_TYPES, *(it.type for it in state.defenses.values())))
    return tuple(Choice(each, each.capitalize()) for each in known)


def threats(state: Underworld) -> Mapping[str, tuple[Choice, ...]]:
    """Suggestions for what a consequence threatens with, so that a defense fits or does not."""
    return {"threat": defense_types(state)}


def action_words(state: Underworld, roll: ActionRoll, waiting: Iterable[ActionRoll]) -> str:
    """An action by its monster, `Grub's scan`; with what it wants if more of its actions wait for the same."""
    alike = sum(it.character == roll.character for it in waiting) > 1
    words = f"{state.characters[roll.character].name}'s {roll.action}"
    return f"{words} ({roll.intention})" if alike else words
