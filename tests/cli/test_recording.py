"""`new` and `rule`: founding and recording from the command line."""

import json
from pathlib import Path

import pytest

from ledger.database.sqlite.driver import sqlite3
from tests.cli.conftest import Campaign

DEEPER = '{"type": "delve.go_deeper", "hero": "wren"}'


def records(database: Path) -> int:
    with sqlite3.connect(database) as connection:
        return int(connection.execute("SELECT count(*) FROM ledger_events").fetchone()[0])


def test_a_campaign_is_founded_with_its_house_rules(campaign: Campaign) -> None:
    ran = campaign(
        "new", "--game", "delve", "--title", "Déjà vu", "--house-rule", "starting_hope=4", "--by", "anna", "--json"
    )
    assert ran.status == 0, ran.err
    assert ran.json["campaign"] == "déjà-vu"
    state = campaign("state", "déjà-vu").json
    assert state["house_rules"] == {"starting_hope": 4}
    assert state["gm"] == "anna"


def test_a_taken_name_is_a_conflict(campaign: Campaign, cave: str) -> None:
    ran = campaign("new", "--game", "delve", "--title", "Another", "--id", cave)
    assert ran.status == 4
    assert "already a campaign called" in ran.err


@pytest.mark.parametrize(
    "words",
    [
        ("new", "--game", "dleve", "--title", "X"),
        ("new", "--game", "delve", "--title", "\u200b", "--id", "???"),
        ("new", "--game", "delve", "--title", "X", "--id", "Not A Slug"),
        ("new", "--game", "delve", "--title", "X", "--house-rule", "hope"),
        ("rule", "nowhere", DEEPER),
        ("play", "nowhere", "no-such-file.jsonl"),
    ],
)
def test_what_cannot_be_done_makes_no_ledger(campaign: Campaign, database: Path, words: tuple[str, ...]) -> None:
    ran = campaign(*words)
    assert (ran.status, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert not database.exists()


def test_an_unknown_house_rule_is_refused(campaign: Campaign) -> None:
    ran = campaign("new", "--game", "delve", "--title", "X", "--house-rule", "despair=1")
    assert ran.status == 3
    assert ran.json["refused"] == "house_rule_unknown"


def test_a_ruling_tells_what_was_recorded(campaign: Campaign, cave: str) -> None:
    ran = campaign("rule", cave, DEEPER, "--dice", "6,2", "--by", "ben", "--fiction-time", "at dusk", "--json")
    assert ran.status == 0, ran.err
    told = ran.json
    assert [record["type"] for record in told["records"]] == ["delve.cave_searched.v1", "delve.gold_found.v1"]
    assert told["dice"] == [[6, 6], [6, 2]]
    assert told["receipt"].startswith("14:")
    assert campaign("verify", cave, "--expect", told["receipt"]).status == 0
    assert "Wren finds 6 pieces of gold" in campaign("log", cave).out


def test_a_refusal_is_json_with_its_code_and_status_3(campaign: Campaign, cave: str, database: Path) -> None:
    before = records(database)
    ran = campaign("rule", cave, '{"type": "delve.go_deeper", "hero": "ghost"}')
    assert ran.status == 3
    assert ran.json == {
        "refused": "hero_unknown",
        "params": {"hero": "ghost"},
        "message": "There is no hero ghost. Bring them in first.",
    }
    assert ran.err == "There is no hero ghost. Bring them in first.\n"
    assert records(database) == before


def test_missing_dice_are_named_with_the_ways_to_give_them(campaign: Campaign, cave: str) -> None:
    ran = campaign("rule", cave, DEEPER)
    assert ran.status == 3
    assert ran.json["refused"] == "dice_missing"
    assert ran.json["params"]["sizes"] == [6, 6]
    assert "--dice" in ran.err
    assert "--roll" in ran.err


@pytest.mark.parametrize(
    ("dice", "code"),
    [("7,1", "dice_wrong"), ("1", "dice_missing"), ("1,2,3", "dice_unread"), ("0,1", "dice_wrong")],
)
def test_dice_that_do_not_fit_are_refused(campaign: Campaign, cave: str, dice: str, code: str) -> None:
    ran = campaign("rule", cave, DEEPER, "--dice", dice)
    assert (ran.status, ran.json["refused"]) == (3, code)


def test_the_program_rolls_when_asked_to(campaign: Campaign, cave: str) -> None:
    told = campaign("rule", cave, DEEPER, "--roll", "--json").json
    assert told["dice_from"] == "rolled"
    assert all(1 <= face <= size for size, face in told["dice"])


def test_a_dry_run_shows_and_stores_nothing(campaign: Campaign, cave: str, database: Path) -> None:
    before = records(database)
    ran = campaign("rule", cave, DEEPER, "--dice", "6,6", "--dry-run", "--json")
    assert ran.status == 0
    assert [record["headline"] for record in ran.json["would_record"]][-1] == "Wren finds 6 pieces of gold"
    assert campaign("rule", cave, DEEPER, "--dry-run").json["params"]["sizes"] == [6, 6]
    assert "Nothing was stored." in campaign("rule", cave, DEEPER, "--roll", "--dry-run").err
    assert records(database) == before


def test_one_key_is_recorded_once(campaign: Campaign, cave: str, database: Path) -> None:
    first = campaign("rule", cave, DEEPER, "--dice", "6,6", "--key", "k1", "--json").json
    before = records(database)
    again = campaign("rule", cave, DEEPER, "--dice", "6,6", "--key", "k1", "--json").json
    assert again["repeated"]
    assert again["records"] == first["records"]
    assert records(database) == before


def test_a_command_may_come_from_stdin(campaign: Campaign, cave: str) -> None:
    note = json.dumps({"type": "journal.write_note", "text": "שלום"})
    assert campaign("rule", cave, "-", stdin=note).status == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{bad", "That is not JSON"),
        ("[]", "A command is a JSON object"),
        ('{"type": "delve.go_deepr"}', "Did you mean delve.go_deeper?"),
        ('{"type": "delve.go_deeper"}', "`hero`: this is missing"),
        ('{"type": "delve.go_deeper", "hero": "wren", "dice": [1]}', "`dice`: there is no field of this name"),
        ("[" * 5000, "That is not JSON"),
        ('{"type": "journal.write_note", "text": "\\ud800"}', "`text`"),
    ],
)
def test_a_malformed_command_is_told_so(campaign: Campaign, cave: str, text: str, sentence: str) -> None:
    ran = campaign("rule", cave, text)
    assert (ran.status, ran.out) == (2, ""), ran.err
    assert sentence in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize(
    "words", [("--dice", "x"), ("--dice", "1,2", "--roll"), ("--roll", "--happened-at", "yesterday")]
)
def test_options_that_are_off_are_told_so(campaign: Campaign, cave: str, words: tuple[str, ...]) -> None:
    assert campaign("rule", cave, DEEPER, *words).status == 2
