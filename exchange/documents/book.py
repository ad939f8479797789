"""The story of a campaign as a book: PDF, in the look of the screens, with an outline of sessions and scenes."""

from collections.abc import Iterable
from pathlib import Path

from domain.kernel.people import Audience
from exchange.documents.pdf import HAIR, HEAD, QUIET, TEXT, Paper
from ledger.answers import Told
from projections.audiences import as_told_to
from projections.views.story import BEFORE, Happening, Heading, Part, Writing, parts_of, who_may_read

SIZE = "A5"
_INDENT = 11.0
"""Of what happens, in millimetres: the numbers of records stand before it."""
_LOWEST = 34.0
"""A heading has so much room below it, or begins a page."""


def book(
    told: Iterable[Told],
    title: str,
    game_title: str,
    seats: Iterable[str],
    audience: Audience,
    font: Path | None = None,
) -> Paper:
    """The book, ready to be written out. Only what `audience` may know is in it."""
    paper = Paper(SIZE, title, font)
    paper.set_margins(16, 17, 16)
    paper.set_auto_page_break(True, 18)
    paper.add_page()
    paper.set_y(24)
    paper.ink(HEAD, 25)
    paper.written(title)
    paper.ink(TEXT, 11.5, "I", QUIET)
    paper.written(f"A campaign of {game_title}")
    paper.ln(3)
    paper.ink(TEXT, 9.5, colour=QUIET)
    paper.written(", ".join(seats))
    paper.written(who_may_read(audience))
    paper.ln(2)
    for each in told:
        if each.record.position == 1:
            _heading(paper, Heading(1, 2, BEFORE))
        mine = as_told_to(audience, each)
        for part in parts_of(mine) if mine is not None else ():
            _draw(paper, part)
    return paper


def _draw(paper: Paper, part: Part) -> None:
    match part:
        case Heading():
            _heading(paper, part)
        case Happening():
            _numbered(paper, part)
            paper.ink(TEXT, 9.8)
            paper.written(part.text + (" (not for everybody)" if part.secret else ""))
            paper.ln(0.7)
            paper.set_left_margin(16)
        case Writing():
            _writing(paper, part)


def _heading(paper: Paper, part: Heading) -> None:
    session = part.level == 2
    paper.ln(7 if session else 4)
    if paper.will_page_break(_LOWEST):
        paper.add_page()
    if session:
        paper.hair()
        paper.ln(3)
    paper.start_section(
        paper.plain(part.title) or "…", level=0 if session or not paper.page_no() else _depth(paper)
    )
    paper.ink(HEAD, 16 if session else 12)
    paper.written(part.title)
    paper.ink(TEXT, 9.5, "I", QUIET)
    for line in (part.when, ", ".join(part.there)):
        if line:
            paper.written(line)
    paper.ln(1.6)


def _depth(paper: Paper) -> int:
    """A scene stands below a session in the outline; before any session it is one by itself."""
    return 1 if paper._outline else 0


def _numbered(paper: Paper, part: Happening | Writing) -> None:
    """The number of the record and the sign of its kind, at the left of what is to be written."""
    paper.ink(TEXT, 9.8)
    if paper.will_page_break(paper.font_size * 1.32):
        paper.add_page()
    y = paper.get_y()
    paper.ink(TEXT, 6.6, colour=QUIET)
    paper.set_xy(paper.l_margin - 3, y + 0.35)
    paper.cell(8, 4, f"{part.position}", align="R")
    paper.shape(part.kind, paper.l_margin + 6.3, y + 1.35)
    paper.set_left_margin(16 + _INDENT)
    paper.set_y(y)


def _writing(paper: Paper, part: Writing) -> None:
    paper.ln(1)
    _numbered(paper, part)
    paper.set_left_margin(16 + _INDENT + 3)
    paper.set_x(paper.l_margin)
    begun, page = paper.get_y(), paper.page_no()
    paper.ink(TEXT, 8.6, "B", QUIET)
    paper.written(part.by + (", not for everybody" if part.secret else ""))
    paper.ink(TEXT, 10.2, "I")
    paper.written(part.text)
    if paper.page_no() == page:
        paper.set_draw_color(*HAIR)
        paper.set_line_width(0.6)
        paper.line(16 + _INDENT, begun + 0.5, 16 + _INDENT, paper.get_y())
    paper.set_left_margin(16)
    paper.ln(1.6)
