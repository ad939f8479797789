"""A state is stored and read again; a history that cannot be raises."""

import copy

import pytest
from pydantic import TypeAdapter

from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.messages import Event
from domain.kernel.moment import state_json
from domain.kernel.ruling import apply
from domain.kernel.scenario import Script
from domain.kernel.terms import CharacterId
from domain.wicked_ones import GAME, events
from domain.wicked_ones.state import Underworld
from domain.wicked_ones.terms import Attribute, Phase, StressReason
from tests.domain.wicked_ones.den import SCRIPTS, founded, moments

ADAPTER = TypeAdapter(Underworld)
MURG, GHOST = CharacterId("murg"), CharacterId("ghost")


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=list(SCRIPTS))
def test_a_snapshot_gives_an_equal_state_back(script: Script) -> None:
    for moment, event in moments(script):
        assert ADAPTER.validate_json(ADAPTER.dump_json(moment.game)) == moment.game
        assert type(event).model_validate_json(event.model_dump_json()) == event
    assert state_json(GAME, moment)["dungeon"]["name"] == moment.game.dungeon.name


IMPOSSIBLE = [
    events.StressSpent(character=MURG, amount=7, lost=0, reason=StressReason.ABILITY),
    events.StressCleared(character=MURG, amount=1, reason=StressReason.ABILITY),
    events.WentFeral(character=MURG, by=StressReason.ABILITY),
    events.FeralEnded(character=MURG, how=""),
    events.ShockCleared(character=MURG, attribute=Attribute.GUTS, roll="roll-1"),
    events.ShockDoubled(character=MURG, attribute=Attribute.GUTS, source="consequence-1"),
    events.ShockTaken(character=GHOST, attribute=Attribute.GUTS, source="consequence-1"),
    events.BloodiedEnded(character=MURG),
    events.GoldSpent(character=MURG, amount=3, reason="", purse="murg", description="x"),
    events.DarkHeartsSpent(character=MURG, amount=1, reason="", description="x"),
    events.PhaseBegan(phase=Phase.LURKING, cycle_no=2),
    events.SceneClosed(scene="scene-1", outcome=""),
    events.ConsequenceAccepted(consequence="consequence-1"),
    events.ClockFilled(clock="nothing"),
    events.ActionWithdrawn(roll="roll-1"),
    events.CostPaid(cost="cost-1", character=MURG, severity="annoying", changes=(), description="x"),
    events.RaidEnded(raid="raid-1", loot=0, outcome=""),
    events.DungeonTierRaised(was=3, now=4, why=""),
    events.FactEstablished(fact="fact-1", text="x", source="talk"),
    events.QuestionAsked(question="question-0", by="ada", text="x"),
]


@pytest.mark.parametrize("event", IMPOSSIBLE, ids=lambda event: type(event).__name__)
def test_what_cannot_follow_raises(event: Event) -> None:
    moment = founded({})
    with pytest.raises(ImpossibleHistoryError):
        apply(GAME, copy.deepcopy(moment), event)
