"""Replay neither rolls nor judges: what an event changes follows from the event, not from rules or house rules.

Looked at twice: by reading the functions that apply an event, with all they call, and by running every scenario
and sample with the house rules unreadable while an event is applied, which sees methods too.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from dis import get_instructions
from types import CodeType, FunctionType
from typing import Any, cast

import pytest

from domain.kernel.campaign.rulebook import CAMPAIGN
from domain.kernel.chapter import Evolution, Rulebook
from domain.kernel.game import AnyGame
from domain.kernel.journal.rulebook import JOURNAL
from domain.kernel.messages import Event, tag_of
from domain.kernel.scenario import Script, run_scenario
from domain.registry import games
from tests.support.scripts import every_scenario, scenarios_of
from wiring.samples import samples

JUDGES = frozenset({"house_rules", "need", "found", "allowed", "CommandRefused", "Refusal", "refuse"})
REFUSES = frozenset({"need", "found", "allowed", "CommandRefused"})
"""The words by which a rule ends."""
EXCEPTIONS = frozenset({
    "death_of_the_vele.trait_bought.v1", "spc.adjudication_recorded.v1", "spc.goal_track_moved.v1",
})  # fmt: skip
"""Records of old versions, or still to be mended, of which only the house rules say what they changed."""

each_game = pytest.mark.parametrize("key", list(games()))


def code_in(code: CodeType) -> Iterator[CodeType]:
    """A function's code, and that of whatever is defined in it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from code_in(each)


def words_of(function: FunctionType) -> set[str]:
    """Every name a function speaks of that is not its own: of functions and classes, of attributes."""
    return {name for code in code_in(function.__code__) for name in code.co_names}


def globals_of(function: FunctionType) -> set[str]:
    """The names a function looks up in its module, not those of attributes."""
    loaded = (step for code in code_in(function.__code__) for step in get_instructions(code))
    return {step.argval for step in loaded if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")}


def functions_in(value: object) -> Iterator[FunctionType]:
    """Functions of the domain: the value itself, or those in a table."""
    if isinstance(value, FunctionType) and value.__module__.startswith("domain."):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from functions_in(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from functions_in(each)


def called_by(function: FunctionType) -> Iterator[FunctionType]:
    """The functions of the domain that a function names, in a table too, or keeps from where it was made."""
    for name in globals_of(function):
        yield from functions_in(function.__globals__.get(name))
        module = function.__globals__.get(name)
        if getattr(module, "__name__", "").startswith("domain."):
            for part in words_of(function):
                yield from functions_in(getattr(module, part, None))
    for cell in function.__closure__ or ():
        yield from functions_in(cell.cell_contents)


def reached_from(function: object) -> set[FunctionType]:
    """A function, and all it leads to."""
    found: set[FunctionType] = set()
    ahead = list(functions_in(function))
    while ahead:
        here = ahead.pop()
        if here not in found:
            found.add(here)
            ahead.extend(called_by(here))
    return found


def judges(function: object) -> dict[str, set[str]]:
    """The functions that judge among those a function leads to, with the words they do it by."""
    return {
        f"{each.__module__}.{each.__qualname__}": words_of(each) & JUDGES
        for each in reached_from(function)
        if words_of(each) & JUDGES
    }


@each_game
def test_no_function_that_applies_an_event_names_a_house_rule_or_a_refusal(key: str) -> None:
    game = games()[key]
    breaches = {
        tag_of(kind): found for kind, function in game.evolve.functions.items() if (found := judges(function))
    }
    assert breaches.keys() == {tag for tag in EXCEPTIONS if tag.split(".")[0] == key}, breaches
    assert not judges(game.hears)


@pytest.mark.parametrize("evolve", [CAMPAIGN.evolve, JOURNAL.evolve], ids=["campaign", "journal"])
def test_nor_does_any_for_what_happens_to_a_campaign_or_its_journal(evolve: Evolution[Any]) -> None:
    for kind, function in evolve.functions.items():
        assert not judges(function), tag_of(kind)


def retellings_of(game: AnyGame) -> object:
    """The functions that retell the events of a game, chapter by chapter."""
    book = getattr(game.facts, "__self__", None)
    assert isinstance(book, Rulebook)
    return [telling for chapter in book.chapters for telling in chapter.tellings.values()]


@each_game
def test_no_retelling_calls_a_rule(key: str) -> None:
    reached = reached_from(retellings_of(games()[key]))
    assert reached
    rules = {f"{each.__module__}.{each.__qualname__}" for each in reached if words_of(each) & REFUSES}
    assert not rules


class Unreadable:
    """House rules that nobody may ask."""

    def __getattribute__(self, name: str) -> object:
        raise AssertionError(f"the house rule {name} is asked while an event is applied")


class Unruled:
    """Applies events as a game does, with its house rules out of sight; but for those listed above."""

    def __init__(self, apply: Callable[[Any, Event], None]) -> None:
        self._apply = apply
        self.applied = 0

    def apply(self, state: Any, event: Event) -> None:
        self.applied += 1
        if event.type in EXCEPTIONS:
            self._apply(state, event)
            return
        rules = state.house_rules
        state.house_rules = Unreadable()
        try:
            self._apply(state, event)
        finally:
            state.house_rules = rules


def goes_without_rules(game: AnyGame, script: Script) -> None:
    """Run a script in which no event may ask a house rule."""
    evolve, hears = Unruled(game.evolve.apply), Unruled(game.hears)
    unruled = replace(game, evolve=cast(Evolution[Any], evolve), hears=hears.apply)
    assert run_scenario(unruled, script).failure is None
    assert hears.applied


@pytest.mark.parametrize(("key", "name"), every_scenario())
def test_a_scenario_goes_without_asking_a_house_rule_while_an_event_is_applied(key: str, name: str) -> None:
    goes_without_rules(games()[key], scenarios_of(key)[name])


@pytest.mark.parametrize("sample", samples(games()), ids=lambda sample: sample.slug)
def test_so_does_a_sample(sample: Any) -> None:
    goes_without_rules(sample.game, sample.script.script)


def test_what_asks_is_noticed() -> None:
    """Both passes see a function that does it."""
    asking = lambda state, event: state.house_rules.heat  # noqa: E731
    asking.__module__ = "domain.made_up"
    assert judges(asking) == {f"domain.made_up.{asking.__qualname__}": {"house_rules"}}
    game = games()["spc"]
    evolve = Unruled(lambda state, event: state.house_rules.two_pools)
    with pytest.raises(AssertionError, match="two_pools"):
        evolve.apply(game.initial(game.house_rules()), Event(type="spc.made_up.v1"))
