"""A story in as many words as somebody has time for: a line, a dozen lines, a page, or everything. And whose."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum

from domain.kernel.wording.emphasis import without_marks
from projections.story.grammar import sentence_ends
from projections.story.logged.noise import has_words, is_noise, says_enough
from projections.story.model import (
    ChapterHead,
    Paragraph,
    Part,
    Prelude,
    Scene,
    SceneEnd,
    SceneHead,
    SessionHead,
    SpanKind,
    Story,
    StoryRemark,
    StorySession,
    StorySpan,
    Text,
    gathered,
    plain,
)
from projections.story.page import evenly, heading_of, page_of, places_of, sentences_of, tests_of, title_of, up_to
from projections.story.sentences import joined, joint

SIGNS = 140
"""The most signs of a line."""
DOZEN = 12
PAGE = 40
"""The most lines of a page."""
_GONE = 2
"""The most who are gone that the line of a scene names."""


class Length(StrEnum):
    """The length of a telling."""

    LINE = "line"
    DOZEN = "dozen"
    PAGE = "page"
    EVERYTHING = "everything"


def shortened(parts: Iterable[Part], length: Length, *, tests: bool = False) -> list[Text]:
    """A story in at most so many lines. Everything has no such end: its parts are drawn as they are.

    A dozen lines say what came of scenes; with `tests`, what was wanted in each test, and what came of that. Play
    that was taken in says neither: of it these are words that were said, from the first to the last.
    """
    story = gathered(parts)
    if not _came_to_something(story) and any(_sayings(session) for session in story.sessions):
        if length is Length.PAGE:
            return _page_of_words(story)
        return _words(story, 1 if length is Length.LINE else DOZEN)
    match length:
        case Length.LINE:
            return _line(story)
        case Length.DOZEN:
            told = tests_of(story, DOZEN) if tests else []
            return told or evenly(list(_outcomes(story)) or _firsts(story), DOZEN)
        case _:
            parts_told = page_of(story)
            return [line for part in parts_told for line in (part.heading, *part.scenes) if line]


def in_lines(parts: Iterable[Part], most: int, who: str = "") -> list[Text]:
    """A story in so many lines at most: what came of its scenes, else how what happened in it begins; of that, for
    one of its people, the sentences that name them.
    """
    story = gathered(parts)
    lines = list(_outcomes(story)) or [_naming(who, line) or line for line in _firsts(story)]
    return [cut(line) for line in evenly(lines, most)]


def deeds(parts: Iterable[Part], who: str, most: int) -> list[Text]:
    """A story in so many lines at most, for one of its people: what they tried, how it came out, what they became.

    What they became, or that they are gone, comes before what they tried. For whoever tried nothing in it, what
    happened around them.
    """
    mine = list(about(parts, who))
    own = [line for session in gathered(mine).sessions for line in _deeds_in(list(_told_in(session)), who)]
    became = {said for part in mine if isinstance(part, Paragraph) for one, said in part.turned if one == who}
    turns = [place for place, line in enumerate(own) if line in became][-most:]
    tried = [place for place, line in enumerate(own) if line not in became]
    chosen = sorted([*turns, *(tried[place] for place in places_of(len(tried), most - len(turns)))])
    return [cut(own[place]) for place in chosen] if own else in_lines(mine, most, who)


def _naming(who: str, text: Text) -> Text:
    """The sentences of a text that name somebody."""
    return joined(*(it for it in sentences_of(text) if any(span.who == who for span in it)))


def _deeds_in(parts: Sequence[Paragraph], who: str) -> Iterator[Text]:
    """Yield what somebody tried in these paragraphs, be a test as long as it is, and what they became."""
    told: dict[int, list[Text]] = {}
    aims: dict[str, Text] = {}
    others: dict[str, frozenset[str]] = {}
    came: dict[str, tuple[int, Text, Text]] = {}
    for place, part in enumerate(parts):
        test = part.test or f"paragraph {place}"
        if own := joined(*(it for it in sentences_of(part.aim) if _begins_with(it) == who)):
            aims.setdefault(test, own)
            others.setdefault(test, frozenset(map(_begins_with, sentences_of(part.aim))) - {who, ""})
        if part.outcome and test in aims:
            first, mine, whole = came.get(test, (place, (), ()))
            # Not what came of it for others who wanted something in it too.
            of_it = (it for it in sentences_of(part.outcome) if others[test].isdisjoint(span.who for span in it))
            came[test] = first, joined(mine, *of_it), joined(whole, part.outcome)
        told.setdefault(place, []).extend(said for one, said in part.turned if one == who)
    for test, (place, mine, whole) in came.items():
        told[place].insert(0, _in_a_line(aims[test], mine or whole))
    yield from (line for place in sorted(told) for line in told[place])


def _in_a_line(aim: Text, outcome: Text) -> Text:
    """An aim and how it came out, of which neither leaves out the other."""
    if len(plain(joined(aim, outcome))) <= SIGNS:
        return joined(aim, outcome)
    came = cut(outcome, max(SIGNS // 2, SIGNS - len(plain(aim)) - 1))
    return joined(cut(aim, SIGNS - len(plain(came)) - 1), came)


def _begins_with(sentence: Text) -> str:
    return next((span.who for span in sentence[:1] if span.role is SpanKind.NAME), "")


def about(parts: Iterable[Part], who: str) -> Iterator[Part]:
    """Yield the parts of a story that concern one of its people: their page, their tests, the scenes they were
    in.
    """
    scene: SceneHead | None = None
    told = False
    for part in parts:
        match part:
            case Prelude():
                yield replace(
                    part,
                    people=tuple(it for it in part.people if it.who == who),
                    voices=(),
                    powers=(),
                    paragraphs=tuple(
                        it for it in part.paragraphs if isinstance(it, Paragraph) and who in it.concerns
                    ),
                )
            case SceneHead():
                scene, told = part, who in part.concerns
                if told:
                    yield part
            case SceneEnd():
                if told:
                    yield part
                scene, told = None, False
            case Paragraph() if who in part.concerns:
                if scene is not None and not told:
                    yield scene
                    told = True
                yield part
            case SessionHead() | ChapterHead():
                yield part


def after(parts: Iterable[Part], since: int) -> Iterator[Part]:
    """Yield the parts after a record, and the scene that was set before it for the session that begins there."""
    before: Part | None = None
    for part in parts:
        if told_after(part, before, since):
            yield part
        before = part


def told_after(part: Part, before: Part | None, since: int) -> bool:
    """True for a part of what comes after a record. `before` is the one in front of it."""
    sets = isinstance(part, SceneHead) and isinstance(before, SessionHead) and before.position > since
    return not isinstance(part, Prelude) and (part.position > since or sets)


def cut(text: Text, signs: int = SIGNS) -> Text:
    """As much of a text as fits: whole sentences where they fill half of it, else words and an ellipsis."""
    said = plain(text)
    if len(said) <= signs:
        return text
    ends = max((end for end in sentence_ends(said) if end <= signs), default=0)
    if ends >= signs // 2:
        return up_to(text, ends)
    left, found = signs - 1, list[StorySpan]()
    for span in text:
        if len(span.text) >= left:
            words = span.text[:left].rpartition(" ")[0]
            # A script without spaces is cut between two signs.
            short = (words if len(words) > left // 2 or len(found) else span.text[:left]).rstrip(" ,;:.")
            if short:
                found.append(replace(span, text=short))
            break
        found.append(span)
        left -= len(span.text)
    return (*found, joint("…"))


def _line(story: Story) -> list[Text]:
    """The last outcome, in one line: that of a scene, where there is one."""
    lines = list(_outcomes(story, headed=True)) or list(_outcomes(story)) or _firsts(story)
    return [cut(lines[-1])] if lines else []


def _firsts(story: Story) -> list[Text]:
    """The paragraphs in short, for a story in which no scene came to anything."""
    return [part.outcome or part.text for session in story.sessions for part in _told_in(session)]


def _came_to_something(story: Story) -> bool:
    return any(_outcomes(story)) or any(_tried(story)) or bool(_firsts(story))


def words_said(story: Story, most: int) -> list[Text]:
    """Words said in play that was taken in, so many at most; none of a story that came to something."""
    return [] if _came_to_something(story) else _words(story, most)


def _words(story: Story, most: int) -> list[Text]:
    return evenly([line for session in story.sessions for line in _sayings(session)], most)


def _page_of_words(story: Story) -> list[Text]:
    """The words under their sessions; a line for each session where there are too many of them."""
    said = [(heading_of(session), lines) for session in story.sessions if (lines := _sayings(session))]
    room = PAGE // len(said) - 1
    if room < 1:
        return evenly([cut(joined((*heading, joint(":")), lines[0])) for heading, lines in said], PAGE)
    return [line for heading, lines in said for line in (heading, *evenly(lines, room)) if line]


def _sayings(session: StorySession) -> list[Text]:
    """The first line of each remark that somebody said, once: sentences, else lines of some words, else any."""
    remarks = [part for scene in session.scenes for part in scene.parts if isinstance(part, StoryRemark)]
    said = dict.fromkeys((part.by, lines[0]) for part in remarks if part.logged and (lines := _words_of(part)))
    sentences = [(by, line) for by, line in said if says_enough(line)]
    worded = [(by, line) for by, line in said if has_words(line)]
    chosen = sentences or worded or said
    return [cut((StorySpan(SpanKind.RECORD, f"{by}: {line}" if by else line),)) for by, line in chosen]


def _words_of(remark: StoryRemark) -> list[str]:
    """The lines of a remark that are words: nothing that a program wrote, no notice of whose turn it is."""
    said = map(without_marks, remark.text.split("\n")) if remark.logged else remark.text.split("\n")
    lines = (it for it in said if it.strip() and it != f"{remark.by}'s Turn")
    return [it for it in lines if not is_noise(it)]


def _told_in(session: StorySession) -> Iterator[Paragraph]:
    for scene in session.scenes:
        yield from (part for part in scene.parts if isinstance(part, Paragraph))


def _outcomes(story: Story, *, headed: bool = False) -> Iterator[Text]:
    """Yield the outcome of each scene; of those with a title alone if `headed`."""
    for session in story.sessions:
        for scene in session.scenes:
            outcome = _came_of(scene)
            if outcome and (scene.head or not headed):
                yield joined(title_of(scene), outcome, *_gone_in(scene, outcome))
            yield from _acts_ended_in(scene)


def _acts_ended_in(scene: Scene) -> Iterator[Text]:
    """Yield the ends of acts of which somebody said what came of them."""
    for part in scene.parts:
        if isinstance(part, Paragraph):
            yield from (said for who, said in part.turned if not who)


def _gone_in(scene: Scene, outcome: Text) -> Iterator[Text]:
    """Yield that somebody is gone after a scene, where its outcome does not say so."""
    gone = [one for part in scene.parts if isinstance(part, Paragraph) for one in part.gone]
    yield from [one for one in gone if plain(one) not in plain(outcome)][-_GONE:]


def _tried(story: Story) -> Iterator[Text]:
    """Yield the aim of each test, and how it came out."""
    for session in story.sessions:
        for part in _told_in(session):
            if part.aim:
                yield joined(part.aim, part.outcome)


def _came_of(scene: Scene) -> Text:
    """The outcome of a scene: as it was said, else of the last test in it that says more than who won."""
    if scene.end is not None and scene.end.outcome:
        return scene.end.outcome
    told = [part for part in scene.parts if isinstance(part, Paragraph) and part.outcome]
    for part in reversed(told):
        if any(span.role is SpanKind.SAID for span in part.outcome) and (scene.head or part.aim):
            return part.outcome if scene.head else joined(part.aim, part.outcome)
        if part.aim:
            return joined(part.aim, part.outcome)
    return told[-1].outcome if told and scene.head else ()
