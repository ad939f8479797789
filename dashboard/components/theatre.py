"""What the replay shows of one position, worked out from the ledger and the read models. Nothing here draws."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeVar

from dashboard.components.links import end_of_line, other_lines
from dashboard.components.rolls import OnTable, on_table
from dashboard.components.sheet import Before
from domain.kernel.facts import CharacterKind, Kind
from domain.kernel.people import Asker, Role, Viewer
from domain.kernel.sheet import Sheet
from domain.kernel.terms import PersonId
from ledger.answers import Told
from ledger.ledger import Ledger
from ledger.lines import Stretch
from projections.audiences import as_told_to, audience_of
from projections.changes import Change, changes
from projections.projection import Projection
from projections.read_models import ReadModels
from projections.relations import RELATIONS, Relations
from projections.roster import ROSTER, Roster
from projections.timeline import Entry, Mark
from projections.views import sheets_at

View = TypeVar("View")

BUCKETS = 2400
NEAR = 64
AROUND = 5
LOOK_BACK = 160
"""How many records a roll or somebody spoken of may lie behind the cursor and still be shown."""

READER = Asker(PersonId(""), Role.READER)


# --- who looks -------------------------------------------------------------------------------------------


def viewers(ledger: Ledger, campaign: str) -> list[tuple[Viewer, str]]:
    """Who the page can be seen as: everybody with a seat now, the GM first, and a reader without one."""
    seats = ledger.moment(campaign).campaign.people
    people = sorted(seats.items(), key=lambda item: item[1].role is not Role.GM)
    said = {Role.GM: "GM", Role.PLAYER: "player", Role.READER: "reader"}
    known = [(Asker(PersonId(person), seat.role), f"{seat.name} ({said[seat.role]})") for person, seat in people]
    return [*known, (READER, "A reader")]


# --- the line --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """What stays the same while one line is scrubbed."""

    end: int
    head: int
    marks: tuple[Mark, ...]
    data: Mapping[str, Any]
    """For the parts: stretches, marks, density and the lines beside it, under a revision."""

    @property
    def is_current(self) -> bool:
        """Whether this is the line the campaign goes on from."""
        return self.end == self.head


def line_through(ledger: Ledger, views: ReadModels, campaign: str, viewer: Viewer, at: int) -> Line:
    """The line that runs through a position, up to where it ended, as this viewer may see it."""
    head = ledger.head(campaign)
    lines = ledger.lines(campaign)
    end = end_of_line(lines, at, head)
    path = lines.path(end)
    marks = tuple(views.marks(campaign, at=end, viewer=viewer))
    density = along(views.density(campaign, viewer, min(BUCKETS, end), at=end), path, end)
    data = {
        "rev": f"{campaign}/{end}/{head}/{viewer.role.value}/{viewer.person}",
        "stretches": [[first, last] for first, last in path],
        "marks": [
            {"at": mark.position, "form": mark.form, "title": mark.title[:120], "session": mark.session}
            for mark in marks
        ],
        "density": [[count, kind.value] for count, kind in density],
        "branches": [
            {"parent": it.parent, "first": it.first, "last": it.last, "length": it.last - it.first + 1}
            for it in other_lines(lines, end, head)
        ],
    }
    return Line(end, head, marks, data)


def along(density: Sequence[tuple[int, Kind]], path: Sequence[Stretch], end: int) -> list[tuple[int, Kind]]:
    """A density by position, without the parts that lie wholly beside the line."""
    wide = end / max(1, len(density))
    kept = []
    for index, part in enumerate(density):
        first, last = int(index * wide) + 1, max(int(index * wide) + 1, int((index + 1) * wide))
        if any(stretch.first <= last and first <= stretch.last for stretch in path):
            kept.append(part)
    return kept


# --- a position ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A character of the cast as the choice of sheets lists it."""

    id: str
    name: str
    played: bool
    how: str
    gone: bool
    touched: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Everything shown of one position."""

    at: int
    ruling: int
    near: Sequence[Entry]
    around: Sequence[Entry]
    table: OnTable | None
    figures: Sequence[Figure]
    sheet: Sheet | None
    before: Before | None
    since: int
    """Where the scene, or else the session or the campaign, began."""
    since_words: str
    changes: Sequence[Change]
    names: Mapping[str, str]
    relations: Relations
    relations_before: Relations


class Remembered:
    """Views as of a position, folded on from the nearest one remembered on the same line.

    Scrubbing asks for neighbours, so that a step folds a record or two and not the whole line again.
    Safe to share between threads.
    """

    MOST = 400

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._views: OrderedDict[tuple[str, str, str], OrderedDict[int, Any]] = OrderedDict()
        self._lock = Lock()

    def view(self, campaign: str, projection: Projection[View], at: int, viewer: Viewer) -> View:
        """The view at a position, of what the viewer may know."""
        audience = audience_of(viewer)
        key = (str(self._ledger.find(campaign).id), projection.name, str(audience))
        lines = self._ledger.lines(campaign)
        with self._lock:
            known = dict(self._views.setdefault(key, OrderedDict()))
        start = max((p for p in known if p <= at and lines.is_ancestor(p, at)), default=0)
        if start == at:
            view: View = known[at]
            return view
        told = (as_told_to(audience, each) for each in self._ledger.told(campaign, at, start))
        view = projection.fold((mine for mine in told if mine is not None), known.get(start))
        with self._lock:
            kept = self._views.setdefault(key, OrderedDict())
            kept[at] = view
            while len(kept) > self.MOST:
                kept.popitem(last=False)
        return view


def scene_at(
    ledger: Ledger,
    views: ReadModels,
    remembered: Remembered,
    campaign: str,
    viewer: Viewer,
    line: Line,
    at: int,
    chosen: str,
) -> Scene:
    """Everything to show of a position. `chosen` names a character; empty, the sheet follows the story."""
    lines = ledger.lines(campaign)
    parent = lines.parent(at)
    since, words = began(line, lines.is_ancestor, at)
    audience = audience_of(viewer)
    recent: list[Told] = [
        mine
        for each in ledger.told(campaign, at, max(0, at - LOOK_BACK))
        if (mine := as_told_to(audience, each)) is not None
    ]
    now = sheets_at(ledger, campaign, at, viewer=viewer)
    was = sheets_at(ledger, campaign, parent, viewer=viewer) if parent else []
    then = sheets_at(ledger, campaign, lines.parent(since), viewer=viewer) if lines.parent(since) else []
    just = changes(was, now)
    roster = remembered.view(campaign, ROSTER, at, viewer)
    shown = whose_sheet(now, recent, chosen)
    near = views.around(campaign, viewer, at, NEAR, at=line.end)
    has_map = bool(views.relations(campaign))
    return Scene(
        at=at,
        ruling=next((entry.ruling for entry in near if entry.position == at), 0),
        near=near,
        around=closest(near, at),
        table=on_table(recent, viewer, at),
        figures=figures(now, roster, just),
        sheet=shown,
        before=_before(shown, was, just),
        since=since,
        since_words=words,
        changes=changes(then, now),
        names={sheet.character: sheet.title for sheet in (*then, *now)},
        relations=remembered.view(campaign, RELATIONS, at, viewer) if has_map else Relations(),
        relations_before=remembered.view(campaign, RELATIONS, parent, viewer)
        if has_map and parent
        else Relations(),
    )


def closest(near: Sequence[Entry], at: int) -> Sequence[Entry]:
    """The few records around a position."""
    here = sum(entry.position < at for entry in near)
    return near[max(0, here - AROUND) : here + AROUND + 1]


def began(line: Line, is_ancestor: Any, at: int) -> tuple[int, str]:
    """Where what is going on at a position began: its scene, else its session, else the campaign."""
    past = [mark for mark in line.marks if mark.position <= at and is_ancestor(mark.position, at)]
    if not past:
        return 1, "the campaign"
    return past[-1].position, f"the {past[-1].form}"


def whose_sheet(sheets: Sequence[Sheet], recent: Sequence[Told], chosen: str) -> Sheet | None:
    """The chosen character's sheet; else of whoever was last spoken of; else the first."""
    cast = {sheet.character: sheet for sheet in sheets}
    if chosen in cast:
        return cast[chosen]
    for told in reversed(recent):
        for someone in told.retelling.concerns:
            if someone in cast:
                return cast[someone]
    return next(iter(cast.values()), None)


def figures(sheets: Sequence[Sheet], roster: Roster, just: Sequence[Change]) -> list[Figure]:
    """The cast as it can be chosen from, with who was touched by the last record."""
    touched = {change.owner for change in just}
    found = []
    for sheet in sheets:
        member = roster.members.get(sheet.character)
        found.append(
            Figure(
                id=sheet.character,
                name=sheet.title,
                played=member is not None and member.kind is CharacterKind.PLAYERS,
                how=member.how if member else "",
                gone=member is not None and not member.present,
                touched=sheet.character in touched,
            )
        )
    return found


def _before(shown: Sheet | None, was: Sequence[Sheet], just: Sequence[Change]) -> Before | None:
    if shown is None:
        return None
    old = next((sheet for sheet in was if sheet.character == shown.character), None)
    return Before.of(old, {change.path: change.better for change in just if change.owner == shown.character})
