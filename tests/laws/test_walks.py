"""Nothing a game answers changes unnoticed: not an event, a sentence, a sheet, an offer or a refusal."""

import pytest

from tests.golden.keep_limits import kept as limits_kept
from tests.golden.keep_limits import limits
from tests.golden.keep_walks import fingerprint, kept
from tests.support.own_games import OURS
from tests.support.scripts import every_scenario

WALKED = [(game, scenario) for game, scenario in every_scenario() if game in OURS]


@pytest.mark.parametrize(("game", "scenario"), WALKED)
def test_a_game_answers_along_a_scenario_as_it_did(game: str, scenario: str) -> None:
    assert fingerprint(game, scenario) == kept().get(game, {}).get(scenario), (
        "something is answered otherwise: if that is meant, run tests/golden/keep_walks.py"
    )


def test_no_walk_is_kept_of_a_scenario_that_is_gone() -> None:
    assert {(game, name) for game, walks in kept().items() for name in walks} == set(WALKED)


@pytest.mark.parametrize("game", sorted(OURS))
def test_no_bound_of_a_field_moves_unnoticed(game: str) -> None:
    assert limits(game) == limits_kept()[game], "if that is meant, run tests/golden/keep_limits.py"
