"""Parts of the processor time of one ruling of four records on SQLite: `python -m benchmarks.append_parts`.

Each part is done by itself, many times over, by the functions that do it in a ruling, on records of the same kind.
What is left over of the whole is passing things on, and that a processor which waited for the disk begins anew
with caches that others have used: the same ruling among 200 of one transaction says how much. Beside it stands
`Application.save` of the same four events, which waits for the disk as well.
With the extra `wal` installed it is that SQLite's, with its write-ahead log, that is measured.
"""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from uuid import uuid4

from benchmarks.append import by_save, journal_of, many, raw_events, with_views
from benchmarks.growing import AT, ONE_RULING, SLUG, STONES, folder, tower
from benchmarks.measuring import Figure, Scale, alone, amount, best, ratio, side_by_side
from domain.kernel.dice import TypedDice
from domain.kernel.ruling import apply, decide, retell
from domain.kernel.vocabulary import event_data
from ledger.database.inserting import heads_after
from ledger.ledger import Ledger
from ledger.log import tally
from ledger.log.record import Record, canonical
from ledger.recording.drafts import Draft, LogEnd, records_of
from ledger.records.codec import Codec
from tests.support.tower import TOWER, LayStones

PATH = "append, parts"
TOGETHER = 200
Work = Callable[[], object]


def parts(ledger: Ledger, path: Path) -> dict[str, Work]:
    """The parts of a ruling, each to be done by itself."""
    moment, codec = ledger.moment(SLUG), Codec(TOWER)
    command = LayStones(count=STONES)
    events = decide(TOWER, moment, command, "gm", TypedDice(ONE_RULING.faces or ()))
    assert isinstance(events, list)
    draft = Draft(command=command, by="gm", events=tuple(events), drawn=((6, 1),) * STONES, dice_from="typed")
    end = LogEnd(ledger.find(SLUG).id, moment.position, moment.seal, moment.position, tally.FIRST)
    records = list(records_of(codec, end, [draft], AT))
    fields = [{**codec._raw(it.envelope.type, it.stored), "type": it.envelope.type} for it in records]

    def four(of_one: Callable[[int], object]) -> Work:
        return lambda: [of_one(number) for number in range(STONES)]

    return {
        "deciding": lambda: decide(TOWER, moment, command, "gm", TypedDice(ONE_RULING.faces or ())),
        "events as JSON values": four(lambda at: event_data(records[at].event)),
        "canonical JSON": four(lambda at: canonical(fields[at])),
        "finding people's words": four(lambda at: codec.words_in(fields[at], type(records[at].event))),
        "reading back what will be stored": four(lambda at: codec.read(fields[at]["type"], records[at].stored)),
        "tally of what is no word": four(lambda at: tally._after(records[at].stored)),
        "folding": four(lambda at: apply(TOWER, moment, records[at].event)),
        "retelling": four(lambda at: retell(TOWER, moment, records[at].event)),
        "the transaction": _transaction(path, journal_of(ledger), records),
    }


def _transaction(path: Path, journal: str, records: list[Record]) -> Work:
    """The statements of a ruling, said to SQLite's driver and nothing else."""
    connection = raw_events(path, journal)
    connection.execute("CREATE TABLE head (campaign TEXT PRIMARY KEY, position, seal, tally) WITHOUT ROWID")
    position, campaign = count(1), str(uuid4())
    put_in = "INSERT INTO event (campaign, position, type, state) VALUES " + ", ".join(["(?, ?, ?, ?)"] * STONES)

    def work() -> None:
        rows = [(campaign, next(position), it.envelope.type, it.stored) for it in records]
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(put_in, [value for row in rows for value in row])
        for head in heads_after(rows):
            connection.execute("INSERT OR REPLACE INTO head VALUES (?, ?, ?, ?)", head)
        before = "SELECT state FROM event WHERE campaign = ? AND position = ?"
        connection.execute(before, (campaign, rows[0][1] - 1)).fetchone()
        connection.execute("COMMIT")

    return work


def measure(scale: Scale) -> list[Figure]:
    """The parts, the whole, and the rival, which take turns."""
    rulings = 500 if scale.full else 100
    with folder() as here:
        ours, viewed = tower(f"sqlite:///{here / 'ours'}"), with_views(tower(f"sqlite:///{here / 'viewed'}"))
        for _ in range(20):
            ours.rule(SLUG, ONE_RULING)
        works: dict[str, Work] = {
            "whole": lambda: ours.rule(SLUG, ONE_RULING),
            "viewed": lambda: viewed.rule(SLUG, ONE_RULING),
            "save": by_save(here / "save"),
            **parts(ours, here / "parts"),
        }
        together = [ONE_RULING] * TOGETHER
        took = side_by_side(rulings, {name: many(work, rulings) for name, work in works.items()}, rounds=8)
        among = best(TOGETHER, lambda: ours.rule_all(SLUG, together), rounds=8).work * 1e6
        where = f"SQLite, {journal_of(ours)}"
        ours.close()
        viewed.close()
    work = {name: it.work * 1e6 for name, it in took.items()}
    unit = "µs of processor"
    own = {name: each for name, each in work.items() if name not in ("whole", "viewed", "save")}
    return [
        amount(PATH, f"{where}: a ruling of four records", work["whole"], unit),
        *(amount(PATH, f"of that, {name}", each, unit) for name, each in own.items()),
        amount(PATH, "of that, what is left", work["whole"] - sum(own.values()), unit),
        amount(PATH, f"{where}: a ruling among {TOGETHER} of one transaction", among, unit),
        amount(PATH, "more, for all read models", work["viewed"] - work["whole"], unit),
        amount(PATH, "Application.save of four events (WAL)", work["save"], unit),
        ratio(PATH, f"{where}: a ruling, against Application.save, work", work["whole"] / work["save"]),
        ratio(PATH, f"{where}: with all read models, against it, work", work["viewed"] / work["save"]),
    ]


if __name__ == "__main__":
    alone(measure)
