"""Campaigns recorded under the first version of the rules, which asked nothing of a failure."""

import json
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.decisions import CommandRefused, Decision, Refusal
from domain.kernel.dice import Dice
from domain.kernel.history.alternatives import OtherDice
from domain.kernel.messages import Command, Event
from domain.kernel.people import Asker
from domain.kernel.vocabulary import Vocabulary
from domain.wicked_ones import GAME
from domain.wicked_ones.chapters import RULEBOOK
from domain.wicked_ones.chapters.actions.framing import ActionFramed, FrameAction
from domain.wicked_ones.chapters.actions.rolling import ActionRolled
from domain.wicked_ones.chapters.consequences.owed import WaiveConsequence
from domain.wicked_ones.chapters.consequences.reducing import ConsequenceReduced
from domain.wicked_ones.chapters.phases.engagement import RollEngagement
from domain.wicked_ones.chapters.phases.scenes import CloseScene, SceneClosed
from domain.wicked_ones.shapes import Circumstance
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.frame import Footing, SceneStatus
from ledger.answers import Ruled, Submission
from ledger.ledger import Ledger
from ledger.records.codec import Codec
from ledger.whatif.verdicts import RulingStanding, WhatIf
from tests.domain.wicked_ones.den import SCRIPTS

RECORDS = Path(__file__).parents[2] / "golden" / "records" / "wicked_ones.jsonl"
SCENES = ("a_failure_owes_a_consequence", "a_bad_start_owes_a_consequence", "the_footing_is_where_it_starts")


def as_before(state: Underworld, command: Command, asker: Asker, dice: Dice) -> Decision[Event]:
    """The first version: a scene closes over what failed, and footing changes nothing."""
    seen = copy(state)
    if isinstance(command, FrameAction) and state.scene is not None:
        seen.scene = replace(state.scene, at_the_start=False)
    try:
        return RULEBOOK.decide(seen, command, asker, dice)
    except CommandRefused as wrong:
        if wrong.refusal.code == "consequence_owed" and state.scene is not None:
            return [SceneClosed(scene=state.scene.id, outcome="")]
        raise


