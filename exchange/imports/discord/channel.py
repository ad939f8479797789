"""Discord channels as DiscordChatExporter writes them in JSON (JsonMessageWriter of that tool)."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.played import LoggedRoll
from exchange.imports.entries import ALONE, NOBODY, About, Item, Occurrences, Remarked, Said
from exchange.imports.pieces import elements
from exchange.imports.readers.bot_rolls import BotRolls
from exchange.imports.readers.worded_rolls import in_words
from exchange.imports.source import ImportFile, json_value
from exchange.imports.texts import clean, from_iso, identifier, name, verbatim, whole

_OF_A_MESSAGE = frozenset(("id", "type", "timestamp", "content", "author", "embeds", "attachments"))


def read(source: ImportFile) -> Iterator[Item]:
    """The messages of the channel, in the order of the file."""
    ids, expected, count, titles, asked = Occurrences(), None, 0, list[str](), BotRolls()
    with source.opened() as stream:
        base = stream.tell()
        for piece in elements(stream, "messages"):
            span = (base + piece.start, len(piece.raw))
            place = f"byte {piece.start}"
            if not piece.whole:
                yield Remarked(place, "the file is cut off here, or an element is too large", broken=True)
                return
            value = json_value(piece.raw)
            if piece.key is not None:
                if piece.key == "messageCount" and isinstance(value, int):
                    expected = (expected or 0) + value  # of each channel, where several were put into one file
                if piece.key in ("guild", "channel") and (told := name(_dict(value).get("name"))):
                    titles.append(told)
                    if piece.key == "channel":
                        yield About(title=" - ".join(titles))
                continue
            count += 1
            if isinstance(value, dict) and value and not value.keys() & _OF_A_MESSAGE:
                yield Remarked(place, f"what begins here is no message of Discord: {ALONE}", broken=True)
                return
            if isinstance(value, dict):
                yield _message(value, place, span, ids, asked)
            else:
                text = verbatim(piece.raw)
                yield Said(
                    id=f"discord:{ids.id_of(text)}",
                    place=place,
                    span=span,
                    speaker=NOBODY,
                    form=EntryForm.VERBATIM,
                    text=text,
                    why="it is no JSON object",
                )
    if expected is not None and expected != count:
        yield Remarked("the end of the file", f"it promises {expected} messages and holds {count}")


def _message(
    message: Mapping[str, Any], place: str, span: tuple[int, int], ids: Occurrences, asked: BotRolls
) -> Said:
    given = message.get("id")
    known = identifier(given) if isinstance(given, str) and given else ids.id_of(verbatim(str(message)))
    author = _dict(message.get("author"))
    content = message.get("content")
    words = [clean(content)] if isinstance(content, str) and content.strip() else []
    words += [text for embed in _list(message.get("embeds")) for text in _embed(_dict(embed))]
    rolls = [roll for text in words for roll in in_words(text)] if author.get("isBot") else []
    if forwarded := _dict(message.get("forwardedMessage")).get("content"):
        words.append(f"[forwarded] {clean(str(forwarded))}")
    if not words:
        words = [f"[{it}]" for it in _names_beside(message)]
    marks = tuple(clean(it)[:1_000] for it in _marks(message))
    answered = _dict(message.get("reference")).get("messageId")
    said: dict[str, Any] = {"id": f"discord:{known}", "place": f"{place}, message {known}", "span": span}
    answers = f"discord:{identifier(answered)}" if isinstance(answered, str) and answered else ""
    speaker = _asker(message)
    if rolls and not speaker:
        mentioned = (_called(_dict(it)) for it in _list(message.get("mentions")))
        speaker = asked.rolled_for("\n".join(words), answers, mentioned)
    speaker = speaker or _called(author) or NOBODY
    if not author.get("isBot"):
        asked.hear(str(said["id"]), speaker)
    said |= {"when": from_iso(message.get("timestamp")), "speaker": speaker, "marks": marks}
    said |= {"user": _called(author), "answers": answers}
    if not words and not marks:
        why = f"a message of the kind {name(message.get('type'), 'unknown')} without words"
        return Said(
            **said,
            form=EntryForm.VERBATIM,
            text=verbatim(json.dumps(_short(message), ensure_ascii=False)),
            why=why,
        )
    return Said(**said, form=_form(rolls), text="\n".join(words), rolls=tuple(rolls))


def _names_beside(message: Mapping[str, Any]) -> Iterator[str]:
    for what, key in (("attachments", "fileName"), ("stickers", "name")):
        for each in map(_dict, _list(message.get(what))):
            yield name(each.get(key), what)


def _marks(message: Mapping[str, Any]) -> Iterator[str]:
    """Attachments, stickers and links with their addresses, reactions, and when it was edited."""
    for each in map(_dict, _list(message.get("attachments"))):
        size = whole(each.get("fileSizeBytes"))
        shown = f"({size:,} bytes)" if size is not None else ""
        yield _mark("attachment", each.get("fileName"), shown, each.get("url"))
    for each in map(_dict, _list(message.get("stickers"))):
        yield _mark("sticker", each.get("name"), each.get("sourceUrl"))
    for each in map(_dict, _list(message.get("reactions"))):
        emoji, users = _dict(each.get("emoji")), [_dict(it) for it in _list(each.get("users"))]
        who = ", ".join(filter(None, (name(it.get("nickname")) or name(it.get("name")) for it in users)))
        yield _mark("reaction", emoji.get("name"), f"×{whole(each.get('count')) or 1}", who)
    for each in map(_dict, _list(message.get("embeds"))):
        for key in ("image", "thumbnail", "video"):
            if url := _dict(each.get(key)).get("url"):
                yield _mark("picture", url)
        if url := each.get("url"):
            yield _mark("link", url)
    if edited := from_iso(message.get("timestampEdited")):
        yield _mark("edited", edited)
    if message.get("isPinned") is True:
        yield "pinned"


def _mark(what: str, *parts: object) -> str:
    return " ".join((f"{what}:", *(it for it in parts if isinstance(it, str) and it)))


def _form(rolls: list[LoggedRoll]) -> EntryForm:
    return EntryForm.ROLL if rolls else EntryForm.TALK


def _asker(message: Mapping[str, Any]) -> str:
    """The one who asked a bot for this message by a command of its own; they are who rolled."""
    return _called(_dict(_dict(message.get("interaction")).get("user")))


def _called(person: Mapping[str, Any]) -> str:
    return name(person.get("nickname")) or name(person.get("name"))


def _embed(embed: Mapping[str, Any]) -> Iterator[str]:
    for key in ("title", "description"):
        if isinstance(embed.get(key), str) and embed[key].strip():
            yield clean(embed[key])
    for key in ("author", "footer"):
        both = _dict(embed.get(key)).get("name"), _dict(embed.get(key)).get("text")
        yield from (clean(it) for it in both if isinstance(it, str) and it.strip())
    for field in _list(embed.get("fields")):
        both = (_dict(field).get("name"), _dict(field).get("value"))
        if text := ": ".join(clean(part) for part in both if isinstance(part, str) and part.strip()):
            yield text


def _short(message: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that say anything of a message without words: never avatars and roles."""
    return {key: message[key] for key in ("type", "timestamp", "content", "reference") if message.get(key)}


def _dict(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
