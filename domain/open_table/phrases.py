"""Turns of retelling that chapters share."""

from collections.abc import Iterable

from domain.kernel import facts
from domain.kernel.facts import Fact
from domain.kernel.notation import NotationWrong
from domain.open_table.lookup import (
    bounds_told,
    label_of,
    numbers_of,
    owner_id,
    standing,
    system_of,
    values_of,
    welcome,
)
from domain.open_table.state import OpenTable
from domain.open_table.system.formulas import worked_out
from domain.open_table.system.model import Advance


def number_told(state: OpenTable, who: str | None, number: str, was: int, now: int, why: str) -> Iterable[Fact]:
    """A number that changed, and every advance that counts it."""
    low, high = bounds_told(state, who, number)
    yield facts.NumberChanged(
        owner=owner_id(who),
        name=number,
        delta=now - was,
        now=now,
        why=why,
        label=label_of(state, who, number),
        low=low,
        high=high,
        good=welcome(state, who, number),
    )
    if now < was and why and who is not None:
        yield facts.Cost(test="", who=who, what=label_of(state, who, number), amount=was - now, text=why)
    for key, it in system_of(state).file.advance.items():
        if it.counts == number and (who is None) == (it.of == "table"):
            yield progress_told(state, who, key, it)


def progress_told(state: OpenTable, who: str | None, key: str, it: Advance) -> Fact:
    """Fact of the progress of an advance."""
    have = standing(state, who, it.counts) if it.counts is not None else 0
    return facts.ProgressSet(
        owner=owner_id(who),
        track=key,
        have=have,
        need=needed_told(state, who, it),
        brings=it.brings,
        label=it.called(key),
    )


def needed_told(state: OpenTable, who: str | None, it: Advance) -> int | None:
    """The amount an advance needs; None where it needs nothing, or that cannot be worked out."""
    if it.needs is None:
        return None
    if isinstance(it.needs, int):
        return it.needs
    try:
        return worked_out(it.needs, numbers_of(state, who))
    except NotationWrong:
        return None


def sheet_told(state: OpenTable, who: str) -> Iterable[Fact]:
    """Everything that stands on a sheet when somebody comes in."""
    values = values_of(state, who)
    for number, now in values.numbers.items():
        if now:
            yield from number_told(state, who, number, 0, now, "")
    for field, text in values.texts.items():
        yield facts.TextSet(owner=who, field=field, text=text)
