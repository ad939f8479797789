"""The grammar of what people write, read off its form: where in a sentence it can stand without being changed.

Known are words that a language makes no more of: pronouns, articles, prepositions. Of any other word it is asked
how it is written and what stands around it. What cannot be told stands behind a colon, where everything can.
"""

import re
from collections.abc import Collection
from enum import StrEnum


class TextShape(StrEnum):
    """The place that a text can take in a sentence."""

    VERB = "verb"
    """Needs "to" in front: "light one lamp"."""
    WITH_TO = "with to"
    """Has its "to": "to light one lamp", "not to be seen"."""
    THING = "thing"
    """Somebody or something: "the ledger", "everyone out alive", "two guards"."""
    PHRASE = "phrase"
    """Says how, and no more: "by the drainpipe", "climbing", "very slowly"."""
    CLAUSE = "clause"
    """Says it with a subject of its own: "I want to get in", "she has to reach the boat"."""
    OWN = "own"
    """Anything else: a question, a shout, a quotation, several sentences, another language."""


_SUBJECTS = frozenset(["i", "you", "he", "she", "it", "we", "they", "there"])
"""Words that a clause begins with."""
_POINTING = frozenset(["this", "that", "these", "those"])
_QUESTIONS = frozenset(["who", "whom", "whose", "what", "which", "where", "when", "why", "how", "whether"])
_JOINING = frozenset(
    ["if", "because", "so", "and", "or", "but", "that", "while", "until", "unless", "than", "maybe", "perhaps"]
)
_INDEFINITE = frozenset(
    [first + last for first in ("some", "any", "every", "no") for last in ("body", "one", "thing")]
)
_DETERMINERS = frozenset(
    [
        *(
            "the",
            "a",
            "an",
            "my",
            "your",
            "his",
            "her",
            "its",
            "our",
            "their",
            "some",
            "any",
            "no",
            "every",
            "each",
        ),
        *("both", "all", "half", "many", "few", "several", "enough", "more", "less", "another", "other"),
        *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    ]
)
_PREPOSITIONS = frozenset(
    [
        *("by", "with", "without", "in", "into", "on", "onto", "at", "from", "for", "under", "over", "through"),
        *(
            "as",
            "of",
            "off",
            "past",
            "behind",
            "before",
            "after",
            "during",
            "between",
            "among",
            "within",
            "against",
        ),
        *("across", "along", "around", "about", "above", "below", "beside", "beyond", "near", "towards", "via"),
    ]
)
_DEGREES = frozenset(["very", "too", "rather", "quite", "almost", "only", "just", "as"])
_OBJECTS = frozenset(["me", "him", "them", "us", "myself", "himself", "herself", "themselves"])
_ASIDE = frozenset(["out", "up", "down", "away", "back", "together", "apart", "forward"])
_NO_VERBS = frozenset(["out", "away", "together", "apart", "forward", "home", "inside", "outside"])
"""Words that say where to, and are hardly ever a verb."""
_UP_OR_DOWN = frozenset(["up", "down"])
"""Words that with somebody or something behind them say which way: "up the ladder"."""
_VERBAL = frozenset(["not", "to", "is", "are", "was", "be", "has", "have"])
_WHOM = _SUBJECTS | _QUESTIONS | _DETERMINERS | _INDEFINITE | _OBJECTS
"""Words that somebody or something begins with."""
_FOLLOWING = _WHOM | _POINTING | _JOINING | _PREPOSITIONS | _ASIDE | frozenset(["not"])
"""Words that stand behind a verb."""
_ENGLISH = (_FOLLOWING | _VERBAL | _DEGREES) - frozenset(
    ["i", "a", "an", "in", "on", "no", "me", "us", "so", "as", "or", "but", "more", "via", "many", "other"]
)
"""Words by which a text is known to be English: those that mean something in its neighbours are left out."""
_FINITE = frozenset(
    [
        *(
            "is",
            "are",
            "was",
            "were",
            "has",
            "had",
            "does",
            "did",
            "must",
            "will",
            "shall",
            "should",
            "can",
            "could",
        ),
        *("may", "might", "would", "cannot", "never", "stays", "remains", "goes", "comes", "becomes", "gets"),
        *("knows", "lives", "dies", "leaves", "burns", "keeps", "loses"),
    ]
)
_RELATIVE = _QUESTIONS | frozenset(["that", "before", "after", "until", "while", "because", "as", "so", "if"])
_FIRST_FEW = 7
_FEW = 3
"""Words of a text that is too short to say in which language it is."""
_VOWELS = re.compile("[aeiouy]")
_STOP = re.compile(r"(\w*)([.!?…]+)([”’\"')]*)(?=\s+(\S))")
"""A stop that something follows: the word before it, the mark, what closes it, and the next sign."""
_CONTRACTED = re.compile(r"(?i)(?:(?:i|you|he|she|it|we|they|there|that|who|what|let)['’](?:s|m|re|ve|d|ll))$")
_MARK = ",;:"


