"""Bags from strangers: whatever is wrong with one is said in a sentence, and nothing of it is stored."""

import hashlib
import json
import os
import shutil
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from exchange.archive.errors import BrokenArchive, NotAnArchive
from ledger.log import tally
from ledger.log.record import GENESIS, canonical, seal_of
from tests.cli.caves import GAMES
from tests.ledger.archive.conftest import Open, lines_of, manifests_anew, refused, take_in

Harm = Callable[[Path], object]


# --- files ---------------------------------------------------------------------------------------------------


def add_line(path: str, line: str) -> Harm:
    return lambda bag: (bag / path).open("a").write(line)


def write(path: str, content: bytes) -> Harm:
    return lambda bag: (bag / path).write_bytes(content)


HARMS: dict[str, tuple[Harm, str]] = {
    "a changed byte": (
        lambda bag: (bag / "data/README.md").write_bytes(
            (bag / "data/README.md").read_bytes().replace(b"a whole", b"A whole", 1)
        ),
        r"The bag was changed: data/README.md is not what its manifest says\.",
    ),
    "a longer file": (add_line("data/chronicle.md", "more"), "bytes of data, but declares"),
    "a missing file": (
        lambda bag: (bag / "data/chronicle.md").unlink(),
        "lacks data/chronicle.md, which its manifest lists: the file is missing",
    ),
    "a file too much": (write("data/more.txt", b""), "holds data/more.txt, which its manifest does not list"),
    "a file put elsewhere": (
        lambda bag: (bag / "data/chronicle.md").rename(bag / "data/story.md"),
        "lacks data/chronicle.md",
    ),
    "changed sums": (
        lambda bag: (bag / "manifest-sha256.txt").write_text(
            (bag / "manifest-sha256.txt").read_text().replace("  data/README.md", "0  data/README.md")
        ),
        "The bag was changed",
    ),
    "a path that climbs": (
        add_line("manifest-sha256.txt", f"{'0' * 64}  ../../secret\n"),
        "not sound|outside of itself",
    ),
    "a path beside": (add_line("manifest-sha256.txt", f"{'0' * 64}  data/../../bag2/x\n"), "not sound|outside"),
    "an absolute path": (add_line("manifest-sha256.txt", f"{'0' * 64}  /etc/passwd\n"), "not sound|outside"),
    "a home": (add_line("manifest-sha256.txt", f"{'0' * 64}  ~/x\n"), "not sound|outside"),
    "a listed file that is not there": (add_line("manifest-sha256.txt", f"{'0' * 64}  data/x\n"), "lacks data/x"),
    "a file listed twice": (
        add_line("manifest-sha256.txt", f"{'0' * 64}  data/README.md\n"),
        "lists data/README.md twice",
    ),
    "a line that is no sum": (add_line("manifest-sha256.txt", "what is this\n"), "is no hash and path"),
    "a file in one manifest only": (
        lambda bag: (bag / "manifest-sha512.txt").write_text(
            "".join((bag / "manifest-sha512.txt").read_text().splitlines(keepends=True)[1:])
        ),
        "in one of its manifests, and not in another",
    ),
    "manifests of nonsense": (
        write("manifest-sha256.txt", b"\xff\xfe\x00nonsense"),
        "cannot be read|not sound|has no",
    ),
    "no manifest to trust": (
        lambda bag: [path.unlink() for path in bag.glob("*manifest-*")],
        "no manifest of SHA-256 or SHA-512",
    ),
    "a manifest of another kind": (write("manifest-shake_128.txt", b""), "is of a kind unknown here"),
    "files to be fetched": (write("fetch.txt", b"http://x/y 1 data/z\n"), "fetched from elsewhere"),
    "another version": (
        write("bagit.txt", b"BagIt-Version: 2.0\nTag-File-Character-Encoding: UTF-8\n"),
        "not that of a bag of version",
    ),
    "another encoding": (
        write("bagit.txt", b"BagIt-Version: 1.0\nTag-File-Character-Encoding: rot13\n"),
        "not that of a bag of version",
    ),
    "no size": (write("bag-info.txt", b"Source-Organization: us\n"), "does not say how large it is"),
    "a size twice": (write("bag-info.txt", b"Payload-Oxum: 1.1\nPayload-Oxum: 2.1\n"), "does not say how large"),
    "no bag-info": (lambda bag: (bag / "bag-info.txt").unlink(), "has no bag-info.txt"),
    "a link": (lambda bag: (bag / "data/passwd").symlink_to("/etc/passwd"), "'data/passwd', which is a link"),
    "a folder that is a link": (lambda bag: (bag / "data/etc").symlink_to("/etc"), "'data/etc', which is a link"),
    "a pipe": (lambda bag: os.mkfifo(bag / "data/pipe"), "'data/pipe', which is a link or device"),
    "a huge tag file": (write("notes.txt", b"x" * (8 * 2**20 + 1)), "far too many"),
}


