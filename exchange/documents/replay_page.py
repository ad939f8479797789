"""A campaign as one page of HTML that needs nothing else: the story, and a replay with the sheets of any moment.

Everything in it is cut down to what its reader may know before a sign of it is written.
"""

import base64
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from string import Template

from domain.kernel.facts import Kind
from domain.kernel.people import Audience
from domain.kernel.sheet import Sheet
from exchange.documents.html.font_faces import font_faces
from exchange.documents.html.front import front_html
from exchange.documents.html.markup import joined, number, people, text
from exchange.documents.html.sheet import sheet_html
from exchange.documents.sheet_frames import Frames
from ledger.answers import Told
from projections.audiences import as_told_to
from projections.story.model import Part as StoryPart
from projections.story.model import Prelude
from projections.story.telling import Teller
from projections.views.story import BEFORE, Heading, Part, Writing, parts_of, who_may_read

MOST_RECORDS = 20_000
"""So many records of a story with its replay a browser still turns at once; a longer one is told by sessions."""
_WITH_PLAY = 2
"""Parts of a story in which play has begun: the page in front, and what begins."""
BUCKETS = 240
"""Bars over the scrubber."""
_STYLES = ("look.css", "dice.css", "face.css", "sheet.css", "feed.css")
STYLE_ONLY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'"
"""The policy of a page: it loads nothing from anywhere, and runs nothing."""

Step = tuple[Told, Callable[[], list[Sheet]]]
"""A record with everything in it, and what tells the sheets just after it, as its reader may see them."""


@dataclass(slots=True)
class Replay:
    """A story gathered on one way along its line."""

    told_to: Audience
    positions: list[int] = field(default_factory=list)
    kinds: list[Kind] = field(default_factory=list)
    marks: list[tuple[int, int, str]] = field(default_factory=list)
    """Step, level and title of whatever begins."""
    story: list[str] = field(default_factory=list)
    frames: Frames = field(default_factory=Frames)
    last: list[Sheet] = field(default_factory=list)
    _in_list: bool = False
    _front: Teller | None = None
    """Hears what precedes the first session, until it knows who is in the story."""
    _prepared_at: int = 0
    """Where in the story what was prepared begins."""
    _headings: dict[int, int] = field(default_factory=dict)
    """Where in the story a heading stands, by its record, until then."""

    def gather(self, steps: Iterable[Step]) -> None:
        """Go along the line. A record that may not be known is no step; the sheets of the one before show it."""
        for told, sheets in steps:
            mine = as_told_to(self.told_to, told)
            if told.record.position == 1:
                self._front, self._prepared_at = Teller({}), len(self.story)
            if mine is not None:
                self.positions.append(mine.record.position)
                self.kinds.append(mine.retelling.kind)
                self._open(mine)
                self._tell(parts_of(mine))
            if self.positions:
                self.last = sheets()
                self.frames.take(len(self.positions) - 1, self.last)
        self._end_list()
        if self._front is not None:
            self._fold(list(self._front.end()))

    def _open(self, mine: Told) -> None:
        """Put the people in front, and fold what was prepared, as soon as play begins."""
        if self._front is not None and (parts := list(self._front.hear(mine))):
            self._end_list()
            self._fold(parts)

    def _fold(self, parts: Sequence[StoryPart]) -> None:
        """What stands before the session in which play began; all of it, and open, where none has."""
        self._front = None
        begins = (self._headings.get(part.position) for part in parts if not isinstance(part, Prelude))
        end = next((at for at in begins if at is not None), len(self.story))
        opened = " open" if len(parts) < _WITH_PLAY else ""
        front = joined(front_html(part) for part in parts if isinstance(part, Prelude))
        if end > self._prepared_at:
            front += f'<details class="prepared"{opened}><summary>{BEFORE}</summary>'
            self.story.insert(end, "</details>")
        self.story.insert(self._prepared_at, front)

    def _tell(self, parts: list[Part]) -> None:
        step = len(self.positions) - 1
        for index, part in enumerate(parts):
            if isinstance(part, Heading):
                self.marks.append((step, part.level, part.title))
                self._head(_heading(part, step if index == 0 else None))
                self._headings[part.position] = len(self.story) - 1
            else:
                if not self._in_list:
                    self.story.append('<ol class="feed">')
                    self._in_list = True
                self.story.append(_row(part, step))

    def _head(self, html: str) -> None:
        self._end_list()
        self.story.append(html)

    def _end_list(self) -> None:
        if self._in_list:
            self.story.append("</ol>")
            self._in_list = False


def _heading(part: Heading, step: int | None) -> str:
    there = f" <small>{people(', '.join(part.there))}</small>" if part.there else ""
    when = f" <small>{text(part.when)}</small>" if part.when else ""
    if step is None:
        return f"<h{part.level}>{people(part.title)}{when}{there}</h{part.level}>"
    return (
        f'<h{part.level} id="r{part.position}"><button type="button" data-n="{step}">{people(part.title)}{when}'
        f"{there}</button></h{part.level}>"
    )


def _row(part: Part, step: int) -> str:
    assert not isinstance(part, Heading)
    written = isinstance(part, Writing)
    css = "".join((f"row k-{part.kind.value}", " kept" if part.secret else "", " written" if written else ""))
    by = f"{people(part.by, 'b')}" if isinstance(part, Writing) else ""
    secret = "<small>not for everybody</small>" if part.secret else ""
    return (
        f'<li id="r{part.position}"><button type="button" class="{css}" data-n="{step}">'
        f'<span class="at-position">{number(part.position)}</span><i></i>'
        f'<span class="said">{by}{people(part.text)}{secret}</span></button></li>'
    )


def page(replay: Replay, title: str, game_title: str, seats: Iterable[str]) -> Iterator[str]:
    """The whole page, in pieces."""
    script = _asset("replay.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    sheets = joined(
        f'<section class="one" data-character="{text(sheet.character)}">{sheet_html(sheet)}</section>'
        for sheet in replay.last
    )
    begin, middle, end = _asset("replay.html").split("<!-- here -->\n")
    most = max(0, len(replay.positions) - 1)
    yield Template(begin).substitute(
        policy=f"{STYLE_ONLY}; script-src 'sha256-{digest}'",
        title=text(title),
        style=page_style(),
        heading=people(title, "h1"),
        game=text(game_title),
        seats=people(", ".join(seats)),
        reads=people(who_may_read(replay.told_to)),
    )
    yield from replay.story
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
