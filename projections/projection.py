"""A read model as a value: a pure fold over what the records tell."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from domain.kernel.facts import Fact
from ledger.answers import ToldRecord

View = TypeVar("View")
Key = TypeVar("Key", bound=Hashable)
Row = TypeVar("Row")
Left = TypeVar("Left")
Right = TypeVar("Right")

NO_ROWS: Mapping[Any, Any] = MappingProxyType({})


class Projection(Protocol[View]):
    """A fold with a name. `version` rises whenever the same records would give another view.

    Views are immutable values: `apply` gives a new one, or the same one where nothing in it changed.
    """

    @property
    def name(self) -> str:
        """Its name, here and in the names of its tables."""
        ...

    @property
    def version(self) -> int:
        """The number of this reading of the facts."""
        ...

    @property
    def initial(self) -> View:
        """The view before anything happened."""
        ...

    def apply(self, view: View, told: ToldRecord) -> View:
        """The view after one more record."""
        ...

    def fold(self, told: Iterable[ToldRecord], since: View | None = None) -> View:
        """The view after these records, begun at `since` or from the start."""
        ...


Change: TypeAlias = Callable[[dict[Key, Row], Any], None]
"""Changes rows in place as one fact says; only ever called with a copy of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows(Generic[Key, Row]):
    """A projection whose view is rows by key. Facts of a class not listed in `on` leave it as it is."""

    name: str
    version: int
    row: type[Row]
    key: Callable[[Row], Key]
    on: Mapping[type[Fact], Change[Key, Row]]
    initial: Mapping[Key, Row] = field(default_factory=lambda: NO_ROWS)

    def apply(self, view: Mapping[Key, Row], told: ToldRecord) -> Mapping[Key, Row]:
        """The rows after one more record."""
        return self.of_facts(told.retelling.facts, view)

    def fold(self, told: Iterable[ToldRecord], since: Mapping[Key, Row] | None = None) -> Mapping[Key, Row]:
        """The rows after these records. They are copied once, and only if a record concerns them."""
        return self.of_facts((fact for each in told for fact in each.retelling.facts), since)

    def of_facts(self, facts: Iterable[Fact], since: Mapping[Key, Row] | None = None) -> Mapping[Key, Row]:
        """The rows after these facts."""
        view = self.initial if since is None else since
        rows: dict[Key, Row] | None = None
        for fact in facts:
            change = self.on.get(type(fact))
            if change is not None:
                rows = _copy_of(view) if rows is None else rows
                change(rows, fact)
        return view if rows is None else MappingProxyType(rows)

    def of(self, rows: Iterable[Row]) -> Mapping[Key, Row]:
        """The view with these rows."""
        return MappingProxyType({self.key(row): row for row in rows})


def _copy_of(rows: Mapping[Key, Row]) -> dict[Key, Row]:
    # A proxy copies the dictionary behind it many times quicker than `dict` copies a proxy.
    return rows.copy() if isinstance(rows, MappingProxyType) else dict(rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair(Generic[View, Left, Right]):
    """Two projections folded together: their views side by side in one value."""

    name: str
    left: Projection[Left]
    right: Projection[Right]
    join: Callable[[Left, Right], View]
    split: Callable[[View], tuple[Left, Right]]

    @property
    def version(self) -> int:
        """Rises with either half."""
        return self.left.version + self.right.version

    @property
    def initial(self) -> View:
        """Both halves before anything happened."""
        return self.join(self.left.initial, self.right.initial)

    def apply(self, view: View, told: ToldRecord) -> View:
        """The view after one more record."""
        return self.fold((told,), view)

    def fold(self, told: Iterable[ToldRecord], since: View | None = None) -> View:
        """The view after these records."""
        left, right = self.split(self.initial if since is None else since)
        for each in told:
            left, right = self.left.apply(left, each), self.right.apply(right, each)
        return self.join(left, right)
