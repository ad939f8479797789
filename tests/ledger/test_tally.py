"""The tally: records of either format, what a removal may change, and that nothing else passes for one."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from eventsourcing.persistence import StoredEvent

from domain.kernel.schema.personal_words import paths_in, texts_at
from domain.kernel.terms import Holds
from domain.kernel.vocabulary import Vocabulary
from domain.registry import games
from exchange.archive.errors import BrokenArchive
from ledger.care.verify import verify
from ledger.ledger import Ledger
from ledger.log import tally
from ledger.log.receipts import Receipt
from ledger.log.record import canonical, seal_of
from ledger.records.snapshots import SnapshotInterval
from tests.cli.caves import GAMES, a_cave, rule
from tests.docs.test_verify import ALONE
from tests.ledger.archive.conftest import export, manifests_anew, stored, take_in

OLD = Path(__file__).parents[1] / "golden" / "format_1"
OLD_NOTE = "journal.note_written.v1.json"
Change = Callable[[dict[str, Any]], object]


def opened(address: str = "sqlite://") -> Ledger:
    return Ledger(GAMES, {"SQLALCHEMY_URL": address}, snapshot_interval=SnapshotInterval(5, 5))


def lines_of(ledger: Ledger) -> list[bytes]:
    return [line for _position, _tag, line in stored(ledger)]


@pytest.fixture
def lines() -> list[bytes]:
    """A cave with a person in it, and a number to change."""
    ledger = opened()
    a_cave(ledger)
    rule(ledger, "cave", {"type": "campaign.seat_person", "person": "ada", "name": "Ada Byron"})
    rule(ledger, "cave", {"type": "journal.write_note", "text": "Ada Byron was here."}, by="ada")
    made = lines_of(ledger)
    ledger.close()
    return made


# --- what records say ------------------------------------------------------------------------------------------


def test_records_name_their_words_and_carry_what_those_before_come_to(lines: list[bytes]) -> None:
    records = [json.loads(line) for line in lines]
    assert records[0]["tally"] == tally.FIRST
    assert records[-1]["words"] == ["data.text", "command.text"]
    assert [tally.over((it, False) for it in lines[:index]) for index in range(len(lines))] == [
        it["tally"] for it in records
    ]
    assert tally.after(lines[-1]) == tally.over((it, False) for it in lines)
    assert ALONE.check_chain(lines)["tallies"][-1] == tally.over((it, False) for it in lines)


def test_the_quick_way_to_a_tally_and_the_slow_one_agree_on_any_name() -> None:
    for by in ("gm", 'q"uo\\te', "ünï", "日本", "\\", '","campaign":'):
        for more in ({}, {"fiction_time": "noon"}, {"words": ["data.text"]}, {"words": ["data.@"]}):
            fields = {
                "at": "2026-11-21T20:14:05.120Z",
                "by": by,
                "campaign": "x",
                "data": {"text": by, "n": 3},
                "parent": 4,
                "position": 5,
                "prev": "0" * 64,
                "rules": 1,
                "ruling": 3,
                "tally": "a" * 64,
                "type": "a.b.v1",
                **more,
            }
            assert tally.after(canonical(fields)) == tally.after_next("a" * 64, fields)
            other = {**fields, "by": "x", "data": {"text": "y" if "words" in more else by, "n": 3}}
            if more.get("words") != ["data.@"]:
                assert tally.after(canonical(other)) == tally.after(canonical(fields))
            assert tally.after(canonical({**other, "data": {"text": by, "n": 4}})) != tally.after(
                canonical(fields)
            )


def test_names_in_an_object_may_change_and_what_they_name_may_not() -> None:
    paths = (("bids", "@"),)
    assert tally.blanked({"bids": {"ada": 3, "bea": 2}}, paths) == tally.blanked({"bids": {"x": 2, "a": 3}}, paths)
    assert tally.blanked({"bids": {"ada": 3, "bea": 2}}, paths) != tally.blanked({"bids": {"x": 2, "a": 2}}, paths)


@pytest.mark.parametrize("key", sorted(games()))
def test_every_text_of_every_message_is_words_and_nothing_else(key: str) -> None:
    vocabulary, held = Vocabulary(games()[key]), set()
    for kind in (*vocabulary.events.values(), *vocabulary.commands.values()):
        for path, holds in paths_in(kind).items():
            assert all(part and "." not in part for part in path)
            held.add(holds)
    assert held == set(Holds)
    note = vocabulary.events["journal.note_written.v2"]
    texts, people = (
        dict.fromkeys([("text",), ("whose",)], Holds.TEXT),
        dict.fromkeys([("to",), ("person",)], Holds.PERSON),
    )
    assert dict(paths_in(note)) == texts | people
    taken_in = paths_in(vocabulary.events["journal.entry_taken_in.v1"])
    assert taken_in[("voice",)] is Holds.PERSON
    assert taken_in[("rolls", "*", "label")] is Holds.TEXT
    assert ("form",) not in taken_in


def test_texts_are_found_at_paths() -> None:
    value = {"a": [{"b": "x"}, {"b": ""}, {"b": 3}], "c": {"ada": {"d": "y"}}, "e": {"f": ["z", 1]}}
    assert list(texts_at(value, ("a", "*", "b"))) == ["x"]
    assert list(texts_at(value, ("c", "*", "d"))) == ["y"]
    assert list(texts_at(value, ("c", "@"))) == ["ada"]
    assert list(texts_at(value, ("e", "**"))) == ["z"]
    assert list(texts_at(value, ("g", "h"))) == []


# --- removals that are none --------------------------------------------------------------------------------------


def forged_removal(lines: list[bytes], position: int, change: Change, *, thorough: bool) -> list[bytes]:
    """Records in which one was changed, and that called a removal, by somebody who knows the format.

    If they are `thorough`, the tallies that later records carry are right again, and those too called removals.
    """
    made, known, counted = list(lines), {}, tally.over((it, False) for it in lines[: position - 1])
    for index in range(position - 1, len(lines)):
        fields = json.loads(lines[index])
        if index == position - 1:
            change(fields)
        elif not thorough:
            break
        fields |= {"tally": counted}
        counted = tally.after_next(counted, fields)
        made[index] = canonical(fields)
        known[index + 1] = {"position": index + 1, "was": seal_of(lines[index]), "now": seal_of(made[index])}
    last = json.loads(lines[-1])
    records = {"reason": "asked", "records": [it for _at, it in sorted(known.items())]}
    removal = {
        "at": last["at"],
        "by": "gm",
        "campaign": last["campaign"],
        "command": {**records, "type": "journal.remove_words"},
        "data": records,
        "parent": len(lines),
        "position": len(lines) + 1,
        "prev": seal_of(lines[-1]),
        "rules": last["rules"],
        "ruling": last["ruling"] + 1,
        "tally": tally.over((it, False) for it in made),
        "type": "journal.words_removed.v1",
        "words": ["data.reason", "command.reason"],
    }
    return [*made, canonical(removal)]


def found_in(lines: list[bytes], *receipts: str) -> tuple[int, int]:
    """The records that the stand-alone check and ours name; 0 for none."""
    alone = 0
    try:
        found = ALONE.check_chain(lines)
        for receipt in receipts:
            ALONE.check_receipt(receipt, found)
    except ALONE.Broken as error:
        alone = error.position
    ledger = opened()
    rows = [(json.loads(line), line) for line in lines]
    with ledger.store.storing() as (connection, append):
        append([StoredEvent(UUID(it["campaign"]), it["position"], it["type"], line) for it, line in rows])
        assert connection is not None
        ledger.index.note_stored(connection, ((it["type"], line) for it, line in rows))
    ours = verify(ledger, "cave", expect=[Receipt.parse(it) for it in receipts])
    ledger.close()
    return alone, ours.problems[0].position if ours.problems else 0


def another_time(fields: dict[str, Any]) -> None:
    fields["at"] = "2020-01-01T00:00:00.000Z"


def test_a_changed_number_called_a_removal_is_found_by_the_record_after_it(lines: list[bytes]) -> None:
    for position in range(3, 9):
        forged = forged_removal(
            lines, position, lambda it: it.update(at="2020-01-01T00:00:00.000Z"), thorough=False
        )
        assert found_in(forged) == (position, position)


def test_one_made_thoroughly_is_found_by_any_receipt_with_a_tally_from_after_it(lines: list[bytes]) -> None:
    forged = forged_removal(lines, 4, another_time, thorough=True)
    assert found_in(forged) == (0, 0)
    for position in range(1, len(lines) + 1):
        receipt = f"{position}:{seal_of(lines[position - 1])[:12]}"
        assert found_in(forged, receipt) == (0, 0), "a seal alone cannot tell"
        with_tally = f"{receipt}:{tally.over((it, False) for it in lines[:position])[:12]}"
        assert found_in(forged, with_tally) == ((4, 4) if position >= 4 else (0, 0))


def test_a_record_cannot_name_more_words_than_it_did(lines: list[bytes]) -> None:
    def widen(fields: dict[str, Any]) -> None:
        fields["words"] = [*fields.get("words", []), "data.hero"]

    assert found_in(forged_removal(lines, 4, widen, thorough=False)) == (4, 4)


def test_a_tally_left_out_later_on_is_found(lines: list[bytes]) -> None:
    made, prev = list(lines), ""
    for index in range(5, len(lines)):
        fields = json.loads(lines[index])
        fields.pop("tally", None), fields.pop("words", None)
        made[index] = canonical({**fields, "prev": prev or fields["prev"]})
        prev = seal_of(made[index])
    assert found_in(made[:11]) == (6, 6)


# --- format 1 ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cave", "cave_removed"])
def test_an_archive_of_format_1_comes_in_goes_on_and_comes_out_as_it_was(name: str, tmp_path: Path) -> None:
    old = OLD / f"{name}.zip"
    assert ALONE.checked(old)["format"] == 1
    ledger = opened()
    take_in(ledger, old)
    before = verify(ledger, "cave")
    assert before.sound, before.problems
    export(ledger, tmp_path / "again")
    with zipfile.ZipFile(old) as packed:
        for member in packed.namelist():
            inside = member.split("/", 1)[1]
            # The page explains more now, the story is told in today's words, this toy game says since that the
            # player of a hero is a person, and a removal can name files that went with the words. The shape of
            # a note of the first version is said by nothing but its upcast now.
            other = inside.endswith(
                (
                    "README.md",
                    "chronicle.md",
                    "delve.hero_entered.v1.json",
                    "journal.words_removed.v1.json",
                    OLD_NOTE,
                )
            )
            if inside.startswith("data/") and not other:
                before_it = packed.read(member)
                if inside.endswith("archive.json"):
                    before_it = before_it.replace(f'"schemas/{OLD_NOTE}"'.encode(), b"null")
                assert _shape((tmp_path / "again" / inside).read_bytes()) == _shape(before_it), inside
    assert before.receipt is not None
    rule(ledger, "cave", {"type": "journal.write_note", "text": "on"})
    assert json.loads(lines_of(ledger)[-1])["tally"].startswith(before.receipt.tally)
    assert verify(ledger, "cave", expect=[before.receipt]).sound
    written = export(ledger, tmp_path / "newer.zip")
    assert written.title.format == 2
    found = ALONE.checked(tmp_path / "newer.zip", [str(before.receipt), str(written.receipt)], old)
    assert found["format"] == 2
    other = opened()
    take_in(other, tmp_path / "newer.zip")
    assert stored(other) == stored(ledger)
    for each in (ledger, other):
        each.close()


def _shape(page: bytes) -> list[bytes]:
    """The lines of a page without the sentences by which a schema explains itself: those may be said better."""
    return [line for line in page.splitlines() if not line.strip().startswith(b'"description":')]


def test_what_was_changed_before_an_old_campaign_went_on_is_found_since(tmp_path: Path) -> None:
    ledger = opened()
    take_in(ledger, OLD / "cave.zip")
    for _ in range(2):
        rule(ledger, "cave", {"type": "journal.write_note", "text": "on"})
    lines = lines_of(ledger)
    old = next(index for index, line in enumerate(lines) if b'"tally"' in line)
    made = list(lines)
    fields = json.loads(lines[3])
    another_time(fields)
    made[3] = canonical(fields)
    forged = forged_removal(made, old + 1, lambda it: None, thorough=False)[-1]
    last = json.loads(forged)
    for part in (last["data"], last["command"]):
        part["records"] = [{"position": 4, "was": seal_of(lines[3]), "now": seal_of(made[3])}]
    last["tally"] = tally.after(lines[-1])
    assert found_in([*made, canonical(last)]) == (4, 4)
    ledger.close()


def test_a_title_page_that_tells_another_tally_is_refused(tmp_path: Path, lines: list[bytes]) -> None:
    ledger = opened()
    a_cave(ledger)
    export(ledger, tmp_path / "cave")
    ledger.close()
    page = tmp_path / "cave/data/archive.json"
    said = json.loads(page.read_bytes())
    for change in ({"head_tally": "0" * 64}, {"format": 1}, {"head_tally": None}):
        page.write_text(json.dumps({**said, **change}))
        manifests_anew(tmp_path / "cave")
        with pytest.raises(BrokenArchive, match="another format or tally"):
            take_in(opened(), tmp_path / "cave")
        with pytest.raises(ALONE.Broken):
            ALONE.checked(tmp_path / "cave")
