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
from domain.vicious_crucible import GAME
from domain.vicious_crucible.chapters.arcs.arcs import ElementUnlocked
from domain.vicious_crucible.chapters.arcs.new_arcs import ArcBegun, ElementSacrificed
from domain.vicious_crucible.chapters.contests.outcomes import ContestClosed
from domain.vicious_crucible.chapters.contests.purposes import ToolRecovered
from domain.vicious_crucible.chapters.contests.winning import SparksPassed
from domain.vicious_crucible.chapters.founding.picking import CharacterPicked
from domain.vicious_crucible.chapters.founding.sheets import LocationRegistered
from domain.vicious_crucible.chapters.founding.starting import PlayEnded
from domain.vicious_crucible.chapters.heat_and_flux import FluxSpent, HeatGained, HeatSpent
from domain.vicious_crucible.chapters.scenes.scenes import CharacterMarkerPlaced, SceneEnded
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
    HeatSpent(character=SANNA, amount=1, reason=HeatReason.SPARK, on="quick-eye"),
    HeatGained(character=WEN, amount=1, reason=HeatReason.PREPARE),
    HeatGained(character=GHOST, amount=1, reason=HeatReason.PREPARE),
    FluxSpent(character=SANNA, amount=5, reason=FluxReason.ALLOY),
    ElementUnlocked(character=SANNA, element="exile", arc="exiles-road"),
    ElementSacrificed(character=SANNA, element="homesick", reason=LossReason.REIFY),
    ToolRecovered(character=SANNA, tool="old-sabre", contest="contest-1"),
    SceneEnded(scene="scene-1", consequence=""),
    ContestClosed(contest="contest-1"),
    SparksPassed(side="sanna"),
    CharacterMarkerPlaced(character=SANNA, location="moon"),
    PlayEnded(epilogue=""),
    ArcBegun(character=SANNA, arc="pilgrim"),
    LocationRegistered(location="docks", name="Docks", elements=()),
    CharacterPicked(player="zoe", character=SANNA),
]


@pytest.mark.parametrize("event", IMPOSSIBLE, ids=lambda event: type(event).__name__)
def test_what_cannot_follow_raises(event: Event) -> None:
    moment = founded({})
    lay_out(moment)
    apply(GAME, moment, CharacterPicked(player="sanna-player", character=SANNA))
    with pytest.raises(ImpossibleHistoryError):
        apply(GAME, copy.deepcopy(moment), event)
