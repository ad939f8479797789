"""Looking at a campaign from the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Campaign


def test_an_empty_ledger_is_empty_and_stays_unmade(
    campaign: Campaign, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CAMPAIGN_DATABASE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert campaign("list", "--json").json == []
    assert "no campaigns yet" in campaign("list").out
    assert campaign("log", "x").err == "There is no campaign called 'x'. This ledger is empty.\n"


def test_a_ledger_that_was_named_and_is_not_there_is_told_so(campaign: Campaign) -> None:
    ran = campaign("list")
    assert (ran.status, ran.out) == (2, "")
    assert "There is no ledger at" in ran.err


def test_the_list_tells_game_sessions_and_rulings(campaign: Campaign, cave: str) -> None:
    (summary,) = [it for it in campaign("list", "--json").json if it["slug"] == cave]
    assert (summary["game_title"], summary["gm"], summary["sessions"], summary["rulings"]) == (
        "The Delve",
        "Anna",
        1,
        7,
    )
    assert "The Old Cave" in campaign("list").out


READING = (
    ("list",),
    ("log", "the-old-cave"),
    ("lines", "the-old-cave"),
    ("state", "the-old-cave"),
    ("sheet", "the-old-cave"),
    ("sheet", "the-old-cave", "wren"),
    ("map", "the-old-cave"),
    ("advancement", "the-old-cave"),
    ("diff", "the-old-cave", "5", "12"),
    ("verify",),
    ("verify", "the-old-cave"),
    ("games",),
    ("games", "delve"),
    ("games", "delve", "--schema"),
    ("coverage", "delve"),
    ("doctor",),
    ("rebuild",),
)


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_json_is_one_document_and_nothing_else(campaign: Campaign, cave: str, words: tuple[str, ...]) -> None:
    ran = campaign(*words, "--json")
    assert ran.status == 0, ran.err
    json.loads(ran.out)
    assert ran.err == ""


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_the_same_is_laid_out_for_people(campaign: Campaign, cave: str, words: tuple[str, ...]) -> None:
    ran = campaign(*words)
    assert ran.status == 0, ran.err
    assert ran.out.strip()
    assert all(shown == shown.rstrip() for shown in ran.out.splitlines())


@pytest.mark.parametrize(
    ("filters", "positions"),
    [
        ((), list(range(1, 13))),
        (("--from", "6", "--to", "8"), [6, 7, 8]),
        (("--session", "1"), list(range(3, 13))),
        (("--by", "ben"), [5, 6, 7, 8, 9]),
        (("--kind", "loss"), [9]),
        (("--type", "delve.gold_found.v1"), [7]),
        (("--about", "Wren"), [5, 6, 7, 8, 9]),
        (("--about", "wren", "--from", "7"), [7, 8, 9]),
        (("--search", "GOLD"), [7]),
        (("--search", "100%"), []),
        (("--line", "5"), [1, 2, 3, 4, 5]),
        (("--as", "ben"), [*range(1, 10), 11, 12]),
        (("--as", "Ben"), [*range(1, 10), 11, 12]),
        (("--by", "BEN"), [5, 6, 7, 8, 9]),
        (("--as", "reader"), [*range(1, 10), 11, 12]),
        (("--as", "anna"), list(range(1, 13))),
    ],
)
def test_the_log_is_filtered(
    campaign: Campaign, cave: str, filters: tuple[str, ...], positions: list[int]
) -> None:
    assert [entry["position"] for entry in campaign("log", cave, *filters, "--json").json] == positions


@pytest.mark.parametrize(
    "words",
    [
        ("log", "nowhere"),
        ("log", "the-old-cave", "--line", "99"),
        ("log", "the-old-cave", "--kind", "joy"),
        ("log", "the-old-cave", "--as", "carl"),
        ("log", "the-old-cave", "--by", "Carl"),
        ("find", "gold", "--by", "Carl"),
        ("find", "gold", "--as", "Carl"),
        ("state", "the-old-cave", "--at", "99"),
        ("state", "the-old-cave", "--at", "0"),
        ("sheet", "the-old-cave", "carl"),
        ("diff", "the-old-cave", "1", "99"),
        ("games", "dleve"),
        ("verify", "nowhere"),
        ("verify", "the-old-cave", "--expect", "12"),
        ("verify", "--expect", "12:aaaaaaaaaaaaaaaa"),
        ("rebuild", "nothing"),
        ("scenarios", "/no/such/place"),
    ],
    ids=" ".join,
)
def test_what_is_not_there_is_one_sentence_and_status_2(
    campaign: Campaign, cave: str, words: tuple[str, ...]
) -> None:
    ran = campaign(*words)
    assert (ran.status, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1


def test_a_player_sees_no_secret_of_the_gm(campaign: Campaign, cave: str) -> None:
    assert "The cave waits" in campaign("sheet", cave).out
    assert "The cave waits" not in campaign("sheet", cave, "--as", "ben").out
    assert "Ben doubts it" not in campaign("log", cave, "--as", "ben", "--json").out


def test_a_sheet_may_be_asked_for_by_name_and_at_a_position(campaign: Campaign, cave: str) -> None:
    sheet = campaign("sheet", cave, "Wren", "--at", "5", "--json").json
    values = {block["path"]: block.get("value") for section in sheet["sections"] for block in section["blocks"]}
    assert (values["wren.gold"], values["wren.hope"]) == (0, 2)


def test_the_state_uses_the_words_scenarios_expect(campaign: Campaign, cave: str) -> None:
    assert campaign("state", cave).json["heroes"]["wren"]["gold"] == 4
    assert campaign("state", cave, "--at", "5").json["heroes"]["wren"]["gold"] == 0


def test_lines_are_a_tree_and_differences_reach_across_it(campaign: Campaign, cave: str) -> None:
    rewind = {"type": "campaign.rewind_line", "to": 5, "reason": "We forgot [bold]the lamp"}
    assert campaign("rule", cave, json.dumps(rewind)).status == 0
    assert campaign("rule", cave, '{"type": "delve.go_deeper", "hero": "wren"}', "--dice", "1,1").status == 0
    first, second = campaign("lines", cave, "--json").json
    assert (first["last"], second["parent"], second["first"], second["current"]) == (12, 5, 13, True)
    assert second["reason"] == "We forgot [bold]the lamp"
    assert "from 5: We forgot [bold]the lamp" in campaign("lines", cave).out

    diff = campaign("diff", cave, "12", "15", "--json").json
    assert not diff["same_line"]
    assert [(it["label"], it["was"], it["now"]) for it in diff["sheets"] if it["label"] == "Gold"] == [
        ("Gold", "4", "0")
    ]
    assert "lie on different lines" in campaign("diff", cave, "12", "15").out
    assert "Nothing on the sheets" in campaign("diff", cave, "9", "12").out


def test_the_map_tells_factions_and_their_ties(campaign: Campaign, cave: str) -> None:
    for raw in (
        {"type": "campaign.name_faction", "faction": "moles", "name": "The Moles", "weight": 3},
        {"type": "campaign.name_faction", "faction": "bats", "name": "The Bats"},
        {
            "type": "campaign.relate_factions",
            "source": "moles",
            "target": "bats",
            "relation": "hunt",
            "friendly": False,
        },
    ):
        assert campaign("rule", cave, json.dumps(raw)).status == 0
    drawn = campaign("map", cave, "--json").json
    assert {node["name"] for node in drawn["nodes"]} == {"The Moles", "The Bats"}
    assert drawn["ties"] == [{"source": "moles", "target": "bats", "relation": "hunt", "friendly": False}]
    assert "hunt" in campaign("map", cave).out
    assert drawn["pairs"] == [{"one": "bats", "other": "moles", "accord": "one_sided", "tense": False}]
    assert campaign("map", cave, "--at", "12", "--json").json == {
        "nodes": [],
        "ties": [],
        "pairs": [],
        "triangles": [],
    }
    moved = campaign("map", cave, "--since", "13", "--json").json
    assert [(it["path"], it["now"], it["record"]) for it in moved["changes"]] == [
        ("map.bats", "weight 1", 14),
        ("map.moles.bats", "hunt", 15),
    ]
    assert "Moved: The Bats, The Moles." in campaign("map", cave, "--since", "13").out
    assert "Nothing on the map differs" in campaign("map", cave, "--since", "15").out
    assert "no position 900" in campaign("map", cave, "--since", "900").err
    changed = campaign("diff", cave, "12", "15", "--json").json["relations"]
    assert ("towards The Bats", "", "hunt", False) in [
        (it["label"], it["was"], it["now"], it["better"]) for it in changed
    ]


def test_advancement_tells_where_a_track_stands(campaign: Campaign, cave: str) -> None:
    (track,) = campaign("advancement", cave, "--json").json
    assert (track["owner"], track["have"], track["need"], track["brings"]) == ("wren", 4, 3, "a better lamp")
    assert (track["left"], track["full"]) == (0, True)
    assert [move["have"] for move in track["history"]] == [4]
    assert "can be taken now" in campaign("advancement", cave).out
    assert campaign("advancement", cave, "--at", "5", "--json").json == []


def test_luck_says_how_many_dice_fell_and_no_more_than_they_bear(campaign: Campaign, cave: str) -> None:
    found = campaign("luck", cave, "--json").json
    assert found["whole"]["dice"] == sum(tally["dice"] for tally in found["by"]["roller"].values())
    assert found["whole"]["verdict"] == "too few to tell"
    assert sum(found["whole"]["faces"]["d6"].values()) == found["whole"]["dice"]
    assert "too few to tell" in campaign("luck", cave).out


def test_the_economy_adds_up_to_what_there_is(campaign: Campaign, cave: str) -> None:
    accounts = campaign("economy", cave, "--json").json
    assert accounts
    for account in accounts:
        sessions = account["sessions"].values()
        assert sum(flow["earned"] - flow["spent"] for flow in sessions) == account["earned"] - account["spent"]
        assert account["balance"][-1]["now"] == account["now"]
    assert "what" in campaign("economy", cave).out


def test_what_has_nothing_in_it_is_said(campaign: Campaign, tmp_path: Path) -> None:
    assert campaign("new", "--game", "spc", "--title", "The Ford").status == 0
    ran = campaign("chronicle", "the-ford", "--length", "dozen")
    assert (ran.out, ran.err) == ("", "Nothing was played in the-ford yet that could be told in short.\n")
    ran = campaign("sheet", "the-ford", "-o", str(tmp_path / "sheets.md"))
    assert ran.err == "Nobody has a sheet in the-ford at record 2.\n"
    ran = campaign("export", "the-ford", str(tmp_path / "ford.zip"))
    assert "2 records in 1 ruling, written" in ran.out
