"""`prepare`, `tables`, `new --from` and `pack`."""

import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ledger.database.sqlite.driver import sqlite3
from tests.cli.conftest import Campaign

HEAD = 'table = 1\ngame = "vicious_crucible"\ntitle = "Another"\n'
WITH = ("--player", "Ada", "--player", "Brin", "--player", "Cato", "--player", "Dora")


def campaigns(campaign: Campaign) -> list[str]:
    return [it["slug"] for it in campaign("list", "--json").json] if campaign("list").status == 0 else []


def test_a_quick_start_is_founded_by_its_name(campaign: Campaign) -> None:
    ran = campaign("new", "--from", "low-water", *WITH)
    assert ran.status == 0, ran.err
    assert "In commands it is called low-water." in ran.out
    assert campaign("prepare", "low-water").out.startswith("Nothing is to be prepared in low-water.")
    assert campaign("verify", "low-water").status == 0


def test_a_quick_start_that_needs_players_asks_for_them(campaign: Campaign) -> None:
    ran = campaign("new", "--from", "the-road-to-orm")
    assert ran.status == 2
    assert ran.err.startswith("Players: Nobody plays yet")
    assert campaigns(campaign) == []


def test_quick_starts_are_listed(campaign: Campaign) -> None:
    assert {
        "low-water",
        "bone-cellar",
        "glass-opera",
        "lanterns-over-marl",
        "the-road-to-orm",
        "keepers-of-the-low-light",
    } == {it["name"] for it in campaign("tables", "--json").json}
    ran = campaign("tables", "spc")
    assert "glass-opera" in ran.out
    assert "low-water" not in ran.out
    assert campaign("tables", "chess").status == 2


def test_title_name_and_settings_may_be_others(campaign: Campaign) -> None:
    words = ("--title", "High Water", "--id", "high", "--house-rule", "strict_counts=true")
    ran = campaign("new", "--from", "lanterns-over-marl", *WITH, *words, "--json")
    assert (ran.json["campaign"], ran.json["founded"]) == ("high", True)
    assert ran.json["rulings"] > 50
    assert campaign("state", "high").json["house_rules"]["strict_counts"] is True


def test_players_alone_are_seated_in_an_empty_campaign(campaign: Campaign) -> None:
    assert campaign("new", "--game", "spc", "--title", "Ours", *WITH).status == 0
    steps = {it["key"]: it for it in campaign("prepare", "ours", "--json").json["steps"]}
    assert (steps["players"]["standing"], steps["players"]["have"]) == ("done", 4)


@pytest.mark.parametrize(
    "words", [(), ("--title", "Ours"), ("--game", "spc"), ("--game", "spc", "--player", "Ada")]
)
def test_a_game_and_a_title_are_needed(campaign: Campaign, database: Path, words: tuple[str, ...]) -> None:
    ran = campaign("new", *words)
    assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert not database.exists()


# --- what is to be prepared --------------------------------------------------------------------------------------


def test_what_is_to_be_prepared_is_told_with_its_standing(campaign: Campaign) -> None:
    campaign("new", "--game", "vicious_crucible", "--title", "Ours", "--player", "Ada")
    ran = campaign("prepare", "ours")
    for word in (
        "Before the first scene",
        "The twelve",
        "due",
        "0 of 12",
        "waits",
        "Game master",
        "six around them",
    ):
        assert word in ran.out
    assert ran.out.rstrip().endswith("Next for Game master: The twelve.")
    assert campaign("prepare", "ours", "--as", "Ada").out.rstrip().endswith("Ada waits for the GM: the twelve.")


def test_the_next_step_of_a_player_is_told(campaign: Campaign) -> None:
    campaign("new", "--game", "wicked_ones", "--title", "Ours", "--player", "Ada")
    command = {"type": "wicked_ones.found_dungeon", "dungeon": "The Sump"}
    assert campaign("rule", "ours", json.dumps(command)).status == 0
    told = campaign("prepare", "ours", "--json").json
    assert (told["next"]["step"], told["next"]["by"]) == ("monster:ada", "ada")
    assert "(for Ada)" in campaign("prepare", "ours").out
    own = campaign("prepare", "ours", "--as", "ada", "--json").json["next"]
    assert (own["step"], own["by"], own["waiting"]) == ("monster:ada", None, [])


def test_nobody_without_a_seat_is_asked_about(campaign: Campaign) -> None:
    campaign("new", "--game", "spc", "--title", "Ours", "--player", "Ada")
    assert campaign("prepare", "ours", "--as", "zoe").status == 2
    assert "Nothing is next for a reader." in campaign("prepare", "ours", "--as", "reader").out


# --- files that will not do --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'table = 1\ngame = "\xff"\n', "Line 2 is not UTF-8 text."),
        (b"table = 1\ngame = = 2\n", "(at line 2, column 8)"),
        (HEAD.replace("vicious_crucible", "chess").encode(), "It is for a game called 'chess'."),
        (HEAD.encode() + b"# " + b"x" * 1_000_000, "more than 1,000,000 bytes"),
        (HEAD.encode() + b"a = " + b"[" * 5_000 + b"]" * 5_000, "nested too deeply"),
        (b"title = 'x'\ngame = 'spc'\n", "That is no table file"),
        (HEAD.encode() + b"[cats]\nplayable = []\n", "`cats` is no step of this game: did you mean `cast`?"),
        (
            HEAD.encode() + b"[cast]\nplayble = []\n",
            "`playble` is no field of this form: did you mean `playable`?",
        ),
    ],
    ids=["bytes", "no toml", "game", "large", "deep", "no version", "step", "field"],
)
def test_a_file_that_is_no_table_founds_nothing(
    campaign: Campaign, tmp_path: Path, content: bytes, said: str
) -> None:
    file = tmp_path / "table.toml"
    file.write_bytes(content)
    ran = campaign("new", "--from", str(file), *WITH)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert campaigns(campaign) == []


