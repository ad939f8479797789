"""A story on about one page: what came of each scene, what turned in it, and the tests for which there is room."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import count, groupby, pairwise

from domain.kernel.wording import joining
from projections.story.grammar import sentence_ends
from projections.story.model import (
    ChapterHead,
    Paragraph,
    Scene,
    SessionHead,
    SpanKind,
    Story,
    StoryRemark,
    StorySession,
    StorySpan,
    Text,
    plain,
)
from projections.story.sentences import joined, joint, stopped
from projections.views.story import session_title

ROOM = 520
"""Words of a page: so many stand on a sheet of A4 with its headings."""
_SIGNS = 210
"""Signs of what came of one test, beyond which only whole sentences more are told."""
_SHORT = 110
"""The same of what came of a scene, where there are many scenes."""


_NAMED = 6
"""The most scenes that are named for what is not told of them."""
NAMES = (SpanKind.NAME, SpanKind.CALLED)


class Rank(IntEnum):
    """The order in which parts of scenes find room."""

    CAME = 0
    """The outcome of a scene."""
    TURN = 1
    """Somebody dies or becomes something else, an act ends."""
    LED = 2
    """The test that led to such a turn."""
    LAST = 3
    """The last test of a scene."""
    COST = 4
    """A cost that somebody put into words."""
    OTHER = 5


@dataclass(frozen=True, slots=True)
class _Beat:
    scene: int
    place: int
    rank: Rank
    text: Text
    test: bool = False
    """True for an aim and what came of it."""
    brief: Text = ()
    """The same of it where there is no room for more: the aim, and whether it came about."""
    position: int = 0
    """The record with which it begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePart:
    """A session or act: its heading, empty for what belongs to none, and a paragraph for each of its scenes."""

    heading: Text
    scenes: tuple[Text, ...]


def page_of(story: Story) -> list[PagePart]:
    """The story on about a page, in whole sentences. A session in which nothing was told is left out.

    Where there was no room for all that was tested, the last part says in which scenes there is more.
    """
    scenes = [(session, scene) for session in story.sessions for scene in session.scenes]
    beats = [beat for number, (_, scene) in enumerate(scenes) for beat in _beats(number, scene)]
    told = {id(scenes[beat.scene][0]) for beat in beats}
    told |= {
        id(one) for one, act in pairwise(story.sessions) if isinstance(act.head, ChapterHead) and id(act) in told
    }
    for number, (session, scene) in enumerate(scenes):
        if id(session) not in told:
            beats += _untold(number, scene)
    if sum(len(plain(beat.text).split()) for beat in beats if beat.rank is Rank.CAME) > ROOM // 2:
        beats = [_briefly(beat) if beat is not beats[-1] else beat for beat in beats]
    above = [_words_above(*it) for it in scenes]
    chosen = _fitting(beats, above)
    if more := _more_tested(story, beats, chosen):
        chosen = _fitting(beats, above, ROOM - len(plain(more).split()))
        more = _more_tested(story, beats, chosen)
    parts = list(_parts(story, scenes, chosen))
    return [*parts, PagePart(heading=(), scenes=(more,))] if more else parts


def told_in_short(story: Story, first: int, before: int | None, signs: int) -> Text:
    """The outcome of records from one on, up to another: as much as goes into so many signs, by rank, in order.

    No test is left out: where there are many, each is told in few words, and takes up to twice as many signs.
    """
    found = [
        beat
        for number, scene in enumerate(scene for session in story.sessions for scene in session.scenes)
        for beat in (*_beats(number, scene), *_untold(number, scene))
        if first <= beat.position and (before is None or beat.position < before)
    ]
    # Rather each test in a few words than some of them whole; what came of the scene stays as it is.
    short = [
        beat if beat.rank is Rank.CAME or not beat.brief else replace(beat, text=beat.brief) for beat in found
    ]
    needed = _signs_of(beat for beat in short if beat.test or beat.rank <= Rank.TURN)
    signs = max(signs, min(needed, 2 * signs))
    chosen = _going_into(short, signs)
    for place, beat in sorted(enumerate(found), key=lambda it: (it[1].rank, it[0])):
        if place in chosen and _signs_of([*chosen.values(), beat]) - _signs_of([chosen[place]]) <= signs:
            chosen[place] = beat
    return joined(*_once(chosen[place] for place in sorted(chosen)))


