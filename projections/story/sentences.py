"""Sentences out of spans: what people wrote, put behind a name and a joining word by how it begins."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise

from domain.kernel.facts.story import Form
from domain.kernel.wording import joining
from domain.kernel.wording.number import for_several, is_several
from projections.story.grammar import (
    TextShape,
    begins_reason,
    begins_thing,
    in_first_person,
    in_sentences,
    is_done,
    is_preposition,
    is_thing,
    is_title,
    sentence_ends,
    shape_of,
)
from projections.story.model import SpanKind, StorySpan, Text, plain
from projections.story.relation_words import as_of_one, is_verb, left_open, points_back
from projections.story.subjects import NO_SUBJECTS, SubjectKind, Subjects, shorts_of
from projections.story.words import AS_A_SENTENCE
from projections.views.story import UNNAMED

_STOPPED = (".", "!", "?", "…", ":", "。", "！", "？", "؟")
_SMALL = re.compile(r"[A-Z][a-z]*(?:['’][a-z]+)?(?=[\s,.]|$)")
"""A first word that may lose its capital within a sentence."""
_CLOSING = "”’\"')“‘»«›‹」』"
"""Marks that close a quotation, in whichever language."""
_GOES_ON = re.compile(r"[:;,.)]| \(| [a-z]")
"""Signs by which a sentence goes on behind somebody's words, which then have no stop."""
_OPENING = ("“", '"', "„", "«", "»", "「", "‘")
_ARTICLES = ("The ", "A ", "An ")
_SMALL_INSIDE = re.compile(r"(?<=[a-z] )(?:The|An?)(?= \w)")
"""Article of a name of anything within the sentence of a record: hires the Leftovers."""
_COUNTED = re.compile(r"\d(?: [a-z]+)?: $")
"""A number with a reason behind it: goes from 0 to 1, earns 2 xp."""
_NOTHING = StorySpan(SpanKind.JOINING, "")


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
        found = (replace(found[0], text=begun_large(found[0].text)), *found[1:])
    last = plain(found).rstrip()
    return found if not last or _stops(last) else (*found, joint("."))


def begun_large(text: str) -> str:
    """A text of somebody who begins small, with each of its sentences begun large."""
    starts = (0, *sentence_ends(text)) if text[:1].islower() else ()
    for start in starts:
        at = next((place for place, sign in enumerate(text[start:], start) if not sign.isspace()), start)
        text = text[:at] + text[at : at + 1].upper() + text[at + 1 :]
    return text


def as_prose(text: str) -> str:
    """Several lines of somebody, begun large, with a stop behind the last word."""
    said = begun_large(text.strip())
    return f"{said}." if said[-1:].isalnum() and " " in said else said


def without_reason(sentence: Text) -> Text:
    """The sentence of a record without the reason that it ends with."""
    for place, span in enumerate(sentence):
        if span.role is SpanKind.RECORD and (before := span.text.partition(": "))[1]:
            return stopped((*sentence[:place], replace(span, text=before[0])))
    return sentence


