"""From a command's schema and an offer to fields, for every command of every game and the kernel's own."""

from typing import Literal

import pytest
from pydantic import BaseModel, create_model

from dashboard.forms.widgets import _may_stay_empty, _worth_showing, settled_words
from domain.kernel.campaign.factions import NameFaction, RelateFactions
from domain.kernel.campaign.house_rules import ChangeHouseRules
from domain.kernel.campaign.rulebook import CAMPAIGN
from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.game import AnyGame
from domain.kernel.journal.disputes import UpholdRuling
from domain.kernel.journal.files import AttachFile
from domain.kernel.journal.intake import BeginIntake
from domain.kernel.journal.rulebook import JOURNAL
from domain.kernel.messages import Command
from domain.kernel.offers import Choice, Offer
from domain.kernel.vocabulary import Vocabulary
from domain.registry import games
from exchange.command_forms.fields import UNSET, Field, Shape, value_in_words, walk
from exchange.command_forms.reading import check, read
from exchange.command_forms.schema import form_of
from exchange.command_forms.verbs import LONGEST, verb_of
from tests.dashboard.table import wager

GAMES: list[AnyGame] = [wager.GAME, *games().values()]
COMMANDS = [kind for game in GAMES for kind in game.commands] + [*CAMPAIGN.commands, *JOURNAL.commands]
COMMANDS.remove(AttachFile)  # it comes with a file, by a form of its own


def example(field: Field) -> object:
    """A value that somebody might fill in here, as the widget would hold it."""
    match field.shape:
        case Shape.CHOICE:
            return field.choices[0].value
        case Shape.NUMBER:
            return max(field.low or 0, min(1, field.high if field.high is not None else 1))
        case Shape.NUMBERS:
            return "4 6 6"
        case Shape.FLAG:
            return True
        case Shape.MANY:
            return [field.choices[0].value] if field.choices else [field.example or "old-sabre"]
        case Shape.SLUG:
            return "old-sabre"
        case Shape.PAIRS:
            return "stake = 3"
    if field.example:
        return field.example
    if field.name == "seal":
        return "0123456789ab"
    if field.shape is Shape.TEXT and not field.blank and field.longest and field.longest < 1_000:
        return "old-sabre"  # some other kind of id
    return "Something said"


def filled(fields: tuple[Field, ...], at: str = "") -> dict[str, object]:
    """Example values for every field, by place; lists of groups get two rows."""
    values: dict[str, object] = {}
    for field in fields:
        place = f"{at}.{field.name}" if at else field.name
        if field.shape is Shape.OBJECT:
            values |= filled(field.parts, place)
        elif field.shape is Shape.VARIANT:
            values[f"{place}.?"] = 0
            values |= filled(field.parts[0].parts, place)
        elif field.shape is Shape.ROWS:
            count = max(field.least, 2)
            values[f"{place}.#"] = count
            for row in range(count):
                values |= filled(field.parts, f"{place}.{row}")
        elif field.open:
            values[place] = example(field)
    return values


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.model_fields["type"].default)
def test_a_form_filled_in_reads_back_to_the_command(kind: type[Command]) -> None:
    form = form_of(kind)
    values = filled(form.fields)
    checked = check(form, kind, read(form, lambda place: values.get(place, UNSET)))
    assert checked.problems == ()
    assert checked.missing == ()
    assert isinstance(checked.command, kind)


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.model_fields["type"].default)
def test_every_field_of_a_command_has_a_place_of_its_own(kind: type[Command]) -> None:
    form = form_of(kind)
    assert [field.name for field in form.fields] == [name for name in kind.model_fields if name != "type"]
    assert not [field.path for field in walk(form.fields) if field.shape is Shape.JSON]


def fields_of(kind: type[Command], offer: Offer | None = None) -> dict[str, Field]:
    return {field.path: field for field in walk(form_of(kind, offer).fields)}


def test_a_fixed_number_of_picks_is_drawn_that_often_and_their_choices_come_from_the_offer() -> None:
    suits = (Choice("cups", "Cups"), Choice("stars", "Stars"))
    offer = Offer(command=wager.Choose, label="Choose", known={"who": "wren"}, choices={"picks.suit": suits})
    fields = fields_of(wager.Choose, offer)
    assert (fields["picks"].least, fields["picks"].most) == (3, 3)
    assert fields["picks.suit"].shape is Shape.CHOICE
    assert fields["picks.suit"].choices == suits
    assert [choice.value for choice in fields["picks.stance"].choices] == ["helps", "hinders", "undecided"]
    assert fields["who"].settled == "wren"


