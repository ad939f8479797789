"""Transcripts as turns in JSON: who (`NAMES`) and what (`UTTERANCES`), under `TURNS`, whole or in chunks.

Chunks of one recording often overlap: a turn that two of them have comes once.
"""

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Mapping
from io import BytesIO
from itertools import chain, islice
from sys import maxsize
from typing import Any, TypeAlias

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import ALONE, NOBODY, Item, Occurrences, Remarked, Said
from exchange.imports.pieces import elements
from exchange.imports.source import ImportFile, json_value
from exchange.imports.texts import clean, name, verbatim, whole

_LONGEST_OVERLAP = 2_000
"""Turns."""
_AT_ONCE = 1 << 18
"""Bytes of a chunk that is read as one value. Of a larger one its turns are read one by one."""
_Turn: TypeAlias = tuple[Any, bytes | str]
"""A turn, and how it is written."""


def read(source: ImportFile) -> Iterator[Item]:
    """The turns, in the order of the file."""
    ids, number, chunks = Occurrences(), 0, _Chunks()
    with source.opened() as stream:
        base = stream.tell()
        for piece in elements(stream, "TURNS"):
            place = f"byte {piece.start}"
            if not piece.whole:
                yield Remarked(place, "the file is cut off here, or an element is too large", broken=True)
                return
            if piece.key is not None:
                if _OBJECTS.match(piece.raw):
                    yield Remarked(place, f"{name(piece.key)} stands here, and no turns: {ALONE}", broken=True)
                    return
                continue
            span = (base + piece.start, len(piece.raw))
            for turn, raw in chunks.fresh(piece.raw):
                number += 1
                yield _turn(turn, raw, number, span, source, ids)


_OBJECTS = re.compile(rb"\[\s*\{")
"""The beginning of a list that another tool has its messages in."""


class _Chunks:
    """The chunks of a file, and what of them was there before."""

    def __init__(self) -> None:
        self._before: deque[Any] = deque(maxlen=_LONGEST_OVERLAP)
        self._seen: list[tuple[int, int]] = []
        """The numbers of the turns that were there, as ranges without their ends, in order."""

    def fresh(self, raw: bytes) -> Iterator[_Turn]:
        """The turn that this is; or those of a chunk that no chunk before it had, one after the other."""
        streamed = len(raw) > _AT_ONCE and b'"TURNS"' in raw
        value = None if streamed else json_value(raw)
        turns: Iterator[_Turn]
        if streamed:
            chunk = {it.key: json_value(it.raw) for it in elements(BytesIO(raw), "TURNS") if it.key is not None}
            turns = ((json_value(it.raw), it.raw) for it in elements(BytesIO(raw), "TURNS") if it.key is None)
        elif isinstance(value, dict) and isinstance(value.get("TURNS"), list):
            chunk, turns = value, ((it, str(it)) for it in value["TURNS"])
        else:
            yield value, raw
            return
        for turn in self._unseen(turns, _first(chunk)):
            self._before.append(turn[0])
            yield turn

    def _unseen(self, turns: Iterator[_Turn], first: int | None) -> Iterator[_Turn]:
        if first is not None:
            yield from (turn for at, turn in enumerate(turns, start=first) if self._is_new(at))
            return
        begin, before = list(islice(turns, _LONGEST_OVERLAP)), list(self._before)
        values = [value for value, _raw in begin]
        most = min(len(values), len(before))
        common = next((many for many in range(most, 0, -1) if before[-many:] == values[:many]), 0)
        yield from chain(begin[common:], turns)

    def _is_new(self, at: int) -> bool:
        """True if no chunk had a turn with this number; from now on one has."""
        place = bisect_right(self._seen, (at, maxsize)) - 1
        begin, end = self._seen[place] if place >= 0 else (at, at)
        if place >= 0 and at < end:
            return False
        if place >= 0 and at == end:
            self._seen[place] = (begin, at + 1)
        else:
            self._seen.insert(place + 1, (at, at + 1))
        return True


def _first(chunk: Mapping[Any, Any]) -> int | None:
    """The number of the chunk's first turn, where it says so."""
    told = chunk.get("ALIGNMENT")
    return whole(told.get("TURN START")) if isinstance(told, dict) else None


def _turn(
    turn: Any, raw: bytes | str, number: int, span: tuple[int, int], source: ImportFile, ids: Occurrences
) -> Said:
    names = turn.get("NAMES") if isinstance(turn, dict) else None
    said = turn.get("UTTERANCES") if isinstance(turn, dict) else None
    who = [it for given in names if (it := name(given))] if isinstance(names, list) else [name(names)]
    words = said if isinstance(said, list) else [said]
    text = clean(" ".join(it.strip() for it in words if isinstance(it, str) and it.strip()))
    speaker = " & ".join(filter(None, who)) or NOBODY
    return Said(
        id=f"turns:{ids.id_of(source.stem, speaker, text or verbatim(raw))}",
        place=f"turn {number}",
        span=span,
        speaker=speaker,
        form=EntryForm.TALK if text else EntryForm.VERBATIM,
        text=text or verbatim(raw) or "(nothing)",
        why="" if text else "it is no turn with utterances",
    )
