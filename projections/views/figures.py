"""Rolls and resources as rows, for those who count: one row for each die that fell, each change of a number."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from domain.kernel import facts
from ledger.answers import ToldRecord
from projections.views.timeline import CurrentScene, played_at


@dataclass(frozen=True, slots=True, kw_only=True)
class RolledDieRow:
    """One die of one roll. A die that is rolled again is a row of its own, with `rerolled` and the face before."""

    position: int
    ruling: int
    session: int
    scene: str
    at: str
    roller: str
    roller_name: str
    purpose: str
    test: str
    die: str
    size: int
    face: int
    kept: bool
    rerolled: bool
    before: int | None
    label: str
    reading: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberRow:
    """One change of one number; what moved from one owner to another is two."""

    position: int
    ruling: int
    session: int
    scene: str
    at: str
    owner: str
    owner_name: str
    name: str
    label: str
    delta: int
    now: int
    low: int | None
    high: int | None
    why: str


def rolls(told: Iterable[ToldRecord]) -> Iterator[RolledDieRow]:
    """Every die along a line, in order."""
    for each, clock in _with_clock(told):
        envelope, names = each.record.envelope, each.retelling.names
        for fact in each.retelling.facts:
            if not isinstance(fact, facts.DiceRolled) and not (
                isinstance(fact, facts.DieChanged) and fact.rerolled
            ):
                continue
            for die, size, face, kept, before, label in _dice_of(fact):
                yield RolledDieRow(
                    position=envelope.position,
                    ruling=envelope.ruling,
                    session=clock.session,
                    scene=clock.scene,
                    at=played_at(each),
                    roller=fact.roller,
                    roller_name=names.get(fact.roller, fact.roller),
                    purpose=fact.purpose if isinstance(fact, facts.DiceRolled) else fact.why,
                    test=fact.test or "",
                    die=die,
                    size=size,
                    face=face,
                    kept=kept,
                    rerolled=before is not None,
                    before=before,
                    label=label,
                    reading=fact.reading,
                )


def _dice_of(
    fact: facts.DiceRolled | facts.DieChanged,
) -> Iterator[tuple[str, int, int, bool, int | None, str]]:
    if isinstance(fact, facts.DieChanged):
        yield fact.die, fact.size, fact.now, True, fact.was, ""
    else:
        for die in fact.dice:
            yield die.id, die.size, die.face, die.kept, None, die.label


def resources(told: Iterable[ToldRecord]) -> Iterator[NumberRow]:
    """Every change of a number along a line, in order."""
    for each, clock in _with_clock(told):
        envelope, names = each.record.envelope, each.retelling.names
        for fact in each.retelling.facts:
            match fact:
                case facts.NumberChanged():
                    changes: Iterable[facts.NumberChanged] = (fact,)
                case facts.NumberMoved():
                    changes = fact.halves()
                case _:
                    continue
            for change in changes:
                yield NumberRow(
                    position=envelope.position,
                    ruling=envelope.ruling,
                    session=clock.session,
                    scene=clock.scene,
                    at=played_at(each),
                    owner=change.owner,
                    owner_name=names.get(change.owner, change.owner),
                    name=change.name,
                    label=change.label or change.name,
                    delta=change.delta,
                    now=change.now,
                    low=change.low,
                    high=change.high,
                    why=change.why,
                )


def _with_clock(told: Iterable[ToldRecord]) -> Iterator[tuple[ToldRecord, CurrentScene]]:
    clock = CurrentScene()
    for each in told:
        clock = clock.after(each)
        yield each, clock
