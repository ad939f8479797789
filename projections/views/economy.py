"""Income and expenses: every number on a sheet as it was earned and spent along a line."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from projections.history.value_history import ValueStep
from projections.views.timeline import Mark


@dataclass(slots=True)
class EarnedAndSpent:
    """Two sums, earned and spent, both counted upwards."""

    earned: int = 0
    spent: int = 0

    def add(self, delta: int) -> None:
        """Count one change."""
        self.earned += max(delta, 0)
        self.spent += max(-delta, 0)


@dataclass(slots=True)
class Account:
    """One number of one owner through a line."""

    owner: str
    name: str
    label: str = ""
    whole: EarnedAndSpent = field(default_factory=EarnedAndSpent)
    sessions: dict[int, EarnedAndSpent] = field(default_factory=dict)
    reasons: dict[str, EarnedAndSpent] = field(default_factory=dict)
    balance: list[tuple[int, int]] = field(default_factory=list)
    """(position, what there was after it), in order."""

    @property
    def now(self) -> int:
        """The amount at the end."""
        return self.balance[-1][1] if self.balance else 0

    @property
    def path(self) -> str:
        """Its path on a sheet."""
        return f"{self.owner}.{self.name}"


@dataclass(frozen=True, slots=True)
class Resource:
    """A number that several have under one name."""

    name: str
    label: str
    accounts: tuple[Account, ...]

    @property
    def moved(self) -> int:
        """The sum of all that came and went."""
        return sum(it.whole.earned + it.whole.spent for it in self.accounts)


def accounts(steps: Iterable[ValueStep], marks: Sequence[Mark]) -> dict[str, Account]:
    """The accounts by path, from the steps of a line in order and the sessions of that line."""
    begins = [mark.position for mark in marks if mark.form == "session"]
    numbers = [0, *(mark.session for mark in marks if mark.form == "session")]
    found: dict[str, Account] = {}
    for step in steps:
        owner, dot, name = step.path.partition(".")
        if step.delta is None or not dot:
            continue
        account = found.setdefault(step.path, Account(owner, name))
        account.label = step.label or account.label
        account.whole.add(step.delta)
        session = numbers[bisect_right(begins, step.position)]
        account.sessions.setdefault(session, EarnedAndSpent()).add(step.delta)
        account.reasons.setdefault(step.why, EarnedAndSpent()).add(step.delta)
        account.balance.append((step.position, int(step.now)))
    return found


def resources(found: Mapping[str, Account]) -> list[Resource]:
    """The accounts by what they count, what moved most first; in each, whoever moved most first."""
    by_name: dict[str, list[Account]] = {}
    for account in found.values():
        by_name.setdefault(account.name, []).append(account)
    made = [
        Resource(name, _label(name, own), tuple(sorted(own, key=lambda it: -(it.whole.earned + it.whole.spent))))
        for name, own in by_name.items()
    ]
    return sorted(made, key=lambda resource: (-resource.moved, resource.name))


def _label(name: str, own: Sequence[Account]) -> str:
    said = next((account.label for account in own if account.label), name)
    return said if all(account.label in ("", said) for account in own) else name.replace("_", " ").capitalize()
