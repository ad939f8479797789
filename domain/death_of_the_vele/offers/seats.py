"""Whose step it is, and the words for what can be chosen."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from domain.death_of_the_vele.rules.common import player_for
from domain.death_of_the_vele.state import Vele
from domain.kernel.messages import Command
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker

_NOTHING: Mapping[str, object] = {}
_NO_CHOICES: Mapping[str, tuple[Choice, ...]] = {}


@dataclass(frozen=True, slots=True)
class Seat:
    """A player these offers are for; `by` is named when it is not the asker."""

    player: str
    by: str | None

    def offer(
        self,
        command: type[Command],
        label: str,
        known: Mapping[str, object] = _NOTHING,
        choices: Mapping[str, tuple[Choice, ...]] = _NO_CHOICES,
        *,
        group: str,
        forced: bool = False,
        dice: tuple[int, ...] = (),
    ) -> Offer:
        """An offer for this player."""
        return Offer(
            command=command,
            label=label[:1].upper() + label[1:],
            known=known,
            choices=choices,
            forced=forced,
            dice=dice,
            group=group,
            by=self.by,
        )


def seat_of(player: str, asker: Asker) -> Seat:
    """The seat of a player, as this asker sees it."""
    return Seat(player, None if player == asker.person else player)


def seats(state: Vele, asker: Asker) -> Iterator[Seat]:
    """The players whose steps this asker is shown: their own; everybody's for whoever keeps the journal."""
    for player in state.story.players:
        if player == asker.person:
            yield Seat(player, None)
    for player in state.story.players:
        if player != asker.person and asker.is_gm:
            yield Seat(player, player)


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
    return tuple(Choice(player, player) for player in (state.story.players if among is None else among))
