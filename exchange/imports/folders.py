"""Folders, archives and several files as one source.

A world of Foundry becomes one file, and so do messages that its command line unpacked, one JSON file each. Of any
other folder every file that can be read is read, as its own kind, under one mapping.
"""

import json
import re
import shutil
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from exchange.archive.recognising import is_archive
from exchange.imports.entries import NotTaken, Remarked
from exchange.imports.foundry.world import ABOUT, CHATS, NAMED, World, is_a_message, world_at, written
from exchange.imports.source import Clock, ImportFile, json_value
from exchange.imports.texts import on_one_line

_MOST = 64 << 20
"""Bytes of one file of an unpacked message. What is larger is no message of anybody."""
_MOST_FILES = 50_000
_MOST_UNPACKED = 4 << 30
_ALWAYS_UNPACKED = 64 << 20
_MOST_TIMES = 100
"""Words are packed to a tenth. What unpacks to so many times its size, beyond a chat of any length, holds none."""
_DRAWN = frozenset((".canvas", ".excalidraw"))
"""The endings of drawings that lie beside notes."""
_MOST_NAMED = 12
_TEXTS = frozenset((".json", ".jsonl", ".db", ".html", ".htm", ".txt", ".md", ".markdown", ".csv", ".vtt", ".srt"))
"""The endings of files that may hold a chat. Pictures and maps lie beside them in many folders."""


@contextmanager
def source_at(
    path: Path | Sequence[Path],
    clock: Clock,
    *,
    both: bool = False,
    deleted: bool = False,
    undated: bool = False,
) -> Iterator[ImportFile]:
    """A file, a folder, an archive or several of them as one source.

    `both`: an older and a newer chat of a world are read together. `deleted`: what was deleted in the other tool
    and still stands in the file is read too. `undated`: notes without date or number tell of play. Raises
    `NotTaken`.
    """
    paths = [path] if isinstance(path, Path) else list(path)
    with tempfile.TemporaryDirectory(prefix="source-") as folder:
        found = [source for it in paths for source in _sources(it, clock, Path(folder), both)]
        yield replace(_together(found, paths, clock, deleted), undated=undated)


@contextmanager
def uploaded(
    files: Sequence[tuple[str, BinaryIO]],
    clock: Clock,
    *,
    both: bool = False,
    deleted: bool = False,
    undated: bool = False,
) -> Iterator[ImportFile]:
    """Uploaded files as one source, on the disk for as long as they are looked at. Raises `NotTaken`."""
    with tempfile.TemporaryDirectory(prefix="upload-") as kept:
        paths, beside = [], _of_one_world([Path(name).name for name, _stream in files])
        for number, (name, stream) in enumerate(files):
            called = re.sub(r"[\x00-\x1f/\\:]", "_", Path(name).name)[-200:] or "file"
            place = Path(kept) / (beside.get(called) or str(number)) / called
            place.parent.mkdir(parents=True, exist_ok=True)
            with place.open("wb") as into:
                shutil.copyfileobj(stream, into)
            if called not in beside or called in CHATS:
                paths.append(place)
        with source_at(paths, clock, both=both, deleted=deleted, undated=undated) as source:
            yield source


def _of_one_world(names: Sequence[str]) -> dict[str, str]:
    """The folders for files of one world of Foundry that come without theirs: names and title beside its chat."""
    once = {it for it in names if names.count(it) == 1}
    named = {it: "world/data" for it in (f"{kind}.db" for kind in NAMED) if it in once}
    chats = [it for it in CHATS if it in once]
    if len(chats) != 1 or not named:
        return {}
    return {chats[0]: "world/data", **named, **({ABOUT: "world"} if ABOUT in once else {})}


def _together(found: list[ImportFile], paths: list[Path], clock: Clock, deleted: bool) -> ImportFile:
    read = [replace(it, deleted=deleted) for it in found]
    if len(read) == 1:
        return replace(read[0], folder=paths[0].resolve().name)
    if not read:
        names = ", ".join(it.resolve().name for it in paths) or "Nothing"
        raise NotTaken(f"{names} holds no file that could be taken in: name a chat, a log or a note in it.")
    name = paths[0].resolve().name if len(paths) == 1 else f"{read[0].name} and {len(read) - 1} more"
    return ImportFile(paths[0], name, clock, deleted, tuple(_drawings_beside(paths)), inner=tuple(read))


def _drawings_beside(paths: list[Path]) -> Iterator[Remarked]:
    drawn = sorted(
        on_one_line(file.name)
        for folder in paths
        if folder.is_dir()
        for file in folder.rglob("*")
        if file.suffix.lower() in _DRAWN and not _is_hidden(file, folder)
    )
    if drawn:
        named = ", ".join(drawn[:_MOST_NAMED]) + (" …" if len(drawn) > _MOST_NAMED else "")
        one = "1 drawing is" if len(drawn) == 1 else f"{len(drawn)} drawings are"
        yield Remarked("the whole folder", f"{one} not read: {named}", unread=len(drawn))


