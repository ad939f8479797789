"""Files that were made to do harm, or came to it: one sentence each, and nothing recorded."""

import base64
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from exchange.imports import pieces
from exchange.imports.entries import NotTaken, Remarked, Said
from exchange.imports.folders import source_at
from exchange.imports.importing import import_file, people_of
from exchange.imports.mapping import guessed
from exchange.imports.recognising import format_of
from exchange.imports.recordings.spoken_turns import NO_BEGINNING
from exchange.imports.source import Clock, ImportFile
from exchange.imports.spool import spooled
from exchange.imports.survey import Survey, survey
from ledger.ledger import Ledger
from tests.support.intake import FILES
from tests.support.worlds import items_of


def looked_at(ledger: Ledger, path: Path) -> Survey:
    """Take it in as whoever gives it does, with what is guessed."""
    with source_at(path, Clock()) as source, spooled(source, format_of(source)) as spool:
        found = survey(spool)
        import_file(ledger, spool, found, guessed(spool, found, "salt", people_of(ledger, "salt")))
        return found


def cut(folder: Path) -> Path:
    file = folder / "discord.json"
    file.write_bytes((FILES / "discord.json").read_bytes()[:-200])
    return file


def of_one_line(folder: Path) -> Path:
    file = folder / "line.txt"
    with file.open("wb") as into:
        for _ in range(50):
            into.write(b"x" * 1_000_000)
    return file


def packed(folder: Path, members: dict[str, bytes], name: str = "chat.zip") -> Path:
    file = folder / name
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as into:
        for member, content in members.items():
            into.writestr(member, content)
    return file


def bomb(folder: Path) -> Path:
    return packed(folder, {"chat.txt": bytes(70_000_000)})


def archive_in_an_archive(folder: Path) -> Path:
    inner = packed(folder, {"chat.txt": b"Ada: hello\n"}, "inner.zip").read_bytes()
    return packed(folder, {"inner.zip": inner})


def lying_about_its_size(folder: Path) -> Path:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as into:
        into.writestr("chat.txt", b"A" * 5_000)
    raw = content.getvalue().replace((5_000).to_bytes(4, "little"), (50).to_bytes(4, "little"))
    file = folder / "lying.zip"
    file.write_bytes(raw)
    return file


def leading_out(folder: Path) -> Path:
    return packed(folder, {"../outside.txt": b"Ada: hello\n", "/c:/outside.txt": b"Ada: hello\n"})


def loop_of_links(folder: Path) -> Path:
    place = folder / "loop"
    (place / "within").mkdir(parents=True)
    (place / "within" / "again").symlink_to(place, target_is_directory=True)
    (place / "one.txt").symlink_to(place / "two.txt")
    (place / "two.txt").symlink_to(place / "one.txt")
    (place / "messages").symlink_to(place / "messages")
    return place


SENTENCES: dict[Callable[[Path], Path], str] = {
    cut: r"discord\.json breaks off at .*Nothing was recorded",
    of_one_line: r"line\.txt is none of the formats",
    bomb: r"chat\.zip would unpack to more than any chat is",
    archive_in_an_archive: r"chat\.zip holds another archive, inner\.zip: unpack it first",
    lying_about_its_size: r"lying\.zip is a zip archive that cannot be unpacked",
    leading_out: r"chat\.zip holds no file that could be taken in",
    loop_of_links: r"loop holds no file that could be taken in",
}


@pytest.mark.parametrize("made", SENTENCES, ids=lambda made: made.__name__)
def test_a_hostile_file_is_refused_in_a_sentence_and_nothing_is_recorded(
    salt: Ledger, tmp_path: Path, made: Callable[[Path], Path]
) -> None:
    before = salt.head("salt")
    with pytest.raises(NotTaken, match=SENTENCES[made]) as refused:
        looked_at(salt, made(tmp_path))
    assert len(str(refused.value)) < 800
    assert salt.head("salt") == before
    assert not (tmp_path.parent / "outside.txt").exists()


def test_names_of_files_that_are_no_text_are_shown_and_taken_in(salt: Ledger, tmp_path: Path) -> None:
    words = b"Ada: hello\nWren: no\nAda: well\nWren: yes\nAda: now\n"
    odd = packed(tmp_path, {"a\nb\x1b[31m.txt": words, "plain.txt": words})
    with source_at(odd, Clock()) as source:
        assert [it.name for it in source.inner] == ["a␊b␛[31m.txt", "plain.txt"]
    assert looked_at(salt, odd).entries == 10
    assert ImportFile(tmp_path, "\udcff.txt").name == "\N{REPLACEMENT CHARACTER}.txt"


