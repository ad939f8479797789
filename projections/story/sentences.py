"""Sentences out of spans: what people wrote, put behind a name and a joining word by how it begins."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from domain.kernel.facts.story import Form
from domain.kernel.wording import joining
from projections.story.model import SpanKind, StorySpan, Text, plain
from projections.story.subjects import NO_SUBJECTS, Subject, SubjectKind, Subjects

_ENDS = (".", "!", "?", "…", "”", '"', "’", ")", ":", "。", "！", "？", "؟")
_STOPPED = (".", "!", "?", "…", ":", "。", "！", "？", "؟")
_SMALL = re.compile(r"[A-Z][a-z]*(?:['’][a-z]+)?(?=[\s,.]|$)")
"""A first word that may lose its capital within a sentence."""
_SUBJECTS = frozenset(
    ["i", "he", "she", "it", "they", "we", "you", "there", "that", "this", "who", "what", "whether", "if"]
)
"""A text that begins so is a sentence of its own, whatever was asked for."""
_THINGS = frozenset(
    [
        "the",
        "a",
        "an",
        "his",
        "her",
        "its",
        "their",
        "my",
        "our",
        "your",
        "some",
        "no",
        "nothing",
        "somebody",
        "everybody",
        "anybody",
    ]
)
_QUOTES = "“\"‘'«„「"


def joined(*sentences: Text) -> Text:
    """Sentences one after another."""
    found: list[StorySpan] = []
    for sentence in sentences:
        if sentence and found:
            found.append(StorySpan(SpanKind.JOINING, " "))
        found.extend(sentence)
    return tuple(found)


def joint(text: str) -> StorySpan:
    """A joining word or a stop."""
    return StorySpan(SpanKind.JOINING, text)


def stopped(spans: Iterable[StorySpan]) -> Text:
    """A sentence with its full stop."""
    found = tuple(spans)
    if found and found[0].role is SpanKind.SAID and found[0].text[:1].islower():
        found = (replace(found[0], text=found[0].text[0].upper() + found[0].text[1:]), *found[1:])
    last = plain(found).rstrip()
    return found if not last or (last.endswith(_ENDS) and _stops(last)) else (*found, joint("."))


def left_open(relation: str) -> bool:
    """True for a relation that ends in a preposition: what it is about has to stand behind it."""
    return relation.rstrip().rpartition(" ")[2] in _OPEN


def is_verb(relation: str) -> bool:
    """True for a relation that begins with a verb of the third person, as English writes one.

    Of verbs that go with several, which are spelled like nouns, those are known that are hardly anything else.
    """
    first = relation.split(" ")[0].casefold()
    if first in _NO_VERBS:
        return False
    if first in _PAST or first in _PLURAL or (first.endswith("ed") and len(first) > _SHORTEST):
        return True
    return first.endswith("s") and not first.endswith(("ss", "us", "'s", "’s"))


def _stops(last: str) -> bool:
    """True if a sentence ends here: a closing mark ends it only behind a stop."""
    return last.rstrip('”"’)').endswith(_STOPPED)


class Speech:
    """Puts names and what people wrote into sentences. A name is whole once in a scene, and short after that."""

    def __init__(self) -> None:
        self.names: Mapping[str, str] = {}
        self.subjects: Subjects = NO_SUBJECTS
        self.shorts: Mapping[str, str] = {}
        self._met: set[str] = set()
        self.proper: frozenset[str] = frozenset()
        """Words that begin large wherever they stand: those of people's names."""

    def new_scene(self, present: Iterable[str] = ()) -> None:
        """Names are whole again. Those who are listed above it were met there."""
        self._met = set(present)

    def know(self, subjects: Subjects) -> None:
        """Take in who is in the story by now."""
        self.subjects = subjects
        characters = {who: it for who, it in subjects.items() if it.kind in CHARACTERS}
        self.shorts = shorts_of(characters)
        words = (word.strip("“”\"',.") for it in characters.values() for word in it.name.split())
        self.proper = frozenset(word for word in words if word.casefold() not in _THINGS)

    def name(self, who: str) -> StorySpan:
        """Somebody's name."""
        whole = " ".join(self.names.get(who, who).split())
        short = self.shorts.get(who, "") if who in self._met else ""
        self._met.add(who)
        return self._called(who, short if short and whole.startswith(short) else whole)

    def _called(self, who: str, name: str) -> StorySpan:
        """A name, marked as that of a subject or of anything else."""
        return StorySpan(SpanKind.NAME, name, who) if who in self.subjects else StorySpan(SpanKind.CALLED, name)

    def listed(self, several: Sequence[str]) -> Text:
        """The whole names of those who are there, parted by semicolons where one of them has a comma in it."""
        names = [replace(self.name(who), role=SpanKind.NAME, who=who) for who in several]
        between = joint("; " if any("," in name.text for name in names) else ", ")
        return tuple(chain.from_iterable((*([between] if place else []), it) for place, it in enumerate(names)))

    def opening(self, who: str) -> StorySpan:
        """Somebody's name at the beginning of a sentence."""
        name = self.name(who)
        return replace(name, text=name.text[:1].upper() + name.text[1:])

    def relation(self, source: str, relation: str, target: str, *, written: bool) -> Text:
        """A sentence of how one power stands towards another: "The Watch obeys House Ansel".

        A relation in an open preposition, or of one verb, names the other last; one of more words names it first.
        What begins with no verb is set apart by a colon. Without a source it begins with the relation.
        """
        said = " ".join(relation.split())
        role = SpanKind.SAID if written else SpanKind.TERM
        begins = (self.opening(source), joint(" ")) if source else ()
        word = StorySpan(role, said if source else said[:1].upper() + said[1:])
        if left_open(said) and source and not is_verb(said):
            return stopped((self.opening(source), joint(": "), word, joint(" "), self.name(target)))
        if left_open(said) or (is_verb(said) and " " not in said):
            return stopped((*begins, word, joint(" "), self.name(target)))
        if is_verb(said) and source:
            about = (joint(f"{joining.AS_FOR} "), self.name(target), joint(", "))
            return stopped((*about, self.name(source), joint(" "), word))
        if is_verb(said):
            about = (joint(f"{joining.AS_FOR} "), self.name(target), joint(": "))
            return stopped((*about, StorySpan(role, said)))
        towards = joint(f"{joining.TOWARDS} " if source else f"{joining.TOWARDS.capitalize()} ")
        return stopped((*begins, towards, self.name(target), joint(": "), StorySpan(role, said)))

    def said(self, text: str) -> StorySpan:
        """The words of a person, on one line."""
        return StorySpan(SpanKind.SAID, " ".join(text.split()))

    def within(self, text: str) -> StorySpan:
        """The same within a sentence: without its stop, small where it began large only because it began."""
        said = " ".join(text.split())
        if self._only_begins(said):
            said = said[0].lower() + said[1:]
        return StorySpan(SpanKind.SAID, said[:-1] if said.endswith(".") and not said.endswith("..") else said)

    def _only_begins(self, said: str) -> bool:
        first = _SMALL.match(said)
        if first is None or first.group() == "I" or first.group().startswith(("I'", "I’")):
            return False
        return first.group() not in self.proper

    def wish(self, text: str, form: Form) -> tuple[StorySpan, ...]:
        """The words after "wants": "to light one lamp", "the ledger", or a sentence after a colon."""
        first = text.split()[0].casefold().strip(",;") if text.split() else ""
        own = form is Form.SENTENCE or first in _SUBJECTS or text[:1] in _QUOTES or "." in text.rstrip(". ")
        own = own or (form is Form.TO and _no_infinitive(first))
        own = own or ((first in _THINGS or text.partition(" ")[0] in self.proper) and _is_clause(text))
        if own or (form is Form.TO and text[:1].isupper() and not self._only_begins(" ".join(text.split()))):
            return (joint(": "), self.said(text))
        if form is Form.TO and first != "to" and first not in _THINGS:
            return (joint(f" {joining.TO} "), self.within(text))
        return (joint(f" {joining.TO_FIND} " if form is Form.SOUGHT else " "), self.within(text))

    def doing(self, text: str, form: Form) -> tuple[StorySpan, ...]:
        """The words after the colon behind a wish: how somebody goes about it."""
        if form is not Form.TO or text[:1] in _QUOTES:
            return (self.said(text),)
        first = text.split()[0].casefold().strip(",;") if text.split() else ""
        if first in _SUBJECTS or first in _THINGS or first == "to" or _no_infinitive(first):
            return (self.said(text),)
        return (joint(f"{joining.TO} "), self.within(text))

    def headline(self, sentence: str, words: Iterable[str]) -> Text:
        """The sentence of a record, taken apart: what people wrote, names, numbers, and the record's own words."""
        marks = [(" ".join(word.split()), SpanKind.SAID, "") for word in words]
        named = (self._called(who, name) for who, name in self.names.items() if name and name in sentence)
        marks += [(it.text, it.role, it.who) for it in named]
        # A subject before anything else of its name, such as the side of a struggle that it leads.
        marks.sort(key=lambda mark: (-len(mark[0]), mark[1] is SpanKind.CALLED))
        return tuple(self._shortened(span) for span in taken_apart(" ".join(sentence.split()), marks))

    def _shortened(self, span: StorySpan) -> StorySpan:
        """A name within the sentence of a record as it is told where it stands: short once it was met."""
        if span.role is not SpanKind.NAME:
            return span
        short = self.shorts.get(span.who, "") if span.who in self._met else ""
        self._met.add(span.who)
        return replace(span, text=short) if short and span.text.startswith(short) else span