def test_all_faults_are_told_at_once_a_line_each(campaign: Campaign, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(HEAD + '[cast]\nplayable = ["Mara", "Corvin"]\nsupporting = ["Old Tam: Marra"]\n', "utf-8")
    ran = campaign("new", "--from", str(file), *WITH)
    assert ran.status == 2
    assert ran.err.splitlines() == [
        "The twelve, The six to pick from: 2 of 6, 4 are missing.",
        "The twelve, Old Tam, Whom of the six does the write-up name?: there is no Marra: did you mean Mara?",
        "The twelve, The six around them: 1 of 6, 5 are missing.",
    ]
    told = campaign("new", "--from", str(file), *WITH, "--json").json
    assert (told["founded"], len(told["faults"])) == (False, 3)
    assert campaigns(campaign) == []


@pytest.mark.parametrize("source", ["no-such.toml", "no\0file", "."])
def test_a_table_that_is_not_there(campaign: Campaign, database: Path, source: str) -> None:
    ran = campaign("new", "--from", source)
    assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert not database.exists()


def test_a_table_of_another_game(campaign: Campaign, database: Path) -> None:
    assert campaign("new", "--from", "low-water", "--game", "spc").status == 2
    assert not database.exists()


def test_a_name_that_is_taken_is_a_conflict(campaign: Campaign) -> None:
    assert campaign("new", "--game", "spc", "--title", "Low Water").status == 0
    ran = campaign("new", "--from", "low-water", *WITH)
    assert ran.status == 4
    assert len(campaign("log", "low-water", "--json").json) == 2


def test_whoever_founds_it_is_killed_and_nothing_is_there_or_all(
    campaign: Campaign, process: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    assert campaign("new", "--from", "the-road-to-orm", *WITH).status == 0
    whole = len(campaign("log", "the-road-to-orm", "--json").json)
    for number in range(5):
        file = tmp_path / f"killed-{number}.sqlite3"
        run = process("--database", str(file), "new", "--from", "the-road-to-orm", *WITH)
        while not file.exists() and run.poll() is None:
            time.sleep(0.005)
        time.sleep(0.08 * number)
        run.kill()
        run.communicate()
        with sqlite3.connect(file) as connection:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            there = (
                "ledger_events" in tables
                and connection.execute("SELECT count(*) FROM ledger_events").fetchone()[0]
            )
        assert there in (0, False, whole)


# --- packing -----------------------------------------------------------------------------------------------------


def test_a_campaign_is_packed_and_founded_from_the_file(campaign: Campaign, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    assert campaign("new", "--from", "bone-cellar", *WITH).status == 0
    ran = campaign("pack", "the-bone-cellar", str(file))
    assert ran.status == 0
    assert ran.err.strip() == "It holds 4 secrets of the GM; `--without-secrets` leaves them out."
    assert file.read_text("utf-8") == campaign("pack", "the-bone-cellar").out
    told = campaign("pack", "the-bone-cellar", "--without-secrets")
    assert told.err.strip() == "4 secrets of the GM were left out."
    assert "giant lay down" not in told.out
    assert campaign("new", "--from", str(file), "--id", "again", *WITH).status == 0
    assert campaign("pack", "again").out == campaign("pack", "the-bone-cellar").out
    assert campaign("pack", "again", "--json").json["left_out"] == []


def test_what_no_step_can_say_is_told_beside_the_file(campaign: Campaign) -> None:
    sample = Path("domain/spc/samples").resolve()
    assert campaign("play", "karrow", str(next(sample.glob("karrow*.jsonl")))).status == 0
    assert "left out" not in campaign("pack", "karrow").err
    hot = Path("domain/hot_circle/samples").resolve()
    assert campaign("play", "rooks", str(next(hot.glob("three*.jsonl")))).status == 0
    ran = campaign("pack", "rooks")
    assert ran.status == 0
    assert "2 steps were left out: Burr, whom Theo plays, The first session." in ran.err
    assert "Theo" not in ran.out


def test_a_place_that_cannot_be_written_to(campaign: Campaign, tmp_path: Path) -> None:
    campaign("new", "--from", "bone-cellar", *WITH)
    assert campaign("pack", "the-bone-cellar", str(tmp_path / "nowhere" / "x.toml")).status == 2
    assert campaign("pack", "nothing-here").status == 2


def test_what_a_file_says_beyond_the_seats_sends_nobody_to_steps_that_are_not_there(campaign: Campaign) -> None:
    ran = campaign("new", "--from", "low-water", *WITH[:6])
    assert ran.status == 0, ran.err
    assert "play can begin without it" in ran.err
    assert "campaign prepare" not in ran.err
