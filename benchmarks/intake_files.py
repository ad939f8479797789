"""Files of other tools without end, as each tool would write them, for the benchmarks that read large ones."""

import base64
import json
import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from exchange.imports.roll20.chat import _PUSH

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
        face = chance.randrange(1, 21)
        roll = {"class": "Roll", "formula": "1d20", "total": face, "terms": [_die(face)]}
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


def _die(face: int) -> dict[str, object]:
    return {"class": "Die", "number": 1, "faces": 20, "results": [{"result": face}]}


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


def foundry_json(chance: random.Random) -> Iterator[bytes]:
    for number, line in enumerate(nedb(chance)):
        yield (b", " if number else b"[") + line


def foundry_log(chance: random.Random) -> Iterator[bytes]:
    for number in _numbers():
        said = f"1d20 + 2 = {number % 20 + 1} + 2 = {number % 20 + 3}" if number % 3 == 0 else _said(chance)
        yield f"[{_on_a_clock(number)}] {chance.choice(_PEOPLE)}\n{said}\n{'-' * 27}\n".encode()


def fantasy_grounds(chance: random.Random) -> Iterator[bytes]:
    for number in _numbers():
        if number % 400 == 1:
            yield f"<b>Session started at {_at(number):%Y-%m-%d / %H:%M}</b><br />\n".encode()
        rolled = f"[1d20+2 = {number % 20 + 3}]" if number % 3 == 0 else ""
        words = f"{chance.choice(_PEOPLE)}: {_said(chance)}"
        yield f'<font color="#660066">{words}</font> {rolled}<br />\n'.encode()


def discord_page(chance: random.Random) -> Iterator[bytes]:
    yield b"<!DOCTYPE html><html><body><div class=chatlog>\n"
    for number in _numbers():
        known = (int(_at(number).timestamp() * 1000) - 1_420_070_400_000 << 22) + number % (1 << 22)
        yield (
            f"<div class=chatlog__message-container data-message-id={known}><div class=chatlog__message>"
            f"<div class=chatlog__header><span class=chatlog__author>{chance.choice(_PEOPLE)}</span></div>"
            f"<div class=chatlog__content>{_said(chance)}</div></div></div>\n"
        ).encode()


def discord_csv(chance: random.Random) -> Iterator[bytes]:
    yield b"AuthorID,Author,Date,Content,Attachments,Reactions\n"
    for number in _numbers():
        yield f'"3","{chance.choice(_PEOPLE)}","{_at(number).isoformat()}","{_said(chance)}","",""\n'.encode()


def discord_text(chance: random.Random) -> Iterator[bytes]:
    rule = "=" * 62
    yield f"{rule}\nGuild: Salt\nChannel: game\n{rule}\n\n".encode()
    for number in _numbers():
        yield f"[{_at(number):%d/%m/%Y %H:%M}] {chance.choice(_PEOPLE)}\n{_said(chance)}\n\n".encode()


def notes(chance: random.Random) -> Iterator[bytes]:
    yield b"---\ndate: 2024-03-05\n---\n"
    for number in _numbers():
        yield f"{'## At the gate' if number % 50 == 0 else _said(chance)}\n\n".encode()


def captions(chance: random.Random) -> Iterator[bytes]:
    yield b"WEBVTT\n\n"
    for number in _numbers():
        hours, rest = divmod(number * 4, 3_600)
        begun = f"{hours:02}:{rest // 60:02}:{rest % 60:02}"
        yield f"{begun}.000 --> {begun}.900\n<v {chance.choice(_PEOPLE)}>{_said(chance)}</v>\n\n".encode()


def ccfolia(chance: random.Random) -> Iterator[bytes]:
    yield b'<!DOCTYPE html>\n<html lang="ja"><head><title>ccfolia - logs</title></head><body>\n'
    for number in _numbers():
        face = number % 100 + 1
        said = f"CCB&lt;=65 (1D100&lt;=65) \uff1e {face} \uff1e 成功" if number % 3 == 0 else _said(chance)
        spans = f"<span> [main]</span>\n<span>{chance.choice(_PEOPLE)}</span> :\n<span>{said}</span>"
        yield f'<p style="color:#888888;">\n{spans}\n</p>\n'.encode()


def turns(chance: random.Random) -> Iterator[bytes]:
    for number in _numbers():
        turn = {"NAMES": [chance.choice(_PEOPLE)], "UTTERANCES": [_said(chance)]}
        chunk = {"CHUNK": "They walk.", "TURNS": [turn]}
        yield (b",\n" if number > 1 else b"[") + json.dumps(chunk).encode()


def copied(chance: random.Random) -> Iterator[bytes]:
    for number in _numbers():
        face = number % 20 + 1
        said = f"\nrolling 1d20+5\n({face})+5\n={face + 5}" if number % 3 == 0 else f" {_said(chance)}"
        yield f"{chance.choice(_PEOPLE)}:{said}\n".encode()


def _numbers() -> Iterator[int]:
    number = 0
    while True:
        number += 1
        yield number


def _on_a_clock(number: int) -> str:
    at = _at(number)
    return f"{at.month}/{at.day}/{at.year}, {at.hour % 12 or 12}:{at:%M:%S} {'AM' if at.hour < 12 else 'PM'}"


FILES: dict[str, tuple[str, Callable[[random.Random], Iterator[bytes]], bytes]] = {
    "jsonl": ("talk.jsonl", jsonl, b""),
    "foundry-nedb": ("messages.db", nedb, b""),
    "foundry-json": ("messages.json", foundry_json, b"]"),
    "foundry-log": ("fvtt-log.txt", foundry_log, b""),
    "roll20-drawn": ("archive.html", roll20_drawn, b"</div></div></body></html>"),
    "roll20-embedded": ("archive.html", roll20_embedded, b'";</script></html>'),
    "fantasy-grounds": ("chatlog.html", fantasy_grounds, b""),
    "discord": ("channel.json", discord, b"]}"),
    "discord-page": ("channel.html", discord_page, b"</div></body></html>"),
    "discord-csv": ("channel.csv", discord_csv, b""),
    "discord-text": ("channel.txt", discord_text, b"=" * 62 + b"\nExported 1 message(s)\n" + b"=" * 62 + b"\n"),
    "notes": ("2024-03-05.md", notes, b""),
    "captions": ("captions.vtt", captions, b""),
    "ccfolia": ("log.html", ccfolia, b"</body></html>"),
    "turns": ("turns.json", turns, b"]"),
    "copied": ("chat.txt", copied, b""),
}
"""The formats, each with the name of its file, the parts of one without end, and what ends it."""


def written(folder: Path, kind: str, size: int) -> Path:
    """A file of about so many bytes, in this folder."""
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
