"""The state: snapshots give it back, its words clash with nothing, and impossible histories are noticed."""

import copy

import pytest
from pydantic import TypeAdapter

from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.messages import Event
from domain.kernel.moment import AnyMoment, state_json
from domain.kernel.ruling import apply
from domain.kernel.scenario import Script
from domain.kernel.terms import CharacterId, PersonId
from domain.spc import GAME
from domain.spc.chapters import adjudication
from domain.spc.chapters.adventure import adventures, seats, tracks
from domain.spc.chapters.conflicts import action_types, intentions, opposing
from domain.spc.chapters.scenes import ending, scenes
from domain.spc.chapters.turns import assigning, closing, comparing, telling_facts, throwing, turns
from domain.spc.state.adventure import Adventure
from domain.spc.terms import AchievedBy, ActionType, PenaltyScope, Slot, TrackReason
from tests.domain.spc.spc_table import SCRIPTS, moments

ADAPTER = TypeAdapter(Adventure)
ANA, BEN, GHOST = CharacterId("ana"), CharacterId("ben"), CharacterId("ghost")
COUNTESS = CharacterId("countess")


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=list(SCRIPTS))
def test_a_snapshot_gives_an_equal_state_back(script: Script) -> None:
    for moment, event in moments(script):
        assert ADAPTER.validate_json(ADAPTER.dump_json(moment.game)) == moment.game
        assert type(event).model_validate_json(event.model_dump_json()) == event
    assert state_json(GAME, moment)["seats"] == moment.game.seats


def in_a_turn() -> AnyMoment:
    """Ana against the Countess: dice are assigned and modified, and nothing is compared yet."""
    for moment, event in moments(SCRIPTS["acts_that_add_a_track_to_a_die"]):
        if isinstance(event, assigning.DiceAssigned) and event.participant == ANA:
            return moment
    raise AssertionError("Ana assigns no dice in this scenario")


IMPOSSIBLE = [
    seats.MastermindNamed(player=PersonId("ana-player")),
    seats.PlayerSeated(player=PersonId("ana-player"), seat=2),
    seats.PlayerSeated(player=PersonId("zoe"), seat=7),
    adventures.AdventureStarted(adventure=1),
    scenes.SceneSet(scene="scene-9", setter=PersonId("gm"), where="a", when="b", why="c", goal_scene_for=None),
    scenes.CharacterJoinedScene(character=BEN, scene="scene-1"),
    ending.SceneEnded(scene="scene-9", outcome=""),
    scenes.ScenePenaltyBegan(participant=ANA, scene="scene-1"),
    ending.ScenePenaltyExpired(character=ANA, scene="scene-1"),
    throwing.PenaltyDieUsed(participant=ANA, source=PenaltyScope.NEXT_ROLL),
    ending.GoalTrackReset(character=ANA, was=4, now=0, goal=4, drawback=0),
    tracks.PurityTrackMoved(character=ANA, delta=-9, reason=TrackReason.MANIFEST, purity=-9, corruption=0),
    tracks.PurityTrackMoved(character=GHOST, delta=1, reason=TrackReason.MANIFEST, purity=1, corruption=0),
    opposing.ActionOpposed(action="action-1", by=COUNTESS),
    opposing.ConflictOpened(conflict="conflict-2", action="action-1"),
    opposing.ParticipantEntered(participant=BEN),
    opposing.OppositionDeclared(a=ANA, b=COUNTESS),
    turns.TurnBegun(turn=5),
    intentions.IntentionTargetSet(participant=ANA, base=6, modifiers=(), itn=6),
    action_types.ActionTypeDeclared(
        participant=ANA, turn=1, action_type=ActionType.GUARD, choices=action_types.Choices()
    ),
    throwing.DiceThrown(participant=ANA, turn=1, faces=6, values=(3,)),
    throwing.DiceKept(participant=ANA, turn=1, die_ids=("d1",), values=(3,)),
    assigning.DiceAssigned(participant=ANA, turn=1, ambition=1, cunning=1, vigilance=1, dice={Slot.CUNNING: "d1"}),
    assigning.DieModifierApplied(participant=GHOST, slot=Slot.CUNNING, amount=1, reason=ActionType.FEINT),
    comparing.ParticipantTakenOut(participant=ANA, abuse=7, obstacle_rating=6),
    turns.TurnNarrated(turn=1, text="So it goes."),
    telling_facts.FactStated(participant=ANA, number=1, text="It rains.", verbs=1, nouns=0),
    turns.IntentionGranted(participant=ANA, text="The blade."),
    closing.ConflictClosed(conflict="conflict-1"),
    adjudication.AdjudicationRecorded(
        subject="ana", field="purity_track", before="7", after="8", reason="No.", feature=""
    ),
]


@pytest.mark.parametrize("event", IMPOSSIBLE, ids=lambda event: type(event).__name__)
def test_what_cannot_follow_raises(event: Event) -> None:
    moment = in_a_turn()
    with pytest.raises(ImpossibleHistoryError):
        apply(GAME, copy.deepcopy(moment), event)


def test_an_intention_is_achieved_once() -> None:
    moment = in_a_turn()
    achieved = comparing.IntentionAchieved(participant=ANA, by=AchievedBy.PROGRESS, progress=6, itn=6)
    apply(GAME, moment, achieved)
    with pytest.raises(ImpossibleHistoryError):
        apply(GAME, moment, achieved)
