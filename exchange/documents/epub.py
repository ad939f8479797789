"""A book as EPUB 3: a zip of pages that any reading program opens, dice as footnotes, the same bytes each time."""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from io import BytesIO
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from domain.kernel.wording.emphasis import Run
from exchange.documents.book_blocks import (
    BookBlock,
    BookChapter,
    BookFigure,
    BookHeading,
    BookLines,
    BookNote,
    BookPassage,
    BookPerson,
    chapters,
)
from exchange.documents.epub_parts import CONTAINER, STYLE, BookPage, navigation, package, page
from exchange.documents.html.face import Face
from exchange.documents.plates import Plate
from exchange.documents.printed.signs import runs_from_the_right
from exchange.documents.volume import INDEX, PREVIOUSLY, SECRET, Volume

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\ufffe\uffff]")
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
_EPOCH = (1980, 1, 1, 0, 0, 0)


def epub(volume: Volume, identity: str, changed: str) -> bytes:
    """The whole file. `identity` names the campaign, `changed` is when it was last played, in UTC."""
    book = _Book(volume)
    entries = list(book.entries())
    found = str(uuid5(NAMESPACE_URL, f"campaign-ledger:{identity}"))
    pictures = {_picture(who): it.content for who, it in volume.portraits.items()}
    pictures |= {plate.file: plate.content for plate in volume.hung.all}
    files: dict[str, str | bytes] = {
        "META-INF/container.xml": CONTAINER,
        "book/content.opf": package(
            entries, list(pictures), words(volume.title), found, f"{changed[:19] or '2000-01-01T00:00:00'}Z"
        ),
        "book/nav.xhtml": navigation(entries, words(volume.title)),
        "book/style.css": STYLE,
        **{f"book/{entry.name}.xhtml": page(entry) for entry in entries},
        **{f"book/{name}": content for name, content in pictures.items()},
    }
    to = BytesIO()
    with ZipFile(to, "w") as archive:
        archive.writestr(_info("mimetype", ZIP_STORED), "application/epub+zip")
        for name, content in files.items():
            archive.writestr(_info(name, ZIP_DEFLATED), content)
    return to.getvalue()


def _picture(who: str) -> str:
    return f"p{who.encode().hex()}.jpg"


def _info(name: str, packed: int) -> ZipInfo:
    """An entry without a clock and without whose computer it was."""
    info = ZipInfo(name, _EPOCH)
    info.compress_type, info.create_system, info.external_attr = packed, 3, 0o644 << 16
    return info


def words(text: object) -> str:
    """Words as they are, safe in XML; signs that no XML may have, or that turn what follows, are left out."""
    return escape(_TURNING.sub("", _NO_XML.sub("", str(text))), quote=True)


def _tag(tag: str, text: str, css: str = "", inside: str = "") -> str:
    """Set a person's words on the side where they begin. `inside` is markup that follows them."""
    about = f' class="{css}"' if css else ""
    right = ' dir="rtl"' if runs_from_the_right(text) else ""
    return f"<{tag}{about}{right}>{words(text)}{inside}</{tag}>"


def _line(runs: Sequence[Run]) -> str:
    """A line of a note, each run of it as it is meant."""
    right = ' dir="rtl"' if runs_from_the_right("".join(run.text for run in runs)) else ""
    return f"<p{right}>{''.join(map(_run, runs))}</p>"


def _run(run: Run) -> str:
    said = f"<em>{words(run.text)}</em>" if run.emphasised else words(run.text)
    return f"<strong>{said}</strong>" if run.strong else said


