"""Roll20's chat as JSON: a list of pages, each an object of messages by id (`chat_archive.json`).

An id is a push id: its first eight characters are the milliseconds since 1970 in base 64, so every message has an
exact time, whatever its page shows.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.played import LoggedRoll
from exchange.imports import rolls
from exchange.imports.entries import NOBODY, Item, Occurrences, Remarked, Said
from exchange.imports.markup import read as read_markup
from exchange.imports.pieces import FilePiece, elements
from exchange.imports.source import ImportFile, json_value
from exchange.imports.texts import clean, from_millis, identifier, name, number, verbatim

FORMS = {
    "general": EntryForm.SPEECH,
    "rollresult": EntryForm.ROLL,
    "gmrollresult": EntryForm.ROLL,
    "emote": EntryForm.EMOTE,
    "desc": EntryForm.STORY,
    "whisper": EntryForm.WHISPER,
    "api": EntryForm.TALK,
}
SECRET = frozenset(("gmrollresult", "whisper"))

_PUSH = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
_INLINE = re.compile(r"\$\[\[(\d{1,4})\]\]")
_FIELD = re.compile(r"\{\{(.{0,2000}?)\}\}", re.DOTALL)


def time_of(push_id: str) -> str | None:
    """The time a push id was made, or None for what is none."""
    if len(push_id) != 20 or any(letter not in _PUSH for letter in push_id):
        return None
    millis = 0
    for letter in push_id[:8]:
        millis = millis * 64 + _PUSH.index(letter)
    return from_millis(millis)


def read(source: ImportFile) -> Iterator[Item]:
    """The messages of the archive, in its order."""
    with source.opened() as stream:
        yield from messages(elements(stream))


def messages(pieces: Iterator[FilePiece]) -> Iterator[Item]:
    """The messages in these parts of an archive: its pages, or messages by their ids."""
    ids = Occurrences()
    for piece in pieces:
        place = f"byte {piece.start}"
        if not piece.whole:
            yield Remarked(place, "the archive is cut off here, or a page is too large to be read", broken=True)
            return
        value = json_value(piece.raw)
        page = {piece.key: value} if piece.key is not None else value
        if isinstance(page, dict) and "content" in page and "type" in page:
            page = {"": page}  # a list of messages instead of pages
        if not isinstance(page, dict):
            yield _kept(ids, verbatim(piece.raw), place, "it is no page of messages")
            continue
        for key, message in page.items():
            if isinstance(message, dict):
                yield _message(key, message, place, ids)
            else:
                yield _kept(ids, verbatim(f"{key}: {message}"), place, "it is no message")


def _kept(ids: Occurrences, text: str, place: str, why: str) -> Said:
    return Said(
        id=f"roll20:{ids.id_of(text)}",
        place=place,
        speaker=NOBODY,
        form=EntryForm.VERBATIM,
        text=text,
        secret=True,
        why=why,
    )


def _message(key: str, message: Mapping[str, Any], place: str, ids: Occurrences) -> Said:
    known = identifier(key) or ids.id_of(verbatim(str(message)))
    kind, content = _str(message.get("type")), _str(message.get("content"))
    found = _inline(message)
    text, form, why = "", FORMS.get(kind), ""
    if kind in ("rollresult", "gmrollresult"):
        result = json_value(content)
        asked = _str(message.get("origRoll"))
        roll = rolls.roll20(result, asked) if isinstance(result, dict) else None
        if roll is not None:
            found.append(roll)
        elif isinstance(result, dict) and (came := number(result.get("total"))):
            form, text = EntryForm.TALK, f"{clean(asked)} = {came}"  # a sum without dice
        else:
            form, why = None, "its roll cannot be read"
    else:
        text = _words(content, message)
    if form is None or not (text.strip() or found):
        why = why or (
            f"messages of the kind {name(kind, 'unknown')} are not known" if form is None else "it is empty"
        )
        form, text = EntryForm.VERBATIM, verbatim(content or json.dumps(message, ensure_ascii=False))
    elif found and form is EntryForm.SPEECH and message.get("rolltemplate"):
        form = EntryForm.ROLL
    return Said(
        id=f"roll20:{known}",
        place=f"{place}, message {known}",
        speaker=name(_str(message.get("who")).removesuffix("(GM)"), NOBODY),
        form=form,
        when=time_of(known) or from_millis(message.get(".priority")),
        text=text,
        rolls=tuple(found),
        secret=kind in SECRET or form is EntryForm.VERBATIM,
        why=why,
    )


def _str(value: object) -> str:
    return value if isinstance(value, str) else ""


def _inline(message: Mapping[str, Any]) -> list[LoggedRoll]:
    given = message.get("inlinerolls")
    found = []
    for each in given if isinstance(given, list) else ():
        results = each.get("results") if isinstance(each, dict) else None
        if isinstance(results, dict) and (roll := rolls.roll20(results, each.get("expression"))):
            found.append(roll)
    return found


def _words(content: str, message: Mapping[str, Any]) -> str:
    """Words that a reader saw: totals where the rolls stood, and a line for each field of a sheet's template."""
    given = message.get("inlinerolls")
    shown = given if isinstance(given, list) else []

    def total(found: re.Match[str]) -> str:
        at = int(found[1])
        results = shown[at].get("results") if at < len(shown) and isinstance(shown[at], dict) else None
        return (number(results.get("total")) if isinstance(results, dict) else "") or found[0]

    content = _INLINE.sub(total, content)
    if message.get("rolltemplate"):
        fields = [it.partition("=") for it in _FIELD.findall(content)]
        content = "\n".join(f"{key}: {value}" if value else key for key, _equals, value in fields) or content
    return clean(read_markup(content)[0])
