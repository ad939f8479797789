"""Slugs, names, dice, sentences, and what a badly written command or script is told."""

from collections.abc import Mapping

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from domain.kernel.decisions import Refusal
from domain.kernel.dice import DiceRefused, TypedDice
from domain.kernel.moment import beginning
from domain.kernel.people import EVERYONE, GM_ONLY, Asker, Role, between, may_see, only
from domain.kernel.ruling import refusal_in_words
from domain.kernel.scenario import ScriptError, at_path, read_script
from domain.kernel.schema.upcasts import upcast
from domain.kernel.terms import Name, PersonId, Slug, Text, slugify
from domain.kernel.vocabulary import MalformedCommand, Vocabulary
from domain.kernel.wording.sentences import say_refusal, sentence
from domain.registry import games

SLUG, NAME, TEXT = TypeAdapter(Slug), TypeAdapter(Name), TypeAdapter(Text)


@pytest.mark.parametrize("word", ["sanna", "old-sabre", "d8-1", "משה", "日本-語", "x" * 80])
def test_slugs(word: str) -> None:
    assert SLUG.validate_python(word) == word


@pytest.mark.parametrize("word", ["", "Sanna", "old sabre", "a.b", "-a", "a-", "a--b", "a_b", "x" * 81, "a\n"])
def test_what_is_no_slug(word: str) -> None:
    with pytest.raises(ValidationError):
        SLUG.validate_python(word)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Old Sabre", "old-sabre"),
        ("Tamsin <Quick> O’Dell", "tamsin-quick-odell"),
        ("...", ""),
        ("Ærøskøbing", "ærøskøbing"),
    ],
)
def test_a_name_suggests_a_slug(name: str, slug: str) -> None:
    assert slugify(name) == slug


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "![x](http://x)", "שלום עולם", "n" * 10_000])
def test_a_name_is_text_and_nothing_else(name: str) -> None:
    assert NAME.validate_python(name) == name


@pytest.mark.parametrize("name", ["", "   ", "two\nlines", "null\x00", "\ud800"])
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(ValidationError):
        NAME.validate_python(name)


def test_a_text_may_have_lines_and_be_empty() -> None:
    assert TEXT.validate_python("two\n\tlines") == "two\n\tlines"
    assert TEXT.validate_python("") == ""


@pytest.mark.parametrize(
    ("who", "called", "said"),
    [
        ("hale", "Hold", "Mother Hale's Hold goes from 0 to 2"),
        ("hale", "Wounds", "Mother Hale's Wounds go from 0 to 2"),
        ("hale", "Stress", "Mother Hale's Stress goes from 0 to 2"),
        ("ledgers", "The journey", "Nine Ledgers' journey goes from 0 to 2"),
        (None, "The sand runs", "The sand runs goes from 0 to 2"),
        (None, "points of fate", "Points of fate go from 0 to 2"),
    ],
)
def test_a_template_says_whose_something_is(who: str | None, called: str, said: str) -> None:
    template, names = "{who:'}{called:%goes|go} from 0 to 2", {"hale": "Mother Hale", "ledgers": "Nine Ledgers"}
    assert sentence(template, {"who": who, "called": called}, names) == said


def test_thousands_are_parted_in_a_sentence() -> None:
    template = "{many:?entry|entries}, at moment {position}"
    assert sentence(template, {"many": 4365, "position": 10081}, {}) == "4,365 entries, at moment 10,081"


def test_a_template_names_somebody_or_nobody_in_front() -> None:
    names = {"hale": "Mother Hale"}
    assert sentence("{who:&: }{what}", {"who": "hale", "what": "a key"}, names) == "Mother Hale: a key"
    assert sentence("{who:&: }{what}", {"who": None, "what": "A key"}, names) == "A key"


def test_a_template_says_each_value_in_words_of_its_own() -> None:
    here = "{who} {present:=yes>is back|no>is away}"
    assert sentence(here, {"who": "ada", "present": True}, {"ada": "Ada"}) == "Ada is back"
    assert sentence(here, {"who": "ada", "present": False}, {"ada": "Ada"}) == "Ada is away"
    assert sentence("{role:=player>plays|gm>runs it}", {"role": Role.GM}) == "Runs it"
    assert sentence("{how:=player>plays}", {"how": "by_word"}) == "By word"
    assert sentence("{field:_} is set", {"field": "dark-hearts"}) == "Dark hearts is set"
    assert sentence("{field:_} is set", {"field": "old-sabre"}, {"old-sabre": "Old-Sabre"}) == "Old-Sabre is set"


def test_a_sentence_that_somebody_ended_is_not_ended_twice() -> None:
    template = "It is not so: {fact}{why:+. }"
    assert (
        sentence(template, {"fact": "He drinks.", "why": "Not a drop."}) == "It is not so: He drinks. Not a drop."
    )
    assert sentence(template, {"fact": "He drinks", "why": "No."}) == "It is not so: He drinks. No."
    assert sentence("{a}... {b}", {"a": "So.", "b": 1}) == "So.... 1"


def test_typed_dice_are_drawn_in_order_and_noted() -> None:
    dice = TypedDice([5, 2, 3])
    assert dice.roll(6, 8) == (5, 2)
    assert list(dice.drawn) == [(6, 5), (8, 2)]
    assert dice.unread == (3,)


@pytest.mark.parametrize(
    ("faces", "sizes", "code"),
    [
        ([1], (6, 6), "dice_missing"),
        ([7], (6,), "dice_wrong"),
        ([0], (6,), "dice_wrong"),
        ([-1], (4,), "dice_wrong"),
    ],
)
def test_typed_dice_that_do_not_fit(faces: list[int], sizes: tuple[int, ...], code: str) -> None:
    dice = TypedDice(faces)
    with pytest.raises(DiceRefused) as refused:
        dice.roll(*sizes)
    assert refused.value.refusal.code == code
    assert not dice.drawn


