"""A chapter of a game: what may be asked, what may happen, what follows, what it changes and how it is told.

A chapter is one file that is read beside the rulebook, from top to bottom. A `Rulebook` binds the chapters of a
game, in the order of its list; a chapter imports only chapters before it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, TypeAlias

from typing_extensions import TypeVar

from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event, tag_of
from domain.kernel.people import EVERYONE, Asker, Audience
from domain.kernel.wording.sentences import Wording

S = TypeVar("S")
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)
K = TypeVar("K")
V = TypeVar("V")
P = TypeVar("P", default=Dice)
"""The port by which a rule asks for what is neither in the state nor in the command: dice, unless a chapter says
otherwise."""

Events: TypeAlias = Sequence[Event]
"""The events that follow from a command that the rules allow, in order."""

Rule: TypeAlias = Callable[[S, C, Asker, P], Events]
Change: TypeAlias = Callable[[S, E], None]
Telling: TypeAlias = Callable[[S, E], Iterable[Fact]]


def always(command: object) -> bool:
    """True for any command, where each of a kind shows what was kept from somebody, however it is asked."""
    return True


class Chapter(Generic[S, P]):
    """The rules of one chapter over a state `S`, by the messages they are about.

    `title` is a heading for people; `refusals` gives the sentence of each code that is refused first here. A
    message that is decided, applied or told twice raises `TypeError` at import.
    """

    def __init__(self, title: str, refusals: Mapping[str, str] = MappingProxyType({})) -> None:
        self.title = title
        self.refusals = refusals
        self.rules: dict[type[Command], Callable[[S, Any, Asker, P], Events]] = {}
        self.openings: dict[type[Command], Callable[[Any], bool]] = {}
        self.changes: dict[type[Event], Callable[[S, Any], None]] = {}
        self.tellings: dict[type[Event], Callable[[S, Any], Iterable[Fact]]] = {}
        self.headlines: dict[type[Event], str] = {}
        self.audiences: dict[type[Event], Callable[[S, Any], Audience]] = {}
        self.naming: set[type[Event]] = set()

    def decides(
        self, command: type[C], *, opens: Callable[[C], bool] | None = None
    ) -> Callable[[Rule[S, C, P]], Rule[S, C, P]]:
        """Register the rule that answers a command: refusals first, dice second, events last.

        `opens` says whether what was kept from somebody is shown by it; nothing is without it.
        """

        def register(rule: Rule[S, C, P]) -> Rule[S, C, P]:
            _once(self.rules, command, "decided")
            self.rules[command] = rule
            if opens is not None:
                self.openings[command] = opens
            return rule

        return register

    def applies(self, event: type[E], *, renames: bool = False) -> Callable[[Change[S, E]], Change[S, E]]:
        """Register the function that changes the state as an event says.

        `renames`: an id may have another name afterwards, or none.
        """

        def register(change: Change[S, E]) -> Change[S, E]:
            _once(self.changes, event, "applied")
            self.changes[event] = change
            if renames:
                self.naming.add(event)
            return change

        return register

    def tells(
        self, event: type[E], headline: str, *, to: Callable[[S, E], Audience] | None = None
    ) -> Callable[[Telling[S, E]], Telling[S, E]]:
        """Register the function that retells an event as facts, with its headline (a template of `wording`).

        `to` says who may know that it happened at all; everybody without it.
        """

        def register(telling: Telling[S, E]) -> Telling[S, E]:
            _once(self.tellings, event, "told")
            self.tellings[event] = telling
            self.headlines[event] = headline
            if to is not None:
                self.audiences[event] = to
            return telling

        return register


class Evolution(Generic[S]):
    """The functions that apply events, keyed by event class: how events change a state.

    The state is mutable inside a fold; whoever folds hands out copies. A table keyed on the class folds some ten
    times faster than a long `match`, and shows at import whether an event was forgotten.

    A second function for a class fails at import, and so does `complete` when one is missing.
    """

    def __init__(self) -> None:
        self._table: dict[type[Event], Callable[[S, Any], None]] = {}

    def on(self, kind: type[E]) -> Callable[[Callable[[S, E], None]], Callable[[S, E], None]]:
        """Register the function that applies events of this class."""

        def register(apply: Callable[[S, E], None]) -> Callable[[S, E], None]:
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


class Rulebook(Generic[S, P]):
    """The chapters of one game bound together: the tables that `Game` asks for.

    Raises `TypeError` where two chapters decide, apply, tell or refuse the same, and where an event is applied and
    not told or told and not applied.
    """

    def __init__(self, *chapters: Chapter[S, P]) -> None:
        self.chapters = chapters
        self._rules = _joined(chapter.rules for chapter in chapters)
        self._openings = _joined(chapter.openings for chapter in chapters)
        self._tellings = _joined(chapter.tellings for chapter in chapters)
        self._audiences = _joined(chapter.audiences for chapter in chapters)
        changes = _joined(chapter.changes for chapter in chapters)
        if half := set(changes) ^ set(self._tellings):
            raise TypeError(f"applied or told, not both: {sorted(kind.__name__ for kind in half)}")
        headlines = _joined(chapter.headlines for chapter in chapters)
        self.commands: tuple[type[Command], ...] = tuple(self._rules)
        self.headings = {command: chapter.title for chapter in chapters for command in chapter.rules}
        """The title of the chapter that each command belongs to."""
        self.events: tuple[type[Event], ...] = tuple(changes)
        self.naming = frozenset[type[Event]]().union(*(chapter.naming for chapter in chapters))
        """The events after which an id may have another name."""
        self.refusals: Mapping[str, str] = _joined(chapter.refusals for chapter in chapters)
        """The sentence of every code."""
        self.wording = Wording(
            refusals=self.refusals, events={tag_of(kind): said for kind, said in headlines.items()}
        )
        self.evolve: Evolution[S] = Evolution()
        for kind, change in changes.items():
            self.evolve.on(kind)(change)

    def decide(self, state: S, command: Command, asker: Asker, port: P) -> Events:
        """The events that follow when this is asked. Raises `CommandRefused` where the rules do not allow it."""
        return self._rules[type(command)](state, command, asker, port)

    def opens(self, command: Command) -> bool:
        """True if this command shows something that was kept from somebody."""
        shows = self._openings.get(type(command))
        return shows is not None and shows(command)

    def tell(self, state: S, event: Event) -> Iterable[Fact]:
        """The facts in an event, given the state just after it."""
        return self._tellings[type(event)](state, event)

    def audience(self, state: S, event: Event) -> Audience:
        """Audience of the event as a whole: those who may know that it happened at all."""
        to = self._audiences.get(type(event))
        return EVERYONE if to is None else to(state, event)


def _once(table: Mapping[type[Any], object], kind: type[Any], done: str) -> None:
    if kind in table:
        raise TypeError(f"{kind.__name__} is {done} twice")


def _joined(tables: Iterable[Mapping[K, V]]) -> dict[K, V]:
    joined: dict[K, V] = {}
    for table in tables:
        if twice := joined.keys() & table.keys():
            raise TypeError(f"in two chapters: {sorted(str(getattr(it, '__name__', it)) for it in twice)}")
        joined.update(table)
    return joined
