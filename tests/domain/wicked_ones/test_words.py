"""The wording of this game."""

import re

import pytest

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.facts import Kind, NumberChanged
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.ruling import apply, decide, refusal_in_words, retell
from domain.kernel.sheet import Counter
from domain.kernel.terms import CharacterId
from domain.kernel.vocabulary import Vocabulary
from domain.wicked_ones import GAME
from domain.wicked_ones.chapters.adjudications import RecordAdjudication
from domain.wicked_ones.chapters.consequences.adventurers import MoveToResist
from domain.wicked_ones.chapters.consequences.losses import LootLost
from domain.wicked_ones.chapters.phases.cycle import BeginPhase
from domain.wicked_ones.chapters.phases.fortune import RollFortune
from domain.wicked_ones.chapters.phases.loot import LootRolled
from domain.wicked_ones.chapters.phases.raids import LootGrabbed, RaidEnded
from domain.wicked_ones.chapters.resources.stress import ClearStress, StressSpent
from domain.wicked_ones.chapters.world.clocks import StartClock, TickClock
from domain.wicked_ones.chapters.world.hidden import GainInformation
from domain.wicked_ones.terms.holdings import InformationForm, InformationSource, StressReason
from tests.domain.wicked_ones.den import SCRIPTS, founded, moments, take

AN_ID = re.compile(r"\b(?:[a-z]+-)+\d+\b|\b[a-z]+_[a-z_]+\b")
ONE_ARE = re.compile(r"(?<!and )\b1 (?:are|were|have|dice|faces|hearts|packs|segments)\b")


def test_headlines_read_like_a_story() -> None:
    script = SCRIPTS["shock_weighs_on_one_roll"]
    told = [retell(GAME, moment, event).headline for moment, event in moments(script)]
    assert "Murg crawls out of the dark: Brute" in told
    assert "Murg rolls smash, 2 and 1: failure" in told
    assert "Murg shakes off the shock in muscles" in told
    assert "Murg pays: He owes a kobold a favour." in told


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_a_refusal_is_a_sentence_without_ids(name: str) -> None:
    script = SCRIPTS[name]
    vocabulary, moment = Vocabulary(GAME), beginning(GAME)
    take(moment, FoundCampaign(game=GAME.key, title="x", slug="x", house_rules=script.header.house_rules), "gm")
    for line, step in script.steps:
        decision = decide(GAME, moment, vocabulary.command(step.when), step.by, TypedDice(step.dice))
        if isinstance(decision, Refusal):
            told = refusal_in_words(GAME, moment, decision)
            assert not AN_ID.search(told), (line, told)
            assert not ONE_ARE.search(told), (line, told)
            assert told[0].isupper(), (line, told)
            assert told.endswith("."), (line, told)
            continue
        for event in decision:
            apply(GAME, moment, event)


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_what_is_told_and_offered_holds_no_ids(name: str) -> None:
    for moment, event in moments(SCRIPTS[name]):
        if not event.type.startswith("wicked_ones."):
            continue
        told = [getattr(fact, "why", "") for fact in retell(GAME, moment, event).facts]
        offers = [it for who in ("gm", "ada") for it in GAME.offers(moment.game, moment.campaign.asker(who))]
        told += [it.label for it in offers]
        told += [
            text for it in offers for each in it.choices.values() for c in each for text in (c.label, c.detail)
        ]
        assert not [text for text in told if AN_ID.search(text) or ONE_ARE.search(text)]


def refused(moment: AnyMoment, command: Command, by: str, *faces: int) -> str:
    decision = decide(GAME, moment, command, by, TypedDice(faces))
    assert isinstance(decision, Refusal), decision
    return refusal_in_words(GAME, moment, decision)


def test_what_is_asked_for_is_named() -> None:
    moment = founded({})
    learn = GainInformation(
        character=CharacterId("murg"),
        source=InformationSource.NONE,
        form=InformationForm.QUESTIONS,
        description="He listens.",
    )
    ways = "a faction or a vile friend and gold for an acquaintance"
    assert refused(moment, learn, "ada") == f"Say how it is learnt. Open now: {ways}."
    raiding = learn.model_copy(update={"source": InformationSource.RAID})
    assert refused(moment, raiding, "ada") == f"Nothing can be learnt now from a raid. Open now: {ways}."
    fortune = RollFortune(question="Rain?", dice=2)
    assert refused(moment, fortune, "gm", 1) == ("This takes 2d6 for fortune: 1 face is missing after 1.")
    assert refused(moment, fortune, "gm", 1, 2, 3) == "Roll exactly 2 dice, not 3: the pool is 2d."
    used = RecordAdjudication(subject="murg-wounds", field="used", after="no", reason="x")
    assert refused(moment, used, "gm") == (
        "The rules of the game change whether a defense was used, so no word can."
    )
    take(moment, StartClock(name="Low Tide", segments=4), "gm")
    assert refused(moment, TickClock(clock="nope", amount=1, why="x"), "gm") == (
        "There is no such clock on the table. Those there are: Low Tide."
    )
    nobody = MoveToResist(adventurer="nope", roll="roll-1", dice=1, reading="x")
    assert refused(moment, nobody, "gm") == "There is no such adventurer."


def test_recovery_before_the_first_lurking_came_in_no_cycle() -> None:
    script = SCRIPTS["what_never_was_cannot_be_settled"]
    vocabulary, moment = Vocabulary(GAME), beginning(GAME)
    take(moment, FoundCampaign(game=GAME.key, title="x", slug="x", house_rules={}), "gm")
    rest = ClearStress(character=CharacterId("murg"), amount=1, reason=StressReason.RECOVERY, description="x")
    for _line, step in script.steps:
        command = vocabulary.command(step.when)
        if isinstance(command, BeginPhase):
            assert refused(moment, rest, "ada").endswith("when lurking begins.")
        take(moment, command, step.by)
        if isinstance(command, BeginPhase):
            assert refused(moment, rest, "ada").endswith("when lurking begins; it came in cycle 1.")
            return


def test_loot_found_is_no_loss() -> None:
    told = {
        type(event): retell(GAME, moment, event)
        for script in SCRIPTS.values()
        for moment, event in moments(script)
        if isinstance(event, LootGrabbed | RaidEnded | LootRolled | LootLost) and getattr(event, "loot", 1)
    }
    assert told[LootGrabbed].kind is Kind.GAIN
    assert told[RaidEnded].kind is Kind.GAIN
    assert told[LootRolled].kind is Kind.GAIN
    assert told[LootLost].kind is Kind.LOSS


def test_stress_says_which_consequence_it_was_taken_for() -> None:
    script = SCRIPTS["a_lesser_consequence_ticks_less"]
    (why,) = (
        fact.why
        for moment, event in moments(script)
        if isinstance(event, StressSpent)
        for fact in retell(GAME, moment, event).facts
        if isinstance(fact, NumberChanged)
    )
    assert why == "resistance: The bell."


@pytest.mark.parametrize(("rules", "high"), [({}, None), ({"max_rating": 4}, 4)])
def test_a_rating_has_a_limit_only_by_house_rule(rules: dict[str, int], high: int | None) -> None:
    sheet = GAME.sheet(founded(rules).game, "murg")
    ratings = [
        block
        for section in sheet.sections
        for block in section.blocks
        if isinstance(block, Counter) and block.path == "murg.smash"
    ]
    assert [(it.value, it.high) for it in ratings] == [(2, high)]
