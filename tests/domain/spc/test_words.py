"""The wording of this game."""

import pytest

from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.ruling import decide, refusal_in_words, retell
from domain.kernel.terms import CharacterId
from domain.spc import GAME
from domain.spc.chapters.turns import throwing
from exchange.command_forms.schema import form_of
from tests.domain.spc.spc_table import SCRIPTS, moments
from tests.support.all_texts import said_in_scenarios


def test_headlines_read_like_a_story() -> None:
    told = [retell(GAME, moment, event).headline for moment, event in moments(SCRIPTS["facts_are_told_in_order"])]
    assert "Countess and Ana oppose each other" not in told
    assert "Ana and Countess oppose each other" in told
    assert "Ana needs 4 Progress" in told
    assert "Fact 1, told by Ben: The blade is cursed." in told
    assert "Fact 3 is not true after all: it negates Fact 1; the objection came from Ben" in told
    assert "Countess passes on 1 Fact" in told


def test_refusals_say_what_is_the_matter() -> None:
    """The sentences that misled somebody, as they read now."""
    said = {it.text for it in said_in_scenarios("spc") if it.what.startswith("refusal")}
    assert {
        "Countess did not achieve the intention: Facts are told by those who did.",
        "A scene is set and waits: the Mastermind opens it first.",
        "Keep 3 dice, not 2.",
        "Choose among the dice kept, which show 4, 3 and 2.",
        "Name the new weakness that goes with this action type: manifest.",
        "The penalty die in the next scene cannot be maybe: it is yes or no.",
        "The Cunning modifier cannot be 4: it is a whole number from -2 to 3.",
        "The Obstacle Rating cannot be 0: it is a whole number, 1 or more.",
        "Ana has no Corruption: this takes 1 or more.",
    } <= said


def test_missing_dice_are_asked_for_with_what_each_is_for() -> None:
    throw = throwing.ThrowDice(participant=CharacterId("ana"))
    said = set()
    for moment, _ in moments(SCRIPTS["a_talent_and_its_bonus_die"]):
        decision = decide(GAME, moment, throw, "ana-player", TypedDice((6,)))
        if isinstance(decision, Refusal) and decision.code == "dice_missing":
            said.add(refusal_in_words(GAME, moment, decision))
    assert len(said) == 1
    assert "3d6 for Ana's throw, then 1d6 for the bonus die" in said.pop()


@pytest.mark.parametrize(("count", "called"), [(1, "die"), (2, "dice")])
def test_one_die_and_several_are_asked_for_by_their_words(count: int, called: str) -> None:
    purposes = throwing.die_purposes("Ana", 1, count, count)
    assert purposes == ["Ana's throw", *[f"the bonus {called}"] * count, *[f"the penalty {called}"] * count]


def test_forms_call_alike_who_acts_and_whom_it_is_about() -> None:
    called = {(field.name, field.label) for kind in GAME.commands for field in form_of(kind).fields}
    who, whom = ("character", "participant", "by", "antagonist", "a"), ("target", "ward", "b")
    assert {pair for pair in called if pair[0] in (*who, *whom)} == {
        *((name, "Who") for name in who),
        *((name, "Whom") for name in whom),
    }
