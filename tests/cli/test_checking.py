"""`verify`, `rebuild`, `doctor`: whether a ledger is whole, and what the command line says when it is not."""

import json
import os
import signal
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cli.care import doctor
from cli.care.doctor import examined, file_system, sync_program_at
from ledger.care.condition import ENCRYPTED, OPEN, WITHIN, Condition
from ledger.database.sqlite.driver import sqlite3
from ledger.records.signer import KEY_FILE
from tests.cli.caves import cut_off
from tests.cli.conftest import Campaign


def change(database: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute(statement, values)


def test_a_receipt_finds_a_cut_tail(campaign: Campaign, cave: str, database: Path) -> None:
    receipt = campaign("verify", cave, "--json").json["receipt"]
    assert receipt in campaign("verify", cave).out
    cut_off(database, 10)
    campaign("rebuild")
    assert campaign("verify", cave).status == 0
    ran = campaign("verify", cave, "--expect", receipt)
    assert ran.status == 1
    assert "cut off" in ran.err


def test_a_tail_that_is_merely_cut_off_is_found_by_the_ledger_itself(
    campaign: Campaign, cave: str, database: Path
) -> None:
    change(database, "DELETE FROM ledger_events WHERE originator_version > 10")
    for words in (["verify", cave], ["state", cave], ["export", cave, f"{database}.zip"], ["rebuild"]):
        ran = campaign(*words)
        assert (ran.status, "Record 11" in ran.err) == (1, True), words
    assert campaign("doctor").status == 1
    assert campaign("state", cave, "--at", "10").status == 0
    assert campaign("log", cave, "--line", "10").status == 0
    assert campaign("sheet", cave, "--at", "10").status == 0


@pytest.mark.parametrize(
    "harm",
    [
        "DELETE FROM ledger_campaigns",
        "INSERT INTO ledger_events SELECT 99, 'nobody', 1, 'x', x'00'",
        "CREATE TRIGGER thief BEFORE INSERT ON ledger_events BEGIN SELECT RAISE(IGNORE); END",
        "DROP TABLE ledger_submissions",
        "DELETE FROM ledger_heads",
    ],
)
def test_what_is_wrong_with_the_ledger_as_a_whole_is_said_and_repaired(
    campaign: Campaign, cave: str, database: Path, harm: str
) -> None:
    state = campaign("state", cave).out
    change(database, harm)
    assert campaign("verify").status == 1
    if "nobody" not in harm:
        assert campaign("doctor").status == 1
    planned = campaign("repair", "--dry-run", "--json").json
    assert planned["done"]
    assert planned["copy"] is None
    assert campaign("verify").status == 1
    assert "lies at" in campaign("repair").out
    assert campaign("verify").status == 0
    assert campaign("doctor").status == 0
    assert campaign("state", cave).out == state
    assert "nothing to repair" in campaign("repair").out


def test_a_lost_table_of_records_is_not_made_anew(campaign: Campaign, cave: str, database: Path) -> None:
    change(database, "DROP TABLE ledger_events")
    for words in (["list"], ["verify"], ["doctor"], ["repair"]):
        ran = campaign(*words)
        assert ran.status == 1, words
        assert "backup" in ran.err + ran.out, words
        assert "campaign repair" not in ran.err + ran.out, "which can do nothing about it"


@pytest.mark.parametrize(
    ("harm", "advised"),
    [
        ("DROP TABLE ledger_submissions", False),
        ("DROP TABLE ledger_events", False),
        ("DELETE FROM ledger_heads", True),
        ('CREATE TRIGGER "from a backup" BEFORE INSERT ON ledger_events BEGIN SELECT RAISE(IGNORE); END', True),
    ],
)
def test_the_doctor_advises_where_a_fault_does_not_name_its_remedy(
    campaign: Campaign, cave: str, database: Path, harm: str, advised: bool
) -> None:
    change(database, harm)
    told = [it for it in campaign("doctor", "--json").json["findings"] if it["unsafe"]]
    assert told
    assert all(("campaign verify" in it["do"]) is advised for it in told)
    assert not any("campaign repair" in it["what"] and it["do"] for it in told), "said once"


def test_the_first_broken_record_is_named(campaign: Campaign, cave: str, database: Path) -> None:
    with sqlite3.connect(database) as connection:
        (stored,) = connection.execute("SELECT state FROM ledger_events WHERE originator_version = 5").fetchone()
    changed = stored.replace(b'"Wren"', b'"Wrex"')
    change(database, "UPDATE ledger_events SET state = ? WHERE originator_version = 5", changed)
    ran = campaign("verify", cave, "--json")
    assert ran.status == 1
    assert ran.json["first_broken"] == 5
    assert ran.json["receipt"] is None
    assert ran.err.startswith(f"{cave} is not sound: Record 5 is broken")
    assert len(ran.err.splitlines()) == 1


def test_a_record_that_is_text_instead_of_bytes_is_named(campaign: Campaign, cave: str, database: Path) -> None:
    change(database, "UPDATE ledger_events SET state = CAST(state AS TEXT) WHERE originator_version = 4")
    assert campaign("verify", cave, "--json").json["first_broken"] == 4


def test_read_models_that_disagree_are_found_and_rebuilt(campaign: Campaign, cave: str, database: Path) -> None:
    with sqlite3.connect(database) as connection:
        tables = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE name LIKE '%resources%'")
        ]
    change(database, f"DELETE FROM {tables[0]}")
    assert campaign("verify", cave).status == 1
    assert campaign("rebuild", "resources", "--json").json["records"] == 12
    assert campaign("verify", cave).status == 0


