"""The frame of an EPUB: its package, its contents and the page that each part of it is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_XML = '<?xml version="1.0" encoding="utf-8"?>\n'
CONTAINER = (
    _XML + '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="book/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n'
)
_PAGE = 'media-type="application/xhtml+xml"'
_SVG = {True: ' properties="svg"', False: ""}
STYLE = """body { line-height: 1.4; } h1, h2 { line-height: 1.15; hyphens: none; break-after: avoid; }
h1.title { margin-top: 25%; } p { margin: 0 0 .6em; } .about { font-style: italic; opacity: .75; }
.demand { font-weight: bold; } .came, blockquote { font-style: italic; }
blockquote { margin: .8em 0 .8em .3em; padding-left: .8em; border-left: .18em solid #b9b2a0; }
.by { font-style: normal; font-size: .85em; font-weight: bold; margin-bottom: .2em; }
.before { margin: 0 0 1.2em 1em; font-style: italic; font-size: .92em; }
a.dice { text-decoration: none; vertical-align: super; font-size: .7em; padding: 0 .25em; }
aside { font-size: .85em; } .person { break-inside: avoid; overflow: hidden; margin-bottom: 1.2em; }
.person h2 { margin: 0; font-size: 1.1em; }
figure { margin: 1.2em 0; text-align: center; break-inside: avoid; } figure img { max-width: 100%; }
figcaption { font-style: italic; font-size: .85em; margin-top: .3em; }
.face { width: 2.4em; height: 2.4em; float: left; margin: 0 .8em .4em 0; }
img.face { border-radius: 12%; } img.players { border-radius: 50%; }
"""


@dataclass(frozen=True, slots=True)
class BookPage:
    """A page: its file's name, its title and body as markup, and the scenes in it (anchor, title)."""

    name: str
    title: str
    body: str
    scenes: Sequence[tuple[str, str]]
    drawn: bool = False
    """True if there are drawings in it."""


def page(entry: BookPage) -> str:
    """One page as XHTML."""
    return (
        f'{_XML}<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" '
        'xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="en" lang="en">'
        f'<head><title>{entry.title}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>'
        f"<body>{entry.body}</body></html>\n"
    )


def navigation(entries: Sequence[BookPage], title: str) -> str:
    """The contents, as a page and for the reading program."""
    rows = "".join(map(_listed, entries))
    body = f'<nav epub:type="toc" role="doc-toc"><h1>{title}</h1><ol>{rows}</ol></nav>'
    return page(BookPage("nav", title, body, ()))


def _listed(entry: BookPage) -> str:
    scenes = "".join(f'<li><a href="{entry.name}.xhtml#{at}">{title}</a></li>' for at, title in entry.scenes)
    under = f"<ol>{scenes}</ol>" if scenes else ""
    return f'<li><a href="{entry.name}.xhtml">{entry.title}</a>{under}</li>'


def package(entries: Sequence[BookPage], pictures: Iterable[str], title: str, identity: str, changed: str) -> str:
    """The list of what is in the file, and in which order it is read."""
    items = "".join(
        f'<item id="{entry.name}" href="{entry.name}.xhtml" {_PAGE}{_SVG[entry.drawn]}/>' for entry in entries
    )
    items += "".join(f'<item id="{it[:-4]}" href="{it}" media-type="image/jpeg"/>' for it in pictures)
    order = "".join(f'<itemref idref="{entry.name}"/>' for entry in entries)
    return (
        f'{_XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">'
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:identifier id="id">urn:uuid:{identity}</dc:identifier><dc:title>{title}</dc:title>'
        f'<dc:language>en</dc:language><meta property="dcterms:modified">{changed}</meta></metadata>'
        '<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        f'<item id="style" href="style.css" media-type="text/css"/>{items}</manifest>'
        f"<spine>{order}</spine></package>\n"
    )
