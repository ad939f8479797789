"""Character sheets as PDF: one block under the other, drawn as on the screens. It knows six blocks and no game."""

from collections.abc import Sequence
from math import cos, pi, sin
from pathlib import Path

from fpdf.fonts import FontFace

from domain.kernel.facts import Kind
from domain.kernel.sheet import (
    AnyBlock,
    Counter,
    CounterForm,
    DicePool,
    Progress,
    Section,
    Sheet,
    Table,
    Tags,
    Texts,
)
from exchange.documents.pdf import HAIR, HEAD, INK, KINDS, PAPER, QUIET, TEXT, Paper
from exchange.documents.sheet_words import dice_words, tag_words

SIZE = "A4"
_MARGIN = 20.0
_LABELS = 44.0
"""Millimetres that labels stand in, at the left of what they name."""
_MOST_MARKS = 24
_GOOD = {True: KINDS[Kind.GAIN], False: KINDS[Kind.LOSS], None: HAIR}
_ROW = 7.4


def printed_sheets(sheets: Sequence[Sheet], about: str, font: Path | None = None) -> Paper:
    """The sheets, each on pages of its own. `about` says of which campaign and moment they are."""
    paper = Paper(SIZE, ", ".join(sheet.title for sheet in sheets) or about, font)
    paper.set_margins(_MARGIN, 18, _MARGIN)
    paper.set_auto_page_break(True, 20)
    for sheet in sheets:
        paper.add_page()
        paper.start_section(paper.plain(sheet.title) or "…")
        paper.ink(HEAD, 25)
        paper.written(sheet.title)
        paper.ink(TEXT, 12, "I", QUIET)
        for line in (sheet.subtitle, about):
            if line.strip():
                paper.written(line)
                paper.ink(TEXT, 9, colour=QUIET)
        for section in sheet.sections:
            _section(paper, section)
    if not sheets:
        paper.add_page()
        paper.ink(TEXT, 12, colour=QUIET)
        paper.written(f"{about}\nThere are no sheets yet.")
    return paper


def _section(paper: Paper, section: Section) -> None:
    paper.ln(4)
    _room(paper, 22)
    paper.hair()
    paper.ln(2.6)
    if section.title.strip():
        paper.ink(HEAD, 12.5)
        paper.written(section.title)
        paper.ln(1)
    for block in section.blocks:
        _block(paper, block, under=section.title)
        paper.ln(1.4)


def _room(paper: Paper, height: float) -> None:
    if paper.will_page_break(height):
        paper.add_page()


def _block(paper: Paper, block: AnyBlock, under: str) -> None:
    """A label at the left, and at the right what it names."""
    _room(paper, _ROW * 1.6)
    top, page = paper.get_y(), paper.page_no()
    label = "" if block.label.casefold() == under.casefold() else block.label
    paper.ink(TEXT, 10, "B")
    if label:
        paper.written(label, _LABELS - 4)
    below = paper.get_y() if label and paper.page_no() == page else top
    if label and not isinstance(block, Table):
        paper.set_left_margin(_MARGIN + _LABELS)
        paper.set_xy(_MARGIN + _LABELS, top)
    paper.ink(TEXT, 10)
    _draw(paper, block)
    paper.set_left_margin(_MARGIN)
    if paper.page_no() == page:
        paper.set_y(max(paper.get_y(), below))


def _draw(paper: Paper, block: AnyBlock) -> None:
    match block:
        case Counter(form=CounterForm.TWO_ENDED, high=int()):
            _two_ended(paper, block)
        case Counter():
            _counter(paper, block)
        case DicePool():
            paper.written(dice_words(block))
        case Progress():
            _progress(paper, block)
        case Tags():
            _tags(paper, block)
        case Texts():
            paper.written("\n".join(text for text in block.texts if text.strip()) or "unwritten")
        case Table():
            _table(paper, block)


def _number(paper: Paper, value: int, of: int | None) -> None:
    """The number, where the pen is; it stays on the line."""
    paper.ink(HEAD, 13)
    paper.cell(text=f"{value}", h=5.4)
    if of is not None:
        paper.ink(TEXT, 9, colour=QUIET)
        paper.cell(text=f" / {of}", h=5.8)
    paper.set_x(max(paper.get_x() + 3, paper.l_margin + 20))


def _counter(paper: Paper, block: Counter) -> None:
    _number(paper, block.value, block.high)
    marks = max(block.value, block.high or 0) - block.low
    filled = block.value - block.low
    x, y = paper.get_x(), paper.get_y()
    if block.form is CounterForm.CLOCK and 1 < marks <= _MOST_MARKS:
        _clock(paper, x + 4, y + 2.8, filled, marks)
    elif 0 < marks <= _MOST_MARKS:
        paper.set_draw_color(*INK)
        paper.set_fill_color(*INK)
        paper.set_line_width(0.25)
        for mark in range(marks):
            style = "DF" if mark < filled else "D"
            if block.form is CounterForm.POOL:
                paper.circle(x + 1.5 + mark * 4.3, y + 2.8, 1.5, style=style)
            else:
                paper.rect(x + mark * 4.3, y + 1.3, 3, 3, style=style, round_corners=True, corner_radius=0.6)
    elif block.high is not None and marks > 0:
        _bar(paper, x, y + 1.7, filled / marks, INK)
    paper.ln(_ROW)