def _going_into(found: Sequence[_Beat], signs: int) -> dict[int, _Beat]:
    """Those that go into so many signs, by their place among all: tests before what they cost."""
    chosen: dict[int, _Beat] = {}
    for place, beat in sorted(enumerate(found), key=lambda it: (it[1].rank is Rank.COST, it[1].rank, it[0])):
        told = beat if beat.test else replace(beat, text=wholesentences_of(beat.text))
        if _signs_of([*chosen.values(), told]) <= signs:
            chosen[place] = told
    return chosen


def _signs_of(beats: Iterable[_Beat]) -> int:
    return sum(len(plain(beat.text)) + 1 for beat in beats)


def _more_tested(story: Story, beats: Sequence[_Beat], chosen: Sequence[_Beat]) -> Text:
    """A sentence of where there are tests that are not told, and how many; empty where there are none.

    Scenes are named; where they would take too much of the page, the sessions that they are in.
    """
    left = Counter(beat.scene for beat in beats if beat.test and beat not in chosen)
    by_scene, by_session = Counter[Text](), Counter[Text]()
    session: Text = ()
    numbers = count()
    for of in story.sessions:
        if isinstance(of.head, SessionHead):
            session = (StorySpan(SpanKind.RECORD, session_title(of.head.session, "")),)
        for scene in of.scenes:
            number = next(numbers)
            by_scene[title_of(scene)[:1] or heading_of(of)] += left[number]
            by_session[session] += left[number]
    by_scene, by_session = +by_scene, +by_session
    where = by_scene if len(by_scene) <= _NAMED or len(by_session) == 1 else by_session
    found: list[StorySpan] = []
    for name, many in where.items():
        before = joint("; ") if found else joint(f"{joining.MORE_TESTED}: ")
        times = StorySpan(SpanKind.NUMBER, str(many))
        found += [before, *name, joint(" ("), times, joint(")")] if name else [before, times]
    return stopped(found)


def tests_of(story: Story, most: int) -> list[Text]:
    """The aims and outcomes of tests, deaths and ends of acts, in so many lines at most: tests chosen evenly."""
    scenes = [scene for session in story.sessions for scene in session.scenes]
    beats = [
        beat
        for number, scene in enumerate(scenes)
        for beat in _beats(number, scene)
        if beat.test or beat.rank is Rank.TURN
    ]
    turns = [beat for beat in beats if beat.rank is Rank.TURN][-most:]
    tests = [beat for beat in beats if beat.rank is not Rank.TURN]
    chosen = [*turns, *(tests[place] for place in places_of(len(tests), most - len(turns)))]
    return list(_once(sorted(chosen, key=lambda beat: (beat.scene, beat.place))))


def _words_above(session: StorySession, scene: Scene) -> int:
    """Words of the headings that stand over a scene; that of its session counts with its first one."""
    over = heading_of(session) if scene is session.scenes[0] else ()
    return len(plain((*over, joint(" "), *title_of(scene))).split())


def _briefly(beat: _Beat) -> _Beat:
    return replace(beat, text=wholesentences_of(beat.text, _SHORT)) if beat.rank is Rank.CAME else beat


def heading_of(session: StorySession) -> Text:
    """The heading of a session or act; empty for what belongs to none."""
    match session.head:
        case SessionHead() as head:
            return (StorySpan(SpanKind.RECORD, session_title(head.session, head.title)),)
        case ChapterHead() as head:
            return (StorySpan(SpanKind.RECORD, head.title),)
    return ()


