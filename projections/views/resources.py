"""Every number that is counted: how much there is, and how much came and went."""

from dataclasses import dataclass

from domain.kernel import facts
from projections.projection import Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """One number of one owner. `gained` and `spent` are the sums of all it rose and fell by."""

    owner: str
    name: str
    label: str
    now: int
    low: int | None
    high: int | None
    gained: int
    spent: int


def _change(balances: dict[tuple[str, str], Balance], fact: facts.NumberChanged) -> None:
    key = fact.owner, fact.name
    before = balances.get(key)
    # A fact that moves a number need not repeat what it is called and where it ends.
    balances[key] = Balance(
        owner=fact.owner,
        name=fact.name,
        label=fact.label or (before.label if before else ""),
        now=fact.now,
        low=fact.low if fact.low is not None or before is None else before.low,
        high=fact.high if fact.high is not None or before is None else before.high,
        gained=(before.gained if before else 0) + max(fact.delta, 0),
        spent=(before.spent if before else 0) + max(-fact.delta, 0),
    )


def _move(balances: dict[tuple[str, str], Balance], fact: facts.NumberMoved) -> None:
    for half in fact.halves():
        _change(balances, half)


RESOURCES: Rows[tuple[str, str], Balance] = Rows(
    name="resources",
    version=1,
    row=Balance,
    key=lambda balance: (balance.owner, balance.name),
    on={facts.NumberChanged: _change, facts.NumberMoved: _move},
)
