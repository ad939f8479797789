"""Tables are looked for once in each file that comes to lie where a database is."""

from collections.abc import Set
from concurrent.futures import ThreadPoolExecutor

import pytest

from ledger.database.ensured_tables import EnsuredTables


class Place:
    """A place where files lie one after another, with the tables asked for in each."""

    def __init__(self) -> None:
        self.file = 1
        self.asked: list[tuple[int, frozenset[str]]] = []
        self.tables = EnsuredTables(lambda: self.file)

    def ensure(self, *names: str) -> bool:
        """Ensure tables of these names."""

        def make(known: Set[str]) -> Set[str]:
            self.asked.append((self.file, frozenset(known)))
            return set(names)

        return self.tables.ensure(set(names), make)


def test_they_are_looked_for_once() -> None:
    place = Place()
    assert place.ensure("events", "heads")
    assert not place.ensure("events", "heads")
    assert not place.ensure("heads")
    assert place.asked == [(1, frozenset())]


def test_others_are_looked_for_beside_those_that_are_known() -> None:
    place = Place()
    place.ensure("events")
    assert place.ensure("events", "words")
    assert not place.ensure("events")
    assert place.asked == [(1, frozenset()), (1, frozenset({"events"}))]


def test_of_another_file_nothing_is_known() -> None:
    place = Place()
    place.ensure("events")
    place.file = 2
    assert place.ensure("events")
    assert place.asked == [(1, frozenset()), (2, frozenset())]


def test_what_could_not_be_made_is_tried_again() -> None:
    place = Place()

    def fail(_known: Set[str]) -> Set[str]:
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        place.tables.ensure({"events"}, fail)
    assert place.ensure("events")


def test_what_its_maker_leaves_out_is_looked_for_again() -> None:
    tables = EnsuredTables(lambda: None)
    asked: list[Set[str]] = []

    def some(known: Set[str]) -> Set[str]:
        asked.append(known)
        return {"events"}

    assert tables.ensure({"events", "files"}, some)
    assert tables.ensure({"events", "files"}, some)
    assert asked == [set(), {"events"}]


def test_several_threads_make_them_once() -> None:
    place = Place()
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _n: place.ensure("events"), range(64)))
    assert place.asked == [(1, frozenset())]