def test_a_ledger_of_a_newer_program_is_told_so(campaign: Campaign, cave: str, database: Path) -> None:
    change(database, "UPDATE ledger_format SET number = 99")
    for words in (("list",), ("rule", cave, "{}"), ("verify",)):
        ran = campaign(*words)
        assert (ran.status, ran.out) == (1, "")
        assert "newer version of the program" in ran.err


def test_a_record_of_a_newer_program_is_told_so(campaign: Campaign, cave: str, database: Path) -> None:
    change(database, "UPDATE ledger_events SET topic = 'delve.gold_found.v9' WHERE originator_version = 7")
    ran = campaign("state", cave)
    assert (ran.status, ran.out) == (1, "")
    assert "newer program" in ran.err


def test_somebody_elses_file_is_left_alone(campaign: Campaign, tmp_path: Path) -> None:
    foreign = tmp_path / "notes.txt"
    foreign.write_text("not a ledger")
    ran = campaign("list", "--database", str(foreign))
    assert (ran.status, ran.out) == (1, "")
    assert "is not a ledger" in ran.err
    assert foreign.read_text() == "not a ledger"


def test_an_address_that_means_nothing_is_told_so(campaign: Campaign) -> None:
    ran = campaign("list", "--database", "mysql://somewhere")
    assert ran.status == 2
    assert "SQLite or PostgreSQL" in ran.err


