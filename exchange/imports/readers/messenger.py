"""Chats of Messenger and Instagram as Meta gives them out: `message_1.json` of a download of one's information.

    {"participants": [{"name": "Wren"}], "messages": [{"sender_name": "Wren", "timestamp_ms": 1709669100000,
     "content": "The tide is out.", "reactions": [{"reaction": "…", "actor": "Gil"}]}], "title": "Low tide"}

Chats that are encrypted from end to end have `senderName`, `text` and `timestamp` instead. Messages have no ids,
and stand the newest first. Letters beyond ASCII are written as the bytes of UTF-8, each as a letter of its own.
Addresses on the net that senders had are never taken in.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import ALONE, NOBODY, About, Item, Occurrences, Remarked, Said
from exchange.imports.pieces import elements
from exchange.imports.readers.worded_rolls import in_words
from exchange.imports.source import ImportFile, json_value
from exchange.imports.texts import clean, from_millis, name, verbatim

_SENDER = re.compile(rb'"sender_name"\s*:')
_TIME = re.compile(rb'"timestamp_ms"\s*:\s*\d')
_ENCRYPTED = re.compile(rb'"(?:participants|threadName)"\s*:')
_BESIDE = ("photos", "videos", "gifs", "files", "audio_files", "media")
_OF_A_MESSAGE = frozenset(("sender_name", "senderName", "timestamp_ms", "timestamp"))
_NEVER = frozenset(("ip", "users"))


def looks_like(head: bytes) -> bool:
    """True for the beginning of one chat."""
    if b'"messages"' not in head:
        return False
    if _SENDER.search(head):
        return _TIME.search(head) is not None
    return _ENCRYPTED.search(head) is not None and b'"senderName"' in head and b'"timestamp"' in head


def read(source: ImportFile) -> Iterator[Item]:
    """The messages of the chat, in the order of the file."""
    ids = Occurrences()
    with source.opened() as stream:
        base = stream.tell()
        for piece in elements(stream, "messages"):
            span, place = (base + piece.start, len(piece.raw)), f"byte {piece.start}"
            if not piece.whole:
                yield Remarked(place, "the file is cut off here, or an element is too large", broken=True)
                return
            value = json_value(piece.raw)
            if piece.key is not None:
                if piece.key in ("title", "threadName") and (title := name(_told(value))):
                    yield About(title=title)
                continue
            if not isinstance(value, dict) or (value and not value.keys() & _OF_A_MESSAGE):
                yield Remarked(place, f"what begins here is no message of Messenger: {ALONE}", broken=True)
                return
            yield _message(value, place, span, ids)


def _message(message: Mapping[str, Any], place: str, span: tuple[int, int], ids: Occurrences) -> Said:
    speaker = name(_told(message.get("sender_name", message.get("senderName"))), NOBODY)
    words = _told(message.get("content", message.get("text"))).strip()
    share = message.get("share")
    shared = [_told(share.get(key)) for key in ("share_text", "link")] if isinstance(share, dict) else []
    told = [it for it in (words, *shared) if it]
    marks = tuple(dict.fromkeys(clean(it)[:1_000] for it in _marks(message)))  # Instagram tells some twice
    text = clean("\n".join(dict.fromkeys(told))).strip() or "\n".join(f"[{it}]" for it in marks[:20])
    stamp = message.get("timestamp_ms", message.get("timestamp"))
    fallen = tuple(in_words(text))
    said: dict[str, Any] = {"place": place, "span": span, "speaker": speaker, "when": from_millis(stamp)}
    said |= {
        "id": f"messenger:{ids.id_of(str(stamp), speaker, text)}",
        "user": "" if speaker == NOBODY else speaker,
    }
    if not text:
        gone = bool(message.get("is_unsent") or message.get("isUnsent"))
        why = "a message that was taken back there" if gone else "a message without words"
        kept = {key: it for key, it in message.items() if key not in _NEVER}
        return Said(**said, form=EntryForm.VERBATIM, text=verbatim(json.dumps(kept)), why=why, marks=marks)
    form = EntryForm.ROLL if fallen else EntryForm.TALK
    return Said(**said, form=form, text=text, rolls=fallen, marks=marks)


def _marks(message: Mapping[str, Any]) -> Iterator[str]:
    """Attachments, by their place in the download, and reactions."""
    for key in _BESIDE:
        for each in _listed(message.get(key)):
            if isinstance(each, dict) and isinstance(each.get("uri"), str):
                yield f"attachment: {_told(each['uri'])}"
    sticker = message.get("sticker")
    if isinstance(sticker, dict) and isinstance(sticker.get("uri"), str):
        yield f"sticker: {_told(sticker['uri'])}"
    for each in _listed(message.get("reactions")):
        if isinstance(each, dict):
            yield " ".join(filter(None, ("reaction:", _told(each.get("reaction")), _told(each.get("actor")))))


def _told(value: object) -> str:
    """A text whose letters are the bytes of UTF-8 one by one, as its writer wrote it; any other as it is."""
    if not isinstance(value, str):
        return ""
    try:
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
