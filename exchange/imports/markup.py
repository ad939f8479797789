"""HTML of other tools as plain words, and the parts of it that bear a class. It is never shown as HTML."""

from collections.abc import Collection, Iterator
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


@dataclass(slots=True, eq=False)
class Element:
    """An element: its classes, its attributes, and what is in it: words and other elements, in their order."""

    tag: str
    classes: frozenset[str] = frozenset()
    attributes: dict[str, str] = field(default_factory=dict)
    inside: "list[str | Element]" = field(default_factory=list)

    @property
    def text(self) -> str:
        """The words in it, on one line."""
        return " ".join(self.words().split())

    def each(self) -> "Iterator[Element]":
        """Every element in it, in the order in which they begin."""
        for it in self.inside:
            if isinstance(it, Element):
                yield it
                yield from it.each()

    def all(self, *classes: str) -> "list[Element]":
        """The elements in it with one of these classes."""
        return [it for it in self.each() if not it.classes.isdisjoint(classes)]

    def words(self, aside: "Collection[Element]" = ()) -> str:
        """The words in it, a line for each block, without those of the elements set aside."""
        lines = (" ".join(line.split()) for line in "".join(self._words(aside)).split("\n"))
        return "\n".join(line for line in lines if line)

    def _words(self, aside: "Collection[Element]") -> Iterator[str]:
        block = self.tag in _BLOCKS
        if block:
            yield "\n"
        if self.tag == "img":
            yield self.attributes.get("alt", "")
        for it in self.inside:
            if isinstance(it, str):
                yield it
            elif it not in aside:
                yield from it._words(aside)
            else:
                yield "\n" if it.tag in _BLOCKS else ""
        if block:
            yield "\n"


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("")
        self._open = [self.root]
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        element = Element(tag, frozenset(given.get("class", "").split()), given)
        if not self._unseen:
            self._open[-1].inside.append(element)
        if tag not in _EMPTY and len(self._open) < _DEEPEST:
            self._open.append(element)
            self._unseen += tag in _UNSEEN

    def handle_endtag(self, tag: str) -> None:
        for depth in range(len(self._open) - 1, 0, -1):
            if self._open[depth].tag == tag:
                self._unseen -= sum(it.tag in _UNSEEN for it in self._open[depth:])
                del self._open[depth:]
                return
        if tag in _BLOCKS:
            self.handle_data("\n")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._open[-1].inside.append(data)


def tree(markup: str) -> Element:
    """Some HTML as an element without a name that has all of it inside. What is no HTML is its words."""
    if ("<" not in markup and "&" not in markup) or len(markup) > _LONGEST:
        return Element("", inside=[markup])
    reader = _Reader()
    try:
        reader.feed(markup)
        reader.close()
    except (AssertionError, ValueError):  # the parser of Python gives up on some declarations that are none
        return Element("", inside=[markup])
    return reader.root


def plain(markup: str) -> str:
    """The words of some HTML, a line for each block. Words without HTML keep their lines as they are."""
    if ("<" not in markup and "&" not in markup) or len(markup) > _LONGEST:
        return markup.strip()
    return tree(markup).words()


def read(markup: str, *wanted: str, aside: tuple[str, ...] = ()) -> tuple[str, list[Element]]:
    """The words of some HTML, a line for each block, and the elements with one of these classes, in order.

    Elements with a class of `aside` are among them, but their words are not among the words.
    """
    if ("<" not in markup and "&" not in markup) or len(markup) > _LONGEST:
        return markup.strip(), []
    root = tree(markup)
    found = root.all(*wanted, *aside)
    return root.words([it for it in found if not it.classes.isdisjoint(aside)]), found
