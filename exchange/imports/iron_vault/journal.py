"""Journals of Iron Vault: Markdown whose prose, mechanics blocks and inline mechanics are told in their order.

They have no times; `from` and `to` of a number let its running value be checked.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import NOBODY, Item, Occurrences, Remarked, Said
from exchange.imports.iron_vault.front import DATES, Line, parted
from exchange.imports.iron_vault.kdl import KdlNode
from exchange.imports.iron_vault.kdl import read as read_kdl
from exchange.imports.iron_vault.mechanics import NodeContent, inline_codes, of_inline, of_node, plain
from exchange.imports.iron_vault.noted_rolls import NotedRolls
from exchange.imports.pieces import FilePiece, whole_lines
from exchange.imports.source import ImportFile
from exchange.imports.texts import clean, decoded, in_another_encoding, name, verbatim

_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})\s*([\w-]*)\s*$")
_QUOTE = re.compile(r"\s{0,3}(?:>\s?)+")
"""Before each line of a quotation or a callout, which may hold a block too."""
_ANCHOR = re.compile(r"\s*\^[\w-]+\s*")
"""A line that only gives what stands above it an address for links."""
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+(.*?)[\s#]*")
_PAGE = re.compile(r"(!?)\[\[([^\[\]|\n]{1,300})(\|[^\[\]\n]{0,300})?\]\]")
_ADDRESS = re.compile(r"\[[^\[\]\n]{0,2000}\]\(<?((?:[^()\s<>]|\([^()\s]{0,200}\)){1,2000})")
_OF_RULES = ("datasworn:", "move:", "oracle:", "asset:")
"""Links to a rulebook's entries, which the plugin opens: the words that stand for them are their names."""
_MOST_MARKS = 100
_SHOWN = frozenset(("title", "name"))
"""Fields that are told otherwise: as the title of an evening or a scene, and as who speaks."""
_MOST_DRAWN = 4 << 20
_DRAWN_WORDS = re.compile(
    r"^#{1,2} Text Elements *\n(.*?)(?=^%%|^#{1,2} (?:Drawing|Embedded Files|Element Links)\b|\Z)", re.M | re.S
)
_ELEMENT = re.compile(r"[ \t]+\^[\w-]+[ \t]*$", re.M)
"""The name of a text in a drawing, for links."""
_MECHANICS = frozenset(("iron-vault-mechanics", "mechanics"))
_LONGEST = 20_000
"""Lines of one paragraph or block."""
_LONGEST_PROSE = 20_000
_LONGEST_BLOCK = 50_000
"""Characters that are looked at closely. More in one piece was not written by a person at play."""


@dataclass(frozen=True, slots=True)
class VaultNote:
    """A note as a whole: what its evening is called, and when that was, where it says so."""

    evening: str = ""
    when: str | None = None
    scene: str = ""
    is_play: bool = True
    """False for a text that may as well be one of rules, whose examples of dice stay words."""
    passed: list[int] = field(default_factory=list)
    """The number of such examples, once it was read."""


@dataclass(slots=True)
class _Page:
    source: ImportFile
    note: VaultNote
    speaker: str
    """The actor where none is named."""
    owner: str
    """Owner of the numbers that move there: the same, else the journal itself, for no two journals share them."""
    scene: str
    beside: tuple[str, ...] = ()
    """The fields of the first lines, until an entry bears them."""
    ids: Occurrences = field(default_factory=Occurrences)
    dice: NotedRolls = field(default_factory=NotedRolls)
    prose: list[str] = field(default_factory=list)
    first: int = 1

    def said(self, line: int, told: NodeContent, speaker: str, raw: str) -> Said:
        """An entry for something on this page."""
        form = EntryForm.ROLL if told.rolls else EntryForm.CHANGE if told.moves else EntryForm.STORY
        empty = not (told.text.strip() or told.rolls or told.moves)
        kept = not told.understood or empty
        beside, self.beside = self.beside, ()
        return Said(
            id=f"iron-vault:{self.ids.id_of(self.source.stem, raw)}",
            place=f"line {line}",
            speaker=speaker or self.speaker,
            alias=speaker or ("" if self.speaker == NOBODY else self.speaker),
            when=self.note.when,
            evening=self.note.evening,
            scene=self.scene,
            form=EntryForm.VERBATIM if kept else form,
            text=verbatim(raw) if kept else told.text,
            rolls=tuple(told.rolls),
            moves=tuple(told.moves),
            marks=tuple(dict.fromkeys((*beside, *told.marks, *([] if kept else links_in(raw)))))[:_MOST_MARKS],
            why="part of these mechanics is not known" if kept else "",
        )

    def paragraph(self) -> Iterator[Said]:
        """The prose so far."""
        text = clean("\n".join(self.prose)).strip()
        self.prose = []
        fallen = self.dice.rolls_in(plain_lines(text))
        if text and not re.fullmatch(r"[\s`>*_-]*", text):
            yield self.said(self.first, NodeContent(plain_lines(text), fallen), "", text)


def links_in(text: str) -> Iterator[str]:
    """The pages, pictures and addresses behind links, as far as the words that stand for them do not say them."""
    if len(text) > _LONGEST_PROSE:
        return
    for drawn, page, shown in _PAGE.findall(text):
        called = page.replace("\\", "").split("/")[-1].removesuffix(".md").strip()
        if shown and called != shown[1:].split("/")[-1].removesuffix(".md").strip():
            yield f"{'picture' if drawn else 'link'}: {called}"
    for address in _ADDRESS.findall(text):
        if ":" in address and not address.startswith(_OF_RULES):
            yield f"link: {address}"


