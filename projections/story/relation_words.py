"""The words of a relation between two powers, by their form: a verb, what it leaves open, what it is about."""

from projections.story.grammar import third_person


def left_open(relation: str) -> bool:
    """True for a relation that ends in a preposition: what it is about has to stand behind it."""
    return relation.rstrip().rpartition(" ")[2].casefold() in _OPEN


def points_back(relation: str) -> bool:
    """True for a relation of several words that says what it is about: "owes a roof", "prays against them"."""
    return not _SAYS_WHAT.isdisjoint(relation.casefold().split()[1:])


def is_verb(relation: str) -> bool:
    """True for a relation that begins with a verb of the third person, as English writes one.

    Of verbs that go with several, which are spelled like nouns, those are known that are hardly anything else.
    """
    first, _, rest = relation.casefold().partition(" ")
    if first in _NO_VERBS or rest == "of":  # heirs of, guests of
        return False
    if first in _PAST or first in _PLURAL or (first.endswith("ed") and len(first) > _SHORTEST):
        return True
    return third_person(first) or first in ("is", "was", "has") or first.endswith(("n't", "n’t"))


def as_of_one(relation: str) -> bool:
    """True for a relation that speaks of whose it is as of one: "carries home its dead", "is a hard place of"."""
    words = relation.casefold().split()
    return not _OF_ONE.isdisjoint(words) or words[:2] in (["is", "a"], ["is", "an"])


_OF_ONE = frozenset(["its", "itself", "his", "her", "himself", "herself"])
_OPEN = frozenset(
    [
        *("with", "to", "at", "of", "for", "against", "from", "in", "on", "by", "under", "about", "into", "onto"),
        *("after", "behind", "beneath", "above", "between", "through", "without", "towards", "upon"),
    ]
)
"""Prepositions that leave open what they are about, at the end of a relation."""
_SAYS_WHAT = frozenset(
    [
        *(
            "the",
            "a",
            "an",
            "its",
            "their",
            "his",
            "her",
            "our",
            "your",
            "my",
            "them",
            "they",
            "it",
            "him",
            "this",
        ),
        *("these", "those", "that", "what", "who", "how", "every", "any", "some", "no", "nobody", "nothing"),
    ]
)
"""Words of a relation behind which its object stands, or that are one."""
_PAST = frozenset(
    ["lied", "paid", "sold", "bought", "swore", "lost", "won", "stole", "broke", "kept", "gave", "took"]
)
_PLURAL = frozenset(
    [
        *("sew", "owe", "pay", "serve", "obey", "sell", "buy", "fight", "feed", "steal", "smuggle", "protect"),
        *("know", "mourn", "pray", "belong", "live", "compete", "cooperate", "stand", "hide", "conspire"),
        *("rely", "depend", "listen", "wait", "drink", "carry", "bid", "accuse", "bear", "hold", "own", "keep"),
        *("speak", "lend", "borrow", "rob", "hire", "follow", "lead", "oppose", "betray", "send", "make"),
        *("admire", "despise", "resent", "tolerate", "ignore", "want", "are", "have", "do", "were", "will"),
        *("would", "may", "must", "cannot", "say", "tell", "give", "take", "bring", "teach", "sing", "dig"),
    ]
)
_NO_VERBS = frozenset(
    [
        *("allies", "enemies", "friends", "lovers", "neighbours", "partners", "others", "sisters", "brothers"),
        *("rivals", "debts", "ties", "bonds", "strangers", "traders", "spies", "hostages", "secrets", "years"),
        *("allied", "married", "indebted", "related", "opposed", "estranged", "divided", "united", "betrothed"),
        *(
            "cousins",
            "children",
            "members",
            "servants",
            "vassals",
            "always",
            "perhaps",
            "its",
            "his",
            "hers",
            "this",
        ),
    ]
)
"""Words in -s and -ed with which a relation may begin, and which are no verb that has a subject."""
_SHORTEST = 4
"""Letters of the shortest words in -ed that are none: red, seed."""
