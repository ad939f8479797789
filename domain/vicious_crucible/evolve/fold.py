"""The table that events are applied by, and how an impossible history is noticed."""

from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.evolution import Evolution
from domain.vicious_crucible.state import Character, Contest, Crucible, HandDie, Location, Scene, Side

evolve = Evolution[Crucible]()


def must(possible: bool, problem: str) -> None:
    """Raise `ImpossibleHistoryError` unless this is possible."""
    if not possible:
        raise ImpossibleHistoryError(problem)


def character_of(state: Crucible, character: str) -> Character:
    """A character of the crucible."""
    found = state.characters.get(character)
    if found is None:
        raise ImpossibleHistoryError(f"there is no character {character}")
    return found


def pc_of(state: Crucible, character: str) -> Character:
    """A character that a player plays."""
    found = character_of(state, character)
    must(found.is_pc and found.heat is not None and found.flux is not None, f"{character} is no player character")
    return found


def location_of(state: Crucible, location: str) -> Location:
    """A place on the map."""
    found = state.locations.get(location)
    if found is None:
        raise ImpossibleHistoryError(f"there is no location {location}")
    return found


def scene_of(state: Crucible) -> Scene:
    """The open scene."""
    if state.scene is None or state.current_scene is None:
        raise ImpossibleHistoryError("no scene is open")
    return state.scene


def contest_of(state: Crucible) -> Contest:
    """The open contest."""
    if state.contest is None or not state.contest.open:
        raise ImpossibleHistoryError("no contest is open")
    return state.contest


def side_of(state: Crucible, side: str) -> Side:
    """A side of the open contest."""
    found = contest_of(state).sides.get(side)
    if found is None:
        raise ImpossibleHistoryError(f"{side} is no side of this contest")
    return found


def die_of(state: Crucible, side: str, die_id: str) -> HandDie:
    """A rolled die of a side's hand."""
    for die in side_of(state, side).hand:
        if die.die_id == die_id and die.value is not None:
            return die
    raise ImpossibleHistoryError(f"{side} rolled no die {die_id}")
