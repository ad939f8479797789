"""Places of moments in a recording: between two ties in proportion, before and after them by the clock."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from domain.kernel.journal.attached.state import AttachedFile
from projections.views.timeline import TimelineEntry

LEAD = 15.0
"""Seconds before a moment at which one begins to listen: what led to it was said before it was recorded."""
NEAR = 12 * 60 * 60.0
"""Seconds. A moment further than this from every tie was another evening."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A recording in which a moment is heard, and how many seconds into it one begins to listen."""

    file: AttachedFile
    second: float


def time_of(entry: TimelineEntry) -> float | None:
    """The time at the table, in seconds: when something happened, or else when it was recorded."""
    try:
        return datetime.fromisoformat(entry.happened_at or entry.at).timestamp()
    except ValueError:
        return None


def second_at(ties: Sequence[tuple[float, float]], when: float) -> float:
    """The second of a recording at a time of the table. `ties` are times with their seconds, in order."""
    after = bisect_right(ties, when, key=lambda tie: tie[0])
    if 0 < after < len(ties):
        (began, first), (ended, last) = ties[after - 1], ties[after]
        return first + (last - first) * (when - began) / (ended - began)
    time, second = ties[0] if after == 0 else ties[-1]
    return second + when - time


def heard_at(recordings: Iterable[AttachedFile], entries: Mapping[int, TimelineEntry], at: int) -> Heard | None:
    """Find where the moment at a position is heard; None where no recording has it.

    `entries` hold that moment and those the recordings are tied to, as far as they may be known.
    """
    when = time_of(entries[at]) if at in entries else None
    if when is None:
        return None
    found: list[tuple[float, Heard]] = []
    for file in recordings:
        known = ((time_of(entries[tie.position]), tie) for tie in file.ties if tie.position in entries)
        ties = sorted({time: tie.milliseconds / 1000 for time, tie in known if time is not None}.items())
        if not ties:
            continue
        away = min(abs(when - time) for time, _second in ties)
        second = second_at(ties, when)
        if away <= NEAR and second >= 0:
            found.append((away, Heard(file, max(0.0, second - LEAD))))
    return min(found, key=lambda each: each[0])[1] if found else None
