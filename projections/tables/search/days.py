"""Days, months and years as people write them, and the moments at which they begin and end."""

import re
from datetime import UTC, datetime, timedelta

_DATE = re.compile(r"(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?")


def moment_of(text: str, *, past: bool = False) -> str:
    """The moment in UTC at which a day, month or year begins here, or with `past` at which it is over.

    Raises `ValueError` for what is none of them.
    """
    fits = _DATE.fullmatch(text.strip())
    if fits is None:
        raise ValueError(text)
    year, month, date = (int(part) if part else None for part in fits.groups())
    try:
        begins = datetime(year or 0, month or 1, date or 1)
        if past:
            begins = _next(begins, month, date)
        return begins.astimezone().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S")
    except OverflowError as error:
        raise ValueError(text) from error


def _next(begins: datetime, month: int | None, date: int | None) -> datetime:
    if date:
        return begins + timedelta(days=1)
    if month and month < 12:
        return begins.replace(month=month + 1)
    return begins.replace(year=begins.year + 1, month=1)
