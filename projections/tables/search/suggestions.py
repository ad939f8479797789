"""The words somebody may have meant who mistyped one: the nearest of those that stand in texts they may read."""

from collections.abc import Iterable
from difflib import get_close_matches

from projections.tables.search.query import SearchWords
from projections.tables.search.terms import terms_in

SHORTEST = 4
"""Letters of a word that is looked for: shorter ones are near to too many others."""
NEAR = 0.75
"""The ratio of `difflib` from which two words are near each other."""
MOST_WORDS = 20_000


def meant(typed: str, words: SearchWords, texts: Iterable[str]) -> str:
    """The typed words with each that stands in none of the texts replaced by the nearest word that does.

    Empty when no word is near, or all stand there already.
    """
    known: dict[str, str] = {}
    for text in texts:
        for term in terms_in(text):
            if len(term.word) >= SHORTEST:
                known.setdefault(term.word, text[term.start : term.end])
        if len(known) >= MOST_WORDS:
            break
    instead: dict[str, str] = {}
    for phrase in words.phrases:
        for word in phrase.terms:
            if len(word) >= SHORTEST and not any(it.startswith(word) for it in known):
                for near in get_close_matches(word, known, 1, NEAR):
                    instead[word] = known[near]
    said = typed
    for term in reversed(terms_in(typed)):
        if term.word in instead:
            said = said[: term.start] + instead[term.word] + said[term.end :]
    return said if instead else ""
