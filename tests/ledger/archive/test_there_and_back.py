"""A campaign exported and imported is the same campaign: bytes, seals, every state, on either database."""

import hashlib
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import bagit
import pytest
from jsonschema import Draft202012Validator

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.moment import state_json
from exchange.archive.errors import AlreadyHere
from exchange.archive.storing import RestoreOutcome
from ledger.care.verify import verify
from ledger.errors import BrokenLedger, TargetTaken
from ledger.ledger import Ledger
from ledger.log.record import seal_of
from projections.read_models import ReadModels
from tests.cli.caves import GAMES, a_cave, rule
from tests.ledger.archive.conftest import Open, export, stored, take_in


@pytest.mark.parametrize("name", ["cave", "cave.zip"])
def test_it_comes_back_byte_for_byte(
    cave: Ledger, open_ledger: Open, address: str, tmp_path: Path, name: str
) -> None:
    written = export(cave, tmp_path / name)
    other = open_ledger(address)
    assert take_in(other, tmp_path / name) is RestoreOutcome.STORED
    assert stored(other) == stored(cave)
    assert other.find("cave") == cave.find("cave")
    checked = verify(other, "cave", expect=[written.receipt])
    assert checked.sound, checked.problems
    assert checked.snapshots > 0
    game = GAMES["delve"]
    for position in range(1, cave.head("cave") + 1):
        mine, theirs = cave.moment("cave", position), other.moment("cave", position)
        assert state_json(game, theirs) == state_json(game, mine)
        assert theirs.seal == mine.seal
    assert ReadModels(other).problems("cave") == []


def test_play_goes_on_after_it(cave: Ledger, open_ledger: Open, address: str, tmp_path: Path) -> None:
    export(cave, tmp_path / "cave.zip")
    other = open_ledger(address)
    views = ReadModels(other)
    other.followers.append(views)
    take_in(other, tmp_path / "cave.zip")
    rule(other, "cave", {"type": "campaign.open_session", "title": "On"}, key="on")
    assert rule(other, "cave", {"type": "delve.go_deeper", "hero": "wren"}, 4, 3, key="first").repeated
    assert verify(other, "cave").sound
    assert views.problems("cave") == []


def test_from_an_archive_of_an_archive_comes_the_same(cave: Ledger, open_ledger: Open, tmp_path: Path) -> None:
    export(cave, tmp_path / "one")
    other = open_ledger("sqlite://")
    take_in(other, tmp_path / "one")
    export(other, tmp_path / "two")
    for file in ("records.jsonl", "chronicle.md", "archive.json", "receipts.txt", "rules.json", "README.md"):
        assert (tmp_path / "one/data" / file).read_bytes() == (tmp_path / "two/data" / file).read_bytes()


