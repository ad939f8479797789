"""Scenarios show what comes of a step. What only leads somewhere is told once, in a script others begin from."""

from domain.kernel.scenario import ScenarioStep, read_script
from tests.architecture.test_layers import ROOT
from tests.support.own_games import OURS


def test_few_steps_only_set_the_stage() -> None:
    steps = [
        line
        for game in OURS
        for file in (ROOT / "domain" / game / "scenarios").rglob("*.jsonl")
        for _, line in read_script(file.read_text("utf-8"), lambda name: '{"game": "", "title": ""}').lines
        if isinstance(line, ScenarioStep)
    ]
    staging = [it for it in steps if it.then is None and not it.among and it.refused is None]
    assert len(steps) > 8_000
    assert len(staging) < len(steps) / 4, f"{len(staging)} of {len(steps)} steps say nothing of what comes of them"
