"""Scenario files and play scripts: JSON Lines that say what is asked, and what must come of it.

The first line is a header (`game`, `title`, `house_rules`, `given`), every other line a step: `when` with `by`,
`dice` and either `then` or `refused`, or `expect` with dotted paths into the state. `given` names a script whose
lines come first, under the scenario's own house rules. A play script has neither `given`, `then`, `refused` nor
`expect`. Blank lines and lines that begin with `#` are skipped.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.decisions import ImpossibleHistoryError, Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.game import AnyGame
from domain.kernel.messages import Event
from domain.kernel.moment import AnyMoment, beginning, state_json
from domain.kernel.ruling import decide, follow
from domain.kernel.terms import slugify
from domain.kernel.vocabulary import MalformedCommand, MalformedEvent, Vocabulary
from domain.kernel.wording.faults import first_fault, first_problem


class ScriptError(Exception):
    """A line of a script cannot be read. The message names the line."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem


class _Closed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Header(_Closed):
    """The first line of a script. `slug`, `gm` and `gm_name` matter only to play scripts."""

    game: str
    title: str
    house_rules: dict[str, JsonValue] = Field(default_factory=dict)
    given: str | None = Field(default=None, pattern="^[a-z0-9_]+$")
    """The name of the script that leads to where this one begins."""
    slug: str | None = None
    gm: str = "gm"
    gm_name: str = "Game master"


class ScenarioStep(_Closed):
    """A command, who asks, the faces it draws, and what must come of it."""

    when: dict[str, JsonValue]
    by: str = "gm"
    dice: tuple[int, ...] = ()
    then: tuple[dict[str, JsonValue], ...] | None = None
    refused: str | bool | None = None
    rules: tuple[str, ...] = ()
    happened_at: str | None = None
    """Table time, ISO 8601, when it is not the time of recording."""
    fiction_time: str | None = None
    """The time in the story."""


class Expectation(_Closed):
    """Values the state must show, by dotted path."""

    expect: dict[str, JsonValue]
    rules: tuple[str, ...] = ()


Line: TypeAlias = ScenarioStep | Expectation


@dataclass(frozen=True, slots=True)
class Script:
    """A script as read: its header and its numbered lines."""

    header: Header
    lines: tuple[tuple[int, Line], ...]
    """Those of the script it begins from, if it names one, and then its own."""
    given: int = 0
    """The number of lines that are not its own."""

    @property
    def steps(self) -> tuple[tuple[int, ScenarioStep], ...]:
        """The lines that ask for something."""
        return tuple((number, line) for number, line in self.lines if isinstance(line, ScenarioStep))


def stands_alone(name: str) -> str:
    """Refuse a script to begin from, for scripts that have none beside them. Raises `ScriptError`."""
    raise ScriptError(1, f"it begins where {name!r} ends, and there is no such script")


def read_script(text: str, given: Callable[[str], str] = stands_alone) -> Script:
    """Read a script. `given` finds the text of the one that another begins from, by its name.

    Raises `ScriptError` naming the first line that cannot be read.
    """
    own = _read(text)
    before: list[tuple[int, Line]] = []
    names: list[str] = []
    name = own.header.given
    while name is not None:
        if name in names:
            raise ScriptError(1, f"it begins where {name!r} ends, which begins where it ends itself")
        names.append(name)
        try:
            earlier = _read(given(name))
        except ScriptError as error:
            raise ScriptError(1, f"given {name}, line {error.line}: {error.problem}") from error
        before = [*earlier.lines, *before]
        name = earlier.header.given
    return Script(own.header, (*before, *own.lines), given=len(before))


def _read(text: str) -> Script:
    header: Header | None = None
    lines: list[tuple[int, Line]] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        if not raw.strip() or raw.lstrip().startswith("#"):
            continue
        try:
            value = json.loads(raw)
            if header is None:
                header = Header.model_validate(value)
            elif isinstance(value, dict) and "expect" in value:
                lines.append((number, Expectation.model_validate(value)))
            else:
                lines.append((number, ScenarioStep.model_validate(value)))
        except ValidationError as error:
            raise ScriptError(number, first_fault(error)) from error
        except (ValueError, RecursionError) as error:
            raise ScriptError(number, f"not JSON: {error}") from error
    if header is None:
        raise ScriptError(1, "a script begins with a header that names its game and title")
    return Script(header, tuple(lines))


@dataclass(frozen=True, slots=True)
class Failure:
    """The line at which a scenario went otherwise than it says, and the difference."""

    line: int
    problem: str


@dataclass(frozen=True, slots=True)
class ScenarioOutcome:
    """The result of running a scenario."""

    failure: Failure | None
    rules: frozenset[str]
    """Rule ids its lines show. Only a scenario that passed counts."""
    refusals: frozenset[str]
    """Codes it was refused with."""
    tags: frozenset[str]
    """Tags of the events that came of it."""