def _sources(path: Path, clock: Clock, folder: Path, both: bool) -> Iterator[ImportFile]:
    if is_archive(path):
        raise NotTaken(
            f"{path.name} is the archive of a campaign, and no chat: "
            f"campaign import {path.name} puts it into a ledger."
        )
    if world := world_at(path):
        yield _of_world(world, clock, folder, both)
    elif path.is_dir():
        yield from _of_folder(path, clock, folder, both)
    elif zipfile.is_zipfile(path):
        yield from _of_archive(path, clock, folder, both)
    elif _begins_as_archive(path):
        raise NotTaken(f"{path.name} is a zip archive that is cut off or broken: copy or download it once more.")
    else:
        yield ImportFile(path, path.name, clock)


def _begins_as_archive(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(4) == b"PK\x03\x04"


def _place(folder: Path, ending: str) -> Path:
    return folder / f"{sum(1 for _ in folder.iterdir())}{ending}"


def _of_world(world: World, clock: Clock, folder: Path, both: bool) -> ImportFile:
    place = _place(folder, ".db")
    with place.open("wb") as into:
        remarks = written(world, into, both=both)
    return ImportFile(place, world.asked.resolve().name, clock, remarks=tuple(remarks), joined=True)


def _of_folder(path: Path, clock: Clock, folder: Path, both: bool) -> Iterator[ImportFile]:
    worlds = [it for it in sorted(path.iterdir()) if it.is_dir() and world_at(it)]
    for it in worlds:
        yield from _sources(it, clock, folder, both)
    readable = (it for it in path.rglob("*") if _may_be_read(it, path) and not _within(it, worlds))
    files = sorted(islice(readable, _MOST_FILES + 1))  # whoever names a whole disk is not to wait for all of it
    if len(files) > _MOST_FILES:
        raise NotTaken(f"{path.name} holds more than {_MOST_FILES:,} files: name the folder of the chat in it.")
    if files and all(it.suffix == ".json" for it in files) and _is_a_message(files[0]):
        yield _joined(files, path.resolve().name, clock, folder)
        return
    for it in files:
        yield ImportFile(it, it.relative_to(path).as_posix(), clock)


def _within(file: Path, worlds: Sequence[Path]) -> bool:
    return any(it in file.parents for it in worlds)


def _may_be_read(file: Path, folder: Path) -> bool:
    return (
        file.suffix.lower() in _TEXTS and not _is_hidden(file, folder) and file.is_file() and not file.is_symlink()
    )


def _is_hidden(file: Path, folder: Path) -> bool:
    return any(part.startswith((".", "__MACOSX")) for part in file.relative_to(folder).parts)


def _is_a_message(file: Path) -> bool:
    value = json_value(_read(file))
    return value is None or (isinstance(value, dict) and "messages" not in value and is_a_message(value))


def _joined(files: Sequence[Path], name: str, clock: Clock, folder: Path) -> ImportFile:
    """Messages of one JSON file each, each on a line."""
    place = _place(folder, ".jsonl")
    with place.open("wb") as joined:
        for file in files:
            joined.write(_on_a_line(file) + b"\n")
    return ImportFile(place, name, clock, joined=True)


def _read(file: Path) -> bytes:
    with file.open("rb") as stream:
        return stream.read(_MOST)


def _on_a_line(file: Path) -> bytes:
    raw = _read(file)
    value = json_value(raw)
    if value is None:
        return b" ".join(raw.split())  # it is kept word for word, and said not to be understood
    return json.dumps(value, ensure_ascii=False, sort_keys=True).encode("utf-8", "replace")


def _of_archive(path: Path, clock: Clock, folder: Path, both: bool) -> Iterator[ImportFile]:
    """The files of a zip archive, unpacked beside one another for as long as they are read."""
    into = _place(folder, "")
    into.mkdir()
    try:
        with zipfile.ZipFile(path) as archive:
            _unpacked(archive, into, path.name)
    except (zipfile.BadZipFile, OSError, RuntimeError, EOFError, ValueError) as error:
        raise NotTaken(f"{path.name} is a zip archive that cannot be unpacked: it is broken or locked.") from error
    inside = list(into.iterdir())
    if len(inside) == 1 and inside[0].is_file() and zipfile.is_zipfile(inside[0]):
        raise NotTaken(f"{path.name} holds another archive, {inside[0].name}: unpack it first.")
    for source in _sources(inside[0] if len(inside) == 1 else into, clock, folder, both):
        yield replace(source, name=path.name if source.joined and len(inside) > 1 else source.name)


def _unpacked(archive: zipfile.ZipFile, into: Path, name: str) -> None:
    members = [it for it in archive.infolist() if not it.is_dir()]
    whole, packed = sum(it.file_size for it in members), sum(it.compress_size for it in members)
    most = min(_MOST_UNPACKED, max(_ALWAYS_UNPACKED, packed * _MOST_TIMES))
    if len(members) > _MOST_FILES or whole > most:
        raise NotTaken(f"{name} would unpack to more than any chat is: take the chat out of it yourself.")
    for member in members:
        parts = [it for it in member.filename.replace("\\", "/").split("/") if it not in ("", ".")]
        if not parts or ".." in parts or ":" in parts[0]:
            continue
        place = into.joinpath(*(it[:150] for it in parts))
        place.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(member) as stream, place.open("wb") as out:
            left = member.file_size
            while left > 0 and (part := stream.read(min(left, 1 << 20))):
                out.write(part)
                left -= len(part)