class _Book:
    """A volume, page by page."""

    def __init__(self, volume: Volume) -> None:
        self.volume = volume
        self.found: dict[str, list[tuple[str, int]]] = {}
        """The places where somebody is spoken of: id -> page and record."""
        self._notes: list[str] = []
        self._scenes: list[tuple[str, str]] = []
        self._page = ""

    def entries(self) -> Iterator[BookPage]:
        """Its pages in order."""
        volume = self.volume
        lines = [words(f"A campaign of {volume.game_title}"), words(volume.seats), words(volume.reads)]
        about = "".join(f"<p>{line}</p>" for line in lines if line)
        yield BookPage("title", words(volume.title), f'<h1 class="title">{words(volume.title)}</h1>{about}', ())
        yield from map(self._entry, _on_one_page(chapters(volume)))
        if index := self._index():
            yield BookPage("index", INDEX, f"<h1>{INDEX}</h1><ul>{index}</ul>", ())

    def _entry(self, together: list[BookChapter]) -> BookPage:
        first, *more = together
        self._page, self._notes, self._scenes = first.name, [], []
        parts = list(map(self._block, first.blocks))
        for chapter in more:
            self._scenes.append((chapter.name, words(chapter.title)))
            heading, *after = map(self._block, chapter.blocks)
            parts += [heading.replace("<h1", f'<h1 id="{chapter.name}"', 1), *after]
        body = "".join([*parts, *self._notes])
        return BookPage(first.name, words(first.title), body, tuple(self._scenes), drawn="<svg" in body)

    def _block(self, block: BookBlock) -> str:
        match block:
            case BookHeading():
                return self._heading(block)
            case BookLines():
                css = "" if block.form == "said" else block.form
                return "".join(_tag("p", line, css) for line in block.lines)
            case BookNote():
                return self._note(block)
            case BookPassage():
                return self._passage(block)
            case BookFigure():
                return _figure(block.plate)
            case BookPerson():
                return self._someone(block)

    def _heading(self, block: BookHeading) -> str:
        before = ""
        if block.level == 1:
            drawn = _tag("h1", block.title)
            if block.previously:
                lines = "".join(_tag("p", line) for line in block.previously)
                before = f'<div class="before"><p class="by">{PREVIOUSLY}</p>{lines}</div>'
        else:
            self._scenes.append((f"scene-{len(self._scenes) + 1}", words(block.title)))
            drawn = f'<h2 id="{self._scenes[-1][0]}">{words(block.title)}</h2>'
        for who in block.who:
            self.found.setdefault(who, []).append((self._page, block.position))
        about = _tag("p", block.about, "about") if block.about else ""
        return drawn + about.replace("<p", f'<p id="r{block.position}"', 1) + before

    def _passage(self, block: BookPassage) -> str:
        for who in block.who:
            self.found.setdefault(who, []).append((self._page, block.position))
        note = ""
        if block.proof:
            name = f"d{block.position}"
            note = f'<a epub:type="noteref" role="doc-noteref" class="dice" href="#{name}">⚄</a>'
            self._notes.append(
                f'<aside epub:type="footnote" role="doc-footnote" id="{name}">{_tag("p", block.proof)}</aside>'
            )
        drawn = _tag("p", block.text + (f" ({SECRET})" if block.secret else ""), "", note)
        return drawn.replace("<p", f'<p id="r{block.position}"', 1) + "".join(map(self._note, block.notes))

    def _note(self, note: BookNote) -> str:
        by = note.by + (f", {SECRET}" if note.secret and note.by else SECRET if note.secret else "")
        lines = "".join(map(_line, note.lines))
        place = ""
        if note.who:
            found = self.found.setdefault(note.who, [])
            if not found or found[-1][0] != self._page:  # whoever speaks all evening is found where they begin
                found.append((self._page, note.position))
                place = f' id="r{note.position}"'
        return f"<blockquote{place}>{_tag('p', by, 'by') if by else ''}{lines}</blockquote>"

    def _someone(self, block: BookPerson) -> str:
        told = "".join(_tag("p", line) for line in block.lines)
        under = f'<p class="about">{words(block.by)}</p>' if block.by else ""
        picture, face = self.volume.portraits.get(block.who), _drawn(block.face)
        if picture is not None:
            shape, alt = block.face.kind.value, words(picture.alt or block.name)
            face = f'<img class="face {shape}" src="{_picture(block.who)}" alt="{alt}"/>'
        return f'<section class="person">{face}<h2>{words(block.name)}</h2>{under}{told}</section>'

    def _index(self) -> str:
        rows = []
        for who, name in self.volume.names.items():
            places = self.found.get(who, ())
            links = ", ".join(f'<a href="{on}.xhtml#r{at}">{at}</a>' for on, at in places)
            rows += [f"<li>{words(name)} {links}</li>"] if links else []
        return "".join(rows) if len(rows) > 1 else ""


def _on_one_page(parts: Iterable[BookChapter]) -> Iterator[list[BookChapter]]:
    """Yield the chapters that share a page: an act goes on below a session that has only notes before it."""
    together: list[BookChapter] = []
    for chapter in parts:
        notes = all(isinstance(it, BookHeading | BookNote) for of in together for it in of.blocks)
        if together and not (chapter.within and notes):
            yield together
            together = []
        together.append(chapter)
    if together:
        yield together


def _figure(plate: Plate) -> str:
    said = plate.caption + (f" ({SECRET})" if plate.secret else "")
    under = _tag("figcaption", said.strip()) if said.strip() else ""
    return f'<figure><img src="{plate.file}" alt="{words(plate.alt)}"/>{under}</figure>'


def _drawn(face: Face) -> str:
    """A face as a drawing. It stands beside a name that says the same."""
    shapes = {
        "players": '<circle cx="20" cy="20" r="20" fill="{}"/>',
        "others": '<rect width="40" height="40" rx="6" fill="{}"/>',
        "faction": '<path d="M0 0H40V20C40 33 26 38 20 40C14 38 0 33 0 20Z" fill="{}"/>',
    }
    shape = shapes[face.kind.value].format(face.light)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="face" viewBox="0 0 40 40" aria-hidden="true">'
        f'{shape}<text x="20" y="26" text-anchor="middle" font-size="17" fill="#fff">{words(face.letters)}</text>'
        "</svg>"
    )
