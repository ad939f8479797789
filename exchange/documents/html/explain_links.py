"""Links from a value on a sheet or beside one to the panel that explains where it comes from."""

from exchange.documents.html.markup import text


def why(path: str, words: str) -> str:
    """The button that asks where something comes from: seen when one is near it, always there for the keyboard."""
    return (
        f'<button type="button" class="why" data-explain="{text(path)}" '
        f'aria-label="Where it comes from: {text(words[:120])}"></button>'
    )


def asked_as_of(position: int) -> str:
    """The attribute of an element whose contents are asked as of a position (0: the one the page is at)."""
    return f' data-asks="{position}"'


def asked_at(path: str) -> str:
    """The attribute of the element that shows the value at a path; nothing where there is no path."""
    return f' data-path="{text(path)}"' if path else ""