def plain_lines(text: str) -> str:
    """Prose without the brackets of its links, its lines kept. What is very long stays as it is."""
    if len(text) > _LONGEST_PROSE:
        return text
    return re.sub(r"\[([^\[\]\n]*)\]\((?:[^()\n]|\([^()\n]{0,200}\))*\)", r"\1", _without_brackets(text))


def _without_brackets(text: str) -> str:
    return re.sub(r"!?\[\[(?:[^\[\]|\n]*\|)?([^\[\]\n]*)\]\]", r"\1", text)


def read(source: ImportFile, note: VaultNote | None = None) -> Iterator[Item]:
    """The page, from its first line to its last."""
    told = note or VaultNote()
    page = _Page(source, told, NOBODY, name(source.stem, "Journal"), told.scene)
    page.dice = NotedRolls(marked=not told.is_play)
    block: list[str] = []
    fence, begun, quoted = "", 0, False
    others = [0]
    with source.opened() as stream:
        fields, lines = parted(_decoded(stream, source.name, others))
        if called := fields.get("name"):
            page.speaker = page.owner = name(called, page.owner)
        shown = _SHOWN | DATES if told.when else _SHOWN
        page.beside = tuple(
            _without_brackets(f"{key}: {value}") for key, value in fields.items() if key.lower() not in shown
        )[:_MOST_MARKS]
        for number, line in lines:
            if fence:
                line = _QUOTE.sub("", line) if quoted else line
                closed = _FENCE.match(line)
                if closed and closed[1].startswith(fence) and not closed[2]:
                    yield from _mechanics(page, block, begun)
                    fence, block = "", []
                elif len(block) < _LONGEST:
                    block.append(line)
                continue
            opened = _FENCE.match(_QUOTE.sub("", line))
            if opened and opened[2] in _MECHANICS:
                yield from page.paragraph()
                fence, begun, quoted = opened[1], number, bool(_QUOTE.match(line))
            elif _ANCHOR.fullmatch(line):
                continue
            elif heading := _HEADING.fullmatch(line):
                yield from page.paragraph()
                page.scene = name(plain_lines(heading[1])) or page.scene
                yield from _line(page, line, number)
            elif not line.strip() or len(page.prose) >= _LONGEST:
                yield from page.paragraph()
            else:
                yield from _line(page, line, number)
    yield from page.paragraph()
    if fence:
        yield from _mechanics(page, block, begun)
        yield Remarked(f"line {begun}", "this block of mechanics is not closed: the file may be cut off here")
    if page.beside:  # a note of nothing but fields
        text = "\n".join(page.beside)
        page.beside = ()
        yield page.said(1, NodeContent(text), "", text)
    told.passed.append(page.dice.passed)
    if others[0]:
        yield Remarked("the whole file", in_another_encoding(others[0]))


def _decoded(stream: BinaryIO, file: str, others: list[int]) -> Iterator[Line]:
    """The numbered lines; `others` counts those that are not UTF-8."""
    for number, raw in _with_gaps(whole_lines(stream, file)):
        line, utf8 = decoded(raw)
        others[0] += not utf8
        yield number, line


def words_of_drawing(source: ImportFile, note: VaultNote) -> Said | None:
    """The words that stand in a drawing of Excalidraw; None for one that has none."""
    with source.opened() as stream:
        whole = decoded(stream.read(_MOST_DRAWN))[0].replace("\r", "")
    found = _DRAWN_WORDS.search(whole)
    words = _ELEMENT.sub("", found[1]).strip() if found else ""
    if not words:
        return None
    page = _Page(source, note, NOBODY, name(source.stem, "Journal"), note.scene or note.evening)
    return page.said(whole[: found.start(1) if found else 0].count("\n") + 1, NodeContent(clean(words)), "", words)


def _with_gaps(pieces: Iterator[FilePiece]) -> Iterator[tuple[int, bytes]]:
    """Numbered lines, with one empty line for however many stood between two others."""
    last = 0
    for piece in pieces:
        if piece.line > last + 1:
            yield piece.line - 1, b""
        yield piece.line, piece.raw
        last = piece.line


def _line(page: _Page, line: str, number: int) -> Iterator[Said]:
    at = 0
    for start, end, code in inline_codes(line):
        if before := line[at:start].strip():
            page.first = page.first if page.prose else number
            page.prose.append(before)
        yield from page.paragraph()
        yield page.said(number, of_inline(code, page.owner), "", code)
        at = end
    if rest := line[at:].rstrip() if at == 0 else line[at:].strip():
        page.first = page.first if page.prose else number
        page.prose.append(rest)


def _mechanics(page: _Page, block: list[str], begun: int) -> Iterator[Said]:
    text = "\n".join(block)
    nodes = read_kdl(text) if len(text) <= _LONGEST_BLOCK else []
    if not nodes:
        if text.strip():
            yield page.said(begun, NodeContent(understood=False), "", text)
        return
    starts = [node.line for node in nodes]
    for node, following in zip(nodes, [*starts[1:], len(block) + 1], strict=True):
        raw = "\n".join(block[node.line - 1 : max(following - 1, node.line)])
        yield from _node(page, node, begun, raw)


def _node(page: _Page, node: KdlNode, begun: int, raw: str) -> Iterator[Said]:
    """A node of its own is an entry of its own; an actor speaks all that is in it."""
    if node.name == "actor" and not node.broken:
        actor = plain(node.get("name", 0)) or page.owner
        for number, child in enumerate(node.children):
            told = of_node(child, actor)
            yield page.said(begun + child.line, told, actor, f"{raw}\n#{number}" if told.understood else raw)
        return
    yield page.said(begun + node.line, of_node(node, page.owner), "", raw)
