"""Discord channels as DiscordChatExporter writes them as a web page: messages with their ids, in groups by author.

A message's id is its time: milliseconds since 2015 stand in its upper bits. Its author stands in the first message
of a group, and on pages from before March 2022 (2.33) at the head of the group, together with what is answered.
"""

import re
from collections.abc import Iterator

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import NOBODY, About, Item, Remarked, Said
from exchange.imports.markup import Element, tree
from exchange.imports.pieces import FilePiece, stretches
from exchange.imports.readers.bot_rolls import BotRolls
from exchange.imports.readers.titles import title_of_page
from exchange.imports.readers.worded_rolls import in_words
from exchange.imports.source import ImportFile
from exchange.imports.texts import clean, decoded, from_millis, identifier, name, verbatim

BEGINS = re.compile(
    rb"""<div(?=[^>]{0,2000}?chatlog__message(?:-container)?["'\s>])(?=[^>]{0,2000}?data-message-id)"""
)
_PARTS = re.compile(BEGINS.pattern + rb"""|<div(?=[^>]{0,2000}?chatlog__message-group["'\s>])""")
_HEAD = 1 << 14
_BEGAN = 1_420_070_400_000
_BESIDE = ("chatlog__attachment", "chatlog__reactions", "chatlog__reply", "chatlog__edited-timestamp")
_REPLIED_TO = ("chatlog__reply-author", "chatlog__reference-author", "chatlog__reference-name")
_SIZE = "chatlog__attachment-size"
_NO_WORDS = (
    *_BESIDE,
    *("chatlog__header", "chatlog__message-aside", "chatlog__avatar", "chatlog__short-timestamp"),
    *("chatlog__reference", "chatlog__system-notification-timestamp"),
)


def time_of(snowflake: str) -> str | None:
    """The time an id was made, or None for what is none."""
    number = int(snowflake) if re.fullmatch(r"\d{10,20}", snowflake, re.ASCII) else 0
    return from_millis((number >> 22) + _BEGAN) if number else None


def read(source: ImportFile) -> Iterator[Item]:
    """The messages of the page, in its order."""
    speaker, bot, found, end = NOBODY, False, 0, b""
    replied: list[Element] = []
    asked = BotRolls()
    with source.opened() as stream:
        base = stream.tell()
        yield About(title=title_of_page(stream.read(_HEAD).decode("utf-8", "replace")))
        stream.seek(base)
        for piece in stretches(stream, _PARTS):
            end = piece.raw[-4_096:]
            is_message = BEGINS.match(piece.raw) is not None
            if piece.key == "head" and not is_message:
                continue
            root = tree(decoded(piece.raw)[0])
            part = next((it for it in root.inside if isinstance(it, Element)), None)
            if is_message:
                found += 1
                if part is None or not piece.whole:
                    yield Remarked(f"line {piece.line}", "a message is too large to be read", unread=1)
                    continue
            elif part is None:
                continue
            authors = part.all("chatlog__author", "chatlog__author-name")
            if authors:
                speaker = name(authors[0].text, NOBODY)
                bot = bool(part.all("chatlog__author-tag", "chatlog__bot-tag", "chatlog__bot-label"))
            replied += part.all("chatlog__reply", "chatlog__reference")
            if is_message:
                said = _message(part, replied, piece, base, speaker, bot, asked)
                if not bot:
                    asked.hear(said.id, said.speaker)
                yield said
                replied = []
    if not found:
        yield Remarked("the whole file", "no message of a channel stands on this page", broken=True)
    elif b"</html" not in end.lower() and b"postamble" not in end:
        yield Remarked("the end of the file", "the page is cut off here", broken=True)


def _message(
    container: Element,
    replied: list[Element],
    piece: FilePiece,
    base: int,
    speaker: str,
    bot: bool,
    before: BotRolls,
) -> Said:
    known = identifier(container.attributes.get("data-message-id", ""))[:40]
    notice = container.all("chatlog__system-notification-content")
    is_command = bot and any("used" in it.text for it in replied)
    asked = [who for it in replied for who in it.all(*_REPLIED_TO)] if is_command else []
    text = clean(container.words(container.all(*_NO_WORDS))).strip()
    marks, reply = _marks(container, replied), _answers(replied)
    fallen = in_words(text) if bot else []
    who = name(asked[0].text) if asked else ""
    if fallen and not who:
        who = before.rolled_for(text, f"discord:{reply}")
    empty = not text and not marks
    return Said(
        id=f"discord:{known}",
        place=f"line {piece.line}, message {known}",
        span=(base + piece.start, len(piece.raw)),
        speaker=who or speaker,
        user=speaker if speaker != NOBODY else "",
        form=EntryForm.VERBATIM if empty else EntryForm.ROLL if fallen else EntryForm.TALK,
        when=time_of(known),
        text=text or (verbatim(piece.raw) if empty else f"[{marks[0].partition(': ')[2][:200]}]"),
        rolls=tuple(fallen),
        answers=f"discord:{reply}" if reply else "",
        marks=marks,
        why="a message without words" if empty else "a notice" if notice and not text else "",
    )


def _answers(replied: list[Element]) -> str:
    for it in replied:
        for inner in (it, *it.each()):
            told = re.search(r"scrollToMessage\([^)]*?['\"](\d{5,20})", inner.attributes.get("onclick", ""))
            if told or (told := re.fullmatch(r"(\d{5,20})", inner.attributes.get("data-message-id", ""))):
                return told[1]
    return ""


def _marks(container: Element, replied: list[Element]) -> tuple[str, ...]:
    """Attachments with their addresses, reactions, when it was edited, and the words of what it answers."""
    found = []
    for it in container.all("chatlog__attachment"):
        links = [
            url
            for inner in it.each()
            if (url := inner.attributes.get("href") or inner.attributes.get("src") or "")
        ]
        shown = (*(link.text for link in it.each() if link.tag == "a"), *(size.text for size in it.all(_SIZE)))
        found.append(" ".join(filter(None, ("attachment:", *shown, *links[:1]))))
    for it in container.all("chatlog__reaction"):
        count = next((inner.text for inner in it.all("chatlog__reaction-count")), "1")
        drawn = next((inner.attributes.get("alt", "") for inner in it.each() if inner.tag == "img"), "")
        found.append(f"reaction: {drawn or it.attributes.get('title', '')} ×{count}")
    edited = container.all("chatlog__edited-timestamp")
    found += [f"edited: {it.attributes.get('title', '') or it.text}" for it in edited]
    for it in replied:
        words = " ".join(it.words(it.all("chatlog__reply-avatar", "chatlog__reference-avatar")).split())
        found += [f"answers: {words}"] if words else []
    return tuple(clean(it)[:1_000] for it in found)