def title_of(scene: Scene) -> Text:
    """The title of a scene as it stands before what came of it; empty where it has none."""
    if scene.head is None or not scene.head.title:
        return ()
    title = scene.head.title
    stop = "" if title.endswith((".", "!", "?", "…")) else "." if ": " in title else ":"
    return (StorySpan(SpanKind.SAID, title), joint(stop)) if stop else (StorySpan(SpanKind.SAID, title),)


def evenly(lines: Sequence[Text], most: int) -> list[Text]:
    """Choose so many of these lines, from the first to the last, evenly."""
    return [lines[place] for place in places_of(len(lines), most)]


def places_of(many: int, most: int) -> list[int]:
    """The places of so many things at most among many, from the first to the last, evenly."""
    if many <= most or not most:
        return list(range(min(many, most)))
    if most == 1:
        return [many - 1]
    return [round(place * (many - 1) / (most - 1)) for place in range(most)]


def _fitting(beats: Sequence[_Beat], above: Sequence[int], room: int = ROOM) -> list[_Beat]:
    """Those for which there is room, in order: of a rank that does not fit as a whole, some, evenly.

    `above` are the words of the headings over each scene.
    """
    found: list[_Beat] = []
    headed = set[int]()
    for rank in Rank:
        ranked = [beat for beat in beats if beat.rank is rank]
        words = [len(plain(beat.text).split()) for beat in ranked]
        for most in range(min(len(ranked), room), 0, -1):
            places = places_of(len(ranked), most)
            scenes = {ranked[place].scene for place in places} - headed
            needed = sum(words[place] for place in places) + sum(above[scene] for scene in scenes)
            if needed <= room:
                found += [ranked[place] for place in places]
                room, headed = room - needed, headed | scenes
                break
    return sorted(found, key=lambda beat: (beat.scene, beat.place))


def _parts(
    story: Story, scenes: Sequence[tuple[StorySession, Scene]], chosen: Sequence[_Beat]
) -> Iterator[PagePart]:
    """The chosen ones under their headings. A session stands over its acts, also if it has no more."""
    said = {
        number: joined(title_of(scenes[number][1]), *_once(beats))
        for number, beats in groupby(chosen, key=lambda beat: beat.scene)
    }
    above: list[PagePart] = []
    for session in story.sessions:
        told = [said[n] for n, (of, _) in enumerate(scenes) if of is session and n in said]
        part = PagePart(heading=heading_of(session), scenes=tuple(told))
        if isinstance(session.head, SessionHead):
            above = []
        if told:
            yield from above
            yield part
            above = []
        elif isinstance(session.head, SessionHead):
            above = [part]


def _beats(number: int, scene: Scene) -> Iterator[_Beat]:
    """Yield the parts of a scene that are told in short, each at its place in it."""
    tests = dict(_tests(scene))
    ended = scene.end is not None and bool(scene.end.outcome)
    telling = [place for place in tests if _says_how(scene.parts[place])]
    last = max(telling or tests, default=-1)
    turns = [place for place, part in enumerate(scene.parts) if isinstance(part, Paragraph) and part.turned]
    led = {max((it for it in tests if it <= turn), default=-1) for turn in turns}
    for place, part in enumerate(scene.parts):
        if not isinstance(part, Paragraph):
            continue
        if place in tests:
            rank = Rank.OTHER if place != last or not scene.head else Rank.LAST if ended else Rank.CAME
            rank = Rank.LED if place in led and scene.head and rank is not Rank.CAME else rank
            told, brief = tests[place]
            yield _Beat(number, 3 * place, rank, told, test=True, brief=brief, position=part.positions[0])
        if part.cost:
            yield _Beat(number, 3 * place + 1, Rank.COST, wholesentences_of(part.cost), position=part.positions[0])
        if turned := joined(*(text for _, text in part.turned)):
            yield _Beat(number, 3 * place + 2, Rank.TURN, turned, position=part.positions[0])
    if scene.end is not None and scene.end.outcome:
        yield _Beat(number, 3 * len(scene.parts), Rank.CAME, scene.end.outcome, position=scene.end.position)


