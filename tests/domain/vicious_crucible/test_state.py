"""The state: snapshots give it back, its words clash with nothing, and impossible histories are noticed."""

import copy

import pytest
from pydantic import TypeAdapter

from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.messages import Event
from domain.kernel.moment import state_json
from domain.kernel.ruling import apply
from domain.kernel.scenario import Script
from domain.kernel.terms import CharacterId
from domain.vicious_crucible import GAME, events
from domain.vicious_crucible.state import Crucible
from domain.vicious_crucible.terms import FluxReason, HeatReason, LossReason
from tests.domain.vicious_crucible.crucible_table import SCRIPTS, founded, lay_out, moments

ADAPTER = TypeAdapter(Crucible)
SANNA, WEN, GHOST = CharacterId("sanna"), CharacterId("wen"), CharacterId("ghost")


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=list(SCRIPTS))
def test_a_snapshot_gives_an_equal_state_back(script: Script) -> None:
    for moment, event in moments(script):
        assert ADAPTER.validate_json(ADAPTER.dump_json(moment.game)) == moment.game
        assert type(event).model_validate_json(event.model_dump_json()) == event
    assert state_json(GAME, moment)["crucible"] == moment.game.crucible


IMPOSSIBLE = [
    events.HeatSpent(character=SANNA, amount=1, reason=HeatReason.SPARK, on="quick-eye"),
    events.HeatGained(character=WEN, amount=1, reason=HeatReason.PREPARE),
    events.HeatGained(character=GHOST, amount=1, reason=HeatReason.PREPARE),
    events.FluxSpent(character=SANNA, amount=5, reason=FluxReason.ALLOY),
    events.ElementUnlocked(character=SANNA, element="exile", arc="exiles-road"),
    events.ElementSacrificed(character=SANNA, element="homesick", reason=LossReason.REIFY),
    events.ToolRecovered(character=SANNA, tool="old-sabre", contest="contest-1"),
    events.SceneEnded(scene="scene-1", consequence=""),
    events.ContestClosed(contest="contest-1"),
    events.SparksPassed(side="sanna"),
    events.CharacterMarkerPlaced(character=SANNA, location="moon"),
    events.PlayEnded(epilogue=""),
    events.ArcBegun(character=SANNA, arc="pilgrim"),
    events.LocationRegistered(location="docks", name="Docks", elements=()),
    events.CharacterPicked(player="zoe", character=SANNA),
]


@pytest.mark.parametrize("event", IMPOSSIBLE, ids=lambda event: type(event).__name__)
def test_what_cannot_follow_raises(event: Event) -> None:
    moment = founded({})
    lay_out(moment)
    apply(GAME, moment, events.CharacterPicked(player="sanna-player", character=SANNA))
    with pytest.raises(ImpossibleHistoryError):
        apply(GAME, copy.deepcopy(moment), event)
