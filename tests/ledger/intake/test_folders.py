"""Worlds, folders, archives and several files as one source."""

import json
import re
import shutil
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from domain.kernel.logged.chapters.entries import EntryLogged
from domain.kernel.logged.chapters.evenings import EveningOpened
from exchange.imports.entries import EARLIER, About, NotTaken, Remarked, Said
from exchange.imports.folders import source_at, uploaded
from exchange.imports.importing import import_file
from exchange.imports.mapping import guessed
from exchange.imports.recognising import format_of
from exchange.imports.source import Clock
from exchange.imports.spool import spooled
from exchange.imports.survey import NO_EVENING, survey
from ledger.ledger import Ledger
from tests.support.intake import FILES
from tests.support.mangling import SECRETS
from tests.support.worlds import TIDEWAY, items_of, said_in


def a_message(number: int, content: str) -> dict[str, object]:
    known = f"m{number:015}"
    return {
        "_id": known,
        "_key": f"!messages!{known}",
        "author": "uGwen00000000001",
        "content": f"<p>{content}</p>",
        "rolls": [],
        "speaker": {"alias": "Gwen"},
        "style": 2,
        "timestamp": 1_700_000_000_000 - number,
    }


def test_one_file_a_message_is_read_in_the_order_of_time(tmp_path: Path) -> None:
    for number, content in enumerate(("last", "middle", "first")):
        file = tmp_path / f"{content}_m{number}.json"
        file.write_text(json.dumps(a_message(number, content), indent=2), "utf-8")
    (tmp_path / "torn_m9.json").write_text('{"_id": "m9",\n"content": "cut', "utf-8")
    (tmp_path / "map.webp").write_bytes(b"RIFF")
    with source_at(tmp_path, Clock()) as source:
        assert source.name == tmp_path.name
        with spooled(source, format_of(source)) as spool:
            assert spool.format.key == "foundry-nedb"
            said = list(spool)
    assert [it.text for it in said if not it.why] == ["first", "middle", "last"]
    assert [it.text for it in said if it.why] == ['{"_id": "m9", "content": "cut']


def test_a_world_is_one_source_with_its_names_and_its_title() -> None:
    items = items_of(TIDEWAY)
    said = {it.id[-2:]: it for it in items if isinstance(it, Said)}
    assert len(said) == 58
    assert [it for it in items if isinstance(it, About)] == [About("The Tideway", "tidesystem")]
    assert [it.deleted for it in items if isinstance(it, Remarked)] == [5]
    assert (said["61"].speaker, said["61"].alias, said["61"].user) == ("Sanna", "Sanna", "Wren")
    assert (said["01"].speaker, said["01"].place) == ("Gwen", "message m000000000000001")
    assert (said["62"].secret, said["62"].heard_by) == (True, ("Gwen",))
    assert not any(secret in repr(items) for secret in SECRETS)
    for part in ("data", "data/messages"):
        assert said_in(TIDEWAY / part) == list(said.values())


@pytest.mark.parametrize("chat", ["messages", "chat"])
def test_drawings_and_the_journal_of_a_world_are_named_and_not_read(tmp_path: Path, chat: str) -> None:
    world = tmp_path / "tide"
    world.mkdir()
    maps: list[dict[str, object]] = [
        {"_id": "s1", "name": "The pier", "drawings": [{"text": "Here"}, {}]},
        {"_id": "s2", "name": "The tower", "drawings": []},
        {"_id": "s3", "drawings": [{}]},
    ]
    pages: list[dict[str, object]] = [
        {"_id": "j1", "name": "Letters", "content": "<p>The lamp is a lie.</p>", "permission": {"default": 0}},
        {"_id": "j2"},
        {"_id": "j2", "$$deleted": True},
    ]
    for file, documents in {"scenes": maps, "journal": pages, chat: [a_message(1, "Row!")]}.items():
        (world / f"{file}.db").write_text("\n".join(json.dumps(it) for it in documents), "utf-8")
    items = items_of(world)
    assert [it.text for it in items if isinstance(it, Said)] == ["Row!"]
    assert [(it.place, it.what, it.unread) for it in items if isinstance(it, Remarked)] == [
        ("scenes", "3 drawings are on maps, and not read: The pier (2), a map without a name (1)", 0),
        ("journal", "1 entry of the world's journal is no chat, and not read", 0),
    ]
    for name in ("journal.db", "copy.db"):
        shutil.copy(world / "journal.db", file := tmp_path / name)
        with source_at(file, Clock()) as source, pytest.raises(NotTaken, match="and no chat"):
            format_of(source)


