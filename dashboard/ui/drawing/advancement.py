"""Advancement as it is drawn: what each could take now and what comes next, and how every track came there.

Pure functions to HTML. A track's line runs over the whole shown line of the campaign and ends at the moment looked
at; its marks carry `data-go`, which the scrubber follows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from exchange.documents.html.markup import joined, number, people, text
from ledger.log.lines import Stretch
from projections.views.advancement import Growth, Move, Track, TrackStory, outlook
from projections.views.roster import RosterEntry

MOST_PIPS = 12
"""A track that needs no more than this is drawn pip by pip."""
MOST_POINTS = 160
"""The most points of a track's line that are drawn; of more, the last of each stretch."""
MOST_MARKS = 24


@dataclass(frozen=True, slots=True)
class TrackAxis:
    """The ground of the tracks' drawings: the stretches of a line, and how many records these have."""

    stretches: Sequence[Stretch]

    @property
    def length(self) -> int:
        """The number of records on it."""
        return sum(last - first + 1 for first, last in self.stretches)

    def place(self, position: int) -> float:
        """The place of a position, in hundredths of the line from its start."""
        before = 0
        for first, last in self.stretches:
            if first <= position <= last:
                return round(100 * (before + position - first + 0.5) / max(1, self.length), 2)
            before += last - first + 1
        return 100.0


def ready_html(growth: Growth, names: Mapping[str, str]) -> str:
    """Call out what can be taken now, above everything else; nothing when there is nothing."""
    ready = outlook(story.track for story in growth.values()).ready
    if not ready:
        return ""
    rows = joined(
        f"<li><i></i><span>{people(names.get(it.owner, it.owner), 'b')}: "
        f"{people(it.brings or label_of(it, names), 'em')}</span><small>{people(label_of(it, names))}, "
        f"{number(it.have)} of {number(it.need or 0)}</small></li>"
        for it in ready
    )
    return f'<section class="ready k-growth"><h2>Can be taken now</h2><ul>{rows}</ul></section>'


def owners(growth: Growth, members: Mapping[str, RosterEntry]) -> list[tuple[str, list[TrackStory]]]:
    """Everybody with their tracks: whoever is nearest to something first, those who left the story last."""
    mine: dict[str, list[TrackStory]] = {}
    for story in growth.values():
        mine.setdefault(story.track.owner, []).append(story)

    def gone(owner: str) -> bool:
        return owner in members and not members[owner].present

    def rank(owner: str) -> tuple[bool, bool, float, str]:
        view = outlook(story.track for story in mine[owner])
        nearest = view.nearest
        return gone(owner), not view.ready, -(nearest.share if nearest else -1.0), owner

    return [(owner, _in_order(mine[owner])) for owner in sorted(mine, key=rank)]


def _in_order(stories: Sequence[TrackStory]) -> list[TrackStory]:
    view = outlook(story.track for story in stories)
    place = {(it.owner, it.track): n for n, it in enumerate((*view.ready, *view.ahead, *view.ended))}
    return sorted(stories, key=lambda story: place[story.track.owner, story.track.track])


def owner_html(
    owner: str,
    stories: Sequence[TrackStory],
    names: Mapping[str, str],
    member: RosterEntry | None,
    over: TrackAxis,
    at: int,
) -> str:
    """One character's tracks, the nearest on top."""
    view = outlook(story.track for story in stories)
    several = len(view.ready) + len(view.ahead) > 1  # a single one says it by itself
    said = f"<p>{_nearest(view.nearest, names)}</p>" if several or not view.nearest else ""
    gone = " gone" if member is not None and not member.present else ""
    about = f"<small>{text(member.how)}</small>" if gone and member and member.how else ""
    tracks = joined(track_html(story, names, over, at) for story in stories)
    return (
        f'<article class="grower{gone}" aria-label="{text(names.get(owner, owner))}"><header>'
        f"{people(names.get(owner, owner), 'h2')}{about}{said}</header>{tracks}</article>"
    )


def _nearest(track: Track | None, names: Mapping[str, str]) -> str:
    if track is None:
        return "Nothing more to come."
    what = people(track.brings or label_of(track, names), "b")
    return f"Now: {what}" if track.full else f"{number(track.left or 0)} more: {what}"


