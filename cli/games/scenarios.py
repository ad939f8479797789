"""`scenarios` and `coverage`: whether the games do what their scenarios say, and what those show."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cli.games.rulebooks import all_games, game_called
from cli.options import Options
from cli.outcome import CommandFailed, Status, usage_error
from cli.printing import as_json, cell, out, rows, say, table
from cli.progress import bar
from domain.kernel.game import AnyGame, UnusableGame
from domain.kernel.scenario import (
    ScenarioBroke,
    ScenarioOutcome,
    ScriptError,
    read_script,
    run_scenario,
    stands_alone,
)
from wiring.library import games
from wiring.samples import GIVEN, given_in, scripts_in


@dataclass(frozen=True, slots=True)
class Failed:
    """A scenario that did not come out as it says."""

    file: str
    line: int
    problem: str


def run(options: Options, paths: Sequence[str]) -> None:
    """Run scenario files; ends with status 1 when one fails."""
    files = _files(paths)
    failed: list[Failed] = []
    with bar("Running scenarios", len(files)) as moved:
        for done, file in enumerate(files, start=1):
            outcome = _outcome(str(file), file.read_bytes(), _beside(file))
            if isinstance(outcome, Failed):
                failed.append(outcome)
            moved(done, None)
    passed = len(files) - len(failed)
    if options.json:
        as_json({"passed": passed, "failed": len(failed), "failures": failed})
    else:
        for failure in failed:
            say(f"{failure.file}:{failure.line}: {failure.problem}")
        say(f"{passed} passed, {len(failed)} failed")
    if failed:
        raise CommandFailed(Status.BROKEN)


def _files(paths: Sequence[str]) -> list[Path]:
    found: list[Path] = []
    for name in paths:
        path = Path(name)
        if path.is_dir():
            inside = sorted(file for file in path.rglob("*.jsonl") if file.parent.name != GIVEN)
            if not inside:
                raise usage_error(f"There are no scenarios (*.jsonl) in {name}.")
            found.extend(inside)
        elif path.is_file():
            found.append(path)
        else:
            raise usage_error(f"There is no file or folder {name}.")
    return list(dict.fromkeys(found))


def _beside(file: Path) -> Callable[[str], str]:
    """Finds the scripts that a scenario may begin from: those in the folder `given` beside it."""

    def given(name: str) -> str:
        other = file.parent / GIVEN / f"{name}.jsonl"
        return other.read_text("utf-8") if other.is_file() else stands_alone(name)

    return given


def _outcome(name: str, content: bytes, given: Callable[[str], str]) -> ScenarioOutcome | Failed:
    try:
        script = read_script(content.decode("utf-8"), given)
    except ScriptError as error:
        return Failed(name, error.line, error.problem)
    except UnicodeDecodeError as error:
        return Failed(name, content[: error.start].count(b"\n") + 1, "not UTF-8")
    try:
        game = games().get(script.header.game)
    except UnusableGame as error:
        return Failed(name, 1, str(error))
    if game is None:
        return Failed(name, 1, f"there is no game {script.header.game!r}")
    try:
        outcome = run_scenario(game, script)
    except ScenarioBroke as error:  # a failed scenario, not the end of the run
        return Failed(name, error.line, str(error))
    return Failed(name, outcome.failure.line, outcome.failure.problem) if outcome.failure else outcome


@dataclass(slots=True)
class ScenarioCoverage:
    """The rules and refusals that the scenarios of one game show."""

    game: AnyGame
    by_rule: dict[str, list[str]] = field(default_factory=dict)
    by_refusal: dict[str, list[str]] = field(default_factory=dict)
    failed: list[Failed] = field(default_factory=list)

    @property
    def missing_rules(self) -> list[str]:
        """Rules no scenario shows."""
        return [rule.id for rule in self.game.rules if rule.id not in self.by_rule]

    @property
    def missing_refusals(self) -> list[str]:
        """Codes no scenario is refused with."""
        return [code for code in self.game.refusals if code not in self.by_refusal]

    @property
    def unknown_rules(self) -> list[str]:
        """Rule ids in scenarios that the game does not have."""
        known = {rule.id for rule in self.game.rules}
        return sorted(rule for rule in self.by_rule if rule not in known)

    @property
    def whole(self) -> bool:
        """True if nothing is missing, and every scenario passed."""
        return not (self.missing_rules or self.missing_refusals or self.unknown_rules or self.failed)

    @property
    def summary(self) -> str:
        """The counts of what is shown, on one line."""
        rules, refusals = len(self.game.rules), len(self.game.refusals)
        return (
            f"{self.game.title}: {rules - len(self.missing_rules)} of {rules} rules, "
            f"{refusals - len(self.missing_refusals)} of {refusals} refusals"
        )


def shown_by_scenarios(game: AnyGame) -> ScenarioCoverage:
    """Run the scenarios in a game's own folder and note what they show."""
    shown = ScenarioCoverage(game)
    for name, content in scripts_in(game, "scenarios"):
        outcome = _outcome(name, content, given_in(game))
        if isinstance(outcome, Failed):
            shown.failed.append(outcome)
            continue
        short = Path(name).stem
        for rule in outcome.rules:
            shown.by_rule.setdefault(rule, []).append(short)
        for code in outcome.refusals:
            shown.by_refusal.setdefault(code, []).append(short)
    return shown


def coverage(options: Options, key: str | None) -> None:
    """Print which rules and refusals are shown; ends with status 1 when one is missing."""
    wanted = [game_called(key)] if key else all_games()
    found = []
    with bar("Running scenarios", len(wanted)) as moved:
        for done, game in enumerate(wanted, start=1):
            found.append(shown_by_scenarios(game))
            moved(done, None)
    if options.json:
        shown = [coverage_json(it) for it in found]
        as_json(shown[0] if key else shown)
    else:
        for it in found:
            _print(it)
    if not all(it.whole for it in found) or (not key and games().unusable):
        raise CommandFailed(Status.BROKEN)


def coverage_json(it: ScenarioCoverage) -> dict[str, Any]:
    """The coverage of one game as JSON values."""
    return {
        "game": it.game.key,
        "title": it.game.title,
        "whole": it.whole,
        "rules": [
            {"id": rule.id, "title": rule.title, "shown_by": it.by_rule.get(rule.id, [])} for rule in it.game.rules
        ],
        "refusals": [{"code": code, "shown_by": it.by_refusal.get(code, [])} for code in it.game.refusals],
        "missing_rules": it.missing_rules,
        "missing_refusals": it.missing_refusals,
        "unknown_rules": it.unknown_rules,
        "failures": it.failed,
    }


def _print(it: ScenarioCoverage) -> None:
    made = table("rule", "what it is about", "shown by", title=it.game.title)
    say(rows(made, ((rule.id, rule.title, _shown(it.by_rule.get(rule.id, []))) for rule in it.game.rules)))
    if it.game.refusals:
        refusals = table("refusal", "shown by")
        say(rows(refusals, ((code, _shown(it.by_refusal.get(code, []))) for code in it.game.refusals)))
    for failure in it.failed:
        say(f"{failure.file}:{failure.line}: {failure.problem}", style="red")
    for rule in it.unknown_rules:
        say(f"{rule} is no rule of {it.game.title}, but is shown by {', '.join(it.by_rule[rule])}", style="red")
    missing: Iterable[str] = (*it.missing_rules, *it.missing_refusals)
    for one in missing:
        say(f"missing: {one}", style="red")
    out().print(cell(it.summary, "green" if it.whole else "red"), soft_wrap=True)


def _shown(names: Sequence[str]) -> object:
    return cell("missing", "red") if not names else ", ".join(sorted(names))
