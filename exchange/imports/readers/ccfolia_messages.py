"""Messages of a ccfolia room as JSON: what the room keeps of each, under `logs`, as viewers of its logs take them.

    {"title": "…", "logs": [{"id": "…", "time": "…Z", "name": "Name", "text": "CCB<=65", "channel": "main",
     "dice": "(1D100<=65) ＞ 34 ＞ …", "extend": null, "to": null, "isChapter": false, …}]}

What the dice bot answered is a line of its own under `dice`, or within `extend` as the room itself has it. Viewers
add chapters, which have the time at which they were added. The order is that of the file.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from exchange.imports.entries import NOBODY, About, Item, Occurrences, Remarked, Said
from exchange.imports.pieces import FilePiece, elements
from exchange.imports.readers.ccfolia import form_of, in_words, moves_in
from exchange.imports.source import ImportFile, json_value
from exchange.imports.texts import clean, from_iso, name, verbatim

KEY = "logs"
_OF_A_MESSAGE = re.compile(rb'"(?:extend|isChapter|iconUrl|nameBackground)"\s*:')
_RULE = "=＝-—~ "
"""Signs that a viewer draws about the title of a chapter."""


def looks_like(head: bytes) -> bool:
    """True if a JSON document that begins so has messages of such a room."""
    return re.search(rb'"logs"\s*:\s*\[', head) is not None and _OF_A_MESSAGE.search(head) is not None


def read(source: ImportFile) -> Iterator[Item]:
    """The messages of the room, in the order of the file."""
    ids, number, scene = Occurrences(), 0, ""
    with source.opened() as stream:
        base = stream.tell()
        for piece in elements(stream, KEY):
            if not piece.whole:
                place = f"byte {piece.start}"
                yield Remarked(place, "the file is cut off here, or a message is too large", broken=True)
                return
            value = json_value(piece.raw)
            if piece.key == "title" and isinstance(value, str) and value.strip():
                yield About(title=" ".join(value.split()))
            if piece.key is not None:
                continue
            number += 1
            fields: Mapping[str, Any] = value if isinstance(value, dict) else {}
            if fields.get("isChapter") is True:
                scene = _text(fields.get("text")).strip(_RULE) or scene
            yield _message(fields, scene, number, piece, base, source, ids)
    if not number:
        yield Remarked("the whole file", "no message stands under its logs", broken=True)


def _message(
    fields: Mapping[str, Any],
    scene: str,
    number: int,
    piece: FilePiece,
    base: int,
    source: ImportFile,
    ids: Occurrences,
) -> Said:
    speaker, said = name(fields.get("name")), _text(fields.get("text"))
    answered, hidden = _answered(fields)
    tab, picture, own = name(fields.get("channel")), _text(fields.get("messageImage")), name(fields.get("id"))
    text = "\n".join(filter(None, (said, answered))) or picture
    chapter = fields.get("isChapter") is True
    # Dice fell only where the room itself says so: what somebody types like its answer is words.
    fallen, moves = in_words(answered), moves_in(text)
    when = None if chapter else from_iso(fields.get("time"))
    marks = (("tab", tab), ("picture", "" if text == picture else picture))
    return Said(
        id=f"ccfolia:{own or ids.id_of(source.stem, tab, when or '', speaker, text)}",
        place=f"message {number}",
        span=(base + piece.start, len(piece.raw)),
        speaker=speaker or NOBODY,
        alias=speaker,
        form=form_of("" if chapter else speaker, text, fallen, moves),
        when=when,
        text=text or verbatim(piece.raw) or "(nothing)",
        rolls=tuple(fallen),
        moves=tuple(moves),
        marks=tuple(f"{what}: {told}" for what, told in marks if told),
        secret=hidden or bool(fields.get("to")),
        scene=scene,
        why="" if text else "it has no words",
    )


def _answered(fields: Mapping[str, Any]) -> tuple[str, bool]:
    """The answer of the dice bot to a message, and whether it was hidden from the others."""
    extend = fields.get("extend")
    told = extend.get("roll") if isinstance(extend, dict) else None
    roll: Mapping[str, Any] = told if isinstance(told, dict) else {}
    return _text(fields.get("dice")) or _text(roll.get("result")), bool(roll.get("secret"))


def _text(value: object) -> str:
    return clean(value).strip() if isinstance(value, str) else ""
