"""Places of a file's messages, on the disk: a file of any length is put into order in the same memory."""

from collections.abc import Iterator

from ledger.database.sqlite.driver import sqlite3


class Places:
    """A message's id -> where it begins, how long it is, and when it was said. The last to be put counts.

    It is kept in a file of SQLite's own, which is gone with this.
    """

    def __init__(self) -> None:
        self.replaced = 0
        """The number of those put once more."""
        self._kept = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        self._kept.execute("PRAGMA journal_mode=OFF")
        self._kept.execute(
            "CREATE TABLE places (id TEXT PRIMARY KEY, at REAL, start INTEGER, length INTEGER, place TEXT)"
            " WITHOUT ROWID"
        )
        self._kept.execute("CREATE TABLE earlier (id TEXT, at REAL, start INTEGER, length INTEGER, place TEXT)")
        self._kept.execute("BEGIN")

    def put(self, known: str, at: float, start: int, length: int, place: str) -> None:
        """A message stands there. Where it stood before is kept as `earlier` tells it."""
        row = (known, at, start, length, place)
        if not self._kept.execute("INSERT OR IGNORE INTO places VALUES (?, ?, ?, ?, ?)", row).rowcount:
            self._kept.execute("INSERT INTO earlier SELECT * FROM places WHERE id = ?", (known,))
            self._kept.execute("REPLACE INTO places VALUES (?, ?, ?, ?, ?)", row)
            self.replaced += 1

    def drop(self, known: str) -> tuple[str, float, int, int, str] | None:
        """It was deleted. Where it stood, as `put` takes it, if it did."""
        removed: tuple[str, float, int, int, str] | None
        removed = self._kept.execute("DELETE FROM places WHERE id = ? RETURNING *", (known,)).fetchone()
        return removed

    def __len__(self) -> int:
        return int(self._kept.execute("SELECT count(*) FROM places").fetchone()[0])

    def earlier(self) -> Iterator[tuple[tuple[str, int, int, str], tuple[int, int]]]:
        """Earlier places of messages that are still there, each as `in_order` tells one, and where the message
        begins now and how long it is.
        """
        asked = "SELECT id, e.start, e.length, e.place, p.start, p.length FROM earlier e JOIN places p USING (id)"
        for known, start, length, place, *now in self._kept.execute(f"{asked} ORDER BY e.start"):
            yield (known, start, length, place), (now[0], now[1])

    def in_order(self) -> Iterator[tuple[str, int, int, str]]:
        """Id, beginning, length and place of each, in the order of time and then of the file."""
        yield from self._kept.execute("SELECT id, start, length, place FROM places ORDER BY at, start")
