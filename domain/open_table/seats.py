"""The headings of offers, and choices by name."""

from collections.abc import Iterable, Mapping

from domain.kernel.offers import Choice

from .state import OpenTable

ROLL_GROUP = "Rolls"
NUMBER_GROUP = "Numbers"
SHEET_GROUP = "Sheet"
TRACK_GROUP = "Clocks and tracks"
SCENE_GROUP = "Scene"
CAST_GROUP = "Characters"
GROWTH_GROUP = "Growth"
WORD_GROUP = "Settled by word"


def people(state: OpenTable, slugs: Iterable[str]) -> tuple[Choice, ...]:
    """Somebody to choose, by name: those that players have first, as a table names them most."""
    in_order = sorted(slugs, key=lambda slug: state.characters[slug].player is None)
    return tuple(Choice(slug, state.characters[slug].name) for slug in in_order)


def whose(
    state: OpenTable, slugs: list[str], field: str = "who"
) -> tuple[Mapping[str, object], Mapping[str, tuple[Choice, ...]]]:
    """Fields an offer knows and fields it leaves to choose: the only character there is, or one of them."""
    if len(slugs) == 1:
        return {field: slugs[0]}, {}
    return {}, {field: people(state, slugs)}
