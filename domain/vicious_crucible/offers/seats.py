"""Whose step it is, and the words for what can be chosen."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from domain.kernel.messages import Command
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.vicious_crucible.state import Character, Crucible
from domain.vicious_crucible.terms import GM

_NOTHING: Mapping[str, object] = {}
_NO_CHOICES: Mapping[str, tuple[Choice, ...]] = {}


@dataclass(frozen=True, slots=True)
class Seat:
    """One who acts for `side` in these offers; `by` is named when it is not the asker."""

    side: str
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
        """An offer from this seat."""
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


def seat_of(state: Crucible, side: str, asker: Asker) -> Seat | None:
    """The seat that acts for a side, if this asker acts for it or records for everybody."""
    if side == GM:
        return Seat(side, None) if asker.is_gm else None
    player = state.characters[side].player
    if player is None:
        return None
    if player == asker.person:
        return Seat(side, None)
    return Seat(side, player) if asker.is_gm else None


def pcs(state: Crucible) -> dict[str, Character]:
    """The player characters."""
    return {slug: it for slug, it in state.characters.items() if it.is_pc}


def choices(state: Crucible, slugs: Iterable[str]) -> tuple[Choice, ...]:
    """Characters to choose from, by name."""
    return tuple(Choice(slug, state.characters[slug].name) for slug in slugs)


def places(state: Crucible) -> tuple[Choice, ...]:
    """Locations to choose from."""
    return tuple(Choice(slug, place.name) for slug, place in state.locations.items())


def side_name(state: Crucible, side: str) -> str:
    """How a side is called."""
    return "the GM" if side == GM else state.characters[side].name
