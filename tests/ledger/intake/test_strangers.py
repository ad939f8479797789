"""Files from strangers: whatever happened to them, there is a report and nothing is half taken in."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.journal.earlier import EntryForm
from exchange.imports import markup, pieces
from exchange.imports.entries import NotTaken
from exchange.imports.iron_vault import kdl
from exchange.imports.iron_vault.mechanics import of_inline, of_node
from exchange.imports.readers.worded_rolls import in_words
from exchange.imports.texts import clean, verbatim
from ledger.ledger import Ledger
from tests.support.intake import entries_of, spool_of, taken_in
from tests.support.mangling import mangled, read_through


@pytest.mark.parametrize("seed", range(8))
def test_mangled_files_are_read_or_refused(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    file = tmp_path / "file.md"
    for _ in range(25):
        file.write_bytes(mangled(chance))
        assert read_through(file, chance) in ("read", "broken off", "not taken")


def test_a_mangled_file_is_taken_in_whole_or_not_at_all(salt: Ledger, tmp_path: Path) -> None:
    chance = random.Random(5)
    file = tmp_path / "file.json"
    outcomes = set()
    for _ in range(25):
        file.write_bytes(mangled(chance))
        before = salt.head("salt")
        try:
            report = taken_in(salt, file)
        except NotTaken:
            assert salt.head("salt") == before
            outcomes.add("not taken")
            continue
        assert report.refused is None
        assert report.recorded.total() + report.known == report.survey.entries
        assert salt.moment("salt").campaign.logged.open is None
        assert taken_in(salt, file).recorded.total() == 0
        outcomes.add("taken in")
    assert outcomes == {"taken in", "not taken"}


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=300))
def test_readers_of_words_never_raise(text: str) -> None:
    markup.read(text, "x", aside=("y",))
    markup.read(f"<div class='x y'>{text}")
    for node in kdl.read(text):
        of_node(node, "somebody")
    of_inline(text, "somebody")
    of_inline(f"iv-move:{text}", "somebody")
    in_words(text)
    assert not any(ord(letter) < 32 and letter not in "\n\t" for letter in clean(text))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**20) | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=30, deadline=None)
@given(st.lists(VALUES, max_size=6), st.integers(1, 7), st.sampled_from([None, 0, 1, 4]))
def test_a_json_document_is_cut_into_its_elements(values: list[object], chunk: int, indent: int | None) -> None:
    import io

    text = json.dumps(values, indent=indent).encode()
    before = pieces.CHUNK
    pieces.CHUNK = chunk
    try:
        found = list(pieces.elements(io.BytesIO(text)))
        wanted = {"about": {"messages": [1]}, "messages": values, "count": len(values)}
        within = list(pieces.elements(io.BytesIO(json.dumps(wanted, indent=indent).encode()), "messages"))
    finally:
        pieces.CHUNK = before
    assert [json.loads(piece.raw) for piece in found] == values
    assert all(text[piece.start : piece.start + len(piece.raw)] == piece.raw for piece in found)
    assert [json.loads(piece.raw) for piece in within if piece.key is None] == values
    assert {piece.key for piece in within} - {None} == {"about", "count"}


ANYTHING = st.fixed_dictionaries(
    {"_id": VALUES},
    optional=dict.fromkeys(
        (
            *("type", "style", "user", "author", "timestamp", "flavor", "content", "speaker", "whisper", "blind"),
            *("roll", "rolls", "emote", "who", "playerid", "inlinerolls", "origRoll", "rolltemplate", ".priority"),
            *("id", "embeds", "attachments", "interaction", "stickers", "forwardedMessage", "ts"),
        ),
        VALUES,
    ),
)


@settings(max_examples=15, deadline=None)
@given(st.lists(ANYTHING, min_size=1, max_size=3), st.integers(0, 2**32))
def test_fields_of_any_kind_are_no_accident(
    tmp_path_factory: pytest.TempPathFactory, messages: list[object], seed: int
) -> None:
    file = tmp_path_factory.mktemp("any") / "any.json"
    chance = random.Random(seed)
    for document in (
        "\n".join(map(json.dumps, messages)),
        json.dumps(messages),
        json.dumps({"messages": messages}),
    ):
        file.write_text(document)
        read_through(file, chance)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("messages.db", '{"_id": "one\\ttwo", "content": "Hello", "user": "u", "timestamp": 1578252000000}'),
        (
            "archive.json",
            '[{"-M5J\\ta": {"who": "Wren", "playerid": "-Kp", "type": "general", "content": "Hello"}}]',
        ),
        ("talk.jsonl", '{"id": "one\\ntwo", "author": "Wren", "content": "Hello"}'),
        (
            "channel.json",
            '{"guild": {}, "channel": {}, "messages": [{"id": "1\\t2", "content": "Hello", '
            '"author": {"name": "W"}, "reference": {"messageId": "3\\n4"}}]}',
        ),
        (
            "archive.html",
            '<div id="textchat"><div class="message general" data-messageid="-M5J\ta">'
            '<span class="by">Wren:</span>Hello</div></div>',
        ),
    ],
)
def test_an_id_with_a_tab_or_a_line_break_is_of_one_line(
    salt: Ledger, tmp_path: Path, name: str, content: str
) -> None:
    file = tmp_path / name
    file.write_text(content, "utf-8")
    report = taken_in(salt, file)
    assert (report.refused, report.recorded.total(), report.unread) == (None, 1, 0)
    assert report.remarks == []
    assert taken_in(salt, file).known == 1


def test_passwords_in_broken_lines_are_left_out() -> None:
    line = b'{"_id":"x","password":"5f4dcc3b5aa765d61d8327deb882cf99","passwordSalt":"sea-salt","name":"Ben"'
    assert b"5f4dcc3b" in line
    assert "5f4dcc3b" not in verbatim(line)
    assert "sea-salt" not in verbatim(line)
    assert "Ben" in verbatim(line)


def test_a_broken_line_of_foundry_is_kept_for_the_gm_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "messages.db"
    file.write_text('{"_id":"a","content":"Hello","timestamp":1}\n{"_id":"b","content":"whispered to\n')
    kept = next(it for it in entries_of(file) if it.form is EntryForm.VERBATIM)
    assert (kept.place, kept.secret) == ("line 2", True)
    assert "whispered to" in kept.text


def test_one_endless_line_does_not_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "LARGEST", 10_000)
    file = tmp_path / "t.jsonl"
    file.write_text(
        '{"ts":1,"author":"A","content":"first"}\n' + "x" * 300_000 + '\n{"author":"A","content":"last"}\n'
    )
    said = entries_of(file)
    assert [it.text[:5] for it in said] == ["first", "xxxxx", "last"]
    assert (said[1].why, said[1].place) == ("the line is too long for a message", "line 2")
    document = tmp_path / "d.json"
    document.write_text(
        '{"guild":{"id":"1"},"channel":{},"messages":[{"id":"1","content":"' + "x" * 300_000 + '"}]}'
    )
    with spool_of(document) as spool:
        assert spool.broken is not None
