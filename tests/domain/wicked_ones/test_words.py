"""How this game is told."""

from domain.kernel.ruling import retell
from domain.wicked_ones import GAME
from tests.domain.wicked_ones.den import SCRIPTS, moments


def test_headlines_read_like_a_story() -> None:
    script = SCRIPTS["shock_weighs_on_one_roll"]
    told = [retell(GAME, moment, event).headline for moment, event in moments(script)]
    assert "Brak crawls out of the dark: Brute" in told
    assert "Brak, smash, 2 and 1: failure" in told
    assert "Brak shakes off the shock in muscles" in told
    assert "Brak pays: He owes a kobold a favour." in told
