"""HTML of other tools as plain words, and the parts of it that bear a class. It is never shown as HTML."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from html import unescape

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
    raw: str = ""
    """Its attributes as they are written."""
    inside: "list[str | Element]" = field(default_factory=list)

    @property
    def attributes(self) -> dict[str, str]:
        """Its attributes by name."""
        return _attributes(self.raw)

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
        label = self.tag == "button" or any(it == "tag" or it.endswith("-tag") for it in self.classes)
        block = self.tag in _BLOCKS
        if block or label:
            yield "\n" if block else " "
        if self.tag == "img":
            yield self.attributes.get("alt") or " "
        if self.tag == "i" and self.classes and not self.inside:
            yield " "  # a sign that a font draws
        parted = "supplement" in self.classes  # a name in bold, which only a style sets apart from what it says
        for it in self.inside:
            if isinstance(it, str):
                yield it
            elif it not in aside:
                yield from it._words(aside)
                if parted and it.tag == "strong":
                    yield " "
            else:
                yield "\n" if it.tag in _BLOCKS else ""
        if block or label:
            yield "\n" if block else " "


_MARK = re.compile(
    r"""<!--.*?-->|<[!?][^>]*+>|<(/?)([A-Za-z][^\s/>]*+)((?:[^>"']++|"[^"]*+"|'[^']*+')*+)>""", re.DOTALL
)
_LOOSE = re.compile(r"<(/?)([A-Za-z][^\s/>]*+)([^>]*+)>")
"""A tag with a quotation mark that is never closed."""
_CLASS = re.compile(r"""(?<![\w-])class\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))""", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?""")


def _attributes(raw: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for key, double, single, bare in _ATTRIBUTE.findall(raw):
        given.setdefault(key.lower(), unescape(double or single or bare))
    return given


def _classes(raw: str) -> frozenset[str]:
    found = _CLASS.search(raw) if "class" in raw.lower() else None
    return frozenset(unescape(found[1] or found[2] or found[3] or "").split()) if found else frozenset()


def tree(markup: str) -> Element:
    """Some HTML as an element without a name that has all of it inside. What is no HTML is its words.

    The parser of Python takes five times as long, and gives up on some declarations that are none.
    """
    root = Element("")
    if ("<" not in markup and "&" not in markup) or len(markup) > _LONGEST:
        root.inside.append(markup)
        return root
    opened, unseen, at = [root], "", 0
    while at < len(markup):
        begin = markup.find("<", at)
        text = markup[at:] if begin < 0 else markup[at:begin]
        if text and not unseen:
            opened[-1].inside.append(unescape(text) if "&" in text else text)
        if begin < 0:
            break
        found = _MARK.match(markup, begin) or _LOOSE.match(markup, begin)
        if found is None:
            at = begin + 1
            if not unseen:
                opened[-1].inside.append("<")
            continue
        at, tag = found.end(), (found[2] or "").lower()
        if unseen:
            unseen = "" if found[1] and tag == unseen else unseen
        elif found[1]:
            _close(opened, tag)
        elif tag in _UNSEEN and markup.lower().find(f"</{tag}", at) >= 0:
            unseen = tag
        elif tag:
            element = Element(tag, _classes(found[3]), found[3])
            opened[-1].inside.append(element)
            if tag not in _EMPTY and len(opened) < _DEEPEST:
                opened.append(element)
    return root


def _close(opened: list[Element], tag: str) -> None:
    for depth in range(len(opened) - 1, 0, -1):
        if opened[depth].tag == tag:
            del opened[depth:]
            return
    if tag in _BLOCKS:
        opened[-1].inside.append("\n")


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
