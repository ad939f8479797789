"""How this game is told."""

from domain.kernel.ruling import retell
from domain.vicious_crucible import GAME
from tests.domain.vicious_crucible.crucible_table import SCRIPTS, moments


def test_headlines_read_like_a_story() -> None:
    told = [
        retell(GAME, moment, event).headline for moment, event in moments(SCRIPTS["a_reroll_cannot_be_repeated"])
    ]
    assert "Sanna rolls 2, 5 and 3" in told
    assert "Sanna spends 1 Heat on Quick Eye" in told
    assert "Sanna rerolls a d8 by Quick Eye: 2 becomes 7" in told
    assert "Sanna wins against Game master" in told
