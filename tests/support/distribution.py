"""Deals tests out to the processes that run them: a file at a time, and the longest first.

A test at a time costs more than most tests take: the process that deals them out looks through all it has dealt
for every test, and each worker makes for itself what the tests of one file share.
"""

from collections.abc import Sequence

import pytest
from xdist.remote import Producer  # type: ignore[import-untyped]
from xdist.scheduler import LoadGroupScheduling  # type: ignore[import-untyped]

AT_FIRST = ("tests/browser/", "tests/architecture/test_a_sixth_game.py", "tests/laws/", "tests/projections/")
"""Places of what takes longest: begun last, it would run alone at the end."""
AT_LAST = ("tests/domain/",)
"""Files that take a second or less, so that workers end within one of each other."""


class ByFile(LoadGroupScheduling):
    """Deals out the tests of a file together, those of a class where there are classes, and those of a group."""

    def __init__(self, config: pytest.Config, log: Producer | None = None) -> None:
        config.option.loadscopereorder = False  # files of many tests need not be those that take long
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        scope: str = super()._split_scope(nodeid)
        return scope if scope != nodeid else nodeid.partition("[")[0].rpartition("::")[0]


def in_order(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The same tests, those of a file one after another as they were."""
    return sorted(items, key=lambda item: _turn(item.nodeid))


def _turn(nodeid: str) -> int:
    at_first = next((n for n, place in enumerate(AT_FIRST) if nodeid.startswith(place)), len(AT_FIRST))
    return at_first + nodeid.startswith(AT_LAST)
