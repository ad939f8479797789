"""A thousand snapshots that are false, foreign or outdated: accepted never.

    python -m benchmarks.false_snapshots

Each is put in the place of every snapshot of a tower that cannot grow any more, and says that it can. Then the
ledger is opened anew and asked for one more stone, which must be refused. Prints how many of each sort were
accepted.
"""

import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from unittest.mock import patch

from domain.kernel.campaign.founding import FoundCampaign
from ledger.answers import Refused, Submission
from ledger.database.sqlite.driver import sqlite3
from ledger.ledger import Ledger
from ledger.records import snapshots
from ledger.records.signer import KEY_VARIABLE, signer_of
from ledger.records.snapshots import SnapshotInterval
from tests.support.tower import TOWER, LayStones

SEED = 20_261_122
EACH = 200
KEY = "the key of this installation"
Row = tuple[str, int, str, bytes]


def opened(path: Path, key: str = KEY) -> Ledger:
    """A ledger of towers."""
    env = {"SQLALCHEMY_URL": f"sqlite:///{path}", KEY_VARIABLE: key}
    return Ledger({"tower": TOWER}, env, snapshot_interval=SnapshotInterval(10, 10))


def lower(body: bytes) -> bytes:
    """The same moment with a tower of no height."""
    parts = zlib.decompress(body).split(b"\n")
    parts[2] = parts[2].split(b',"height":')[0] + b',"height":0}'
    return zlib.compress(b"\n".join(parts))


def false(row: Row, random: Random) -> bytes:
    """Another content under the signature that is there."""
    return row[3][:32] + lower(row[3][32:])


def flipped(row: Row, random: Random) -> bytes:
    """One bit of a false one's signature changed."""
    state = bytearray(row[3][:32] + lower(row[3][32:]))
    state[random.randrange(32)] ^= 1 << random.randrange(8)
    return bytes(state)


def foreign(row: Row, random: Random) -> bytes:
    """Signed by another installation, for whatever it may be signed for."""
    signed = signer_of({KEY_VARIABLE: f"another key {random.random()}"}).sign(
        ("snapshot", *row[:3]), lower(row[3][32:])
    )
    assert signed is not None
    return signed


def unsigned(row: Row, random: Random) -> bytes:
    """As older programs kept them, or with any bytes before it."""
    return random.randbytes(random.choice((0, 32))) + lower(row[3][32:])


def main() -> None:
    """Spoil, open, ask."""
    random = Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tower.sqlite3"
        ledger = opened(path)
        ledger.found(FoundCampaign(game="tower", title="Babel", slug="babel", house_rules={"limit": 60}))
        while not isinstance(ledger.rule("babel", Submission(command=LayStones(), faces=(3,))), Refused):
            pass
        ledger.close()
        with sqlite3.connect(path) as disk:
            rows: list[Row] = list(disk.execute("SELECT * FROM ledger_snapshots"))
        sorts: list[Callable[[Row, Random], bytes]] = [false, flipped, foreign, unsigned]
        for sort in sorts:
            accepted = sum(_accepted(path, [sort(row, random) for row in rows], rows) for _ in range(EACH))
            print(f"{sort.__name__}: {EACH} tried, {accepted} accepted")
        print(f"outdated by a line: {EACH} tried, {_outdated(path, rows)} accepted (seed {SEED})")


def _accepted(path: Path, states: list[bytes], rows: list[Row]) -> bool:
    with sqlite3.connect(path) as disk:
        for state, row in zip(states, rows, strict=True):
            disk.execute("UPDATE ledger_snapshots SET state = ? WHERE originator_version = ?", (state, row[1]))
    ledger = opened(path)
    answer = ledger.preview("babel", Submission(command=LayStones(), faces=(1,)))
    ledger.close()
    return not isinstance(answer, Refused)


def _outdated(path: Path, rows: list[Row]) -> int:
    """Signed by this very installation, of a program in which one line of the sources was another."""
    accepted = 0
    for number in range(EACH):
        with patch.object(snapshots, "sources_of", return_value=f"another line {number}"):
            ledger = opened(path)
            held = ledger._held(ledger.find("babel"))
            held.catch_up()
            held.head.game.height = 0
            line = held.lines.path(held.head.position)
            ledger.store.moments.keep(
                held.entry.id, held.moment_format, line, held.head, held.moment_format.dump(held.head)
            )
            ledger.close()
        ledger = opened(path)
        answer = ledger.preview("babel", Submission(command=LayStones(), faces=(1,)))
        accepted += not isinstance(answer, Refused)
        ledger.close()
    return accepted


if __name__ == "__main__":
    main()
