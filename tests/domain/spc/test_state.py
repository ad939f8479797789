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
from domain.spc import GAME, events
from domain.spc.state import Adventure
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
        if isinstance(event, events.DiceAssigned) and event.participant == ANA:
            return moment
    raise AssertionError("Ana assigns no dice in this scenario")


IMPOSSIBLE = [
    events.MastermindNamed(player=PersonId("ana-player")),
    events.PlayerSeated(player=PersonId("ana-player"), seat=2),
    events.PlayerSeated(player=PersonId("zoe"), seat=7),
    events.AdventureStarted(adventure=1),
    events.SceneSet(scene="scene-9", setter=PersonId("gm"), where="a", when="b", why="c", goal_scene_for=None),
    events.CharacterJoinedScene(character=BEN, scene="scene-1"),
    events.SceneEnded(scene="scene-9", outcome=""),
    events.ScenePenaltyBegan(participant=ANA, scene="scene-1"),
    events.ScenePenaltyExpired(character=ANA, scene="scene-1"),
    events.PenaltyDieUsed(participant=ANA, source=PenaltyScope.NEXT_ROLL),
    events.GoalTrackReset(character=ANA, was=4, now=0, goal=4, drawback=0),
    events.PurityTrackMoved(character=ANA, delta=-9, reason=TrackReason.MANIFEST, purity=-9, corruption=0),
    events.PurityTrackMoved(character=GHOST, delta=1, reason=TrackReason.MANIFEST, purity=1, corruption=0),
    events.ActionOpposed(action="action-1", by=COUNTESS),
    events.ConflictOpened(conflict="conflict-2", action="action-1"),
    events.ParticipantEntered(participant=BEN),
    events.OppositionDeclared(a=ANA, b=COUNTESS),
    events.TurnBegun(turn=5),
    events.IntentionTargetSet(participant=ANA, base=6, modifiers=(), itn=6),
    events.ActionTypeDeclared(participant=ANA, turn=1, action_type=ActionType.GUARD, choices=events.Choices()),
    events.DiceThrown(participant=ANA, turn=1, faces=6, values=(3,)),
    events.DiceKept(participant=ANA, turn=1, die_ids=("d1",), values=(3,)),
    events.DiceAssigned(participant=ANA, turn=1, ambition=1, cunning=1, vigilance=1, dice={Slot.CUNNING: "d1"}),
    events.DieModifierApplied(participant=GHOST, slot=Slot.CUNNING, amount=1, reason=ActionType.FEINT),
    events.ParticipantTakenOut(participant=ANA, abuse=7, obstacle_rating=6),
    events.TurnNarrated(turn=1, text="So it goes."),
    events.FactStated(participant=ANA, number=1, text="It rains.", verbs=1, nouns=0),
    events.IntentionGranted(participant=ANA, text="The blade."),
    events.ConflictClosed(conflict="conflict-1"),
    events.AdjudicationRecorded(
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
    achieved = events.IntentionAchieved(participant=ANA, by=AchievedBy.PROGRESS, progress=6, itn=6)
    apply(GAME, moment, achieved)
    with pytest.raises(ImpossibleHistoryError):
        apply(GAME, moment, achieved)
