"""Lines of a log of Fantasy Grounds that were taken in under other ids: the head of their session, which names the
day, had been cut off then, or is cut off now.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date, timedelta

from exchange.imports.entries import hashed
from exchange.imports.fantasy_grounds.sessions import numbered
from exchange.imports.spool import Spool
from exchange.imports.texts import decoded

KEY = "fantasy-grounds"
_FIRST_DAY, _DAYS = date(2004, 1, 1), 15_000
_LOOKED_AT = 20
_OF_ONE_END = 12
"""Different lines. Fewer stand at the end of many sessions: everybody leaves."""


def find_again(spool: Spool) -> None:
    """Note which lines were taken in under another id: with the head of their session cut off, or still on."""
    if spool.format.key != KEY or not spool.knows:
        return
    days: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for said_id, day, line in _unknown(spool):
        days[day].append((said_id, line))
    for day, lines in days.items():
        if day:
            spool.also_known(_numbers(spool, "", lines[_end_of(spool, lines) :]))
        elif there := _day_of(spool, [line for _id, line in lines[:_LOOKED_AT]]):
            spool.also_known(_numbers(spool, there, lines))


def _unknown(spool: Spool) -> Iterator[tuple[str, str, str]]:
    """The id, day and line of each entry that is not known yet, in the order of the file."""
    with spool.source.opened() as stream:
        for said in spool:
            if said.span and spool.known(said.id) is None:
                stream.seek(said.span[0])
                yield said.id, said.evening, decoded(stream.read(said.span[1]))[0]


def _is_known(spool: Spool, day: str, line: str, number: int = 1) -> bool:
    return spool.known(f"{KEY}:{numbered(hashed(day, line), number)}") is not None


def _numbers(spool: Spool, day: str, lines: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The ids of lines, each with the id that it has among the lines of this day."""
    counted: Counter[str] = Counter()
    for said_id, line in lines:
        counted[line] += 1
        yield said_id, f"{KEY}:{numbered(hashed(day, line), counted[line])}"


def _day_of(spool: Spool, lines: list[str]) -> str:
    """The day under which most of some lines are known; empty where there is none."""
    for number in range(_DAYS):
        day = (_FIRST_DAY + timedelta(number)).isoformat()
        if _is_known(spool, day, lines[0]) or (len(lines) > 1 and _is_known(spool, day, lines[-1])):
            many = sum(_is_known(spool, day, line) for line in lines)
            if 2 * many > len(lines):
                return day
    return ""


def _end_of(spool: Spool, lines: list[tuple[str, str]]) -> int:
    """The place from which on lines are known under no day, as the end of a session is; none where few are."""
    place = len(lines)
    while place and _is_known(spool, "", lines[place - 1][1]):
        place -= 1
    many = len({line for _id, line in lines[place:]})
    return place if many >= _OF_ONE_END or (many and not place) else len(lines)