def test_the_oldest_chat_of_a_world_is_never_passed_over_in_silence(tmp_path: Path) -> None:
    old, newer = tmp_path / "chat.db", tmp_path / "messages.db"
    old.write_text(json.dumps(a_message(1, "Row!")) + "\n", "utf-8")
    newer.write_text(json.dumps(a_message(2, "Row on!")) + "\n", "utf-8")
    (tmp_path / "users.db").write_text(json.dumps({"_id": "uGwen00000000001", "name": "Gwen"}) + "\n", "utf-8")
    for named in (tmp_path, old):
        with pytest.raises(NotTaken, match=r"an older chat\.db with 1 message and a newer messages\.db with 1"):
            items_of(named)
    assert [it.text for it in said_in(newer)] == ["Row on!"]
    assert [it.text for it in said_in(tmp_path, both=True)] == ["Row on!", "Row!"]
    newer.write_text(newer.read_text("utf-8") + old.read_text("utf-8"), "utf-8")
    items = items_of(tmp_path)
    assert [it.text for it in items if isinstance(it, Said)] == ["Row on!", "Row!"]
    assert "the newer messages.db has all of its 1 message" in repr(items)
    newer.write_text('{"_id": "a", "type": "chat", "message": "Row!", "user": {"name": "Wren"}}\n', "utf-8")
    old.unlink()
    with pytest.raises(NotTaken, match="a chat of another tool than Foundry"):
        items_of(tmp_path)


def test_what_was_deleted_comes_for_the_gm_where_it_is_asked_for() -> None:
    items = items_of(TIDEWAY, deleted=True)
    deleted = [it for it in items if isinstance(it, Said) and it.deleted]
    assert [(it.id[-2:], it.secret) for it in deleted] == [(it, True) for it in ("07", "08", "09", "11", "12")]
    assert sum(it.deleted for it in items if isinstance(it, Remarked)) == 0


@pytest.fixture
def both(tmp_path: Path) -> Path:
    """A world whose older file has a message that the newer folder lacks, and one that both have."""
    world = Path(shutil.copytree(TIDEWAY, tmp_path / "tideway"))
    lines = [json.dumps(a_message(number, content)) for number, content in ((1, "old"), (99, "only here"))]
    (world / "data" / "messages.db").write_text("\n".join(lines), "utf-8")
    return world


def test_an_older_file_beside_a_newer_folder_is_never_taken_for_the_whole(both: Path) -> None:
    for named in (both, both / "data" / "messages.db"):
        with pytest.raises(NotTaken) as told:
            items_of(named)
        assert str(told.value).startswith(
            "In this world lie an older messages.db with 2 messages and a newer folder messages with 58; "
            "1 of the older ones are not in the newer. Take in both with --both"
        )
    assert len(said_in(both / "data" / "messages")) == 58
    said = list(said_in(both, both=True))
    joined = {it.id[-2:]: it.text for it in said if EARLIER not in it.marks}
    assert len(joined) == 59
    assert (joined["99"], joined["01"][:22]) == ("only here", "The tide goes out. Ste")
    assert [(it.text, it.secret) for it in said if EARLIER in it.marks] == [("old", True)]


