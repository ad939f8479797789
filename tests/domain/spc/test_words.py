"""How this game is told."""

from domain.kernel.ruling import retell
from domain.spc import GAME
from tests.domain.spc.spc_table import SCRIPTS, moments


def test_headlines_read_like_a_story() -> None:
    told = [retell(GAME, moment, event).headline for moment, event in moments(SCRIPTS["facts_are_told_in_order"])]
    assert "Countess and Ana oppose each other" not in told
    assert "Ana and Countess oppose each other" in told
    assert "Ana needs 4 Progress" in told
    assert "Fact 1, told by Ben: The blade is cursed." in told
    assert "Fact 3 is not true after all: it negates Fact 1; the objection came from Ben" in told
    assert "Countess passes on 1 Fact" in told
