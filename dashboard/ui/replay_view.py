"""View of one position for the replay, worked out from the ledger and the read models. Nothing here draws."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dashboard.ui.addresses import OtherLine, end_of_line, other_lines
from dashboard.ui.attached.faces import faces_at
from dashboard.ui.attached.voices import hear
from dashboard.ui.drawing.attached import FileAddress
from dashboard.ui.drawing.rolls import OnTable, on_table
from dashboard.ui.position_cache import Remembered
from domain.kernel.campaign.rewinding import RewindForm
from domain.kernel.facts import CharacterKind, Kind
from domain.kernel.people import Asker, Role, Viewer
from domain.kernel.sheet import Sheet
from domain.kernel.terms import PersonId
from exchange.documents.html.faces import Faces
from exchange.documents.html.sheet import EarlierSheet
from ledger.answers import ToldRecord
from ledger.handle import CampaignHandle
from ledger.ledger import Ledger
from ledger.log.lines import Lines, Stretch
from ledger.whatif.reversals import Reversal
from projections.compare.differences import Change, changes
from projections.read_models import ReadModels
from projections.views.faction_map import MapHistory
from projections.views.relations import Relations
from projections.views.roster import Roster
from projections.views.timeline import Mark, TimelineEntry
from projections.views.voices import Heard

BUCKETS = 2400
NEAR = 46
AROUND = 5
LOOK_BACK = 160
"""The number of records that a roll or somebody spoken of may lie behind the cursor and still be shown."""

READER = Asker(PersonId(""), Role.READER)


# --- who looks -------------------------------------------------------------------------------------------


def viewers(campaign: CampaignHandle) -> list[tuple[Viewer, str]]:
    """Viewers that the page can be seen as: everybody with a seat now, the GM first, and a reader without one."""
    seats = campaign.now.campaign.people
    people = sorted(seats.items(), key=lambda item: item[1].role is not Role.GM)
    said = {Role.GM: campaign.game.gm_in_short, Role.PLAYER: "player", Role.READER: "reader"}
    known = [(Asker(PersonId(person), seat.role), f"{seat.name} ({said[seat.role]})") for person, seat in people]
    return [*known, (READER, "A reader")]


# --- the line --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LineView:
    """Part that stays the same while one line is scrubbed: no later record changes what lies up to its head."""

    lines: Lines
    end: int
    head: int
    marks: tuple[Mark, ...]
    data: Mapping[str, Any]
    """For the parts: stretches, marks, density and the lines beside it, under a revision."""

    @property
    def is_current(self) -> bool:
        """True if this is the line the campaign goes on from."""
        return self.end == self.head


def line_through(ledger: Ledger, views: ReadModels, campaign: CampaignHandle, viewer: Viewer, at: int) -> LineView:
    """The line that runs through a position, up to where it ended, as this viewer may see it."""
    head, lines = campaign.head, campaign.lines
    end = end_of_line(lines, at, head)
    path = lines.path(end)
    marks = tuple(views.marks(campaign, at=end, viewer=viewer))
    left = {reversal.left_at: reversal for reversal in ledger.review.reversals(campaign)}
    density = along(views.density(campaign, viewer, min(BUCKETS, end), at=end), path, end)
    data = {
        "rev": f"{campaign.slug}/{end}/{head}/{viewer.role.value}/{viewer.person}",
        "stretches": [[first, last] for first, last in path],
        "marks": [
            {"at": mark.position, "form": mark.form, "title": mark.title[:120], "session": mark.session}
            for mark in marks
        ],
        "density": [[count, kind.value] for count, kind in density],
        "current": end == head,
        "branches": [_branch(it, head, left) for it in other_lines(lines, end, head)],
    }
    return LineView(lines, end, head, marks, data)


def _branch(it: OtherLine, head: int, left: Mapping[int, Reversal]) -> dict[str, Any]:
    """One line beside the shown one, with the words for it."""
    current = it.last == head
    words, short = ("The current line", "current line") if current else left_words(left.get(it.last))
    return {
        "leaves": it.leaves,
        "last": it.last,
        "length": it.length,
        "current": current,
        "words": words,
        "short": short,
    }


_LEFT = {
    RewindForm.UNDO: ("Taken back", "taken back"),
    RewindForm.REDO: ("Left when another was brought back", "left"),
    RewindForm.REWIND: ("Abandoned", "abandoned"),
}


def left_words(reversal: Reversal | None) -> tuple[str, str]:
    """The reason why a line was left: in a sentence, and in a word or two."""
    if reversal is None:
        return "Abandoned", "abandoned"
    if reversal.ruling is not None:
        return f"A ruling was overturned after moment {reversal.to:,}", "overturned"
    words, short = _LEFT.get(reversal.form, _LEFT[RewindForm.REWIND])
    reason = f": {reversal.reason[:80]}" if reversal.reason.strip() else ""
    return f"{words} at {reversal.left_at:,}{reason}", short


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
class PositionView:
    """Everything shown of one position."""

    at: int
    ruling: int
    near: Sequence[TimelineEntry]
    around: Sequence[TimelineEntry]
    table: OnTable | None
    figures: Sequence[Figure]
    sheet: Sheet | None
    before: EarlierSheet | None
    since: int
    """The position where the scene, or else the session or the campaign, began."""
    since_words: str
    changes: Sequence[Change]
    names: Mapping[str, str]
    map_history: MapHistory
    relations: Relations
    relations_before: Relations
    faces: Faces
    heard: Heard | None
    """The recording in which this moment is heard."""


def scene_at(
    campaign: CampaignHandle,
    views: ReadModels,
    remembered: Remembered,
    viewer: Viewer,
    line: LineView,
    at: int,
    chosen: str,
    address: FileAddress,
) -> PositionView:
    """Everything to show of a position. `chosen` names a character; empty, the sheet follows the story."""
    lines = line.lines
    parent = lines.parent(at)
    since, words = began(line, at)
    compared = lines.parent(since), parent, at
    far = max(0, at - LOOK_BACK)
    # Dice leave the table with their scene and their session, so that no roll before them is looked for.
    recent = remembered.told(campaign, at, max(far, compared[0]), viewer, compared)
    remembered.reach(campaign, compared)
    now = remembered.sheets(campaign, at, viewer)
    was = remembered.sheets(campaign, parent, viewer)
    then = remembered.sheets(campaign, compared[0], viewer)
    just = changes(was, now)
    cast = remembered.once(campaign, viewer, "cast", lambda: views.roster_history(campaign, viewer))
    shown = chosen_or_spoken_of(now, recent, chosen)
    if shown is None:  # nobody was spoken of in this scene yet
        shown = whose_sheet(now, remembered.told(campaign, at, far, viewer), chosen)
    near = remembered.around(views, campaign, viewer, at, NEAR, line.end)
    map_history = remembered.once(campaign, viewer, "map_history", lambda: views.map_history(campaign, viewer))
    here = next((entry for entry in near if entry.position == at), None)
    return PositionView(
        at=at,
        ruling=here.ruling if here else 0,
        near=near,
        around=closest(near, at),
        table=on_table(recent, viewer, at),
        figures=figures(now, cast.at(at), just),
        sheet=shown,
        before=_before(shown, was, just),
        since=since,
        since_words=words,
        changes=changes(then, now),
        names={sheet.character: sheet.title for sheet in (*then, *now)},
        map_history=map_history,
        relations=map_history.at(at),
        relations_before=map_history.at(parent),
        faces=faces_at(campaign, views, remembered, viewer, at, address),
        heard=hear(campaign, views, remembered, viewer, here),
    )


def closest(near: Sequence[TimelineEntry], at: int) -> Sequence[TimelineEntry]:
    """The few records around a position."""
    here = sum(entry.position < at for entry in near)
    return near[max(0, here - AROUND) : here + AROUND + 1]


def began(line: LineView, at: int, form: str = "scene") -> tuple[int, str]:
    """The position where what is going on at a position of this line began: its scene, else its session, else
    the campaign.

    `form` "session" looks past the scenes.
    """
    for mark in reversed(line.marks[: bisect_right(line.marks, at, key=lambda mark: mark.position)]):
        if form == "scene" or mark.form == form:
            return mark.position, f"the {mark.form}"
    return 1, "the campaign"


def whose_sheet(sheets: Sequence[Sheet], recent: Sequence[ToldRecord], chosen: str) -> Sheet | None:
    """The chosen sheet; else that of whoever was last spoken of; else the first."""
    return chosen_or_spoken_of(sheets, recent, chosen) or next(iter(sheets), None)


def chosen_or_spoken_of(sheets: Sequence[Sheet], recent: Sequence[ToldRecord], chosen: str) -> Sheet | None:
    """The chosen sheet, else that of whoever was last spoken of in these records; None where nobody was."""
    listed = {sheet.character: sheet for sheet in sheets}
    if chosen in listed:
        return listed[chosen]
    cast = {character: sheet for character, sheet in listed.items() if not sheet.page}
    for told in reversed(recent):
        for someone in told.retelling.concerns:
            if someone in cast:
                return cast[someone]
    return None


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


def _before(shown: Sheet | None, was: Sequence[Sheet], just: Sequence[Change]) -> EarlierSheet | None:
    if shown is None:
        return None
    old = next((sheet for sheet in was if sheet.character == shown.character), None)
    return EarlierSheet.of(old, {change.path: change.better for change in just if change.owner == shown.character})