def test_an_older_file_that_the_newer_folder_holds_is_passed_over(both: Path) -> None:
    old = both / "data" / "messages.db"
    old.write_text(json.dumps(a_message(1, "old")) + "\n", "utf-8")
    items = items_of(both)
    assert sum(isinstance(it, Said) for it in items) == 58
    assert any("has all of its 1 message, and 58 in all" in it.what for it in items if isinstance(it, Remarked))
    with pytest.raises(NotTaken, match="an older messages"):
        items_of(old)


def test_a_file_of_messages_learns_the_names_beside_it(tmp_path: Path) -> None:
    message = a_message(1, "Who am I?") | {"speaker": {"actor": "aOrrin0000000001"}}
    (tmp_path / "messages.db").write_text(json.dumps(message) + "\n", "utf-8")
    assert [it.speaker for it in said_in(tmp_path / "messages.db")] == ["an unnamed player (uGwe)"]
    users = {"_id": "uGwen00000000001", "name": "Gwen", "password": SECRETS[0]}
    (tmp_path / "users.db").write_text(json.dumps(users) + "\n", "utf-8")
    (tmp_path / "actors.db").write_text(json.dumps({"_id": "aOrrin0000000001", "name": "Orrin"}) + "\n", "utf-8")
    (said,) = said_in(tmp_path / "messages.db")
    assert (said.speaker, said.actor, said.user) == ("Orrin", "Orrin", "Gwen")


def test_files_of_a_world_that_are_uploaded_without_its_folder_are_one_world(tmp_path: Path) -> None:
    message = a_message(1, "Who am I?") | {"speaker": {"actor": "aOrrin0000000001"}}
    files = {
        "users.db": {"_id": "uGwen00000000001", "name": "Gwen", "password": SECRETS[0]},
        "messages.db": message,
        "actors.db": {"_id": "aOrrin0000000001", "name": "Orrin"},
        "world.json": {"title": "The Salt Coast", "system": "dnd5e"},
    }
    streams = [(name, BytesIO(json.dumps(it).encode() + b"\n")) for name, it in files.items()]
    with uploaded(streams, Clock()) as source:
        items = list(format_of(source).read(source))
    (said,) = [it for it in items if isinstance(it, Said)]
    assert (source.name, said.speaker, said.user) == ("messages.db", "Orrin", "Gwen")
    assert [it.title for it in items if isinstance(it, About)] == ["The Salt Coast"]
    alone = [("messages.db", BytesIO(json.dumps(message).encode())), ("more.txt", BytesIO(b"Ada: hello\n"))]
    with uploaded(alone, Clock()) as source:
        assert [it.name for it in source.inner] == ["messages.db", "more.txt"]


def test_an_empty_world_is_read_as_empty(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "messages.db").touch()
    shutil.copy(FILES / "foundry-users.db", tmp_path / "data" / "users.db")
    assert items_of(tmp_path) == []


def test_several_files_are_read_each_as_its_own_kind() -> None:
    names = ["discord.json", "captions.vtt", "foundry-users.db", "transcript.jsonl"]
    items = items_of([FILES / it for it in names])
    said = [it for it in items if isinstance(it, Said)]
    assert {it.file for it in said} == set(names) - {"foundry-users.db"}
    assert all(it.place.startswith(it.file) for it in said)
    told = [it.what for it in items if isinstance(it, Remarked) and it.place == "foundry-users.db"]
    assert told[0].startswith("it is not read: foundry-users.db holds the accounts of players")


