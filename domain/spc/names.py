"""The words for the ids of an adventure."""

from domain.kernel.wording.names import Names

from .lookup import aloud, features_of, whose_turn
from .state.adventure import Adventure
from .terms import MASTERMIND, TABLE, Kind, Slot


def cast(state: Adventure) -> dict[str, str]:
    """Names of everybody with a sheet: players' Characters first, then those the Mastermind runs."""
    order = {Kind.CHARACTER: 0, Kind.ANTAGONIST: 1, Kind.GOON: 2}
    listed = sorted(state.characters.items(), key=lambda pair: order[pair[1].kind])
    return {slug: it.name for slug, it in listed}


def player_of(state: Adventure, character: str) -> str | None:
    """The player of a character; None if nobody plays it."""
    it = state.characters.get(character)
    return None if it is None else it.player


def pages(state: Adventure) -> dict[str, str]:
    """Names of sheets that belong to nobody: the adventure itself."""
    return {TABLE: "The adventure"} if state.preview is not None else {}


def next_setter(state: Adventure) -> str:
    """The setter of the next scene, by the name of the Character in that seat."""
    turn = whose_turn(state)
    if turn == MASTERMIND:
        return "the Mastermind"
    mine = state.character_of(turn)
    return state.characters[mine].name if mine else f"the player in seat {state.round_position + 1}"


def names(state: Adventure) -> dict[str, str]:
    """Every id that has a name now. A character's name wins over anything else called the same."""
    told = {
        MASTERMIND: "the Mastermind",
        **{f"modifier.{slot}": f"{slot.value.title()} modifier" for slot in Slot},
    }
    for fields in (*state.adjudicated.values(), *(it.adjudicated for it in state.characters.values())):
        told.update((field, aloud(field)) for field in fields)
    for it in state.characters.values():
        told.update(features_of(it))
    told.update((slug, goon.name) for slug, goon in state.goons.items())
    told.update(cast(state) | pages(state))
    return Names(told, {"scene": state.scenes, "action": state.actions, "conflict": state.conflicts})
