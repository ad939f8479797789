"""Chat of MapTool, saved as a web page: a block for each message, with a table of who speaks and the words.

    <div><table cellpadding="0"><tr><td>Wren:</td><td><font color="#0000FF"><span>I walk.</span></font></td></tr>
    </table></div>
    <div>* <font color="green"><span>Wren lifts the lamp</span></font></div>

A column before the name may show the speaker's picture. What stands behind a star is done and not said; only who
also speaks is taken to do it. The page tells no times.
"""

import re
from collections.abc import Iterator

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import NOBODY, Item, Occurrences, Remarked, Said
from exchange.imports.markup import Element, tree
from exchange.imports.pieces import FilePiece, stretches
from exchange.imports.readers.worded_rolls import in_words
from exchange.imports.source import ImportFile
from exchange.imports.texts import clean, decoded, in_another_encoding, name, verbatim

BEGINS = re.compile(rb"<div(?=[\s>])", re.IGNORECASE)
_STYLES = (b"span.roll", b"span.trustedprefix")
_MOST_NAMES = 5_000


def looks_like(head: bytes) -> bool:
    """True if a page has the styles that MapTool gives its chat."""
    return all(it in head for it in _STYLES)


def read(source: ImportFile) -> Iterator[Item]:
    """The messages of the page, in its order."""
    ids, others = Occurrences(), 0
    known = frozenset(speaker for speaker, _ in _parts(source) if speaker)
    with source.opened() as stream:
        base = stream.tell()
        for piece in stretches(stream, BEGINS):
            markup, utf8 = decoded(piece.raw)
            block = _block(markup)
            if block is None:
                continue
            others += not utf8
            yield _message(block, known, piece, base, ids)
    if others:
        yield Remarked("the whole file", in_another_encoding(others, "message"))


def _parts(source: ImportFile) -> Iterator[tuple[str, str]]:
    """Speaker and words of each message; no speaker where the page names none."""
    with source.opened() as stream:
        for at, piece in enumerate(stretches(stream, BEGINS)):
            block = _block(decoded(piece.raw)[0])
            if block is not None and at < _MOST_NAMES:
                yield _told(block)


def _block(markup: str) -> Element | None:
    found = next((it for it in tree(markup).inside if isinstance(it, Element)), None)
    return found if found is not None and found.tag == "div" and found.text else None


def _told(block: Element) -> tuple[str, str]:
    columns = [it for it in block.each() if it.tag == "td"]
    if len(columns) >= 2 and (speaker := columns[-2].text).endswith(":"):
        return name(speaker[:-1]), columns[-1].words()
    return "", block.words()


def _message(block: Element, known: frozenset[str], piece: FilePiece, base: int, ids: Occurrences) -> Said:
    speaker, words = _told(block)
    text, form = clean(words).strip(), EntryForm.SPEECH if speaker else EntryForm.STORY
    if not speaker and text.startswith("* "):
        text = text[2:].lstrip()
        speaker = next((it for it in sorted(known, key=len, reverse=True) if text.startswith(f"{it} ")), "")
        text = text.removeprefix(speaker).lstrip()
        form = EntryForm.EMOTE if speaker else EntryForm.STORY
    fallen = in_words(text)
    return Said(
        id=f"maptool:{ids.id_of(speaker, form.value, text)}",
        place=f"line {piece.line}",
        span=(base + piece.start, len(piece.raw)),
        speaker=speaker or NOBODY,
        alias=speaker,
        form=(EntryForm.ROLL if fallen else form) if text else EntryForm.VERBATIM,
        text=text or verbatim(piece.raw),
        rolls=tuple(fallen),
        why="" if text else "it has no words",
    )
