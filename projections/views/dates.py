"""Days and times as every screen writes them: `10 October 2026`, `19:30`, in the time of this machine."""

import re
from datetime import datetime

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_PARTS_OF_A_TIME = 3


def day_words(stamp: str) -> str:
    """The day of a time; empty where it is none."""
    there = _there(stamp)
    return f"{there.day} {there:%B %Y}" if there else ""


def titled(title: str) -> str:
    """A title that is a day as the day is written everywhere; any other as it stands."""
    return day_words(title) if _DAY.fullmatch(title) else title


def when_words(stamp: str) -> str:
    """A day and its time; what is no time as it stands."""
    there = _there(stamp)
    return f"{there.day} {there:%B %Y}, {there:%H:%M}" if there else stamp


def _there(stamp: str) -> datetime | None:
    try:
        return datetime.fromisoformat(stamp).astimezone()
    except (ValueError, OverflowError):
        return None


def milliseconds_of(said: str) -> int:
    """A time within a recording as people write it: `1:02:03`, `4:05.5`, `90`. Raises `ValueError`."""
    parts = said.strip().split(":")
    if len(parts) > _PARTS_OF_A_TIME or not all(part.isascii() and part.isdigit() for part in parts[:-1]):
        raise ValueError(said)
    try:
        seconds: float = sum(float(part) * 60.0**place for place, part in enumerate(reversed(parts)))
        if seconds < 0:
            raise ValueError(said)
        return round(1000 * seconds)
    except OverflowError as error:
        raise ValueError(said) from error


def clock(milliseconds: int) -> str:
    """A time within a recording: `4:05`, `1:02:03`."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