class _Differs(Exception):
    pass


class ScenarioBroke(Exception):
    """A game raised what is no verdict of a scenario: a fault of the program. The cause is chained."""

    def __init__(self, line: int, cause: Exception) -> None:
        super().__init__(f"the game broke: {type(cause).__name__}: {cause}")
        self.line = line


def run_scenario(game: AnyGame, script: Script) -> ScenarioOutcome:
    """Run a scenario from its founding on.

    Whatever the scenario itself says wrong is its failure, with the line. Raises `ScenarioBroke`, which names the
    line too, when the game's own code fails.
    """
    vocabulary = Vocabulary(game)
    moment = beginning(game)
    rules: set[str] = set()
    refusals: set[str] = set()
    tags: set[str] = set()
    place, number = len(script.lines), 1
    try:
        found = _founding(game, script.header)
        _accept(game, moment, decide(game, moment, found, script.header.gm, TypedDice(())), tags)
        for place, (number, line) in enumerate(script.lines):  # noqa: B007 - the failure below names it
            rules.update(line.rules)
            if isinstance(line, Expectation):
                _check_expectation(line, state_json(game, moment))
            else:
                _run_step(game, vocabulary, moment, line, refusals, tags)
    except (_Differs, MalformedCommand, ImpossibleHistoryError) as problem:
        return ScenarioOutcome(_failure(script, place, number, problem), frozenset(), frozenset(), frozenset())
    except Exception as error:
        raise ScenarioBroke(number, error) from error
    return ScenarioOutcome(None, frozenset(rules), frozenset(refusals), frozenset(tags))


def _failure(script: Script, place: int, number: int, problem: Exception) -> Failure:
    if place < script.given:
        return Failure(1, f"given {script.header.given}, line {number}: {problem}")
    return Failure(number, str(problem))


def _founding(game: AnyGame, header: Header) -> FoundCampaign:
    try:
        return FoundCampaign(
            game=game.key,
            title=header.title,
            slug=slugify(header.title) or "scenario",
            house_rules=header.house_rules,
            gm_name=header.gm_name,
        )
    except ValidationError as error:
        raise _Differs(f"the header cannot found a campaign: {first_problem(error)}") from error


def _run_step(
    game: AnyGame,
    vocabulary: Vocabulary,
    moment: AnyMoment,
    step: ScenarioStep,
    refusals: set[str],
    tags: set[str],
) -> None:
    command = vocabulary.command(step.when)
    dice = TypedDice(step.dice)
    decision = decide(game, moment, command, step.by, dice)
    if step.refused:
        if not isinstance(decision, Refusal):
            raise _Differs(f"accepted, but {step.refused!r} was to refuse it: {_shown(decision)}")
        if step.refused is not True and decision.code != step.refused:
            raise _Differs(f"refused as {decision.code} {dict(decision.params)}, not as {step.refused}")
        refusals.add(decision.code)
        return
    events = _accept(game, moment, decision, tags)
    if step.then is not None:
        wanted = [_wanted(vocabulary, raw) for raw in step.then]
        if list(events) != wanted:
            raise _Differs(f"came out as {_shown(events)}, not as {_shown(wanted)}")


def _wanted(vocabulary: Vocabulary, raw: Mapping[str, JsonValue]) -> Event:
    try:
        return vocabulary.event(raw)
    except MalformedEvent as error:
        raise _Differs(f"`then`: {error}") from error


def _accept(game: AnyGame, moment: AnyMoment, decision: Iterable[Event] | Refusal, tags: set[str]) -> list[Event]:
    if isinstance(decision, Refusal):
        raise _Differs(f"refused: {decision.code} {dict(decision.params)}")
    events = list(follow(game, moment, decision))
    tags.update(event.type for event in events)
    return events


def _check_expectation(line: Expectation, state: Mapping[str, Any]) -> None:
    for path, wanted in line.expect.items():
        value = at_path(state, path)
        if value != wanted or isinstance(value, bool) != isinstance(wanted, bool):
            raise _Differs(f"{path} is {value!r}, not {wanted!r}")


def at_path(state: Mapping[str, Any], path: str) -> Any:
    """The value at a dotted path; a number is an index into a list. Absent is None."""
    value: Any = state
    for part in path.split("."):
        if isinstance(value, Mapping):
            value = value.get(part)
        elif isinstance(value, list) and part.lstrip("-").isdigit() and -len(value) <= int(part) < len(value):
            value = value[int(part)]
        else:
            return None
    return value


def _shown(events: Iterable[Event]) -> str:
    return "[" + ", ".join(event.model_dump_json() for event in events) + "]"
