"""Origins of a value on a sheet, track or map: the records that made it, one step each."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from domain.kernel import facts
from domain.kernel.facts import Fact
from ledger.answers import ToldRecord


class ValueStep(NamedTuple):
    """One change of the value at a path. `delta` is None where the value is no number."""

    position: int
    path: str
    delta: int | None
    now: str
    """The value after it, as text; empty when it is gone."""
    label: str
    why: str


def steps_of(position: int, fact: Fact) -> tuple[ValueStep, ...]:
    """The steps of a fact: nothing, one value, or the two numbers an amount moved between."""
    steps = _STEPS.get(type(fact))
    return steps(position, fact) if steps is not None else ()


def _of_number(position: int, fact: facts.NumberChanged) -> tuple[ValueStep, ...]:
    now, label = str(fact.now), fact.label or fact.name
    return (ValueStep(position, fact.path or "", fact.delta, now, label, fact.why),)


def _of_both_numbers(position: int, fact: facts.NumberMoved) -> tuple[ValueStep, ...]:
    return tuple(step for half in fact.halves() for step in _of_number(position, half))


def _step(position: int, fact: Fact, now: str, label: str, why: str) -> tuple[ValueStep, ...]:
    return (ValueStep(position, fact.path or "", None, now, label, why),)


_STEPS: Mapping[type[Fact], Callable[[int, Any], tuple[ValueStep, ...]]] = {
    facts.NumberChanged: _of_number,
    facts.NumberMoved: _of_both_numbers,
    facts.StateChanged: lambda at, it: _step(at, it, it.now, it.label or it.name, it.why),
    facts.TextSet: lambda at, it: _step(at, it, it.text, it.field, ""),
    facts.Adjudicated: lambda at, it: _step(at, it, it.after, it.field, it.reason),
    facts.ProgressSet: lambda at, it: _step(at, it, str(it.have), it.label or it.track, it.brings),
    facts.RelationSet: lambda at, it: _step(at, it, it.relation, it.relation, ""),
    facts.NodeSet: lambda at, it: _step(at, it, "" if it.removed else str(it.weight), it.name, ""),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryProjection:
    """Every step along a line, in order."""

    name: str = "history"
    version: int = 1
    initial: tuple[ValueStep, ...] = ()

    def apply(self, view: tuple[ValueStep, ...], told: ToldRecord) -> tuple[ValueStep, ...]:
        """The steps after one more record."""
        return self.fold((told,), view)

    def fold(
        self, told: Iterable[ToldRecord], since: tuple[ValueStep, ...] | None = None
    ) -> tuple[ValueStep, ...]:
        """The steps after these records."""
        steps = list(self.initial if since is None else since)
        for each in told:
            for fact in each.retelling.facts:
                steps.extend(steps_of(each.record.position, fact))
        return tuple(steps)


HISTORY = HistoryProjection()
