"""The words for the ids of a crucible."""

from domain.kernel.wording.names import Names

from .state import Crucible
from .terms import GM, SUPPLY


def cast(state: Crucible) -> dict[str, str]:
    """Names of the twelve characters by id, those that players pick from first."""
    return {slug: character.name for slug, character in state.characters.items()}


def player_of(state: Crucible, character: str) -> str | None:
    """The player of a character; None if nobody plays it."""
    it = state.characters.get(character)
    return None if it is None else it.player


def pages(state: Crucible) -> dict[str, str]:
    """The GM's board of arcs, and the places on the map."""
    board = {GM: "The GM's board"} if any(it.is_pc for it in state.characters.values()) else {}
    return board | {slug: place.name for slug, place in state.locations.items()}


def element_node(place: str, element: str) -> str:
    """The id under which an element of a place stands on the map; no slug looks like that."""
    return f"{place}--{element}"


def names(state: Crucible) -> dict[str, str]:
    """Every id that has a name now. A character's name wins over anything else called the same."""
    # Gone through anew after every record that may have named something. Most things have no sparks, for which a
    # loop does nothing and a generator would be made.
    told = {GM: "the GM", SUPPLY: "the supply"}
    for fields in (*state.adjudicated.values(), *(it.adjudicated for it in state.characters.values())):
        told.update({field: field.replace("-", " ") for field in fields})
    for task, it in state.tasks.items():
        told[task] = it.name
    for arc in state.arcs.values():
        for slug, element in arc.elements.items():
            told[slug] = element.name
            for spark, printed in element.sparks.items():
                told[spark] = printed.name
    for character in state.characters.values():
        for slug, name in character.lost_tools.items():
            told[slug] = told[f"tools.{slug}"] = name
        for slug, tool in character.tools.items():
            told[slug] = told[f"tools.{slug}"] = tool.name
            for spark, printed in tool.sparks.items():
                told[spark] = printed.name
        for slug, trait in character.elements.items():
            told[slug] = trait.name
            for spark, printed in trait.sparks.items():
                told[spark] = printed.name
    for where, place in state.locations.items():
        for slug, part in place.elements.items():
            told[slug] = told[element_node(where, slug)] = part.name
    told.update({slug: arc.name for slug, arc in state.arcs.items()})
    told.update({slug: place.name for slug, place in state.locations.items()})
    told.update(cast(state))
    return Names(told, {"scene": state.scenes, "contest": state.contests})
