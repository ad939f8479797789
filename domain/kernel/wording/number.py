"""Names of one and of several, and verbs that agree with them: "the Grey Sisters enter", "the Duchess enters"."""

import re

_BEHIND = re.compile(r", | (?:of|in|from|at|with|under|for|on|behind|without) ", re.IGNORECASE)
"""A name's own noun stands before it: the Sisters of Mercy, Ottilie Brandt, Harbourmistress."""
_SEVERAL = frozenset(["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"])
_SEVERAL |= frozenset(["some", "many", "several", "both", "all", "few", "these", "those"])
_ONE = frozenset(["a", "an", "this", "that", "every", "each", "one"])
_GROUPS = ("people", "folk", "children", "women", "police")
_NO_MEN = frozenset(["omen", "specimen", "regimen", "abdomen", "stamen", "acumen", "lumen", "amen"])
_NO_PLURAL = ("ss", "us", "is", "as", "os", "'s", "’s")
"""Endings in -s of words for one: the Duchess, the Walrus, the Atlas, the Cosmos."""
_ONE_IN_S = frozenset(
    [
        *("achilles", "anders", "ares", "biceps", "charles", "cyclops", "forceps", "gules", "hades"),
        *("hercules", "hermes", "james", "lens", "mars", "mews", "moses", "news", "series", "species"),
        *("triceps", "ulysses"),
    ]
)
"""Other words in -s for one, and the names of ships and gods."""
_WHO_DO = re.compile(r"[a-z]{4,}[eo]rs|[a-z]{4,}men|[a-z]+folk")
"""Words for those who do something, by which a word alone is known for several: Wreckers, Sailors, Watchmen."""
_COME_IN_NUMBERS = frozenset(
    [
        *("bandits", "bats", "bees", "cats", "clerks", "crows", "cultists", "demons", "dogs", "dwarves"),
        *("elves", "ghosts", "ghouls", "giants", "goblins", "guards", "gulls", "hounds", "imps", "knights"),
        *("kobolds", "locals", "monks", "nuns", "ogres", "orcs", "peasants", "pirates", "priests", "rats"),
        *("recruits", "servants", "skeletons", "spiders", "spirits", "thieves", "thugs", "trolls", "wolves"),
        *("wraiths", "zombies"),
    ]
)
"""Words that are nobody's name, and stand alone for several."""
_SURNAMES = frozenset(
    [
        *("anders", "bowers", "carruthers", "chalmers", "chambers", "chequers", "childers", "conners"),
        *("connors", "danvers", "enders", "flanders", "flowers", "jaspers", "landers", "masters", "meyers"),
        *("myers", "naylors", "peters", "reuters", "rogers", "rutgers", "sanders", "saunders", "sellers"),
        *("smithers", "sommers", "struthers", "summers", "taylors", "travers", "vickers", "waters", "winters"),
        *("withers", "yonkers"),
    ]
)
"""Names of people and places that are spelled like such words."""
_BEFORE_VERBS = frozenset(["no", "still", "longer", "now"])
_UNCHANGED = frozenset(["would", "must", "earlier"])
_IRREGULAR = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}
_LONGER = ("sses", "shes", "ches", "xes", "zzes")


def is_several(name: str) -> bool:
    """True for a name of several, by how English writes one: with an article, a number, "and", or a small noun.

    A word by itself is one, as there is no telling James from bandits, but for words of those who do something.
    """
    part = _BEHIND.split(" ".join(name.split()), maxsplit=1)[0]
    words = part.split(" ")
    first, last = words[0].casefold(), words[-1].strip("“”\"')(")
    if " and " in f" {part} " or first in _SEVERAL:
        return True
    if len(words) == 1:
        alone = last.casefold()
        return alone in _COME_IN_NUMBERS or (_WHO_DO.fullmatch(alone) is not None and alone not in _SURNAMES)
    if first in _ONE or not (first == "the" or last[:1].islower()):
        return False
    return _is_plural(last.casefold())


def _is_plural(noun: str) -> bool:
    if noun.endswith(_GROUPS) or (noun.endswith("men") and noun not in _NO_MEN):
        return True
    return noun.endswith("s") and not noun.endswith(_NO_PLURAL) and noun not in _ONE_IN_S


def for_several(said: str) -> str:
    """Words that begin with a verb as they stand behind a name of several: "want" for "wants"."""
    first, space, rest = said.partition(" ")
    if first in _BEFORE_VERBS and rest:
        return f"{first} {for_several(rest)}"
    bare = first.rstrip(",;:.")
    return said if first in _UNCHANGED else f"{_verb(bare)}{first.removeprefix(bare)}{space}{rest}"


def _verb(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("ies") and len(word) > len("dies"):
        return f"{word[:-3]}y"
    if word.endswith(_LONGER):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us")) else word
