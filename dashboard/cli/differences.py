"""`diff`: what differs between two positions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from rich.text import Text

from dashboard.cli.asked import Asked
from dashboard.cli.looking import names, viewer
from dashboard.cli.printing import as_json, cell, line, rows, say, table
from dashboard.wiring import Library
from domain.kernel.people import Viewer
from projections.advancement import ADVANCEMENT, Track
from projections.changes import Change, changes
from projections.relations import RELATIONS, map_changes
from projections.views import sheets_at, view_at

Key = TypeVar("Key")
Value = TypeVar("Value")

_BETTER = {True: "green", False: "red", None: ""}


@dataclass(frozen=True, slots=True)
class Differences:
    """What differs between two positions, and whether one lies on the way to the other."""

    same_line: bool
    sheets: list[Change]
    relations: list[Change]
    advancement: list[Change]

    def __bool__(self) -> bool:
        return bool(self.sheets or self.relations or self.advancement)


def show(asked: Asked, campaign: str, p: int, q: int, who: str | None) -> None:
    """Print what differs between `p` and `q`."""
    with asked.existing() as library:
        slug = library.ledger.find(campaign).slug
        looker = viewer(library, slug, who)
        found = between(library, slug, p, q, looker)
        called = {**names(library, slug, p), **names(library, slug, q)}
    if asked.json:
        as_json(
            {
                "from": p,
                "to": q,
                "same_line": found.same_line,
                "sheets": found.sheets,
                "relations": found.relations,
                "advancement": found.advancement,
            }
        )
        return
    if not found:
        say(f"Nothing on the sheets, the map or the tracks differs between {p} and {q}.")
    for title, part in (
        ("Sheets", found.sheets),
        ("Map", found.relations),
        ("Advancement", found.advancement),
    ):
        if part:
            say(rows(table("who", "what", f"at {p}", f"at {q}", title=title), _rows(part, called)))
    if not found.same_line:
        say(f"{p} and {q} lie on different lines.", style="dim")


def _rows(part: Iterable[Change], called: Mapping[str, str]) -> Iterable[tuple[object, ...]]:
    for it in part:
        was, now = Text(line(it.was) or "—", style="dim"), Text(line(it.now) or "—", style=_BETTER[it.better])
        yield cell(called.get(it.owner, it.owner), "bold"), it.label, was, now


def between(library: Library, slug: str, p: int, q: int, looker: Viewer) -> Differences:
    """What differs between two positions, as this viewer may see it. Raises `NoSuchPosition`."""
    ledger = library.ledger
    before, after = (sheets_at(ledger, slug, at, viewer=looker) for at in (p, q))
    old_map, new_map = (view_at(ledger, slug, RELATIONS, at, looker) for at in (p, q))
    old_tracks, new_tracks = (view_at(ledger, slug, ADVANCEMENT, at, looker) for at in (p, q))
    lines = ledger.lines(slug)
    return Differences(
        lines.is_ancestor(p, q) or lines.is_ancestor(q, p),
        changes(before, after),
        map_changes(old_map, new_map),
        list(_track_changes(old_tracks, new_tracks)),
    )


def _track_changes(was: Mapping[tuple[str, str], Track], now: Mapping[tuple[str, str], Track]) -> Iterable[Change]:
    for (owner, track), old, new in _pairs(was, now):
        texts = tuple(_stands(it) if it else "" for it in (old, new))
        label = (new and new.label) or (old and old.label) or track
        yield Change(f"{owner}.{track}", owner, label, texts[0], texts[1], None)


def _stands(track: Track) -> str:
    stands = f"{track.have}" if track.need is None else f"{track.have} of {track.need}"
    return f"{stands}; gained {', '.join(track.advanced)}" if track.advanced else stands


def _pairs(was: Mapping[Key, Value], now: Mapping[Key, Value]) -> Iterable[tuple[Key, Value | None, Value | None]]:
    for key in dict.fromkeys((*was, *now)):
        if was.get(key) != now.get(key):
            yield key, was.get(key), now.get(key)
