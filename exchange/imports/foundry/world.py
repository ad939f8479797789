"""A world of Foundry as one file: its messages, one a line as NeDB keeps them, and who and what they speak of.

Behind the messages stand the ids and names of users, actors and scenes, and the title and the system of the world.
Nothing else is taken from those files: accounts keep their passwords in them.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from exchange.imports.entries import NotTaken, Remarked
from exchange.imports.leveldb.folder import Documents, is_one
from exchange.imports.pieces import lines
from exchange.imports.places import Places
from exchange.imports.source import json_value
from exchange.imports.texts import name

NAMED = ("users", "actors", "scenes")
_MOST_NAMED = 12
MESSAGES, EARLIEST, ABOUT = "messages.db", "chat.db", "world.json"
"""The files of a world: its chat as it was kept to version 10, and to version 8, and what it says of itself."""
CHATS = (MESSAGES, EARLIEST)
NO_CHAT = (
    *("actors", "cards", "combats", "folders", "fog", "items", "journal", "macros", "playlists"),
    *("scenes", "settings", "tables"),
)
"""The other collections of a world, each a file like its chat. A journal is the GM's, whatever it says."""


@dataclass(frozen=True, slots=True)
class World:
    """The places of a world's messages. `old`: the files `chat.db` and `messages.db` as far as they are there, to
    version 8 and to version 10. `new`: the folder, from 11 on.
    """

    data: Path
    old: tuple[Path, ...]
    new: Path | None
    asked: Path
    """The folder or file that was named: the world, its folder `data`, or one of its chats."""

    @property
    def about(self) -> Path:
        """The file that says what the world is called."""
        return self.data.parent / ABOUT


def world_at(path: Path) -> World | None:
    """The world that a path names, or None: the world's folder, its `data`, or one of its chats."""
    if path.is_file():
        if path.name not in CHATS:
            return None
        return _world(path.parent, path) if _has_more(path.parent) else None
    if is_one(path):
        return World(path.parent, (), path, path)
    return next((found for it in (path / "data", path) if (found := _world(it, path))), None)


def is_a_message(document: Mapping[str, Any]) -> bool:
    """True if a document is a message. One of a journal has an id and a content as well, but nobody says it."""
    keys = document.keys()
    if "_id" not in keys:
        return False
    return not keys.isdisjoint(_OF_A_MESSAGE) or ("content" in keys and not keys.isdisjoint(_BESIDE_WORDS))


_OF_A_MESSAGE = ("speaker", "roll", "rolls")
_BESIDE_WORDS = ("timestamp", "user", "author", "whisper")


def _has_more(data: Path) -> bool:
    """True if more lies beside its messages than a copied file."""
    return is_one(data / "messages") or any((data / f"{it}.db").is_file() for it in NAMED)


def _world(data: Path, asked: Path) -> World | None:
    new = data / "messages" if is_one(data / "messages") else None
    alone = new is None and asked == data / MESSAGES
    old = tuple(
        file for it in (EARLIEST, MESSAGES) if (file := data / it).is_file() and not (alone and file != asked)
    )
    return World(data, old, new, asked) if old or new else None


def written(world: World, into: BinaryIO, *, both: bool) -> list[Remarked]:
    """Write a world as one file, and what was seen on the way. Raises `NotTaken` where two chats contradict."""
    remarks: list[Remarked] = []
    if world.new is None:
        *older, newest = world.old
        for file in older:
            if _goes_along(world, file, newest.name, _ids_of(newest), remarks, both):
                _copied(file, into)
        _copied(newest, into)
    else:
        with closing(Documents(world.new, "!messages!")) as documents:
            remarks += documents.remarks
            for file in world.old:
                if _goes_along(world, file, "folder messages", _kept_in(documents), remarks, both):
                    _copied(file, into)
            for kept in documents:
                _put(into, kept.value)
                if kept.deleted:
                    known = {"$$deleted": True, "_id": kept.key.removeprefix("!messages!")}
                    _put(into, json.dumps(known).encode())
        remarks += _aside(world.new)
    for kind in NAMED:
        drawn: Counter[str] = Counter()
        if named := [*_names_before(world.data, kind), *_names(_documents(world.data, kind, drawn), kind, drawn)]:
            _put(into, json.dumps({f"$${kind}": named}, ensure_ascii=False).encode("utf-8", "replace"))
        remarks += _drawings(named, drawn)
    remarks += _journal(world.data)
    about = json_value(world.about.read_bytes()[:1_000_000]) if world.about.is_file() else None
    if isinstance(about, dict):
        told = {key: name(about.get(key)) for key in ("title", "system")}
        _put(into, json.dumps({"$$world": told}, ensure_ascii=False).encode("utf-8", "replace"))
    into.flush()
    return remarks


def _put(into: BinaryIO, document: bytes) -> None:
    if b"\n" in document or b"\r" in document:
        value = json_value(document)
        document = b" ".join(document.split()) if value is None else json.dumps(value).encode()
    into.write(document + b"\n")


def _copied(old: Path, into: BinaryIO) -> None:
    """The lines of `messages.db` as they are, so that their numbers stay."""
    with old.open("rb") as stream:
        last = b"\n"
        while part := stream.read(1 << 20):
            into.write(part)
            last = part[-1:]
    into.write(b"" if last == b"\n" else b"\n")


