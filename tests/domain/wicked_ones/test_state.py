"""A state is stored and read again; a history that cannot be raises."""

import copy

import pytest
from pydantic import TypeAdapter

from domain.kernel.decisions import ImpossibleHistoryError, Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.messages import Event
from domain.kernel.moment import state_json
from domain.kernel.ruling import apply, decide
from domain.kernel.scenario import Script
from domain.kernel.terms import CharacterId
from domain.wicked_ones import GAME
from domain.wicked_ones.chapters.actions.proposing import ActionWithdrawn
from domain.wicked_ones.chapters.consequences.costs import CostPaid
from domain.wicked_ones.chapters.consequences.declaring import DeclareConsequence
from domain.wicked_ones.chapters.consequences.resisting import Resist, ResistanceRolled, StateDeathReduction
from domain.wicked_ones.chapters.consequences.settling import AcceptConsequence, ConsequenceAccepted
from domain.wicked_ones.chapters.founding.dungeon import DungeonTierRaised
from domain.wicked_ones.chapters.phases.cycle import PhaseBegan
from domain.wicked_ones.chapters.phases.loot import DarkHeartsSpent
from domain.wicked_ones.chapters.phases.raids import RaidEnded
from domain.wicked_ones.chapters.phases.scenes import SceneClosed
from domain.wicked_ones.chapters.phases.shock import BloodiedEnded, ShockCleared, ShockDoubled, ShockTaken
from domain.wicked_ones.chapters.resources.gold import GoldSpent
from domain.wicked_ones.chapters.resources.stress import FeralEnded, StressCleared, StressSpent, WentFeral
from domain.wicked_ones.chapters.world.clocks import ClockFilled
from domain.wicked_ones.chapters.world.knowledge import FactEstablished, QuestionAsked
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.frame import Phase
from domain.wicked_ones.terms.harm import Kind, Origin
from domain.wicked_ones.terms.holdings import StressReason
from domain.wicked_ones.terms.rolls import Attribute, Result
from tests.domain.wicked_ones.den import SCRIPTS, founded, moments, take

ADAPTER = TypeAdapter(Underworld)
MURG, GHOST = CharacterId("murg"), CharacterId("ghost")


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=list(SCRIPTS))
def test_a_snapshot_gives_an_equal_state_back(script: Script) -> None:
    for moment, event in moments(script):
        assert ADAPTER.validate_json(ADAPTER.dump_json(moment.game)) == moment.game
        assert type(event).model_validate_json(event.model_dump_json()) == event
    assert state_json(GAME, moment)["dungeon"]["name"] == moment.game.dungeon.name


IMPOSSIBLE = [
    StressSpent(character=MURG, amount=7, lost=0, reason=StressReason.ABILITY),
    StressCleared(character=MURG, amount=1, reason=StressReason.ABILITY),
    WentFeral(character=MURG, by=StressReason.ABILITY),
    FeralEnded(character=MURG, how=""),
    ShockCleared(character=MURG, attribute=Attribute.GUTS, roll="roll-1"),
    ShockDoubled(character=MURG, attribute=Attribute.GUTS, source="consequence-1"),
    ShockTaken(character=GHOST, attribute=Attribute.GUTS, source="consequence-1"),
    BloodiedEnded(character=MURG),
    GoldSpent(character=MURG, amount=3, reason="", purse="murg", description="x"),
    DarkHeartsSpent(character=MURG, amount=1, reason="", description="x"),
    PhaseBegan(phase=Phase.LURKING, cycle_no=2),
    SceneClosed(scene="scene-1", outcome=""),
    ConsequenceAccepted(consequence="consequence-1"),
    ClockFilled(clock="nothing"),
    ActionWithdrawn(roll="roll-1"),
    CostPaid(cost="cost-1", character=MURG, severity="annoying", changes=(), description="x"),
    RaidEnded(raid="raid-1", loot=0, outcome=""),
    DungeonTierRaised(was=3, now=4, why=""),
    FactEstablished(fact="fact-1", text="x", source="talk"),
    QuestionAsked(question="question-0", by="ada", text="x"),
]


@pytest.mark.parametrize("event", IMPOSSIBLE, ids=lambda event: type(event).__name__)
def test_what_cannot_follow_raises(event: Event) -> None:
    moment = founded({})
    with pytest.raises(ImpossibleHistoryError):
        apply(GAME, copy.deepcopy(moment), event)


HANGING = {
    Kind.BLOODIED: {Result.FAILURE: True, Result.MIXED: True, Result.SUCCESS: False, Result.CRITICAL: False},
    Kind.DEATH: {Result.FAILURE: False, Result.MIXED: True, Result.SUCCESS: False, Result.CRITICAL: False},
}
FACES = {Result.FAILURE: (1, 2), Result.MIXED: (4, 2), Result.SUCCESS: (6, 2), Result.CRITICAL: (6, 6)}


@pytest.mark.parametrize("result", list(FACES))
@pytest.mark.parametrize("kind", list(HANGING))
def test_a_resistance_roll_alone_says_whether_something_remains_to_be_said(kind: Kind, result: Result) -> None:
    """Between two records of one ruling too: replay stands on each of them."""
    moment = founded({})
    if kind is Kind.DEATH:
        wound = DeclareConsequence(origin=Origin.INFLICTED, reason="Teeth.", target=MURG, kind=Kind.BLOODIED)
        take(moment, wound, "gm")
        take(moment, AcceptConsequence(consequence="consequence-1"), "gm")
    take(moment, DeclareConsequence(origin=Origin.INFLICTED, reason="Teeth.", target=MURG, kind=kind), "gm")
    slug = next(reversed(moment.game.consequences))
    if kind is Kind.DEATH:
        take(moment, StateDeathReduction(consequence=slug, text="Bleeding."), "gm")
    resist = Resist(consequence=slug, character=MURG, action="smash", description="Up again.")
    moment.game.characters[MURG].shock = dict.fromkeys(Attribute, False)
    decision = decide(GAME, moment, resist, "ada", TypedDice(FACES[result]))
    assert not isinstance(decision, Refusal)
    rolled, *_after = decision
    assert isinstance(rolled, ResistanceRolled)
    assert rolled.result is result
    apply(GAME, moment, rolled)
    assert moment.game.consequences[slug].to_reduce is HANGING[kind][result]
