"""HTML from values: the one place that turns text into markup, so that all of it is escaped the same way."""

import re
from collections.abc import Iterable
from html import escape

from domain.kernel.wording.emphasis import Run, runs_of

_MARKUP = re.compile("[&<>\"']")


def text(words: object) -> str:
    """Words as they are, safe between tags and inside a quoted attribute."""
    said = str(words)
    return escape(said, quote=True) if _MARKUP.search(said) else said  # most have none: a third of the time


def people(words: object, tag: str = "span", css: str = "") -> str:
    """Text a person wrote: in its own direction, broken wherever it must be, never markup."""
    return f'<{tag} class="people{f" {css}" if css else ""}" dir="auto">{text(words)}</{tag}>'


def emphasised(words: str) -> str:
    """Text taken in from notes and chats, with the emphasis that its marks mean; all else in it is text."""
    return "\n".join(joined(map(_run, runs_of(line))) for line in words.split("\n"))


def _run(run: Run) -> str:
    said = text(run.text)
    said = f"<em>{said}</em>" if run.emphasised else said
    return f"<strong>{said}</strong>" if run.strong else said


def joined(parts: Iterable[str]) -> str:
    """Pieces of markup, one after another."""
    return "".join(parts)


def number(value: int) -> str:
    """A number as it is shown: thousands apart, a true minus sign."""
    return f"{value:,}".replace("-", "−")


def signed(value: int) -> str:
    """A difference as it is shown, always with its sign."""
    return f"{value:+,}".replace("-", "−")
