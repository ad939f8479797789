"""The worked examples of a game: each passes, and together they show everything the game has."""

from unittest.mock import patch

from campaign_laws.base import Laws, only_where
from campaign_laws.scripts import scenarios_of
from domain.kernel import ruling
from domain.kernel.campaign.rulebook import CAMPAIGN
from domain.kernel.game import AnyGame
from domain.kernel.journal.rulebook import JOURNAL
from domain.kernel.logged.rulebook import LOGGED
from domain.kernel.messages import Event, tag_of
from domain.kernel.moment import AnyMoment
from domain.kernel.scenario import ScenarioOutcome, Script, run_scenario
from domain.kernel.schema.upcasts import superseded
from domain.kernel.wording.names import counted_in

APPLY = ruling.apply
OF_THE_KERNEL = frozenset(
    {"dice_missing", "dice_wrong", "dice_unread", *CAMPAIGN.refusals, *JOURNAL.refusals, *LOGGED.refusals}
)
"""Codes that are shown by the project's own tests."""
_OUTCOMES: dict[int, tuple[Script, ScenarioOutcome]] = {}
"""The outcome of each script, run once. The script is kept with it, so that its `id` stays its own."""


def outcome_of(game: AnyGame, script: Script) -> ScenarioOutcome:
    """The outcome of a scenario, with each event looked at on the way."""
    if id(script) not in _OUTCOMES:
        with patch.object(ruling, "apply", apply_and_name):
            _OUTCOMES[id(script)] = (script, run_scenario(game, script))
    return _OUTCOMES[id(script)][1]


def apply_and_name(game: AnyGame, moment: AnyMoment, event: Event) -> None:
    """Applies an event, and sees to it that names kept from before it are those one would read anew."""
    ruling.names_at(game, moment)
    APPLY(game, moment, event)
    kept, anew = ruling.names_at(game, moment), ruling.names_from_states(game, moment)
    assert (kept, counted_in(kept)) == (anew, counted_in(anew)), (
        f"{event.type} gives or takes names, and {game.key} does not list it as naming"
    )


def has_settings(game: AnyGame) -> bool:
    """There are house rules."""
    return bool(game.house_rules.model_fields)


class ScenarioLaws(Laws):
    """Scenarios pass, and show every rule, refusal, event and house rule."""

    def test_a_scenario_goes_as_it_is_written(self, scenario: Script) -> None:
        failure = outcome_of(self.game, scenario).failure
        assert failure is None, f"line {failure.line}: {failure.problem}"

    def test_together_they_show_everything(self) -> None:
        game = self.game
        outcomes = [outcome_of(game, script) for script in scenarios_of(game).values()]
        refusals = {code for outcome in outcomes for code in outcome.refusals}
        assert {rule for outcome in outcomes for rule in outcome.rules} == {rule.id for rule in game.rules}
        assert refusals - (OF_THE_KERNEL - {*game.refusals}) == {*game.refusals}
        written = {tag_of(event) for event in game.events}
        assert written - superseded(written) <= {tag for outcome in outcomes for tag in outcome.tags}

    @only_where(has_settings)
    def test_every_house_rule_is_set_otherwise_by_some_scenario(self) -> None:
        defaults = self.game.house_rules().model_dump(mode="json")
        shown = {
            name
            for script in scenarios_of(self.game).values()
            for name, value in script.header.house_rules.items()
            if value != defaults[name]
        }
        assert shown == set(defaults)
