"""Days of a log that tells only times of day."""

import re
from datetime import date, datetime, time, timedelta

from exchange.imports.source import Clock

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_HALF_A_YEAR = 6
"""Months. A day so much earlier is one of the next year."""
_HALF_A_DAY = timedelta(hours=12)


_DATE = re.compile(r"(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})")
_IN_WORDS = re.compile(r"(\d{1,2}) ([A-Z][a-z]{2})[a-z]* (\d{4})", re.ASCII)


def day_in(shown: str, clock: Clock) -> date | None:
    """The first day in a line, as the places of the world write it. None when it is none."""
    if (told := _IN_WORDS.search(shown)) and told[2] in _MONTHS:
        return _date(int(told[3]), _MONTHS.index(told[2]) + 1, int(told[1]))
    found = _DATE.search(shown)
    if found is None:
        return None
    one, two, three = map(int, found.groups())
    year, month, day = (
        (one, two, three) if one > 31 else (three, two, one) if clock.day_first else (three, one, two)
    )
    return _date(year, month, day) if month <= 12 else _date(year, day, month)


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def hour_of(shown: str, half: str | None) -> int:
    """The hour of a day, of twelve where A or P stands behind it: more than those is 24, which is none."""
    hour = int(shown)
    if not half:
        return hour
    return hour % 12 + (12 if half in "Pp" else 0) if hour <= 12 else 24


class LogDays:
    """The day at each line: the last one told, or that on which the play began, and the next where its times go
    back by half a day.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._day: date | None = clock.begins.date() if clock.begins else None
        self._last: datetime | None = None

    def begin(self, day: date) -> None:
        """Go on from a day that the log tells."""
        self._day, self._last = day, None

    def go_to(self, shown: str) -> bool:
        """Go on to a day told without its year, `15 Jan` or `Jan 15`: the next after the last one. False where no
        day before it told the year, and for what is no day.
        """
        parts = sorted(shown.split(), key=str.isdigit)
        if self._day is None or parts[0] not in _MONTHS:
            return False
        month, day = _MONTHS.index(parts[0]) + 1, int(parts[1])
        if (month, day) == (self._day.month, self._day.day):
            return True
        year = self._day.year + (month < self._day.month - _HALF_A_YEAR)
        try:
            self.begin(date(year, month, day))
        except ValueError:
            return False
        return True

    def stamp(self, hour: int, minute: int, second: int = 0) -> str | None:
        """A time of day as UTC; None where its day is not known, and where there is no such time."""
        if self._day is None or hour > 23 or minute > 59 or second > 59:
            return None
        now = datetime.combine(self._day, time(hour, minute, second))
        if self._last and now < self._last - _HALF_A_DAY:
            self._day += timedelta(days=1)
            now += timedelta(days=1)
        self._last = now
        return self._clock.stamp(*now.timetuple()[:6])
