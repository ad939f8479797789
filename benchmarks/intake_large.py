"""Times of reading gigantic files of other tools, and the memory they take.

    python -m benchmarks.intake_large --megabytes 1000 --only jsonl
    python -m benchmarks.intake_large --megabytes 300 --record

Each file is written as its tool would write it, then read to its end and surveyed, in a process of its own, whose
largest memory is given beside that of a file of a tenth of the size. With `--record` it is recorded too.
"""

import argparse
import base64
import json
import os
import random
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from benchmarks.archive import measured
from domain.kernel.campaign.founding import FoundCampaign
from exchange.imports.mapping import guessed
from exchange.imports.recognising import format_of
from exchange.imports.roll20.chat import _PUSH
from exchange.imports.source import ImportFile
from exchange.imports.spool import spooled
from exchange.imports.survey import survey
from exchange.imports.taking_in import people_of, take_in
from ledger.ledger import Ledger
from tests.support.toy import GAME

_WORDS = (
    "tide",
    "lamp",
    "rope",
    "salt",
    "gate",
    "bell",
    "ash",
    "rook",
    "kettle",
    "stair",
    "coin",
    "oath",
    "ferry",
)
_PEOPLE = ("Wren", "Sanna", "Orrin", "Tess", "Gwen")
_BEGAN = datetime(2015, 1, 3, 19, tzinfo=UTC)


def _said(chance: random.Random) -> str:
    return " ".join(chance.choices(_WORDS, k=chance.randrange(8, 60)))


def _at(number: int) -> datetime:
    return _BEGAN + timedelta(seconds=40 * (number % 400), days=7 * (number // 400 % 500))


def jsonl(chance: random.Random) -> Iterator[bytes]:
    number = 0
    while True:
        number += 1
        line = {"ts": _at(number).isoformat(), "author": chance.choice(_PEOPLE), "content": _said(chance)}
        yield json.dumps(line).encode() + b"\n"


def nedb(chance: random.Random) -> Iterator[bytes]:
    number = 0
    while True:
        number += 1
        roll = {"class": "Roll", "formula": "1d20", "total": 7, "terms": [_die(chance)]}
        message = {
            "_id": f"{number:016}",
            "content": _said(chance),
            "user": "uGwen00000000001",
            "speaker": {"alias": chance.choice(_PEOPLE)},
            "timestamp": int(_at(number).timestamp() * 1000),
            "type": 5 if number % 3 == 0 else 2,
            "rolls": [json.dumps(roll)] if number % 3 == 0 else [],
        }
        yield json.dumps(message).encode() + b"\n"


def _die(chance: random.Random) -> dict[str, object]:
    return {"class": "Die", "number": 1, "faces": 20, "results": [{"result": chance.randrange(1, 21)}]}


def discord(chance: random.Random) -> Iterator[bytes]:
    yield b'{"guild": {"id": "1", "name": "Salt"}, "channel": {"id": "2", "name": "game"}, "messages": ['
    number = 0
    while True:
        number += 1
        message = {
            "id": f"{number:018}",
            "type": "Default",
            "timestamp": _at(number).isoformat(),
            "content": _said(chance),
            "author": {"id": "3", "name": chance.choice(_PEOPLE), "isBot": False, "roles": []},
            "attachments": [],
            "embeds": [],
        }
        yield (b",\n" if number > 1 else b"") + json.dumps(message).encode()


def roll20_drawn(chance: random.Random) -> Iterator[bytes]:
    yield b'<html><body><div id="textchat"><div class="content">\n'
    number = 0
    while True:
        number += 1
        head = f'<span class="tstamp">{_at(number):%B %d, %Y %I:%M%p}</span><span class="by">Wren:</span>'
        yield (
            f'<div class="message general" data-messageid="{_push(number)}">'
            f'<div class="spacer"></div>{head if number % 3 == 0 else ""}{_said(chance)}</div>\n'
        ).encode()


def roll20_embedded(chance: random.Random) -> Iterator[bytes]:
    yield b'<html><script>var msgdata = "'
    number, rest = 0, b"["
    while True:
        page = {}
        for _ in range(50):
            number += 1
            page[_push(number)] = {"who": chance.choice(_PEOPLE), "type": "general", "content": _said(chance)}
        rest += (b"," if number > 50 else b"") + json.dumps(page).encode()
        whole = len(rest) // 3 * 3
        yield base64.b64encode(rest[:whole])
        rest = rest[whole:]


def _push(number: int) -> str:
    millis, letters = int(_at(number).timestamp() * 1000), ""
    for _ in range(8):
        millis, letter = divmod(millis, 64)
        letters = _PUSH[letter] + letters
    return f"{letters}{number:012}"


FILES: dict[str, tuple[str, Callable[[random.Random], Iterator[bytes]], bytes]] = {
    "jsonl": ("talk.jsonl", jsonl, b""),
    "nedb": ("messages.db", nedb, b""),
    "discord": ("channel.json", discord, b"]}"),
    "roll20-drawn": ("archive.html", roll20_drawn, b"</div></div></body></html>"),
    "roll20-embedded": ("archive.html", roll20_embedded, b'";</script></html>'),
}


def written(folder: Path, kind: str, size: int) -> Path:
    name, lines, end = FILES[kind]
    place = folder / name
    with place.open("wb") as file:
        for line in lines(random.Random(1)):
            file.write(line)
            if file.tell() >= size:
                break
        if kind == "roll20-embedded":
            file.write(
                base64.b64encode(b" ]")
            )  # the bytes before it end where a group of three does, or a few are lost
        file.write(end)
    return place


def read(place: Path, told: Path, record: bool) -> None:
    source = ImportFile(place, place.name)
    with spooled(source, format_of(source)) as spool:
        found = survey(spool)
        done = 0
        if record:
            ledger = Ledger({GAME.key: GAME}, {"SQLALCHEMY_URL": f"sqlite:///{place}.sqlite3"})
            ledger.found(FoundCampaign(game=GAME.key, title="Salt", slug="salt"))
            mapping = guessed(spool, found, "salt", people_of(ledger, "salt"))
            done = take_in(ledger, spool, found, mapping, even_if_cut=True).recorded.total()
            ledger.close()
    told.write_text(f"{found.entries} {found.understood} {done}")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--megabytes", type=int, default=300)
    words.add_argument("--only", nargs="+", choices=FILES, default=list(FILES))
    words.add_argument("--record", action="store_true", help="take it into a ledger as well")
    given = words.parse_args()
    with tempfile.TemporaryDirectory() as name:
        told = Path(name) / "told"
        for kind in given.only:
            memory = []
            for size in (given.megabytes * 100_000, given.megabytes * 1_000_000):
                place = written(Path(name), kind, size)
                seconds, most = measured(partial(read, place, told, given.record))
                memory.append(most / 1000)
                for each in Path(name).glob(f"{place.name}*"):
                    os.unlink(each)
            entries, understood, done = told.read_text().split()
            print(
                f"{kind:16} {given.megabytes} MB, {int(entries):,} entries, {float(understood):.1%} understood, "
                f"{int(done):,} recorded: {seconds:.0f} s, {memory[1]:.0f} MB, "
                f"{memory[1] - memory[0]:+.0f} MB beside a tenth of it",
                flush=True,
            )


if __name__ == "__main__":
    main()