def shape_of(text: str, proper: Collection[str] = ()) -> TextShape:
    """The shape of a text on one line. `proper` are words that begin large wherever they stand."""
    said = in_sentences(text)
    words = said.split(" ")
    first, second = words[0].rstrip(_MARK).casefold(), (words[1:2] or [""])[0].rstrip(_MARK + ".")
    before, semicolon, _more = said.partition("; ")
    if semicolon and text[:1].isalnum() and not sentence_ends(said) and not said.endswith(("?", "!")):
        shape = shape_of(before, proper)  # what stands behind it is said besides
        return shape if shape in (TextShape.VERB, TextShape.WITH_TO) else TextShape.OWN
    if not said[:1].isalnum() or said.endswith(("?", "!")) or _joins_several(said) or _shouted(words):
        return TextShape.OWN
    if first in _SUBJECTS or _CONTRACTED.match(first):
        return TextShape.CLAUSE
    if first in _POINTING:
        if second.casefold() in _FINITE:
            return TextShape.CLAUSE
        return TextShape.OWN if second.casefold() in _WHOM else TextShape.THING
    if first in _QUESTIONS or first in _JOINING or first.endswith(("n't", "n’t")) or words[0][-1] in _MARK[1:]:
        return TextShape.OWN
    if first == "to" or (first in ("not", "never") and second == "to"):
        return TextShape.WITH_TO
    if words[0].rstrip(_MARK) in proper:
        return TextShape.THING if second == "to" else TextShape.OWN
    if first in _DETERMINERS or first in _INDEFINITE or first[0].isdigit():
        return TextShape.OWN if is_clause(said) else TextShape.THING
    return _shape_by_words(words, first, proper)


def begins_thing(word: str) -> bool:
    """True for a word that somebody or something begins with, and that is no name: "the", "two", "nobody"."""
    return word.casefold() in _DETERMINERS or word.casefold() in _INDEFINITE


def is_preposition(word: str) -> bool:
    """True for a word that a name of something stands behind: "for the barge"."""
    return word.casefold() in _PREPOSITIONS


def is_title(text: str) -> bool:
    """True for words that are written large as those of a name: "The Moon in the Well"."""
    long = [word for word in text.split() if len(word.strip(_MARK)) > _FEW]
    return len(long) > 1 and all(word[0].isupper() for word in long) and not text.endswith((".", "!", "?"))


def begins_reason(text: str) -> bool:
    """True for a reason that is no sentence of its own: "while they argue", "for the noise"."""
    said = in_sentences(text)
    first = said.split(" ")[0].rstrip(_MARK).casefold()
    alone = not said.endswith(("?", "!")) and not _joins_several(said)
    # Behind a comma goes on what was begun, "for the noise, and the smoke", or what it is the reason of begins.
    goes_on = (part.split(" ")[0].casefold() in _GOING_ON for part in said.split(", ")[1:])
    return alone and first in _REASONS and all(goes_on)


_GOING_ON = _PREPOSITIONS | frozenset(["and", "or", "but", "nor", "not", "who", "which", "where"])
_REASONS = frozenset(
    ["while", "because", "until", "unless", "since", "as", "when", "after", "before", "for", "by"]
)


def is_done(text: str) -> bool:
    """True for words of something as done, where a wish was asked for: "opened the case"."""
    first, *after = in_sentences(text).split(" ")
    behind = _WHOM | _PREPOSITIONS | _ASIDE
    return is_past(first.casefold()) and bool(after) and after[0].rstrip(_MARK).casefold() in behind


def _shape_by_words(words: list[str], first: str, proper: Collection[str]) -> TextShape:
    """The shape of a text that begins with a word of which nothing is known but how it is written."""
    if first in _NO_VERBS:
        return TextShape.OWN
    if first in _UP_OR_DOWN and words[1:] and words[1].casefold() in _DETERMINERS:
        return TextShape.PHRASE
    if first in _PREPOSITIONS or first in _DEGREES or is_gerund(first):
        return TextShape.PHRASE
    finite = third_person(first) or is_past(first) or first in _FINITE
    if finite or len(words) == 1 or _lists_things(words) or not is_english(words, proper):
        return TextShape.OWN
    sure = first in ("be", "not", "have", "make", "let") or _behind_verb(words[1:], proper)
    return TextShape.VERB if sure or (words[0][0].islower() and words[0][-1] not in _MARK) else TextShape.OWN


def _joins_several(said: str) -> bool:
    return "; " in said or bool(sentence_ends(said))


def _lists_things(words: list[str]) -> bool:
    """True for "rope, and a hook"; a verb has none behind it: "wait, and hope"."""
    joins = words[0].endswith(",") and words[1:2] in (["and"], ["or"])
    return joins and words[2:3] != [] and words[2].casefold() in _DETERMINERS


def _behind_verb(words: list[str], proper: Collection[str]) -> bool:
    """True if these words stand behind a verb: behind a name, "to" has nobody after it."""
    bare = [word.rstrip(_MARK + ".") for word in words[:2]]
    if bare[0].casefold() == "to" and len(bare) > 1:
        return bare[1].casefold() in _WHOM or bare[1] in proper
    return bare[0].casefold() in _FOLLOWING or bare[0] in proper


