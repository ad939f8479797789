"""The state: snapshots give it back, its words clash with nothing, and impossible histories are noticed."""

import copy

import pytest
from pydantic import TypeAdapter

from domain.hot_circle import GAME
from domain.hot_circle.chapters import artha
from domain.hot_circle.chapters.ability_tests import ability_rolls
from domain.hot_circle.chapters.obstacle_tests import persona, resolving
from domain.hot_circle.chapters.people import lifepaths, starting_assets
from domain.hot_circle.chapters.rewards import answers, milestones, session_end, trait_votes
from domain.hot_circle.chapters.scenes import any_test, conditions, lasting_assets, scenes
from domain.hot_circle.chapters.world import factions, relations, session_zero
from domain.hot_circle.state.circle import Circle
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
    session_zero.SessionZeroBegun(genre="again", style="again"),
    session_zero.SettingAdded(setting="hill-farms", name="Hill Farms", character_types=()),
    factions.FactionAdded(faction="trio", name="Trio", setting="moon", importance=Importance.MINOR),
    relations.FactionRelationSet(source="trio", target="duo", kind=RelationKind.COMPETE, origin="chosen"),
    ability_rolls.FateSpent(character=BURR, amount=2, lifepath="wayfarer", test="test-1"),
    ability_rolls.FateSpent(character=BURR, amount=1, lifepath="pirate", test="test-1"),
    persona.PersonaSpent(character=BURR, amount=2, lifepath="wayfarer", test="test-1"),
    artha.FateAwarded(character=GHOST, amount=1, cause=FateCause.TRAIT, source=None, test=None, complication=""),
    artha.PersonaAwarded(character=BURR, amount=1, cause=PersonaCause.LOST_ASSET, source="nettie"),
    persona.LifepathRaised(character=BURR, lifepath="wayfarer", was=3, now=4, erased=6),
    lifepaths.LifepathRepeated(character=BURR, lifepath="pirate", rating=4),
    lasting_assets.AssetUpgraded(
        character=BURR, asset="nettie", lifepath="wayfarer", was="contact", now="relationship", erased=12
    ),
    resolving.TaxCleared(character=BURR, lifepath="wayfarer", abilities=(Ability.DEEDS,), test="test-1"),
    conditions.ConditionCleared(character=BURR, condition="sad", test="test-1"),
    scenes.SceneOpened(scene="scene-1", title="x", present=(BURR,), continues=None),
    scenes.SceneClosed(scene="scene-1", outcome=""),
    session_end.SessionEndStepReached(step=EndStep.BELIEFS),
    any_test.TestCancelled(test="test-1", why=""),
    starting_assets.CharacterCompleted(character=BURR),
    trait_votes.TraitLost(character=BURR, trait="scary"),
    milestones.SeasonEnded(season=2),
    milestones.TimeSkipped(months=5, skip=2),
    answers.FateTransferred(giver=BURR, taker=GHOST, amount=1, compel="compel-1"),
]


@pytest.mark.parametrize("event", IMPOSSIBLE, ids=lambda event: type(event).__name__)
def test_what_cannot_follow_raises(event: Event) -> None:
    moment = played(SCRIPTS["a_scarecrow_of_two_lifepaths"])
    with pytest.raises(ImpossibleHistoryError):
        apply(GAME, copy.deepcopy(moment), event)