def test_very_many_letters_of_a_hash_are_words_and_take_no_time(salt: Ledger, tmp_path: Path) -> None:
    file = tmp_path / "chat.txt"
    lines = ["Ada: well", "Wren: yes", "Ada: now", f'Wren: "{"b" * 40}"', f"Ada: {'a' * 90_000}", ""]
    file.write_text("\n".join(lines))
    looked_at(salt, file)
    said = [str(it.retelling.headline) for it in salt.told("salt")]
    assert any("a" * 1_000 in it for it in said)
    assert not any("b" * 40 in it for it in said)


def test_another_encoding_is_read_and_said(salt: Ledger, tmp_path: Path) -> None:
    file = tmp_path / "talk.vtt"
    file.write_bytes("WEBVTT\n\n00:01.000 --> 00:02.000\nAda: Grüße\n".encode("cp1252"))
    found = looked_at(salt, file)
    assert "1 line is not UTF-8 and was read as Windows-1252" in [it.what for it in found.remarks]
    assert any("Grüße" in str(it.retelling.headline) for it in salt.told("salt"))


TEXTS = (
    "captions.vtt",
    "copied-chat.txt",
    "discord.txt",
    "fantasy-grounds.html",
    "fvtt-log-Tue-Jan-05-2021.txt",
    "iron-vault-journal.md",
    "recording.txt",
)


@pytest.mark.parametrize("name", TEXTS)
def test_a_line_longer_than_any_message_is_refused_and_not_cut_in_silence(
    salt: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(pieces, "LARGEST", 1 << 20)
    file, before = tmp_path / name, salt.head("salt")
    content = (FILES / name).read_bytes()
    file.write_bytes(content + b"\nAda: " + b"x" * (2 << 20) + b"\n")
    number = content.count(b"\n") + 2
    with pytest.raises(NotTaken, match=f"^Line {number} of {name} is longer than 1 MB, which no message is.$"):
        looked_at(salt, file)
    assert salt.head("salt") == before


def channel(words: str) -> str:
    said = {"id": f"1{len(words)}", "type": "Default", "content": words, "author": {"name": "Ada"}}
    return json.dumps({"guild": {"name": "Salt"}, "messages": [said], "messageCount": 1})


def messages(words: str) -> str:
    return json.dumps([{"_id": words, "content": words, "speaker": {"alias": "Ada"}, "type": 2}])


def turns(words: str) -> str:
    return json.dumps([{"TURNS": [{"NAMES": ["Ada"], "UTTERANCES": [words]}]}])


def recording(words: str) -> str:
    return json.dumps({"segments": [{"start": 60 * len(words), "end": 60 * len(words), "text": words}]})


def archive(words: str) -> str:
    said = json.dumps([{f"-N{words:->18}": {"who": "Ada", "type": "general", "content": words}}])
    return f'<html><script>var msgdata = "{base64.b64encode(said.encode()).decode()}";</script></html>\n'


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("chat.json", channel),
        ("chat.json", messages),
        ("chat.json", turns),
        ("chat.html", archive),
        ("a.json", recording),
    ],
)
def test_what_was_put_into_one_file_is_read_whole_or_named(
    tmp_path: Path, name: str, told: Callable[[str], str]
) -> None:
    file = tmp_path / name
    file.write_text(told("the tide is out") + told("and in again"), "utf-8")
    items = items_of(file)
    assert [it.text for it in items if isinstance(it, Said)] == ["the tide is out", "and in again"]
    assert [it for it in items if isinstance(it, Remarked) and it != NO_BEGINNING] == []
    file.write_text(told("the tide is out") + f"\n<p>{'It is in again. ' * 9}</p>", "utf-8")
    with source_at(file, Clock()) as source, spooled(source, format_of(source)) as spool:
        assert [it.text for it in spool] == ["the tide is out"]
        assert spool.broken


def test_an_archive_that_is_cut_off_says_so(tmp_path: Path) -> None:
    """Before it was mended, whoever gave one was told to unpack it first."""
    whole, cut = tmp_path / "whole.zip", tmp_path / "cut.zip"
    with zipfile.ZipFile(whole, "w") as archive:
        archive.write(FILES / "discord.json", "discord.json")
    cut.write_bytes(whole.read_bytes()[:200])
    with source_at(whole, Clock()) as source:
        assert format_of(source).key == "discord"
    with (
        pytest.raises(NotTaken, match="cut off or broken: copy or download it once more"),
        source_at(cut, Clock()),
    ):
        pass