def _stops(last: str) -> bool:
    """True if a sentence ends here: a closing mark ends it only behind a stop, and a picture needs none."""
    return (
        last.rstrip(_CLOSING).endswith(_STOPPED) or unicodedata.category(last.rstrip("\ufe0f")[-1:] or ".") == "So"
    )


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
        self.proper = frozenset(word for word in words if not begins_thing(word))

    def name(self, who: str) -> StorySpan:
        """Somebody's name within a sentence, where an article that it begins with is small: "the Nave Eel"."""
        whole = " ".join(self.names.get(who, who).split())
        short = self.shorts.get(who, "") if who in self._met else ""
        self._met.add(who)
        return _small_article(_told_as(self._called(who, short if short and whole.startswith(short) else whole)))

    def _called(self, who: str, name: str) -> StorySpan:
        """A name, marked as that of a subject or of anything else."""
        return StorySpan(SpanKind.NAME, name, who) if who in self.subjects else StorySpan(SpanKind.CALLED, name)

    def listed(self, several: Sequence[str]) -> Text:
        """The whole names of those who are there, parted by semicolons where one of them has a comma in it."""
        names = [replace(self.opening(who), role=SpanKind.NAME, who=who) for who in several]
        between = joint("; " if any("," in name.text for name in names) else ", ")
        return tuple(chain.from_iterable((*([between] if place else []), it) for place, it in enumerate(names)))

    def opening(self, who: str) -> StorySpan:
        """Somebody's name at the beginning of a sentence."""
        name = self.name(who)
        return replace(name, text=name.text[:1].upper() + name.text[1:])

    def verb(self, who: str, said: str) -> str:
        """Words that begin with a verb, as they stand behind somebody's name: several "want", one "wants"."""
        return for_several(said) if is_several(self.names.get(who, who)) else said

    def relation(self, source: str, relation: str, target: str, *, written: bool, under: str = "") -> Text:
        """A sentence of how one power stands towards another: "The Watch obeys House Ansel".

        A relation in an open preposition, or of one verb, names the other last; one that says itself what it is
        about names it first. All else is set apart by a colon. Without a source it begins with the relation.
        """
        said, verb = " ".join(relation.split()), is_verb(relation)
        role = SpanKind.SAID if written else SpanKind.TERM
        begins = (self.opening(source), joint(" ")) if source else ()
        small = said[0].lower() + said[1:] if verb and self._only_begins(said) else said
        # Somebody who wrote of them as of one, "carries home its dead", means one.
        if verb and is_several(self.names.get(source, source) or under) and not as_of_one(said):
            said = small = for_several(small)
        word = StorySpan(role, small if source else said[:1].upper() + said[1:])
        if left_open(said) and source and not verb:
            return stopped((self.opening(source), joint(": "), word, joint(" "), self.name(target)))
        if left_open(said) or (verb and " " not in said):
            return stopped((*begins, word, joint(" "), self.name(target)))
        if verb and points_back(said):
            about = (joint(f"{joining.AS_FOR} "), self.name(target))
            then = (joint(", "), self.name(source), joint(" ")) if source else (joint(": "),)
            return stopped((*about, *then, StorySpan(role, said)))
        towards = joint(f"{joining.TOWARDS} " if source else f"{joining.TOWARDS.capitalize()} ")
        return stopped((*begins, towards, self.name(target), joint(": "), StorySpan(role, said)))

    def said(self, text: str) -> StorySpan:
        """The words of a person, on one line."""
        return StorySpan(SpanKind.SAID, in_sentences(text))

    def within(self, text: str) -> StorySpan:
        """The same within a sentence: without its stop, small where it began large only because it began."""
        said = in_sentences(text).rstrip(":")
        if self._only_begins(said):
            said = said[0].lower() + said[1:]
        return StorySpan(SpanKind.SAID, said[:-1] if said.endswith(".") and not said.endswith("..") else said)

    def _only_begins(self, said: str) -> bool:
        first = _SMALL.match(said)
        if first is None or first.group() == "I" or first.group().startswith(("I'", "I’")):
            return False
        return first.group() not in self.proper

    def shape(self, text: str) -> TextShape:
        """The place that a text can take in a sentence, by its form and by the names that are known."""
        return shape_of(text, self.proper)

    def is_thing(self, text: str) -> bool:
        """True if a text stands behind "faces" or "to find" as it is."""
        return is_thing(text, self.proper)

    def is_their_own(self, who: str, text: str) -> bool:
        """True for a text that says with a subject of its own what somebody faces: "I face my brother"."""
        said = in_sentences(text)
        return in_first_person(said) or (bool(self._own_name(who, said)) and not self.is_thing(said))

    def by_themselves(self, who: str, text: str) -> Text:
        """A wish with a subject of its own, under the name of whose it is where it does not begin with that."""
        if name := self._own_name(who, text):
            between = joint(" " if text.removeprefix(name)[:1].isspace() else "")
            return stopped((self._called(who, name), between, self.said(text.removeprefix(name))))
        return stopped((self.opening(who), joint(": "), self.said(text)))

    def _own_name(self, who: str, text: str) -> str:
        """The name of somebody with which a text begins, whole or short; empty where it begins otherwise."""
        names = (name for name in (self.names.get(who, ""), self.shorts.get(who, "")) if name)
        return next((it for it in names if f"{text} ".startswith((f"{it} ", f"{it}'", f"{it}’"))), "")

    def wish(self, who: str, text: str, form: Form) -> Text:
        """The words after "wants": "to light one lamp", "the ledger", or a sentence after a colon.

        Empty for a text that says it with a subject of its own, or as something that was done.
        """
        shape = TextShape.CLAUSE if self._own_name(who, text) or is_done(text) else self.shape(text)
        if form is Form.SOUGHT and self.is_thing(text):
            return (joint(f" {joining.TO_FIND} "), self.within(text))
        if form is Form.TO and shape is TextShape.VERB:
            return (joint(f" {joining.TO} "), self.within(text))
        if form is Form.THING or (form is Form.TO and shape in (TextShape.WITH_TO, TextShape.THING)):
            return (joint(" "), self.within(text))
        return () if shape is TextShape.CLAUSE else (joint(": "), self.said(text))

    def doing(self, text: str) -> Text:
        """The words after the colon behind a wish: how somebody goes about it. Empty for a sentence of its own."""
        shape = self.shape(text)
        if shape not in (TextShape.VERB, TextShape.WITH_TO, TextShape.THING, TextShape.PHRASE):
            return ()
        return (*((joint(f"{joining.TO} "),) if shape is TextShape.VERB else ()), self.within(text))

    def headline(self, sentence: str, words: Iterable[str]) -> Text:
        """The sentence of a record, taken apart: what people wrote, names, numbers, and the record's own words."""
        lines = {" ".join(word.split()): in_sentences(word) for word in words}
        marks = [(word, SpanKind.SAID, "") for word in lines]
        named = (self._called(who, name) for who, name in self.names.items() if name and name in sentence)
        marks += [(it.text, it.role, it.who) for it in named]
        # A subject before anything else of its name, such as the side of a struggle that it leads.
        marks.sort(key=lambda mark: (-len(mark[0]), mark[1] is SpanKind.CALLED))
        found: list[StorySpan] = []
        for span, after in pairwise((*taken_apart(" ".join(sentence.split()), marks), _NOTHING)):
            before = found[-1].text if found else ""
            if span.role is SpanKind.SAID:
                text = lines.get(span.text, span.text)
                begins = before.endswith((". ", "! ", "? ", "… "))
                if text.endswith(".") and not text.endswith("..") and _GOES_ON.match(after.text):
                    text = text[:-1]
                if before.endswith("; ") and self._only_begins(text):
                    text = text[0].lower() + text[1:]
                span = replace(span, text=text[:1].upper() + text[1:] if begins else text)
                if _within_sentence(before) and (
                    len(text.split()) < AS_A_SENTENCE or is_title(text) or is_preposition(before.split()[-1])
                ):
                    span = _small_article(span)
                elif _COUNTED.search(before) and self.shape(text) is not TextShape.CLAUSE and begins_reason(text):
                    found[-1] = replace(found[-1], text=before.removesuffix(": "))
                    found.append(joint(", "))
                    span = self.within(text)
            elif before.startswith(_OPENING) and found[-1].role is SpanKind.SAID and found[-2:-1]:
                span = _unquoted(found, span)
            elif (
                span.role is SpanKind.CALLED
                and len(span.text.split()) >= AS_A_SENTENCE
                and _GOES_ON.match(after.text)
            ):
                span = replace(span, text=span.text.removesuffix("."))  # a sentence that somebody gave as a name
            elif span.role in (SpanKind.CALLED, SpanKind.NAME):
                span = _told_as(self._shortened(span) if span.role is SpanKind.NAME else span)
                span = _small_article(span) if _within_sentence(before) else span
            elif span.role is SpanKind.RECORD and len(found) == 1 and found[0].who:
                span = replace(span, text=self._agreeing(found[0].who, span.text))
            if span.role is SpanKind.RECORD:
                span = replace(span, text=_SMALL_INSIDE.sub(_lower, span.text))
            found.append(span)
        return tuple(found)

    def _agreeing(self, who: str, after: str) -> str:
        """The words of a record right behind the name that it begins with, with the verb of several."""
        begins = after.startswith(" ") and is_verb(after[1:]) and not after.startswith(" and ")
        return f" {self.verb(who, after[1:])}" if begins else after

    def _shortened(self, span: StorySpan) -> StorySpan:
        """A name within the sentence of a record as it is told where it stands: short once it was met."""
        short = self.shorts.get(span.who, "") if span.who in self._met else ""
        self._met.add(span.who)
        return replace(span, text=short) if short and span.text.startswith(short) else span


def _lower(found: re.Match[str]) -> str:
    return found.group().lower()


def _within_sentence(before: str) -> bool:
    return before[-2:-1].isalpha() and before.endswith(" ")


def _unquoted(found: list[StorySpan], after: StorySpan) -> StorySpan:
    """The rest of a sentence behind a quotation, without the marks that the record puts around it as well."""
    opening = found[-2]
    if opening.role is not SpanKind.RECORD or not opening.text.endswith("“") or not after.text.startswith("”"):
        return after
    found[-2] = replace(opening, text=opening.text[:-1])
    return replace(after, text=after.text[1:])


def _told_as(name: StorySpan) -> StorySpan:
    """The name of a GM who was given none, which says what they do: "the game master"."""
    said = name.text.casefold() in UNNAMED
    return replace(name, text=f"The {name.text[:1].lower()}{name.text[1:]}") if said else name


def _small_article(name: StorySpan) -> StorySpan:
    """A name within a sentence: the article that it begins with is small."""
    return replace(name, text=name.text[0].lower() + name.text[1:]) if name.text.startswith(_ARTICLES) else name


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


CHARACTERS = (SubjectKind.PLAYERS, SubjectKind.OTHER)
