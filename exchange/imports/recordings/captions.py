"""Captions of a recording: WebVTT and SRT. Cues of one speaker that follow each other are one entry.

They count from the beginning of the recording, whose own time nobody wrote into them.
"""

import re
from collections.abc import Iterator

from exchange.imports.entries import NOBODY, Item, Remarked
from exchange.imports.markup import plain
from exchange.imports.pieces import whole_lines
from exchange.imports.recordings.spoken_turns import NO_BEGINNING, Piece, SpokenTurns
from exchange.imports.source import ImportFile
from exchange.imports.texts import decoded, in_another_encoding, name
from projections.transcripts.cues import TIMED, VOICE, seconds
from projections.transcripts.names import SpokenNames

_BLOCK = re.compile("\ufeff?WEBVTT|(?:NOTE|STYLE|REGION)(?:[ \t]|$)")
_DRAWN = re.compile(r"\{\\[^{}\n]{1,60}\}")
"""A colour or place of the words, as programs for subtitles write it."""


def read(source: ImportFile) -> Iterator[Item]:
    """The turns of the recording, in its order."""
    others, notes, aside, before = 0, 0, 0, NOBODY
    of_a_block = stray = False
    cue: tuple[int, int, float, float] | None = None
    said: list[str] = []
    names = SpokenNames.of(_lines(source))
    with source.opened() as stream:
        turns = SpokenTurns(source, "captions", stream.tell())
        last, end = 0, 0
        for piece in whole_lines(stream, source.name):
            line, utf8 = decoded(piece.raw)
            others += not utf8
            timed = TIMED.fullmatch(line) if "-->" in line else None
            if cue and timed and said and piece.line == last + 1 and said[-1].strip().isdigit():
                said.pop()  # the number of the next cue, where no line is left empty between the two
            if cue and (timed or piece.line > last + 1):
                for heard in _pieces(cue, said, end, names, before):
                    before = heard.speaker
                    yield from turns.hear(heard)
                cue, said = None, []
            if timed:
                aside -= stray and piece.line == last + 1  # it is the name of this cue
                of_a_block = False
                cue = (piece.line, piece.start, seconds(timed, 1), seconds(timed, 5))
            elif cue:
                said.append(_DRAWN.sub("", line))
            else:
                notes += line == "NOTE" or line.startswith(("NOTE ", "NOTE\t"))
                of_a_block = (of_a_block and piece.line == last + 1) or _BLOCK.match(line) is not None
                aside += not of_a_block
            stray = not (timed or cue or of_a_block)
            last, end = piece.line, piece.start + len(piece.raw)
        if cue:
            for heard in _pieces(cue, said, end, names, before):
                yield from turns.hear(heard)
        yield from turns.rest()
    if notes:
        blocks = "1 block of NOTE is" if notes == 1 else f"{notes:,} blocks of NOTE are"
        yield Remarked("the whole file", f"{blocks} no words that anybody said: they stay in the file")
    if aside:
        lines = "1 line stands" if aside == 1 else f"{aside:,} lines stand"
        yield Remarked("the whole file", f"{lines} in no caption, and could not be read", unread=aside)
    if others:
        yield Remarked("the whole file", in_another_encoding(others))
    if source.clock.begins is None:
        yield NO_BEGINNING


def _lines(source: ImportFile) -> Iterator[str]:
    with source.opened() as stream:
        for piece in whole_lines(stream, source.name):
            yield plain(decoded(piece.raw)[0])


def _pieces(
    cue: tuple[int, int, float, float], said: list[str], end: int, names: SpokenNames, before: str
) -> Iterator[Piece]:
    """Yield what is said in a cue, by whom."""
    line, start, begun, ended = cue
    for speaker, words in _voices(said, before, names):
        yield Piece(f"line {line}", start, end, begun, ended, speaker, words)


def _voices(said: list[str], before: str, names: SpokenNames) -> Iterator[tuple[str, str]]:
    """Yield who says what in one cue. Without a name it is whoever spoke before."""
    text = "\n".join(said)
    marks = list(VOICE.finditer(text))
    if marks:
        ends = [*(it.start() for it in marks[1:]), len(text)]
        if before_first := plain(text[: marks[0].start()]):
            yield before, before_first
        for mark, end in zip(marks, ends, strict=True):
            yield name(plain(mark[1]), NOBODY), plain(text[mark.end() : end])
        return
    speaker, words = before, list[str]()
    for line in plain(text).split("\n"):
        if found := names.before(line):
            if words:
                yield speaker, "\n".join(words)
            speaker, words, line = name(found[0], NOBODY), [], found[1]
        if line.strip():
            words.append(line.strip())
    if words:
        yield speaker, "\n".join(words)
