"""Text taken in from notes and chats, as its writer saw it there: emphasis, bold, quotes and links by their words.

A link that leads out of the notes has its address behind it. What is recorded keeps every mark. Here a line
becomes runs without them, for whoever draws it; a mark that opens or closes nothing stands for itself.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

_LETTER = r"0-9A-Za-z\u00c0-\u052f"
"""Beside these a single star or a line below is part of a word or of a sum. Scripts without spaces have none."""
_WITHIN = r".{0,999}?\S"
"""Longer emphasis is none: whoever sends in a million stars waits no longer for that."""
_MARKED = re.compile(
    r"\\(?P<itself>[\\`*_\[\]#~])"
    r"|(?<!`)(?P<tick>`{1,3})(?P<code>[^`]{1,999})(?P=tick)(?!`)"
    r"|!?\[\[(?P<target>[^\[\]|\n]+)(?:\|(?P<alias>[^\[\]\n]*))?\]\]"
    r"|@[A-Za-z]+\[[^\[\]\n]+\]\{(?P<label>[^{}\n]+)\}"
    r"|@[A-Z][A-Za-z]+\[(?:[\w-]+\.)*(?P<named>[^\W\d_](?:[^\W\d_]|[ '’-])*)\]"
    r"|!?\[(?P<words>[^\[\]\n]+)\]\((?:(?P<url>https?://[^\s()]+)|[^\s()]+\.md(?:#[^\s()]*)?)\)"
    rf"|(?<![*_\\{_LETTER}])(?P<both>\*\*\*|___)(?=[^\s*_.,;:!?)])(?P<loud>{_WITHIN})(?P=both)(?![*_{_LETTER}])"
    rf"|(?<![*_\\{_LETTER}])(?P<two>\*\*|__)(?=[^\s*_.,;:!?)]|\*[^\s*_])(?P<strong>{_WITHIN})(?P=two)(?![*_])"
    rf"|(?<![*_\\{_LETTER}])(?P<one>[*_])(?=[^\s*_.,;:!?)]|\*\*[^\s*_])(?P<weak>{_WITHIN})(?P=one)(?![*_{_LETTER}])"
)
_SIGN = re.compile(r"[\\`*_\[#>]")
"""One of these is in whatever has a mark."""
_QUOTE = re.compile(r" {0,3}(?:> ?)*>(?= |$) *")
"""Marks of a quote, or of a quote in a quote. Without a space behind them they are a face, an arrow or a sum."""
_CALLOUT = re.compile(r"\[!(?P<kind>[A-Za-z][\w-]*)\][+-]? *")
"""The first line of a quote that has a heading of its own, after its marks."""
_HEADING = re.compile(r"#{1,6} +(?=\S)")
_DEEPEST = 6
"""Marks within marks; deeper ones are signs."""
_SECTION = re.compile(r"#\^?")


@dataclass(frozen=True, slots=True)
class Run:
    """Words that are written one way."""

    text: str
    strong: bool = False
    emphasised: bool = False


def runs_of(line: str) -> tuple[Run, ...]:
    """One line in runs. A heading is strong as a whole, a line of a quote emphasised."""
    quote = _QUOTE.match(line)
    way = Run("", emphasised=quote is not None)
    if quote:
        line = line[quote.end() :]
        if callout := _CALLOUT.match(line):
            return runs_of(f"# {line[callout.end() :].strip() or callout['kind'].capitalize()}")
    if heading := _HEADING.match(line):
        line, way = line[heading.end() :].rstrip("# "), replace(way, strong=True)
    return tuple(_in_a_row(_runs(line, way)))


def without_marks(line: str) -> str:
    """The words of a line alone."""
    return "".join(run.text for run in runs_of(line))


def plainly_said(text: str) -> str:
    """The words of a text of several lines alone."""
    if _SIGN.search(text) is None:
        return text
    return "\n".join(map(without_marks, text.split("\n")))


def _runs(text: str, way: Run, deep: int = 0) -> Iterator[Run]:
    at = 0
    for found in _MARKED.finditer(text) if deep < _DEEPEST else ():
        if text[at : found.start()]:
            yield replace(way, text=text[at : found.start()])
        at = found.end()
        yield from _meant(found, way, deep)
    if text[at:]:
        yield replace(way, text=text[at:])


def _meant(found: re.Match[str], way: Run, deep: int) -> Iterator[Run]:
    said = found.groupdict()
    if said["itself"] or said["code"]:
        yield replace(way, text=said["itself"] or said["code"])
    elif said["target"]:
        path, *sections = _SECTION.split(said["target"])
        there = (path.rpartition("/")[2].removesuffix(".md"), *sections)
        yield from _runs(said["alias"] or " › ".join(filter(None, there)) or found.group(), way, deep + 1)
    elif said["label"] or said["named"]:
        beside = " " if found.string.startswith("@", found.end()) else ""  # two references in a row are two
        yield replace(way, text=(said["label"] or said["named"]) + beside)
    elif said["words"]:
        yield from _runs(said["words"], way, deep + 1)
        if said["url"] and said["url"] != said["words"]:
            yield replace(way, text=f" ({said['url']})")
    elif said["both"]:
        yield from _runs(said["loud"], replace(way, strong=True, emphasised=True), deep + 1)
    elif said["two"]:
        yield from _runs(said["strong"], replace(way, strong=True), deep + 1)
    else:
        yield from _runs(said["weak"], replace(way, emphasised=True), deep + 1)


def _in_a_row(runs: Iterator[Run]) -> Iterator[Run]:
    """Runs that are written alike as one."""
    before: Run | None = None
    for run in runs:
        if before is not None and replace(before, text="") == replace(run, text=""):
            before = replace(before, text=before.text + run.text)
            continue
        if before is not None:
            yield before
        before = run
    if before is not None:
        yield before
