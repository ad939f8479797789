"""Damaging the pages of a ledger's indexes one by one, and asking of each what the program then says and does."""

import shutil
import struct
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from domain.kernel.game import AnyGame
from domain.kernel.people import EVERYONE
from exchange.archive.layout import RECORDS
from exchange.archive.writing import write_archive
from ledger.care.repair.repairing import Repair, is_sound, repair_file
from ledger.database.errors import LIBRARY_ERRORS
from ledger.database.sqlite.driver import sqlite3
from ledger.errors import LedgerError
from ledger.ledger import Ledger
from projections.read_models import ReadModels

INTERIOR, LEAF = 2, 10
"""The kinds of a page in an index, as SQLite numbers them."""
EXPECTED = (LedgerError, *LIBRARY_ERRORS.values())
"""The errors a damaged file may end in: one sentence, and not that the program broke."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of an index, or of a table that is kept as one."""

    index: str
    number: int


def index_pages(path: Path) -> list[Page]:
    """Every page of every index of a file."""
    content = path.read_bytes()
    size = page_size(content)
    with closing(sqlite3.connect(path)) as database:
        roots = database.execute("SELECT name, rootpage FROM sqlite_master WHERE rootpage > 0").fetchall()
    return [Page(name, number) for name, root in roots for number in _pages(content, size, root)]


def page_size(content: bytes) -> int:
    """The length of a page of this file, in bytes."""
    (size,) = struct.unpack(">H", content[16:18])
    return 65536 if size == 1 else int(size)


def _pages(content: bytes, size: int, root: int) -> Iterator[int]:
    start = (root - 1) * size
    kind, _free, cells = struct.unpack(">BHH", content[start : start + 5])
    if kind not in (INTERIOR, LEAF):
        return
    yield root
    if kind == INTERIOR:
        (right,) = struct.unpack(">I", content[start + 8 : start + 12])
        places = struct.unpack(f">{cells}H", content[start + 12 : start + 12 + 2 * cells])
        children = [struct.unpack(">I", content[start + at : start + at + 4])[0] for at in places]
        for child in (*children, right):
            yield from _pages(content, size, child)


def emptied(page: bytes) -> bytes:
    """A sound page with nothing on it: its index has simply lost what was there."""
    kind, size = page[0], len(page)
    right = page[8:12] if kind == INTERIOR else b""
    header = struct.pack(">BHHHB", kind, 0, 0, size if size < 65536 else 0, 0) + right
    return header + bytes(size - len(header))


def entries(page: bytes) -> tuple[int, bytes, list[bytes]]:
    """The kind of an index's page, its last child, and its entries in order."""
    kind, _free, cells = struct.unpack(">BHH", page[:5])
    interior = kind == INTERIOR
    first = 12 if interior else 8
    places = struct.unpack(f">{cells}H", page[first : first + 2 * cells])
    return kind, page[8:12] if interior else b"", [_entry(page, at, 4 if interior else 0) for at in places]


def _entry(page: bytes, begin: int, child: int) -> bytes:
    """An entry: its child, how long it is as a number of seven bits a byte, and so many bytes of the page."""
    length, at = 0, begin + child
    while at < len(page):
        length = length << 7 | page[at] & 0x7F
        at += 1
        if page[at - 1] < 0x80:
            break
    return page[begin : at + length]


def damaged(path: Path, page: Page, how: str, older: bytes) -> bytes | None:
    """The file's bytes with one page damaged; None where that changes nothing. `older` is the file as it was."""
    content = bytearray(path.read_bytes())
    size = page_size(content)
    start, end = (page.number - 1) * size, page.number * size
    was = bytes(content[start:end])
    stale = older[start:end]
    new = {"emptied": emptied(was), "zeroed": bytes(size), "stale": stale}[how]
    if new == was or len(new) != size or (how == "stale" and new[0] not in (INTERIOR, LEAF)):
        return None
    if how == "stale" and entries(new) == entries(was):
        return None  # what differs is left over from entries that are gone
    content[start:end] = new
    return bytes(content)


@dataclass(slots=True)
class Outcome:
    """The outcome of all damages."""

    tried: int = 0
    slowest: float = 0
    """Seconds from the damage to a ledger that is sound again."""
    wrong: list[str] = field(default_factory=list)
    """Outcomes that should not have been: taken for sound, a shorter state, a shorter export, or not mended."""


def damage_each_page(
    path: Path, older: bytes, games: Mapping[str, AnyGame], work: Path, every: int = 1, first: int = 0
) -> Outcome:
    """Try every so many of all damages to a file that holds sound campaigns."""
    outcome = Outcome()
    with closing(_opened(path, games)) as ledger:
        sound = {entry.slug: str(ledger.moment(entry.slug)) for entry in ledger.campaigns()}
        records = {slug: _exported(ledger, slug, work) for slug in sound}
    kinds = [(page, how) for page in index_pages(path) for how in ("emptied", "zeroed", "stale")]
    for page, how in kinds[first::every]:
        content = damaged(path, page, how, older)
        if content is None:
            continue
        copy = work / "damaged.sqlite3"
        copy.write_bytes(content)
        began = perf_counter()
        outcome.wrong += [
            f"{page.index} page {page.number} {how}: {it}" for it in _tried(copy, games, sound, records)
        ]
        outcome.slowest = max(outcome.slowest, perf_counter() - began)
        outcome.tried += 1
        for left in work.glob("damaged.sqlite3*"):
            left.unlink()
    return outcome


def _opened(path: Path, games: Mapping[str, AnyGame]) -> Ledger:
    ledger = Ledger(games, {"SQLALCHEMY_URL": f"sqlite:///{path}"})
    try:
        ledger.followers.append(ReadModels(ledger))
    except BaseException:
        ledger.close()
        raise
    return ledger


def _can_be_read(ledger: Ledger) -> bool:
    views = ReadModels(ledger)
    for entry in ledger.campaigns():
        views.catch_up(entry.slug)
    return True


def _exported(ledger: Ledger, slug: str, work: Path) -> bytes:
    place = work / "exported"
    shutil.rmtree(place, ignore_errors=True)
    write_archive(ledger, slug, place, chronicle=lambda _head: (), told_to=EVERYONE)
    found = (place / RECORDS).read_bytes()
    shutil.rmtree(place)
    return found


def _tried(
    copy: Path, games: Mapping[str, AnyGame], sound: Mapping[str, str], records: Mapping[str, bytes]
) -> Iterator[str]:
    try:
        with closing(_opened(copy, games)) as ledger:
            try:
                if is_sound(ledger):
                    yield "it is taken for sound"
            except EXPECTED:
                pass
            for slug in sound:
                try:
                    if str(ledger.moment(slug)) != sound[slug]:
                        yield f"{slug} has another state"
                except EXPECTED:
                    pass
                try:
                    if _exported(ledger, slug, copy.parent) != records[slug]:
                        yield f"{slug} is exported otherwise"
                except EXPECTED:
                    pass
    except EXPECTED:
        pass  # it is not even opened
    problems = repair_file(Repair(games=games, beside=_can_be_read), copy).problems
    with closing(_opened(copy, games)) as ledger:
        if problems or not is_sound(ledger):
            yield f"it is not mended: {problems}"
        elif {slug: str(ledger.moment(slug)) for slug in sound} != sound:
            yield "it is mended to another state"