@pytest.mark.parametrize("name", HARMS)
def test_harm_to_the_files_of_a_bag(bag: Path, open_ledger: Open, name: str) -> None:
    harm, sentence = HARMS[name]
    harm(bag)
    refused(open_ledger, bag, sentence)


def test_what_is_no_archive_is_said_to_be_none(bag: Path, tmp_path: Path, open_ledger: Open) -> None:
    (tmp_path / "text.zip").write_text("PK is not enough")
    refused(open_ledger, tmp_path / "text.zip", "neither a folder nor a zip file", NotAnArchive)
    (tmp_path / "folder").mkdir()
    refused(open_ledger, tmp_path / "folder", "is no bag", NotAnArchive)
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as packed:
        packed.writestr("photo.jpg", b"...")
    refused(open_ledger, tmp_path / "other.zip", "holds no bag", NotAnArchive)
    (bag / "data/archive.json").write_text('{"album": "photos"}')
    manifests_anew(bag)
    refused(open_ledger, bag, "a bag of another program", NotAnArchive)
    (bag / "data/archive.json").unlink()
    manifests_anew(bag)
    refused(open_ledger, bag, "a bag, but not of a campaign", NotAnArchive)


# --- records -------------------------------------------------------------------------------------------------


def forge(bag: Path, lines: list[bytes], **title: Any) -> None:
    """Write other records, and let everything else of the bag agree with them."""
    (bag / "data/records.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
    page = json.loads((bag / "data/archive.json").read_bytes())
    last = json.loads(lines[-1])
    page |= {"records": len(lines), "rulings": last["ruling"], "head_seal": seal_of(lines[-1])}
    with suppress(ValueError):
        page |= {"head_tally": tally.over((it, False) for it in lines)}
    page |= title
    (bag / "data/archive.json").write_text(json.dumps(page))
    (bag / "data/receipts.txt").write_text("")
    manifests_anew(bag)


def rechained(lines: list[bytes], change: Callable[[list[dict[str, Any]]], object]) -> list[bytes]:
    """The records with some of them changed, and every seal right again, also where one is quoted."""
    records = [json.loads(line) for line in lines]
    change(records)
    prev, made, anew, counted = GENESIS, [], {}, tally.FIRST
    for line, record in zip(lines, records, strict=True):
        record |= {"prev": prev, "tally": counted}
        quoted = record["data"].get("seal")
        record["data"] |= {"seal": anew[quoted]} if quoted in anew else {}
        made.append(canonical(record))
        prev, counted = seal_of(made[-1]), tally.after_next(counted, record)
        anew[seal_of(line)] = prev
    return made


def test_forged_bags_without_harm_are_taken(bag: Path, open_ledger: Open) -> None:
    """Or the tests below would show nothing."""
    forge(bag, rechained(lines_of(bag), lambda records: records[2]["data"].update(title="Up")))
    take_in(open_ledger("sqlite://"), bag)


FORGERIES: dict[str, tuple[Callable[[list[dict[str, Any]]], object], str]] = {
    "an unknown field": (
        lambda it: it[4].update(more=1),
        "Record 5 is broken: its bytes|Record 5 is broken: `more`",
    ),
    "an unknown field of an event": (lambda it: it[4]["data"].update(more=1), "Record 5 is broken: `data.more`"),
    "an unknown event": (lambda it: it[4].update(type="delve.flown.v1"), "'delve.flown.v1', and this program's"),
    "an event of another game": (lambda it: it[4].update(type="tower.stones_laid.v1"), "knows no such event"),
    "another campaign's record": (lambda it: it[4].update(campaign=it[4]["campaign"][::-1]), "Record 5 is broken"),
    "a state that cannot be": (lambda it: it[3]["data"].update(hero="nobody"), "cannot follow what stands before"),
    "a second founding": (lambda it: it[4].update(type=it[0]["type"], data=it[0]["data"]), "founded by its first"),
    "a seal that lies": (
        lambda it: next(each for each in it if "sealed" in each["type"])["data"].update(seal="0" * 64),
        "has another seal now",
    ),
    "a parent that is none": (lambda it: it[4].update(parent=2), "Record 5 is broken: it says it grows from 2"),
    "a gap": (lambda it: it[4].update(position=50), "says it is record 50"),
    "a number beyond measure": (lambda it: it[4].update(position=10**30), "Record 5 is broken"),
    "two rulings under one key": (
        lambda it: [each.update(key="same") for each in it if "key" in each],
        "sent under one key",
    ),
    "another slug inside": (lambda it: it[0]["data"].update(slug="other"), "it founds other"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forged_records(bag: Path, open_ledger: Open, name: str) -> None:
    change, sentence = FORGERIES[name]
    forge(bag, rechained(lines_of(bag), change))
    refused(open_ledger, bag, sentence)


BROKEN_LINES: dict[str, tuple[Callable[[list[bytes]], list[bytes]], str]] = {
    "a changed record": (
        lambda it: [*it[:6], it[6].replace(b'"by":"gm"', b'"by":"me"'), *it[7:]],
        "Record 7 is broken",
    ),
    "a record less": (lambda it: it[:5] + it[6:], "Record 6 is broken"),
    "records swapped": (lambda it: [*it[:5], it[6], it[5], *it[7:]], "Record 6 is broken"),
    "a record doubled": (lambda it: [*it, it[-1]], "Record 14 is broken"),
    "an empty line": (lambda it: [*it[:5], b"", *it[5:]], "Record 6 is broken: its bytes"),
    "no JSON": (lambda it: [*it[:5], b"\xff\x00", *it[6:]], "Record 6 is broken: its bytes"),
    "not canonical": (lambda it: [*it[:-1], it[-1].replace(b'":"', b'": "', 1)], "not written as records are"),
}


@pytest.mark.parametrize("name", BROKEN_LINES)
def test_a_chain_that_does_not_fit(bag: Path, open_ledger: Open, name: str) -> None:
    change, sentence = BROKEN_LINES[name]
    forge(bag, change(lines_of(bag)))
    refused(open_ledger, bag, sentence)


def test_records_cut_off_the_end(bag: Path, open_ledger: Open) -> None:
    lines = lines_of(bag)
    title = json.loads((bag / "data/archive.json").read_bytes())
    (bag / "data/records.jsonl").write_bytes(b"".join(line + b"\n" for line in lines[:-2]))
    manifests_anew(bag)
    refused(open_ledger, bag, f"says it has {len(lines)} records in 10 rulings, and has {len(lines) - 2} in")
    (bag / "data/archive.json").write_text(
        json.dumps(
            {
                **title,
                "records": 11,
                "rulings": 8,
                "head_seal": seal_of(lines[-3]),
                "head_tally": tally.over((it, False) for it in lines[:-2]),
            }
        )
    )
    manifests_anew(bag)
    refused(open_ledger, bag, "has a receipt of record 13, but ends at 11")
    (bag / "data/receipts.txt").write_text(f"11:{'0' * 64}\n")
    manifests_anew(bag)
    refused(open_ledger, bag, "Record 11 is broken: its seal begins .* not as the receipt says")
    (bag / "data/receipts.txt").write_text("no receipt\n")
    manifests_anew(bag)
    refused(open_ledger, bag, "receipts.txt cannot be read")


def test_a_line_without_end(bag: Path, open_ledger: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = lines_of(bag)
    (bag / "data/records.jsonl").write_bytes(b"\n".join(lines))
    manifests_anew(bag)
    refused(open_ledger, bag, "Record 13 is broken: its line is cut off")
    monkeypatch.setattr("exchange.archive.checking.LONGEST_RECORD", 300)
    refused(open_ledger, bag, "its line is longer than any record")


TITLES: dict[str, tuple[dict[str, Any], str]] = {
    "a game unknown here": (
        {"game": "chess"},
        "campaign of 'chess', a game this program does not have. It has: delve",
    ),
    "a newer format": ({"format": 9}, "is of format 9, and this program knows formats up to 3"),
    "a field too much": ({"more": True}, "archive.json is off at `more`"),
    "a slug that is none": ({"slug": "../up"}, "archive.json is off at `slug`"),
    "another slug": ({"slug": "other"}, "it founds cave \\(delve\\), filed as other"),
    "another id": ({"campaign": "00000000-0000-0000-0000-000000000000"}, "belongs to another campaign"),
    "another seal": ({"head_seal": "0" * 64}, "its last record is another than it says"),
}


@pytest.mark.parametrize("name", TITLES)
def test_a_title_page_that_is_off(bag: Path, open_ledger: Open, name: str) -> None:
    title, sentence = TITLES[name]
    forge(bag, lines_of(bag), **title)
    refused(open_ledger, bag, sentence)


def test_a_bag_with_its_own_sums_only_is_still_a_bag(bag: Path, open_ledger: Open) -> None:
    """A bag as another tool made it: one manifest, Windows line ends, no tag manifests."""
    for path in [*bag.glob("tagmanifest-*"), bag / "manifest-sha512.txt"]:
        path.unlink()
    for path in (bag / "bagit.txt", bag / "bag-info.txt"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    (bag / ".DS_Store").write_bytes(b"x")
    take_in(open_ledger("sqlite://"), bag)


def test_sums_of_one_kind_cannot_hide_behind_another(bag: Path, open_ledger: Open) -> None:
    manifest = bag / "manifest-md5.txt"
    paths = sorted(path for path in (bag / "data").rglob("*") if path.is_file())
    manifest.write_text(
        "".join(f"{hashlib.md5(it.read_bytes()).hexdigest()}  {it.relative_to(bag)}\n" for it in paths)
    )
    for name in ("sha256", "sha512"):
        listed = bag / f"manifest-{name}.txt"
        kept = [line for line in listed.read_text().splitlines() if "records.jsonl" not in line]
        listed.write_text("".join(f"{line}\n" for line in kept))
        (bag / f"tagmanifest-{name}.txt").unlink()
    refused(open_ledger, bag, "data/records.jsonl has no SHA-256 or SHA-512")


def test_a_bag_that_changes_while_it_is_read(bag: Path, open_ledger: Open) -> None:
    from exchange.archive.checking import check
    from exchange.archive.opening import opened
    from exchange.archive.storing import store

    ledger = open_ledger("sqlite://")
    lines = lines_of(bag)
    with opened(bag) as archive:
        sound = check(archive, GAMES)
        others = rechained(lines, lambda records: records[2]["data"].update(title="Up"))
        for changed in (others, lines[:-1]):
            (bag / "data/records.jsonl").write_bytes(b"".join(line + b"\n" for line in changed))
            with pytest.raises(BrokenArchive, match="changed while it was read"):
                store(ledger, sound)
            assert ledger.campaigns() == []
        shutil.rmtree(bag)