def sentence_ends(said: str) -> list[int]:
    """The places in a text where a sentence ends and another follows.

    Behind "Dr." or an initial none ends, nor in front of a small letter after a shout: “Why?” he asks.
    """
    return [stop.end() for stop in _STOP.finditer(said) if not _goes_on(*stop.groups())]


def _goes_on(word: str, mark: str, _closing: str, following: str) -> bool:
    if mark != ".":
        return following.islower()
    initial = len(word) == 1 and word.isupper() and word != "I"
    return initial or (word.isalpha() and len(word) <= _ABBREVIATED and not _VOWELS.search(word.casefold()))


_ABBREVIATED = 4


def in_first_person(text: str) -> bool:
    """True for a text that its writer says of themselves: "I face my brother"."""
    first = text.split(" ")[0].casefold()
    return first in ("i", "we") or first.startswith(("i'", "i’", "we'", "we’"))


def is_english(words: Collection[str], proper: Collection[str] = ()) -> bool:
    """True for words of which one at least is hardly anything but English; a few small ones may be without."""
    bare = [word.strip(".,;:!?()“”\"'’") for word in words]
    if len(bare) > _FEW:
        return any(word.casefold() in _ENGLISH or word.endswith(("'s", "’s")) for word in bare)
    small = all(word in proper or not word[:1].isupper() for word in bare[1:])
    return small and all(word.isascii() for word in bare if word.isalpha())


def is_gerund(word: str) -> bool:
    """True for "climbing"; "bring" and "sing" have no vowel before it."""
    return word.endswith("ing") and bool(_VOWELS.search(word.removesuffix("ing")))


def is_past(word: str) -> bool:
    """True for "slipped"; "need" and "shed" end otherwise."""
    return word.endswith("ed") and not word.endswith("eed") and bool(_VOWELS.search(word.removesuffix("ed")))


def third_person(word: str) -> bool:
    """True for "climbs"; "press", "focus" and "bias" end otherwise."""
    return word.endswith("s") and not word.endswith(("ss", "us", "as", "is", "'s", "’s"))


def is_clause(text: str) -> bool:
    """True if a text says how something is, with a verb of its own: "the veil stays whole"."""
    for word in text.casefold().split()[1:_FIRST_FEW]:
        if word.strip(_MARK) in _RELATIVE:
            return False
        if word.strip(_MARK) in _FINITE:
            return True
    return False


def is_thing(text: str, proper: Collection[str]) -> bool:
    """True if somebody can face a text: what begins large has to be known for a name, or it stays by itself."""
    said = in_sentences(text)
    shape, first = shape_of(said, proper), said.split(" ")[0].rstrip(_MARK)
    if shape is TextShape.THING:
        return first.casefold() not in _INDEFINITE or first.casefold().startswith("some")
    if not said[:1].isalnum() or said.endswith(("?", "!")) or _joins_several(said) or is_clause(said):
        return False
    if shape in (TextShape.CLAUSE, TextShape.WITH_TO) or first.casefold() in _QUESTIONS | _JOINING:
        return False
    if first in proper and _does_something(said.split(" "), proper):
        return False
    return first in proper or first.islower() or _shouted(said.split(" "))


def _does_something(words: list[str], proper: Collection[str]) -> bool:
    """True for the words of a name with a verb behind it: "Cass Orrin holds the door"."""
    after = (word for word in words if word.rstrip(_MARK) not in proper)
    verb = next(after, "").rstrip(_MARK)
    return verb.islower() and (third_person(verb) or is_past(verb))


def _shouted(words: list[str]) -> bool:
    """True for words in capitals, of which one alone is an abbreviation or "I"."""
    letters = "".join(words[:2])
    return (
        len(words[0]) > 1 and words[0].isupper() and (len(words) == 1 or letters.isupper() or len(words[0]) > _FEW)
    )


def in_sentences(text: str) -> str:
    """The words of a person on one line: a line that begins with a mark or a large letter ends what was before."""
    if "\n" not in text and not text.startswith(_MARKS):
        return " ".join(text.split()).rstrip(" ,;")
    found = ""
    for line in text.split("\n"):
        marked = _ITEM.match(line)
        bare = " ".join(line[marked.end() if marked else 0 :].split())
        if not bare:
            continue
        ended = not found or found.endswith((".", "!", "?", "…", ":", ";", ",", "”", '"', ")", "。"))
        if marked:
            found += "" if ended else ";"
        elif bare[0].isupper() and not ended and _last_word(found) not in _LEADS_ON:
            found += "."
        found += f" {bare}" if found else bare
    return found.rstrip(" ,;")


_LEADS_ON = _DETERMINERS | _PREPOSITIONS | _JOINING | frozenset(["to"])
"""Words that end no line but of a sentence that goes on."""
_MARKS = (" ", "-", "*", "•", "–")
_ITEM = re.compile(r"\s*[-*•–]\s+")
"""The mark of an item in a list."""


def _last_word(text: str) -> str:
    return text.rpartition(" ")[2].casefold()
