"""Titles, notices and small headings: pure functions to HTML."""

from exchange.documents.html.markup import number, people, text


def title_html(title: str, below: str = "") -> str:
    """A page's title, with a line beside it."""
    beside = people(below, "p") if below else ""
    return f'<div class="title">{people(title, "h1")}{beside}</div>'


def notice_html(words: str) -> str:
    """Something to say above the page: why it does not show what the address asked for."""
    return f'<p class="notice" role="status">{people(words)}</p>'


def away_html(end: int, left_at: int, head: int, why: str = "") -> str:
    """Says that an abandoned line is shown and why it was left, and leads back."""
    told = f" {people(why)}" if why else ""
    return (
        '<p class="notice away" role="status"><span>This line was abandoned: play went on from moment '
        f"{number(left_at)}, and what follows here up to {number(end)} no longer counts.{told}</span>"
        f'<button type="button" data-go="{head}">To the current line</button></p>'
    )


def over_html(words: str, beside: str = "") -> str:
    """A small heading over a part of the page."""
    return f'<p class="over"><span>{text(words)}</span><span>{text(beside)}</span></p>'
