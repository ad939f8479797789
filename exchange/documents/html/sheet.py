"""A sheet drawn from its blocks: a pure function to HTML. It knows six blocks and no game.

What just changed is seen by comparing with the sheet before: tokens that came or went, a marker's old place,
a tag that is new or in another state.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from domain.kernel.sheet import (
    AnyBlock,
    Counter,
    CounterForm,
    DicePool,
    Progress,
    Section,
    Sheet,
    Table,
    Tag,
    Tags,
    Texts,
)
from exchange.documents.html.dice import SHAPES
from exchange.documents.html.explain_links import asked_as_of, asked_at, why
from exchange.documents.html.kept_blocks import KeptBlocks
from exchange.documents.html.markup import joined, number, people, signed, text

MOST_TOKENS = 12
MOST_SEGMENTS = 16
MOST_DICE = 8
LONGEST_TRACK = 21
MOST_TOGETHER = 24
"""Tags in one list: the lists of a longer block are laid out one by one, as they come in sight."""


@dataclass(frozen=True, slots=True)
class EarlierSheet:
    """The sheet as it was one record earlier, and which paths changed for better or worse."""

    blocks: Mapping[str, AnyBlock]
    better: Mapping[str, bool | None]

    @classmethod
    def of(cls, sheet: Sheet | None, better: Mapping[str, bool | None] | None = None) -> "EarlierSheet | None":
        """The blocks to compare with; None when there was no such sheet, so that nothing on it counts as new."""
        return None if sheet is None else cls({block.path: block for block in sheet.blocks}, better or {})

    def kind(self, path: str, rose: bool | None = None) -> str:
        """The kind of change at a path: a gain, a loss, or neither. `rose` decides where nothing is known."""
        better = self.better.get(path, rose)
        return "story" if better is None else "gain" if better else "loss"


def sheet_html(
    sheet: Sheet,
    before: EarlierSheet | None = None,
    *,
    asks: int | None = None,
    face: str = "",
    kept: KeptBlocks | None = None,
) -> str:
    """The whole sheet. `before` makes the last change visible.

    With `asks` everything on it can be asked where it comes from, as of that position (0: wherever one is).
    `face` is markup that stands before the title. Blocks that did not change are taken from what is `kept`.
    """
    subtitle = people(sheet.subtitle, "p") if sheet.subtitle else ""
    may_ask = asks is not None
    sections = joined(_section(section, before, may_ask, kept) for section in sheet.sections)
    asking = asked_as_of(asks) if asks is not None else ""
    whole = why(sheet.character, sheet.title) if may_ask else ""
    return (
        f'<article class="sheet"{asking} aria-label="Sheet of {text(sheet.title)}">'
        f'<header data-path="{text(sheet.character)}">{face}{people(sheet.title, "h2")}{subtitle}{whole}</header>'
        f"{sections or _nothing()}</article>"
    )


def _nothing() -> str:
    return '<p class="quiet">There is nothing on this sheet yet.</p>'


def _section(section: Section, before: EarlierSheet | None, asks: bool, kept: KeptBlocks | None) -> str:
    head = f"<h3>{text(section.title)}</h3>" if section.title else ""
    under = section.names_its_block
    blocks = joined(block_html(block, before, under=under, asks=asks, kept=kept) for block in section.blocks)
    return f'<section>{head}<div class="blocks">{blocks}</div></section>'


def block_html(
    block: AnyBlock,
    before: EarlierSheet | None = None,
    *,
    under: str = "",
    asks: bool = False,
    kept: KeptBlocks | None = None,
) -> str:
    """One block, by its own drawing. A label that only repeats the heading it stands alone under is left out."""
    was = before.blocks.get(block.path) if before else None
    if kept is not None and was is block:
        return kept.html(block, under, asks, lambda: _block(block, was, before, under, asks))
    return _block(block, was, before, under, asks)


def _block(block: AnyBlock, was: AnyBlock | None, before: EarlierSheet | None, under: str, asks: bool) -> str:
    asking = why(block.path, block.label or under) if asks else ""
    known = was if type(was) is type(block) else None
    fresh = " fresh" if before and was is None else ""
    secret = "" if block.audience == "table" else '<small class="kept">kept from the table</small>'
    if block.label.casefold() == under.casefold():
        block = replace(block, label="")
    if isinstance(block, Tags):
        inside = _tags(block, known if isinstance(known, Tags) else None, before, asks=asks)
    else:
        inside = _DRAWINGS[type(block)](block, known, before)
    return (
        f'<div class="block b-{block.block}{fresh}" data-path="{text(block.path)}">{inside}{secret}{asking}</div>'
    )


def _label(block: AnyBlock) -> str:
    return f'<span class="label">{text(block.label)}</span>' if block.label else ""


# --- numbers ---------------------------------------------------------------------------------------------


def _counter(block: Counter, was: Counter | None, before: EarlierSheet | None) -> str:
    old = was.value if was else block.value
    step = block.value - old
    kind = before.kind(block.path, step > 0) if before and step else "story"
    delta = f'<span class="delta k-{kind}">{signed(step)}</span>' if step else ""
    two_ended = block.form is CounterForm.TWO_ENDED
    head = _head(block, delta, block.value, None if two_ended else block.high)
    return head + _FORMS[block.form](block, old, kind)


def _head(block: AnyBlock, delta: str, value: int, limit: int | None) -> str:
    """Label and number, with what just changed and what it may rise to."""
    of = "" if limit is None else f"<small>/ {number(limit)}</small>"
    shown = f'<span class="value">{delta}<b>{number(value)}</b>{of}</span>'
    return f'<div class="head">{_label(block)}{shown}</div>'


def _tokens(block: Counter, old: int, kind: str, shape: str) -> str:
    """A row of tokens: held, lost just now, and room for more."""
    room = max(block.value, old, block.high or 0)
    if room > MOST_TOKENS or block.value < 0 or old < 0 or room == 0:
        return _bar(block, old, kind) if block.high and block.value >= block.low else ""
    marks = joined(
        f'<i class="{_token_state(place, block.value, old, block.high)}"></i>' for place in range(1, room + 1)
    )
    return f'<div class="tokens {shape} k-{kind}" role="img" aria-label="{_spoken(block)}">{marks}</div>'


def _token_state(place: int, value: int, old: int, high: int | None) -> str:
    if place <= value:
        return "held came" if place > old else "held"
    return "went" if place <= old else "over" if high is not None and place > high else ""


def _spoken(block: Counter) -> str:
    return f"{block.value} of {block.high}" if block.high is not None else str(block.value)


def _bar(block: Counter, old: int, kind: str) -> str:
    span = max(1, (block.high or 1) - block.low)
    now, then = (min(100, max(0, round(100 * (v - block.low) / span))) for v in (block.value, old))
    return (
        f'<div class="bar k-{kind}" role="img" aria-label="{_spoken(block)}">'
        f'<u style="width:{max(now, then)}%"></u><s style="width:{min(now, then)}%"></s></div>'
    )


def _clock(block: Counter, old: int, kind: str) -> str:
    """Segments of a circle, drawn by CSS: the page keeps no inline drawing."""
    of = (block.high or 0) - block.low
    if not 0 < of <= MOST_SEGMENTS:
        return _tokens(block, old, kind, "box")
    filled, before = (min(of, max(0, v - block.low)) for v in (block.value, old))
    both = f"--n:{min(filled, before)};--m:{max(filled, before)};--of:{of}"
    way = "came" if filled > before else "went" if filled < before else ""
    return f'<i class="clock {way} k-{kind}" style="{both}" role="img" aria-label="{filled} of {of}"></i>'


def _two_ended(block: Counter, old: int, kind: str) -> str:
    low, high = block.low, block.high if block.high is not None else max(block.value, old, block.low + 1)
    ends = f'<div class="ends"><span>{text(block.ends[0])}</span><span>{text(block.ends[1])}</span></div>'
    if high <= low:
        return ends
    spoken = f"{block.value}, between {low} {block.ends[0]} and {high} {block.ends[1]}"

    def place(value: int) -> float:
        return round(100 * (min(high, max(low, value)) - low) / (high - low), 2)

    ticks = (
        joined(f'<i style="left:{place(v)}%"{_zero(v)}></i>' for v in range(low, high + 1))
        if high - low < LONGEST_TRACK
        else ""
    )
    ghost = f'<u style="left:{place(old)}%"></u>' if old != block.value else ""
    return (
        f'<div class="track k-{kind}" role="img" aria-label="{text(spoken)}">{ticks}{ghost}'
        f'<b style="left:{place(block.value)}%" class="{"moved" if ghost else ""}"></b></div>{ends}'
    )


def _zero(value: int) -> str:
    return ' class="zero"' if value == 0 else ""


_FORMS: Mapping[CounterForm, Callable[[Counter, int, str], str]] = {
    CounterForm.POOL: lambda block, old, kind: _tokens(block, old, kind, "token"),
    CounterForm.BOXES: lambda block, old, kind: _tokens(block, old, kind, "box"),
    CounterForm.CLOCK: _clock,
    CounterForm.TWO_ENDED: _two_ended,
}


def _progress(block: Progress, was: Progress | None, before: EarlierSheet | None) -> str:
    old = was.have if was else block.have
    step = block.have - old
    delta = f'<span class="delta k-growth">{signed(step)}</span>' if step else ""
    brings = people(block.brings, "p", "brings") if block.brings else ""
    head = _head(block, delta, block.have, block.need)
    if block.need is None:
        return head + brings
    part = min(100, max(0, round(100 * block.have / max(1, block.need))))
    then = min(100, max(0, round(100 * old / max(1, block.need))))
    return (
        f'{head}<div class="bar growth k-growth" role="img" aria-label="{block.have} of {block.need}">'
        f'<u style="width:{max(part, then)}%"></u><s style="width:{min(part, then)}%"></s></div>{brings}'
    )


# --- dice, tags, words -----------------------------------------------------------------------------------


def _dice_pool(block: DicePool, was: DicePool | None, before: EarlierSheet | None) -> str:
    had = dict(was.dice) if was else dict(block.dice)
    has = {size: count for size, count in block.dice if count > 0}
    sizes = sorted(has | {size: 0 for size, count in had.items() if count > 0})
    drawn = joined(_dice_of_size(size, has.get(size, 0), had.get(size, 0)) for size in sizes)
    return f'{_label(block)}<div class="dice">{drawn or "<span class=none>none</span>"}</div>'


def _dice_of_size(size: int, count: int, had: int) -> str:
    shape = SHAPES.get(size, "dx")
    if max(count, had) > MOST_DICE:
        change = (
            f'<span class="delta k-{"gain" if count > had else "loss"}">{signed(count - had)}</span>'
            if count != had
            else ""
        )
        return f'<span class="many">{_die(size, shape, "")}<b>× {number(count)}</b>{change}</span>'
    return joined(
        _die(size, shape, "came" if had < place <= count else "went" if place > count else "")
        for place in range(1, max(count, had) + 1)
    )


def _die(size: int, shape: str, way: str) -> str:
    spoken = f"d{size}" + {"came": ", just gained", "went": ", just lost"}.get(way, "")
    return f'<i class="die small {shape} {way}" role="img" aria-label="{spoken}"><b>{size}</b></i>'


def _tags(block: Tags, was: Tags | None, before: EarlierSheet | None, *, asks: bool = False) -> str:
    had = {tag.id: tag for tag in was.tags} if was else {tag.id: tag for tag in block.tags}
    has = {tag.id for tag in block.tags}
    rows = [_tag(tag, had.get(tag.id), before, block.path, asks) for tag in block.tags]
    rows += [
        _tag_html(tag, "went k-loss", "gone", f"{block.path}.{tag.id}", asks)
        for tag in had.values()
        if tag.id not in has
    ]
    if len(rows) > MOST_TOGETHER:
        lists = (rows[first : first + MOST_TOGETHER] for first in range(0, len(rows), MOST_TOGETHER))
        return _label(block) + joined(f'<ul class="tags many">{joined(some)}</ul>' for some in lists)
    return f'{_label(block)}<ul class="tags">{joined(rows) or "<li class=none>none</li>"}</ul>'


def _tag(tag: Tag, was: Tag | None, before: EarlierSheet | None, path: str, asks: bool) -> str:
    path = f"{path}.{tag.id}"
    if was == tag:
        return _tag_html(tag, "", tag.state, path, asks)
    kind = before.kind(path, tag.good) if before else "story"
    return _tag_html(tag, f"changed k-{kind}", tag.state, path, asks)


def _tag_html(tag: Tag, css: str, state: str, path: str, asks: bool) -> str:
    standing = {True: "good", False: "bad", None: "plain"}[tag.good]
    said = f" <small>{text(state)}</small>" if state else ""
    detail = people(tag.detail, "span", "detail") if tag.detail else ""
    about, asking = (asked_at(path), why(path, tag.text)) if asks else ("", "")
    return f'<li class="{standing} {css}"{about}>{people(tag.text)}{said}{detail}{asking}</li>'


def _texts(block: Texts, was: Texts | None, before: EarlierSheet | None) -> str:
    had = was.texts if was else block.texts
    lines = joined(people(line, "p", "" if line in had else "changed k-story") for line in block.texts if line)
    return _label(block) + (f'<div class="texts">{lines}</div>' if lines else '<p class="none">unwritten</p>')


def _table(block: Table, was: Table | None, before: EarlierSheet | None) -> str:
    had = set(was.rows) if was else set(block.rows)
    heads = joined(f'<th scope="col">{text(column)}</th>' for column in block.columns)
    rows = joined(
        f'<tr class="{"" if row in had else "changed"}">{joined(people(cell, "td") for cell in row)}</tr>'
        for row in block.rows
    )
    # Where it is too wide it scrolls: by keys too, once they reach it.
    reached = f'tabindex="0" role="group" aria-label="{text(block.label)}"'
    body = f'<div class="rows" {reached}><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
    return _label(block) + (body if block.rows else '<p class="none">none</p>')


_DRAWINGS: Mapping[type, Callable[[Any, Any, EarlierSheet | None], str]] = {
    Counter: _counter,
    DicePool: _dice_pool,
    Tags: _tags,
    Texts: _texts,
    Table: _table,
    Progress: _progress,
}
