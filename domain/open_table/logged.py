"""Play that was taken in from another tool, as far as it says something about sheets here."""

from domain.kernel.logged.chapters.entries import EntryLogged, LoggedValueAdjusted
from domain.kernel.messages import Command, Event
from domain.open_table.chapters.people.characters import EnterCharacter

from .state import OpenTable
from .terms import RESERVED_IDS


def logged_number(state: OpenTable, owner: str, name: str) -> str | None:
    """The number of a character that another tool calls so, by its `aka`, its label or its key."""
    return state.elsewhere.get(name.strip().casefold()) if owner in state.characters else None


def on_logged_event(state: OpenTable, event: Event) -> None:
    """A number that moved there moves here: to what it was, whatever the bounds are."""
    if isinstance(event, EntryLogged):
        for change in event.changes:
            _moved(state, change.owner, change.name, change.now)
    elif isinstance(event, LoggedValueAdjusted):
        _moved(state, event.owner, event.name, event.now)


def _moved(state: OpenTable, owner: str, name: str, now: int) -> None:
    number = logged_number(state, owner, name)
    if number is not None:
        state.characters[owner].values.numbers[number] = now


def entering(state: OpenTable, voice: str, name: str, player: str | None) -> Command | None:
    """The command that makes a character of a voice."""
    if voice in state.characters or voice in RESERVED_IDS:
        return None
    return EnterCharacter.model_validate({"character": voice, "name": name, "player": player})