@pytest.fixture(params=SCENES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A ledger in which a scenario was played by the first rules, with nothing settled by word."""
    address = f"sqlite:///{tmp_path / 'old.sqlite'}"
    first = replace(GAME, rules_version=1, decide=as_before)
    ledger = Ledger({GAME.key: first}, {"SQLALCHEMY_URL": address})
    ledger.found(FoundCampaign(game=GAME.key, title="Sump", slug="sump", house_rules={}))
    vocabulary = Vocabulary(first)
    for _line, step in SCRIPTS[request.param].steps:
        command = vocabulary.command(step.when)
        if not isinstance(command, WaiveConsequence):
            ledger.rule("sump", Submission(command=command, by=step.by, faces=step.dice))
    assert ledger.moment("sump").game.scene.status is SceneStatus.CLOSED
    ledger.close()
    return address


def test_it_stands_when_it_is_decided_once_more(address: str) -> None:
    ledger = Ledger({GAME.key: GAME}, {"SQLALCHEMY_URL": address})
    checked = ledger.review.recheck("sump")
    assert checked.rulings > 10
    assert checked.differing == ()
    ledger.close()
    unversioned = Ledger({GAME.key: replace(GAME, rules_version=1)}, {"SQLALCHEMY_URL": address})
    assert unversioned.review.recheck("sump").differing, "and it is the version that lets it stand"
    unversioned.close()


def test_a_scene_that_was_open_goes_on_by_todays_rules(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'old.sqlite'}"
    first = Ledger({GAME.key: replace(GAME, rules_version=1, decide=as_before)}, {"SQLALCHEMY_URL": address})
    first.found(FoundCampaign(game=GAME.key, title="Sump", slug="sump", house_rules={}))
    steps = SCRIPTS["a_failure_owes_a_consequence"].steps
    vocabulary = Vocabulary(GAME)
    last = next(n for n, (_line, step) in enumerate(steps) if step.when["type"] == "wicked_ones.close_scene")
    for _line, step in steps[:last]:
        first.rule("sump", Submission(command=vocabulary.command(step.when), by=step.by, faces=step.dice))
    first.close()
    ledger = Ledger({GAME.key: GAME}, {"SQLALCHEMY_URL": address})
    answer = ledger.rule("sump", Submission(command=CloseScene(), by="gm"))
    assert not isinstance(answer, Ruled)
    assert isinstance(answer.refusal, Refusal)
    assert answer.refusal.code == "consequence_owed"
    ledger.close()


def test_what_another_roll_would_have_changed_leaves_the_closing_as_it_was(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'old.sqlite'}"
    first = Ledger({GAME.key: replace(GAME, rules_version=1, decide=as_before)}, {"SQLALCHEMY_URL": address})
    first.found(FoundCampaign(game=GAME.key, title="Sump", slug="sump", house_rules={}))
    vocabulary = Vocabulary(GAME)
    for _line, step in SCRIPTS["a_failure_owes_a_consequence"].steps:
        command = vocabulary.command(step.when)
        if not isinstance(command, WaiveConsequence):
            first.rule("sump", Submission(command=command, by=step.by, faces=step.dice))
            if isinstance(command, CloseScene):
                break
    first.close()
    ledger = Ledger({GAME.key: GAME}, {"SQLALCHEMY_URL": address})
    told = (told for appended in ledger.rulings("sump") for told in appended.told)
    rolled = next(it.record.envelope.ruling for it in told if isinstance(it.record.event, ActionRolled))
    answer = ledger.review.what_if("sump", rolled, OtherDice(dice=(3, 1, 1)))
    assert isinstance(answer, WhatIf)
    assert [it.standing for it in answer.verdicts] == [RulingStanding.CHANGED, RulingStanding.UNCHANGED]
    ledger.close()


def as_in_version_two(state: Underworld, command: Command, asker: Asker, dice: Dice) -> Decision[Event]:
    """The second version: engagement may be rolled in the middle of a scene."""
    seen = copy(state)
    if isinstance(command, RollEngagement):
        seen.rolls = {}
    return RULEBOOK.decide(seen, command, asker, dice)


def test_an_engagement_of_the_second_version_stands_in_the_middle_of_its_scene(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'old.sqlite'}"
    second = Ledger(
        {GAME.key: replace(GAME, rules_version=2, decide=as_in_version_two)}, {"SQLALCHEMY_URL": address}
    )
    second.found(FoundCampaign(game=GAME.key, title="Sump", slug="sump", house_rules={}))
    vocabulary = Vocabulary(GAME)
    for _line, step in SCRIPTS["engagement_comes_before_the_first_action"].steps:
        command = vocabulary.command(step.when)
        if isinstance(command, CloseScene):
            break
        faces = (6, 2) if isinstance(command, RollEngagement) else step.dice
        second.rule("sump", Submission(command=command, by=step.by, faces=faces))
    assert second.moment("sump").game.scene.engaged
    second.close()
    ledger = Ledger({GAME.key: GAME}, {"SQLALCHEMY_URL": address})
    assert ledger.moment("sump").game.scene.footing is Footing.UPPER_HAND
    assert ledger.review.recheck("sump").differing == ()
    ledger.close()
    unversioned = Ledger({GAME.key: replace(GAME, rules_version=2)}, {"SQLALCHEMY_URL": address})
    assert unversioned.review.recheck("sump").differing, "and it is the version that lets it stand"
    unversioned.close()


def kept(tag: str) -> dict[str, Any]:
    lines = (line for line in RECORDS.read_bytes().splitlines() if json.loads(line)["type"] == tag)
    return dict(json.loads(next(lines)))


def test_events_of_the_first_version_are_read_in_todays_shape() -> None:
    codec = Codec(GAME)
    for tag in ("wicked_ones.action_framed.v1", "wicked_ones.consequence_reduced.v1"):
        fields = kept(tag)
        event = codec.read(tag, json.dumps(fields).encode()).event
        assert event.type == tag.replace(".v1", ".v2")
        if isinstance(event, ActionFramed):
            assert all(isinstance(it, Circumstance) and it.category is None for it in event.circumstances)
        else:
            assert isinstance(event, ConsequenceReduced)
            assert event.note == ""
