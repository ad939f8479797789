"""Taking one attached file out: its bytes, and out of its records its digest, name and description.

The same file attached to several things is gone from all of them. The chain stays whole as it does where words are
removed (`redaction`): the records keep the seals they were given, and the removal says what stands there now.
"""

import json
from collections.abc import Iterator
from typing import Any

from domain.kernel.journal.attached.terms import GONE
from domain.kernel.journal.file_removal import RemoveFile
from ledger.answers import Refused
from ledger.care.kept_files import named_in
from ledger.care.redaction import CannotRemove, Preview, RecordChange, Removed, check, removals, take_out
from ledger.care.word_swap import TextSwap, WordSwap
from ledger.care.words_in_files import FileToGo, positions_of
from ledger.ledger import Ledger
from ledger.log.chain import Row
from ledger.log.record import canonical
from ledger.log.tags import FILE_ATTACHED, FILE_DESCRIBED

NAMELESS = "a removed file"
"""Stands in a record for the name of a file that was removed: a name is never empty."""
_INSTEAD = {"digest": GONE, "name": NAMELESS, "caption": "", "alt": ""}


def remove_file(
    ledger: Ledger,
    campaign: str,
    number: int,
    *,
    reason: str,
    by: str,
) -> Removed | Refused:
    """Take out a file that was attached under this number.

    Raises `CannotRemove`, and `BrokenLedger` where the log is not sound now.
    """
    entry = ledger.find(campaign)
    if ledger.store.database is None:
        raise CannotRemove("The database module of this ledger cannot change what it has stored.")
    files = ledger.moment(entry.slug).journal.files
    if not 1 <= number <= len(files) or not files[number - 1].here:
        raise CannotRemove(
            f"There is no file {number} in {entry.slug} that could be removed. Nothing was changed."
        )
    digest = files[number - 1].digest
    same = {it.number for it in files if it.digest == digest}
    rows = tuple(ledger.stored(entry.slug))
    changes, places = [], []
    for row in rows:
        if (changed := _without(row, same)) is not None:
            changes.append(RecordChange(row[0], row[2], changed[0]))
            places += changed[1]
    going = FileToGo(digest, named_in(ledger, entry).records.get(digest, ()))
    swap = WordSwap(ledger.game(entry.game), {}, {})
    shown = Preview(entry.slug, tuple(places), tuple(changes), rows, swap, (going,))
    check(ledger, shown)
    command = RemoveFile(file=number, reason=reason, records=removals(shown), files=positions_of(shown.files))
    answer = take_out(ledger, shown, command, by=by)
    if isinstance(answer, Refused):
        return answer
    return Removed(shown.positions, answer, positions_of(shown.files))


def _without(row: Row, numbers: set[int]) -> tuple[bytes, list[TextSwap]] | None:
    """A record of these files without what tells of them; None for any other record."""
    position, tag, stored = row
    if tag not in (FILE_ATTACHED, FILE_DESCRIBED):
        return None
    fields: dict[str, Any] = json.loads(stored)
    if fields["data"]["file"] not in numbers:
        return None
    places = [TextSwap(position, path, text, _INSTEAD[path.rpartition(".")[2]]) for path, text in _said(fields)]
    for within in ("data", "command"):
        for name in _INSTEAD.keys() & fields.get(within, {}).keys():
            if fields[within][name]:
                fields[within][name] = _INSTEAD[name]
    return canonical(fields), places


def _said(fields: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for within in ("data", "command"):
        for name, text in fields.get(within, {}).items():
            if name in _INSTEAD and text:
                yield f"{within}.{name}", text