def track_html(story: TrackStory, names: Mapping[str, str], over: TrackAxis, at: int) -> str:
    """One track: where it stands, what it still takes and brings, what it brought, and how it came there."""
    track = story.track
    label = people(label_of(track, names), "h3")
    gained = [move for move in story.moves if move.gained]
    brought = ""
    if gained:
        tags = joined(
            f'<button type="button" data-go="{move.position}" title="To moment {number(move.position)}">'
            f"{people(names.get(move.gained, move.gained))}</button>"
            for move in gained
        )
        brought = f'<p class="brought"><span>brought</span>{tags}</p>'
    if track.need is None:
        counted = any(move.need for move in story.moves)  # else it never was a matter of numbers
        ended = "<small>at its end</small>" if counted else ""
        standing = f"<b>{number(track.have)}</b>" if track.have else ""
        head = f'<div class="head">{label}<span class="value">{standing}{ended}</span></div>'
        line = _line(story, over, at, names) if counted else ""
        return f'<section class="climb ended k-growth">{head}{line}{brought}</section>'
    full = " full" if track.full else ""
    value = f'<span class="value"><b>{number(track.have)}</b><small>/ {number(track.need)}</small></span>'
    left = "can be taken now" if track.full else f"{number(track.left or 0)} more"
    brings = f": {people(track.brings)}" if track.brings else ""
    return (
        f'<section class="climb{full} k-growth"><div class="head">{label}{value}</div>'
        f'{_gauge(track)}<p class="takes"><b>{left}</b>{brings}</p>'
        f"{_line(story, over, at, names)}{brought}</section>"
    )


def label_of(track: Track, names: Mapping[str, str]) -> str:
    """The label of a track: as the game has it, else its id with spaces for underscores."""
    return track.label or names.get(track.track) or track.track.replace("_", " ").replace("-", " ")


def _gauge(track: Track) -> str:
    need = track.need or 0
    spoken = f'role="img" aria-label="{number(track.have)} of {number(need)}"'
    if 0 < need <= MOST_PIPS:
        pips = joined(f'<i class="{"held" if n < track.have else ""}"></i>' for n in range(need))
        return f'<div class="pips" {spoken}>{pips}</div>'
    return f'<div class="gauge" {spoken}><i style="width:{round(100 * track.share, 1)}%"></i></div>'


# --- how it came there -----------------------------------------------------------------------------------


def _line(story: TrackStory, over: TrackAxis, at: int, names: Mapping[str, str]) -> str:
    """The track as a stepped ground over the campaign, with a mark for each record that moved it last.

    A track that has never risen has no line yet.
    """
    if not any(move.have or move.gained for move in story.moves):
        return ""
    top = max((max(move.need or 0, move.have) for move in story.moves), default=1) or 1
    here = over.place(at)
    points: list[str] = []
    last = 0.0
    for move in _thinned(story.moves):
        x = over.place(move.position)
        high = round(100 - 92 * move.have / top, 1)
        points += [f"{x}% {last if points else 100}%", f"{x}% {high}%"]
        last = high
    points += [f"{here}% {last}%", f"{here}% 100%"]
    area = f'<i class="area" style="clip-path:polygon({",".join(points)})"></i>'
    edge = f'<i class="now" style="left:{here}%"></i>'
    marks = joined(_mark(move, over, top, names) for move in story.moves[-MOST_MARKS:])
    count = len(story.moves)
    spoken = (
        f"moved by {number(count)} moment{'' if count == 1 else 's'}, last at {number(story.moves[-1].position)}"
    )
    return f'<div class="steps" role="group" aria-label="{spoken}">{area}{edge}{marks}</div>'


def _thinned(moves: Sequence[Move]) -> Sequence[Move]:
    if len(moves) <= MOST_POINTS:
        return moves
    return [moves[(n + 1) * len(moves) // MOST_POINTS - 1] for n in range(MOST_POINTS)]


def _mark(move: Move, over: TrackAxis, top: int, names: Mapping[str, str]) -> str:
    told = f"brought {names.get(move.gained, move.gained)}" if move.gained else _stood(move)
    spoken = f"Moment {number(move.position)}: {told}"
    css = "mark star" if move.gained else "mark"
    high = 8 + (84 if move.gained else 84 * move.have / top)
    return (
        f'<button type="button" class="{css}" data-go="{move.position}" title="{text(spoken)}" '
        f'aria-label="{text(spoken)}" style="left:{over.place(move.position)}%;bottom:{round(high, 1)}%"></button>'
    )


def _stood(move: Move) -> str:
    return f"{number(move.have)}" if move.need is None else f"{number(move.have)} of {number(move.need)}"