def _clock(paper: Paper, x: float, y: float, filled: int, of: int) -> None:
    """Segments of a circle, the first at the top."""
    radius = 3.6
    paper.set_draw_color(*INK)
    paper.set_fill_color(*INK)
    paper.set_line_width(0.25)
    for segment in range(of):
        ends = [2 * pi * (segment + part / 8) / of - pi / 2 for part in range(9)]
        if segment < filled:
            edge = [(x + radius * cos(at), y + radius * sin(at)) for at in ends]
            paper.polygon([(x, y), *edge], style="F")
    for segment in range(of):
        at = 2 * pi * segment / of - pi / 2
        paper.set_draw_color(*(PAPER if 0 < segment < filled else HAIR))
        paper.line(x, y, x + radius * cos(at), y + radius * sin(at))
    paper.set_draw_color(*INK)
    paper.circle(x, y, radius, style="D")


def _bar(paper: Paper, x: float, y: float, part: float, colour: tuple[int, int, int]) -> None:
    wide = paper.w - paper.r_margin - x
    paper.set_fill_color(236, 232, 222)
    paper.rect(x, y, wide, 2.2, style="F", round_corners=True, corner_radius=1.1)
    paper.set_fill_color(*colour)
    filled = wide * min(1.0, max(0.0, part))
    if filled > 0:
        paper.rect(x, y, max(2.2, filled), 2.2, style="F", round_corners=True, corner_radius=1.1)


def _two_ended(paper: Paper, block: Counter) -> None:
    high = block.high if block.high is not None else block.value
    span = max(1, high - block.low)
    _number(paper, block.value, None)
    x, y = paper.get_x() + 2, paper.get_y() + 2.8
    wide = paper.w - paper.r_margin - x - 2
    paper.set_draw_color(*HAIR)
    paper.set_line_width(0.5)
    paper.line(x, y, x + wide, y)
    paper.set_draw_color(*QUIET)
    paper.set_line_width(0.2)
    for value in range(block.low, high + 1) if span < _MOST_MARKS else ():
        at, tall = x + wide * (value - block.low) / span, 2.0 if value == 0 else 1.1
        paper.line(at, y - tall, at, y + tall)
    paper.set_fill_color(*INK)
    paper.circle(x + wide * (min(high, max(block.low, block.value)) - block.low) / span, y, 1.6, style="F")
    paper.set_xy(x - 2, y + 2.2)
    paper.ink(TEXT, 8.2, colour=QUIET)
    half = (wide + 4) / 2
    paper.cell(half, 4, paper.plain(block.ends[0]))
    paper.cell(half, 4, paper.plain(block.ends[1]), align="R")
    paper.ln(_ROW - 1.4)


def _progress(paper: Paper, block: Progress) -> None:
    _number(paper, block.have, block.need)
    if block.need is not None:
        _bar(paper, paper.get_x(), paper.get_y() + 1.7, block.have / max(1, block.need), KINDS[Kind.GROWTH])
    paper.ln(6)
    if block.brings.strip():
        paper.ink(TEXT, 9, colour=QUIET)
        paper.written(block.brings)


def _tags(paper: Paper, block: Tags) -> None:
    """Each in a frame of its colour, as many on a line as go there; long ones are lines by themselves."""
    paper.ink(TEXT, 9.6)
    if not block.tags:
        paper.written("none")
        return
    edge = paper.w - paper.r_margin
    for tag in block.tags:
        words = paper.plain(" ".join(tag_words(tag).split()))
        wide = paper.get_string_width(words) + 5
        if paper.get_x() + wide > edge and paper.get_x() > paper.l_margin:
            paper.ln(6.4)
        _room(paper, 7)
        paper.set_draw_color(*_GOOD[tag.good])
        paper.set_line_width(0.35)
        if wide > edge - paper.l_margin:
            top, page = paper.get_y(), paper.page_no()
            paper.set_x(paper.l_margin + 2.5)
            paper.written(words, edge - paper.l_margin - 3)
            if paper.page_no() == page:
                paper.line(paper.l_margin, top + 0.6, paper.l_margin, paper.get_y() - 0.6)
            paper.ln(1)
            continue
        x, y = paper.get_x(), paper.get_y()
        paper.rect(x, y, wide, 5.4, style="D", round_corners=True, corner_radius=1.2)
        paper.cell(wide, 5.4, words, align="C")
        paper.set_x(x + wide + 2)
    if paper.get_x() > paper.l_margin:
        paper.ln(6.4)


def _table(paper: Paper, block: Table) -> None:
    if not block.rows:
        paper.written("none")
        return
    paper.set_draw_color(*HAIR)
    paper.set_line_width(0.2)
    paper.ink(TEXT, 9)
    widths = _widths(paper, block)
    paper.set_fill_color(*PAPER)
    with paper.table(
        borders_layout="HORIZONTAL_LINES",
        col_widths=widths,
        line_height=4.6,
        text_align="LEFT",
        padding=(0.7, 2, 0.7, 0),
        headings_style=FontFace(emphasis="BOLD", fill_color=PAPER),
        cell_fill_color=PAPER,
        cell_fill_mode="ALL",
    ) as drawn:
        for row in (block.columns, *block.rows):
            cells = drawn.row()
            for cell in row:
                cells.cell(paper.plain(cell))
    paper.ln(1)


def _widths(paper: Paper, block: Table) -> list[int]:
    """Columns as wide as what stands in them, within reason."""
    longest = [max(len(row[at]) for row in (block.columns, *block.rows)) for at in range(len(block.columns))]
    return [min(48, max(7, length)) for length in longest]
