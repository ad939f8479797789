"""What it comes to: where two moments differ on the sheets, on the map and in what everybody is advancing towards.

The two moments may be two positions of a campaign, or the present line and one that is only being examined.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from domain.kernel.people import Viewer
from ledger.answers import Told
from ledger.ledger import Ledger
from ledger.whatif.verdicts import WhatIf
from projections.audiences import as_told_to, audience_of
from projections.compare.differences import Change, changes
from projections.history.folded_views import sheets_at, told_to
from projections.views.advancement import ADVANCEMENT, Track
from projections.views.relations import RELATIONS, Relations, map_changes
from projections.views.sheets import seen_by, sheets_of

Key = TypeVar("Key")
Value = TypeVar("Value")

_Tracks = Mapping[tuple[str, str], Track]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Everything that differs, as one viewer may see it. `was` is the first moment, `now` the second."""

    sheets: tuple[Change, ...]
    relations: tuple[Change, ...]
    advancement: tuple[Change, ...]

    def __bool__(self) -> bool:
        """Whether anything differs at all."""
        return bool(self.sheets or self.relations or self.advancement)


@dataclass(frozen=True, slots=True)
class _Standing:
    """What the facts of a line come to."""

    relations: Relations = RELATIONS.initial
    tracks: _Tracks = field(default_factory=lambda: ADVANCEMENT.initial)

    def after(self, told: Iterable[Told]) -> "_Standing":
        relations, tracks = self.relations, self.tracks
        for each in told:
            relations, tracks = RELATIONS.apply(relations, each), ADVANCEMENT.apply(tracks, each)
        return _Standing(relations, tracks)


def outcome_between(ledger: Ledger, campaign: str, p: int, q: int, viewer: Viewer) -> Outcome:
    """What differs between two positions, on one line or on two. Raises `NoSuchPosition`."""
    was, now = (_Standing().after(told_to(ledger, campaign, at, viewer)) for at in (p, q))
    sheets = changes(*(sheets_at(ledger, campaign, at, viewer=viewer) for at in (p, q)))
    return _outcome(sheets, was, now)


def outcome_of(ledger: Ledger, what_if: WhatIf, viewer: Viewer) -> Outcome:
    """What differs at the end of the present line and of the one that is examined."""
    game = ledger.game(ledger.find(what_if.campaign).game)
    audience = audience_of(viewer)
    shared = _Standing().after(told_to(ledger, what_if.campaign, what_if.since, viewer))
    now = shared.after(
        mine for told in ledger.court.told(what_if) if (mine := as_told_to(audience, told)) is not None
    )
    was = _Standing().after(told_to(ledger, what_if.campaign, what_if.head, viewer))
    before, after = (seen_by(viewer, sheets_of(game, moment)) for moment in (what_if.before, what_if.after))
    return _outcome(changes(before, after), was, now)


def _outcome(sheets: Iterable[Change], was: _Standing, now: _Standing) -> Outcome:
    return Outcome(
        tuple(sheets),
        tuple(map_changes(was.relations, now.relations)),
        tuple(track_changes(was.tracks, now.tracks)),
    )


def track_changes(was: _Tracks, now: _Tracks) -> Iterator[Change]:
    """Where the tracks of advancement differ."""
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
