"""How this game is told."""

from domain.death_of_the_vele import GAME
from domain.kernel.ruling import retell
from tests.domain.death_of_the_vele.vele_table import SCRIPTS, moments


def test_headlines_read_like_a_story() -> None:
    told = [
        retell(GAME, moment, event).headline
        for moment, event in moments(SCRIPTS["scenes_a_component_is_kept_out"])
    ]
    assert "Ana offers a d8 to keep Barley Tam out" in told
    assert "Bo contests it: Ana gets their way" in told
    assert "D8 go from the story dice of Ana to the character dice of Bo: consolation" in [
        headline[:1].upper() + headline[1:] for headline in told
    ]
