"""HTML from values: the one place that turns text into markup, so that all of it is escaped the same way."""

import re
from collections.abc import Iterable
from html import escape

_MARKUP = re.compile("[&<>\"']")


def text(words: object) -> str:
    """Words as they are, safe between tags and inside a quoted attribute."""
    said = str(words)
    return escape(said, quote=True) if _MARKUP.search(said) else said  # most have none: a third of the time


def people(words: object, tag: str = "span", css: str = "") -> str:
    """Text a person wrote: in its own direction, broken wherever it must be, never markup."""
    return f'<{tag} class="people{f" {css}" if css else ""}" dir="auto">{text(words)}</{tag}>'


def joined(parts: Iterable[str]) -> str:
    """Pieces of markup, one after another."""
    return "".join(parts)


def number(value: int) -> str:
    """A number as it is shown: thousands apart, a true minus sign."""
    return f"{value:,}".replace("-", "−")


def signed(value: int) -> str:
    """A difference as it is shown, always with its sign."""
    return f"{value:+,}".replace("-", "−")
