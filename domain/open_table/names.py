"""The words for the ids of a table."""

from domain.kernel.wording.names import Names

from .lookup import numbers_on, values_of
from .state import OpenTable
from .terms import TABLE


def cast(state: OpenTable) -> dict[str, str]:
    """Players' characters first, then the GM's; those out of play last."""
    order = sorted(state.characters.items(), key=lambda pair: (not pair[1].here, pair[1].player is None))
    return {slug: it.name for slug, it in order}


def player_of(state: OpenTable, character: str) -> str | None:
    """The player of a character; None if nobody plays it."""
    it = state.characters.get(character)
    return None if it is None else it.player


def pages(state: OpenTable) -> dict[str, str]:
    """The table itself, once something stands there."""
    values = state.own
    has = any((values.numbers, values.texts, values.things, values.settled, *numbers_on(state, None)))
    return {TABLE: "The table"} if has else {}


def names(state: OpenTable) -> dict[str, str]:
    """Every id that has a name now. A character's name wins over anything else called the same."""
    told = {TABLE: "the table"}
    for who in (None, *state.characters):
        told.update((key, track.name) for key, track in values_of(state, who).tracks.items() if "-" in key)
    return Names(told | cast(state), {"roll": state.rolls, "scene": state.scenes})
