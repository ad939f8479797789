"""Lookups in a table's state that more than one chapter needs."""

from collections.abc import Iterable, Iterator

from domain.kernel.notation import NotationWrong
from domain.open_table.system.formulas import Numbers, worked_out
from domain.open_table.system.model import Number
from domain.open_table.system.reading import read_system
from domain.open_table.system.system import System

from .state import OpenTable, Values
from .terms import TABLE


def system_of(state: OpenTable) -> System:
    """The system the table plays with now."""
    return read_system(state.house_rules.system)


def relation_words(state: OpenTable) -> Iterable[str]:
    """The words of the system file for how factions stand towards each other."""
    return system_of(state).file.relation


def owner_id(who: str | None) -> str:
    """The id under which facts speak of somebody, or of the table."""
    return TABLE if who is None else who


def values_of(state: OpenTable, who: str | None) -> Values:
    """The values on a sheet: somebody's, or the table's."""
    return state.own if who is None else state.characters[who].values


def numbers_of(state: OpenTable, who: str | None) -> Numbers:
    """Every number that a formula may name for somebody. Working one out raises `NotationWrong`."""
    system = system_of(state)
    names = {key for key in system.numeric if who is not None or system.of(key) == "table"}
    return Numbers(frozenset(names), lambda name: value_of(state, who, name))


def value_of(state: OpenTable, who: str | None, key: str) -> int:
    """A declared number as it stands. Raises `NotationWrong` where a formula divides by nothing."""
    system = system_of(state)
    owner = None if system.of(key) == "table" else who
    if key in system.file.derived:
        return worked_out(system.file.derived[key].formula, numbers_of(state, owner))
    known = values_of(state, owner).numbers.get(key)
    return starting(state, owner, key) if known is None else known


def starting(state: OpenTable, who: str | None, key: str) -> int:
    """A number until somebody changes it."""
    it = system_of(state).file.number.get(key)
    if it is None:
        return 0
    if it.start is not None:
        return worked_out(it.start, numbers_of(state, who))
    low, high = it.low, it.high
    if isinstance(low, int) and low > 0:
        return low
    return high if isinstance(high, int) and high < 0 else 0


def bounds_of(state: OpenTable, who: str | None, key: str) -> tuple[int, int | None]:
    """The lowest and the highest a number, a die of a pool or a track can be. Raises `NotationWrong`."""
    track = values_of(state, who).tracks.get(key)
    if track is not None:
        return 0, track.size
    it = system_of(state).file.number.get(key)
    if it is None:
        return 0, None
    numbers = numbers_of(state, who)
    return worked_out(it.low, numbers), None if it.high is None else worked_out(it.high, numbers)


def bounds_told(state: OpenTable, who: str | None, key: str) -> tuple[int | None, int | None]:
    """The same for retelling: none where they cannot be worked out, or are declared no longer."""
    try:
        return bounds_of(state, who, key)
    except NotationWrong:
        return None, None


def value_told(state: OpenTable, who: str | None, key: str) -> int | None:
    """A number for showing: None where it cannot be worked out."""
    try:
        return value_of(state, who, key)
    except NotationWrong:
        return None


def failure_told(state: OpenTable, who: str | None, key: str) -> str:
    """The reason why a number cannot be worked out, in words; empty where it can."""
    try:
        value_of(state, who, key)
    except NotationWrong as wrong:
        return f"{wrong.problem[:1].lower()}{wrong.problem[1:]}"
    return ""


def standing(state: OpenTable, who: str | None, key: str) -> int:
    """A number that can be changed, as it stands: declared, of a track, or declared no longer."""
    values = values_of(state, who)
    if key in values.tracks:
        return values.tracks[key].value
    if key in values.numbers:
        return values.numbers[key]
    return starting(state, who, key)


def welcome(state: OpenTable, who: str | None, key: str) -> bool:
    """True if more of this number is good for whoever has it."""
    track = values_of(state, who).tracks.get(key)
    if track is not None:
        return track.good
    it = system_of(state).file.number.get(key)
    return it is None or it.good


def label_of(state: OpenTable, who: str | None, key: str) -> str:
    """The label of a key on a sheet."""
    track = values_of(state, who).tracks.get(key)
    if track is not None:
        return track.name
    system = system_of(state)
    if key in system.declared or key in system.pool_dice:
        return system.label(key)
    return state.labels.get(key) or system.label(key)


def numbers_on(state: OpenTable, who: str | None) -> Iterator[str]:
    """The numbers of somebody that go up and down: declared ones, then tracks."""
    system = system_of(state)
    of = "table" if who is None else "character"
    for key in system.changeable:
        if system.of(key) == of:
            yield key
    yield from values_of(state, who).tracks


def undeclared(state: OpenTable, who: str | None) -> tuple[str, ...]:
    """The keys of what somebody still has and the file declares no longer, or for others."""
    system, values = system_of(state), values_of(state, who)
    of = "table" if who is None else "character"
    has = (*values.numbers, *values.texts, *(key for key, things in values.things.items() if things))
    known = {key for key in (*system.declared, *system.pool_dice) if system.of(key) == of}
    return tuple(dict.fromkeys(key for key in has if key not in known))


def here(state: OpenTable) -> list[str]:
    """The characters in play, in the order they came."""
    return [slug for slug, it in state.characters.items() if it.here]


def form_of(number: Number) -> str:
    """The form a number is drawn in."""
    return number.form.value
