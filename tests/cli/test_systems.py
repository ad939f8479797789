"""`systems` and `new --with`: house rules that come ready, and those in a file."""

import json
from pathlib import Path

import pytest

from domain.registry import games
from exchange.imports.entries import About
from exchange.imports.founding import game_for, rules_for
from tests.cli.conftest import Campaign

SMALL = 'format = 1\ntitle = "Two dice"\nnumber.luck = { label = "Luck", high = 3 }\n'


def test_the_systems_that_come_ready_are_listed(campaign: Campaign) -> None:
    ready = {it["name"]: it for it in campaign("systems", "--json").json}
    assert len(ready) == 10
    assert ready["d20-fantasy"]["game"] == "open_table"
    assert "dnd5e" in ready["d20-fantasy"]["fits"]
    assert "step-dice" in campaign("systems").out


def test_a_file_is_checked_before_it_is_used(campaign: Campaign, tmp_path: Path) -> None:
    file = tmp_path / "two-dice.toml"
    file.write_text(SMALL, "utf-8")
    told = campaign("systems", "--check", str(file), "--json").json
    assert told["sound"]
    assert told["declares"] == {"Numbers": ["Luck"]}
    file.write_text(SMALL.replace("high", "hihg"), "utf-8")
    ran = campaign("systems", "--check", str(file))
    assert ran.status == 2
    assert "line 3, column 33: number.luck.hihg: nothing of this name can be declared here." in ran.err.lower()
    assert campaign("systems", "--check", str(tmp_path / "nowhere.toml")).status == 2


def test_a_campaign_is_founded_with_a_system_and_no_file_changes_it_later(
    campaign: Campaign, tmp_path: Path
) -> None:
    file = tmp_path / "two-dice.toml"
    file.write_bytes(b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode())
    assert campaign("new", "--with", str(file), "--title", "Own rules", "--player", "Ada").status == 0
    assert campaign("new", "--game", "open_table", "--with", "moves-2d6", "--title", "Ready").status == 0
    file.unlink()
    assert campaign("state", "own-rules", "--json").json["house_rules"]["system"] == SMALL
    enter = {"type": "open_table.enter_character", "character": "wren", "name": "Wren", "numbers": {"luck": 4}}
    ran = campaign("rule", "own-rules", json.dumps(enter))
    assert "Luck cannot be 4: it is from 0 to 3." in ran.err


def test_what_cannot_be_had_is_said(campaign: Campaign, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_bytes(b"format = 1\n\xff")
    for words, said in (
        (["--with", "chess", "--title", "X"], "nothing ready of that name"),
        (["--with", str(bad), "--title", "X"], "Line 2 is not UTF-8 text."),
        (["--game", "spc", "--with", "blank", "--title", "X"], "has no house rules that come ready"),
    ):
        ran = campaign("new", *words)
        assert ran.status == 2
        assert said in ran.err


@pytest.mark.parametrize(
    ("system", "ready"),
    [("coc7", "percentile-horror"), ("dnd5e", "d20-fantasy"), ("unheard-of", None), ("", None)],
)
def test_a_system_file_is_chosen_by_what_the_source_was_played_by(system: str, ready: str | None) -> None:
    game = game_for(games())
    found = rules_for(game, About(title="Salt", system=system))
    assert found == ({} if ready is None else game.presets()[ready].house_rules)
