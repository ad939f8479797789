"""How events change a state: a table from event class to a small function.

The state is mutable inside a fold; whoever folds hands out copies. A table keyed on the class folds some
ten times faster than a long `match`, and shows at import whether an event was forgotten.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from domain.kernel.messages import Event

S = TypeVar("S")
Ev = TypeVar("Ev", bound=Event)


class Evolution(Generic[S]):
    """The `apply` functions of one game, keyed by event class.

    A second function for a class fails at import, and so does `complete` when one is missing.
    """

    def __init__(self) -> None:
        self._table: dict[type[Event], Callable[[S, Any], None]] = {}

    def on(self, kind: type[Ev]) -> Callable[[Callable[[S, Ev], None]], Callable[[S, Ev], None]]:
        """Register the function that applies events of this class."""

        def register(apply: Callable[[S, Ev], None]) -> Callable[[S, Ev], None]:
            if kind in self._table:
                raise TypeError(f"{kind.__name__} is applied twice")
            self._table[kind] = apply
            return apply

        return register

    @property
    def functions(self) -> Mapping[type[Event], Callable[[S, Any], None]]:
        """The function for each class of event."""
        return MappingProxyType(self._table)

    def complete(self, events: Iterable[type[Event]]) -> "Evolution[S]":
        """Itself, when exactly these events are covered. Raises `TypeError` naming those that are not."""
        wanted = set(events)
        missing = sorted(kind.__name__ for kind in wanted - self._table.keys())
        spare = sorted(kind.__name__ for kind in self._table.keys() - wanted)
        if missing or spare:
            raise TypeError(f"evolve: no function for {missing or 'none'}, no such event {spare or 'none'}")
        return self

    def apply(self, state: S, event: Event) -> None:
        """Change `state` as `event` says. Raises `ImpossibleHistoryError` when it cannot follow."""
        self._table[type(event)](state, event)
