"""The words that were found, in what stands around them: pieces of the text as it was written, never markup."""

from collections.abc import Sequence
from dataclasses import dataclass

from projections.tables.search.query import Phrase
from projections.tables.search.terms import Term, terms_in

LONGEST = 240
"""About so many signs of a text are shown."""
LEAD = 70
"""About so many of them before the first word that was found."""


@dataclass(frozen=True, slots=True)
class ExcerptPiece:
    """Some of a text. `found`: this is what was looked for."""

    text: str
    found: bool = False


def context_of(text: str, phrases: Sequence[Phrase], longest: int = LONGEST) -> tuple[ExcerptPiece, ...]:
    """The place of a text where most of what was looked for stands close together, the words found set apart."""
    terms = terms_in(text)
    spans = _spans(terms, phrases)
    first = _best_start(text, terms, spans, longest)
    last = _word_end(text, terms, first + longest)
    pieces: list[ExcerptPiece] = []
    at = first
    if first:
        pieces.append(ExcerptPiece("… "))
    for start, end in spans:
        if start < at or end > last:
            continue
        if start > at:
            pieces.append(ExcerptPiece(text[at:start]))
        pieces.append(ExcerptPiece(text[start:end], found=True))
        at = end
    if at < last:
        pieces.append(ExcerptPiece(text[at:last]))
    if last < len(text):
        pieces.append(ExcerptPiece(" …"))
    return tuple(pieces)


def first_found(text: str, phrases: Sequence[Phrase]) -> int:
    """The letter at which what was looked for first stands in a text; 0 where it does not."""
    spans = _spans(terms_in(text), phrases)
    return spans[0][0] if spans else 0


def _spans(terms: list[Term], phrases: Sequence[Phrase]) -> list[tuple[int, int]]:
    """The spans of the phrases, from the start, none reaching into another."""
    found: list[tuple[int, int]] = []
    for at, term in enumerate(terms):
        fitting = [len(phrase.terms) for phrase in phrases if phrase.fits(terms, at)]
        if fitting and (not found or term.start >= found[-1][1]):
            found.append((term.start, terms[at + max(fitting) - 1].end))
    return found


def _best_start(text: str, terms: list[Term], spans: list[tuple[int, int]], longest: int) -> int:
    if len(text) <= longest or not spans:
        return 0
    window = longest - LEAD
    starts = [start for start, _end in spans]
    best = max(starts, key=lambda at: (len({text[s:e] for s, e in spans if at <= s and e <= at + window}), -at))
    if best <= LEAD:
        return 0
    return next((term.start for term in terms if term.start >= best - LEAD), best)


def _word_end(text: str, terms: list[Term], limit: int) -> int:
    if limit >= len(text):
        return len(text)
    cut = next((term for term in terms if term.start < limit < term.end), None)
    return limit if cut is None or limit - cut.start > LEAD else cut.start
