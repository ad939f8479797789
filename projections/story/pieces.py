"""The pieces of a paragraph that one record gives: facts of the story, or the sentence it has on every screen."""

import re
from collections.abc import Iterable, Iterator, Sequence

from domain.kernel import facts
from domain.kernel.campaign.founding import CampaignFounded
from domain.kernel.facts import Fact, Retelling
from domain.kernel.logged.chapters.intakes import IntakeBegun
from domain.kernel.people import EVERYONE
from ledger.answers import ToldRecord
from projections.story.alike import StoryPiece
from projections.story.relation_words import left_open
from projections.story.words import AS_A_SENTENCE, worded
from projections.views.dates import day_words
from projections.views.timeline import played_at

_WORTH_SAYING = (
    facts.HeadlineTold,
    facts.CharacterEntered,
    facts.CharacterLeft,
    facts.CharacterChanged,
    facts.Advanced,
)
_LIST = re.compile(r"(?P<state>(?:, [^();]+| is gone)?) \((?P<list>[^()]+)\)(?=; |$)")
"""The list of a sheet behind what stands in it, and its state: Held in contempt (Conditions)."""
_SETTLED = 2
"""A value that the GM settled is told where it is of so many words."""
_WORDS = 3
"""A record is told by its sentence where somebody wrote so many words in it."""


def pieces_of(
    told: ToldRecord, story: Sequence[Fact], words: tuple[str, ...], *, in_front: bool
) -> Iterator[StoryPiece]:
    """Yield the pieces that a record adds to a paragraph. `words` are what people wrote in it, `story` its
    facts of the story.
    """
    retelling = told.retelling
    secret = retelling.audience != EVERYONE
    entered = [fact for fact in retelling.facts if type(fact) is facts.CharacterEntered]
    for fact in story:
        yield StoryPiece(fact=fact, secret=secret)
    ruled = next((fact for fact in retelling.facts if isinstance(fact, facts.Adjudicated)), None)
    if ruled is not None and not story and not in_front:
        yield from _ruled(ruled, retelling.headline, words, secret=secret, named=ruled.subject in retelling.names)
        return
    if in_front and not story and any(isinstance(fact, facts.HeadlineTold) for fact in retelling.facts):
        yield StoryPiece(headline=retelling.headline, words=words, secret=secret, own=True)
        return
    if story or in_front:
        turns = tuple(fact.text for fact in story if isinstance(fact, facts.Turn)) if ruled is not None else ()
        rolls = {" ".join(fact.purpose.split()) for fact in retelling.facts if isinstance(fact, facts.DiceRolled)}
        apart = (word for word in words if word not in rolls and not any(word in turn for turn in turns))
        long = tuple(word for word in apart if worded(word) >= AS_A_SENTENCE)
        if in_front and not story and any(_is_a_part(word, retelling.headline) for word in words):
            yield StoryPiece(headline=retelling.headline, words=words, secret=secret)
        elif long:
            yield StoryPiece(words=long, secret=secret)
        return
    tied = [it for it in retelling.facts if isinstance(it, facts.RelationSet) and _says_how(it.relation)]
    worth = _worth_saying(retelling.facts)
    on_map = {" ".join(fact.name.split()) for fact in retelling.facts if isinstance(fact, facts.NodeSet)}
    least = AS_A_SENTENCE if on_map else _WORDS
    if entered and not words:
        yield from (StoryPiece(fact=fact, secret=secret) for fact in entered)
    elif tied and words and all(word == " ".join(it.relation.split()) for word in words for it in tied):
        yield from (StoryPiece(fact=fact, secret=secret) for fact in tied)
    elif worth or any(worded(word) >= least and word not in on_map for word in words):
        brief = any(isinstance(it, facts.HeadlineTold) and it.brief for it in retelling.facts)
        headline, lists = _without_lists(retelling)
        words = tuple(word for word in words if word not in lists)
        headline = headline.partition(": ")[0] if brief else headline
        yield StoryPiece(headline=headline, words=words, secret=secret, own=worth)


