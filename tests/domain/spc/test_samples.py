"""The sample campaigns of SPC: each is a whole evening, and shows what an evening can hold.

Everything is read from the events, never from what people said at the table.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

import pytest

from domain.kernel.campaign.factions import FactionNamed, RelationSet
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.sessions import SessionClosed, SessionOpened
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.journal.notes import CommentWritten, NoteWritten, Visibility
from domain.kernel.journal.seals import SessionSealed
from domain.kernel.messages import Event
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.ruling import apply, decide, refusal_in_words
from domain.kernel.scenario import Script, read_script
from domain.kernel.terms import slugify
from domain.kernel.vocabulary import Vocabulary
from domain.spc import GAME
from domain.spc.chapters import adjudication
from domain.spc.chapters.adventure import adventures, characters, tracks
from domain.spc.chapters.conflicts import action_types, features, opposing
from domain.spc.chapters.scenes import actions, ending, scenes
from domain.spc.chapters.turns import closing, comparing, objecting, telling_facts, throwing, turns
from domain.spc.state.conflict import Conflict
from domain.spc.terms import ActionType, OutcomeSystem, Stage, Status
from tests.domain.spc.spc_table import FOLDER

SAMPLES = sorted((FOLDER / "samples").glob("*.jsonl"))
FEWEST_RECORDS, MOST_RECORDS = 400, 650
FEWEST_SCENES = 6
FEWEST_PLAYERS = 3

E = TypeVar("E", bound=Event)


@dataclass(frozen=True)
class Evening:
    """A sample as it played: everything that happened, and how it stands in the end."""

    script: Script
    happened: tuple[Event, ...]
    end: AnyMoment
    sides: dict[str, tuple[int, int, int]]
    """Each conflict: how many took part, how many pairs there were, how many turns it took."""

    def all(self, kind: type[E]) -> list[E]:
        """Every event of this class, in order."""
        return [event for event in self.happened if isinstance(event, kind)]


@cache
def played(sample: Path) -> Evening:
    """The sample, asked step by step; the first refusal fails with its line."""
    script = read_script(sample.read_text(encoding="utf-8"))
    header, vocabulary, moment = script.header, Vocabulary(GAME), beginning(GAME)
    moment.seal = "of the record before"
    happened: list[Event] = []
    sides: dict[str, tuple[int, int, int]] = {}
    found = FoundCampaign(
        game=header.game,
        title=header.title,
        slug=header.slug or slugify(header.title),
        house_rules=header.house_rules,
        gm_name=header.gm_name,
    )
    steps = ((line, vocabulary.command(step.when), step.by, step.dice) for line, step in script.steps)
    for line, command, by, faces in ((1, found, header.gm, ()), *steps):
        decision = decide(GAME, moment, command, by, TypedDice(faces))
        if isinstance(decision, Refusal):
            pytest.fail(f"{sample.name}, line {line}: {refusal_in_words(GAME, moment, decision)}")
        for event in decision:
            apply(GAME, moment, event)
            moment.position += 1
            happened.append(event)
            conflict = moment.game.conflict
            if isinstance(conflict, Conflict):
                sides[conflict.id] = (len(conflict.participants), len(conflict.oppositions), conflict.turn)
    return Evening(script, tuple(happened), moment, sides)


@pytest.fixture(params=SAMPLES, ids=lambda sample: sample.stem)
def evening(request: pytest.FixtureRequest) -> Evening:
    return played(request.param)


def test_there_is_a_sample() -> None:
    assert SAMPLES


def test_it_is_a_whole_evening(evening: Evening) -> None:
    assert FEWEST_RECORDS <= len(evening.happened) < MOST_RECORDS
    assert len(evening.all(ending.SceneEnded)) >= FEWEST_SCENES
    assert len(evening.all(characters.CharacterCreated)) >= FEWEST_PLAYERS
    assert len(evening.all(SessionOpened)) == len(evening.all(SessionClosed)) == len(evening.all(SessionSealed))
    assert evening.end.game.status is Status.ENDED


def test_time_goes_on_and_never_back(evening: Evening) -> None:
    times = [datetime.fromisoformat(step.happened_at) for _, step in evening.script.steps if step.happened_at]
    assert len(times) == len(evening.script.steps)
    assert all(earlier < later for earlier, later in pairwise(times))


def test_all_six_outcome_systems_are_used_and_an_action_taken_back(evening: Evening) -> None:
    assert {event.outcome_system for event in evening.all(actions.ActionDeclared)} == set(OutcomeSystem)
    assert evening.all(actions.ActionWithdrawn)
    opposed = {event.action for event in evening.all(opposing.ActionOpposed)}
    systems = {event.outcome_system for event in evening.all(actions.ActionDeclared) if event.action in opposed}
    assert systems > {OutcomeSystem.CONFLICT}


def test_all_eighteen_action_types_are_used(evening: Evening) -> None:
    assert {event.action_type for event in evening.all(action_types.ActionTypeDeclared)} == set(ActionType)


def test_conflicts_take_turns_and_one_has_three_sides(evening: Evening) -> None:
    long = [shape for shape in evening.sides.values() if shape[2] > 1]
    assert len(long) >= 2
    assert any(people == 3 == pairs for people, pairs, _ in long), "three who all oppose each other"
    assert evening.end.game.conflict.status is Stage.CLOSED


def test_somebody_is_taken_out_and_carries_it_into_a_scene(evening: Evening) -> None:
    out = {event.participant for event in evening.all(comparing.ParticipantTakenOut)}
    began = {event.participant for event in evening.all(scenes.ScenePenaltyBegan)}
    assert out & began
    assert evening.all(throwing.PenaltyDieUsed)
    assert any(event.penalty_dice for event in evening.all(throwing.DicePoolCounted))


def test_facts_are_told_in_order_and_one_is_taken_back(evening: Evening) -> None:
    stated = evening.all(telling_facts.FactStated)
    (rejected,) = evening.all(objecting.FactRejected)
    assert rejected.objector == "tobiah"
    numbers = [event.number for event in stated]
    numbers.remove(rejected.number)  # the Fact told instead has its number
    assert numbers == list(range(1, len(stated)))
    assert evening.all(telling_facts.FactsPassed)
    turns: list[str] = []
    told: list[str] = []
    for event in evening.happened:
        match event:
            case telling_facts.FactTurnGiven():
                turns.append(event.participant)
            case telling_facts.FactStated() | telling_facts.FactsPassed():
                told.append(event.participant)
            case objecting.FactRejected():
                turns.pop()  # whoever came next waits until its author has told another
    assert turns == told, "whoever has the turn tells a Fact, or passes"


def test_a_goal_is_reached_and_set_anew(evening: Evening) -> None:
    (reached,) = evening.all(tracks.GoalAccomplished)
    (chosen,) = evening.all(ending.NewGoalChosen)
    (reset,) = evening.all(ending.GoalTrackReset)
    assert reached.character == chosen.character == reset.character
    assert (reset.was, reset.now) == (4, 0)
    goal_scenes = [event.goal_scene_for for event in evening.all(scenes.SceneSet) if event.goal_scene_for]
    assert goal_scenes == [reached.character]


def test_a_defender_takes_a_blow_and_a_power_is_manifested(evening: Evening) -> None:
    assert any(event.redirected_from for event in evening.all(comparing.AbuseTaken))
    assert evening.all(features.PowerManifested)
    assert evening.all(turns.PoolAdvanced)
    assert any(event.feature for event in evening.all(adjudication.AdjudicationRecorded))


def test_the_dice_are_neither_kind_nor_cruel(evening: Evening) -> None:
    faces = [value for event in evening.all(throwing.DiceThrown) for value in event.values]
    assert set(faces) == set(range(1, 7))
    assert 3.0 < sum(faces) / len(faces) < 4.0


def test_people_write_notes_and_comments_and_the_map_changes(evening: Evening) -> None:
    assert {note.visibility for note in evening.all(NoteWritten)} == set(Visibility)
    begins = next(
        at for at, event in enumerate(evening.happened) if isinstance(event, adventures.AdventureStarted)
    )
    for kind in (FactionNamed, RelationSet):
        assert any(isinstance(event, kind) for event in evening.happened[begins:])


def test_comments_stand_beside_the_records_they_are_about(evening: Evening) -> None:
    """A comment names a position, and a rule that came to tell more or less would shift every one after it."""
    worth_a_word = (
        tracks.PurityTrackMoved,
        tracks.GoalTrackMoved,
        closing.ConflictClosed,
        tracks.GoalAccomplished,
        ending.GoalTrackReset,
    )
    comments = evening.all(CommentWritten)
    assert comments
    for comment in comments:
        assert isinstance(evening.happened[comment.position - 1], worth_a_word)
