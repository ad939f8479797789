"""Progress on everybody's tracks of advancement, what they have brought so far, and which records moved them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeAlias

from domain.kernel import facts
from ledger.answers import ToldRecord
from projections.history.stored_facts import StoredFact
from projections.projection import NO_ROWS, Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """One track of one owner. `need` is None once it cannot go on; `advanced` is what was gained by it."""

    owner: str
    track: str
    label: str
    have: int
    need: int | None
    brings: str
    advanced: tuple[str, ...]

    @property
    def left(self) -> int | None:
        """The number still needed; 0 when it can be taken now, None when it cannot go on."""
        return None if self.need is None else max(0, self.need - self.have)

    @property
    def full(self) -> bool:
        """True if what it brings can be taken now."""
        return self.left == 0

    @property
    def share(self) -> float:
        """The share of it that is reached, from 0 to 1. A track that cannot go on has come as far as it goes."""
        if self.need is None or self.need <= 0:
            return 1.0
        return min(1.0, max(0.0, self.have / self.need))


def _set(tracks: dict[tuple[str, str], Track], fact: facts.ProgressSet) -> None:
    key = fact.owner, fact.track
    before = tracks.get(key)
    tracks[key] = Track(
        owner=fact.owner,
        track=fact.track,
        label=fact.label or (before.label if before else ""),
        have=fact.have,
        need=fact.need,
        brings=fact.brings,
        advanced=before.advanced if before else (),
    )


def _advance(tracks: dict[tuple[str, str], Track], fact: facts.Advanced) -> None:
    key = fact.owner, fact.track
    before = tracks.get(key) or Track(
        owner=fact.owner, track=fact.track, label="", have=0, need=None, brings="", advanced=()
    )
    tracks[key] = replace(before, advanced=(*before.advanced, fact.what))


ADVANCEMENT: Rows[tuple[str, str], Track] = Rows(
    name="advancement",
    version=1,
    row=Track,
    key=lambda track: (track.owner, track.track),
    on={facts.ProgressSet: _set, facts.Advanced: _advance},
)


# --- what is next ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outlook:
    """Tracks by what they offer: `ready` can be taken now, `ahead` still take something, `ended` bring no more."""

    ready: tuple[Track, ...]
    ahead: tuple[Track, ...]
    ended: tuple[Track, ...]

    @property
    def nearest(self) -> Track | None:
        """The track that somebody comes to first, if there is one."""
        return next(iter((*self.ready, *self.ahead)), None)


def outlook(tracks: Iterable[Track]) -> Outlook:
    """Sort tracks into what can be taken now and what comes next, the nearest first: the track that is
    furthest along, then the one that takes least.
    """
    tracks = list(tracks)
    ahead = sorted((it for it in tracks if it.left), key=lambda it: (-it.share, it.left, it.owner, it.track))
    return Outlook(
        tuple(it for it in tracks if it.full), tuple(ahead), tuple(it for it in tracks if it.left is None)
    )


# --- how they came there ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A record that moved a track: where it stood afterwards, and what it brought (empty: only progress)."""

    position: int
    have: int
    need: int | None
    gained: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackStory:
    """A track with everything that moved it, in order."""

    track: Track
    moves: tuple[Move, ...]


Growth: TypeAlias = Mapping[tuple[str, str], TrackStory]


@dataclass(frozen=True, slots=True, kw_only=True)
class GrowthProjection:
    """The story of every track along a line, by (owner, track)."""

    name: str = "growth"
    version: int = 1
    initial: Growth = field(default_factory=lambda: NO_ROWS)

    def apply(self, view: Growth, told: ToldRecord) -> Growth:
        """The stories after one more record."""
        return self.fold((told,), view)

    def fold(self, told: Iterable[ToldRecord], since: Growth | None = None) -> Growth:
        """The stories after these records."""
        facts_told = (StoredFact(each.record.position, fact) for each in told for fact in each.retelling.facts)
        return self.of(facts_told, since)

    def of(self, kept: Iterable[StoredFact], since: Growth | None = None) -> Growth:
        """The stories after these facts."""
        view = self.initial if since is None else since
        tracks = {key: story.track for key, story in view.items()}
        moves = {key: list(story.moves) for key, story in view.items()}
        for each in kept:
            fact = each.fact
            if isinstance(fact, facts.ProgressSet):
                _set(tracks, fact)
            elif isinstance(fact, facts.Advanced):
                _advance(tracks, fact)
            else:
                continue
            key = fact.owner, fact.track
            now = tracks[key]
            gained = fact.what if isinstance(fact, facts.Advanced) else ""
            moves.setdefault(key, []).append(
                Move(position=each.position, have=now.have, need=now.need, gained=gained)
            )
        return MappingProxyType(
            {key: TrackStory(track=tracks[key], moves=tuple(made)) for key, made in moves.items()}
        )


GROWTH = GrowthProjection()
