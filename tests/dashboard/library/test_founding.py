"""Founding: the fields of a game's settings, and why a campaign could not be founded."""

from typing import Annotated

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
    asked = {"game": "lantern", "title": "A tale", "slug": "", "gm_name": "", "house_rules": {}, **more}
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


def test_a_slug_that_is_taken_is_said_to_be(library: Library) -> None:
    answer(library)
    refused = answer(library)
    assert isinstance(refused, NotFounded)
    assert "already a campaign called 'a-tale'" in refused.why


def test_what_is_missing_or_wrong_is_said_in_a_sentence(library: Library) -> None:
    assert answer(library, title="  ") == NotFounded("Give the campaign a title.")
    assert "link name" in answer(library, title="!!!").why  # type: ignore[union-attr]
    assert "cannot be a link name" in answer(library, slug="No Spaces Here").why  # type: ignore[union-attr]
    assert isinstance(answer(library, title="two\nlines"), NotFounded)
    assert isinstance(answer(library, house_rules={"oil": 99}), NotFounded)
    assert library.ledger.campaigns() == []
