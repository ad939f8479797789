"""Whose step it is, and the words for what can be chosen."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from domain.death_of_the_vele.names import person
from domain.death_of_the_vele.rules.common import player_for
from domain.death_of_the_vele.state import Vele
from domain.kernel import offers
from domain.kernel.offers import Choice
from domain.kernel.people import Asker


@dataclass(frozen=True, slots=True)
class Seat(offers.Seat):
    """A player these offers are for."""

    player: str

    @property
    def who(self) -> str:
        """The player as a label names them."""
        return person(self.player)


def seat_of(player: str, asker: Asker) -> Seat:
    """The seat of a player, as this asker sees it."""
    return Seat(player, by=None if player == asker.person else player)


def seats(state: Vele, asker: Asker) -> Iterator[Seat]:
    """The players whose steps this asker is shown: their own; everybody's for whoever keeps the journal."""
    for player in state.story.players:
        if player == asker.person:
            yield Seat(player)
    for player in state.story.players:
        if player != asker.person and asker.is_gm:
            yield Seat(player, by=player)


def one_seat(state: Vele, asker: Asker) -> Seat | None:
    """The first of them: for steps that anybody may take."""
    return next(seats(state, asker), None)


def components(state: Vele, slugs: Iterable[str]) -> tuple[Choice, ...]:
    """Components to choose from, by name."""
    return tuple(Choice(slug, state.components[slug].name) for slug in slugs)


def played_by(state: Vele, player: str) -> list[str]:
    """The components a player plays now, those still in the story."""
    return [slug for slug, it in state.components.items() if player_for(it) == player and it.present]


def players(state: Vele, among: Iterable[str] | None = None) -> tuple[Choice, ...]:
    """Players to choose from."""
    return tuple(Choice(player, person(player)) for player in (state.story.players if among is None else among))
