"""Text a person wrote, as Markdown that shows it and does nothing else."""

import re

from domain.kernel.wording.emphasis import Run, runs_of

_MEANING_SOMETHING = re.compile(r"[\\`*_\[\]<>#|~$&]")
_AT_THE_START = re.compile(r"^(\s*)([-+=]|\d{1,9}(?=[.)]))")
_LINKS_ITSELF = re.compile(r"(?i)(?<=\b)(https?|ftp|mailto|www)(?=[:.])|@")
_OBEYED = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]")


def plainly(text: str) -> str:
    """Text on one line, every character standing for itself: no link, picture, HTML or emphasis comes of it."""
    return _line(" ".join(text.split()))


def plain_lines(text: str) -> list[str]:
    """The same line by line, for quoting; empty ones at either end are left out."""
    return [_line(line.strip()) for line in text.strip().splitlines()]


def emphasised_lines(text: str) -> list[str]:
    """Text taken in from notes and chats likewise, with the emphasis that its marks mean."""
    return ["".join(map(_run, runs_of(line.strip()))) for line in text.strip().splitlines()]


def _run(run: Run) -> str:
    signs = ("**" if run.strong else "") + ("*" if run.emphasised else "")
    bare = run.text.strip()
    if not signs or not bare:
        return _line(run.text)
    before, after = run.text.split(bare, 1)
    return f"{before}{signs}{_line(bare)}{signs[::-1]}{after}"


def _line(text: str) -> str:
    text = _OBEYED.sub("\N{REPLACEMENT CHARACTER}", text)
    text = _MEANING_SOMETHING.sub(lambda found: "\\" + found.group(), text)
    text = _LINKS_ITSELF.sub(_unlinked, text)
    return _AT_THE_START.sub(_unlisted, text)


def _unlinked(found: re.Match[str]) -> str:
    """Without the first sign that makes an address of it: some readers link what is written like one."""
    return "&#64;" if found.group() == "@" else f"{found.group()}&#8203;"


def _unlisted(found: re.Match[str]) -> str:
    """A dash, plus or number at the start would begin a list, and equal signs make a heading of what is above."""
    space, sign = found.groups()
    return f"{space}\\{sign}" if sign in "-+=" else f"{space}&#{ord(sign[0])};{sign[1:]}"