def _says_how(part: Paragraph | StoryRemark) -> bool:
    """True if somebody said what came of a test, and not the dice alone."""
    return isinstance(part, Paragraph) and any(span.role is SpanKind.SAID for span in part.outcome)


def _untold(number: int, scene: Scene) -> Iterator[_Beat]:
    """Yield the first sentences of its paragraphs, for a session of which nothing else is told."""
    if any(_beats(number, scene)):
        return
    for place, part in enumerate(scene.parts):
        if isinstance(part, Paragraph):
            text = wholesentences_of((part.aim and part.outcome) or part.text)
            yield _Beat(number, 3 * place, Rank.OTHER, text, position=part.positions[0])


def _tests(scene: Scene) -> Iterator[tuple[int, tuple[Text, Text]]]:
    """The tests of a scene that came to something, by the paragraph in which they did: aims and outcomes, and the
    same in brief.

    A test that goes on over several paragraphs is one. What else is done within it by others, such as treating
    somebody who was hurt in it, is no part of what was wanted.
    """
    aims: dict[str, Text] = {}
    came: dict[str, tuple[int, Text]] = {}
    for place, part in enumerate(scene.parts):
        if not isinstance(part, Paragraph):
            continue
        test = part.test or f"paragraph {place}"
        if part.aim:
            aims.setdefault(test, part.aim)
        named = _named(part.outcome)
        if part.outcome and (part.aim or not named or named & _named(aims.get(test, ()))):
            first, before = came.get(test, (place, ()))
            came[test] = (first, joined(before, part.outcome))
    for test, (place, outcome) in came.items():
        if aim := aims.get(test, ()):
            alone = _aims_alone(aim)
            yield place, (joined(alone, wholesentences_of(outcome)), joined(alone, sentences_of(outcome)[0]))


def _named(text: Text) -> frozenset[str]:
    return frozenset(span.text.partition(" ")[0] for span in text if span.role in NAMES)


def _aims_alone(aim: Text) -> Text:
    """The sentences of an aim that say who wants what, without how they go about it and what they risk."""
    first, *more = sentences_of(aim)
    wanted = (first, *(it for it in more if it[0].role in NAMES))
    return joined(*map(_without_means, wanted))


def _without_means(aim: Text) -> Text:
    for place, (before, span) in enumerate(pairwise(aim), 1):
        if span == joint(": ") and before.role is SpanKind.SAID:
            return stopped(aim[:place])
    return aim


def sentences_of(text: Text) -> list[Text]:
    """A text as the sentences that it was joined of."""
    found: list[list[StorySpan]] = [[]]
    for span in text:
        if span == joint(" ") and plain(found[-1]).rstrip("”’\"')").endswith((".", "!", "?", "…", "。")):
            found.append([])
        else:
            found[-1].append(span)
    return [tuple(it) for it in found if it]


def _once(beats: Iterable[_Beat]) -> Iterator[Text]:
    """Yield the texts of these; that somebody turned without its reason where that stands right before it."""
    before = ""
    for beat in beats:
        what, colon, reason = plain(beat.text).partition(": ")
        told = beat.rank is Rank.TURN and colon and reason.rstrip(".") in before
        yield stopped(up_to(beat.text, len(what))) if told else beat.text
        before = plain(beat.text)


def wholesentences_of(text: Text, signs: int = _SIGNS) -> Text:
    """As many whole sentences of a text as fit, and its first one at least."""
    said = plain(text)
    if len(said) <= signs:
        return text
    ends = sentence_ends(said)
    fitting = max((end for end in ends if end <= signs), default=min(ends, default=len(said)))
    return up_to(text, fitting)


def up_to(text: Iterable[StorySpan], signs: int) -> Text:
    """The beginning of a text, of exactly so many signs."""
    found: list[StorySpan] = []
    for span in text:
        if signs <= 0:
            break
        found.append(replace(span, text=span.text[:signs]))
        signs -= len(span.text)
    return tuple(found)
