"""A world of Foundry as one file: its messages, one a line as NeDB keeps them, and who and what they speak of.

Behind the messages stand the ids and names of users, actors and scenes, and the title and the system of the world.
Nothing else is taken from those files: accounts keep their passwords in them.
"""

import json
from collections import Counter
from collections.abc import Iterator
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
MESSAGES, ABOUT = "messages.db", "world.json"
"""The files of a world: its chat as it was kept to version 10, and what it says of itself."""


@dataclass(frozen=True, slots=True)
class World:
    """The places of a world's messages. `old`: `messages.db`, to version 10. `new`: the folder, from 11 on."""

    data: Path
    old: Path | None
    new: Path | None
    asked: Path
    """The folder or file that was named: the world, its folder `data`, or one of the two."""

    @property
    def about(self) -> Path:
        """The file that says what the world is called."""
        return self.data.parent / ABOUT


def world_at(path: Path) -> World | None:
    """The world that a path names, or None: the world's folder, its `data`, `messages.db` or `messages`."""
    if path.is_file():
        if path.name != MESSAGES:
            return None
        return _world(path.parent, path) if _has_more(path.parent) else None
    if is_one(path):
        return World(path.parent, None, path, path)
    return next((found for it in (path / "data", path) if (found := _world(it, path))), None)


def _has_more(data: Path) -> bool:
    """True if more lies beside its messages than a copied file."""
    return is_one(data / "messages") or any((data / f"{it}.db").is_file() for it in NAMED)


def _world(data: Path, asked: Path) -> World | None:
    old, new = data / MESSAGES, data / "messages"
    known_old, known_new = old if old.is_file() else None, new if is_one(new) else None
    return World(data, known_old, known_new, asked) if known_old or known_new else None


def written(world: World, into: BinaryIO, *, both: bool) -> list[Remarked]:
    """Write a world as one file, and what was seen on the way. Raises `NotTaken` where two chats contradict."""
    remarks: list[Remarked] = []
    if world.new is None:
        _copied(world.old, into)
    else:
        with closing(Documents(world.new, "!messages!")) as documents:
            remarks += documents.remarks
            old = world.old if _goes_along(world, documents, remarks, both) else None
            _copied(old, into)
            for kept in documents:
                _put(into, kept.value)
                if kept.deleted:
                    known = {"$$deleted": True, "_id": kept.key.removeprefix("!messages!")}
                    _put(into, json.dumps(known).encode())
        remarks += _aside(world.new)
    for kind in NAMED:
        drawn: Counter[str] = Counter()
        if named := list(_names(world.data, kind, drawn)):
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


def _copied(old: Path | None, into: BinaryIO) -> None:
    """The lines of `messages.db` as they are, so that their numbers stay."""
    if old is None:
        return
    with old.open("rb") as stream:
        last = b"\n"
        while part := stream.read(1 << 20):
            into.write(part)
            last = part[-1:]
    into.write(b"" if last == b"\n" else b"\n")


def _goes_along(world: World, documents: Documents, remarks: list[Remarked], both: bool) -> bool:
    """True if the older file is read beside the folder. Raises `NotTaken` where nobody has said so."""
    if world.old is None:
        return False
    older, newer = Places(), 0
    with world.old.open("rb") as stream:
        for piece in lines(stream):
            document = json_value(piece.raw)
            if isinstance(document, dict) and isinstance(known := document.get("_id"), str):
                if document.get("$$deleted"):
                    older.drop(known)
                else:
                    older.put(known, 0.0, 0, 0, "")
    many = len(older)
    for kept in documents:
        newer += not kept.deleted
        older.drop(kept.key.removeprefix("!messages!"))
    if both or not many:
        return both
    if world.asked != world.old and not len(older):
        what = f"it was not read: the newer folder messages has all of its {many} messages, and {newer} in all"
        remarks.append(Remarked("messages.db", what))
        return False
    raise NotTaken(
        f"In this world lie an older messages.db with {many} messages and a newer folder messages with {newer}; "
        f"{len(older)} of the older ones are not in the newer. Take in both with --both, or name the folder "
        "messages to take in that alone."
    )


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


def _names(data: Path, kind: str, drawn: Counter[str]) -> Iterator[dict[str, str]]:
    """Ids and names; `drawn` counts the drawings of each, where it is a map."""
    for document in _documents(data, kind, drawn):
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
        with old.open("rb") as stream:
            for piece in lines(stream):
                yield json_value(piece.raw)
