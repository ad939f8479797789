"""`rule` takes the steps after a ruling that leave nobody a choice, each as a ruling of its own."""

import json
from pathlib import Path

import pytest

from domain.kernel.scenario import ScenarioStep
from tests.cli.conftest import Campaign
from tests.support.scripts import scenarios_of

NAME = "a_bribe_is_refused"
PRESENTS = "vicious_crucible.present_die"
PASSES = "vicious_crucible.sparks_passed.v1"


@pytest.fixture
def before_the_last_die(campaign: Campaign, tmp_path: Path) -> ScenarioStep:
    """A contest in which all but one side have presented their die; the ruling that is to come."""
    script = scenarios_of("vicious_crucible")[NAME]
    steps = [step for _, step in script.steps]
    last = max(n for n, step in enumerate(steps[:30]) if step.when["type"] == PRESENTS)
    lines = [json.dumps({"game": "vicious_crucible", "title": "The bribe"})]
    lines += [
        json.dumps({"when": step.when, "by": step.by, "dice": step.dice})
        for step in steps[:last]
        if not step.refused
    ]
    (tmp_path / "play.jsonl").write_text("\n".join(lines), "utf-8")
    assert campaign("play", "the-bribe", str(tmp_path / "play.jsonl")).status == 0
    return steps[last]


def test_steps_without_a_choice_follow_a_ruling(campaign: Campaign, before_the_last_die: ScenarioStep) -> None:
    asked = (json.dumps(before_the_last_die.when), "--by", before_the_last_die.by, "--key", "a-key", "--json")
    ran = campaign("rule", "the-bribe", *asked).json
    followed = ran["followed"]
    assert [it["ruling"] for it in followed] == [ran["ruling"] + 1 + n for n in range(len(followed))]
    assert PASSES in {record["type"] for it in followed for record in it["records"]}
    assert before_the_last_die.by not in {it["by"] for it in followed}, "each is asked by whose step it is"
    again = campaign("rule", "the-bribe", *asked).json
    assert again["repeated"]
    assert "followed" not in again
    assert campaign("recheck", "the-bribe").status == 0


def test_nothing_follows_when_it_is_not_wanted(campaign: Campaign, before_the_last_die: ScenarioStep) -> None:
    asked = (json.dumps(before_the_last_die.when), "--by", before_the_last_die.by, "--no-follow", "--json")
    assert "followed" not in campaign("rule", "the-bribe", *asked).json


def test_a_step_that_was_taken_back_is_not_taken_again(
    campaign: Campaign, before_the_last_die: ScenarioStep
) -> None:
    asked = json.dumps(before_the_last_die.when)
    campaign("rule", "the-bribe", asked, "--by", before_the_last_die.by)
    undo = json.dumps({"type": "campaign.undo_ruling", "reason": "Wait, I want to look again"})
    assert "followed" not in campaign("rule", "the-bribe", undo, "--json").json


def test_the_last_step_of_a_sessions_end_closes_and_seals_it(campaign: Campaign, tmp_path: Path) -> None:
    """Closing is about the end of the log, so the step that follows names the end it was seen at."""
    steps = [step for _, step in scenarios_of("hot_circle")["deeds"].steps]
    opened = next(n for n, step in enumerate(steps) if step.when["type"] == "campaign.open_session")
    lines = [json.dumps({"game": "hot_circle", "title": "The end"})]
    lines += [json.dumps({"when": step.when, "by": step.by}) for step in steps[: opened + 1] if not step.refused]
    (tmp_path / "end.jsonl").write_text("\n".join(lines), "utf-8")
    assert campaign("play", "the-end", str(tmp_path / "end.jsonl")).status == 0
    for name in ("begin_session_end", "next_end_step", "next_end_step", "next_end_step"):
        ran = campaign("rule", "the-end", json.dumps({"type": f"hot_circle.{name}"}), "--json")
        assert ran.status == 0, name
    assert [record["type"] for it in ran.json["followed"] for record in it["records"]] == [
        "campaign.session_closed.v1"
    ]
    assert ran.json["sealed"]["session"] == 1
