"""The scripts that a game carries: its scenarios, its sample campaigns, and both together."""

from collections.abc import Mapping
from pathlib import PurePath

from domain.kernel.game import AnyGame
from domain.kernel.scenario import ScenarioStep, Script, read_script
from wiring.samples import Sample, given_in, samples, scripts_in

_KEPT: dict[tuple[int, str], tuple[AnyGame, Mapping[str, Script]]] = {}
"""Scripts by game and folder, read once. The game is kept with them, so that its `id` stays its own."""

_SAMPLES: dict[int, tuple[AnyGame, Mapping[str, Sample]]] = {}
"""Sample campaigns by game, likewise."""


def _scripts(game: AnyGame, folder: str) -> Mapping[str, Script]:
    known = _KEPT.get((id(game), folder))
    if known is None:
        given = given_in(game)
        read = {
            PurePath(name).stem: read_script(content.decode(), given) for name, content in scripts_in(game, folder)
        }
        known = _KEPT[id(game), folder] = (game, read)
    return known[1]


def scenarios_of(game: AnyGame) -> Mapping[str, Script]:
    """The scenarios of a game, by the names of their files."""
    return _scripts(game, "scenarios")


def samples_of(game: AnyGame) -> Mapping[str, Sample]:
    """The sample campaigns of a game, by what they are called."""
    known = _SAMPLES.get(id(game))
    if known is None:
        known = _SAMPLES[id(game)] = (game, {it.slug: it for it in samples({game.key: game})})
    return known[1]


def longest_sample(game: AnyGame) -> Sample:
    """The sample of a game in which most happens."""
    return max(samples_of(game).values(), key=lambda sample: len(sample.script.script.lines))


def scripts_of(game: AnyGame) -> list[tuple[str, Script]]:
    """Every scenario and sample of a game, by file name."""
    return [
        (f"{name}.jsonl", script)
        for folder in ("scenarios", "samples")
        for name, script in _scripts(game, folder).items()
    ]


def accepted_steps(script: Script) -> list[ScenarioStep]:
    """The steps a script expects to be ruled on, without those that are to be refused."""
    return [step for _line, step in script.steps if not step.refused]
