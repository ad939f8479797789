"""Origins of a value on a sheet, track or map: the records that made it, one step each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from domain.kernel import facts
from domain.kernel.facts import Fact
from ledger.answers import ToldRecord


@dataclass(frozen=True, slots=True)
class ValueStep:
    """One change of the value at a path. `delta` is None where the value is no number."""

    position: int
    path: str
    delta: int | None
    now: str
    """The value after it, as text; empty when it is gone."""
    label: str
    why: str


def steps_of(position: int, fact: Fact) -> Iterator[ValueStep]:
    """The steps of a fact: nothing, one value, or the two numbers an amount moved between."""
    if type(fact) not in _STEPPING:
        return
    match fact:
        case facts.NumberChanged():
            yield _step(position, fact, str(fact.now), fact.label or fact.name, fact.why, fact.delta)
        case facts.NumberMoved():
            for half in fact.halves():
                yield _step(position, half, str(half.now), half.label or half.name, half.why, half.delta)
        case facts.StateChanged():
            yield _step(position, fact, fact.now, fact.label or fact.name, fact.why)
        case facts.TextSet():
            yield _step(position, fact, fact.text, fact.field, "")
        case facts.Adjudicated():
            yield _step(position, fact, fact.after, fact.field, fact.reason)
        case facts.ProgressSet():
            yield _step(position, fact, str(fact.have), fact.label or fact.track, fact.brings)
        case facts.RelationSet():
            yield _step(position, fact, fact.relation, fact.relation, "")
        case facts.NodeSet():
            yield _step(position, fact, "" if fact.removed else str(fact.weight), fact.name, "")


def _step(position: int, fact: Fact, now: str, label: str, why: str, delta: int | None = None) -> ValueStep:
    return ValueStep(position, fact.path or "", delta, now, label, why)


_STEPPING = frozenset(
    (facts.NumberChanged, facts.NumberMoved, facts.StateChanged, facts.TextSet, facts.Adjudicated)
) | frozenset((facts.ProgressSet, facts.RelationSet, facts.NodeSet))


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
