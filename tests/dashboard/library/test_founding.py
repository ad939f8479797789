"""Founding: the fields of a game's settings, and why a campaign could not be founded."""

from typing import Annotated

import pytest
from pydantic import Field

from dashboard.pages.library.founding import Founded, NotFounded, found, settings_of
from domain.kernel.messages import HouseRules
from wiring.library import Library


class Limits(HouseRules):
    """Settings that may be left empty, bounded where they are used, where they are named, or both."""

    limit: Annotated[int, Field(ge=0, le=900)] | None = Field(default=None, ge=1)
    floor: int | None = Field(default=None, ge=-5)
    title: str | None = None


def answer(library: Library, **more: object) -> Founded | NotFounded:
    asked = {"game": "lantern", "title": "A tale", "gm_name": "", "house_rules": {}, **more}
    return found(library.ledger, **asked)  # type: ignore[arg-type]


def test_every_setting_becomes_a_field_with_its_bounds_and_description(library: Library) -> None:
    oil, deadly, dusk = settings_of(library.ledger.game("lantern").house_rules)
    assert (oil.form, oil.default, oil.low, oil.high) == ("number", 5, 1, 9)
    assert (deadly.form, deadly.label) == ("toggle", "Deadly")
    assert (dusk.form, dusk.choices) == ("choice", ("slow", "swift"))
    assert dusk.description


def test_a_number_that_may_be_left_empty_is_a_number_with_both_its_bounds() -> None:
    limit, floor, _title = settings_of(Limits)
    assert (limit.form, limit.default, limit.low, limit.high) == ("number", None, 1, 900)
    assert (floor.form, floor.default, floor.low) == ("number", None, -5)


def test_what_is_left_empty_is_not_sent(library: Library) -> None:
    assert answer(library, house_rules={"oil": None, "dusk": ""}) == Founded("a-tale")
    assert library.ledger.moment("a-tale").game.house_rules == library.ledger.game("lantern").house_rules()


def test_every_games_settings_can_be_shown(library: Library) -> None:
    for game in library.ledger.games.values():
        assert [setting.name for setting in settings_of(game.house_rules)] == list(game.house_rules.model_fields)


def test_a_title_is_enough(library: Library) -> None:
    assert answer(library) == Founded("a-tale")
    assert library.ledger.moment("a-tale").campaign.people["gm"].name == "Game master"


def test_settings_that_differ_are_recorded(library: Library) -> None:
    assert answer(library, house_rules={"oil": 3, "deadly": False}) == Founded("a-tale")
    assert library.ledger.moment("a-tale").game.house_rules.oil == 3


def test_a_title_that_is_taken_gets_another_link_name(library: Library) -> None:
    assert answer(library) == Founded("a-tale")
    again = answer(library)
    assert isinstance(again, Founded)
    assert again.slug not in ("", "a-tale")
    assert len(library.ledger.campaigns()) == 2


def test_a_title_without_a_letter_gets_a_link_name_all_the_same(library: Library) -> None:
    founded = answer(library, title="!!!")
    assert isinstance(founded, Founded)
    assert library.ledger.moment(founded.slug).campaign.title == "!!!"


def test_whoever_plays_is_seated_at_once(library: Library) -> None:
    assert answer(library, players=("Ada", "Brin")) == Founded("a-tale")
    campaign = library.ledger.moment("a-tale").campaign
    assert [campaign.people[it].name for it in campaign.players] == ["Ada", "Brin"]


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (("Ada", "gwen "), "gwen is the GM here: leave that line out, or call the player something else."),
        (("Ada", "Brin", "ada"), "ada sits at the table already: leave that line out, or call the player"),
    ],
)
def test_a_player_who_would_not_be_seated_is_said_and_founds_nothing(
    library: Library, players: tuple[str, ...], said: str
) -> None:
    refused = answer(library, gm_name="Gwen", players=players)
    assert isinstance(refused, NotFounded)
    assert said in refused.why
    assert not library.ledger.campaigns()


def test_what_is_missing_or_wrong_is_said_in_a_sentence(library: Library) -> None:
    assert answer(library, title="  ") == NotFounded("Give the campaign a title.")
    assert isinstance(answer(library, title="two\nlines"), NotFounded)
    assert isinstance(answer(library, house_rules={"oil": 99}), NotFounded)
    assert library.ledger.campaigns() == []
