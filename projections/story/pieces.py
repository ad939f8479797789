"""The pieces of a paragraph that one record gives: facts of the story, or the sentence it has on every screen."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from domain.kernel import facts
from domain.kernel.campaign.founding import CampaignFounded
from domain.kernel.facts import Fact, Retelling
from domain.kernel.logged.chapters.entries import EntryLogged
from domain.kernel.logged.chapters.intakes import IntakeBegun
from domain.kernel.logged.messages import NOBODY, UNNAMED
from domain.kernel.messages import Event
from domain.kernel.people import EVERYONE
from domain.kernel.wording.emphasis import plainly_said, without_marks
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
_HEADING = re.compile(r"\s*#{1,6}\s")
"""The mark of a heading in notes."""
_LINK = re.compile(r"https?://|\(LINK\)")
_TIME = re.compile(r"at \d{1,2}:\d{2}(?::\d{2})?")
_LIST = re.compile(r"(?P<state>(?:, [^();]+| is gone)?) \((?P<list>[^()]+)\)(?=; |$)")
"""The list of a sheet behind what stands in it, and its state: Held in contempt (Conditions)."""
_TOLD_TWICE = 2
_SCRAPS = 4
"""So many scraps of lines under one another stand in one line."""
_LONGEST_SCRAP = 24
_SCRAP_WORDS = 3
_EDGE = 40
"""Signs of the shortest line that breaks off at the edge of a page."""
_LONG_LINE = 60
"""Signs of a line of a card that says what something is, and not what was done with it."""
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


def speaker_of(entry: EntryLogged) -> str:
    """The name of whoever speaks; empty where the source does not say."""
    name = " ".join(entry.speaker.split())
    return "" if name == NOBODY else name


def title_words(title: str, *, logged: bool) -> str:
    """A title in one line; that of play taken in without the marks that its notes have for emphasis and links."""
    line = " ".join(title.split())
    return without_marks(line) if logged else line


def without_title(text: str, title: str) -> str:
    """An entry without its first line, where that is the heading that stands right above it."""
    first, _, rest = text.partition("\n")
    heading = _HEADING.sub("", first).strip().rstrip("#").strip()
    return rest.lstrip("\n") if title and heading.casefold() == title.casefold() else text


def entry_lines(entry: EntryLogged, headline: str) -> str:
    """An entry of play that was taken in without its speaker: what was said, and under it what was rolled."""
    marks = _listed(entry.marks)
    after = headline.removesuffix(marks).removeprefix(entry.speaker).removeprefix(":").removeprefix(" ·")
    after = after.strip().removesuffix("·").rstrip()
    if not speaker_of(entry) and not entry.text:
        after = after.removeprefix(UNNAMED).lstrip()
    plain, said = plainly_said(entry.text).strip(), run_on(entry.text.strip())
    more = after.removeprefix(plain).removeprefix(" ·").strip() if after.startswith(plain) else after
    if more.startswith("rolls "):
        more = more[0].upper() + more[1:]
    beside = entry.marks if headline.endswith(marks) else ()  # a line each, where one sentence has them in a row
    return "\n".join(part for part in (said if more != after else "", more, *beside) if part)


def run_on(text: str) -> str:
    """A text whose scraps, such as the values of a card, stand in one line, and each line of speech in its own."""
    found: list[str] = []
    for scrap, lines in groupby(_unwrapped(text), _is_a_scrap):
        run = list(lines)
        found += [" · ".join(it.strip() for it in run)] if scrap and len(run) >= _SCRAPS else run
    return "\n".join(found)


def _unwrapped(text: str) -> list[str]:
    """The lines of a text; one that was broken at the edge of a page goes on with its next."""
    found: list[str] = []
    for line in text.split("\n"):
        broken = found and len(found[-1]) >= _EDGE and (found[-1][-1].isalpha() or found[-1].endswith(","))
        if broken and line[:1].islower():
            found[-1] += f" {line}"
        else:
            found.append(line)
    return found


def _is_a_scrap(line: str) -> bool:
    bare = line.strip()
    return 0 < len(bare) <= _LONGEST_SCRAP and len(bare.split()) <= _SCRAP_WORDS and bare[-1] not in '.!?…:,;”"'


def _listed(items: Sequence[str]) -> str:
    """A few texts as a sentence has them."""
    return " and ".join(part for part in (", ".join(items[:-1]), *items[-1:]) if part)


class ChatTab:
    """The tab of a chat and the time at which the last message was said: another is named once, and not under
    each message.
    """

    def __init__(self) -> None:
        self._named = ""
        self._timed = ""

    def under(self, event: Event, text: str) -> str:
        """The words of an entry, with its tab and its time only where they are others than those before."""
        marks = event.marks if isinstance(event, EntryLogged) else ()
        tab = next((it for it in marks if it.startswith("tab: ")), "")
        time = next((it for it in marks if _TIME.fullmatch(it)), "")
        told = {it for it in (self._named, self._timed) if it}
        self._named, self._timed = tab or self._named, time or self._timed
        again = told & {tab, time}
        return "\n".join(it for it in text.split("\n") if it not in again) if again else text


class CardTexts:
    """Long lines of cards, such as the description of a weapon: told once in an evening, and not at each use.

    The records have them each time.
    """

    def __init__(self) -> None:
        self._told: set[str] = set()

    def begin(self) -> None:
        """Another evening begins."""
        self._told = set()

    def once(self, event: Event, text: str) -> str:
        """The words of an entry without such lines that were told; all of them where nothing else is left."""
        words = event.text.split("\n") if isinstance(event, EntryLogged) else []
        long = {line for line in words if len(line) >= _LONG_LINE} if len(words) > 1 else set()
        kept = [line for line in text.split("\n") if line not in long & self._told]
        self._told |= long
        return "\n".join(kept) if any(line.strip() for line in kept) else text


def is_noise(line: str) -> bool:
    """True for a line that a program wrote into play that was taken in: a roll, a value that moved, a version, a
    command, data. It stands in the whole story, and not where that is told in short.
    """
    bare = line.strip()
    return (
        bare.startswith(_OF_A_PROGRAM)
        or _NOISE.search(bare) is not None
        or not any(sign.isalpha() for sign in bare)
        or (bare.startswith("?") and bare[1:2].isalpha())
        or ("[" in bare and len(_IN_BRACKETS.sub("", bare).split()) < AS_A_SENTENCE)
    )


def says_enough(line: str) -> bool:
    """True for a line of some words that ends as a sentence does; of a script without spaces, some signs."""
    return line.rstrip(_CLOSING).endswith(_ENDED) and has_words(line)


def has_words(line: str) -> bool:
    """True for a line of so many words that it says something by itself."""
    return len(line.split()) >= AS_A_SENTENCE or len(_WITHOUT_SPACES.findall(line)) >= 2 * AS_A_SENTENCE


_OF_A_PROGRAM = ("[", "{", "<", "/", "!", "http", "tab: ", "Rolls ", "Copyright", "©")
_NOISE = re.compile(
    r"→|->|=>|https?://|\(LINK\)|\b\d*[dD]\d+\b|\b[vV](?:ersion )?\d+\.\d|added to '|[A-Z]:\\|\\r|[{}]|"
    r"= -?\d|^'[^']+' (?:dis)?connect|connection lost|opyright|trademark"
)
_IN_BRACKETS = re.compile(r"\[[^\]]*\]")
_WITHOUT_SPACES = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]")
_CLOSING = " ”’\"')*_）」』》"
_ENDED = (".", "!", "?", "…", "。", "！", "？", "؟", "।")


class Notices:
    """Words that nobody is said to speak, such as what a program writes each time it starts: told twice at most,
    and once where they name a page of the web. The records have them each time.
    """

    def __init__(self) -> None:
        self._told: dict[str, int] = {}

    def told_before(self, entry: EntryLogged) -> bool:
        """True if an entry is such a notice and was told as often as is enough."""
        if speaker_of(entry) or entry.rolls or entry.changes:
            return False
        words = "\n".join((entry.text, *entry.marks))
        count = self._told.get(words, 0)
        self._told[words] = count + 1
        return count >= (1 if _LINK.search(words) else _TOLD_TWICE)


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
