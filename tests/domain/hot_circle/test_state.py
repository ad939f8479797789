"""The state: snapshots give it back, its words clash with nothing, and impossible histories are noticed."""

import copy

import pytest
from pydantic import TypeAdapter

from domain.hot_circle import GAME, events
from domain.hot_circle.state import Circle
from domain.hot_circle.terms import Ability, EndStep, FateCause, Importance, PersonaCause, RelationKind
from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.messages import Event
from domain.kernel.moment import state_json
from domain.kernel.ruling import apply
from domain.kernel.scenario import Script
from domain.kernel.terms import CharacterId
from tests.domain.hot_circle.circle_table import SCRIPTS, moments, played

ADAPTER = TypeAdapter(Circle)
BURR, GHOST = CharacterId("burr"), CharacterId("ghost")


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=list(SCRIPTS))
def test_a_snapshot_gives_an_equal_state_back(script: Script) -> None:
    for _, event in moments(script):
        assert type(event).model_validate_json(event.model_dump_json()) == event
    moment = played(script)
    assert ADAPTER.validate_json(ADAPTER.dump_json(moment.game)) == moment.game
    assert state_json(GAME, moment)["stage"] == moment.game.stage.value


IMPOSSIBLE = [
    events.SessionZeroBegun(genre="again", style="again"),
    events.SettingAdded(setting="hill-farms", name="Hill Farms", character_types=()),
    events.FactionAdded(faction="trio", name="Trio", setting="moon", importance=Importance.MINOR),
    events.FactionRelationSet(source="trio", target="duo", kind=RelationKind.COMPETE, origin="chosen"),
    events.FateSpent(character=BURR, amount=2, lifepath="wayfarer", test="test-1"),
    events.FateSpent(character=BURR, amount=1, lifepath="pirate", test="test-1"),
    events.PersonaSpent(character=BURR, amount=2, lifepath="wayfarer", test="test-1"),
    events.FateAwarded(character=GHOST, amount=1, cause=FateCause.TRAIT, source=None, test=None, complication=""),
    events.PersonaAwarded(character=BURR, amount=1, cause=PersonaCause.LOST_ASSET, source="nettie"),
    events.LifepathRaised(character=BURR, lifepath="wayfarer", was=3, now=4, erased=6),
    events.LifepathRepeated(character=BURR, lifepath="pirate", rating=4),
    events.AssetUpgraded(
        character=BURR, asset="nettie", lifepath="wayfarer", was="contact", now="relationship", erased=12
    ),
    events.TaxCleared(character=BURR, lifepath="wayfarer", abilities=(Ability.DEEDS,), test="test-1"),
    events.ConditionCleared(character=BURR, condition="sad", test="test-1"),
    events.SceneOpened(scene="scene-1", title="x", present=(BURR,), continues=None),
    events.SceneClosed(scene="scene-1", outcome=""),
    events.SessionEndStepReached(step=EndStep.BELIEFS),
    events.TestCancelled(test="test-1", why=""),
    events.CharacterCompleted(character=BURR),
    events.TraitLost(character=BURR, trait="scary"),
    events.SeasonEnded(season=2),
    events.TimeSkipped(months=5, skip=2),
    events.FateTransferred(giver=BURR, taker=GHOST, amount=1, compel="compel-1"),
]


@pytest.mark.parametrize("event", IMPOSSIBLE, ids=lambda event: type(event).__name__)
def test_what_cannot_follow_raises(event: Event) -> None:
    moment = played(SCRIPTS["a_scarecrow_of_two_lifepaths"])
    with pytest.raises(ImpossibleHistoryError):
        apply(GAME, copy.deepcopy(moment), event)
