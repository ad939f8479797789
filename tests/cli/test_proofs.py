"""`games`, `scenarios`, `coverage`: what the games know, and the evidence for it."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.conftest import GAMES, Campaign
from wiring.library import games
from wiring.samples import scripts_in

DELVE = GAMES / "delve"


def test_scenarios_end_with_how_many_passed(campaign: Campaign) -> None:
    ran = campaign("scenarios", str(DELVE / "scenarios"), str(DELVE / "scenarios" / "gold.jsonl"))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "2 passed, 0 failed\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"when": {"type": "delve.go_deeper", "hero": "ghost"}}', "2: refused: hero_unknown"),
        ('{"when": {"type": "delve.go_deepr"}}', "2: The Delve has no command"),
        ('{"when": {"type": "delve.enter_hero", "hero": "a", "name": "A"}, "refused": true}', "2: accepted, but"),
        ('{"expect": {"heroes.wren.gold": 3}}', "2: heroes.wren.gold is None, not 3"),
        ("{bad", "2: not JSON"),
        ('"a word"', "2: a group of fields is wanted"),
        (
            '{"when": {"type": "delve.enter_hero", "hero": "a", "name": "A"}, '
            '"then": [{"type": "delve.hero_entred.v1"}]}',
            "2: `then`: The Delve has no event 'delve.hero_entred.v1'. Did you mean delve.hero_entered.v1?",
        ),
        (
            '{"when": {"type": "delve.enter_hero", "hero": "a", "name": "A"}, "then": [{"hero": "a"}]}',
            "2: `then`: An event needs a `type`",
        ),
        (
            '{"when": {"type": "delve.enter_hero", "hero": "a", "name": "A"}, '
            '"then": [{"type": "delve.hero_entered.v1", "hreo": "a"}]}',
            "2: `then`: delve.hero_entered.v1: `hero`: this is missing",
        ),
        (
            '{"when": {"type": "delve.enter_hero", "hero": "a", "name": "A"}, '
            '"among": [{"type": "delve.hero_entered.v1", "name": "B"}]}',
            "2: came out as ",
        ),
        (
            '{"when": {"type": "delve.enter_hero", "hero": "a", "name": "A"}, '
            '"among": [{"type": "delve.hero_entered.v1"}, {"type": "delve.hero_entered.v1"}]}',
            "2: came out as ",
        ),
        (
            '{"when": {"type": "delve.enter_hero", "hero": "a", "name": "A"}, '
            '"among": [{"type": "delve.hero_entered.v1", "nmae": "A"}]}',
            "2: `among`: delve.hero_entered.v1 has no field 'nmae'",
        ),
        (
            '{"when": {"type": "delve.enter_hero", "hero": "a", "name": "A"}, '
            '"among": [{"type": "delve.hero_entred.v1"}]}',
            "2: `among`: there is no event 'delve.hero_entred.v1'",
        ),
    ],
)
def test_a_failure_names_file_line_and_reason(campaign: Campaign, tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "wrong.jsonl"
    file.write_text('{"game": "delve", "title": "Wrong"}\n' + text, encoding="utf-8")
    ran = campaign("scenarios", str(tmp_path))
    assert (ran.status, ran.err) == (1, "")
    assert f"{file}:{problem}" in ran.out
    assert ran.out.splitlines()[-1] == "0 passed, 1 failed"
    assert campaign("scenarios", str(file), "--json").json["failed"] == 1


def test_a_header_that_founds_nothing_is_line_one(campaign: Campaign, tmp_path: Path) -> None:
    header = '{"game": "delve", "title": "Wrong", "house_rules": {"starting_hop": 3}}'
    (tmp_path / "wrong.jsonl").write_text(header)
    ran = campaign("scenarios", str(tmp_path))
    assert ran.status == 1
    assert "wrong.jsonl:1: " in ran.out
    assert "starting_hop" in ran.out


def test_a_game_that_breaks_is_named_with_the_line(
    campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cli.games import scenarios

    def broken(*_: object) -> None:
        raise ZeroDivisionError("a fault in a rule")

    delve = games()["delve"]
    monkeypatch.setattr(scenarios, "games", lambda: {"delve": replace(delve, decide=broken)})
    (tmp_path / "wrong.jsonl").write_text(
        '{"game": "delve", "title": "Wrong"}\n\n{"when": {"type": "delve.go_deeper", "hero": "a"}}'
    )
    ran = campaign("scenarios", str(tmp_path))
    assert ran.status == 1
    assert "wrong.jsonl:3: the game broke: ZeroDivisionError: a fault in a rule" in ran.out


def test_a_scenario_of_no_game_fails(campaign: Campaign, tmp_path: Path) -> None:
    (tmp_path / "wrong.jsonl").write_text('{"game": "chess", "title": "Wrong"}')
    assert "there is no game 'chess'" in campaign("scenarios", str(tmp_path)).out


def test_coverage_ends_with_how_much_is_shown(campaign: Campaign) -> None:
    ran = campaign("coverage", "delve")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == "The Delve: 3 of 3 rules, 3 of 3 refusals"
    shown = campaign("coverage", "delve", "--json").json
    assert shown["rules"][1] == {"id": "DE-2", "title": "Seven or more is gold", "shown_by": ["gold"]}


def test_what_no_scenario_shows_is_missing(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    from cli.games import scenarios

    kept = [it for it in scripts_in(games()["delve"], "scenarios") if "gold" in it[0]]
    monkeypatch.setattr(scenarios, "scripts_in", lambda game, folder: kept)
    ran = campaign("coverage", "delve")
    assert ran.status == 1
    assert ran.out.splitlines()[-3:] == [
        "missing: DE-3",
        "missing: no_hope",
        "The Delve: 2 of 3 rules, 2 of 3 refusals",
    ]


def test_a_game_tells_its_commands_settings_and_schema(campaign: Campaign) -> None:
    told = campaign("games", "delve", "--json").json
    assert {"delve.go_deeper", "campaign.open_session", "journal.write_note"} <= {
        it["type"] for it in told["commands"]
    }
    assert [(it["name"], it["default"]) for it in told["settings"]] == [("starting_hope", 2)]
    schema = campaign("games", "delve", "--schema").json
    assert schema["commands"]["delve.go_deeper"]["required"] == ["hero"]
    assert "delve.gold_found.v1" in schema["events"]
