"""Links inside drawn HTML that stay in this session: the browser follows a plain click as it follows Back.

Below them the links from a record to the page of disputes, or why its ruling cannot be disputed.
"""

import re
from urllib.parse import urlencode

from domain.kernel.journal.state import Journal
from exchange.documents.html.markup import text
from ledger.log.tags import JOURNAL_PREFIX, REWOUND
from projections.views.timeline import TimelineEntry


def address_of(screen: str, **query: object) -> str:
    """The address of a screen, with what it is asked to show."""
    return f"{screen}?{urlencode({name: str(value) for name, value in query.items()})}"


def way_html(words: str, screen: str, css: str = "", title: str = "", *, label: str = "", **query: object) -> str:
    """A link to a screen. `words` is markup already; `label` is read aloud for them, where others are alike."""
    said = f' title="{text(title)}"' if title else ""
    said += f' aria-label="{text(label)}"' if label else ""
    css = f"way {css}".strip()
    return f'<a class="{css}" data-way href="{text(address_of(screen, **query))}"{said}>{words}</a>'


_ELSEWHERE = re.compile(r"https://[^\s;,<>\"']*[^\s;,<>\"'.:!?)]")
"""An address within a text, without the sign that ends a sentence behind it."""


def linked(words: str) -> str:
    """A text as markup, whose addresses lead where they say, in a tab of their own."""
    said, rest = "", 0
    for found in _ELSEWHERE.finditer(words):
        there = text(found.group())
        link = f'<a href="{there}" target="_blank" rel="noopener noreferrer">{there}</a>'
        said, rest = said + text(words[rest : found.start()]) + link, found.end()
    return said + text(words[rest:])


def why_not(entry: TimelineEntry, *, current: bool) -> str:
    """The reason why the ruling of a record cannot be disputed, in a sentence; empty when it can."""
    if entry.type.startswith(JOURNAL_PREFIX):
        return "This is the journal, beside play: there is nothing in it to dispute."
    if entry.type == REWOUND:
        return "Here play left one line for another. The list of reversals leads back."
    if not current:
        return "This was abandoned, so it cannot be disputed any more."
    return ""


def waiting_html(slug: str, journal: Journal) -> str:
    """Say how many disputes wait for a judgement, with the way to them; nothing when none does."""
    waiting = sum(journal.is_open(number) for number in journal.disputes)
    if not waiting:
        return ""
    words = "1 dispute waits" if waiting == 1 else f"{waiting} disputes wait"
    return f'<p class="here">{way_html(f"{words} for a judgement", "disputes", campaign=slug)}</p>'


def dispute_way(
    slug: str, entry: TimelineEntry, *, current: bool, words: str = "Dispute", moment: int | None = None
) -> str:
    """A link to dispute the ruling of a record; nothing where it cannot be disputed.

    `moment` is what the ruling is called beside the link, where that is another record of it than `entry`.
    """
    if why_not(entry, current=current):
        return ""
    title = "Dispute this ruling, or try how it might have gone"
    one_of_many = " " not in words  # links in a list are called alike
    label = f"{words} moment {moment or entry.position:,}" if one_of_many else ""
    return way_html(text(words), "disputes", "dispute", title, label=label, campaign=slug, ruling=entry.ruling)


def here_html(slug: str, entry: TimelineEntry | None, *, current: bool) -> str:
    """Say what can be done about the ruling of the record that is looked at."""
    if entry is None:
        return ""
    why = why_not(entry, current=current)
    if why:
        if entry.type == REWOUND:
            more = way_html("To the reversals", "disputes", campaign=slug)
        elif entry.type.startswith(JOURNAL_PREFIX):
            more = ""
        else:
            more = way_html("What became of it", "disputes", campaign=slug, ruling=entry.ruling)
        return f'<p class="here"><span class="quiet">{text(why)}</span> {more}</p>'
    words = "Dispute this ruling, or try how it might have gone"
    return f'<p class="here">{dispute_way(slug, entry, current=current, words=words)}</p>'
