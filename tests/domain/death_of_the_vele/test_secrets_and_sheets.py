"""Sealed dice stay sealed, and every number on a sheet goes back to the records that made it."""

import pytest

from domain.death_of_the_vele import GAME
from domain.death_of_the_vele.chapters.founding.bidding import BidPlaced
from domain.kernel import facts
from domain.kernel.people import Asker, Role, may_see
from domain.kernel.ruling import retell
from domain.kernel.scenario import Script
from domain.kernel.sheet import Counter, DicePool, Tags, Texts
from domain.kernel.terms import PersonId
from tests.domain.death_of_the_vele.vele_table import SCRIPTS, moments

BO = Asker(PersonId("bo"), Role.PLAYER)
ANA = Asker(PersonId("ana"), Role.PLAYER)


def test_a_bid_is_its_players_until_all_are_shown() -> None:
    seen = 0
    for moment, event in moments(SCRIPTS["scenes_a_whole_opening"]):
        if not isinstance(event, BidPlaced) or event.player != "ana":
            continue
        told = retell(GAME, moment, event)
        assert not may_see(BO, told.audience)
        assert may_see(ANA, told.audience)
        assert all(not may_see(BO, fact.audience) for fact in told.facts)
        sheets = [GAME.sheet(moment.game, slug).seen_by(BO) for slug in GAME.cast(moment.game)]
        assert all(block.path != "ana.bid" for sheet in sheets for block in sheet.blocks)
        seen += 1
    assert seen == 2


def test_the_narrators_card_is_the_narrators() -> None:
    moment = list(moments(SCRIPTS["scenes_a_whole_opening"]))[-1][0]
    card = "story.narrator_card"
    assert card in {block.path for block in GAME.sheet(moment.game, "story").seen_by(ANA).blocks}
    assert card not in {block.path for block in GAME.sheet(moment.game, "story").seen_by(BO).blocks}


def test_the_story_counts_its_twists() -> None:
    moment = list(moments(SCRIPTS["narration_goes_round"]))[-1][0]
    texts = {
        block.path: block.texts for block in GAME.sheet(moment.game, "story").blocks if isinstance(block, Texts)
    }
    assert texts["story.twists"][0].startswith("2 so far;")


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=list(SCRIPTS))
def test_facts_lead_to_what_the_sheets_show(script: Script) -> None:
    numbers: dict[str, int] = {}
    states: dict[str, str] = {}
    moment = None
    for moment, event in moments(script):
        for fact in retell(GAME, moment, event).facts:
            if isinstance(fact, facts.NumberChanged):
                assert numbers.get(fact.path or "", 0) + fact.delta == fact.now, (event, fact)
                numbers[fact.path or ""] = fact.now
            elif isinstance(fact, facts.StateChanged):
                states[fact.path or ""] = fact.now
    assert moment is not None
    for slug in GAME.cast(moment.game):
        for block in GAME.sheet(moment.game, slug).blocks:
            if isinstance(block, DicePool):
                points = sum((sides // 2 - 1) * n for sides, n in block.dice)
                assert numbers.get(block.path, 0) == points, block.path
            elif isinstance(block, Counter) and block.path.split(".")[1] in ("xp_earned", "xp_balance"):
                assert numbers.get(block.path, 0) == block.value
            elif isinstance(block, Tags) and block.path.endswith((".traits", ".abilities")):
                for tag in block.tags:
                    assert states.get(f"{block.path}.{tag.id}"), f"{block.path}.{tag.id}"
