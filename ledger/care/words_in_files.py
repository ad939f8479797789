"""Kept files in which words stand that are to be taken out: such a file goes as a whole.

A file of another tool may be packed, so that its bytes show nothing: it goes too when words are taken out of any
record of an intake that came from it. Of all others the text is read, as it stands and as JSON or HTML write it.
Pictures, sound and film that were attached are no text: they stay unless somebody removes them by themselves.
"""

import codecs
import html
import json
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from domain.kernel.logged.messages import BEGUN, ENDED
from ledger.care.kept_files import named_in
from ledger.care.word_matching import PhraseSearch
from ledger.errors import LedgerError
from ledger.ledger import Ledger
from ledger.log.chain import Row
from ledger.log.entry import CampaignEntry
from ledger.log.tags import FILE_ATTACHED

_OVERLAP = 4_096
"""Letters of a part that are read again with the next: no words that anybody asks for are longer."""
_WIDE = ((codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"))
_HALF_WIDE = ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_ESCAPE = re.compile(r"\\\\|\\u([0-9a-fA-F]{4})|\\([nrtbf/\"])")
_SHORT = {"n": "\n", "r": "\r", "t": "\t", "b": " ", "f": " ", "/": "/", '"': '"'}


@dataclass(frozen=True, slots=True)
class FileToGo:
    """A file that is taken out with the words in it, and the records that name it."""

    digest: str
    positions: tuple[int, ...]


def files_to_go(
    ledger: Ledger, entry: CampaignEntry, rows: Iterable[Row], finding: PhraseSearch, changed: Collection[int]
) -> tuple[FileToGo, ...]:
    """The kept files of a campaign in which the words stand, or from which a changed record came."""
    named = named_in(ledger, entry)
    if not named.wanted:
        return ()
    kept = {it.digest for it in ledger.files.kept(entry.id) if not it.left_out}
    touched, wordless = _begun_by(rows, changed), _wordless(rows)
    return tuple(
        FileToGo(digest, named.records[digest])
        for digest in named.wanted
        if digest in kept
        and not wordless.issuperset(named.records[digest])
        and (touched.intersection(named.records[digest]) or _says(ledger, entry, digest, finding))
    )


def _begun_by(rows: Iterable[Row], changed: Collection[int]) -> set[int]:
    """First positions of those intakes of which a record is changed: an intake lies in one piece in the log."""
    touched, begun, wanted = set(changed), 0, set(changed)
    for position, tag, _stored in rows:
        if tag == FILE_ATTACHED:
            touched.discard(position)
        if tag == BEGUN:
            begun = position
        if begun and position in wanted:
            touched.add(begun)
        if tag == ENDED:
            begun = 0
    return touched


def _wordless(rows: Iterable[Row]) -> set[int]:
    """The records that attach what is no text. A few letters in a row are in any of these, by chance."""
    attached = ((at, json.loads(stored)["data"]["media"]) for at, tag, stored in rows if tag == FILE_ATTACHED)
    return {at for at, media in attached if media.startswith(("image/", "audio/", "video/"))}


def _says(ledger: Ledger, entry: CampaignEntry, digest: str, finding: PhraseSearch) -> bool:
    try:
        return stands_in(ledger.files.read(entry.id, digest), finding)
    except LedgerError:
        return True  # what cannot be read any more cannot be shown to be without them


def stands_in(parts: Iterable[bytes], finding: PhraseSearch) -> bool:
    """True if the words stand in these bytes."""
    before = ""
    for text in _decoded(iter(parts)):
        whole = before + text
        if any(finding.finds(each) for each in {whole, _out_of_json(whole), html.unescape(whole)}):
            return True
        before = whole[-_OVERLAP:]
    return False


def _decoded(parts: Iterator[bytes]) -> Iterator[str]:
    first = next(parts, b"")
    encoding = next((name for mark, name in (*_WIDE, *_HALF_WIDE) if first.startswith(mark)), "utf-8")
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    yield decoder.decode(first)
    for part in parts:
        yield decoder.decode(part)
    yield decoder.decode(b"", final=True)


def _out_of_json(text: str) -> str:
    """A text as its JSON says it: signs by their numbers, two of them for one beyond the first plane."""
    if "\\" not in text:
        return text
    said = _ESCAPE.sub(_said, text)
    return said.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _said(found: re.Match[str]) -> str:
    if found.group(1):
        return chr(int(found.group(1), 16))
    return _SHORT[found.group(2)] if found.group(2) else "\\"


def positions_of(files: Iterable[FileToGo]) -> tuple[int, ...]:
    """The records whose files go, in order."""
    return tuple(sorted(position for it in files for position in it.positions))
