"""Things that commands and forms refer to, by kind and name, as far as the asker may know."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from domain.kernel.offers import Choice
from domain.kernel.people import Asker

from .lookup import label_of, numbers_on, system_of, values_of
from .state import OpenTable

Of: TypeAlias = Callable[[OpenTable, Asker], Iterable[Choice]]


def references(state: OpenTable, kind: str, asker: Asker) -> Iterable[Choice]:
    """Everything of this kind, each id once; nothing for a kind that there is not."""
    of = KINDS.get(kind)
    listed: dict[str | int | bool, Choice] = {}
    for it in of(state, asker) if of else ():
        listed.setdefault(it.value, it)
    return listed.values()


def _characters(state: OpenTable, asker: Asker) -> Iterator[Choice]:
    for slug, it in state.characters.items():
        yield Choice(slug, it.name, "" if it.here else "out of play")


def _numbers(state: OpenTable, asker: Asker) -> Iterator[Choice]:
    for who in (*state.characters, None):
        for key in numbers_on(state, who):
            yield Choice(key, label_of(state, who, key))
    system = system_of(state)
    yield from (Choice(key, system.label(key)) for key in system.changeable)


def _tracks(state: OpenTable, asker: Asker) -> Iterator[Choice]:
    for who in (*state.characters, None):
        name = "the table" if who is None else state.characters[who].name
        yield from (Choice(key, it.name, name) for key, it in values_of(state, who).tracks.items())


def _tags(state: OpenTable, asker: Asker) -> Iterator[Choice]:
    yield from (Choice(key, it.called(key)) for key, it in system_of(state).things.items())


def _texts(state: OpenTable, asker: Asker) -> Iterator[Choice]:
    yield from (Choice(key, it.called(key)) for key, it in system_of(state).file.text.items())


def _rolls(state: OpenTable, asker: Asker) -> Iterator[Choice]:
    yield from (Choice(key, it.called(key), it.help or "") for key, it in system_of(state).file.roll.items())


def _advances(state: OpenTable, asker: Asker) -> Iterator[Choice]:
    yield from (Choice(key, it.called(key), it.brings) for key, it in system_of(state).file.advance.items())


def _dice(state: OpenTable, asker: Asker) -> Iterator[Choice]:
    """The dice of the last rolls, by their places; each place once."""
    for thrown in state.last.values():
        yield from (Choice(die.id, f"The die {die.id[1:]}") for die in thrown.dice)


KINDS: Mapping[str, Of] = {
    "character": _characters,
    "number": _numbers,
    "track": _tracks,
    "tags": _tags,
    "text": _texts,
    "roll": _rolls,
    "advance": _advances,
    "die": _dice,
}
