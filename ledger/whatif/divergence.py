"""Differences between two lines, value by value, and the rulings that made them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from domain.kernel.facts import DiceMoved, Fact, NumberChanged, NumberMoved, Retelling, StateChanged
from ledger.whatif.verdicts import Cause


@dataclass(slots=True)
class _Parted:
    """One value that is otherwise on the new line: by how much, or what it is there."""

    number: int = 0
    state: str | None = None
    rulings: list[int] = field(default_factory=list)


class Divergence:
    """Follows two lines as they are decided side by side."""

    def __init__(self) -> None:
        self._parted: dict[str, _Parted] = {}

    def note(self, ruling: int, before: Iterable[Retelling], after: Iterable[Retelling]) -> None:
        """This ruling led to other facts than recorded: take in what that does to each value."""
        recorded, now = _Amounts(before), _Amounts(after)
        for path in {**recorded.numbers, **now.numbers}:
            difference = now.numbers.get(path, 0) - recorded.numbers.get(path, 0)
            if difference:
                parted = self._parted.setdefault(path, _Parted())
                parted.number += difference
                parted.rulings.append(ruling)
        for path in {**recorded.first, **now.last}:
            state = now.last.get(path, recorded.first.get(path))
            if state != recorded.last.get(path):
                parted = self._parted.setdefault(path, _Parted())
                parted.state = state
                parted.rulings.append(ruling)

    def because(self, recorded: Iterable[Retelling]) -> tuple[Cause, ...]:
        """The values that a recorded ruling touched and that are otherwise now."""
        found: dict[str, Cause] = {}
        for retelling in recorded:
            for fact in retelling.facts:
                for path, owner, label, was, value in _touched(fact):
                    parted = self._parted.get(path)
                    if parted is None or path in found:
                        continue
                    now = parted.state if value is None else str(value + parted.number)
                    if now is not None and now != was:
                        name = retelling.names.get(owner, owner)
                        found[path] = Cause(path, name, label, was, now, tuple(parted.rulings))
        return tuple(found.values())


class _Amounts:
    """The sum of some facts for each value: numbers by how much, states from what to what."""

    def __init__(self, told: Iterable[Retelling]) -> None:
        self.numbers: dict[str, int] = {}
        self.first: dict[str, str] = {}
        self.last: dict[str, str] = {}
        for retelling in told:
            for fact in retelling.facts:
                self._add(fact)

    def _add(self, fact: Fact) -> None:
        match fact:
            case NumberChanged():
                self._by(fact.path, fact.delta)
            case NumberMoved():
                for half in fact.halves():
                    self._by(half.path, half.delta)
            case DiceMoved():
                for path, count in _dice(fact):
                    self._by(path, count)
            case StateChanged():
                path = fact.path or ""
                self.first.setdefault(path, fact.was)
                self.last[path] = fact.now

    def _by(self, path: str | None, amount: int) -> None:
        if path is not None:
            self.numbers[path] = self.numbers.get(path, 0) + amount


def _touched(fact: Fact) -> Iterator[tuple[str, str, str, str, int | None]]:
    """Values a fact touches: path, owner, label, what it was just before, and that as a number if it is one."""
    match fact:
        case NumberChanged():
            was = fact.now - fact.delta
            yield f"{fact.owner}.{fact.name}", fact.owner, fact.label or fact.name, str(was), was
        case NumberMoved():
            for half in fact.halves():
                yield from _touched(half)
        case StateChanged():
            yield fact.path or "", fact.owner, fact.label or fact.name, fact.was, None


def _dice(fact: DiceMoved) -> Iterator[tuple[str, int]]:
    many = sum(count for _size, count in fact.dice)
    yield f"{fact.giver}.{fact.giver_pool}", -many
    yield f"{fact.taker}.{fact.taker_pool}", many
