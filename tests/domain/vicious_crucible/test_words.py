"""The wording of this game."""

from domain.kernel.ruling import retell
from domain.vicious_crucible import GAME
from tests.domain.vicious_crucible.crucible_table import SCRIPTS, moments
from tests.support.all_texts import said_in_scenarios


def test_headlines_read_like_a_story() -> None:
    told = [
        retell(GAME, moment, event).headline for moment, event in moments(SCRIPTS["a_reroll_cannot_be_repeated"])
    ]
    assert "Sanna rolls 2, 5 and 3" in told
    assert "Sanna spends 1 Heat on Quick Eye" in told
    assert "Sanna rerolls a d8 by Quick Eye: 2 becomes 7" in told
    assert "Sanna wins against Game master" in told


def test_refusals_say_what_is_the_matter() -> None:
    """The sentences that misled somebody, as they read now."""
    said = {it.text for it in said_in_scenarios("vicious_crucible") if it.what.startswith("refusal")}
    assert {
        "Name the tool to deny.",
        "Game master does not tie for highest; still to reroll: Sanna and Dario.",
        "The d6 for Father shows 1, and no die goes below 1.",
        "The d6 for Swordhand shows 5, and no d6 shows more than 6.",
        "Entering Open Hand takes Exile: name Exile among what is given up.",
        "Entering Crown of Salt takes 2 elements, not 1: name what is given up.",
        "Sanna tied, so the d6 for Exile stays in front, whatever else the hand shows.",
        "Fog is no element of Gatehouse, where the scene is.",
        "Liar belongs to the player character Dario. The GM rolls NPCs and the place.",
        "Choose exactly 1 element, not 0.",
        "The rules of the game change this, not somebody's word: arc.",
    } <= said