def _without_lists(retelling: Retelling) -> tuple[str, list[str]]:
    """The sentence of a record without the lists of a sheet that things stand in, and those: what stands there is
    told.
    """
    headline, lists = retelling.headline, list[str]()
    for fact in retelling.facts:
        if isinstance(fact, facts.StateChanged) and fact.label in headline:
            before, label, after = headline.rpartition(fact.label)
            if found := _LIST.match(after):
                lists.append(found["list"])
                headline = before + label + found["state"] + after[found.end() :]
    return headline, lists


def _ruled(
    fact: facts.Adjudicated, headline: str, words: tuple[str, ...], *, secret: bool, named: bool
) -> Iterator[StoryPiece]:
    """Yield what the GM settled by word: the sentence of the ruling where it has words of its own, else the reason
    after the name of whom it is about, if they are `named`: what it moved stands in the records.
    """
    said, reason = " ".join(fact.after.split()), " ".join(fact.reason.split())
    own = worded(said) >= _SETTLED and said in words
    long = tuple(
        word
        for word in words
        if (word in reason or word in said)  # what else stands there names what was settled, and by what
        and (worded(word) >= AS_A_SENTENCE or (worded(word) >= _SETTLED and (own or word in reason)))
    )
    if own or (long and not named):
        yield StoryPiece(headline=headline if own else "", words=long, secret=secret, own=own)
        return
    for word in long:
        apart = ":" in word  # has a name or a place in front already
        turn = facts.Turn(test="", who=fact.subject, text=word)
        yield StoryPiece(words=(word,), secret=secret) if apart else StoryPiece(fact=turn, secret=secret)


def _says_how(relation: str) -> bool:
    """True for a relation that makes a sentence: a single word is for the map."""
    return worded(relation) >= _WORDS or left_open(relation)


def told_elsewhere(told: ToldRecord) -> bool:
    """True if its words stand above a story, or name a source: a title, the head of a scene, an export."""
    facts_ = told.retelling.facts
    return isinstance(told.record.event, CampaignFounded | IntakeBegun) or any(
        isinstance(fact, facts.Told) and fact.form == "scene" for fact in facts_
    )


def _is_a_part(word: str, headline: str) -> bool:
    """True for words that are no sentence of their own, while the record's sentence says what they are."""
    said = " ".join(word.split())
    return worded(said) >= AS_A_SENTENCE and not said.endswith((".", "!", "?", "…", "”")) and said in headline


def _worth_saying(told: Iterable[Fact]) -> bool:
    return any(
        isinstance(fact, _WORTH_SAYING) or (isinstance(fact, facts.StateChanged) and fact.lasting) for fact in told
    )


def turned_by(fact: Fact, words: Sequence[str]) -> str | None:
    """The id of whoever becomes something else, leaves, or reaches a goal; "" where an act
    ends and somebody said what came of it; None for any other fact.
    """
    match fact:
        case facts.CharacterChanged() | facts.CharacterLeft():
            return fact.character
        case facts.Advanced(track="goal"):
            return fact.owner
        case facts.ChapterClosed() if words:
            return ""
    return None


def is_for_good(fact: Fact, beside: Sequence[Fact]) -> bool:
    """True if somebody leaves by a fact, or becomes something else that is noted as an advance of theirs."""
    changed = isinstance(fact, facts.CharacterChanged) and any(isinstance(it, facts.Advanced) for it in beside)
    return changed or isinstance(fact, facts.CharacterLeft)


def test_of(told: Iterable[Fact]) -> str:
    """The test these facts belong to; empty where they belong to none."""
    for fact in told:
        if test := getattr(fact, "test", ""):
            return str(test)
    return ""


def reading_of(fact: facts.DiceRolled) -> str:
    """The result of dice, in few words: as the game reads them, else as they lie."""
    faces = [str(die.face) for die in fact.dice if not die.extra]
    return fact.reading.partition(":")[0] or " and ".join(
        (", ".join(faces[:-1]), faces[-1]) if len(faces) > 1 else faces
    )


def day_of(told: ToldRecord) -> str:
    """The day of a record in words, at the table and in the story."""
    day = day_words(played_at(told))
    fiction = " ".join((told.record.envelope.fiction_time or "").split())
    return "; ".join(it for it in (day, fiction) if it)
