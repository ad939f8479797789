"""The sample campaign: whole evenings, with everything in them that a dungeon can come to.

Everything is read from the events, never from what people said at the table.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

import pytest

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
from domain.wicked_ones import GAME
from domain.wicked_ones.chapters.actions.rolling import ActionRolled, CriticalBonusTaken
from domain.wicked_ones.chapters.actions.ticking import AdventurerDefeated
from domain.wicked_ones.chapters.adjudications import AdjudicationRecorded, BargainStruck
from domain.wicked_ones.chapters.consequences.adventurers import MoveSpent
from domain.wicked_ones.chapters.consequences.costs import CostPaid
from domain.wicked_ones.chapters.consequences.declaring import ConsequenceDeclared, DeathDeclared
from domain.wicked_ones.chapters.consequences.dying import DeathKnellRolled
from domain.wicked_ones.chapters.consequences.reducing import ConsequenceReduced
from domain.wicked_ones.chapters.consequences.resisting import ResistanceRolled
from domain.wicked_ones.chapters.consequences.settling import ConsequenceAccepted, ConsequenceAvoided, DefenseUsed
from domain.wicked_ones.chapters.consequences.striking import CharacterDied
from domain.wicked_ones.chapters.founding.dungeon import DungeonTierRaised, FactionStanceChanged
from domain.wicked_ones.chapters.founding.experience import AdvancementTaken
from domain.wicked_ones.chapters.phases.cycle import PhaseBegan, RecoveryHappened
from domain.wicked_ones.chapters.phases.engagement import EngagementRolled
from domain.wicked_ones.chapters.phases.fortune import BlowbackRolled, CalamityRolled, FortuneRolled
from domain.wicked_ones.chapters.phases.loot import DarkHeartsGained, LootRolled
from domain.wicked_ones.chapters.phases.minions import MinionsRecruited
from domain.wicked_ones.chapters.phases.raids import InvasionBegan, InvasionEnded, RaidEnded
from domain.wicked_ones.chapters.phases.rooms import PrisonerBroken, RoomBuilt
from domain.wicked_ones.chapters.phases.scenes import SceneJoined
from domain.wicked_ones.chapters.phases.shock import Bloodied
from domain.wicked_ones.chapters.resources.abilities import AbilityUsed, FlashbackPlayed, TeamedUp
from domain.wicked_ones.chapters.resources.impulses import ImpulseFollowed, ImpulseSuppressed
from domain.wicked_ones.chapters.resources.stress import WentFeral
from domain.wicked_ones.chapters.world.clocks import ClockFilled
from domain.wicked_ones.chapters.world.hidden import InformationGained, SecretKept
from domain.wicked_ones.chapters.world.knowledge import FactEstablished
from domain.wicked_ones.terms.frame import Phase
from domain.wicked_ones.terms.harm import Kind
from domain.wicked_ones.terms.rolls import Result
from tests.domain.wicked_ones.den import FOLDER

SAMPLES = sorted((FOLDER / "samples").glob("*.jsonl"))
E = TypeVar("E", bound=Event)


@dataclass(frozen=True)
class Evening:
    """A sample as it played: everything that happened, and how it stands in the end."""

    script: Script
    happened: tuple[Event, ...]
    end: AnyMoment

    def all(self, kind: type[E]) -> list[E]:
        """Every event of this class, in order."""
        return [event for event in self.happened if isinstance(event, kind)]

    def at(self, event: Event) -> int:
        """Its place among all of them."""
        return next(number for number, each in enumerate(self.happened) if each is event)


@cache
def played(sample: Path) -> Evening:
    """The sample, asked step by step; the first refusal fails with its line."""
    script = read_script(sample.read_text(encoding="utf-8"))
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
            pytest.fail(f"{sample.name}, line {line}: {refusal_in_words(GAME, moment, decision)}")
        for event in decision:
            apply(GAME, moment, event)
            moment.position += 1
            happened.append(event)
    return Evening(script, tuple(happened), moment)


@pytest.fixture(params=SAMPLES, ids=lambda path: path.stem)
def evening(request: pytest.FixtureRequest) -> Evening:
    return played(request.param)


def test_there_is_a_sample() -> None:
    assert SAMPLES


def test_it_is_whole_evenings_of_a_good_length(evening: Evening) -> None:
    assert 500 <= len(evening.happened) < 700
    assert len(evening.all(SessionOpened)) >= 2
    assert len(evening.all(SessionClosed)) == len(evening.all(SessionSealed)) == len(evening.all(SessionOpened))
    assert isinstance(evening.happened[-1], SessionSealed)
    assert evening.script.header.gm == evening.end.campaign.gm


def test_its_clock_moves_forward(evening: Evening) -> None:
    times = [datetime.fromisoformat(step.happened_at or "") for _, step in evening.script.steps]
    pauses = [later - earlier for earlier, later in pairwise(times)]
    assert min(pauses) > timedelta()
    assert sum(pause > timedelta(days=1) for pause in pauses) == len(evening.all(SessionOpened)) - 1
    assert sum(step.fiction_time is not None for _, step in evening.script.steps) >= 8


def test_two_raids_with_lurking_between_and_calamity_in_it(evening: Evening) -> None:
    phases = [event.phase for event in evening.all(PhaseBegan)]
    assert phases == [Phase.LURKING, Phase.RAIDING, Phase.LURKING, Phase.RAIDING, Phase.LURKING]
    first, second = evening.all(RaidEnded)
    assert any(evening.at(first) < evening.at(event) < evening.at(second) for event in evening.all(CalamityRolled))
    assert len(evening.all(BlowbackRolled)) == 2


def test_an_adventurer_gets_in_and_is_beaten(evening: Evening) -> None:
    (began,), (ended,) = evening.all(InvasionBegan), evening.all(InvasionEnded)
    (beaten,) = evening.all(AdventurerDefeated)
    assert evening.at(began) < evening.at(beaten) < evening.at(ended)
    purposes = {event.purpose for event in evening.all(MoveSpent)}
    assert purposes == {"inflict", "resist"}


def test_somebody_goes_feral_and_a_clock_fills(evening: Evening) -> None:
    assert evening.all(WentFeral)
    assert evening.all(ClockFilled)


def test_somebody_resists_death_and_somebody_does_not(evening: Evening) -> None:
    deaths = {event.consequence: event.character for event in evening.all(DeathDeclared)}
    resisted = {event.consequence: event for event in evening.all(ResistanceRolled)}
    died = {event.character for event in evening.all(CharacterDied)}
    saved = {slug for slug in deaths if slug in resisted and deaths[slug] not in died}
    lost = {slug for slug in deaths if slug not in resisted and deaths[slug] in died}
    assert saved
    assert lost
    assert {resisted[slug].result for slug in saved} == {Result.MIXED}
    (knell,) = evening.all(DeathKnellRolled)
    assert knell.character in died
    hanging = [event for event in evening.all(ConsequenceDeclared) if Kind.DEATH in event.kinds]
    assert {event.consequence for event in hanging} == set(deaths)


def test_many_rules_are_at_work(evening: Evening) -> None:
    kinds = {type(event) for event in evening.happened}
    assert {
        RecoveryHappened, SceneJoined, MinionsRecruited, RoomBuilt, PrisonerBroken,
        FactEstablished, InformationGained, SecretKept, FlashbackPlayed, TeamedUp,
        AbilityUsed, ImpulseSuppressed, ImpulseFollowed, CriticalBonusTaken, DefenseUsed,
        ConsequenceReduced, ConsequenceAvoided, ConsequenceAccepted, CostPaid, Bloodied,
        BargainStruck, LootRolled, DarkHeartsGained, AdvancementTaken, DungeonTierRaised,
        FactionStanceChanged, EngagementRolled, FortuneRolled, AdjudicationRecorded,
    } <= kinds  # fmt: skip


def test_the_dice_are_those_of_a_real_table(evening: Evening) -> None:
    faces = [face for event in evening.all(ActionRolled) for face in event.faces]
    assert len(faces) > 60
    assert 3.0 < sum(faces) / len(faces) < 4.3
    assert {event.result for event in evening.all(ActionRolled)} == set(Result)


def test_everybody_talks_and_the_gm_keeps_something_back(evening: Evening) -> None:
    said = {step.by for _, step in evening.script.steps if str(step.when["type"]).startswith("journal.")}
    assert said >= set(evening.end.campaign.people)
    assert len(evening.all(CommentWritten)) >= 20
    assert any(event.visibility is Visibility.GM for event in evening.all(NoteWritten))
