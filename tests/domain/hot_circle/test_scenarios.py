"""The worked examples: each passes, and together they show every rule, refusal, event and house rule."""

import pytest

from domain.hot_circle import GAME
from domain.kernel.messages import tag_of
from domain.kernel.scenario import Script, run_scenario
from tests.domain.hot_circle.circle_table import SCRIPTS

OF_THE_KERNEL = {"dice_missing", "dice_wrong", "dice_unread"}


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=list(SCRIPTS))
def test_scenario(script: Script) -> None:
    outcome = run_scenario(GAME, script)
    assert outcome.failure is None, f"line {outcome.failure.line}: {outcome.failure.problem}"


def test_together_they_show_everything() -> None:
    outcomes = [run_scenario(GAME, script) for script in SCRIPTS.values()]
    rules = {rule for outcome in outcomes for rule in outcome.rules}
    refusals = {code for outcome in outcomes for code in outcome.refusals}
    tags = {tag for outcome in outcomes for tag in outcome.tags}
    assert len(GAME.rules) == 73
    assert rules == {rule.id for rule in GAME.rules}
    assert refusals - OF_THE_KERNEL == set(GAME.refusals)
    assert {tag_of(event) for event in GAME.events} <= tags


def test_every_house_rule_is_set_otherwise_by_some_scenario() -> None:
    defaults = GAME.house_rules().model_dump(mode="json")
    shown = {
        name
        for script in SCRIPTS.values()
        for name, value in script.header.house_rules.items()
        if value != defaults[name]
    }
    assert shown == set(defaults)
