"""Keeps the tables of spoken words in step with the files of a ledger.

They are brought to what is kept before they are asked, as the index of all words is. A file that was taken out
takes its lines with it: whoever removes it deletes them in the same transaction, and nobody finds them without it.
"""

import json
from collections.abc import Iterable, Iterator, Set
from itertools import islice
from uuid import UUID

import sqlalchemy as sql

from ledger.database.database import Database
from ledger.database.ensured_tables import EnsuredTables
from ledger.database.errors import LedgerUnavailable, library_errors
from ledger.errors import LedgerError
from ledger.files.store import FileStore
from projections.tables.search import terms
from projections.tables.search.finder import index_for
from projections.transcripts.cues import TIMED, Utterance, utterances_in
from projections.transcripts.tables import LINES, METADATA, TRANSCRIPTS, WORDS

VERSION = f"1 terms={terms.VERSION}"
"""Rises whenever transcripts are read otherwise. What was read by another version is read anew."""
_BEGINNING = 8_192
"""Bytes in which a transcript shows that it is one."""
_LARGEST = 32 * 2**20
_LINES_AT_ONCE = 5_000


class SpokenProjector:
    """The tables of one database. Safe to share between threads."""

    def __init__(self, database: Database, files: FileStore) -> None:
        self.database = database
        self.index = index_for(database, WORDS)
        self._files = files
        self._names = {*METADATA.tables, *([WORDS] if self.index else ())}
        self._ensured = EnsuredTables(database.place)
        self._there = False

    def ready(self) -> bool:
        """Make the tables if they are not there. False where that cannot be: nothing spoken is found then."""
        self._ensured.ensure(self._names, self._make)
        return self._there

    def _make(self, _known: Set[str]) -> Set[str]:
        """Make them, and remember whether they are there: where it cannot be, it is not tried again."""
        try:
            with self.database.reading() as connection:
                there = {*sql.inspect(connection).get_table_names()}
            if not there >= self._names:
                with self.database.writing() as connection, library_errors(self.database.name):
                    METADATA.create_all(connection)
                    # Where some of them were here and are gone, all is read anew.
                    connection.execute(sql.update(TRANSCRIPTS).values(version=""))
                    if self.index is not None:
                        self.index.create(connection)
            self._there = True
        except LedgerUnavailable:  # an account that may only write rows, before its owner was here
            self._there = False
        return self._names

    def catch_up(self, campaigns: Iterable[UUID]) -> None:
        """Read the transcripts of these campaigns that were not read yet, and forget those that are gone."""
        kept = self._files.whole()
        wanted = {(str(it), digest) for it in campaigns for digest in kept.get(str(it), ())}
        asked = sql.select(
            TRANSCRIPTS.c.number, TRANSCRIPTS.c.campaign, TRANSCRIPTS.c.digest, TRANSCRIPTS.c.version
        )
        with self.database.reading() as connection:
            rows = connection.execute(asked).all()
        gone = [row.number for row in rows if row.digest not in kept.get(row.campaign, ())]
        gone += [row.number for row in rows if row.version != VERSION]
        if gone:
            with self.database.writing() as connection, library_errors(self.database.name):
                self._delete(connection, gone)
        known = {(row.campaign, row.digest) for row in rows if row.version == VERSION}
        for campaign, digest in sorted(wanted - known):
            self._take_in(UUID(campaign), digest)

    def forget(self, connection: sql.Connection, campaign: UUID | str) -> None:
        """Delete all lines of a campaign, on a connection to this database: nothing of them is left in it."""
        if sql.inspect(connection).has_table(TRANSCRIPTS.name):
            of = sql.select(TRANSCRIPTS.c.number).where(TRANSCRIPTS.c.campaign == str(campaign))
            self._delete(connection, list(connection.scalars(of)))

    def _delete(self, connection: sql.Connection, numbers: list[int]) -> None:
        for number in numbers:
            connection.execute(sql.delete(LINES).where(LINES.c.number == number))
            connection.execute(sql.delete(TRANSCRIPTS).where(TRANSCRIPTS.c.number == number))
            if self.index is not None:
                self.index.remove(connection, number)
        if numbers and self.index is not None:
            self.index.purge(connection)

    def _take_in(self, campaign: UUID, digest: str) -> None:
        lines = list(self._lines(campaign, digest))
        with self.database.writing() as connection, library_errors(self.database.name):
            if self.database is self._files.database and not self._files.holds(campaign, digest, connection):
                return  # it was removed while it was read
            known = sql.select(TRANSCRIPTS.c.number).where(
                TRANSCRIPTS.c.campaign == str(campaign), TRANSCRIPTS.c.digest == digest
            )
            if connection.scalar(known) is not None:
                return  # somebody else has read it meanwhile
            row = {"campaign": str(campaign), "digest": digest, "version": VERSION, "lines": len(lines)}
            connection.execute(sql.insert(TRANSCRIPTS).values(row))
            self._put(connection, connection.execute(known).scalar_one(), lines)

    def _put(self, connection: sql.Connection, number: int, lines: list[Utterance]) -> None:
        if self.index is not None:
            self.index.remove(connection, number)  # of tables that were dropped
        numbered = enumerate(lines, start=1)
        while some := list(islice(numbered, _LINES_AT_ONCE)):
            connection.execute(sql.insert(LINES), [_row(number, n, it) for n, it in some])
            if self.index is not None:
                texts = [(n, 0, " ".join(term.word for term in terms.terms_in(it.text))) for n, it in some]
                self.index.add(connection, number, texts)

    def _lines(self, campaign: UUID, digest: str) -> Iterator[Utterance]:
        try:
            beginning = b"".join(self._files.read(campaign, digest, 0, _BEGINNING))
            if is_transcript(beginning):
                yield from utterances_in(b"".join(self._files.read(campaign, digest, 0, _LARGEST)))
        except LedgerError:
            return  # damaged: `verify` says so


def is_transcript(beginning: bytes) -> bool:
    """True if a file that begins so is WebVTT or SRT."""
    if beginning.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = beginning.decode("utf-16", "ignore")
    else:
        text = beginning.decode("utf-8-sig", "ignore")
    return text.startswith("WEBVTT") or any(
        TIMED.fullmatch(line) for line in text.splitlines()[:40] if "-->" in line
    )


def _row(number: int, n: int, it: Utterance) -> dict[str, object]:
    return {
        "number": number,
        "n": n,
        "begun": it.begun,
        "ended": it.ended,
        "speaker": it.speaker,
        "text": it.text,
        "marks": json.dumps(it.marks, separators=(",", ":")),
    }
