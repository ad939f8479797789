"""Chats of Telegram as Telegram Desktop exports one as JSON ("machine-readable"; its JsonWriter).

The text of a message is one string, or pieces of it, each with what it is. What Telegram itself says, such as who
joined, has no words and is kept as it stands. Places and telephone numbers that people sent are never taken in.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import ALONE, NOBODY, About, Item, Occurrences, Remarked, Said
from exchange.imports.pieces import elements
from exchange.imports.readers.bot_rolls import BotRolls
from exchange.imports.readers.worded_rolls import in_words
from exchange.imports.source import Clock, ImportFile, json_value
from exchange.imports.texts import clean, from_iso, from_millis, identifier, name, verbatim, whole

KINDS = (
    *("personal_chat", "bot_chat", "saved_messages", "private_group", "private_supergroup", "public_supergroup"),
    *("private_channel", "public_channel"),
)
"""The kinds of chats, as a file names its own."""
_IS_ONE = re.compile(rb'"type"\s*:\s*"(?:%b)"' % "|".join(KINDS).encode())
_ACCOUNT = re.compile(rb'"(?:personal_information|chats|left_chats)"\s*:\s*\{')
_ESCAPED = re.compile(rb"(?<!\\)((?:\\\\)*)\\x([0-9a-fA-F]{2})")
"""A control character, as Telegram Desktop writes one where JSON has another way."""
_ZONED = re.compile(r"(?:[Zz]|[+-]\d\d:?\d\d)\s*$")
_OF_A_MESSAGE = frozenset(("id", "type", "date", "from", "text"))
_GONE = "Deleted account"
_NEVER = "1970-01-01"
"""The day of an edit in older exports, of messages that nobody edited."""


def looks_like(head: bytes) -> bool:
    """True for the beginning of one chat."""
    return b'"messages"' in head and _IS_ONE.search(head) is not None and not is_an_account(head)


def is_an_account(head: bytes) -> bool:
    """True for the beginning of an export of all that an account has."""
    return _ACCOUNT.search(head) is not None


def read(source: ImportFile) -> Iterator[Item]:
    """The messages of the chat, in the order of the file."""
    ids, chat, local, asked = Occurrences(), "", False, BotRolls()
    with source.opened() as stream:
        base = stream.tell()
        for piece in elements(stream, "messages"):
            span, place = (base + piece.start, len(piece.raw)), f"byte {piece.start}"
            if not piece.whole:
                yield Remarked(place, "the file is cut off here, or an element is too large", broken=True)
                return
            value = json_value(_ESCAPED.sub(rb"\1\\u00\2", piece.raw))
            if piece.key is not None:
                if piece.key == "id" and whole(value) is not None:
                    chat = f"{value}/"
                elif piece.key == "name" and (title := name(value)):
                    yield About(title=title)
                continue
            if isinstance(value, dict) and value and not value.keys() & _OF_A_MESSAGE:
                yield Remarked(place, f"what begins here is no message of Telegram: {ALONE}", broken=True)
                return
            if isinstance(value, dict):
                local = local or (whole(value.get("date_unixtime")) is None and value.get("date") is not None)
                yield _rolled_for(_message(value, chat, place, span, ids, source.clock), asked)
                continue
            text = verbatim(piece.raw)
            why = "it is no JSON object"
            id = f"telegram:{ids.id_of(text)}"
            yield Said(id=id, place=place, span=span, speaker=NOBODY, form=EntryForm.VERBATIM, text=text, why=why)
    if local:
        yield Remarked("the whole file", "its times are those of whoever exported it: --zone says where that was")


def _rolled_for(said: Said, asked: BotRolls) -> Said:
    """The message, as that of whoever asked a program for its roll by the command that it answers."""
    who = asked.answered_by(said.answers) if said.rolls else ""
    if said.text.startswith(("/", "!")):
        asked.hear(said.id, said.speaker)
    return replace(said, speaker=who) if who and who != said.speaker else said


def _message(
    message: Mapping[str, Any], chat: str, place: str, span: tuple[int, int], ids: Occurrences, clock: Clock
) -> Said:
    given = whole(message.get("id"))
    known = identifier(f"{chat}{given}") if given is not None else ids.id_of(verbatim(json.dumps(message)))
    text = _text(message.get("text")).strip() or "\n".join(_beside(message))
    speaker = _speaker(message)
    fallen = tuple(in_words(text))
    said: dict[str, Any] = {"id": f"telegram:{known}", "place": f"{place}, message {known}", "span": span}
    said |= {"when": _when(message, clock), "speaker": speaker, "user": "" if speaker == NOBODY else speaker}
    said["marks"] = tuple(clean(it)[:1_000] for it in _marks(message, clock))
    answered = whole(message.get("reply_to_message_id"))
    if answered is not None and message.get("reply_to_peer_id") is None:
        said["answers"] = f"telegram:{identifier(f'{chat}{answered}')}"
    if message.get("type") == "service" or not text:
        kind = name(message.get("action")) or name(message.get("type"), "unknown")
        told = verbatim(_in_words(kind, message))
        why = f"a message of the kind {kind} without words"
        return Said(**said, form=EntryForm.VERBATIM, text=told, why=why)
    return Said(**said, form=EntryForm.ROLL if fallen else EntryForm.TALK, text=text, rolls=fallen)


def _when(message: Mapping[str, Any], clock: Clock, field: str = "date") -> str | None:
    """The time of a message: to the second where it tells one, else that of the clock of whoever exported it."""
    second = whole(message.get(f"{field}_unixtime"))
    if second is not None:
        return from_millis(second * 1_000)
    told = message.get(field)
    read = from_iso(told)
    if read is None or _ZONED.search(str(told)):
        return read
    return clock.stamp(*map(int, re.split(r"\D", read)[:6]))


def _text(text: Any) -> str:
    """The words of a message, whole or in pieces. A link stands behind the words that hide it."""
    if isinstance(text, str):
        return clean(text)
    said = []
    for piece in text if isinstance(text, list) else ():
        if isinstance(piece, str):
            said.append(piece)
        elif isinstance(piece, dict) and isinstance(piece.get("text"), str):
            link = piece.get("href") if piece.get("type") == "text_link" else None
            said.append(f"{piece['text']} ({link})" if isinstance(link, str) else piece["text"])
    return clean("".join(said))


def _speaker(message: Mapping[str, Any]) -> str:
    for who in ("from", "actor"):
        if who in message:
            return name(message[who], _GONE)
    return NOBODY


def _beside(message: Mapping[str, Any]) -> Iterator[str]:
    """Words for what a message without any holds."""
    kind = name(message.get("media_type")).replace("_", " ")
    emoji, file = name(message.get("sticker_emoji")), name(message.get("file_name"))
    if kind or "file" in message or "photo" in message:
        yield f"[{' '.join(filter(None, (kind or ('photo' if 'photo' in message else 'file'), emoji, file)))}]"
    poll = message.get("poll")
    if isinstance(poll, dict):
        answers = [it for it in poll.get("answers") or () if isinstance(it, dict)]
        votes = ", ".join(f"{name(_text(it.get('text')))} ({whole(it.get('voters')) or 0})" for it in answers)
        yield f"[poll] {clean(_text(poll.get('question')))}: {votes}"
    for key, what in (("contact_information", "contact"), ("location_information", "place"), ("dice", "dice")):
        if key in message:
            yield f"[{what}]"
    if title := name(message.get("game_title")):
        yield f"[game] {title}"


def _marks(message: Mapping[str, Any], clock: Clock) -> Iterator[str]:
    """Files with their places in the export, from whom it was forwarded, the bot it came through, its edit."""
    for key in ("photo", "file"):
        if path := name(message.get(key)):
            yield f"attachment: {path}"
    if "forwarded_from" in message:
        yield f"forwarded: from {name(message['forwarded_from'], _GONE)}"
    if bot := name(message.get("via_bot")):
        yield f"via: {bot}"
    for each in message.get("reactions") or ():
        if isinstance(each, dict) and (emoji := name(each.get("emoji"))):
            yield f"reaction: {emoji} ×{whole(each.get('count')) or 1}"
    if not str(message.get("edited")).startswith(_NEVER) and (edited := _when(message, clock, "edited")):
        yield f"edited: {edited}"


def _in_words(kind: str, message: Mapping[str, Any]) -> str:
    """A message without words of its own, by what it did: `invite members: Ash, Bo`."""
    said = []
    for key in ("title", "members", "inviter", "duration", "duration_seconds", "information_text"):
        if value := message.get(key):
            named = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
            said.append(named if key in ("title", "members") else f"{key.replace('_', ' ')} {named}")
    return kind.replace("_", " ") + (f": {'; '.join(said)}" if said else "")
