"""Lines of a transcript, WebVTT or SRT: who says what, from when to when. Nothing in it is an error."""

import codecs
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from projections.tables.search.query import storable
from projections.transcripts.names import SpokenNames

TIMED = re.compile(
    r"\s*(?:(\d{1,6}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})\s+-->\s+(?:(\d{1,6}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})(?:\s.*)?"
)
"""The line with the times of a cue."""
VOICE = re.compile(r"<v(?:\.[^\s>]*)?\s+([^>\n]{1,200})>")

_TAG = re.compile(r"<[^<>\n]{0,200}>")
_ENDS = (".", "!", "?", "…", "。", "！", "？", ".”", '."', "!”", "?”")
_PAUSE = 3_000
"""Milliseconds between two cues of one speaker that may still be one sentence."""
_LONG_ENOUGH = 200
"""Letters of an utterance, at which the next cue begins another."""
_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Utterance:
    """Cues of one speaker that are read, and found, as one line. Times are milliseconds of the recording."""

    begun: int
    ended: int
    speaker: str
    text: str
    marks: tuple[tuple[int, int], ...]
    """The letter at which each cue begins, and its time."""

    def at(self, letter: int) -> int:
        """The time at which the cue with this letter begins."""
        return next((time for start, time in reversed(self.marks) if start <= letter), self.begun)


@dataclass(slots=True)
class _Cue:
    begun: int
    ended: int
    lines: list[str]


def utterances_in(content: bytes) -> Iterator[Utterance]:
    """The lines of a transcript in its order."""
    open_now: Utterance | None = None
    for begun, ended, speaker, words in _said(_decoded(content)):
        if open_now is not None and _goes_on(open_now, begun, speaker):
            open_now = Utterance(
                open_now.begun,
                max(ended, open_now.ended),
                speaker,
                f"{open_now.text} {words}",
                (*open_now.marks, (len(open_now.text) + 1, begun)),
            )
            continue
        if open_now is not None:
            yield open_now
        open_now = Utterance(begun, ended, speaker, words, ((0, begun),))
    if open_now is not None:
        yield open_now


def seconds(timed: re.Match[str], first: int) -> float:
    """One of the two times in a line of `TIMED`: its groups begin with this one."""
    hours, minutes, whole, part = (timed[it] or "0" for it in range(first, first + 4))
    return int(hours) * 3600 + int(minutes) * 60 + int(whole) + int(part.ljust(3, "0")[:3]) / 1000


def _goes_on(before: Utterance, begun: int, speaker: str) -> bool:
    near = 0 <= begun - before.ended <= _PAUSE or before.begun <= begun <= before.ended
    short = len(before.text) < _LONG_ENOUGH and not before.text.endswith(_ENDS)
    return near and short and speaker == before.speaker


def _decoded(content: bytes) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _said(text: str) -> Iterator[tuple[int, int, str, str]]:
    """Yield times, speaker and words. Without a name it is whoever spoke before."""
    speaker, names = "", SpokenNames.of(map(_plain, text.splitlines()))
    for cue in _cues(text):
        for named, words in _voices("\n".join(cue.lines), names):
            speaker = " ".join(named.split())[:_LONGEST_NAME] if named is not None else speaker
            if words:
                yield cue.begun, cue.ended, speaker, words


def _cues(text: str) -> Iterator[_Cue]:
    cue: _Cue | None = None
    for line in text.splitlines():
        timed = TIMED.fullmatch(line) if "-->" in line else None
        if timed:
            if cue:
                if cue.lines and cue.lines[-1].strip().isdigit():
                    cue.lines.pop()  # the number of this cue, where no line is left empty before it
                yield cue
            cue = _Cue(round(1000 * seconds(timed, 1)), round(1000 * seconds(timed, 5)), [])
        elif cue and not line.strip():
            yield cue
            cue = None
        elif cue:
            cue.lines.append(line)
    if cue:
        yield cue


def _voices(said: str, names: SpokenNames) -> Iterator[tuple[str | None, str]]:
    marks = list(VOICE.finditer(said))
    if marks:
        yield None, _plain(said[: marks[0].start()])
        ends = [*(it.start() for it in marks[1:]), len(said)]
        for mark, end in zip(marks, ends, strict=True):
            yield html.unescape(mark[1]), _plain(said[mark.end() : end])
        return
    speaker, words = None, list[str]()
    for line in said.split("\n"):
        plain = _plain(line)
        if found := names.before(plain):
            yield speaker, " ".join(words)
            speaker, words, plain = found[0], [], found[1]
        words.append(plain)
    yield speaker, " ".join(words).strip()


def _plain(marked: str) -> str:
    return storable(" ".join(html.unescape(_TAG.sub("", marked)).split()))