def _ids_of(file: Path) -> Iterator[tuple[str, bool]]:
    """The ids of a file in the order of its lines, each with whether its message is deleted there."""
    with file.open("rb") as stream:
        for piece in lines(stream):
            document = json_value(piece.raw)
            if isinstance(document, dict) and isinstance(known := document.get("_id"), str):
                yield known, bool(document.get("$$deleted"))


def _kept_in(documents: Documents) -> Iterator[tuple[str, bool]]:
    for kept in documents:
        yield kept.key.removeprefix("!messages!"), kept.deleted


def _goes_along(
    world: World, old: Path, newer: str, ids: Iterator[tuple[str, bool]], remarks: list[Remarked], both: bool
) -> bool:
    """True if an older file is read beside a newer chat with these ids. Raises `NotTaken` unless that was said."""
    older = Places()
    for known, deleted in _ids_of(old):
        older.drop(known) if deleted else older.put(known, 0.0, 0, 0, "")
    many = len(older)
    if both or not many:
        return both
    there = Places()
    for known, deleted in ids:
        there.drop(known) if deleted else there.put(known, 0.0, 0, 0, "")
        older.drop(known)
    if not len(there) and not len(older):
        raise NotTaken(
            f"In this world lie an older {old.name} with {_counted(many)} and a newer {newer} in which all of "
            f"them were deleted. Copy {old.name} out of the world and take in the copy; or take in both with "
            "--both, and what was deleted with --deleted, for the GM."
        )
    if world.asked != old and not len(older):
        what = f"it was not read: the newer {newer} has all of its {_counted(many)}, and {len(there)} in all"
        remarks.append(Remarked(old.name, what))
        return False
    raise NotTaken(
        f"In this world lie an older {old.name} with {_counted(many)} and a newer {newer} with {len(there)}; "
        f"{len(older)} of the older ones are not in the newer. Take in both with --both, or name the {newer} "
        "to take in that alone."
    )


def _counted(messages: int) -> str:
    return "1 message" if messages == 1 else f"{messages} messages"


def _aside(folder: Path) -> Iterator[Remarked]:
    """Remarks on what a repair of the database put away, which is no part of the chat any more."""
    lost = folder / "lost"
    files = [it for it in lost.iterdir() if it.stat().st_size] if lost.is_dir() else []
    if any(it.suffix in (".log", ".ldb") for it in files):
        what = (
            "a repair of the database once put these older files away, and they are not read: "
            "name this folder to take in what stands in them"
        )
        yield Remarked("lost", what)


def _names_before(data: Path, kind: str) -> Iterator[dict[str, str]]:
    """Ids and names in the file beside a newer folder: who has left since spoke in the chat as well."""
    if is_one(data / kind) and (old := data / f"{kind}.db").is_file():
        yield from _names(_lines_of(old), kind, Counter())


def _names(documents: Iterator[Any], kind: str, drawn: Counter[str]) -> Iterator[dict[str, str]]:
    """Ids and names; `drawn` counts the drawings of each, where it is a map."""
    for document in documents:
        known = document.get("_id") if isinstance(document, dict) else None
        if not isinstance(known, str):
            continue
        drawings = document.get("drawings")
        if kind == "scenes" and isinstance(drawings, list) and known not in drawn:
            drawn[known] = len(drawings)
        if called := name(document.get("name")):
            yield {"_id": known, "name": called}


def _drawings(scenes: list[dict[str, str]], drawn: Counter[str]) -> Iterator[Remarked]:
    """A remark on drawings that lie on maps, which say nothing that the chat could."""
    if many := drawn.total():
        called = {it["_id"]: it["name"] for it in scenes}
        told = [
            f"{called.get(scene, 'a map without a name')} ({count})" for scene, count in drawn.items() if count
        ]
        named = ", ".join(told[:_MOST_NAMED]) + (" …" if len(told) > _MOST_NAMED else "")
        yield Remarked(
            "scenes", f"{many} {'drawing is' if many == 1 else 'drawings are'} on maps, and not read: {named}"
        )


def _journal(data: Path) -> Iterator[Remarked]:
    """A remark on the world's journal, which is no chat."""
    found: dict[object, None] = {}
    for document in _documents(data, "journal", Counter()):
        if isinstance(document, dict):
            found[document.get("_id")] = None
            if document.get("$$deleted"):
                del found[document.get("_id")]
    if many := len(found):
        entries = "1 entry" if many == 1 else f"{many} entries"
        yield Remarked(
            "journal", f"{entries} of the world's journal {'is' if many == 1 else 'are'} no chat, and not read"
        )


def _documents(data: Path, kind: str, drawn: Counter[str]) -> Iterator[Any]:
    old, new = data / f"{kind}.db", data / kind
    if is_one(new):
        parts = f"!{kind}.drawings!" if kind == "scenes" else ""
        with closing(Documents(new, f"!{kind}!", parts)) as documents:
            drawn.update(it.removeprefix(parts).partition(".")[0] for it in documents.parts)
            for kept in documents:
                if kept.deleted and kind == "journal":
                    continue
                yield json_value(kept.value)
    elif old.is_file():
        yield from _lines_of(old)


def _lines_of(file: Path) -> Iterator[Any]:
    with file.open("rb") as stream:
        for piece in lines(stream):
            yield json_value(piece.raw)