def test_an_archive_is_what_lies_in_it(tmp_path: Path) -> None:
    archive = tmp_path / "world.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as into:
        for file in TIDEWAY.rglob("*"):
            into.write(file, Path("tideway") / file.relative_to(TIDEWAY))
    assert said_in(archive) == said_in(TIDEWAY)
    with archive.open("rb") as stream, uploaded([("world.zip", stream)], Clock()) as source:
        assert (source.name, format_of(source).key) == ("tideway", "foundry-nedb")
    tabs = tmp_path / "tabs.zip"
    with zipfile.ZipFile(tabs, "w") as into:
        into.write(FILES / "ccfolia.html", "main.html")
        into.write(FILES / "ccfolia.html", "../../other.html")
    assert [it.name for it in tmp_path.parent.glob("*.html")] == []
    assert {it.text for it in said_in(tabs)} == {it.text for it in said_in(FILES / "ccfolia.html")}
    archive.write_bytes(archive.read_bytes()[:3_000] + b"?" * 200 + archive.read_bytes()[3_200:])
    with pytest.raises(NotTaken, match="cannot be unpacked"):
        items_of(archive)


def test_an_archive_of_a_campaign_is_no_chat(tmp_path: Path) -> None:
    """Before, its chronicle came in as somebody's notes, in one evening."""
    bag = tmp_path / "low-water"
    for name in ("bagit.txt", "data/archive.json", "data/chronicle.md"):
        (bag / name).parent.mkdir(parents=True, exist_ok=True)
        (bag / name).write_text("# Low Water\n", "utf-8")
    packed = tmp_path / "low-water.zip"
    with zipfile.ZipFile(packed, "w") as into:
        for file in bag.rglob("*.*"):
            into.write(file, file.relative_to(tmp_path))
    for place in (bag, packed):
        refused = rf"^{re.escape(place.name)} is the archive of a campaign, and no chat: campaign import "
        with pytest.raises(NotTaken, match=refused), source_at(place, Clock()):
            raise AssertionError("it was read")


def test_a_folder_of_something_else_is_said_to_be_one(tmp_path: Path) -> None:
    (tmp_path / "map.webp").write_bytes(b"RIFF")
    with pytest.raises(NotTaken, match="holds no file that could be taken in"), source_at(tmp_path, Clock()):
        pass


FIRST = """---
title: "The causeway"
date: 2024-03-05
---
# At low tide

The tide is out. See [[People/Sanna|Sanna]].

## The lamp

`iv-meter:Momentum|5|6`
"""


DRAWING = """---
excalidraw-plugin: parsed
---
==Switch to the drawing==

# Excalidraw Data
## Text Elements
The pier ^a1b2c3d4

Orrin's boat ^e5f6a7b8

%%
## Drawing
N4KAkARALgngDgUw
"""


def test_dated_and_numbered_notes_are_evenings_and_headings_scenes(tmp_path: Path) -> None:
    notes = {
        "Journal/Session 2.md": "Night falls.",
        "Journal/Session 10.md": "Day breaks.",
        "Journal/first.md": FIRST,
        "People/Sanna.md": "She keeps the lamp.",
        "Maps/drawing.md": "---\nexcalidraw-plugin: parsed\n---\nN4KAkARALgngDgUw",
        "Maps/pier.excalidraw.md": DRAWING,
        "Maps/web.canvas": "{}",
        ".obsidian/hidden.md": "no note",
    }
    for name, text in notes.items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    items = items_of(tmp_path)
    said = [it for it in items if isinstance(it, Said)]
    assert [(it.evening, it.scene, it.text, it.when) for it in said] == [
        ("", "pier.excalidraw", "The pier\n\nOrrin's boat", None),
        ("", "Sanna", "She keeps the lamp.", None),
        ("Session 2", "", "Night falls.", None),
        ("Session 10", "", "Day breaks.", None),
        ("The causeway", "At low tide", "# At low tide", "2024-03-05T00:00:00.000Z"),
        ("The causeway", "At low tide", "The tide is out. See Sanna.", "2024-03-05T00:00:00.000Z"),
        ("The causeway", "The lamp", "## The lamp", "2024-03-05T00:00:00.000Z"),
        ("The causeway", "The lamp", "Momentum", "2024-03-05T00:00:00.000Z"),
    ]
    told = [it.what for it in items if isinstance(it, Remarked)]
    assert told[:3] == [
        "1 drawing is not read: web.canvas",
        "1 note is a drawing, and not read: drawing",
        "1 note is a drawing, of which only the words are read: pier.excalidraw",
    ]
    assert told[3].startswith("a note has neither date nor number, and belongs to no evening")


