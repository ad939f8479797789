"""A hundred removals that are none: a number changed in a record, and that called a removal of words.

    python -m benchmarks.forged_removals

The forger makes every later tally anew and calls that removed words as well. Each forgery is held against a
receipt given before, by this program's own check and by `docs/verify.py`. Prints how many of each were found.
"""

import importlib.util
import json
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

from eventsourcing.persistence import StoredEvent

from domain.registry import games
from ledger.care.verify import verify
from ledger.ledger import Ledger
from ledger.log import tally
from ledger.log.receipts import Receipt
from ledger.log.record import canonical, seal_of

SEED = 20_261_122
FORGERIES = 100


def numbers_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of the numbers in a JSON value."""
    if type(value) is int:
        return [path]
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for name, each in items for found in numbers_in(each, (*path, name))]


def raised(value: Any, path: tuple[Any, ...]) -> None:
    """Make the number at a path greater by one."""
    for name in path[:-1]:
        value = value[name]
    value[path[-1]] += 1


def forged(lines: list[bytes], random: Random) -> list[bytes]:
    """The log with one number of one event changed, and a removal that answers for all that follows from it."""
    while True:
        at = random.randrange(len(lines))
        fields = json.loads(lines[at])
        places = numbers_in(fields["data"])
        if places and "tally" in fields:
            break
    made, counted, removed = list(lines), fields["tally"], []
    for index in range(at, len(lines)):
        fields = json.loads(lines[index])
        if index == at:
            raised(fields["data"], random.choice(places))
        fields["tally"] = counted
        counted = tally.after_next(counted, fields)
        made[index] = canonical(fields)
        removed.append({"position": index + 1, "was": seal_of(lines[index]), "now": seal_of(made[index])})
    last = json.loads(lines[-1])
    said = {"reason": "asked", "records": removed}
    kept = {name: last[name] for name in ("at", "campaign", "rules")}
    removal = {
        **kept,
        "by": "gm",
        "command": {**said, "type": "journal.remove_words"},
        "data": said,
        "parent": len(lines),
        "position": len(lines) + 1,
        "prev": seal_of(lines[-1]),
        "ruling": last["ruling"] + 1,
        "tally": counted,
        "type": "journal.words_removed.v1",
        "words": ["data.reason", "command.reason"],
    }
    return [*made, canonical(removal)]


def named_by_ours(lines: list[bytes], slug: str, receipt: str) -> bool:
    """True if this program's own check objects."""
    ledger = Ledger(games(), {"SQLALCHEMY_URL": "sqlite://"})
    rows = [(json.loads(line), line) for line in lines]
    with ledger.store.storing() as (connection, append):
        append([StoredEvent(UUID(it["campaign"]), it["position"], it["type"], line) for it, line in rows])
        assert connection is not None
        ledger.index.note_stored(connection, ((it["type"], line) for it, line in rows))
    found = verify(ledger, slug, expect=[Receipt.parse(receipt)])
    ledger.close()
    return not found.sound


def main() -> None:
    """Forge, and count."""
    from wiring.samples import found, samples

    spec = importlib.util.spec_from_file_location("script", Path(__file__).parents[1] / "docs" / "verify.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    ledger = Ledger(games(), {"SQLALCHEMY_URL": "sqlite://"})
    sample = samples(games())[0]
    found(ledger, sample)
    lines = [stored for _position, _tag, stored in ledger.stored(sample.slug)]
    receipt = str(verify(ledger, sample.slug).receipt)
    ledger.close()
    random, by_script, by_ours = Random(SEED), 0, 0
    for _ in range(FORGERIES):
        false = forged(lines, random)
        try:
            script.check_receipt(receipt, script.check_chain(false))
        except script.Broken:
            by_script += 1
        by_ours += named_by_ours(false, sample.slug, receipt)
    print(f"forged: {FORGERIES}, named by docs/verify.py: {by_script}, by ours: {by_ours} (seed {SEED})")


if __name__ == "__main__":
    main()
