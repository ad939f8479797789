"""A search as it was typed: words and filters. Nothing that can be typed is an
error.
"""

import re
from dataclasses import dataclass

from domain.kernel.facts import Kind
from projections.tables.search.terms import Term, stands_alone, terms_in

LONGEST = 2_000
"""The most signs of what was typed that are read."""
MOST_PHRASES = 24
LONGEST_PHRASE = 40
PREFIX_FROM = 3
"""A word of so many letters also finds the words that begin with it."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Terms side by side. `begins`: what begins with the last of them is found as well."""

    terms: tuple[str, ...]
    begins: bool = False

    def fits(self, terms: list[Term], at: int) -> bool:
        """True if this phrase stands in a text at the index `at` of its terms."""
        if at + len(self.terms) > len(terms):
            return False
        last = len(self.terms) - 1
        return all(
            terms[at + place].word.startswith(wanted)
            if self.begins and place == last
            else terms[at + place].word == wanted
            for place, wanted in enumerate(self.terms)
        )


@dataclass(frozen=True, slots=True)
class SearchWords:
    """All of `phrases` are wanted, and none of `without`. `typed` is what a plain search looks for, in pieces."""

    phrases: tuple[Phrase, ...] = ()
    without: tuple[Phrase, ...] = ()
    typed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The words and filters of a search; a filter that is None, or empty, does not matter."""

    words: str = ""
    game: str | None = None
    campaigns: tuple[str, ...] | None = None
    """Slugs or ids."""
    session: int | None = None
    by: str | None = None
    by_whom: frozenset[tuple[str, str]] = frozenset()
    """Ids of campaigns and of people, voices or characters in them: what one of these asked for, or says in play
    taken in, is found, beside what `by` did.
    """
    kind: Kind | None = None
    since: str | None = None
    until: str | None = None
    """Times in UTC, ISO 8601: happened at or after the one, before the other."""


_QUOTES = str.maketrans(dict.fromkeys("“”„‟«»＂「」『』", '"'))
_PIECE = re.compile(r'([-−]?)"([^"]*)(?:"|$)|(\S+?)(?=\s|"|$)')


def words_of(typed: str) -> SearchWords:
    """Read the typed words as a person means them.

    Words in any order; "words in quotes" side by side; -word leaves out; AND in capitals is what is meant anyway.
    Everything else that stands between words only parts them. Where all is left out, nothing is: who types -5
    looks for 5.
    """
    wanted: list[Phrase] = []
    without: list[Phrase] = []
    pieces: list[str] = []
    typed = storable(typed[:LONGEST])
    for piece in _PIECE.finditer(typed.translate(_QUOTES)):
        sign, quoted, bare = piece.groups()
        text = quoted if quoted is not None else bare
        if bare == "AND":
            continue
        phrase = _phrase(text, quoted=quoted is not None)
        leaves_out = bool(phrase) and (sign or (quoted is None and text[0] in "-−"))
        if text.strip() and not leaves_out:
            pieces.append(text.strip())
        if phrase is not None:
            (without if leaves_out else wanted).append(phrase)
    if not wanted and without:
        wanted, without, pieces = without, [], typed.split()
    return SearchWords(tuple(wanted[:MOST_PHRASES]), tuple(without[:MOST_PHRASES]), tuple(pieces[:MOST_PHRASES]))


def storable(text: str) -> str:
    """Text without what no database takes: the NUL sign, and halves of signs. Nothing that is kept has them."""
    return text.replace("\0", " ").encode("utf-8", "ignore").decode("utf-8")


def _phrase(text: str, *, quoted: bool) -> Phrase | None:
    terms = tuple(term.word for term in terms_in(text)[:LONGEST_PHRASE])
    if not terms:
        return None
    starred = text.endswith("*")
    long_enough = len(terms[-1]) >= PREFIX_FROM and not stands_alone(terms[-1])
    return Phrase(terms, begins=starred or (long_enough and not quoted))
