"""Days and times as every screen writes them: `10 October 2026`, `19:30`, in the time of this machine."""

from datetime import datetime


def day_words(stamp: str) -> str:
    """The day of a time; empty where it is none."""
    there = _there(stamp)
    return f"{there.day} {there:%B %Y}" if there else ""


def when_words(stamp: str) -> str:
    """A day and its time; what is no time as it stands."""
    there = _there(stamp)
    return f"{there.day} {there:%B %Y}, {there:%H:%M}" if there else stamp


def _there(stamp: str) -> datetime | None:
    try:
        return datetime.fromisoformat(stamp).astimezone()
    except (ValueError, OverflowError):
        return None


def clock(milliseconds: int) -> str:
    """A time within a recording: `4:05`, `1:02:03`."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
