"""The worked examples of every game: each passes, and together they show everything the game has."""

from functools import cache
from unittest.mock import patch

import pytest

from domain.kernel import ruling
from domain.kernel.campaign.rulebook import CAMPAIGN
from domain.kernel.game import AnyGame
from domain.kernel.journal.rulebook import JOURNAL
from domain.kernel.logged.rulebook import LOGGED
from domain.kernel.messages import Event, tag_of
from domain.kernel.moment import AnyMoment
from domain.kernel.scenario import Outcome, run_scenario
from domain.kernel.schema.upcasts import superseded
from domain.kernel.wording.names import counted_in
from domain.registry import games
from tests.support.scripts import every_scenario, scenarios_of

APPLY = ruling.apply
OF_THE_KERNEL = {
    *("dice_missing", "dice_wrong", "dice_unread"),
    *(code for book in (CAMPAIGN, JOURNAL, LOGGED) for code in book.refusals),
}

each_game = pytest.mark.parametrize("key", list(games()))


@cache
def outcome_of(key: str, name: str) -> Outcome:
    with patch.object(ruling, "apply", apply_and_name):
        return run_scenario(games()[key], scenarios_of(key)[name])


def apply_and_name(game: AnyGame, moment: AnyMoment, event: Event) -> None:
    """Applies an event, and sees to it that names kept from before it are those one would read anew."""
    ruling.names_at(game, moment)
    APPLY(game, moment, event)
    kept, anew = ruling.names_at(game, moment), ruling.names_made_anew(game, moment)
    assert (kept, counted_in(kept)) == (anew, counted_in(anew)), (
        f"{event.type} gives or takes names, and {game.key} does not list it as naming"
    )


@pytest.mark.parametrize(("key", "name"), every_scenario())
def test_a_scenario_goes_as_it_is_written(key: str, name: str) -> None:
    failure = outcome_of(key, name).failure
    assert failure is None, f"line {failure.line}: {failure.problem}"


@each_game
def test_together_they_show_everything(key: str) -> None:
    game = games()[key]
    outcomes = [outcome_of(key, name) for name in scenarios_of(key)]
    refusals = {code for outcome in outcomes for code in outcome.refusals}
    assert {rule for outcome in outcomes for rule in outcome.rules} == {rule.id for rule in game.rules}
    own = set(game.refusals)
    assert refusals - (OF_THE_KERNEL - own) == own
    written = {tag_of(event) for event in game.events}
    assert written - superseded(written) <= {tag for outcome in outcomes for tag in outcome.tags}


def test_the_open_table_shows_every_refusal_of_logged_play() -> None:
    outcome = outcome_of("open_table", "play_taken_in")
    assert set(LOGGED.refusals) <= set(outcome.refusals)
    assert {tag_of(event) for event in LOGGED.events} <= set(outcome.tags)


@each_game
def test_every_house_rule_is_set_otherwise_by_some_scenario(key: str) -> None:
    defaults = games()[key].house_rules().model_dump(mode="json")
    shown = {
        name
        for script in scenarios_of(key).values()
        for name, value in script.header.house_rules.items()
        if value != defaults[name]
    }
    assert shown == set(defaults)
