"""`play` and `demo`: whole scripts, and what happens when one breaks off."""

import json
from pathlib import Path

import pytest

from ledger.database.sqlite.driver import sqlite3
from tests.cli.caves import cut_off
from tests.cli.conftest import Campaign
from tests.support.samples import copied

STEPS: list[dict[str, object]] = [
    {"game": "delve", "title": "A script"},
    {"when": {"type": "delve.enter_hero", "hero": "wren", "name": "Wren"}},
    {"when": {"type": "delve.go_deeper", "hero": "wren"}, "dice": [4, 3]},
    {"when": {"type": "delve.go_deeper", "hero": "wren"}, "dice": [1, 1], "fiction_time": "at dusk"},
]


def script(folder: Path, *steps: dict[str, object]) -> str:
    file = folder / "script.jsonl"
    file.write_text("# a comment\n\n" + "\n".join(json.dumps(step) for step in steps), encoding="utf-8")
    return str(file)


def records(database: Path) -> int:
    with sqlite3.connect(database) as connection:
        return int(connection.execute("SELECT count(*) FROM ledger_events").fetchone()[0])


def test_a_script_founds_its_campaign_and_is_stored_once(
    campaign: Campaign, tmp_path: Path, database: Path
) -> None:
    file = script(tmp_path, *STEPS)
    first = campaign("play", "my-cave", file, "--json")
    assert first.json == {"campaign": "my-cave", "steps": 3, "recorded": 4, "recorded_before": 0}
    before = records(database)
    again = campaign("play", "my-cave", file, "--json")
    assert again.json == {"campaign": "my-cave", "steps": 3, "recorded": 0, "recorded_before": 3}
    assert records(database) == before
    assert campaign("verify", "my-cave").status == 0


def test_a_refusal_stops_it_names_the_line_and_playing_again_goes_on(campaign: Campaign, tmp_path: Path) -> None:
    file = script(
        tmp_path, *STEPS[:2], {"when": {"type": "delve.go_deeper", "hero": "ghost"}, "dice": [1, 1]}, STEPS[2]
    )
    ran = campaign("play", "my-cave", file)
    assert ran.status == 3
    assert (ran.json["refused"], ran.json["line"]) == ("hero_unknown", 5)
    assert "line 5 is refused" in ran.err
    campaign("rule", "my-cave", '{"type": "delve.enter_hero", "hero": "ghost", "name": "Ghost"}')
    assert campaign("play", "my-cave", file, "--json").json["recorded"] == 2


def test_a_script_may_come_from_stdin(campaign: Campaign) -> None:
    text = "\n".join(json.dumps(step, ensure_ascii=False) for step in STEPS)
    assert "4 rulings were recorded" in campaign("play", "my-cave", "-", stdin=text).out


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["{bad"], "line 1: not JSON"),
        ([""], "begins with a header"),
        (['{"game": "dleve", "title": "x"}'], "There is no game 'dleve'"),
        ([json.dumps(STEPS[0]), '{"when": {"type": "delve.go_deepr"}}'], "line 2: The Delve has no command"),
        ([json.dumps(STEPS[0]), '{"expect": {}}'], "line 2: `expect` belongs in a scenario"),
        ([json.dumps(STEPS[0]), '{"when": {}, "refused": true}'], "line 2: `refused` belongs in a scenario"),
        ([json.dumps(STEPS[0]), '{"when": {}, "among": [{}]}'], "line 2: `among` belongs in a scenario"),
        ([json.dumps(STEPS[0]), '{"when": {}, "dice": "6"}'], "line 2: `dice`"),
    ],
)
def test_a_broken_script_is_told_by_its_line_and_stores_nothing(
    campaign: Campaign, tmp_path: Path, database: Path, lines: list[str], sentence: str
) -> None:
    (tmp_path / "bad.jsonl").write_text("\n".join(lines), encoding="utf-8")
    ran = campaign("play", "my-cave", str(tmp_path / "bad.jsonl"))
    assert (ran.status, ran.out) == (2, "")
    assert sentence in ran.err
    assert not database.exists()


def test_a_script_that_is_no_text_is_told_by_its_line(campaign: Campaign, tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_bytes(b'{"game": "delve", "title": "x"}\n\xff')
    assert "line 2: not UTF-8" in campaign("play", "my-cave", str(tmp_path / "bad.jsonl")).err


def test_a_script_of_another_game_is_told_so(campaign: Campaign, cave: str, tmp_path: Path) -> None:
    from domain.registry import games

    other = next(key for key in games() if key != "delve")
    ran = campaign("play", cave, script(tmp_path, {"game": other, "title": "x"}))
    assert ran.status == 2
    assert f"this script is played in {other}" in ran.err


def test_the_demo_founds_every_sample_once(campaign: Campaign, played_samples: Path, database: Path) -> None:
    copied(played_samples, database)
    first = campaign("demo", "--no-open", "--json")
    assert [it["campaign"] for it in first.json if it["now"] == "founded"] == ["the-old-cave"]
    assert len(first.json) > 5
    before = records(database)
    again = campaign("demo", "--no-open", "--json")
    assert {it["now"] for it in again.json} == {"there before"}
    assert records(database) == before
    assert campaign("verify", "the-old-cave").status == 0


def test_a_demo_that_broke_off_is_finished(campaign: Campaign, cave: str, database: Path) -> None:
    cut_off(database, 4)
    campaign("rebuild")
    told = campaign("demo", "--no-open", "--json").json
    assert [it["now"] for it in told if it["campaign"] == cave] == ["founded"]
    assert campaign("verify", cave).status == 0