def _evenings_of(vault: Path) -> list[str]:
    with source_at(vault, Clock()) as source, spooled(source, format_of(source)) as spool:
        return [it.title for it in survey(spool).evenings]


def test_notes_before_the_first_numbered_evening_stand_in_a_part_of_their_own(tmp_path: Path) -> None:
    vault = tmp_path / "tide"
    vault.mkdir()
    (vault / "Sanna.md").write_text("She keeps the lamp.\n")
    for number in (1, 2):
        (vault / f"Session {number}.md").write_text(f"Night {number} falls.\n")
    assert _evenings_of(vault) == [NO_EVENING, "Session 1", "Session 2"]
    (vault / "Sanna.md").unlink()
    assert _evenings_of(vault) == ["Session 1", "Session 2"]


FIELDS = """---
title: The causeway
date: 2024-03-05
players: ["[[People/Ada|Ada]]", Bo]
weather: 'wind: [west](https://wind.example)'
harbour:
  - Low Quay
  - the pier
# not for readers
summary: >
  The lamp
  goes out.
tags: []
---
The tide is out.

Second thoughts.
"""


def test_fields_in_the_first_lines_of_a_note_stand_beside_its_first_entry(tmp_path: Path) -> None:
    for name, text in {"a.md": FIELDS, "b.md": "---\nkeeper: Sanna\n---\n", "c.md": "---\nA line.\n---\n"}.items():
        (tmp_path / name).write_text(text, "utf-8")
    fields = ("players: Ada, Bo", "weather: wind: [west](https://wind.example)", "harbour: Low Quay, the pier")
    assert [(it.text, it.marks) for it in items_of(tmp_path) if isinstance(it, Said)] == [
        ("keeper: Sanna", ()),
        ("---\nA line.\n---", ()),
        ("The tide is out.", (*fields, "summary: The lamp, goes out.")),
        ("Second thoughts.", ()),
    ]


MIXED = {
    "Sanna.md": "She keeps the lamp.",
    "Session 1.md": "The tide is out.",
    "Session 2.md": "Night falls.",
    "Session 3.md": "---\ndate: 2024-03-05\n---\nDay breaks.",
    "Session 4a.md": "---\ndate: 2024-03-12\nsession: 4\n---\nRain.",
    "Session 4b.md": "---\ndate: 2024-03-12\nsession: 4\n---\nMore rain.",
    "Session 5.md": "Nobody wrote down when.",
    "Session 6.md": "---\ndate: 2024-03-26\n---\nThe lamp is lit.",
}


def test_evenings_with_a_date_and_without_one_stand_in_one_row(tmp_path: Path, salt: Ledger) -> None:
    folder = tmp_path / "tide"
    folder.mkdir()
    for name, text in MIXED.items():
        (folder / name).write_text(text, "utf-8")
    with source_at(folder, Clock()) as source, spooled(source, format_of(source)) as spool:
        found = survey(spool)
        import_file(salt, spool, found, guessed(spool, found, "salt", {}))
    told: dict[str, list[str]] = {}
    for it in (it.record.event for it in salt.told("salt")):
        if isinstance(it, EveningOpened):
            told[it.title] = []
        elif isinstance(it, EntryLogged):
            told[list(told)[-1]].append(it.text)
    titles = [NO_EVENING, *(name.removesuffix(".md") for name in list(MIXED)[1:])]
    assert told == dict(zip(titles, ([it.rpartition("\n")[2]] for it in MIXED.values()), strict=True))
    for name in ("Session 1.md", "Session 2.md", "Session 5.md"):
        (folder / name).unlink()
    assert _evenings_of(folder) == [NO_EVENING, "Session 3", "Session 4a", "Session 4b", "Session 6"]
