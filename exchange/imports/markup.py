"""HTML of other tools as plain words, and the parts of it that bear a class. It is never shown as HTML."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

_BLOCKS = frozenset(
    (
        *("address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "figure", "footer", "form"),
        *("h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section"),
        *("table", "tbody", "td", "th", "thead", "tr", "ul"),
    )
)
_UNSEEN = frozenset(("script", "style", "template", "head", "noscript"))
_EMPTY = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"))
_LONGEST = 1_000_000
"""Characters. Longer HTML is no message, and is kept as it stands."""
_DEEPEST = 200
"""Elements within elements. Deeper ones count as part of the one around them."""


@dataclass(slots=True)
class Element:
    """One element that was asked for: its classes, its attributes, and the words in it."""

    tag: str
    classes: frozenset[str]
    attributes: dict[str, str]
    words: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The words in it, on one line."""
        return " ".join("".join(self.words).split())


class _Reader(HTMLParser):
    def __init__(self, wanted: frozenset[str], aside: frozenset[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.wanted = wanted | aside
        self.aside = aside
        self.words: list[str] = []
        self.found: list[Element] = []
        self._open: list[tuple[str, Element | None]] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BLOCKS:
            self._say("\n")
        given = {name: value or "" for name, value in attrs}
        classes = frozenset(given.get("class", "").split())
        element = Element(tag, classes, given) if classes & self.wanted else None
        if element is not None:
            self.found.append(element)
        if tag == "img" and given.get("alt"):
            self._say(given["alt"])
        if tag not in _EMPTY and len(self._open) < _DEEPEST:
            self._open.append((tag, element))
            self._unseen += tag in _UNSEEN

    def handle_endtag(self, tag: str) -> None:
        if tag in _BLOCKS:
            self._say("\n")
        for depth in range(len(self._open) - 1, -1, -1):
            if self._open[depth][0] == tag:
                self._unseen -= sum(name in _UNSEEN for name, _ in self._open[depth:])
                del self._open[depth:]
                return

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._say(data)

    def _say(self, words: str) -> None:
        inside = [element for _tag, element in self._open if element is not None]
        for element in inside:
            element.words.append(words)
        if not any(element.classes & self.aside for element in inside):
            self.words.append(words)


def read(markup: str, *wanted: str, aside: tuple[str, ...] = ()) -> tuple[str, list[Element]]:
    """The words of some HTML, a line for each block, and the elements with one of these classes, in order.

    Elements with a class of `aside` are among them, but their words are not among the words.
    """
    if ("<" not in markup and "&" not in markup) or len(markup) > _LONGEST:
        return markup.strip(), []
    reader = _Reader(frozenset(wanted), frozenset(aside))
    try:
        reader.feed(markup)
        reader.close()
    except (AssertionError, ValueError):  # the parser of Python gives up on some declarations that are none
        return markup.strip(), reader.found
    lines = (" ".join(line.split()) for line in "".join(reader.words).split("\n"))
    return "\n".join(line for line in lines if line), reader.found
