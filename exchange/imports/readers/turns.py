"""Transcripts as turns in JSON: who (`NAMES`) and what (`UTTERANCES`), under `TURNS`, whole or in chunks.

Chunks of one recording often overlap: a turn that two of them have comes once.
"""

from collections.abc import Iterator
from typing import Any

from domain.kernel.journal.earlier import EntryForm
from exchange.imports.entries import NOBODY, Item, Occurrences, Remarked, Said
from exchange.imports.pieces import elements
from exchange.imports.source import Source, json_value
from exchange.imports.texts import clean, name, verbatim, whole

_LONGEST_OVERLAP = 2_000
"""Turns."""


def read(source: Source) -> Iterator[Item]:
    """The turns, in the order of the file."""
    ids, before, number = Occurrences(), list[Any](), 0
    seen: set[int] = set()
    with source.opened() as stream:
        base = stream.tell()
        for piece in elements(stream, "TURNS"):
            place = f"byte {piece.start}"
            if not piece.whole:
                yield Remarked(place, "the file is cut off here, or an element is too large", broken=True)
                return
            if piece.key is not None:
                continue
            value = json_value(piece.raw)
            span = (base + piece.start, len(piece.raw))
            turns = value.get("TURNS") if isinstance(value, dict) else None
            if not isinstance(turns, list):
                number += 1
                yield _turn(value, piece.raw, number, span, source, ids)
                continue
            fresh = _fresh(turns, before, _first(value), seen)
            for turn in fresh:
                number += 1
                yield _turn(turn, str(turn), number, span, source, ids)
            before = (before + fresh)[-_LONGEST_OVERLAP:]


def _first(chunk: dict[str, Any]) -> int | None:
    """The number of the chunk's first turn, where it says so."""
    told = chunk.get("ALIGNMENT")
    return whole(told.get("TURN START")) if isinstance(told, dict) else None


def _fresh(turns: list[Any], before: list[Any], first: int | None, seen: set[int]) -> list[Any]:
    """The turns of a chunk that no chunk before it had."""
    if first is not None:
        fresh = [turn for at, turn in enumerate(turns, start=first) if at not in seen]
        seen.update(range(first, first + len(turns)))
        return fresh
    most = min(len(turns), len(before))
    common = next((many for many in range(most, 0, -1) if before[-many:] == turns[:many]), 0)
    return turns[common:]


def _turn(
    turn: Any, raw: bytes | str, number: int, span: tuple[int, int], source: Source, ids: Occurrences
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
