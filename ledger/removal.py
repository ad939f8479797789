"""Taking words out of records, for somebody's safety or by law, without breaking the chain or a number.

The records keep the seals they were given, which the chain rests on; what stands in their place is sealed by the
record of the removal. `docs/decisions/0011` says why so, and `docs/proofs.md` what that proves and what not.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import sqlalchemy as sql

from domain.kernel.journal.commands import Removal, RemoveWords
from domain.kernel.moment import state_json
from ledger.answers import Refused, Ruled, Submission
from ledger.chain import Row, Withheld, removals_in
from ledger.codec import Codec
from ledger.errors import Conflict, LedgerError
from ledger.ledger import Ledger
from ledger.log_check import Ahead, LogCheck
from ledger.recorder import schema
from ledger.recorder.events import Within
from ledger.records import canonical, seal_of
from ledger.snapshots import MomentFormat
from ledger.tags import REMOVED

_WITH_WORDS = frozenset(("command", "data", "fiction_time"))
"""Fields of a record that may hold what a person wrote."""
_NO_WORDS = frozenset(("type", "was", "now", "seal"))

Words = Mapping[str, str]
"""What is taken out, and what stands in its place."""


class CannotRemove(LedgerError):
    """Words cannot be taken out of this ledger as asked; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Removed:
    """What a removal did: the records it changed, and the ruling that says so."""

    positions: tuple[int, ...]
    answer: Ruled


@dataclass(frozen=True, slots=True)
class _Change:
    position: int
    before: bytes
    after: bytes


def remove(
    ledger: Ledger,
    campaign: str,
    words: Words,
    *,
    ids: Words,
    reason: str,
    by: str,
    also: Within = lambda connection: None,
) -> Removed | Refused | None:
    """Take `words` out of every text of a campaign, and replace `ids` wherever they stand as a whole.

    None where they stand nowhere. Everything is checked before anything is changed: every record can still be
    read, each follows on its line, and but for words the state is what it was. `also` is done in the same
    transaction, for whoever keeps copies. Raises `CannotRemove`, `BrokenLedger` when the log is not sound now.
    """
    entry = ledger.find(campaign)
    if ledger.store.database is None:
        raise CannotRemove("The database module of this ledger cannot change what it has stored.")
    if by in ids:
        raise CannotRemove(f"{by} is who asks: another GM must do that, or their name would stand there again.")
    rows = list(ledger.stored(entry.slug))
    known = removals_in((at, stored) for at, tag, stored in rows if tag == REMOVED)
    swap = _Swap(words, ids)
    changes = [_Change(at, stored, after) for at, _tag, stored in rows if (after := swap.record(stored)) != stored]
    if not changes:
        return None
    _check(ledger, entry.slug, rows, known, changes)
    records = tuple(
        Removal(
            position=it.position,
            was=known[it.position].was if it.position in known else seal_of(it.before),
            now=seal_of(it.after),
        )
        for it in changes
    )

    def rewrite(connection: sql.Connection) -> None:
        _rewrite(connection, entry.id, changes)
        also(connection)

    command = RemoveWords(reason=swap.text(reason), records=records)
    answer = ledger.remove(entry.slug, Submission(command=command, by=by), rewrite)
    if isinstance(answer, Refused):
        return answer
    return Removed(tuple(it.position for it in changes), answer)


def purge(ledger: Ledger) -> bool:
    """Write the file anew, so that nothing of what was removed lingers in its free pages. False where others must.

    PostgreSQL keeps old rows until it is vacuumed, which its owner does.
    """
    database = ledger.store.database
    if database is None or database.engine.dialect.name != "sqlite":
        return False
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute("PRAGMA query_only=OFF")
        driver.execute("VACUUM")
        driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return True


# --- the words -----------------------------------------------------------------------------------------------


class _Swap:
    """Replaces ids where they stand as a whole, and words wherever they stand in a text; longer ones first."""

    def __init__(self, words: Words, ids: Words) -> None:
        self._words, self._ids = words, ids
        ordered = sorted(words, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, ordered))) if ordered else None

    def text(self, text: str) -> str:
        """A text without them."""
        if text in self._ids:
            return self._ids[text]
        return self._pattern.sub(lambda found: self._words[found.group()], text) if self._pattern else text

    def record(self, stored: bytes) -> bytes:
        """A record without them: the very same bytes where it has none."""
        fields = json.loads(stored)
        changed = {**fields, "by": self._ids.get(fields["by"], fields["by"])}
        for name in _WITH_WORDS & fields.keys():
            changed[name] = self._value(fields[name])
        return stored if changed == fields else canonical(changed)

    def _value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self._value(each) for each in value]
        if isinstance(value, dict):
            # Names of fields are no words of anybody's, nor are tags and seals, whatever they look like.
            return {
                self._ids.get(name, name): each if name in _NO_WORDS else self._value(each)
                for name, each in value.items()
            }
        return value


# --- the checks ----------------------------------------------------------------------------------------------


def _check(
    ledger: Ledger, campaign: str, rows: Sequence[Row], known: Mapping[int, Withheld], changes: Sequence[_Change]
) -> None:
    """The log as it would be is sound, and but for words comes to the same. Raises `CannotRemove`."""
    before = _folded(ledger, campaign, rows, known)
    after = {it.position: it.after for it in changes}
    hidden = dict(known)
    for it in changes:
        was = known[it.position].was if it.position in known else seal_of(it.before)
        hidden[it.position] = Withheld(was, seal_of(it.after), len(rows) + 1)
    changed = [(at, tag, after.get(at, stored)) for at, tag, stored in rows]
    try:
        then = _folded(ledger, campaign, changed, hidden)
    except LedgerError as error:
        raise CannotRemove(
            f"These words cannot be taken out: without them, {error} Nothing was changed."
        ) from error
    if _numbers(before) != _numbers(then):
        raise CannotRemove(
            "Without these words the campaign would come to other numbers than it did: they are more than words "
            "there. Nothing was changed."
        )


def _folded(ledger: Ledger, campaign: str, rows: Sequence[Row], withheld: Mapping[int, Withheld]) -> Any:
    entry = ledger.find(campaign)
    game = ledger.game(entry.game)

    def tagged(wanted: str) -> Iterator[tuple[int, bytes]]:
        return ((at, stored) for at, tag, stored in rows if tag == wanted)

    found = Ahead.of(tagged)
    ahead = Ahead(found.returned_to, found.sealed_at, withheld)
    log = LogCheck(entry, Codec(game), MomentFormat(game), ahead)
    for _ in log.walk(rows):
        pass
    return state_json(game, log.moment)


def _numbers(value: Any) -> Any:
    """A state with every text made the same: its shape, its numbers and its yes and no."""
    if isinstance(value, dict):
        return sorted((_numbers(each) for each in value.values()), key=repr)
    if isinstance(value, list):
        return [_numbers(each) for each in value]
    return "" if isinstance(value, str) else value


def _rewrite(connection: sql.Connection, campaign: UUID, changes: Sequence[_Change]) -> None:
    """Put the new bytes in the old ones' place, where those still stand. Raises `Conflict`."""
    events, snapshots = schema.events, schema.snapshots
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete=ON")
    for it in changes:
        place = (events.c.originator_id == str(campaign)) & (events.c.originator_version == it.position)
        done = connection.execute(
            sql.update(events).where(place, events.c.state == it.before).values(state=it.after)
        )
        if done.rowcount != 1:
            raise Conflict("Somebody else is removing words from this campaign. Nothing was changed: try again.")
    connection.execute(sql.delete(snapshots).where(snapshots.c.originator_id == str(campaign)))