def test_a_list_that_the_offer_has_begun_keeps_its_rows_open() -> None:
    begun = {"who": "wren", "picks": ({"suit": "cups"}, {"suit": "stars"}, {"suit": "coins"})}
    form = form_of(wager.Choose, Offer(command=wager.Choose, label="Choose", known=begun))
    values = {f"picks.{row}.description": "It helps" for row in range(3)}
    raw = read(form, lambda place: values.get(place, UNSET))
    assert [pick["suit"] for pick in raw["picks"]] == ["cups", "stars", "coins"]
    assert check(form, wager.Choose, raw).command is not None


def test_an_id_left_empty_follows_from_the_name() -> None:
    form = form_of(NameFaction)
    values = {"name": "The Brass Choir", "faction": ""}
    assert read(form, lambda place: values.get(place, UNSET))["faction"] == "the-brass-choir"


def test_the_id_of_what_a_command_makes_is_never_asked_for() -> None:
    for kind in COMMANDS:
        fields = [field for field in walk(form_of(kind).fields) if field.made]
        assert not any(field.open for field in fields), kind
    known = (Choice("the-brass-choir", "Choir of Brass"), Choice("the-gate", "The Gate"))
    form = form_of(NameFaction, suggestions=known)
    for name, made in (
        ("The Brass Choir", "the-brass-choir-2"),
        ("The Gate", "the-gate"),
        ("Us", "us"),
        ("???", "it"),
    ):
        values = {"name": name}
        assert read(form, lambda place, values=values: values.get(place, UNSET))["faction"] == made


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.model_fields["type"].default)
def test_the_verb_of_a_step_is_words_for_a_button(kind: type[Command]) -> None:
    said = verb_of(kind)
    assert 3 < len(said) <= LONGEST
    assert said != "Record"
    assert said[:1].isupper()
    assert "_" not in said
    assert not set(said.split()) & {"gm", "Gm", "npc", "Npc", "xp"}


def test_one_word_of_a_command_is_its_verb_where_its_tag_has_no_more() -> None:
    short = {
        tag: create_model("Short", __base__=Command, __doc__="Wait.", type=(Literal[tag], tag))
        for tag in ("q.w", "q.wait_up")
    }
    assert verb_of(short["q.w"]) == "Wait"
    assert verb_of(short["q.wait_up"]) == "Wait up"


def test_an_offer_says_its_own_verb_when_it_asks_for_the_same() -> None:
    kind = next(kind for kind in COMMANDS if kind.__name__ == "RevealBids")
    assert verb_of(kind) == "Show all bids together"
    assert verb_of(kind, Offer(command=kind, label="Show the bids")) == "Show the bids"
    assert verb_of(kind, Offer(command=kind, label="The bids lie open")) == "Show all bids together"


def test_a_house_rule_is_a_field_of_its_own_and_only_a_change_is_sent() -> None:
    settings: dict[str, BaseModel] = {"changes": wager.Settings()}
    form = form_of(ChangeHouseRules, settings=settings)
    values = {"changes.stake": 4, "changes.loud": False, "reason": "Too tame"}
    raw = read(form, lambda place: values.get(place, UNSET))
    assert raw["changes"] == {"stake": 4}


def test_a_house_rule_is_asked_for_by_the_sentence_that_says_what_it_does() -> None:
    rules = next(game for game in games().values() if game.key == "hot_circle").house_rules
    form = form_of(ChangeHouseRules, settings={"changes": rules()})
    changes = next(field for field in form.fields if field.name == "changes")
    labels = {field.name: field.label for field in changes.parts}
    said = "Persona points the gamemaster may spend for characters that have none"
    assert labels["gm_persona_pool"] == said
    fields = rules.model_fields.items()
    assert [name for name, it in fields if not it.description or labels[name] != it.description.rstrip(".")] == []
    assert not any(field.help for field in changes.parts)


def test_no_form_reads_an_identifier_aloud() -> None:
    told = {
        f"{kind.__name__}: {field.label}"
        for kind in COMMANDS
        for field in walk(form_of(kind).fields)
        if field.name != "id"
    }
    assert not {each for each in told if each.casefold().endswith((" id", " ids"))}
    named = Offer(command=SeatPerson, label="Seat", known={"person": "ada", "name": "Ada"})
    assert [words for _, words in settled_words(form_of(SeatPerson, named), {})] == ["Ada"]
    roll = next(kind for kind in COMMANDS if kind.__name__ == "ProposeAction")
    offer = Offer(command=roll, label="Go", known={"character": "grub", "id": "roll-4"})
    assert settled_words(form_of(roll, offer), {"grub": "Grubnash"}) == [("Character", "Grubnash")]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (True, "yes"),
        (False, "no"),
        ([], "none"),
        (["grub", 3], "Grubnash, 3"),
        ({"tick_clock": "two_dice"}, "Tick clock: two dice"),
        ("hide_the_map", "hide the map"),
        ("Hide_the map", "Hide_the map"),
    ],
)
def test_a_value_is_said_in_words(value: object, said: str) -> None:
    assert value_in_words(value, {"grub": "Grubnash"}) == said


