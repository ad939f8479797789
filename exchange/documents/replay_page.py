"""A campaign as one page of HTML that needs nothing else: the story, and a replay with the sheets of any moment.

Everything in it is cut down to what its reader may know before a sign of it is written.
"""

import base64
import hashlib
import json
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from string import Template

from domain.kernel.campaign.state import TakenSeat
from domain.kernel.facts import Kind
from domain.kernel.people import Audience
from domain.kernel.sheet import Sheet
from exchange.documents.html.faces import NO_FACES, Faces
from exchange.documents.html.font_faces import font_faces
from exchange.documents.html.markup import joined, number, people, text
from exchange.documents.html.sheet import sheet_html
from exchange.documents.html.story import MomentLinks, StoryDrawing
from exchange.documents.plates import Plate, hung
from exchange.documents.sheet_frames import Frames
from ledger.answers import ToldRecord
from projections.audiences import as_told_to
from projections.story.lengths import told_after
from projections.story.model import ChapterHead, Paragraph, Part, Prelude, SceneEnd, SceneHead, SessionHead
from projections.story.story_builder import StoryBuilder
from projections.story.subjects import NO_SUBJECTS, Subjects
from projections.views.story import NO_SEATS, session_title, who_may_read

MOST_RECORDS = 20_000
"""So many records of a story with its replay a browser still turns at once; a longer one is told by sessions."""
BUCKETS = 240
"""Bars over the scrubber."""
_STYLES = ("look.css", "dice.css", "face.css", "sheet.css", "story.css")
STYLE_ONLY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'"
"""The policy of a page: it loads nothing from anywhere, and runs nothing."""

Step = tuple[ToldRecord, Callable[[], list[Sheet]]]
"""A record with everything in it, and what tells the sheets just after it, as its reader may see them."""


@dataclass(slots=True)
class Replay:
    """A story gathered on one way along its line."""

    told_to: Audience
    faces: Faces = NO_FACES
    subjects: Subjects = field(default_factory=lambda: NO_SUBJECTS)
    """Those that were there before."""
    since: int = 0
    """Records up to this position are heard, to know what came before, and are no steps."""
    plates: Sequence[Plate] = ()
    """Pictures, each of which stands where what it belongs to is told."""
    positions: list[int] = field(default_factory=list)
    kinds: list[Kind] = field(default_factory=list)
    marks: list[tuple[int, int, str]] = field(default_factory=list)
    """Step, level and title of whatever begins."""
    parts: list[Part] = field(default_factory=list)
    """The story."""
    frames: Frames = field(init=False)
    last: list[Sheet] = field(default_factory=list)
    _sentences: dict[int, str] = field(default_factory=dict)
    """Every step by its position, as it is told on every screen."""
    _builder: StoryBuilder | None = None
    _before: Part | None = None

    def __post_init__(self) -> None:
        self.frames = Frames(self.faces)

    def gather(self, steps: Iterable[Step]) -> None:
        """Go along the line. A record that may not be known is no step; the sheets of the one before show it."""
        for told, sheets in steps:
            mine, position = as_told_to(self.told_to, told), told.record.position
            if mine is not None:
                if position > self.since:
                    self.positions.append(position)
                    self.kinds.append(mine.retelling.kind)
                    self._sentences[position] = mine.retelling.headline
                self._builder = self._builder or StoryBuilder(self.subjects, whole=position == 1)
                self._take(self._builder.add(mine))
            if self.positions:
                self.last = sheets()
                self.frames.take(len(self.positions) - 1, self.last)
        if self._builder is not None:
            self._take(self._builder.end())
        self.marks.sort()

    def _take(self, parts: Iterable[Part]) -> None:
        for part in parts:
            before, self._before = self._before, part
            if isinstance(part, Prelude):
                self.parts += [] if self.since else [part]
                continue
            if not told_after(part, before, self.since):
                continue
            self.parts.append(part)
            step = bisect_left(self.positions, part.position)
            match part:
                case SessionHead():
                    self.marks.append((step, 2, session_title(part.session, part.title)))
                case ChapterHead():
                    self.marks.append((step, 2, part.title))
                case SceneHead():
                    self.marks.append((step, 3, part.title))

    def story(self) -> Iterator[str]:
        """The story in HTML, each step once. A record of which nothing is told is folded in its place."""
        own = {at for part in self.parts for at in _records_of(part)}
        fronts = (part for part in self.parts if isinstance(part, Prelude))
        before = {at for front in fronts for at, _ in front.records}
        rest = [(at, self._sentences[at]) for at in self.positions if at not in own | before]
        drawing = StoryDrawing(
            self.faces, _Steps(self.positions), hung(self.plates, self.parts, whole=not self.since)
        )
        told = 0
        for part in self.parts:
            if isinstance(part, Prelude):
                records = tuple(it for it in part.records if it[0] in self._sentences and it[0] not in own)
                yield drawing.drawn(replace(part, records=()))
                yield drawing.folded(records, "proof rest", opened=len(self.parts) == 1) if records else ""
                continue
            until = bisect_left(rest, (part.position, ""))
            if until > told:
                yield drawing.folded(tuple(rest[told:until]), "proof rest")
                told = until
            yield drawing.drawn(part)
        if rest[told:]:
            yield drawing.folded(tuple(rest[told:]), "proof rest")


