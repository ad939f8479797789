"""The sample campaigns of Vicious Crucible: each is a whole evening, and shows what an evening can hold.

Everything is read from the events, never from what people said at the table.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

import pytest

import domain.vicious_crucible
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
from domain.vicious_crucible import GAME
from domain.vicious_crucible.chapters.arcs.arcs import AlloyActionPerformed, ElementUnlocked, FluxActionPerformed
from domain.vicious_crucible.chapters.arcs.new_arcs import ArcBegun, ElementSacrificed, ReifyActionPerformed
from domain.vicious_crucible.chapters.arcs.transformations import CharacterTransformed
from domain.vicious_crucible.chapters.contests.bribes import ConvinceAccepted, ConvinceRefused
from domain.vicious_crucible.chapters.contests.contests import ContestDeclared, ContestSideJoined
from domain.vicious_crucible.chapters.contests.outcomes import ContestClosed, OutcomeChosen, ToolDenied
from domain.vicious_crucible.chapters.contests.purposes import HardPlaceSoftened, ToolRecovered
from domain.vicious_crucible.chapters.contests.rerolling import DieRerolled
from domain.vicious_crucible.chapters.contests.rulesheets import (
    ModuleDiceRolled,
    RulesheetInvoked,
    RulesheetSparkUsed,
)
from domain.vicious_crucible.chapters.contests.shifting import PointsShifted
from domain.vicious_crucible.chapters.contests.winning import ContestWon, TieRerolled
from domain.vicious_crucible.chapters.founding.picking import CharacterPicked, SupportingCharacterAdmitted
from domain.vicious_crucible.chapters.founding.starting import (
    CastOffAssigned,
    PlayStarted,
    SupportingCharacterBenched,
)
from domain.vicious_crucible.chapters.gm_records import AdjudicationRecorded, NpcPlanNoted
from domain.vicious_crucible.chapters.heat_and_flux import HeatGained, HeatSpent, HeatTransferred
from domain.vicious_crucible.chapters.scenes.scenes import SceneEnded, SceneFramed
from domain.vicious_crucible.chapters.scenes.unique_tasks import UniqueTaskPerformed
from domain.vicious_crucible.terms import GM, SUPPLY, HeatReason, Kind, Purpose, SparkKind, ToolKind, WinnersChoice

SAMPLES = sorted((Path(domain.vicious_crucible.__file__).parent / "samples").glob("*.jsonl"))
FEWEST_RECORDS = 250
FEWEST_CONTESTS = 8
FEWEST_SCENES = 8

E = TypeVar("E", bound=Event)


@dataclass(frozen=True)
class Evening:
    """A sample as it played: everything that happened, and how it stands in the end."""

    script: Script
    happened: tuple[Event, ...]
    end: AnyMoment
    pinned_low: bool
    """True if a side once had to present a die that was not its highest."""

    def all(self, kind: type[E]) -> list[E]:
        """Every event of this class, in order."""
        return [event for event in self.happened if isinstance(event, kind)]

    def contests(self) -> Iterator[list[Event]]:
        """The events of each contest, from its declaration to its close."""
        contest: list[Event] = []
        for event in self.happened:
            if contest or isinstance(event, ContestDeclared):
                contest.append(event)
            if isinstance(event, ContestClosed):
                yield contest
                contest = []


@cache
def played(sample: Path) -> Evening:
    """The sample, asked step by step; the first refusal fails with its line."""
    script = read_script(sample.read_text(encoding="utf-8"))
    header, vocabulary, moment = script.header, Vocabulary(GAME), beginning(GAME)
    happened: list[Event] = []
    pinned_low = False
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
            pinned_low = pinned_low or presents_a_lower_die(moment)
    return Evening(script, tuple(happened), moment, pinned_low)


def presents_a_lower_die(moment: AnyMoment) -> bool:
    """True if some side's hand holds a higher die than the one it is bound to present."""
    contest = moment.game.contest
    for side in contest.sides.values() if contest else ():
        values = {die.die_id: die.value for die in side.hand}
        if side.pinned and values[side.presented_die] < max(values.values()):
            return True
    return False


def heat_for(evening: Evening, reason: HeatReason) -> list[HeatGained]:
    return [event for event in evening.all(HeatGained) if event.reason is reason]


