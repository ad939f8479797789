"""The pieces of a paragraph that one record gives: facts of the story, or the sentence it has on every screen."""

from collections.abc import Iterable, Iterator, Sequence

from domain.kernel import facts
from domain.kernel.campaign.founding import CampaignFounded
from domain.kernel.facts import Fact
from domain.kernel.logged.chapters.entries import EntryLogged
from domain.kernel.logged.chapters.intakes import IntakeBegun
from domain.kernel.messages import Event
from domain.kernel.people import EVERYONE
from ledger.answers import ToldRecord
from projections.story.paragraphs import StoryPiece
from projections.story.words import AS_A_SENTENCE, worded
from projections.views.dates import day_words
from projections.views.timeline import played_at

_WORTH_SAYING = (facts.CharacterEntered, facts.CharacterLeft, facts.CharacterChanged, facts.Advanced)
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
    ruled = any(isinstance(fact, facts.Adjudicated) for fact in retelling.facts)
    if story or in_front or ruled:
        least = 2 if ruled and not story else AS_A_SENTENCE
        turns = tuple(fact.text for fact in story if isinstance(fact, facts.Turn)) if ruled else ()
        rolls = {" ".join(fact.purpose.split()) for fact in retelling.facts if isinstance(fact, facts.DiceRolled)}
        apart = (word for word in words if word not in rolls and not any(word in turn for turn in turns))
        long = tuple(word for word in apart if worded(word) >= least)
        if in_front and not story and any(_is_a_part(word, retelling.headline) for word in words):
            yield StoryPiece(headline=retelling.headline, words=words, secret=secret)
        elif long:
            yield StoryPiece(words=long, secret=secret)
        return
    if entered and not words:
        yield from (StoryPiece(fact=fact, secret=secret) for fact in entered)
    elif _worth_saying(retelling.facts) or any(worded(word) >= _WORDS for word in words):
        yield StoryPiece(headline=retelling.headline, words=words, secret=secret)


def told_elsewhere(told: ToldRecord) -> bool:
    """True if its words stand above a story, or name a source: a title, the head of a scene, an export."""
    facts_ = told.retelling.facts
    return isinstance(told.record.event, CampaignFounded | IntakeBegun) or any(
        isinstance(fact, facts.Told) and fact.form == "scene" for fact in facts_
    )


def entry_lines(entry: EntryLogged, headline: str) -> str:
    """An entry of play that was taken in without its speaker: what was said, and under it what was rolled."""
    marks = _listed(entry.marks)
    after = headline.removesuffix(marks).removeprefix(entry.speaker).removeprefix(":").removeprefix(" ·")
    after = after.strip().removesuffix("·").rstrip()
    said = entry.text.strip()
    more = after.removeprefix(said).removeprefix(" ·").strip() if after.startswith(said) else after
    if more.startswith("rolls "):
        more = more[0].upper() + more[1:]
    beside = entry.marks if headline.endswith(marks) else ()  # a line each, where one sentence has them in a row
    return "\n".join(part for part in (said if more != after else "", more, *beside) if part)


def _listed(items: Sequence[str]) -> str:
    """A few texts as a sentence has them."""
    return " and ".join(part for part in (", ".join(items[:-1]), *items[-1:]) if part)


class ChatTab:
    """The tab of a chat in which the last message was said: another is named once, and not under each message."""

    def __init__(self) -> None:
        self._named = ""

    def under(self, event: Event, text: str) -> str:
        """The words of an entry, with its tab only where that is another than the one before."""
        marks = event.marks if isinstance(event, EntryLogged) else ()
        tab = next((it for it in marks if it.startswith("tab: ")), "")
        before, self._named = self._named, tab or self._named
        return "\n".join(it for it in text.split("\n") if it != tab) if tab and tab == before else text


def _is_a_part(word: str, headline: str) -> bool:
    """True for words that are no sentence of their own, while the record's sentence says what they are."""
    said = " ".join(word.split())
    return worded(said) >= AS_A_SENTENCE and not said.endswith((".", "!", "?", "…", "”")) and said in headline


def _worth_saying(told: Iterable[Fact]) -> bool:
    return any(
        isinstance(fact, _WORTH_SAYING) or (isinstance(fact, facts.StateChanged) and fact.lasting) for fact in told
    )


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
