"""The contents of a story, to read on by: its sessions, and the scenes of what is read. Pure functions to HTML."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from exchange.documents.html.markup import joined, people, text


@dataclass(frozen=True, slots=True)
class ReadingSpan:
    """Something to read: a session or scene, from its first position to its last."""

    title: str
    first: int
    last: int


def holding(spans: Sequence[ReadingSpan], position: int) -> int | None:
    """The place of the span that holds a position; None where none does."""
    return next((place for place, it in enumerate(spans) if it.first <= position <= it.last), None)


def contents_html(
    slug: str, sessions: Sequence[ReadingSpan], scenes: Sequence[ReadingSpan], read: ReadingSpan | None
) -> str:
    """A list of links, each to where something begins. `scenes` stand under the session they are in.

    `read` is the session that is read, None for several. On a narrow screen the list is folded.
    """
    if not sessions and not scenes:
        return ""
    rows = joined(_session(slug, it, scenes, read=it == read) for it in sessions) or _rows(slug, scenes)
    return (
        '<nav class="to-read" aria-label="Contents"><p class="over">Contents</p>'
        f"<details><summary>Contents</summary><ol>{rows}</ol></details></nav>"
    )


def _session(slug: str, session: ReadingSpan, scenes: Sequence[ReadingSpan], *, read: bool) -> str:
    own = [it for it in scenes if session.first <= it.first <= session.last]
    inside = f"<ol>{_rows(slug, own)}</ol>" if own else ""
    return f"<li>{_link(slug, session, read=read)}{inside}</li>"


def _rows(slug: str, scenes: Sequence[ReadingSpan]) -> str:
    return joined(f"<li>{_link(slug, it)}</li>" for it in scenes)


def _link(slug: str, it: ReadingSpan, *, read: bool = False) -> str:
    address = text("chronicle?" + urlencode({"campaign": slug, "read": it.first}))
    current = ' aria-current="true"' if read else ""
    return f'<a href="{address}" target="_self" data-read="{it.first}"{current}>{people(it.title)}</a>'
