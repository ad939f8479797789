"""Guessing a number that somebody keeps secret, by trying each that it could be against a seal."""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import zip_longest
from pathlib import Path
from typing import Any

from ledger.log.record import canonical, seal_of
from tests.support.twins import Twins, opened

UP_TO = 100
"""Every number from 1 to this is tried."""
_NUMBER = re.compile(r"-?\d+")

Known = list[dict[str, Any]]
"""The records of one ruling, as far as somebody knows them."""


def guessed(files: tuple[Path, Path], twins: Twins) -> int | None:
    """The number in the first of two campaigns that are alike but for it, found by its seal; None if it is not.

    More is granted than anybody could have: all of every record before, of the ruling itself all but the number,
    to the millisecond, and the seal of the ruling's last record. What it comes to with another number is learnt
    from the second campaign.
    """
    one, other = (_ruling(file, twins) for file in files)
    seal = seal_of(canonical(one[-1]))
    prev = str(one[0]["prev"])
    real = _first_difference(one, other)
    assert real is not None, "two campaigns that are the same have no secret"
    for number in range(1, UP_TO + 1):
        records = _at(_without_chance(one), _without_chance(other), real, number)
        if _seal_after(prev, records) == seal:
            return number
    return None


def _ruling(file: Path, twins: Twins) -> Known:
    with closing(opened(file)) as ledger:
        told = [it.record for it in ledger.told(twins.name) if it.record.envelope.ruling == twins.last]
        return [json.loads(record.stored) for record in told]


def _without_chance(records: Known) -> Known:
    """The text without what nobody can work out: digits of chance, and seals and tallies after the secret."""
    unknown = ("salt", "prev", "tally")
    first, rest = records[0], records[1:]
    return [
        {**first, "salt": None},
        *({name: it for name, it in each.items() if name not in unknown} for each in rest),
    ]


def _seal_after(prev: str, records: Known) -> str:
    from ledger.log import tally

    carried = records[0].get("tally")
    stored = b""
    for record in records:
        fields = {**record, "prev": prev, "tally": carried}
        stored = canonical(fields)
        prev = seal_of(stored)
        carried = tally.after(stored) if carried else None
    return prev


def _first_difference(one: Any, other: Any) -> tuple[int, int] | None:
    """The number in the one and in the other."""
    for a, b in _leaves(_without_chance(one), _without_chance(other)):
        for was, now in zip(_numbers(a), _numbers(b), strict=False):
            if was != now:
                return was, now
    return None


def _leaves(a: Any, b: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(a, dict) and isinstance(b, dict):
        # What was asked for comes first: what follows from it may be another number.
        for name in sorted(a.keys() & b.keys(), key=lambda it: (it != "command", it)):
            yield from _leaves(a[name], b[name])
    elif isinstance(a, list) and isinstance(b, list):
        for each, its in zip_longest(a, b):
            yield from _leaves(each, its)
    elif a != b:
        yield a, b


def _numbers(value: Any) -> list[int]:
    if isinstance(value, bool):
        return []
    return [int(it) for it in _NUMBER.findall(str(value))]


def _at(a: Any, b: Any, real: tuple[int, int], number: int) -> Any:
    """A value as it would be with another number, by what it is with two."""
    if isinstance(a, dict) and isinstance(b, dict):
        return {name: _at(its, b.get(name, its), real, number) for name, its in a.items()}
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return [_at(its, other, real, number) for its, other in zip(a, b, strict=True)]
    if a == b or isinstance(a, bool) or not isinstance(a, int | str) or type(a) is not type(b):
        return a
    if isinstance(a, int):
        return _on_the_line((a, b), real, number)
    others: Sequence[int] = _numbers(b)
    if len(others) != len(_numbers(a)):
        return a
    pairs = iter(zip(_numbers(a), others, strict=True))
    return _NUMBER.sub(lambda _found: str(_on_the_line(next(pairs), real, number)), a)


def _on_the_line(pair: tuple[int, int], real: tuple[int, int], number: int) -> int:
    (was, now), (first, second) = pair, real
    return was + (number - first) * (now - was) // (second - first)
