"""Links inside drawn HTML that stay in this session: the browser follows a plain click as it follows Back."""

from urllib.parse import urlencode

from exchange.documents.html.markup import text


def address_of(screen: str, **query: object) -> str:
    """The address of a screen, with what it is asked to show."""
    return f"{screen}?{urlencode({name: str(value) for name, value in query.items()})}"


def way_html(words: str, screen: str, css: str = "", title: str = "", **query: object) -> str:
    """A link to a screen. `words` is markup already."""
    said = f' title="{text(title)}"' if title else ""
    css = f"way {css}".strip()
    return f'<a class="{css}" data-way href="{text(address_of(screen, **query))}"{said}>{words}</a>'
