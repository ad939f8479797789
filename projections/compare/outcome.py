"""Differences between two moments on the sheets, on the map and in what everybody is advancing towards.

The two moments may be two positions of a campaign, or the present line and one that is only being examined.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from domain.kernel.people import Viewer
from ledger.answers import ToldRecord
from ledger.ledger import Ledger
from ledger.whatif.verdicts import WhatIf
from projections.audiences import as_told_to, audience_of
from projections.compare.differences import Change, changes
from projections.history.folded_views import sheets_at
from projections.history.head_views import Known
from projections.views.advancement import ADVANCEMENT, Track
from projections.views.relations import NODES, RELATIONS, TIES, Relations, map_changes
from projections.views.sheets import seen_by, sheets_of

Key = TypeVar("Key")
Value = TypeVar("Value")

_Tracks = Mapping[tuple[str, str], Track]


class PastViews(Protocol):
    """Views of the head as of any earlier position, as `ReadModels` have them."""

    def views_at(self, campaign: str, position: int, viewer: Viewer | None = None) -> Known:
        """Every view of the head at a position, from what the viewer may know."""
        ...


@dataclass(frozen=True, slots=True)
class LineComparison:
    """Everything that differs, as one viewer may see it. `was` is the first moment, `now` the second."""

    sheets: tuple[Change, ...]
    relations: tuple[Change, ...]
    advancement: tuple[Change, ...]

    def __bool__(self) -> bool:
        """True if anything differs at all."""
        return bool(self.sheets or self.relations or self.advancement)


def outcome_between(
    ledger: Ledger, views: PastViews, campaign: str, p: int, q: int, viewer: Viewer
) -> LineComparison:
    """The differences between two positions, on one line or on two. Raises `NoSuchPosition`."""
    was, now = (_map_and_tracks(views.views_at(campaign, at, viewer)) for at in (p, q))
    sheets = changes(*(sheets_at(ledger, campaign, at, viewer=viewer) for at in (p, q)))
    return _outcome(sheets, was, now)


def outcome_of(ledger: Ledger, views: PastViews, what_if: WhatIf, viewer: Viewer) -> LineComparison:
    """The differences between the end of the present line and of the one that is examined.

    What both lines share is not gone over again: the one that is examined goes on from what stood where it begins.
    """
    game = ledger.game(ledger.find(what_if.campaign).game)
    audience = audience_of(viewer)
    # The earlier of the two first: the later one is found from it.
    shared = _map_and_tracks(views.views_at(what_if.campaign, what_if.since, viewer))
    was = _map_and_tracks(views.views_at(what_if.campaign, what_if.head, viewer))
    told = (as_told_to(audience, each) for each in ledger.review.what_if_records(what_if))
    now = shared.after(mine for mine in told if mine is not None)
    before, after = (seen_by(viewer, sheets_of(game, moment)) for moment in (what_if.before, what_if.after))
    return _outcome(changes(before, after), was, now)


@dataclass(frozen=True, slots=True)
class _MapAndTracks:
    """The map and the tracks."""

    relations: Relations
    tracks: _Tracks

    def after(self, told: Iterable[ToldRecord]) -> "_MapAndTracks":
        relations, tracks = self.relations, self.tracks
        for each in told:
            relations, tracks = RELATIONS.apply(relations, each), ADVANCEMENT.apply(tracks, each)
        return _MapAndTracks(relations, tracks)


def _map_and_tracks(known: Known) -> _MapAndTracks:
    return _MapAndTracks(Relations(known.view(NODES), known.view(TIES)), known.view(ADVANCEMENT))


def _outcome(sheets: Iterable[Change], was: _MapAndTracks, now: _MapAndTracks) -> LineComparison:
    return LineComparison(
        tuple(sheets),
        tuple(map_changes(was.relations, now.relations)),
        tuple(track_changes(was.tracks, now.tracks)),
    )


def track_changes(was: _Tracks, now: _Tracks) -> Iterator[Change]:
    """The differences between tracks of advancement."""
    for (owner, track), old, new in _pairs(was, now):
        texts = tuple(_stands(it) if it else "" for it in (old, new))
        label = (new and new.label) or (old and old.label) or track
        yield Change(f"{owner}.{track}", owner, label, texts[0], texts[1], None)


def _stands(track: Track) -> str:
    stands = f"{track.have}" if track.need is None else f"{track.have} of {track.need}"
    return f"{stands}; gained {', '.join(track.advanced)}" if track.advanced else stands


def _pairs(was: Mapping[Key, Value], now: Mapping[Key, Value]) -> Iterator[tuple[Key, Value | None, Value | None]]:
    for key in dict.fromkeys((*was, *now)):
        if was.get(key) != now.get(key):
            yield key, was.get(key), now.get(key)