_PREPOSED = frozenset(["by", "with", "in", "on", "at", "from", "under", "over", "through", "as", "without"])
_VERBS_IN_ING = frozenset(
    ["bring", "sing", "cling", "fling", "ring", "sling", "spring", "sting", "string", "swing", "wring"]
)
_VERBS_IN_S = frozenset(["focus", "bias", "canvas", "gas", "bus"])


_FIRST_FEW = 7
_FINITE = frozenset(
    [
        *("is", "are", "was", "were", "has", "must", "will", "shall", "should", "never", "stays", "remains"),
        *("goes", "comes", "becomes", "gets", "knows", "lives", "dies", "leaves", "burns", "keeps", "loses"),
    ]
)
_RELATIVE = frozenset(
    [
        *("who", "that", "which", "what", "whom", "whose", "where", "when", "if", "whether", "how", "why"),
        *("before", "after", "until", "while", "because", "as", "so"),
    ]
)


def _no_infinitive(first: str) -> bool:
    """True if the first word of what somebody does follows no "to": drifts, drifting, by drifting."""
    if first in _PREPOSED:
        return True
    if first.endswith("ing"):
        return first not in _VERBS_IN_ING
    return first.endswith("s") and not first.endswith("ss") and first not in _VERBS_IN_S


def _is_clause(text: str) -> bool:
    """True if a text says how something is to be, with a verb of its own: "the veil stays whole"."""
    for word in text.casefold().split()[1:_FIRST_FEW]:
        if word in _RELATIVE:
            return False
        if word in _FINITE:
            return True
    return False


