"""Captions of a recording: WebVTT and SRT. Cues of one speaker that follow each other are one entry.

They count from the beginning of the recording, whose own time nobody wrote into them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import NOBODY, Item, Occurrences, Remarked, Said
from exchange.imports.markup import plain
from exchange.imports.pieces import whole_lines
from exchange.imports.source import ImportFile
from exchange.imports.texts import clean, decoded, in_another_encoding, name
from projections.transcripts.cues import TIMED, VOICE, seconds
from projections.transcripts.names import SpokenNames

_LONGEST = 20
"""Seconds between two cues of one speaker that are one entry."""
_MOST = 2_000
"""Characters of one entry, at which the next cue begins another."""

_BLOCK = re.compile("\ufeff?WEBVTT|(?:NOTE|STYLE|REGION)(?:[ \t]|$)")


@dataclass(slots=True)
class _Turn:
    line: int
    start: int
    speaker: str
    begun: float
    ended: float
    end: int
    words: list[str] = field(default_factory=list)


def read(source: ImportFile) -> Iterator[Item]:
    """The turns of the recording, in its order."""
    ids, others, notes, aside, turn = Occurrences(), 0, 0, 0, None
    of_a_block = stray = False
    cue: tuple[int, int, float, float] | None = None
    said: list[str] = []
    names = SpokenNames.of(_lines(source))
    with source.opened() as stream:
        base, last, end = stream.tell(), 0, 0
        for piece in whole_lines(stream, source.name):
            line, utf8 = decoded(piece.raw)
            others += not utf8
            timed = TIMED.fullmatch(line) if "-->" in line else None
            if cue and timed and said and piece.line == last + 1 and said[-1].strip().isdigit():
                said.pop()  # the number of the next cue, where no line is left empty between the two
            if cue and (timed or piece.line > last + 1):
                turn, done = _heard(turn, cue, said, end, names)
                yield from (_entry(it, source, base, ids) for it in done)
                cue, said = None, []
            if timed:
                aside -= stray and piece.line == last + 1  # it is the name of this cue
                of_a_block = False
                cue = (piece.line, piece.start, seconds(timed, 1), seconds(timed, 5))
            elif cue:
                said.append(line)
            else:
                notes += line == "NOTE" or line.startswith(("NOTE ", "NOTE\t"))
                of_a_block = (of_a_block and piece.line == last + 1) or _BLOCK.match(line) is not None
                aside += not of_a_block
            stray = not (timed or cue or of_a_block)
            last, end = piece.line, piece.start + len(piece.raw)
        if cue:
            turn, done = _heard(turn, cue, said, end, names)
            yield from (_entry(it, source, base, ids) for it in done)
        if turn:
            yield _entry(turn, source, base, ids)
    if notes:
        blocks = "1 block of NOTE is" if notes == 1 else f"{notes:,} blocks of NOTE are"
        yield Remarked("the whole file", f"{blocks} no words that anybody said: they stay in the file")
    if aside:
        lines = "1 line stands" if aside == 1 else f"{aside:,} lines stand"
        yield Remarked("the whole file", f"{lines} in no caption, and could not be read", unread=aside)
    if others:
        yield Remarked("the whole file", in_another_encoding(others))
    if source.clock.begins is None:
        yield Remarked("the whole file", "it does not say when the recording began, so its entries have no times")


def _lines(source: ImportFile) -> Iterator[str]:
    with source.opened() as stream:
        for piece in whole_lines(stream, source.name):
            yield plain(decoded(piece.raw)[0])


def _heard(
    turn: _Turn | None, cue: tuple[int, int, float, float], said: list[str], end: int, names: SpokenNames
) -> tuple[_Turn | None, list[_Turn]]:
    """Add a cue to the turn before it, or give back the turns that end with it and the one it begins."""
    line, start, begun, ended = cue
    done = []
    for speaker, words in _voices(said, turn.speaker if turn else NOBODY, names):
        goes_on = turn is not None and speaker == turn.speaker and begun - turn.ended <= _LONGEST
        if turn is None or not goes_on or sum(map(len, turn.words)) > _MOST:
            done += [turn] if turn else []
            turn = _Turn(line, start, speaker, begun, ended, end)
        turn.words.append(words)
        turn.ended, turn.end = ended, end
    return turn, done


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


def _entry(turn: _Turn, source: ImportFile, base: int, ids: Occurrences) -> Said:
    text = clean("\n".join(turn.words)).strip()
    at = f"{int(turn.begun) // 3600:02}:{int(turn.begun) // 60 % 60:02}:{int(turn.begun) % 60:02}"
    return Said(
        id=f"captions:{ids.id_of(source.stem, f'{turn.begun:.3f}', turn.speaker, text)}",
        place=f"line {turn.line}, {at}",
        span=(base + turn.start, turn.end - turn.start),
        speaker=turn.speaker,
        form=EntryForm.TALK if text else EntryForm.VERBATIM,
        when=source.clock.after(turn.begun),
        text=text or "(nothing)",
        why="" if text else "a caption without words",
    )
