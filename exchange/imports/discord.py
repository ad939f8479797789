"""Discord channels as DiscordChatExporter writes them in JSON (JsonMessageWriter of that tool)."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.played import LoggedRoll
from exchange.imports.entries import NOBODY, Item, Occurrences, Remarked, Said
from exchange.imports.pieces import elements
from exchange.imports.rolls import in_words
from exchange.imports.source import Source, json_value
from exchange.imports.texts import clean, from_iso, name, verbatim


def read(source: Source) -> Iterator[Item]:
    """The messages of the channel, in the order of the file."""
    ids, expected, count = Occurrences(), None, 0
    with source.opened() as stream:
        for piece in elements(stream, "messages"):
            place = f"byte {piece.start}"
            if not piece.whole:
                yield Remarked(place, "the file is cut off here, or an element is too large", broken=True)
                return
            value = json_value(piece.raw)
            if piece.key is not None:
                expected = value if piece.key == "messageCount" and isinstance(value, int) else expected
                continue
            count += 1
            if isinstance(value, dict):
                yield _message(value, place, ids)
            else:
                text = verbatim(piece.raw)
                yield Said(
                    id=f"discord:{ids.id_of(text)}",
                    place=place,
                    speaker=NOBODY,
                    form=EntryForm.VERBATIM,
                    text=text,
                    why="it is no JSON object",
                )
    if expected is not None and expected != count:
        yield Remarked("the end of the file", f"it promises {expected} messages and holds {count}")


def _message(message: Mapping[str, Any], place: str, ids: Occurrences) -> Said:
    given = message.get("id")
    known = clean(given)[:120] if isinstance(given, str) and given else ids.id_of(verbatim(str(message)))
    author = _dict(message.get("author"))
    content = message.get("content")
    words = [clean(content)] if isinstance(content, str) and content.strip() else []
    words += [text for embed in _list(message.get("embeds")) for text in _embed(_dict(embed))]
    rolls = [roll for text in words if (roll := in_words(text))] if author.get("isBot") else []
    for what in ("attachments", "stickers"):
        for each in _list(message.get(what)):
            words.append(f"[{name(_dict(each).get('fileName')) or name(_dict(each).get('name')) or what}]")
    if forwarded := _dict(message.get("forwardedMessage")).get("content"):
        words.append(f"[forwarded] {clean(str(forwarded))}")
    when = from_iso(message.get("timestamp"))
    said: dict[str, Any] = {"id": f"discord:{known}", "place": f"{place}, message {known}", "when": when}
    said["speaker"] = _speaker(message, author)
    if not words:
        why = f"a message of the kind {name(message.get('type'), 'unknown')} without words"
        return Said(
            **said,
            form=EntryForm.VERBATIM,
            text=verbatim(json.dumps(_short(message), ensure_ascii=False)),
            why=why,
        )
    return Said(**said, form=_form(rolls), text="\n".join(words), rolls=tuple(rolls))


def _form(rolls: list[LoggedRoll]) -> EntryForm:
    return EntryForm.ROLL if rolls else EntryForm.TALK


def _speaker(message: Mapping[str, Any], author: Mapping[str, Any]) -> str:
    """Whoever asked a bot is who rolled."""
    asked = _dict(_dict(message.get("interaction")).get("user"))
    for person in (asked, author):
        if found := name(person.get("nickname")) or name(person.get("name")):
            return found
    return NOBODY


def _embed(embed: Mapping[str, Any]) -> Iterator[str]:
    for key in ("title", "description"):
        if isinstance(embed.get(key), str) and embed[key].strip():
            yield clean(embed[key])
    for field in _list(embed.get("fields")):
        both = (_dict(field).get("name"), _dict(field).get("value"))
        if text := ": ".join(clean(part) for part in both if isinstance(part, str) and part.strip()):
            yield text


def _short(message: Mapping[str, Any]) -> dict[str, Any]:
    """What says anything of a message without words: never avatars and roles."""
    return {key: message[key] for key in ("type", "timestamp", "content", "reference") if message.get(key)}


def _dict(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
