"""Taking files in: recorded once, in one piece, with a report; secrets for the GM; gaps closed on request."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import StoredEvent

from domain.kernel.campaign.sessions import OpenSession
from domain.kernel.facts import DiceRolled, NumberChanged, SessionOpened
from domain.kernel.logged.chapters.entries import EntryLogged
from domain.kernel.people import EVERYONE
from exchange.imports import importing as importing_module
from exchange.imports.entries import NotTaken
from exchange.imports.importing import import_file
from exchange.imports.intakes_before import undo_intake
from exchange.imports.mapping import EveningOf, MappedSpeaker, Mapping, guessed, read_mapping
from exchange.imports.recognising import FORMATS
from exchange.imports.source import ImportFile
from exchange.imports.spool import spooled
from exchange.imports.survey import survey
from ledger.answers import Refused, Submission
from ledger.care.verify import verify
from ledger.ledger import Ledger
from ledger.recording import in_parts
from tests.support.intake import FILES, SAMPLES, spool_of, taken_in


def test_every_sample_is_taken_in_once(salt: Ledger) -> None:
    for name in SAMPLES:
        report = taken_in(salt, FILES / name)
        assert report.recorded.total() == report.survey.entries - report.known
        before = salt.head("salt")
        again = taken_in(salt, FILES / name)
        assert (again.recorded.total(), again.known, again.intakes) == (0, again.survey.entries, 0)
        assert salt.head("salt") == before


@pytest.mark.postgres
def test_a_server_keeps_the_same_of_every_sample(salt: Ledger, salt_on_postgres: Ledger) -> None:
    def kept(ledger: Ledger) -> list[object]:
        return [json.loads(stored)["data"] for _position, _tag, stored in ledger.stored("salt")]

    for name in SAMPLES:
        here, there = (taken_in(ledger, FILES / name) for ledger in (salt, salt_on_postgres))
        assert (here.recorded, here.known) == (there.recorded, there.known)
    assert kept(salt) == kept(salt_on_postgres)
    again = [taken_in(salt_on_postgres, FILES / name) for name in SAMPLES]
    assert not sum(report.recorded.total() for report in again)
    assert verify(salt_on_postgres, "salt").sound


def test_an_export_that_has_grown_adds_only_what_is_new(salt: Ledger, tmp_path: Path) -> None:
    lines = (FILES / "foundry-messages.db").read_text("utf-8").splitlines(keepends=True)
    file = tmp_path / "messages.db"
    file.write_text("".join(lines[:4]))
    assert taken_in(salt, file).recorded.total() == 3
    file.write_text("".join(reversed(lines)))  # whatever the order
    report = taken_in(salt, file)
    assert report.known == 3
    file.write_text("".join(lines))
    assert taken_in(salt, file).recorded.total() <= 1


def test_a_file_that_was_read_as_another_format_does_not_come_in_twice(salt: Ledger, tmp_path: Path) -> None:
    file = tmp_path / "chat.txt"
    file.write_bytes((FILES / "discord-window.txt").read_bytes())
    source = ImportFile(file, file.name)
    with spooled(source, FORMATS["copied"]) as spool:
        found = survey(spool)
        first = import_file(salt, spool, found, guessed(spool, found, "salt", {}))
    assert first.recorded.total() == 2
    with pytest.raises(NotTaken, match=r"by intake 1, as “Chat copied as text”.* with --format copied\.$"):
        taken_in(salt, file, dry=True)
    longer = file.read_text("utf-8").rstrip() + "\nAnd then the lamp went out.\n"
    file.write_text(longer, "utf-8")
    told = [it.what for it in taken_in(salt, file, dry=True).remarks]
    assert any("a file of this name was taken in before, by intake 1" in it for it in told)
    undo_intake(salt, "salt", 1, "The wrong format.")
    assert not any("of this name" in it.what for it in taken_in(salt, file).remarks)


def test_faces_times_and_speakers_reach_the_records(salt: Ledger) -> None:
    taken_in(salt, FILES / "roll20-chat_archive.json")
    told = list(salt.told("salt"))
    rolls = [
        (it.record.envelope.happened_at, fact.roller, [(die.size, die.face) for die in fact.dice])
        for it in told
        for fact in it.retelling.facts
        if isinstance(fact, DiceRolled) and it.retelling.audience == EVERYONE
    ]
    assert rolls == [
        ("2020-04-19T22:39:20.000Z", "wren", [(6, 4), (6, 2)]),
        ("2020-04-19T22:39:40.000Z", "wren", [(20, 17)]),
    ]
    assert told[-1].retelling.names["wren"] == "Wren"


def test_secrets_are_for_the_gm_or_not_taken_in(salt: Ledger) -> None:
    report = taken_in(salt, FILES / "foundry-messages.db")
    assert report.for_the_gm == 3
    hidden = [it.retelling.headline for it in salt.told("salt") if it.retelling.audience != EVERYONE]
    assert any("brother" in headline for headline in hidden)
    shown = "\n".join(it.retelling.headline for it in salt.told("salt") if it.retelling.audience == EVERYONE)
    assert "brother" not in shown


def test_secrets_can_be_left_out(salt: Ledger) -> None:
    def leave_out(mapping: Mapping) -> None:
        mapping.secrets = "leave-out"

    report = taken_in(salt, FILES / "foundry-messages.db", leave_out)
    assert (report.left_out, report.for_the_gm) == (3, 0)
    assert b"brother" not in b"".join(it.record.stored for it in salt.told("salt"))


def test_whoever_speaks_only_in_secret_is_not_named_to_the_table(salt: Ledger) -> None:
    taken_in(salt, FILES / "roll20-chat_archive.json")
    assert set(salt.moment("salt").campaign.logged.voices) == {"wren", "nobody"}


def test_speakers_are_guessed_mapped_and_left_out(salt: Ledger) -> None:
    def change(mapping: Mapping) -> None:
        assert mapping.speakers["Ada"] == MappedSpeaker(id="ada", name="Ada")
        assert mapping.speakers["Gwen"] == MappedSpeaker(id="gm", name="Gwen")
        mapping.speakers["Orrin"] = MappedSpeaker(id=None, name="Orrin")
        mapping.speakers["Sanna"] = MappedSpeaker(id="ada", name="Ada")

    report = taken_in(salt, FILES / "foundry-messages.db", change)
    assert report.left_out == 2
    rollers = {f.roller for it in salt.told("salt") for f in it.retelling.facts if isinstance(f, DiceRolled)}
    assert rollers == {"ada", "gm"}


def test_a_name_of_more_than_sixty_letters_has_an_id_that_ends_with_a_word(salt: Ledger, tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    file.write_text(json.dumps({"author": "Maximiliana " * 5 + "Orrin", "content": "Hello"}), "utf-8")
    assert taken_in(salt, file).recorded.total() == 1
    assert list(salt.moment("salt").campaign.logged.voices) == ["-".join(["maximiliana"] * 5)]


def test_evenings_begin_where_the_mapping_says(salt: Ledger) -> None:
    def one(mapping: Mapping) -> None:
        assert [it.title for it in mapping.evenings] == ["5 January 2021", "12 January 2021"]
        mapping.evenings = [EveningOf(starts="", title="The gate"), EveningOf(starts="2021-01-10", title="Rain")]

    taken_in(salt, FILES / "foundry-messages.db", one)
    opened = [f for it in salt.told("salt") for f in it.retelling.facts if isinstance(f, SessionOpened)]
    assert [(it.session, it.title, it.logged) for it in opened] == [(1, "The gate", True), (2, "Rain", True)]


TORN = """```iron-vault-mechanics
meter "Health" from=5 to=4
meter "Health" from=2 to=3
```
"""


def test_values_that_do_not_add_up_are_found_and_adjusted_for_a_reason(salt: Ledger, tmp_path: Path) -> None:
    file = tmp_path / "Kes.md"
    file.write_text(TORN)
    report = taken_in(salt, file, dry=True)
    assert [(str(gap), gap.place) for gap in report.survey.gaps] == [
        ("Kes: Health stood at 4 and goes on from 2", "line 3")
    ]

    def adjust(mapping: Mapping) -> None:
        mapping.adjust = "Two pages were lost."

    assert taken_in(salt, file, adjust).adjusted == 1
    changes = [f for it in salt.told("salt") for f in it.retelling.facts if isinstance(f, NumberChanged)]
    assert [(it.delta, it.now) for it in changes] == [(-1, 4), (-2, 2), (1, 3)]
    assert changes[1].why == "Two pages were lost."


def test_nothing_is_stored_by_a_dry_run(salt: Ledger) -> None:
    before = salt.head("salt")
    report = taken_in(salt, FILES / "discord.json", dry=True)
    assert report.recorded.total() == 6
    assert salt.head("salt") == before


def test_a_file_that_breaks_off_is_taken_in_only_when_asked(salt: Ledger, tmp_path: Path) -> None:
    file = tmp_path / "discord.json"
    whole = (FILES / "discord.json").read_bytes()
    file.write_bytes(whole[:3_000])
    before = salt.head("salt")
    with pytest.raises(NotTaken, match=r"breaks off at byte \d+.*Nothing was recorded"):
        taken_in(salt, file)
    assert salt.head("salt") == before
    assert taken_in(salt, file, even_if_cut=True).recorded.total() == 3
    file.write_bytes(whole)
    assert taken_in(salt, file).recorded.total() == 3


def test_during_a_session_nothing_is_taken_in(salt: Ledger) -> None:
    salt.rule("salt", Submission(command=OpenSession()))
    before = salt.head("salt")
    report = taken_in(salt, FILES / "discord.json")
    assert isinstance(report.refused, Refused)
    assert report.refused.refusal.code == "session_open"
    assert salt.head("salt") == before


def test_a_large_file_is_recorded_in_whole_intakes(
    salt: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing_module, "BATCH_SIZE", 10)
    file = tmp_path / "t.jsonl"
    lines = [{"ts": 1_600_000_000 + n, "author": "A", "content": f"line {n}"} for n in range(35)]
    file.write_text("\n".join(map(json.dumps, lines)))
    calls = []
    record = salt.rule_in_parts
    monkeypatch.setattr(salt, "rule_in_parts", lambda name, asked: (calls.append(name), record(name, asked))[1])
    assert taken_in(salt, file).intakes == len(calls) == 4
    logged = salt.moment("salt").campaign.logged
    assert (logged.intakes, logged.entries, logged.evenings, logged.open) == (4, 35, 1, None)
    opened = [f for it in salt.told("salt") for f in it.retelling.facts if isinstance(f, SessionOpened)]
    assert [it.session for it in opened] == [1, 1, 1, 1]  # each part goes on with the evening of the one before


def test_an_evening_that_fits_into_an_intake_is_not_cut_in_two(
    salt: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing_module, "BATCH_SIZE", 20)
    file = tmp_path / "t.jsonl"
    lines = [
        {"ts": 1_600_000_000 + day * 86_400 + n, "author": "A", "content": f"line {day} {n}"}
        for day in range(4)
        for n in range(8)
    ]
    file.write_text("\n".join(map(json.dumps, lines)))
    assert taken_in(salt, file).intakes == 2
    opened = [f for it in salt.told("salt") for f in it.retelling.facts if isinstance(f, SessionOpened)]
    assert [it.session for it in opened] == [1, 2, 3, 4]


def test_an_intake_that_breaks_in_the_middle_leaves_nothing(salt: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    before, storing, parts = salt.head("salt"), salt.store.storing, []

    @contextmanager
    def full() -> Iterator[Any]:
        def append(records: Sequence[StoredEvent]) -> None:
            parts.append(len(records))
            if len(parts) == 3:
                raise OSError("No space left on device")
            put(records)

        with storing() as (connection, put):
            yield connection, append

    monkeypatch.setattr(in_parts, "RULINGS_AT_ONCE", 2)
    monkeypatch.setattr(salt.store, "storing", full)
    with pytest.raises(OSError, match="No space"):
        taken_in(salt, FILES / "discord.json")
    monkeypatch.undo()
    assert parts == [2, 2, 2]
    assert salt.head("salt") == before
    assert taken_in(salt, FILES / "discord.json").recorded.total() == 6


def test_a_mapping_is_read_as_it_is_written_and_complains_in_words() -> None:
    mapping = Mapping(
        campaign="salt", file="a", sum="0", format="jsonl", speakers={"A": MappedSpeaker(id=None, name="A")}
    )
    assert read_mapping(mapping.to_json(), "a.json") == mapping
    for text, says in (
        ("[]", "cannot be read"),
        ("{", "cannot be read"),
        (mapping.to_json().replace('"secrets": "gm"', '"secrets": "all"'), "secrets"),
        (mapping.to_json().replace('"evenings": []', '"evenings": [{"starts": "soon", "title": "x"}]'), "no time"),
    ):
        with pytest.raises(NotTaken, match=says):
            read_mapping(text, "a.json")


def test_a_bot_is_not_the_player_of_whoever_it_rolls_for(salt: Ledger, tmp_path: Path) -> None:
    def message(number: int, who: str, text: str, bot: bool) -> dict[str, object]:
        at = f"2024-03-05T21:0{number}:00+00:00"
        return {"id": f"10{number}", "timestamp": at, "content": text, "author": {"name": who, "isBot": bot}}

    rolled = "Orrin makes a Stealth check!\n1d20 (12) + 3 = 15"
    said = [message(1, "Tess", "Who goes?", False), message(2, "Dicer", rolled, True)]
    file = tmp_path / "pier.json"
    file.write_text(json.dumps({"guild": {"name": "Salt"}, "messages": said, "messageCount": 2}))
    with spool_of(file) as spool:
        guess = guessed(spool, survey(spool), "salt", {})
    assert {name: (it.id, it.player) for name, it in guess.speakers.items()} == {
        "Tess": ("tess", None),
        "Orrin": ("orrin", None),
    }
    taken_in(salt, file)
    entries = [it for it in salt.told("salt") if isinstance(it.record.event, EntryLogged)]
    assert [it.retelling.by for it in entries] == ["tess", "orrin"]
