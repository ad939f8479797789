"""The sample campaigns of Hot Circle: a short one, and a long one that shows what a campaign can hold."""

from collections import Counter
from datetime import datetime, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import domain.hot_circle
from domain.hot_circle import GAME
from domain.hot_circle.chapters.ability_tests import ability_rolls, deeds, establishing, wises
from domain.hot_circle.chapters.obstacle_tests import declaring, helping, persona, rerolling, resolving, rolling
from domain.hot_circle.chapters.people import cast, characters, lifepaths
from domain.hot_circle.chapters.rewards import answers, goals, milestones, trait_votes, voluntary_conditions
from domain.hot_circle.chapters.scenes import conditions, lasting_assets, scenes, without_rolling
from domain.hot_circle.chapters.world import bag, factions, relations
from domain.hot_circle.terms import TestKind
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

SAMPLES = {path.stem: path for path in (Path(domain.hot_circle.__file__).parent / "samples").glob("*.jsonl")}
SMALL, LONG = "three-quiet-rooks", "lamps-of-veil"


@cache
def played(name: str) -> tuple[Script, tuple[Event, ...], AnyMoment]:
    """The sample, asked step by step; the first refusal fails with its line."""
    script = read_script(SAMPLES[name].read_text(encoding="utf-8"))
    header, vocabulary, moment = script.header, Vocabulary(GAME), beginning(GAME)
    happened: list[Event] = []
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
            pytest.fail(f"{name}, line {line}: {refusal_in_words(GAME, moment, decision)}")
        for event in decision:
            apply(GAME, moment, event)
            moment.position += 1
            happened.append(event)
    return script, tuple(happened), moment


def count(name: str) -> Counter[type[Event]]:
    """The number of events of each kind."""
    return Counter(type(event) for event in played(name)[1])


def test_there_are_two() -> None:
    assert set(SAMPLES) == {SMALL, LONG}


@pytest.mark.parametrize("name", [SMALL, LONG])
def test_its_sessions_open_close_and_are_sealed(name: str) -> None:
    script, _, end = played(name)
    seen = count(name)
    assert script.header.slug == name
    assert script.header.gm == end.campaign.gm
    assert seen[SessionOpened] == seen[SessionClosed] == seen[SessionSealed]
    assert end.game.game_session.session_no == seen[SessionOpened]


@pytest.mark.parametrize("name", [SMALL, LONG])
def test_its_clock_moves_forward(name: str) -> None:
    times = [datetime.fromisoformat(step.happened_at or "") for _, step in played(name)[0].steps]
    assert all(time.utcoffset() == timedelta() for time in times)
    assert min(later - earlier for earlier, later in pairwise(times)) > timedelta()


@pytest.mark.parametrize("name", [SMALL, LONG])
def test_its_faces_are_those_of_fair_dice(name: str) -> None:
    faces = Counter(
        face
        for event in played(name)[1]
        if isinstance(
            event,
            rolling.TaskRolled | rerolling.TaskRerolled | rolling.OppositionRolled | ability_rolls.AbilityRolled,
        )
        for wave in event.waves
        for face in wave
    )
    high = sum(faces[face] for face in (4, 5, 6)) / faces.total()
    assert 0.4 <= high <= 0.7
    assert faces[6] < faces[4] + faces[5]


def test_the_small_one_is_the_scarecrows_session_with_two_lifepaths() -> None:
    _, happened, end = played(SMALL)
    assert len(happened) <= 150
    assert end.game.starting_lifepaths == 2
    assert list(end.game.pcs) == ["burr"]
    assert count(SMALL)[SessionOpened] == 1


def test_the_long_one_is_as_long_as_was_meant() -> None:
    _, happened, end = played(LONG)
    seen = count(LONG)
    assert 600 <= len(happened) <= 800
    assert seen[SessionOpened] >= 3
    assert len(end.game.map.factions) == 5
    assert seen[relations.FactionRelationSet] == 10
    assert seen[scenes.SceneOpened] >= 12
    assert {event.kind for event in happened if isinstance(event, declaring.ObstacleTestDeclared)} == set(TestKind)


@pytest.mark.parametrize(
    "kind",
    [
        bag.FactionDrawn,
        bag.FactionDrawRejected,
        relations.FactionRelationFlipped,
        factions.FactionImportanceChanged,
        answers.CompelAccepted,
        answers.CompelRefused,
        persona.LifepathRaised,
        establishing.AbilityTaxed,
        resolving.TaxCleared,
        conditions.ConditionApplied,
        conditions.ConditionHindered,
        lasting_assets.AssetUpgraded,
        lasting_assets.PermanentAssetLost,
        rerolling.CompromiseAccepted,
        helping.HelpGiven,
        helping.TestsLinked,
        trait_votes.TraitLost,
        characters.TraitGained,
        trait_votes.BallotCast,
        goals.BeliefRevised,
        goals.InstinctReplaced,
        goals.GoalResolved,
        goals.GoalFurthered,
        voluntary_conditions.VoluntaryConditionSet,
        milestones.TimeSkipped,
        milestones.SeasonEnded,
        lifepaths.PrologueTold,
        wises.FactEstablished,
        deeds.DeedEstablished,
        cast.CharacterFateRecorded,
        without_rolling.DecidedWithoutTest,
        without_rolling.InstinctAsserted,
    ],
    ids=lambda kind: kind.__name__,
)
def test_the_long_one_shows(kind: type[Event]) -> None:
    assert count(LONG)[kind]


def test_a_vote_was_tied_and_another_was_not() -> None:
    closed = [event for event in played(LONG)[1] if isinstance(event, trait_votes.TraitVoteClosed)]
    assert {event.tiebreak for event in closed} == {True, False}


def test_players_comment_and_the_gamemaster_keeps_notes_to_herself() -> None:
    happened = played(LONG)[1]
    assert {note.visibility for note in happened if isinstance(note, NoteWritten)} == set(Visibility)
    assert sum(isinstance(event, CommentWritten) for event in happened) >= 8
    for event in happened:
        if isinstance(event, CommentWritten):
            assert event.position <= len(happened)
