"""Words said in a recording, piece by piece, as turns: pieces of one speaker in a row are one entry."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import Occurrences, Remarked, Said
from exchange.imports.source import ImportFile
from exchange.imports.texts import clean

_LONGEST = 20
"""Seconds between two pieces of one speaker that are one entry."""
_MOST = 2_000
"""Characters of one entry, at which the next piece begins another."""
NO_BEGINNING = Remarked("the whole file", "it does not say when the recording began, so its entries have no times")


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a recording: who says what, from when to when in seconds, and where it stands in the file."""

    place: str
    start: int
    end: int
    begun: float
    ended: float
    speaker: str
    words: str


@dataclass(slots=True)
class _Turn:
    place: str
    start: int
    end: int
    begun: float
    ended: float
    speaker: str
    words: list[str] = field(default_factory=list)


class SpokenTurns:
    """The turns of one recording. `key` stands before their ids, `between` between the words of two pieces."""

    def __init__(self, source: ImportFile, key: str, base: int, between: str = "\n") -> None:
        self._source, self._key, self._base, self._between = source, key, base, between
        self._ids = Occurrences()
        self._turn: _Turn | None = None

    def hear(self, piece: Piece) -> Iterator[Said]:
        """Add a piece to the turn before it; or yield that turn, and begin another."""
        turn = self._turn
        goes_on = turn is not None and piece.speaker == turn.speaker and abs(piece.begun - turn.ended) <= _LONGEST
        if turn is None or not goes_on or sum(map(len, turn.words)) > _MOST:
            yield from self.rest()
            turn = self._turn = _Turn(piece.place, piece.start, piece.end, piece.begun, piece.ended, piece.speaker)
        turn.words.append(piece.words)
        turn.ended, turn.end = piece.ended, piece.end

    def rest(self) -> Iterator[Said]:
        """Yield the last turn."""
        turn, self._turn = self._turn, None
        if turn is None:
            return
        text = clean(self._between.join(turn.words)).strip()
        whole = int(turn.begun)
        yield Said(
            id=f"{self._key}:{self._ids.id_of(self._source.stem, f'{turn.begun:.3f}', turn.speaker, text)}",
            place=f"{turn.place}, {whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}",
            span=(self._base + turn.start, turn.end - turn.start),
            speaker=turn.speaker,
            form=EntryForm.TALK if text else EntryForm.VERBATIM,
            when=self._source.clock.after(turn.begun),
            text=text or "(nothing)",
            why="" if text else "nothing is said in it",
        )
