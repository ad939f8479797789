"""Clocks that tell the time in UTC. A value, so that samples and tests can say otherwise."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

Clock: TypeAlias = Callable[[], datetime]


def system_clock() -> datetime:
    """The time now."""
    return datetime.now(UTC)


def stamp(moment: datetime) -> str:
    """As records write it: `2026-11-21T20:14:05.120Z`."""
    there = moment if moment.tzinfo is UTC else moment.astimezone(UTC)
    return there.isoformat(timespec="milliseconds")[: -len("+00:00")] + "Z"