def sides_of(contest: Iterable[Event]) -> list[str]:
    """The sides that rolled: the opener, and whoever joined."""
    opener = [event.initiator for event in contest if isinstance(event, ContestDeclared)]
    return [*opener, *(event.side for event in contest if isinstance(event, ContestSideJoined))]


@pytest.fixture(params=SAMPLES, ids=lambda path: path.stem)
def evening(request: pytest.FixtureRequest) -> Evening:
    return played(request.param)


def test_there_is_a_sample() -> None:
    assert SAMPLES


def test_it_plays_through_and_is_a_whole_evening(evening: Evening) -> None:
    assert len(evening.happened) >= FEWEST_RECORDS
    assert evening.all(SessionOpened)
    assert len(evening.all(SessionClosed)) == len(evening.all(SessionOpened))
    assert isinstance(evening.happened[-1], SessionSealed)


def test_its_header_names_a_slug_and_a_gm(evening: Evening) -> None:
    header = evening.script.header
    assert header.game == GAME.key
    assert header.slug
    assert header.gm == evening.end.campaign.gm


def test_its_clock_moves_forward_with_a_break_in_the_middle(evening: Evening) -> None:
    times = [datetime.fromisoformat(step.happened_at or "") for _, step in evening.script.steps]
    assert all(time.utcoffset() == timedelta() for time in times)
    pauses = [later - earlier for earlier, later in pairwise(times)]
    assert min(pauses) > timedelta()
    middle = pauses[len(pauses) // 4 : -len(pauses) // 4]
    assert max(middle) >= timedelta(minutes=10)
    assert times[-1] - times[0] <= timedelta(hours=6)
    assert sum(step.fiction_time is not None for _, step in evening.script.steps) >= FEWEST_SCENES


def test_the_crucible_has_places_arcs_tools_and_sparks_of_every_kind(evening: Evening) -> None:
    crucible = evening.end.game
    assert len(crucible.locations) >= 5
    assert all(place.elements for place in crucible.locations.values())
    assert sum(part.hard for place in crucible.locations.values() for part in place.elements.values()) >= 3
    ordinary = [arc for arc in crucible.arcs.values() if arc.transformation is None]
    assert len(ordinary) >= 6
    assert len(crucible.arcs) > len(ordinary)
    assert all(len(arc.elements) == 3 for arc in crucible.arcs.values())
    prices = [arc.entry_cost for arc in ordinary]
    assert any(price.sacrifice_count for price in prices)
    assert any(price.sacrifice_named for price in prices)
    assert any(price.other_text for price in prices)
    tools = [tool for character in crucible.characters.values() for tool in character.tools.values()]
    assert {tool.tool_kind for tool in tools} == set(ToolKind)
    printed = [
        *(
            spark
            for character in crucible.characters.values()
            for it in character.elements.values()
            for spark in it.sparks.values()
        ),
        *(spark for tool in tools for spark in tool.sparks.values()),
    ]
    assert {spark.kind for spark in printed} == set(SparkKind)


def test_there_are_cast_offs_and_the_supporting_cast_is_filtered(evening: Evening) -> None:
    assert 4 <= len(evening.all(CharacterPicked)) <= 5
    assert evening.all(CastOffAssigned)
    assert evening.all(SupportingCharacterAdmitted)
    assert evening.all(SupportingCharacterBenched)


def test_scenes_lie_in_different_places_and_end_with_consequences(evening: Evening) -> None:
    framed, ended = evening.all(SceneFramed), evening.all(SceneEnded)
    assert len(framed) == len(ended) >= FEWEST_SCENES
    assert len({scene.location for scene in framed}) >= 5
    assert all(scene.description and scene.demand for scene in framed)
    assert all(scene.consequence for scene in ended)


def test_contests_have_every_kind_of_side_winner_and_outcome(evening: Evening) -> None:
    assert len(evening.all(ContestDeclared)) == len(evening.all(ContestClosed)) >= FEWEST_CONTESTS
    sides = [sides_of(contest) for contest in evening.contests()]
    assert any(len(it) == 3 for it in sides)
    assert any(GM not in it for it in sides)
    winners = {event.winner for event in evening.all(ContestWon)}
    assert GM in winners
    assert len(winners - {GM}) >= 3
    outcomes = {event.outcome for event in evening.all(OutcomeChosen)}
    assert outcomes >= {WinnersChoice.CONVINCE, WinnersChoice.PREPARE, WinnersChoice.DENY}


def test_bribes_are_taken_and_refused(evening: Evening) -> None:
    assert {event.loser for event in evening.all(ConvinceAccepted)} > {GM}
    assert evening.all(ConvinceRefused)
    takers = {event.taker for event in evening.all(HeatTransferred)}
    assert SUPPLY in takers
    assert len(takers) > 1


def test_ties_are_rerolled_and_a_pinned_die_is_presented_though_another_is_higher(evening: Evening) -> None:
    assert len(evening.all(TieRerolled)) >= 4
    assert evening.pinned_low


def test_sparks_of_every_kind_are_used_and_some_by_the_gm(evening: Evening) -> None:
    rerolled, shifted = evening.all(DieRerolled), evening.all(PointsShifted)
    assert {event.side for event in rerolled} > {GM}
    assert {event.side for event in shifted} > {GM}
    assert any(event.new <= event.old for event in rerolled)
    assert heat_for(evening, HeatReason.HINDERING_DIE_DOUBLED)
    assert evening.all(RulesheetSparkUsed)


def test_a_rulesheet_is_invoked_and_its_results_are_adjudicated(evening: Evening) -> None:
    assert evening.all(RulesheetInvoked)
    assert evening.all(ModuleDiceRolled)
    assert any(event.rulesheet for event in evening.all(AdjudicationRecorded))
    assert any(event.reason is HeatReason.RULESHEET for event in evening.all(HeatSpent))


def test_a_tool_is_denied_and_won_back(evening: Evening) -> None:
    denied = {(event.character, event.tool) for event in evening.all(ToolDenied)}
    recovered = {(event.character, event.tool) for event in evening.all(ToolRecovered)}
    assert recovered
    assert recovered < denied


def test_a_hard_place_is_softened_and_a_unique_task_done(evening: Evening) -> None:
    assert evening.all(HardPlaceSoftened)
    assert evening.all(UniqueTaskPerformed)
    purposes = {event.purpose for event in evening.all(ContestDeclared)}
    assert purposes == set(Purpose)


def test_flux_buys_alloy_elements_and_once_nothing_is_bought(evening: Evening) -> None:
    assert {event.character for event in evening.all(FluxActionPerformed)} == {
        slug for slug, character in evening.end.game.characters.items() if character.kind is Kind.PC
    }
    assert 1 <= len(evening.all(ElementUnlocked)) < len(evening.all(AlloyActionPerformed))


def test_an_arc_is_reified_and_a_character_transformed(evening: Evening) -> None:
    assert evening.all(ReifyActionPerformed)
    assert evening.all(ElementSacrificed)
    assert evening.all(CharacterTransformed)
    assert len(evening.all(ArcBegun)) >= 2


def test_heat_is_awarded_for_vulnerability_and_plans_are_noted(evening: Evening) -> None:
    awarded = heat_for(evening, HeatReason.VULNERABILITY)
    assert len({event.character for event in awarded}) >= 3
    assert all(event.note for event in awarded)
    kinds = {evening.end.game.characters[event.character].kind for event in evening.all(NpcPlanNoted)}
    assert kinds == {Kind.CAST_OFF, Kind.SUPPORTING}


def test_people_write_notes_and_comments(evening: Evening) -> None:
    assert {note.visibility for note in evening.all(NoteWritten)} == set(Visibility)
    assert evening.all(CommentWritten)


def test_comments_stand_beside_the_records_they_are_about(evening: Evening) -> None:
    """A comment names a position, and a rule that came to tell more or less would shift every one after it."""
    worth_a_word = (ConvinceRefused, ReifyActionPerformed, CharacterTransformed)
    for comment in evening.all(CommentWritten):
        assert isinstance(evening.happened[comment.position - 1], worth_a_word)


def test_the_map_changes_during_play(evening: Evening) -> None:
    begins = next(at for at, event in enumerate(evening.happened) if isinstance(event, PlayStarted))
    ties = Counter((event.source, event.target) for event in evening.all(RelationSet))
    assert max(ties.values()) > 1
    assert any(isinstance(event, RelationSet) for event in evening.happened[begins:])
    assert any(isinstance(event, FactionNamed) for event in evening.happened[begins:])
