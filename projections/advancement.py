"""How far everybody's tracks of advancement are, and what they have brought so far."""

from dataclasses import dataclass, replace

from domain.kernel import facts
from projections.projection import Rows


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