def test_who_may_see_what() -> None:
    gm, ada = Asker(PersonId("gm"), Role.GM), Asker(PersonId("ada"), Role.PLAYER)
    assert may_see(ada, EVERYONE)
    assert may_see(ada, only(PersonId("ada")))
    assert not may_see(ada, only(PersonId("ben")))
    assert may_see(ada, between(PersonId("ben"), PersonId("ada")))
    assert not may_see(ada, between(PersonId("ben"), PersonId("ada-lee")))
    assert not may_see(ada, GM_ONLY)
    assert may_see(gm, GM_ONLY)


def test_a_part_of_a_message_may_say_itself() -> None:
    class Purse(BaseModel):
        owner: str
        coins: int

        def said(self, names: Mapping[str, str]) -> str:
            return f"{self.coins} coins of {names[self.owner]}"

    told = sentence("The thief takes {purse}.", {"purse": Purse(owner="wen", coins=3)}, {"wen": "Wen"})
    assert told == "The thief takes 3 coins of Wen."


def test_sentences_name_things_and_count_them() -> None:
    names = {"sanna": "Sanna {0}"}
    assert sentence("{who} pays {n:?coin|coins}", {"who": "sanna", "n": 1}, names) == "Sanna {0} pays 1 coin"
    assert sentence("{who} pays {n:?coin|coins}", {"who": "x", "n": 3}, names) == "X pays 3 coins"
    assert sentence("{faces} and {gone}", {"faces": (5, 2, 3), "gone": None}) == "5, 2 and 3 and nothing"
    assert sentence("{side} rolls", {"side": "gm"}, {"gm": "the GM"}) == "The GM rolls"
    assert sentence("{text}", {"text": "as I wrote it"}, {"gm": "the GM"}) == "as I wrote it"
    assert sentence("{oops}", {}) == "<oops?>"
    assert sentence("rain{why:+: }", {"why": ""}) == "rain"
    assert sentence("rain{why:+: }", {"why": "it pours"}) == "rain: it pours"


def test_an_unknown_refusal_shows_itself() -> None:
    assert say_refusal({}, "odd", {"have": 1}, {}) == "Refused: odd (have 1)"


def test_upcasts_go_from_tag_to_tag() -> None:
    steps = {
        "x.a.v1": ("x.a.v2", lambda data: {**data, "two": 2}),
        "x.a.v2": ("x.b.v1", lambda data: {"all": data}),
    }
    assert upcast("x.a.v1", {"one": 1}, steps) == ("x.b.v1", {"all": {"one": 1, "two": 2}})
    ring = {"x.a.v1": ("x.a.v2", dict), "x.a.v2": ("x.a.v1", dict)}
    with pytest.raises(ValueError, match="ring"):
        upcast("x.a.v1", {}, ring)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "not JSON"),
        ("[]", "JSON object"),
        ('{"by": "gm"}', "needs a `type`"),
        ('{"type": "campaign.open_sesion"}', "Did you mean campaign.open_session?"),
        ('{"type": "campaign.open_session", "x": 1}', "`x`"),
        ('{"type": "campaign.rewind_line", "to": "soon", "reason": ""}', "`to`"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_a_badly_written_command_is_told_what_is_off(text: str, told: str) -> None:
    game = next(iter(games().values()))
    with pytest.raises(MalformedCommand) as error:
        Vocabulary(game).command_from_json(text)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "header"),
        ("# only a comment\n", "header"),
        ("{}", "line 1: `game`"),
        ('{"game": "g", "title": "t"}\n\n{"when": 3}', "line 3: `when`"),
        ('{"game": "g", "title": "t"}\nnonsense', "line 2: not JSON"),
        ('{"game": "g", "title": "t"}\n{"when": {}, "dice": ["x"]}', "line 2: `dice.0`"),
    ],
)
def test_a_badly_written_script_names_its_line(text: str, told: str) -> None:
    with pytest.raises(ScriptError) as error:
        read_script(text)
    assert told in str(error.value)


def test_paths_into_the_state() -> None:
    state = {"characters": {"sanna": {"heat": 1}}, "hand": [{"value": 5}]}
    assert at_path(state, "characters.sanna.heat") == 1
    assert at_path(state, "hand.0.value") == 5
    assert at_path(state, "hand.7.value") is None
    assert at_path(state, "nobody.heat") is None


def test_seats_and_settings_are_said_as_a_person_would() -> None:
    assert (
        sentence("{who} takes a seat as {role}", {"who": "ann", "role": Role.GM}) == "Ann takes a seat as the GM"
    )
    assert sentence("as {role}", {"role": Role.PLAYER}) == "as a player"
    assert (
        sentence("Ruled: {field:_} is {now}", {"field": "purity_track", "now": "-3"})
        == "Ruled: purity track is -3"
    )
    changes = {"one_tool_a_hand": True, "starting_flux": 2, "open_bids": False}
    assert sentence("{changes}", {"changes": changes}) == "One tool a hand yes, starting flux 2, open bids no"


def test_a_shared_sentence_names_the_gms_seat_by_the_word_of_the_game() -> None:
    words = {"death_of_the_vele": "keeper", "hot_circle": "gamemaster", "spc": "Mastermind"}
    for key, game in games().items():
        said = refusal_in_words(game, beginning(game), Refusal("gm_only"))
        assert said == f"Only the {words.get(key, 'GM')} may do this."
