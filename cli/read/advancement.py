"""`advancement`: how far everybody has come, as of a position."""

from collections.abc import Mapping
from typing import Any

from cli.options import Options
from cli.printing import as_json, cell, rows, say, table
from cli.viewer import names, viewer_of
from projections.views.advancement import Growth, Track, outlook


def advancement(options: Options, campaign: str, at: int | None, who: str | None) -> None:
    """Print every track of advancement, what can be taken now first, then the nearest."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        growth = library.views.growth(slug, viewer_of(library, slug, who), at=at)
        called = names(library, slug, at)
    view = outlook(story.track for story in growth.values())
    tracks = (*view.ready, *view.ahead, *view.ended)
    if options.json:
        as_json([_track_json(track, growth) for track in tracks])
        return
    if not tracks:
        say("Nobody has a track of advancement yet.")
        return
    made = table("who", "track", "stands at", "still takes", "what it brings", "gained so far", "#moved last")
    say(rows(made, (track_row(track, growth, called) for track in tracks)))


def _track_json(track: Track, growth: Growth) -> dict[str, Any]:
    story = growth[track.owner, track.track]
    return {
        "owner": track.owner,
        "track": track.track,
        "label": track.label,
        "have": track.have,
        "need": track.need,
        "left": track.left,
        "full": track.full,
        "brings": track.brings,
        "advanced": list(track.advanced),
        "history": list(story.moves),
    }


def track_row(track: Track, growth: Growth, called: Mapping[str, str]) -> tuple[object, ...]:
    """A track as a row: whose, where it stands, what it takes, brings and has brought, when it moved last."""
    moves = growth[track.owner, track.track].moves
    if any(move.need for move in moves):
        stands = f"{track.have}" if track.need is None else f"{track.have} of {track.need}"
        left = cell("nothing more", "dim") if track.left is None else cell(f"{track.left}")
    else:  # it never was a matter of numbers: what it brings comes when it comes
        stands, left = f"{track.have}" if track.have else "", cell("—", "dim")
    gained = ", ".join(called.get(what, what) for what in track.advanced)
    last = moves[-1].position
    return (
        cell(called.get(track.owner, track.owner), "bold"),
        track.label or track.track,
        stands,
        cell("can be taken now", "green") if track.full else left,
        track.brings,
        gained,
        last,
    )
