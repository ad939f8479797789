"""Seats that may take a step, and the words for choices."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from domain.hot_circle.lookup import runs
from domain.hot_circle.printed import DECK, DIE, LEVELS, LOWEST_STEP, STEPS
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.state.people import Character
from domain.hot_circle.terms import Randomizer
from domain.kernel import offers
from domain.kernel.offers import Choice
from domain.kernel.people import Asker

SESSION_ZERO = "Session zero"
WORLD = "World"
CHARACTER = "Character"
SCENE = "Scene"
OBSTACLE_TEST = "Obstacle test"
ABILITY_TEST = "Ability test"
ARTHA = "Artha"
SESSION_END = "Session's end"
BETWEEN_SESSIONS = "Between sessions"
RECORDS = "Records"


@dataclass(frozen=True, slots=True)
class Seat(offers.Seat):
    """One who acts for a character in these offers."""

    who: str
    it: Character


def seat_of(state: Circle, who: str, asker: Asker) -> Seat | None:
    """The seat of whoever runs a character, if that is the asker, or if the asker records for everybody."""
    it = state.characters[who]
    if runs(state, it, asker):
        return Seat(who, it)
    return Seat(who, it, by=it.player) if asker.is_gm else None


def own_seats(state: Circle, asker: Asker) -> list[Seat]:
    """The player characters this person may act for."""
    seats = (seat_of(state, who, asker) for who in state.pcs)
    return [seat for seat in seats if seat is not None]


def one_of(named: Mapping[str, str]) -> tuple[Choice, ...]:
    """Things to choose from, by id and name."""
    return tuple(Choice(slug, name) for slug, name in named.items())


def any_of(kinds: Iterable[StrEnum]) -> tuple[Choice, ...]:
    """Words to choose from."""
    return tuple(Choice(kind.value, kind.value.replace("_", " ").capitalize()) for kind in kinds)


def levels() -> tuple[Choice, ...]:
    """The levels of difficulty: for anybody, a journeyman, a master."""
    return tuple(Choice(n, word.capitalize()) for n, word in enumerate(LEVELS))


def steps() -> tuple[Choice, ...]:
    """The steps of difficulty: easy, moderate, hard."""
    return tuple(Choice(n, word.capitalize()) for n, word in enumerate(STEPS, start=LOWEST_STEP))


def sizes(state: Circle, pool: int) -> tuple[int, ...]:
    """The dice or cards of a pool, before any six brings more."""
    return ((DECK if state.randomizer is Randomizer.CARDS else DIE),) * pool


def characters(state: Circle, slugs: Iterable[str]) -> tuple[Choice, ...]:
    """Characters to choose from, by name."""
    return tuple(Choice(slug, state.characters[slug].name) for slug in slugs)


def alive(state: Circle) -> list[str]:
    """Everybody whose story goes on, player characters first."""
    return sorted(
        (slug for slug, it in state.characters.items() if not it.end),
        key=lambda slug: not state.characters[slug].is_pc,
    )
