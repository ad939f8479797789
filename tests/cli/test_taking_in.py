"""`campaign take-in`: a first look, the mapping it writes, and the intake with its report."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Campaign
from tests.support.earlier import earlier_play_in
from tests.support.intake import FILES
from tests.support.worlds import TIDEWAY
from wiring.library import open_library


@pytest.fixture
def messages(tmp_path: Path) -> Path:
    file = tmp_path / "messages.db"
    file.write_bytes((FILES / "foundry-messages.db").read_bytes())
    return file


@pytest.fixture
def salt(campaign: Campaign) -> Campaign:
    assert campaign("new", "--game", "delve", "--title", "Salt", "--gm", "Gwen").status == 0
    return campaign


def test_a_first_look_records_nothing_and_writes_what_it_guessed(salt: Campaign, messages: Path) -> None:
    looked = salt("take-in", "salt", str(messages))
    assert looked.status == 0
    assert "Sanna" in looked.out
    assert "As the source itself says it" in looked.out
    mapping = json.loads(Path(f"{messages}.who.json").read_text())
    assert mapping["speakers"]["Gwen"] == {"id": "gm", "name": "Gwen", "player": None, "enters": False}
    assert len(salt("log", "salt", "--json").json) == 2
    again = salt("take-in", "salt", str(messages))
    assert "left as it is" in again.out


def test_with_the_mapping_it_is_taken_in_once(salt: Campaign, messages: Path) -> None:
    salt("take-in", "salt", str(messages))
    who = Path(f"{messages}.who.json")
    who.write_text(who.read_text().replace('"id": "orrin"', '"id": null'))
    tried = salt("take-in", "salt", str(messages), "--who", str(who), "--dry-run", "--json").json
    assert (tried["dry_run"], tried["left_out"], sum(tried["recorded"].values())) == (True, 2, 8)
    done = salt("take-in", "salt", str(messages), "--who", str(who), "--json").json
    assert done["recorded"] == tried["recorded"]
    again = salt("take-in", "salt", str(messages), "--who", str(who), "--json").json
    assert (again["recorded"], again["recorded_before"]) == ({}, 8)
    assert salt("verify", "salt").status == 0


def test_gaps_are_closed_for_a_reason(salt: Campaign, tmp_path: Path) -> None:
    file = tmp_path / "Kes.md"
    file.write_text('```mechanics\nmeter "Health" 5 4\nmeter "Health" 2 3\n```\n')
    told = salt("take-in", "salt", str(file), "--guess", "--dry-run").out
    assert "Kes: Health stood at 4 and goes on from 2" in told
    assert salt("take-in", "salt", str(file), "--guess", "--adjust", "Lost pages.", "--json").json["adjusted"] == 1
    assert "adjusted: Lost pages." in salt("log", "salt").out


def test_a_folder_of_messages_is_taken_in_with_a_mapping_beside_it(salt: Campaign, tmp_path: Path) -> None:
    folder = tmp_path / "messages-json"
    folder.mkdir()
    for number in (1, 2):
        message = {"_id": f"m{number}", "content": "Aye.", "timestamp": number, "speaker": {"alias": "Orrin"}}
        (folder / f"{number}.json").write_text(json.dumps(message, indent=2))
    assert salt("take-in", "salt", f"{folder}/").status == 0
    done = salt("take-in", "salt", str(folder), "--who", f"{folder}.who.json", "--json").json
    assert sum(done["recorded"].values()) == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nowhere.db",), "There is no file"),
        (("{file}", "--who", "nowhere.json"), "There is no mapping"),
        (("{file}", "--format", "gopher"), "no format 'gopher'"),
        (("{file}", "--zone", "Middle/Earth"), "no time zone"),
        (("{users}",), "passwords"),
    ],
)
def test_what_is_off_is_said_in_a_sentence(
    salt: Campaign, messages: Path, words: tuple[str, ...], says: str
) -> None:
    named = {"file": str(messages), "users": str(FILES / "foundry-users.db")}
    ran = salt("take-in", "salt", *(word.format(**named) for word in words))
    assert ran.status == 2
    assert says in ran.err
    assert "Traceback" not in ran.err


def test_a_cut_file_says_so_and_stores_nothing(salt: Campaign, tmp_path: Path) -> None:
    file = tmp_path / "discord.json"
    file.write_bytes((FILES / "discord.json").read_bytes()[:3_000])
    ran = salt("take-in", "salt", str(file), "--guess")
    assert ran.status == 2
    assert "--even-if-cut" in ran.err
    assert len(salt("log", "salt", "--json").json) == 2
    assert salt("take-in", "salt", str(file), "--guess", "--even-if-cut").status == 0


def test_during_a_session_it_is_refused(salt: Campaign, messages: Path) -> None:
    salt("rule", "salt", '{"type": "campaign.open_session"}')
    ran = salt("take-in", "salt", str(messages), "--guess")
    assert (ran.status, ran.json["refused"]) == (3, "session_open")


def test_a_world_comes_with_what_was_deleted_in_it_and_shows_each_piece(salt: Campaign) -> None:
    world = str(TIDEWAY)
    tried = salt("take-in", "salt", world, "--guess", "--dry-run", "--json").json
    assert (sum(tried["recorded"].values()), tried["deleted"]) == (58, 5)
    done = salt("take-in", "salt", world, "--guess", "--deleted", "--json").json
    assert (sum(done["recorded"].values()), done["deleted"], done["for_the_gm"]) == (63, 0, 6)
    position = next(it["position"] for it in salt("log", "salt", "--json").json if "anew" in it["headline"])
    told = salt("source", "salt", str(position), world, "--json").json
    assert json.loads(told["piece"])["_id"] == "m000000000000010"


def test_several_files_come_in_under_one_mapping(salt: Campaign) -> None:
    files = ["--also", str(FILES / "ccfolia.html"), "--also", str(FILES / "captions.vtt")]
    begun = ["--begins", "2024-03-05T20:00:00"]
    done = salt("take-in", "salt", str(FILES / "discord.csv"), *files, *begun, "--guess", "--json").json
    assert sum(done["recorded"].values()) == 3 + 5 + 4
    again = salt("take-in", "salt", str(FILES / "ccfolia.html"), "--guess", "--json").json
    assert (again["recorded"], again["recorded_before"]) == ({}, 5)


def test_earlier_play_needs_no_file(salt: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    none = salt("take-in", "salt", "--earlier")
    assert (none.status, "was never taken in before" in none.err) == (2, True)
    library = open_library(os.environ["CAMPAIGN_DATABASE"])
    earlier_play_in(library.ledger)
    library.close()
    looked = salt("take-in", "salt", "--earlier")
    assert "campaign take-in salt --earlier --who salt.earlier.who.json --dry-run" in looked.out
    who = ("take-in", "salt", "--earlier", "--who", "salt.earlier.who.json", "--json")
    assert salt(*who, "--dry-run").json["evenings_opened"] == 2
    assert salt(*who).json["recorded"] == {"change": 1, "roll": 1, "speech": 2, "whisper": 1}
    assert "18,17,1,,2019-03-02T19:02" in salt("figures", "salt", "rolls").out, "in session 1"
    again = salt(*who)
    assert (again.status, "is there as play already" in again.err) == (2, True)
    assert salt("take-in", "salt", "--earlier", "chat.txt").status == 2


def test_who_runs_a_new_campaign_is_who_the_file_calls_so(campaign: Campaign, messages: Path) -> None:
    asked = ("take-in", "--new", "Low Water", str(messages), "--gm", "gwen", "--game", "delve")
    assert campaign(*asked).status == 0
    library = open_library(os.environ["CAMPAIGN_DATABASE"])
    held = library.ledger.moment("low-water").campaign
    library.close()
    assert {it.name for it in held.people.values()} == {"gwen"}
    assert "Gwen" not in {it.name for it in held.logged.voices.values()}


def test_for_a_file_that_breaks_off_nothing_is_founded(campaign: Campaign, tmp_path: Path) -> None:
    file = tmp_path / "captions.json"
    file.write_text('{"guild": {"name": "Salt"}, "channel": {}, "messages": [{"id": "1", "content": "a"}, {"id"')
    ran = campaign("take-in", "--new", "Low Water", str(file), "--game", "delve")
    assert (ran.status, "breaks off at" in ran.err) == (2, True)
    assert "low-water" not in campaign("list").out


def test_founding_loads_no_game_but_the_one_it_is_founded_in(tmp_path: Path, messages: Path) -> None:
    code = (
        "import sys\nfrom cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "loaded = (it for it in sys.modules if it.startswith('domain.') and it.count('.') == 1)\n"
        "print(sorted(loaded), file=sys.stderr)"
    )
    words = ("--database", str(tmp_path / "new.sqlite3"), "take-in", "--new", "Low Water", str(messages))
    ran = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)
    assert ran.stderr.splitlines()[-1] == "['domain.kernel', 'domain.open_table', 'domain.registry']"
    assert "campaign chronicle low-water -o low-water.html" in ran.stdout


def test_what_a_voice_said_is_found_by_its_name_whoever_plays_it(salt: Campaign, tmp_path: Path) -> None:
    """Before it was mended, a voice of the GM's had said nothing, and one that only whispers was nobody."""
    file = tmp_path / "messages.db"
    spoken = {"a" * 16: ("The eel", []), "b" * 16: ("The bell", ["u2"]), "c" * 16: ("Gwen", [])}
    file.write_text(
        "".join(
            json.dumps(
                {
                    "_id": known,
                    "user": "u1",
                    "whisper": to,
                    "speaker": {"alias": who},
                    "content": "Row!",
                    "type": 2,
                }
            )
            + "\n"
            for known, (who, to) in spoken.items()
        )
    )
    looked = salt("take-in", "salt", str(file))
    assert looked.status == 0
    who = Path(f"{file}.who.json")
    mapping = json.loads(who.read_text())
    for name in ("The eel", "The bell"):
        mapping["speakers"][name]["player"] = "gm"
    who.write_text(json.dumps(mapping))
    assert salt("take-in", "salt", str(file), "--who", str(who)).status == 0
    for name in ("The eel", "the-eel", "THE BELL"):
        found = salt("find", "--by", name, "--json").json
        (entry,) = salt("log", "salt", "--by", name, "--json").json
        assert [hit["headline"] for hit in found["hits"]] == [entry["headline"]]
        assert entry["headline"].casefold().startswith(name.replace("-", " ").casefold())
    assert salt("find", "--by", "The bell", "--as", "reader").status == 2
    assert salt("find", "row", "--by", "The gull").status == 2
