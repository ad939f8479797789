"""Rulings on the Table screen, as HTML for `table.css`. Every value is escaped."""

from collections.abc import Iterable, Sequence
from html import escape

from dashboard.forms.outcome import Shift
from dashboard.forms.table_state import Answer
from dashboard.forms.text import cut, shown
from domain.kernel.facts import Retelling
from exchange.documents.html.dice import drawn_html
from exchange.documents.html.explain_links import asked_as_of, asked_at, why

LONGEST_SENTENCE = 600
AHEAD = 8
"""The most sentences of what will be recorded that stand open, and the most numbers."""


def headlines_html(headlines: Iterable[tuple[str, str]], longest: int = LONGEST_SENTENCE) -> str:
    """Sentences of so many signs at the most, each with the mark of its kind: pairs of (kind, sentence)."""
    rows = "".join(f'<li class="k-{escape(kind)}">{shown(headline, longest)}</li>' for kind, headline in headlines)
    return f'<ol class="tbl-lines">{rows}</ol>'


def shifts_html(changes: Sequence[Shift]) -> str:
    """List the changes on the sheets: whose, what, from and to. Empty when nothing does."""
    if not changes:
        return ""
    rows = "".join(
        f"<li{asked_at(shift.path)}><span>{shown(shift.owner, 60)} · {shown(shift.label, 60)}</span>"
        f'<del>{shown(shift.was, 40)}</del><ins class="{_welcome(shift.better)}">{shown(shift.now, 40)}</ins>'
        f"{why(shift.path, f'{shift.owner}, {shift.label}') if shift.path else ''}</li>"
        for shift in changes
    )
    return f'<ul class="tbl-shifts" aria-label="On the sheets"{asked_as_of(0)}>{rows}</ul>'


def preview_html(retellings: Sequence[Retelling], changes: Sequence[Shift], words: str) -> str:
    """List what will be recorded."""
    lines = [(each.kind.value, each.headline) for each in retellings]
    shown = headlines_html(lines[:AHEAD]) + shifts_html(changes[:AHEAD])
    more = len(lines[AHEAD:]) + len(changes[AHEAD:])
    if more:  # the button that records it stays near
        rest = headlines_html(lines[AHEAD:]) + shifts_html(changes[AHEAD:])
        shown += f'<details class="tbl-rest"><summary>and {more} more</summary>{rest}</details>'
    return f'<section class="tbl-card tbl-will"><h3>{escape(words)}</h3>{shown}</section>'


def steps_html(heading: str, steps: Iterable[tuple[str, Sequence[Retelling]]]) -> str:
    """Several steps that will be recorded: each one's name, and what it says."""
    rows = "".join(
        f"<li><b>{shown(label, 120)}</b>{headlines_html((each.kind.value, each.headline) for each in told)}</li>"
        for label, told in steps
    )
    listed = f'<ol class="tbl-steps">{rows}</ol>'
    return f'<section class="tbl-card tbl-will"><h3>{escape(heading)}</h3>{listed}</section>'


def refusal_html(message: str, heading: str = "The rules say no") -> str:
    """The reasons why nothing would be recorded, or was."""
    return (
        f'<section class="tbl-card tbl-no" role="status"><h3>{escape(heading)}</h3>'
        f"<p>{shown(message, LONGEST_SENTENCE)}</p></section>"
    )


def waiting_html(words: str) -> str:
    """Say what is still to be filled in before anything can be said."""
    return f'<p class="tbl-wait" role="status">{escape(cut(words, 300))}</p>'


def answer_html(answer: Answer, followed: Sequence[Answer] = ()) -> str:
    """The ruling that was just recorded, its dice as they fell, and what followed of itself."""
    heading = "Recorded already" if answer.repeated else "Recorded"
    dice = drawn_html(answer.dice, fudge=answer.fudge)
    thrown = f'<div class="tbl-thrown">{dice}</div>' if answer.rolled and dice else dice
    more = "".join(headlines_html(each.headlines) for each in followed)
    alone = f'<p class="tbl-alone">and by itself</p>{more}' if more else ""
    return (
        f'<section class="tbl-card tbl-done" role="status"><h3>{heading}'
        f"<small>moment {answer.last}</small></h3>{thrown}"
        f"{headlines_html(answer.headlines)}{alone}</section>"
    )


def settled_html(settled: Sequence[tuple[str, str]]) -> str:
    """List what the offer has settled, in one quiet line."""
    parts = "".join(f"<span>{escape(label)} <b>{shown(words, 120)}</b></span>" for label, words in settled)
    return f'<p class="tbl-settled">{parts}</p>'


def _welcome(better: bool | None) -> str:
    return "" if better is None else "up" if better else "down"
