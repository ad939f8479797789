"""Titles for what is taken in: the one a file tells of itself, else its name, where that says anything.

Most programs call every file alike, `chatlog.html`, `messages.db`; a campaign called so would say nothing.
"""

import re

from exchange.imports.entries import About
from exchange.imports.texts import name

_TOLD = re.compile(r"^(?:chat (?:log|archive) for|chat ?log of)\s+", re.IGNORECASE)
"""Words of Roll20 before the title of a game, in its page and so in the name of the file."""
_OF_A_PROGRAM = re.compile(r"\[[^\[\]]{0,60}\]|\((?:\d{1,3}|copy)\)|\b(?:19|20)\d\d[-_. ]?\d\d[-_. ]?\d\d\b")
"""Parts of a name that a program puts there: ids and tabs in brackets, the number of a copy, a day."""
_SAYS_NOTHING = re.compile(
    r"all|archive|backup|campaign|captions|ccfolia|channel|chat|chatlog|copied|copy|data|discord"
    r"|document|download|en|evening|export|exported|export_chat|file|foundry|fvtt|game|general|history"
    r"|index|irc|log|logs|maptool|message|messages|mp3|mp4|new|notes|output|page|play|record|recording"
    r"|roll20|room|save|session|srt|subtitles|table|text|transcript|unnamed|untitled|users|vtt|world"
    r"|worlds|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec",
    re.IGNORECASE,
)


def title_for(about: About, file: str) -> str:
    """The title that a campaign founded for this file may have; empty where nothing tells one."""
    return about.title or title_in(file)


def title_in(file: str) -> str:
    """The title in the name of a file; empty where it only says what kind of file it is."""
    stem = re.sub(r"(?:\.[A-Za-z]\w{1,4}){1,2}$", "", file.replace("\\", "/").rstrip("/").rpartition("/")[2])
    spaced = _OF_A_PROGRAM.sub(" ", _TOLD.sub("", stem.replace("_", " ")))
    words = re.findall(r"[^\W\d_]+", spaced)
    if all(map(_SAYS_NOTHING.fullmatch, words)):
        return ""
    return name(spaced).strip(" -–—.,")


def title_of_page(head: str) -> str:
    """The title that a web page tells of itself; empty where it only says what kind of page it is."""
    found = re.search(r"<title>([^<]{1,300})</title>", head, re.IGNORECASE)
    told = _TOLD.sub("", name(found[1])) if found else ""
    return re.sub(r"\s*\|\s*Roll20\s*$", "", told) if title_in(told) else ""
