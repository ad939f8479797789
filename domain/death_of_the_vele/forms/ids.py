"""Ids that nothing in the story has yet."""

from collections.abc import Iterable

from domain.death_of_the_vele.lookup import RESERVED_IDS
from domain.death_of_the_vele.state.vele import Vele
from domain.kernel.references import new_id


def free_id(state: Vele, name: str, also: Iterable[str] = ()) -> str:
    """An id for something new of this name, that none of `also` has either."""
    return new_id(name, {*state.components, *state.groups, *state.story.players, *RESERVED_IDS, *also})
