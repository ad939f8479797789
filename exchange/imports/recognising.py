"""Recognition of the tool that a file comes from, by its beginning."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from exchange.imports import several
from exchange.imports.discord import channel as discord
from exchange.imports.discord import page as discord_page
from exchange.imports.discord import tables as discord_tables
from exchange.imports.entries import Item, NotTaken, Remarked
from exchange.imports.fantasy_grounds import log as fantasy_grounds
from exchange.imports.foundry import chat as foundry
from exchange.imports.foundry import log as foundry_log
from exchange.imports.foundry.world import NO_CHAT, is_a_message
from exchange.imports.iron_vault import vault
from exchange.imports.leveldb.files import TABLE_ENDS
from exchange.imports.markup import plain
from exchange.imports.pieces import pages
from exchange.imports.readers import (
    ccfolia,
    ccfolia_messages,
    copied,
    headed,
    irc,
    kakaotalk,
    maptool,
    messenger,
    pidgin,
    qq,
    telegram,
    transcript,
)
from exchange.imports.recordings import captions, segments, timed_text, turns
from exchange.imports.roll20 import chat as roll20
from exchange.imports.roll20 import page as roll20_page
from exchange.imports.source import ImportFile, json_value
from projections.transcripts.cues import TIMED

_HEAD = 1 << 16
_LONGEST_LINE = 1 << 22
_LOOKED_AT = 20
_FOREIGN = {
    b"PK\x03\x04": "a zip archive: unpack it first",
    b"\x1f\x8b": "compressed: unpack it first",
    b"SQLite format 3": "a SQLite database",
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
}
LEVELDB = (
    "one file of a LevelDB folder, as Foundry keeps its messages from version 11 on. Name the folder that it lies "
    "in, or the whole world"
)
_READ = (
    "the chat of Foundry, Roll20, Fantasy Grounds, MapTool, ccfolia, Discord, Telegram, WhatsApp, Messenger, "
    "KakaoTalk, QQ or IRC; notes in Markdown; captions of a recording, or what a program wrote down of it; copied "
    "chat with a name before or over its words. Anything else comes in as text with one JSON object a line, which "
    "has ts, author and content"
)
_ACCOUNT = (
    "an export of a whole account of Telegram, which is not read. Open the chat of your game in Telegram Desktop, "
    "and export its history alone, as JSON"
)
_TELEGRAM_PAGE = (
    "a web page that Telegram exported, which is not read. Export the chat once more in Telegram Desktop, as JSON "
    "(machine-readable)"
)


@dataclass(frozen=True, slots=True)
class Format:
    """A format of another tool, and how it is read."""

    key: str
    title: str
    read: Callable[[ImportFile], Iterator[Item]]
    local_times: bool = False
    """True if its times are those of a clock on a wall, so that the zone must be said."""


FORMATS = {
    each.key: each
    for each in (
        Format("foundry-nedb", "Foundry messages, one a line (NeDB), or a world", foundry.read_lines),
        Format("foundry-json", "Foundry messages (JSON)", foundry.read_document),
        Format("foundry-log", "Foundry text log", foundry_log.read, local_times=True),
        Format("roll20-json", "Roll20 chat archive (JSON)", roll20.read),
        Format("roll20-page", "Roll20 chat archive (web page)", roll20_page.read, local_times=True),
        Format("fantasy-grounds", "Fantasy Grounds chat log (web page)", fantasy_grounds.read, local_times=True),
        Format("discord", "Discord channel (DiscordChatExporter JSON)", discord.read),
        Format("discord-page", "Discord channel (DiscordChatExporter web page)", discord_page.read),
        Format("discord-csv", "Discord channel (DiscordChatExporter CSV)", discord_tables.read_csv, True),
        Format("discord-text", "Discord channel (DiscordChatExporter text)", discord_tables.read_text, True),
        Format("telegram", "Telegram chat (JSON of Telegram Desktop)", telegram.read),
        Format("messenger", "Messenger or Instagram chat (JSON of a download)", messenger.read),
        Format("kakaotalk", "KakaoTalk chat (text)", kakaotalk.read, local_times=True),
        Format("iron-vault", "Notes in Markdown (Obsidian, Iron Vault)", vault.read, local_times=True),
        Format("captions", "Captions of a recording (WebVTT or SRT)", captions.read, local_times=True),
        Format(
            "segments", "Recording written down by a program (JSON of Whisper)", segments.read, local_times=True
        ),
        Format("timed-text", "Recording written down as text, with times", timed_text.read, local_times=True),
        Format("ccfolia", "ccfolia log (web page)", ccfolia.read),
        Format("ccfolia-json", "ccfolia messages (JSON)", ccfolia_messages.read),
        Format("maptool", "MapTool chat (web page)", maptool.read),
        Format("turns", "Transcript as turns (JSON with NAMES and UTTERANCES)", turns.read),
        Format("qq", "QQ chat, or the log of its dice bot (text)", qq.read, local_times=True),
        Format("irc", "IRC log (mIRC, irssi and others)", irc.read, local_times=True),
        Format(
            "headed",
            "Chat copied out of Discord or Telegram, or exported by WhatsApp (text)",
            headed.read,
            local_times=True,
        ),
        Format("pidgin", "IRC or another chat in Pidgin (web page or text)", pidgin.read, local_times=True),
        Format("copied", "Chat copied as text", copied.read, local_times=True),
        Format("jsonl", "Transcript (JSON Lines with ts, author, content)", transcript.read),
        Format("several", "Several files", several.read, local_times=True),
    )
}


def format_of(source: ImportFile) -> Format:
    """The format of a file. Raises `NotTaken`, saying what can be taken in, when it is none of them."""
    if source.joined:
        _must_be_of_foundry(source)
        return FORMATS["foundry-nedb"]
    if source.inner:
        notes = all(it.name.lower().endswith((".md", ".markdown")) for it in source.inner)
        return FORMATS["iron-vault" if notes and not _hold_chat(source.inner) else "several"]
    with source.opened() as stream:
        head = stream.read(_HEAD)
        head += b"" if b"\n" in head else stream.readline(_LONGEST_LINE)
    for mark, what in _FOREIGN.items():
        if head.startswith(mark):
            raise NotTaken(f"{source.name} is {what}.")
    if not head.strip():
        raise NotTaken(f"{source.name} is empty.")
    if _of_leveldb(head, source):
        raise NotTaken(f"{source.name} is {LEVELDB}.")
    if b'class="page_wrap"' in head and (b"from_name" in head or b"Telegram" in head):
        raise NotTaken(f"{source.name} is {_TELEGRAM_PAGE}.")
    if b"\x00" in head:
        raise NotTaken(f"{source.name} is no text, so it is none of the formats that can be taken in.")
    is_json = head.lstrip()[:1] in b"{["
    key = _json(head, source.name) if is_json else None
    if key is None and is_json and segments.looks_like(source):
        key = "segments"
    key = key or _text(head, source.name)
    if key is None:
        raise NotTaken(f"{source.name} is none of the formats that can be taken in: {_READ}.")
    return FORMATS[key]


_OF_NEDB = frozenset(("$$deleted", "$$indexCreated", "$$indexRemoved"))


def _must_be_of_foundry(source: ImportFile) -> None:
    """Raises `NotTaken` where the first messages of a world are all of another kind, as in another tool's chat, or
    what bears the name of its chat is no text.
    """
    with source.opened() as stream:
        head = stream.read(_HEAD)
    if what := next((what for mark, what in _FOREIGN.items() if head.startswith(mark)), None):
        raise NotTaken(f"The chat of {source.name} is no chat of Foundry: it is {what}.")
    found = [it for it in map(json_value, head.split(b"\n")[:_LOOKED_AT]) if isinstance(it, dict)]
    messages = [it for it in found if not any(key.startswith("$$") and key not in _OF_NEDB for key in it)]
    if messages and not any(not _OF_NEDB.isdisjoint(it) or is_a_message(it) for it in messages):
        raise NotTaken(f"{source.name} holds a chat of another tool than Foundry, which is not read.")


def _hold_chat(notes: Sequence[ImportFile]) -> bool:
    """True if most of the first of these files in Markdown are chat, and no notes."""
    looked = notes[:_LOOKED_AT]
    chats = 0
    for note in looked:
        with note.opened() as stream:
            chats += headed.looks_like(stream.read(_HEAD).decode("utf-8", "replace"))
    return 2 * chats > len(looked)


def _of_leveldb(head: bytes, source: ImportFile) -> bool:
    """True if it is one of the files of a LevelDB folder: its table, its log, or what names the newest of them."""
    if re.fullmatch(rb"MANIFEST-\d+\s*", head):
        return True
    if b"leveldb.BytewiseComparator" in head or (b"\x00" in head and b"!messages!" in head):
        return True
    with source.path.open("rb") as stream:
        stream.seek(max(0, stream.seek(0, 2) - len(TABLE_ENDS)))
        return stream.read() == TABLE_ENDS


def format_called(key: str) -> Format:
    """The format with this key. Raises `NotTaken`."""
    if key not in FORMATS:
        raise NotTaken(f"There is no format {key!r}. There are: {', '.join(FORMATS)}.")
    return FORMATS[key]


def _json(head: bytes, name: str) -> str | None:
    lines = [line for line in head.split(b"\n")[:50] if line.strip()]
    first = [value for value in map(json_value, lines) if isinstance(value, dict)]
    if any(value.keys() & {"password", "passwordSalt"} for value in first):
        raise NotTaken(f"{name} holds the accounts of players, with their passwords. Nothing of it is taken in.")
    for value in first:
        keys = value.keys()
        if "messages" in keys:
            break
        if "content" in keys and keys & {"ts", "author"} and "_id" not in keys:
            return "jsonl"
        if is_a_message(value):
            return "foundry-nedb"
    collection = re.fullmatch(rf"(?:.*/)?({'|'.join(NO_CHAT)})\.db", name)
    if collection or any(value.keys() & {"permission", "ownership"} for value in first):
        what = f"the world's {collection[1]}" if collection else "a list of Foundry's"
        raise NotTaken(f"{name} is {what}, and no chat.")
    if re.search(rb'"UTTERANCES"\s*:', head) and re.search(rb'"(?:TURNS|NAMES)"\s*:', head):
        return "turns"
    if re.search(rb'"\$\$(?:indexCreated|deleted)"', head):
        return "foundry-nedb"
    if telegram.is_an_account(head):
        raise NotTaken(f"{name} is {_ACCOUNT}.")
    if telegram.looks_like(head):
        return "telegram"
    if messenger.looks_like(head):
        return "messenger"
    if ccfolia_messages.looks_like(head):
        return "ccfolia-json"
    if re.search(rb'"playerid"\s*:|"\.priority"\s*:', head):
        return "roll20-json"
    if re.search(rb'"(?:guild|channel|exportedAt|discriminator)"\s*:', head) and b'"messages"' in head:
        return "discord"
    if b'"_id"' in head and re.search(rb'"(?:content|speaker|whisper|timestamp|messages)"\s*:', head):
        return "foundry-json"
    if re.search(rb'"content"\s*:', head) and re.search(rb'"ts"\s*:', head):
        return "jsonl"
    return None


_DATED = re.compile(rb"^\[\d{1,4}[/.\-] ?\d{1,2}[/.\-] ?\d{1,4}\.?,? ", re.MULTILINE)
_BEGINS_DATED = re.compile(rb"\s*(?:-{20,}\s*)?\[\d{1,4}[/.\-] ?\d{1,2}[/.\-] ?\d{1,4}\.?,? ")
_RULED = re.compile(rb"^-{20,}\s*$", re.MULTILINE)
"""A line between two messages of Foundry. Other logs with a date in each line have none."""


_OF_DATA = (".yaml", ".yml")
"""Ends of names of data, whose keys stand before colons as names do before words."""


def _text(head: bytes, name: str) -> str | None:
    text = head.decode("utf-8", "replace").replace("\r", "")
    if fantasy_grounds.BEGINS.search(text[:4_000]):
        return "fantasy-grounds"
    if text.lstrip().startswith("WEBVTT") or any(map(TIMED.fullmatch, text.split("\n")[:40])):
        return "captions"
    if timed_text.looks_like(text):
        return "timed-text"
    if discord_tables.HEAD.match(text):
        return "discord-csv"
    if text.lstrip().startswith(f"{discord_tables.RULE}\nGuild:"):
        return "discord-text"
    if head.lstrip()[:1] == b"<":
        return "irc" if irc.looks_timeless(text) else _page(head)
    if qq.looks_like(text):
        return "qq"
    if kakaotalk.looks_like(head):
        return "kakaotalk"
    if headed.looks_like(text):
        return "headed"
    if irc.looks_like(text):
        return "irc"
    if pidgin.looks_like(head):
        return "pidgin"
    dated = len(_DATED.findall(head))
    if dated and _BEGINS_DATED.match(head) and (dated == 1 or _RULED.search(head)):
        return "foundry-log"
    if "\n---------------------------\n" in text and "[" in text:
        return "foundry-log"
    if name.lower().endswith(_OF_DATA):
        return None
    markdown = name.lower().endswith((".md", ".markdown"))
    if markdown or b"iron-vault" in head or b"`iv-" in head:
        return "iron-vault"
    return "copied" if copied.looks_copied(text) else None


_FANTASY_GROUNDS = re.compile(
    rb'(?:<a name="[^"<>]*" ?/>|<font color="##?[0-9A-F]{6,8}">.*</font>.*<br ?/>)\r?', re.IGNORECASE
)
"""A line of its log. One of whose beginning was cut off names no session in its first lines, nor itself."""


def _page(head: bytes) -> str | None:
    first = [line for line in head.split(b"\n")[:40] if line.strip()][:-1]
    if len(first) >= 3 and all(map(_FANTASY_GROUNDS.fullmatch, first)):
        return "fantasy-grounds"
    if b"chatlog__" in head or b"DiscordChatExporter" in head:
        return "discord-page"
    if b"msgdata" in head or b"roll20" in head.lower() or b'class="message ' in head:
        return "roll20-page"
    if pidgin.looks_like(head):
        return "pidgin"
    if maptool.looks_like(head):
        return "maptool"
    if b"ccfolia" in head.lower() or _of_ccfolia(head.decode("utf-8", "replace")):
        return "ccfolia"
    return None


_PAGES = frozenset(("roll20-page", "discord-page", "ccfolia", "maptool"))
_SOME_WORDS = 40
"""Characters. Fewer are left by whatever saved the page."""


def behind_pages(source: ImportFile, format: Format) -> Iterator[Remarked]:
    """Remarks on what was put into the same file behind a page whose format is read: a page of another tool, or
    what is no page.
    """
    if format.key not in _PAGES:
        return
    with source.opened() as stream:
        first = stream.tell()
        for page in pages(stream):
            begins, head = page.tell(), page.read(_HEAD << 4)
            known = _page(head)
            other = known != format.key and (known is not None or begins != first)
            if other and len(plain(head.decode("utf-8", "replace"))) >= _SOME_WORDS:
                what = "something else than such a page begins here: give it as a file of its own"
                yield Remarked(f"byte {begins}", what, broken=True)


def _of_ccfolia(text: str) -> bool:
    """True if a paragraph of three spans stands there, the first with a tab in brackets, or an article of chat."""
    if re.search(r"<p[^>]*>\s*<span[^>]*>\s*\[[^\]<]{1,60}\]\s*</span>\s*<span[^>]*>", text):
        return True
    return re.search(r"<article[^>]*class=[\"']?[^\"'>]*message", text) is not None