def taken_apart(text: str, marks: list[tuple[str, SpanKind, str]]) -> Iterable[StorySpan]:
    """A sentence as spans: each mark (text, role, the id behind it) by itself, the rest the record's own."""
    if not text:
        return ()
    for place, (mark, role, who) in enumerate(marks):
        if mark and (at := text.find(mark)) >= 0:
            before, after = text[:at], text[at + len(mark) :]
            rest = marks[place:]
            return chain(taken_apart(before, rest[1:]), (StorySpan(role, mark, who),), taken_apart(after, rest))
    return (StorySpan(SpanKind.RECORD, text),)


def shorts_of(characters: Mapping[str, Subject]) -> dict[str, str]:
    """The short name of each of these characters that has one.

    For one that a player plays that is the first of two words, unless it is a title or somebody else's too; for
    others what stands before what they are, "Ottilie Brandt, Harbourmistress".
    """
    firsts = Counter(it.name.split()[0] for it in characters.values() if it.name.split())
    before = Counter(it.name.partition(", ")[0] for it in characters.values())
    found = {}
    for who, it in characters.items():
        parts, (bare, comma, _) = it.name.split(), it.name.partition(", ")
        alone = len(parts) == 2 and parts[0].casefold() not in _TITLES and firsts[parts[0]] == 1
        if alone and it.kind is SubjectKind.PLAYERS:
            found[who] = parts[0]
        elif comma and " " in bare and before[bare] == 1:
            found[who] = bare
    return found


CHARACTERS = (SubjectKind.PLAYERS, SubjectKind.OTHER)
_OPEN = frozenset(("with", "to", "at", "of", "for", "against", "from", "in", "on", "by", "under"))
"""Prepositions that leave open what they are about, at the end of a relation."""


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


_TITLES = frozenset(
    [
        "the",
        "a",
        "an",
        "old",
        "young",
        "little",
        "big",
        "mother",
        "father",
        "sister",
        "brother",
        "master",
        "mistress",
        "captain",
        "dame",
        "sir",
        "lady",
        "lord",
        "doctor",
        "dr",
        "dr.",
        "mr",
        "mr.",
        "mrs",
        "mrs.",
        "ms",
        "ms.",
        "saint",
        "st",
        "st.",
        "king",
        "queen",
        "prince",
        "princess",
        "uncle",
        "aunt",
        "grandmother",
        "grandfather",
        "bosun",
        "sergeant",
        "major",
        "colonel",
        "general",
        "professor",
        "widow",
        "nurse",
        "friar",
        "abbot",
    ]
)