def test_what_is_blank_and_what_is_wrong_are_told_apart_by_label() -> None:
    form = form_of(wager.Choose)
    values = {"who": "wren", "picks.0.suit": "cups", "picks.1.suit": "x" * 90, "picks.0.description": "yes"}
    checked = check(form, wager.Choose, read(form, lambda place: values.get(place, UNSET)))
    assert "Picks 2 description" in checked.missing
    assert "Picks 3 suit" in checked.missing
    assert checked.command is None


def test_an_optional_choice_taken_back_is_sent_as_nothing() -> None:
    form = form_of(RelateFactions)
    values = {"source": "a", "target": "b", "relation": "owes", "friendly": None}
    raw = read(form, lambda place: values.get(place, UNSET))
    assert "friendly" not in raw


@pytest.mark.parametrize(
    ("kind", "place", "written", "said"),
    [
        (BeginIntake, "sum", "abc", "this is not written in the way that is asked for here"),
        (UpholdRuling, "dispute", "abc", "a whole number is wanted"),
    ],
)
def test_what_is_written_wrongly_is_said_in_plain_words(
    kind: type[Command], place: str, written: str, said: str
) -> None:
    form = form_of(kind)
    values = filled(form.fields) | {place: written}
    checked = check(form, kind, read(form, lambda field: values.get(field, UNSET)))
    assert [problem.message for problem in checked.problems] == [said]


@pytest.mark.parametrize(
    ("game", "tag", "path"),
    [
        ("wicked_ones", "propose_action", "description"),
        ("wicked_ones", "propose_action", "risk"),
        ("vicious_crucible", "register_character_sheet", "arc"),
        ("vicious_crucible", "open_crucible", "arcs"),
        ("vicious_crucible", "open_crucible", "supporting.mentions"),
    ],
)
def test_what_the_rules_refuse_without_is_not_called_optional(game: str, tag: str, path: str) -> None:
    form = form_of(Vocabulary(games()[game]).commands[f"{game}.{tag}"])
    field = next(it for it in walk(form.fields) if it.path == path)
    assert field.asked
    assert not field.required, "a command may be written without it, for the rules to judge"
    assert not _may_stay_empty(field)
    assert _worth_showing(field)


def test_what_is_often_written_is_suggested_and_anything_else_may_be() -> None:
    game = next(game for game in GAMES if game.key == "wicked_ones")
    create = next(kind for kind in game.commands if kind.__name__ == "CreateWickedOne")
    words = (Choice("magic", "Magic"), Choice("wounds", "Wounds"))
    offer = Offer(command=create, label="Create", suggested={"gear_defense_type": words})
    (field,) = (each for each in form_of(create, offer).fields if each.name == "gear_defense_type")
    assert (field.shape, field.choices) == (Shape.TEXT, words)
    for said in ("magic", "holy water"):
        assert read(form_of(create, offer), lambda _place, said=said: said)["gear_defense_type"] == said


def test_what_a_field_refers_to_is_chosen_by_name() -> None:
    listed = {"faction": (Choice("old-mill", "The Old Mill"),)}
    form = form_of(RelateFactions, refers=lambda kind: listed.get(kind, ()))
    picked = [field for field in walk(form.fields) if field.choices == listed["faction"]]
    assert len(picked) == 2
    assert not any(field.free for field in picked)


def test_a_roll_of_any_dice_shows_at_once_which_dice() -> None:
    """Before it was mended, the notation was folded away, though nothing else says what is rolled."""
    roll = next(kind for kind in COMMANDS if "notation" in kind.model_fields)
    form = form_of(
        roll, Offer(command=roll, label="Roll any dice", known={"who": "wren", "roll": None, "asks": {}})
    )
    shown = [field.name for field in form.open_fields if field.required or _worth_showing(field)]
    assert shown == ["notation", "versus", "purpose", "secret"]
    assert settled_words(form, {"wren": "Wren"}) == [("Who rolls", "Wren")]
