"""A campaign told record by record: a paragraph is a test, or what happened between two; notes stand behind it.

A pure fold that hands out each part as soon as it is whole, so that a long campaign is never held in memory.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from domain.kernel import facts
from domain.kernel.campaign.founding import CampaignFounded
from domain.kernel.facts import CharacterKind, Fact, Kind
from domain.kernel.logged.chapters.entries import EntryLogged
from domain.kernel.logged.messages import ENTRY, NOT_JUDGED
from domain.kernel.people import EVERYONE
from domain.kernel.wording import joining
from ledger.answers import Told
from ledger.log.tags import JOURNAL_PREFIX, REWOUND
from projections.story.model import (
    ChapterHead,
    Paragraph,
    Part,
    Prelude,
    Proof,
    Remark,
    SceneEnd,
    SceneHead,
    SessionHead,
    Span,
    Text,
)
from projections.story.paragraphs import STORY, Composer, Piece
from projections.story.people import Front, shorts_of
from projections.story.sentences import Speech, joint, stopped
from projections.story.words import AS_A_SENTENCE, words_in
from projections.views.dates import day_words
from projections.views.timeline import by_of, played_at

_MOST_RECORDS = 60
"""So many records make one paragraph at most, where nothing else ends it."""
_LONGEST = 9
"""So many sentences stand in what happened between two tests at most."""
_PREVIOUSLY = 4
_WORTH_SAYING = (facts.CharacterEntered, facts.CharacterLeft, facts.CharacterChanged, facts.Advanced)


@dataclass(slots=True)
class _Draft:
    """A paragraph in the making."""

    test: str = ""
    closed: bool = False
    secret: bool = False
    positions: list[int] = field(default_factory=list)
    records: list[tuple[int, str]] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    kinds: dict[Kind, None] = field(default_factory=dict)
    concerns: dict[str, None] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)
    readings: dict[str, str] = field(default_factory=dict)
    proof: str = ""


def told_story(
    told: Iterable[Told], members: Mapping[str, tuple[str, bool]] | None = None, *, whole: bool = True
) -> Iterator[Part]:
    """The parts of a story, from records as one listener may know them, in order.

    `members` are characters that were there before (id -> name, whether a player plays them). Without `whole`,
    the first record is not the campaign's first, and no page of people stands in front.
    """
    teller = Teller(members or {}, whole=whole)
    for each in told:
        yield from teller.hear(each)
    yield from teller.end()


class Teller:
    """Hears records and hands out parts."""

    def __init__(self, members: Mapping[str, tuple[str, bool]], *, whole: bool = True) -> None:
        self._members = dict(members)
        self._speech = Speech({}, shorts_of(self._members))
        self._front = Front() if whole else None
        self._before: list[Paragraph | Remark] = []
        self._draft = _Draft()
        self._place = ""
        self._scene: tuple[str, str, tuple[str, ...]] = ("", "", ())
        self._came: list[Text] = []
        self._open: dict[str, Text] = {}
        self._sessions = 0

    def hear(self, told: Told) -> Iterator[Part]:
        """One more record; the parts that are whole with it."""
        self._speech.names = told.retelling.names
        self._know(told)
        tag = told.record.envelope.type
        if tag in (REWOUND, ENTRY) or tag.startswith(JOURNAL_PREFIX):
            yield from self._remark(told)
            return
        heads = list(self._heads(told))
        if heads:
            yield from self._flush()
            if self._front is not None and not any(isinstance(it, SessionHead | SceneHead) for it in heads):
                self._front.hear(told, ())
                return
            yield from self._opened()
            yield from heads
            return
        yield from self._happens(told)

    def end(self) -> Iterator[Part]:
        """The parts that are whole now that nothing follows."""
        yield from self._flush()
        yield from self._opened()

    def _opened(self) -> Iterator[Part]:
        if self._front is not None:
            front, self._front = self._front, None
            prelude: Prelude = front.prelude(tuple(self._before))
            self._before = []
            yield prelude

    def _out(self, part: Paragraph | Remark) -> Iterator[Part]:
        if self._front is not None:
            self._before.append(part)
        else:
            yield part

    def _know(self, told: Told) -> None:
        for fact in told.retelling.facts:
            if isinstance(fact, facts.CharacterEntered):
                self._members[fact.character] = fact.name, fact.character_kind is CharacterKind.PLAYERS
                self._speech.shorts = shorts_of(self._members)

    # --- what is written beside it -----------------------------------------------------------------------

    def _remark(self, told: Told) -> Iterator[Part]:
        event, retelling, position = told.record.event, told.retelling, told.record.position
        if not (words := words_in(told)) and not isinstance(event, EntryLogged):
            if self._front is not None:
                self._front.hear(told, ())
            else:
                self._draft.records.append((position, retelling.headline))
            return
        by, text, about = self._speech.names.get(by_of(told), by_of(told)), retelling.headline, None
        logged = isinstance(event, EntryLogged)
        if isinstance(event, EntryLogged):
            by = " ".join(event.speaker.split())
            text = text.removeprefix(event.speaker).removeprefix(":").removeprefix(" ·").strip()
        for fact in retelling.facts:
            if isinstance(fact, facts.Told) and fact.form in ("note", "comment"):
                text, about = fact.text, fact.about_position
        secret = retelling.audience != EVERYONE
        remark = Remark(
            position=position, kind=retelling.kind, by=by, text=text, secret=secret, about=about, logged=logged
        )
        if self._front is not None:
            self._front.hear(told, words)
        if self._draft.pieces and not logged:
            self._draft.remarks.append(remark)
        else:
            yield from self._flush()
            yield from self._out(remark)

    # --- what begins and ends ----------------------------------------------------------------------------

    def _heads(self, told: Told) -> Iterator[Part]:
        position, envelope = told.record.position, told.record.envelope
        for fact in told.retelling.facts:
            match fact:
                case facts.SessionOpened():
                    when = "; ".join(it for it in (_day(told), NOT_JUDGED if fact.logged else "") if it)
                    yield SessionHead(
                        position=position,
                        session=fact.session,
                        title=" ".join(fact.title.split()),
                        when=when,
                        previously=self._previously(),
                    )
                case facts.ChapterOpened():
                    yield ChapterHead(position=position, title=" ".join(fact.title.split()))
                case facts.SceneOpened():
                    yield self._scene_head(fact, position, envelope.fiction_time or "")
                case facts.SceneClosed():
                    yield self._scene_end(fact, position)

    def _scene_head(self, fact: facts.SceneOpened, position: int, when: str) -> SceneHead:
        title = " ".join(fact.title.split())
        place = " ".join(self._speech.names.get(fact.place, fact.place).split())
        differs = place.casefold() not in (title.casefold(), self._place.casefold(), "")
        self._place, self._scene = place, (fact.scene, title, fact.present)
        self._speech.new_scene()
        present: list[Span] = []
        for who in fact.present:
            present += [*([joint(", ")] if present else []), self._speech.name(who)]
        return SceneHead(
            position=position,
            scene=fact.scene,
            title=title or place,
            place=place if differs and title else "",
            when=" ".join(when.split()),
            present=tuple(present),
            concerns=fact.present,
            text=fact.text.strip(),
            demand=fact.demand.strip(),
        )

    def _scene_end(self, fact: facts.SceneClosed, position: int) -> SceneEnd:
        _, title, present = self._scene
        outcome = stopped((self._speech.said(fact.outcome),)) if fact.outcome.strip() else ()
        if outcome:
            self._came.append(outcome)
        self._scene = "", "", ()
        return SceneEnd(position=position, scene=fact.scene, title=title, outcome=outcome, concerns=present)

    def _previously(self) -> tuple[Text, ...]:
        still = [(joint(f"{joining.STILL_OPEN}: "), *aim) for aim in list(self._open.values())[-1:] if aim]
        lines = (*self._came[-(_PREVIOUSLY - len(still)) :], *still)
        self._came, self._sessions = [], self._sessions + 1
        return lines

    # --- what happens ------------------------------------------------------------------------------------

    def _happens(self, told: Told) -> Iterator[Part]:
        retelling, position = told.retelling, told.record.position
        story = [fact for fact in retelling.facts if isinstance(fact, STORY)]
        test = _test_of(retelling.facts)
        begins = any(isinstance(fact, facts.Aim | facts.TestOpened) for fact in retelling.facts)
        secret = retelling.audience != EVERYONE
        if self._ends_before(test, begins=begins, secret=secret):
            yield from self._flush()
        draft = self._draft
        words = words_in(told) if not isinstance(told.record.event, CampaignFounded) else ()
        if self._front is not None:
            words = tuple(word for word in self._front.hear(told, words) if len(word.split()) >= AS_A_SENTENCE)
        pieces = list(_pieces(told, story, words, in_front=self._front is not None))
        if self._front is not None and not pieces:
            return
        draft.secret = draft.secret or secret
        draft.test = draft.test or test
        draft.positions.append(position)
        draft.records.append((position, retelling.headline))
        draft.pieces += pieces
        draft.kinds[retelling.kind] = None
        draft.concerns |= dict.fromkeys((*retelling.concerns, *(it.who for it in story if getattr(it, "who", ""))))
        for fact in retelling.facts:
            if isinstance(fact, facts.TestClosed):
                draft.closed = True
            elif isinstance(fact, facts.Outcome) and fact.proof:
                draft.proof = fact.proof
            elif isinstance(fact, facts.DiceRolled):
                draft.readings[fact.roller] = _reading(fact)

    def _ends_before(self, test: str, *, begins: bool, secret: bool) -> bool:
        draft = self._draft
        if not draft.positions:
            return False
        if begins and (draft.pieces or draft.closed) and (not test or test != draft.test):
            return True
        if draft.test and not draft.closed:
            return False
        if draft.pieces and draft.secret != secret:
            return True  # what is not for everybody stands by itself
        return bool(draft.remarks) or len(draft.pieces) >= _LONGEST or len(draft.records) >= _MOST_RECORDS

    def _flush(self) -> Iterator[Part]:
        draft, self._draft = self._draft, _Draft()
        if not draft.positions:
            return
        composed = Composer(self._speech).compose(draft.pieces)
        if draft.test and composed.aim:
            self._open[draft.test] = composed.aim
            if draft.closed:
                self._open.pop(draft.test)
        if not composed.text:
            if draft.remarks:
                for remark in draft.remarks:
                    yield from self._out(remark)
            # What nobody wrote a word about is folded into what follows.
            self._draft.records = draft.records[-_MOST_RECORDS:]
            return
        shown = draft.proof or ", ".join(reading for reading in draft.readings.values() if reading)
        paragraph = Paragraph(
            positions=tuple(draft.positions),
            text=composed.text,
            kinds=tuple(draft.kinds),
            concerns=tuple(draft.concerns),
            test=draft.test,
            proof=Proof(shown, tuple(draft.records)),
            remarks=tuple(draft.remarks),
            aim=composed.aim,
            outcome=composed.outcome,
        )
        yield from self._out(paragraph)


def _pieces(told: Told, story: Sequence[Fact], words: tuple[str, ...], *, in_front: bool) -> Iterator[Piece]:
    retelling = told.retelling
    secret = retelling.audience != EVERYONE
    entered = [fact for fact in retelling.facts if type(fact) is facts.CharacterEntered]
    for fact in story:
        yield Piece(fact=fact, secret=secret)
    if words and in_front:
        yield Piece(words=words, secret=secret)
    elif words:
        yield Piece(headline=retelling.headline, words=words, secret=secret)
    elif entered and not in_front:
        yield from (Piece(fact=fact, secret=secret) for fact in entered)
    elif not story and not in_front and _worth_saying(retelling.facts):
        yield Piece(headline=retelling.headline, secret=secret)


def _worth_saying(told: Iterable[Fact]) -> bool:
    return any(
        isinstance(fact, _WORTH_SAYING) or (isinstance(fact, facts.StateChanged) and fact.lasting) for fact in told
    )


def _test_of(told: Iterable[Fact]) -> str:
    for fact in told:
        if test := getattr(fact, "test", ""):
            return str(test)
    return ""


def _reading(fact: facts.DiceRolled) -> str:
    faces = [str(die.face) for die in fact.dice if not die.extra]
    return fact.reading.partition(":")[0] or " and ".join(
        (", ".join(faces[:-1]), faces[-1]) if len(faces) > 1 else faces
    )


def _day(told: Told) -> str:
    day = day_words(played_at(told))
    fiction = " ".join((told.record.envelope.fiction_time or "").split())
    return "; ".join(it for it in (day, fiction) if it)