class _Steps(MomentLinks):
    """Leads to steps. Of what stands for a record, the first has its address."""

    def __init__(self, positions: Iterable[int]) -> None:
        self._steps = {position: step for step, position in enumerate(positions)}
        self._stands: set[int] = set()

    def lead(self, position: int) -> str:
        step = self._steps.get(position)
        return "" if step is None else f'data-to="{step}"'

    def row(self, position: int) -> str:
        if position in self._stands or position not in self._steps:
            return self.lead(position)
        self._stands.add(position)
        return f'id="r{position}" data-n="{self._steps[position]}"'


def _records_of(part: Part) -> Iterator[int]:
    """The records that stand in a part of a story."""
    match part:
        case Prelude():
            for each in part.paragraphs:
                yield from _records_of(each)
        case Paragraph():
            yield from (at for at, _ in part.proof.records) if part.proof else ()
            yield from (remark.position for remark in part.remarks)
        case SceneEnd() if not part.outcome:
            return
        case _:
            yield part.position


def page(
    replay: Replay,
    title: str,
    game_title: str,
    seats: Iterable[str],
    pictures: str = "",
    people_seated: Mapping[str, TakenSeat] = NO_SEATS,
) -> Iterator[str]:
    """The whole page, in pieces. `pictures` is the style that draws the portraits within it, `people_seated` are
    those of the campaign, by id.
    """
    script = _asset("replay.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    sheets = joined(
        f'<section class="one" data-character="{text(sheet.character)}">'
        f"{sheet_html(sheet, face=replay.faces.over(sheet))}</section>"
        for sheet in replay.last
    )
    begin, middle, end = _asset("replay.html").split("<!-- here -->\n")
    most = max(0, len(replay.positions) - 1)
    yield Template(begin).substitute(
        policy=f"{STYLE_ONLY}; img-src data:; script-src 'sha256-{digest}'",
        title=text(title),
        style="\n".join((page_style(), pictures)),
        heading=people(title, "h1"),
        game=text(game_title),
        seats=people(", ".join(seats)),
        reads=people(who_may_read(replay.told_to, people_seated)),
    )
    yield from replay.story()
    yield Template(middle).substitute(sheets=sheets or '<p class="quiet">There are no sheets yet.</p>')
    yield Template(end).substitute(
        bars=_bars(replay), most=most, data=_data(replay), script=script, last=number(len(replay.positions))
    )


def _bars(replay: Replay) -> str:
    """Draw how much happened where, and mostly of what kind; lines where sessions begin."""
    count = max(1, len(replay.kinds))
    wide = min(BUCKETS, count)
    cut = [replay.kinds[count * n // wide : count * (n + 1) // wide] for n in range(wide)] if replay.kinds else []
    drawn = []
    for place, kinds in enumerate(cut):
        kind = max(sorted(set(kinds)), key=kinds.count)
        high = 30 + round(70 * kinds.count(kind) / len(kinds))
        drawn.append(
            f'<rect class="k-{kind.value}" x="{place}" y="{100 - high}" width=".8" height="{high}"></rect>'
        )
    begins = (step for step, level, _title in replay.marks if level == 2)
    lines = (
        f'<rect class="begins" x="{wide * step / count:.2f}" y="0" width=".35" height="100"></rect>'
        for step in begins
    )
    return (
        f'<svg viewBox="0 0 {wide} 100" preserveAspectRatio="none" aria-hidden="true">{joined(drawn)}'
        f"{joined(lines)}</svg>"
    )


def _data(replay: Replay) -> str:
    """For the script, as JSON that cannot end the element it stands in."""
    frames = replay.frames
    content = {
        "at": replay.positions,
        "kinds": [kind.value for kind in replay.kinds],
        "marks": replay.marks,
        "cast": list(frames.names.items()),
        "pieces": frames.pieces,
        "frames": frames.of,
    }
    plain = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        plain = plain.replace(sign, f"\\u{ord(sign):04x}")
    return plain


@cache
def _asset(name: str) -> str:
    return files("exchange.documents").joinpath(name).read_text(encoding="utf-8")


@cache
def page_style() -> str:
    """Everything a page looks like, its fonts with it."""
    shared = [_asset(f"html/{name}") for name in _STYLES]
    return "\n".join([font_faces(_within), *shared, _asset("replay.css")])


def _within(name: str) -> str:
    content = files("exchange.documents").joinpath("fonts", name).read_bytes()
    return f"data:font/woff2;base64,{base64.b64encode(content).decode()}"
