"""Undo, redo, disputes, what-ifs and overturning, as they are typed."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Campaign

DEEPER = '{"type": "delve.go_deeper", "hero": "wren"}'


@pytest.fixture
def deep(campaign: Campaign, cave: str) -> str:
    """The sample, and Wren goes deeper twice: 3 and 5 gold. Her rulings are the last two."""
    for dice in ("3,6", "5,6"):
        assert campaign("rule", cave, DEEPER, "--dice", dice).status == 0
    return cave


def last_ruling(campaign: Campaign, cave: str) -> int:
    found: int = campaign("log", cave, "--json").json[-1]["ruling"]
    return found


def gold(campaign: Campaign, cave: str) -> int:
    found: int = campaign("state", cave).json["heroes"]["wren"]["gold"]
    return found


def test_undo_and_redo(campaign: Campaign, deep: str) -> None:
    had = gold(campaign, deep)
    assert campaign("undo", deep).status == 3
    ran = campaign("undo", deep, "--reason", "the lamp was out")
    assert ran.status == 0
    assert "1 ruling taken back" in ran.out
    less = gold(campaign, deep)
    assert less < had
    assert ": 1 ruling brought back. The line" in campaign("redo", deep, "--reason", "it was lit").out
    assert gold(campaign, deep) == had
    assert campaign("redo", deep, "--reason", "more").json["refused"] == "nothing_to_redo"
    register = campaign("reversals", deep, "--json").json["reversals"]
    assert [(it["form"], it["left"], it["regained"]) for it in register] == [("undo", 1, 0), ("redo", 0, 1)]
    said = campaign("reversals", deep).out
    assert "the lamp was out" in said
    who = campaign("state", deep).json["people"][register[0]["by"]]["name"]
    assert f" {who} " in said


def test_a_what_if_stores_nothing_and_tells_every_verdict(campaign: Campaign, deep: str) -> None:
    number = last_ruling(campaign, deep) - 1
    before = campaign("log", deep, "--json").json
    ran = campaign("whatif", deep, str(number), "--dice", "1,1", "--json").json
    assert ran["verdicts"][0]["standing"] == "changed"
    assert ran["head"] == before[-1]["position"]
    assert [it["label"] for it in ran["outcome"]["sheets"]]
    assert campaign("log", deep, "--json").json == before
    shown = campaign("whatif", deep, str(number), "--strike").out
    assert "struck" in shown
    assert "as it would be" in shown


def test_a_dispute_is_upheld_withdrawn_or_overturned(campaign: Campaign, deep: str) -> None:
    number = str(last_ruling(campaign, deep))
    assert "No ruling" in campaign("disputes", deep).out
    assert campaign("dispute", deep, number, "--reason", "[b]It was a two[/b]", "--evidence", "3").status == 0
    assert "[b]It was a two[/b]" in campaign("disputes", deep).out
    assert campaign("uphold", deep, number, "--reason", "We all saw it").status == 0
    assert campaign("uphold", deep, number, "--reason", "again").status == 2
    assert campaign("dispute", deep, number, "--reason", "And yet").status == 0
    assert campaign("withdraw", deep, number).status == 0
    assert campaign("dispute", deep, number, "--reason", "Really").status == 0
    ran = campaign("overturn", deep, number, "--dice", "2,6", "--reason", "It was a two")
    assert ran.status == 0, ran
    standing = [it["standing"] for it in campaign("disputes", deep, "--json").json["disputes"].values()]
    assert standing == ["overturned", "withdrawn", "upheld"]
    assert "new line at" in campaign("disputes", deep).out
    assert campaign("verify", deep).status == 0
    assert campaign("recheck", deep).status == 0


def test_what_cannot_stand_is_settled_in_a_file(campaign: Campaign, deep: str, tmp_path: Path) -> None:
    entered = next(
        it["ruling"] for it in campaign("log", deep, "--json").json if it["type"] == "delve.hero_entered.v1"
    )
    file = tmp_path / "settled.json"
    asked = campaign("whatif", deep, str(entered), "--strike", "--save", str(file))
    assert asked.status == 0
    assert "--resolve" in asked.err
    refused = campaign("overturn", deep, str(entered), "--resolve", str(file), "--reason", "Not Wren")
    assert (refused.status, refused.json["refused"]) == (3, "unsettled")
    resolution = json.loads(file.read_text())
    for each in resolution["settle"]:
        assert each["why"]
        each["instead"] = "strike"
    file.write_text(json.dumps(resolution))
    assert campaign("overturn", deep, str(entered), "--resolve", str(file), "--reason", "Not Wren").status == 0
    assert "wren" not in campaign("state", deep).json["heroes"]
    again = campaign("overturn", deep, str(entered), "--resolve", str(file), "--reason", "Again")
    assert (again.status, again.json["refused"]) == (3, "ruling_abandoned")


def test_a_resolution_for_an_older_head_is_a_conflict(campaign: Campaign, deep: str, tmp_path: Path) -> None:
    number, file = str(last_ruling(campaign, deep)), tmp_path / "settled.json"
    assert campaign("whatif", deep, number, "--strike", "--save", str(file)).status == 0
    assert campaign("rule", deep, '{"type": "campaign.rename", "title": "X"}').status == 0
    ran = campaign("overturn", deep, number, "--resolve", str(file), "--reason", "why")
    assert (ran.status, ran.out) == (4, "")
    assert "Somebody ruled meanwhile" in ran.err


def test_the_rest_can_be_struck_at_once(campaign: Campaign, deep: str) -> None:
    entered = next(
        it["ruling"] for it in campaign("log", deep, "--json").json if it["type"] == "delve.hero_entered.v1"
    )
    ran = campaign("overturn", deep, str(entered), "--strike", "--strike-the-rest", "--reason", "Not Wren")
    assert ran.status == 0, ran
    assert "struck" in ran.out


@pytest.mark.parametrize(
    "words",
    [
        ("whatif", "the-old-cave", "3"),
        ("whatif", "the-old-cave", "3", "--strike", "--amend", "{}"),
        ("whatif", "the-old-cave", "3", "--amend", "{"),
        ("whatif", "the-old-cave", "3", "--amend", "[]"),
        ("whatif", "the-old-cave", "3", "--amend", '{"nobody": 1}'),
        ("whatif", "the-old-cave", "3", "--dice", "x"),
        ("whatif", "the-old-cave", "3", "--house-rule", "x"),
        ("uphold", "the-old-cave", "3", "--reason", "why"),
        ("recheck", "the-old-cave", "--at", "99"),
        ("undo", "nowhere", "--reason", "why"),
    ],
    ids=" ".join,
)
def test_what_is_typed_wrong_is_one_sentence_and_status_2(
    campaign: Campaign, cave: str, words: tuple[str, ...]
) -> None:
    ran = campaign(*words)
    assert (ran.status, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"format": "another"}', '{"format": "campaign-ledger resolution 1", "x": 1}']
)
def test_a_file_that_is_no_resolution_says_so(campaign: Campaign, cave: str, tmp_path: Path, text: str) -> None:
    file = tmp_path / "settled.json"
    file.write_text(text)
    ran = campaign("overturn", cave, "3", "--resolve", str(file), "--reason", "why")
    assert (ran.status, ran.out) == (2, "")
    assert "is no resolution" in ran.err


def test_a_resolution_of_another_campaign_or_question_says_so(
    campaign: Campaign, deep: str, tmp_path: Path
) -> None:
    number, file = last_ruling(campaign, deep), tmp_path / "settled.json"
    assert campaign("whatif", deep, str(number), "--strike", "--save", str(file)).status == 0
    for words in ((str(number - 1),), (str(number), "--dice", "1,1")):
        ran = campaign("overturn", deep, *words, "--resolve", str(file), "--reason", "why")
        assert ran.status == 2


def test_a_number_is_taken_back_to_the_records_that_made_it(campaign: Campaign, deep: str) -> None:
    found = campaign("explain", deep, "Wren.gold", "--json").json
    assert found["path"] == "wren.gold"
    assert sum(step["delta"] for step in found["steps"]) == int(found["now"]) == gold(campaign, deep)
    assert campaign("undo", deep, "--reason", "the lamp was out").status == 0
    again = campaign("explain", deep, "wren.gold", "--json").json
    assert again["steps"] == found["steps"][:-1]
    assert again["struck"] == found["steps"][-1:]
    assert "On lines that were left" in campaign("explain", deep, "wren.gold").out
    unknown = campaign("explain", deep, "wren.golt")
    assert (unknown.status, unknown.out) == (2, "")
    assert "Did you mean wren.gold" in unknown.err


def test_a_face_that_no_die_has_is_said_in_words(campaign: Campaign, cave: str) -> None:
    assert campaign("rule", cave, DEEPER, "--dice", "5,5").status == 0
    ran = campaign("whatif", cave, "4", "--dice", "0")
    assert ran.status == 2
    assert ran.err.startswith("No die shows less than 1:")