def test_debug_adds_where_it_broke(campaign: Campaign, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a ledger")
    words = ("list", "--database", str(tmp_path / "notes.txt"))
    assert "Traceback" not in campaign(*words).err
    assert "Traceback" in campaign(*words, "--debug").err


def test_a_read_only_ledger_refuses_to_record(campaign: Campaign, cave: str, database: Path) -> None:
    address = f"sqlite:///{database}?mode=ro"
    assert campaign("log", cave, "--database", address).status == 0
    ran = campaign("rule", cave, '{"type": "campaign.open_session"}', "--database", address)
    assert ran.status == 1
    assert "can be read but not written" in ran.err


def test_the_doctor_tells_versions_and_settings(campaign: Campaign, cave: str, database: Path) -> None:
    told = campaign("doctor", "--json").json
    assert told["libraries"]["eventsourcing"]
    assert told["records"] == 12
    assert told["settings"]["synchronous"] == "full"
    assert told["size"] == database.stat().st_size
    assert told["sound"]


def test_the_doctor_makes_no_ledger(campaign: Campaign, database: Path) -> None:
    assert campaign("doctor", "--json").json["exists"] is False
    assert not database.exists()


@pytest.mark.parametrize("folder", ["Dropbox", "OneDrive - Home", "Mobile Documents", "My Drive", "Syncthing"])
def test_the_doctor_warns_of_folders_that_are_copied_away(campaign: Campaign, tmp_path: Path, folder: str) -> None:
    ran = campaign("doctor", "--database", str(tmp_path / folder / "ledger.sqlite3"))
    assert ran.status == 1
    assert "Keep it elsewhere" in ran.out


def test_the_doctor_knows_such_a_folder_by_what_was_left_in_it(campaign: Campaign, tmp_path: Path) -> None:
    (tmp_path / "games" / "ours").mkdir(parents=True)
    file = tmp_path / "games" / "ours" / "ledger.sqlite3"
    assert sync_program_at(file) is None
    (tmp_path / "games" / ".stfolder").mkdir()
    assert sync_program_at(file) == "Syncthing"
    ran = campaign("doctor", "--database", str(file))
    assert ran.status == 1
    assert "Syncthing seems to copy away" in " ".join(ran.out.split())


def test_the_doctor_warns_of_a_ledger_anybody_may_change(campaign: Campaign, cave: str, database: Path) -> None:
    database.chmod(0o666)
    ran = campaign("doctor", "--json")
    assert ran.status == 1
    assert any("chmod o-w" in finding["do"] for finding in ran.json["findings"])


def test_the_doctor_says_what_is_wrong_with_a_ledger_it_cannot_open(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a ledger")
    condition, findings = examined(f"sqlite:///{tmp_path / 'notes.txt'}")
    assert condition is None
    assert "is not a ledger" in findings[0].what


def test_a_network_file_system_is_known_by_its_mount(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text("a / ext4 rw 0 0\nb /mnt/far\\040away nfs4 rw 0 0\n")
    assert file_system(Path("/mnt/far away/ledger"), mounts) == "nfs4"
    assert file_system(Path("/mnt/near"), mounts) == "ext4"


@pytest.mark.parametrize(("connection", "warned"), [(OPEN, True), (ENCRYPTED, False), (WITHIN, False)])
def test_the_doctor_warns_of_a_network_that_anybody_may_read(
    monkeypatch: pytest.MonkeyPatch, connection: str, warned: bool
) -> None:
    far = Condition("PostgreSQL", "16", True, settings={"fsync": "on", "connection": connection})
    monkeypatch.setattr(doctor, "condition_of", lambda _address: far)
    findings = examined("postgresql://gm@far.example.org/ledger")[1]
    assert [it.do for it in findings] == [
        "Put sslmode=verify-full and sslrootcert=FILE into the address."
    ] * warned


def test_a_password_is_not_shown(campaign: Campaign) -> None:
    ran = campaign("doctor", "--database", "postgresql://anna:secret@127.0.0.1:1/ledger?sslpassword=secret")
    assert ran.status == 1
    assert "secret" not in ran.out + ran.err


def test_closing_a_session_prints_a_code_that_verify_takes(campaign: Campaign) -> None:
    campaign("new", "--game", "delve", "--title", "Deep", "--id", "deep")
    campaign("rule", "deep", '{"type": "campaign.open_session"}')
    sealed = campaign("rule", "deep", '{"type": "campaign.close_session"}', "--json").json["sealed"]
    assert sealed["session"] == 1
    assert campaign("verify", "deep", "--expect", sealed["receipt"]).status == 0
    assert campaign("verify", "deep", "--json").json["sessions"] == [sealed]
    undone = campaign("undo", "deep", "--to", "3", "--reason", "Not yet")
    assert undone.status == 0
    assert "play was changed after that, at record 6" in campaign("verify", "deep").out
    again = campaign("rule", "deep", '{"type": "campaign.close_session"}')
    assert f"was sealed before, {sealed['receipt']}. Play was changed after that, at record 6" in again.out
    assert again.err == ""
    wrong = sealed["receipt"][:-1] + ("0" if sealed["receipt"][-1] != "0" else "1")
    assert campaign("verify", "deep", "--expect", sealed["receipt"], "--expect", wrong).status == 1


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for programs' states of this test's own."""
    monkeypatch.setattr("ledger.upkeep.user_state_path", lambda *_, **__: tmp_path / "state")
    return tmp_path / "state" / "upkeep.json"


def as_if_days_ago(state: Path, days: int) -> None:
    told = json.loads(state.read_text())
    when = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    for it in told.values():
        it.update({name: when for name in ("backed_up", "verified") if it[name]})
    state.write_text(json.dumps(told))


def test_the_doctor_tells_when_it_was_last_backed_up_and_verified(
    campaign: Campaign, cave: str, state: Path, tmp_path: Path
) -> None:
    told = campaign("doctor", "--json").json
    assert (told["last_backup"], told["last_verify"]) == ("none from here", "none from here")
    assert {it["unsafe"] for it in told["findings"]} == {False}
    assert campaign("verify").status == 0
    assert campaign("backup", str(tmp_path / "one.sqlite3")).status == 0
    told = campaign("doctor", "--json").json
    assert (told["last_backup"], told["last_verify"]) == ("today", "today")
    assert not [it for it in told["findings"] if "backup" in it["do"] or "verif" in it["what"]]
    as_if_days_ago(state, 40)
    assert campaign("doctor").status == 0, "nothing was recorded since that backup"
    assert campaign("rule", cave, '{"type": "journal.write_note", "text": "On"}').status == 0
    ran = campaign("doctor", "--json")
    assert ran.status == 1
    assert "last backed up 40 days ago; 1 record was added since" in " ".join(
        it["what"] for it in ran.json["findings"]
    )
    assert "last verified 40 days ago" in " ".join(it["what"] for it in ran.json["findings"])


def test_a_backup_of_a_time_to_come_is_not_taken_for_a_new_one(
    campaign: Campaign, cave: str, state: Path, tmp_path: Path
) -> None:
    assert campaign("verify").status == 0
    assert campaign("backup", str(tmp_path / "one.sqlite3")).status == 0
    as_if_days_ago(state, -40)  # the clock went ahead then, and was put right since
    assert campaign("rule", cave, '{"type": "journal.write_note", "text": "On"}').status == 0
    ran = campaign("doctor", "--json")
    assert ran.status == 1
    assert ran.json["last_backup"] == "at a time that this clock has not shown yet, or that is none"
    said = " ".join(it["what"] for it in ran.json["findings"])
    assert (
        "last backed up at a time that this clock has not shown yet, or that is none; 1 record was added since"
        in said
    )
    assert "last verified at a time" in said


def test_the_doctor_remembers_that_a_ledger_was_not_sound(
    campaign: Campaign, cave: str, state: Path, database: Path
) -> None:
    with sqlite3.connect(database) as connection:
        (stored,) = connection.execute("SELECT state FROM ledger_events WHERE originator_version = 5").fetchone()
    change(database, "UPDATE ledger_events SET state = x'6767' WHERE originator_version = 5")
    assert campaign("verify", cave).status == 1
    change(database, "UPDATE ledger_events SET state = ? WHERE originator_version = 5", stored)
    ran = campaign("doctor")
    assert ran.status == 1
    assert "it was not sound" in " ".join(ran.out.split())
    assert campaign("verify", cave).status == 0
    assert campaign("doctor").status == 1, "one sound campaign does not clear the ledger"
    assert campaign("verify").status == 0
    assert campaign("doctor").status == 0


@pytest.mark.parametrize("content", [b"", b"[]", b'{"x": 1}', b"\xff", b"[" * 100_000, None])
def test_a_note_of_upkeep_that_cannot_be_read_is_as_good_as_none(
    campaign: Campaign, cave: str, state: Path, content: bytes | None
) -> None:
    state.parent.mkdir()
    os.mkfifo(state) if content is None else state.write_bytes(content)
    assert campaign("doctor", "--json").json["last_backup"] == "none from here"
    assert campaign("verify").status == 0
    assert campaign("doctor", "--json").json["last_verify"] == "today"


@pytest.fixture
def impatient() -> Iterator[None]:
    """Ends a command that waits for somebody at the other end of a pipe."""

    def give_up(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(90)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("end", ["-journal", "-wal", "-shm"])
def test_a_pipe_in_the_place_of_a_file_of_sqlites_own_is_named(
    campaign: Campaign, cave: str, database: Path, impatient: None, end: str
) -> None:
    place = database.with_name(database.name + end)
    place.unlink(missing_ok=True)
    os.mkfifo(place)
    for words in (["doctor"], ["verify"], ["list"], ["backup", f"{database}.copy"], ["repair"]):
        ran = campaign(*words)
        assert ran.status == 1, words
        assert "is no file, and SQLite keeps one of its own there" in " ".join((ran.out + ran.err).split()), words
    place.unlink()
    assert campaign("verify").status == 0


def test_pipes_among_what_was_left_behind_keep_nobody_waiting(
    campaign: Campaign, cave: str, database: Path, impatient: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    os.mkfifo(database.parent / ".campaigns.sqlite3.campaign-00000000-999999-1.part")
    (tmp_path / "key").mkdir()
    os.mkfifo(tmp_path / "key" / KEY_FILE)
    monkeypatch.setattr("ledger.records.signer.user_state_path", lambda *_, **__: tmp_path / "key")
    ran = campaign("doctor")
    assert ran.status == 0
    assert "999999-1.part" in " ".join(ran.out.split())
    assert campaign("state", cave).status == 0
    assert campaign("verify").status == 0
