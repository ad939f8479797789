"""Naming of choices: which of them the words that somebody wrote mean."""

from collections.abc import Collection, Iterable, Sequence

from domain.kernel.offers import Choice
from exchange.command_forms.fields import Field
from exchange.summaries.statements import words_of

SHORTEST = 2
"""The number of letters of a word that are enough to mean it."""
LITTLE = frozenset(
    {"a", "an", "and", "as", "at", "by", "for", "from", "her", "his", "in", "is", "it", "its", "of", "on", "onto"}
    | {"out", "the", "their", "to", "with"}
)
"""Words that may stand anywhere."""


def named_choice(choices: Sequence[Choice], words: Sequence[str]) -> tuple[Choice, list[str]] | None:
    """The choice that most of the words name, with those words; None where none is named, or two alike."""
    best: list[tuple[int, int, Choice, list[str]]] = []
    for choice in choices:
        own = words_of(f"{choice.label} {str(choice.value).replace('_', ' ')}")
        used = [word for word in dict.fromkeys(words) if word not in LITTLE and begins_so(word, own)]
        if used:
            exact = sum(word in own for word in used)
            best.append((exact, len(used), choice, used))
    best.sort(key=lambda each: (-each[0], -each[1]))
    if not best:
        return None
    if len(best) > 1 and best[0][:2] == best[1][:2]:
        alike = [each for each in best if each[:2] == best[0][:2]]
        whole = [it for it in alike if {*words_of(it[2].label)} <= {*it[3]} or str(it[2].value) in it[3]]
        return (whole[0][2], whole[0][3]) if len(whole) == 1 else None
    return best[0][2], best[0][3]


def words_taken(each: Field, words: Sequence[str], kept: Collection[str]) -> int:
    """The number of words, but for those that are kept, that name a choice of this field."""
    found = named_choice(each.choices, [word for word in words if word not in kept])
    return 0 if found is None else len(found[1])


def begins_so(word: str, words: Iterable[str]) -> bool:
    """True if one of the words begins so."""
    return any(own == word or (len(word) >= SHORTEST and own.startswith(word)) for own in words)


def among(word: str, words: Iterable[str]) -> bool:
    """True if one of the words may be meant by this one."""
    return any(may_mean(own, word) for own in words)


def may_mean(own: str, word: str) -> bool:
    """True if somebody who wrote `word` may mean `own`: the beginning of a word will do, or its plain form."""
    if own == word or (len(word) >= SHORTEST and own.startswith(word)):
        return True
    return len(own) > 3 and word in (f"{own}s", f"{own}es")