def test_a_zip_file_is_the_same_bytes_whenever_it_is_written(cave: Ledger, tmp_path: Path) -> None:
    for place in ("one", "two"):
        (tmp_path / place).mkdir()
        export(cave, tmp_path / place / "cave.zip")
    assert (tmp_path / "one/cave.zip").read_bytes() == (tmp_path / "two/cave.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one/cave.zip") as packed:
        assert {info.date_time for info in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_it_is_a_bag_to_others(good_bag: Path, cave: Ledger, tmp_path: Path) -> None:
    assert bagit.Bag(str(good_bag)).validate()
    listed = 0
    for name in ("sha256", "sha512"):
        for manifest in (f"manifest-{name}.txt", f"tagmanifest-{name}.txt"):
            for line in (good_bag / manifest).read_text("utf-8").splitlines():
                total, path = line.split("  ", 1)
                assert hashlib.new(name, (good_bag / path).read_bytes()).hexdigest() == total
                listed += 1
    payload = [path for path in (good_bag / "data").rglob("*") if path.is_file()]
    assert listed == 2 * len(payload) + 2 * 4
    info = (good_bag / "bag-info.txt").read_text("utf-8")
    assert f"Payload-Oxum: {sum(path.stat().st_size for path in payload)}.{len(payload)}\n" in info
    assert (good_bag / "bagit.txt").read_bytes() == (b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")
    export(cave, tmp_path / "cave.zip")
    with zipfile.ZipFile(tmp_path / "cave.zip") as packed:
        assert packed.testzip() is None
        assert {name.split("/")[0] for name in packed.namelist()} == {"cave"}


def test_the_records_are_the_stored_bytes_one_a_line(cave: Ledger, tmp_path: Path) -> None:
    written = export(cave, tmp_path / "cave")
    lines = (tmp_path / "cave/data/records.jsonl").read_bytes().split(b"\n")
    assert lines.pop() == b""
    assert lines == [state for _position, _tag, state in stored(cave)]
    assert written.title.head_seal == seal_of(lines[-1]) == written.receipt.seal
    sealed = next(json.loads(line)["data"] for line in lines if b'"journal.session_sealed.v1"' in line)
    receipts = (tmp_path / "cave/data/receipts.txt").read_text("utf-8")
    assert f"{len(lines)}:{written.title.head_seal}" in receipts
    assert f"{sealed['position']}:{sealed['seal']}" in receipts


def test_every_record_fits_the_schema_that_is_named_for_it(good_bag: Path) -> None:
    title = json.loads((good_bag / "data/archive.json").read_bytes())
    seen = set()
    for line in (good_bag / "data/records.jsonl").read_bytes().splitlines():
        record = json.loads(line)
        schema = json.loads((good_bag / "data" / title["schemas"][record["type"]]).read_bytes())
        Draft202012Validator.check_schema(schema)
        Draft202012Validator(schema).validate(record)
        assert list(Draft202012Validator(schema).iter_errors({**record, "more": 1}))
        seen.add(record["type"])
    assert seen == set(title["schemas"])


def test_what_its_readme_says_to_run_finds_the_chain(good_bag: Path, bag: Path) -> None:
    data, text = bag / "data", (good_bag / "data/README.md").read_text("utf-8")
    seal = json.loads((data / "archive.json").read_bytes())["head_seal"]
    sums, shell, python = (found.group(2) for found in re.finditer(r"```(sh|python)\n(.*?)```", text, re.DOTALL))
    checked = subprocess.run(["sh", "-ec", sums], cwd=data, capture_output=True, text=True, check=True)
    assert checked.stdout.count(": OK") == len([path for path in data.rglob("*") if path.is_file()])
    ways = (["sh", "-c", shell], [sys.executable, "-c", python])
    for way in ways:
        ran = subprocess.run(way, cwd=data, capture_output=True, text=True, check=True)
        assert ran.stdout.strip() == seal
    records = data / "records.jsonl"
    records.write_bytes(records.read_bytes().replace(b'"Wren"', b'"Wrex"', 1))
    for way in ways:
        assert subprocess.run(way, cwd=data, capture_output=True, check=False).returncode != 0


def test_rules_and_house_rules_are_told(cave: Ledger, tmp_path: Path) -> None:
    rule(
        cave,
        "cave",
        {"type": "campaign.change_house_rules", "changes": {"starting_hope": 4}, "reason": "too dark"},
    )
    export(cave, tmp_path / "cave")
    page = json.loads((tmp_path / "cave/data/rules.json").read_bytes())
    assert page["rules_versions"] == {"1": cave.head("cave")}
    assert page["house_rules"] == {"starting_hope": 4}
    (change,) = page["changes"]
    assert change == {"position": cave.head("cave"), "changes": {"starting_hope": 4}, "reason": "too dark"}
    assert "Hope a hero begins with." in json.dumps(page["settings"])


def test_brought_again_it_is_there_already(cave: Ledger, tmp_path: Path, open_ledger: Open, address: str) -> None:
    export(cave, tmp_path / "cave")
    other = open_ledger(address)
    take_in(other, tmp_path / "cave")
    assert take_in(other, tmp_path / "cave") is RestoreOutcome.IDENTICAL
    rule(other, "cave", {"type": "journal.write_note", "text": "later"})
    assert take_in(other, tmp_path / "cave") is RestoreOutcome.CONTAINED
    export(other, tmp_path / "longer")
    with pytest.raises(AlreadyHere, match="up to record 13, and the archive goes on to record 14"):
        take_in(cave, tmp_path / "longer")
    rule(cave, "cave", {"type": "journal.write_note", "text": "otherwise"})
    with pytest.raises(AlreadyHere, match="went otherwise from record 14 on"):
        take_in(cave, tmp_path / "longer")
    assert len(stored(cave)) == len(stored(other)) == 14
    assert len(other.campaigns()) == 1


def test_a_name_that_is_taken_is_said_and_nothing_is_stored(
    cave: Ledger, tmp_path: Path, open_ledger: Open, address: str
) -> None:
    export(cave, tmp_path / "cave")
    other = open_ledger(address)
    a_cave(other)
    before = stored(other)
    with pytest.raises(AlreadyHere, match="Another campaign of this ledger is called 'cave'"):
        take_in(other, tmp_path / "cave")
    assert stored(other) == before
    assert len(other.campaigns()) == 1


def test_what_lies_there_already_is_left_alone(cave: Ledger, tmp_path: Path) -> None:
    (tmp_path / "cave.zip").write_text("my homework")
    (tmp_path / "cave").mkdir()
    (tmp_path / "link.zip").symlink_to(tmp_path / "nowhere")
    for name in ("cave.zip", "cave", "link.zip"):
        with pytest.raises(TargetTaken, match="There is something at"):
            export(cave, tmp_path / name)
    assert (tmp_path / "cave.zip").read_text() == "my homework"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cave", "cave.zip", "link.zip"]


def test_a_broken_campaign_is_not_exported(cave: Ledger, tmp_path: Path) -> None:
    database = cave.store.database
    assert database is not None
    with database.writing() as connection:
        connection.exec_driver_sql("DELETE FROM ledger_events WHERE originator_version = 6")
    with pytest.raises(BrokenLedger, match="Record 6"):
        export(cave, tmp_path / "cave")
    assert list(tmp_path.iterdir()) == []


def test_other_campaigns_of_either_ledger_stay_as_they_are(
    cave: Ledger, tmp_path: Path, open_ledger: Open
) -> None:
    export(cave, tmp_path / "cave")
    other = open_ledger("sqlite://")
    other.found(FoundCampaign(game="delve", title="Another", slug="another"))
    before = stored(other, "another")
    take_in(other, tmp_path / "cave")
    assert stored(other, "another") == before
    assert [entry.slug for entry in other.campaigns()] == ["another", "cave"]
    assert verify(other, "another").sound
