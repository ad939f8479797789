"""Replay neither rolls nor judges: what an event changes follows from the event, not from rules or house rules.

Looked at twice: by reading the functions that apply an event, with all they call, and by running every scenario
and sample with the house rules unreadable while an event is applied, which sees methods too.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from dis import get_instructions
from types import CodeType, FunctionType
from typing import Any, ClassVar, cast

from campaign_laws.base import Laws, has_samples, only_where
from domain.kernel.chapter import Evolution, Rulebook
from domain.kernel.game import AnyGame
from domain.kernel.messages import Event, tag_of
from domain.kernel.scenario import Script, run_scenario
from wiring.samples import Sample

JUDGES = frozenset({"house_rules", "need", "found", "allowed", "CommandRefused", "Refusal", "refuse"})
REFUSES = frozenset({"need", "found", "allowed", "CommandRefused"})
"""The words by which a rule ends."""


def code_in(code: CodeType) -> Iterator[CodeType]:
    """A function's code, and that of whatever is defined in it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from code_in(each)


def words_of(function: FunctionType) -> set[str]:
    """Every name that a function uses and does not define: of functions and classes, of attributes."""
    return {name for code in code_in(function.__code__) for name in code.co_names}


def globals_of(function: FunctionType) -> set[str]:
    """The names a function looks up in its module, not those of attributes."""
    loaded = (step for code in code_in(function.__code__) for step in get_instructions(code))
    return {step.argval for step in loaded if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")}


class SourceReader:
    """Reads the functions of the domain and of a game, and what they lead to."""

    def __init__(self, package: str) -> None:
        self._within = ("domain.", f"{package}.")
        self._package = package

    def _ours(self, module: object) -> bool:
        return isinstance(module, str) and (module.startswith(self._within) or module == self._package)

    def functions_in(self, value: object) -> Iterator[FunctionType]:
        """Functions that are read: the value itself, or those in a table."""
        if isinstance(value, FunctionType) and self._ours(value.__module__):
            yield value
        elif isinstance(value, dict):
            for each in value.values():
                yield from self.functions_in(each)
        elif isinstance(value, list | tuple):
            for each in value:
                yield from self.functions_in(each)

    def called_by(self, function: FunctionType) -> Iterator[FunctionType]:
        """The functions that a function names, in a table too, or keeps from where it was made."""
        for name in globals_of(function):
            yield from self.functions_in(function.__globals__.get(name))
            module = function.__globals__.get(name)
            if self._ours(getattr(module, "__name__", None)):
                for part in words_of(function):
                    yield from self.functions_in(getattr(module, part, None))
        for cell in function.__closure__ or ():
            yield from self.functions_in(cell.cell_contents)

    def reached_from(self, function: object) -> set[FunctionType]:
        """A function, and all it leads to."""
        found: set[FunctionType] = set()
        ahead = list(self.functions_in(function))
        while ahead:
            here = ahead.pop()
            if here not in found:
                found.add(here)
                ahead.extend(self.called_by(here))
        return found

    def judges(self, function: object) -> dict[str, set[str]]:
        """The functions that judge among those a function leads to, with the words they do it by."""
        return {
            f"{each.__module__}.{each.__qualname__}": words_of(each) & JUDGES
            for each in self.reached_from(function)
            if words_of(each) & JUDGES
        }


def retellings_of(game: AnyGame) -> object:
    """The functions that retell the events of a game, chapter by chapter if it is made of chapters."""
    book = getattr(game.facts, "__self__", None)
    if not isinstance(book, Rulebook):
        return game.facts
    return [telling for chapter in book.chapters for telling in chapter.tellings.values()]


class Unreadable:
    """House rules that raise when they are read."""

    def __getattribute__(self, name: str) -> object:
        raise AssertionError(f"the house rule {name} is asked while an event is applied")


class WithoutHouseRules:
    """Applies events as a game does, with its house rules unreadable except for some tags."""

    def __init__(self, apply: Callable[[Any, Event], None], but: frozenset[str] = frozenset()) -> None:
        self._apply, self._but = apply, but
        self.applied = 0

    def apply(self, state: Any, event: Event) -> None:
        self.applied += 1
        if event.type in self._but:
            self._apply(state, event)
            return
        rules = state.house_rules
        state.house_rules = Unreadable()
        try:
            self._apply(state, event)
        finally:
            state.house_rules = rules


def goes_without_rules(game: AnyGame, script: Script, but: frozenset[str]) -> None:
    """Run a script in which no event may ask a house rule."""
    evolve, campaign_events = (
        WithoutHouseRules(game.evolve.apply, but),
        WithoutHouseRules(game.on_campaign_event, but),
    )
    unruled = replace(game, evolve=cast(Evolution[Any], evolve), on_campaign_event=campaign_events.apply)
    assert run_scenario(unruled, script).failure is None
    assert campaign_events.applied


class ReplayLaws(Laws):
    """No function that applies or retells an event judges."""

    applied_by_house_rules: ClassVar[frozenset[str]] = frozenset()
    """Tags of old records of which only the house rules say what they changed."""

    def test_no_function_that_applies_an_event_names_a_house_rule_or_a_refusal(self) -> None:
        game, reading = self.game, SourceReader(self.game.package)
        functions = game.evolve.functions
        breaches = {
            tag_of(kind): found for kind, function in functions.items() if (found := reading.judges(function))
        }
        assert breaches.keys() == self.applied_by_house_rules, breaches
        assert not reading.judges(game.on_campaign_event)

    def test_no_retelling_calls_a_rule(self) -> None:
        reached = SourceReader(self.game.package).reached_from(retellings_of(self.game))
        assert reached
        rules = {f"{each.__module__}.{each.__qualname__}" for each in reached if words_of(each) & REFUSES}
        assert not rules

    def test_a_scenario_goes_without_asking_a_house_rule_while_an_event_is_applied(self, scenario: Script) -> None:
        goes_without_rules(self.game, scenario, self.applied_by_house_rules)

    @only_where(has_samples)
    def test_so_does_a_sample(self, sample: Sample) -> None:
        goes_without_rules(self.game, sample.script.script, self.applied_by_house_rules)
