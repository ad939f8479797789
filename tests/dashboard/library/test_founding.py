"""Founding: the fields of a game's settings, and why a campaign could not be founded."""

import sys
from enum import Enum
from typing import Annotated

import pytest
from pydantic import Field

from dashboard.pages.library.founding import Founded, NotFounded, found
from domain.kernel.game import AnyGame
from domain.kernel.messages import HouseRules
from domain.kernel.settings import SettingChoice
from domain.registry import games
from exchange.command_forms.fields import Shape
from exchange.command_forms.schema import setting_fields
from wiring.library import Library


class Limits(HouseRules):
    """Settings that may be left empty, bounded where they are used, where they are named, or both."""

    limit: Annotated[int, Field(ge=0, le=900)] | None = Field(default=None, ge=1)
    floor: int | None = Field(default=None, ge=-5)
    title: str | None = None


def answer(library: Library, **more: object) -> Founded | NotFounded:
    asked = {"game": "lantern", "title": "A tale", "gm_name": "", "house_rules": {}, **more}
    return found(library.ledger, **asked)  # type: ignore[arg-type]


def test_every_setting_becomes_a_field_with_its_bounds_and_what_it_does(library: Library) -> None:
    rules = library.ledger.game("lantern").house_rules()
    oil, deadly, dusk = setting_fields(rules)
    assert (oil.shape, oil.initial, oil.low, oil.high) == (Shape.NUMBER, 5, 1, 9)
    assert deadly.shape is Shape.FLAG
    assert (dusk.shape, [it.value for it in dusk.choices]) == (Shape.CHOICE, ["slow", "swift"])
    said = [type(rules).model_fields[it.name].description for it in (oil, deadly, dusk)]
    assert [f"{it.label}." for it in (oil, deadly, dusk)] == said


def test_a_number_that_may_be_left_empty_is_a_number_with_both_its_bounds() -> None:
    limit, floor, _title = setting_fields(Limits())
    assert (limit.shape, limit.initial, limit.low, limit.high) == (Shape.NUMBER, None, 1, 900)
    assert (floor.shape, floor.initial, floor.low) == (Shape.NUMBER, None, -5)


@pytest.mark.parametrize("game", games().values(), ids=lambda it: it.key)
def test_the_choices_of_a_setting_have_words_of_their_own(game: AnyGame) -> None:
    own = {name: kind for name, it in game.house_rules.model_fields.items() if (kind := choices_of(it.annotation))}
    for field in setting_fields(game.house_rules()):
        if field.name in own:
            labels = [it.label for it in field.choices]
            assert labels == [it.label for it in own[field.name]]
            assert len(set(labels)) == len(labels)
    raw = [kind for kind in vars(sys.modules[game.house_rules.__module__]).values() if is_plain_enum(kind, game)]
    assert not raw


def choices_of(kind: object) -> type[SettingChoice] | None:
    return kind if isinstance(kind, type) and issubclass(kind, SettingChoice) else None


def is_plain_enum(kind: object, game: AnyGame) -> bool:
    """True if this is a list of choices that stands beside the house rules and has no words."""
    here = isinstance(kind, type) and issubclass(kind, Enum) and kind.__module__ == game.house_rules.__module__
    return here and choices_of(kind) is None


def test_what_is_left_empty_is_not_sent(library: Library) -> None:
    assert answer(library, house_rules={"oil": None, "dusk": ""}) == Founded("a-tale")
    assert library.ledger.moment("a-tale").game.house_rules == library.ledger.game("lantern").house_rules()


def test_every_games_settings_can_be_shown(library: Library) -> None:
    for game in library.ledger.games.values():
        assert [setting.name for setting in setting_fields(game.house_rules())] == list(
            game.house_rules.model_fields
        )


def test_a_title_is_enough(library: Library) -> None:
    assert answer(library) == Founded("a-tale")
    assert library.ledger.moment("a-tale").campaign.people["gm"].name == "Game master"


@pytest.mark.parametrize(("game", "name"), [("spc", "Mastermind"), ("death_of_the_vele", "Keeper of the journal")])
def test_whoever_has_the_gms_seat_is_called_as_the_rulebook_does(library: Library, game: str, name: str) -> None:
    answer = found(library.ledger, game=game, title="A tale", gm_name=" ", house_rules={})
    assert isinstance(answer, Founded)
    assert library.ledger.moment("a-tale").campaign.people["gm"].name == name


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
        (
            ("Ada", "gwen "),
            "gwen sits at the table already: leave that line out, or call the player something else.",
        ),
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
