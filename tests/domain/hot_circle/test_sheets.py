"""Sheets: one of a new character in full, paths that facts change, and what only the gamemaster sees."""

import json
from pathlib import Path

import pytest

from domain.hot_circle import GAME
from domain.hot_circle.chapters.obstacle_tests import rolling
from domain.kernel import facts
from domain.kernel.people import Asker, Role, may_see
from domain.kernel.ruling import names_at, retell
from domain.kernel.scenario import Script
from domain.kernel.sheet import Counter, Progress, Sheet, Tags, Texts
from domain.kernel.terms import PersonId
from tests.domain.hot_circle.circle_table import SCRIPTS, moments, played

ANA = Asker(PersonId("ana"), Role.PLAYER)
READER = Asker(PersonId("reader"), Role.READER)
GM = Asker(PersonId("gm"), Role.GM)
GOLDEN = Path(__file__).with_name("scarecrow.json")


def written(sheet: Sheet) -> dict[str, object]:
    """A sheet as a person reads it: headings, labels, and what stands behind them."""
    told: dict[str, object] = {"title": sheet.title, "subtitle": sheet.subtitle}
    for section in sheet.sections:
        lines = {}
        for block in section.blocks:
            match block:
                case Counter():
                    lines[block.label] = f"{block.value} of {block.high}" if block.high else str(block.value)
                case Progress():
                    lines[block.label] = f"{block.have} of {block.need}: {block.brings}"
                case Tags():
                    lines[block.label] = "; ".join(
                        ", ".join(part for part in (tag.text, tag.state, tag.detail) if part) for tag in block.tags
                    )
                case Texts():
                    lines[block.label] = "; ".join(block.texts)
        told[section.title] = lines
    return told


def test_the_scarecrows_sheet_is_as_it_was_laid_out() -> None:
    sheet = GAME.sheet(played(SCRIPTS["a_scarecrow_of_two_lifepaths"]).game, "burr").seen_by(READER)
    assert written(sheet) == json.loads(GOLDEN.read_text("utf-8"))


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=list(SCRIPTS))
def test_numbers_told_are_numbers_on_the_sheet(script: Script) -> None:
    """Every number told for a character stands on its sheet at that path, as long as its block is there."""
    for moment, event in moments(script):
        for fact in retell(GAME, moment, event).facts:
            owner = getattr(fact, "owner", None)
            if owner not in moment.game.characters:
                continue
            blocks = {block.path: block for block in GAME.sheet(moment.game, owner).blocks}
            if isinstance(fact, facts.NumberChanged):
                block = blocks.get(fact.path or "")
                cleared = fact.name.startswith("conditions.") or not moment.game.characters[owner].is_pc
                assert block is not None or cleared, fact.path
                if isinstance(block, Counter):
                    assert block.value == fact.now, (type(event).__name__, fact)
                elif isinstance(block, Progress):
                    assert block.have == fact.now
            elif isinstance(fact, facts.ProgressSet) and isinstance(
                block := blocks.get(fact.path or ""), Progress
            ):
                assert (block.have, block.need, block.brings) == (fact.have, fact.need, fact.brings)


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=list(SCRIPTS))
def test_every_path_of_a_sheet_is_there_once(script: Script) -> None:
    moment = played(script)
    for who in GAME.cast(moment.game):
        paths = [block.path for block in GAME.sheet(moment.game, who).blocks]
        assert len(paths) == len(set(paths))


def test_what_the_gamemaster_prepares_stays_secret() -> None:
    secrets = {
        "They want the buyer ruined.",
        "The buyer is already in the city.",
        "Nobody sells what Tam has seen.",
    }
    found = set()
    for name in ("sessions_and_scenes", "making_characters"):
        for moment, event in moments(SCRIPTS[name]):
            told = retell(GAME, moment, event)
            texts = {secret for secret in secrets if secret in repr(event)}
            found |= texts
            for viewer in (ANA, READER):
                if may_see(viewer, told.audience):
                    assert not texts
                for secret in secrets:
                    assert secret not in repr([fact for fact in told.facts if may_see(viewer, fact.audience)])
                    assert secret not in repr(names_at(GAME, moment))
                    for who in GAME.cast(moment.game):
                        assert secret not in repr(GAME.sheet(moment.game, who).seen_by(viewer))
        for secret in found & {secret for secret in secrets if secret in repr(moment.game)}:
            assert any(secret in repr(GAME.sheet(moment.game, who).seen_by(GM)) for who in GAME.cast(moment.game))
    assert found == secrets


def test_one_sided_and_contradictory_relations_are_two_facts() -> None:
    ties: dict[tuple[str, str], bool | None] = {}
    for moment, event in moments(SCRIPTS["session_zero_makes_a_world"]):
        for fact in retell(GAME, moment, event).facts:
            if isinstance(fact, facts.RelationSet):
                ties[fact.source, fact.target] = fact.friendly
    assert len(ties) == 10
    assert ties["eel-market", "night-boats"] is False
    assert ties["night-boats", "eel-market"] is True
    assert ("chandlers", "eel-market") not in ties


def test_dice_say_what_they_count_for() -> None:
    for moment, event in moments(SCRIPTS["an_independent_obstacle_test"]):
        if isinstance(event, rolling.TaskRolled) and event.test == "test-1":
            (fact,) = retell(GAME, moment, event).facts
            assert isinstance(fact, facts.DiceRolled)
            assert [die.face for die in fact.dice] == [6, 4, 2, 6, 1, 1, 6, 3, 5]
            assert [die.kept for die in fact.dice] == [True, True, False, True, False, False, True, False, True]
            assert fact.dice[6].label == "rolled again (1)"
            assert fact.reading == "5 successes against 5: passes as it stands"
