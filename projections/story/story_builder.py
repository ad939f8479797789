"""A campaign told record by record: a paragraph is a test, or what happened between two; notes stand behind it.

A pure fold that hands out each part as soon as it is whole, so that a long campaign is never held in memory.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from domain.kernel import facts
from domain.kernel.facts import Fact
from domain.kernel.journal.notes import NoteWritten
from domain.kernel.journal.state import NoteForm
from domain.kernel.logged.chapters.entries import EntryLogged
from domain.kernel.logged.messages import ENTRY, LOGGED_SCENE, NOT_JUDGED
from domain.kernel.people import EVERYONE
from domain.kernel.wording.sentences import in_quotes
from ledger.answers import ToldRecord
from ledger.log.tags import JOURNAL_PREFIX, REWOUND
from projections.story.alike import alike, same_vote
from projections.story.draft import ParagraphDraft, is_play, once_headed, put_under_session, under_one
from projections.story.logged.entries import entry_lines, speaker_of, title_words, without_title
from projections.story.logged.repeats import CardTexts, ChatTab, Notices
from projections.story.model import (
    ChapterHead,
    Paragraph,
    Part,
    Prelude,
    Proof,
    SceneEnd,
    SceneHead,
    SessionHead,
    StoryRemark,
)
from projections.story.paragraphs import STORY, Composer
from projections.story.people import FrontMatter
from projections.story.pieces import (
    day_of,
    is_for_good,
    pieces_of,
    test_of,
    told_elsewhere,
    turned_by,
)
from projections.story.previously import CameBefore
from projections.story.sentences import CHARACTERS, Speech, as_prose, stopped, without_reason
from projections.story.subjects import NO_SUBJECTS, SubjectKind, Subjects, subjects_in
from projections.story.untold_session import UntoldSession
from projections.story.words import words_in
from projections.views.dates import titled
from projections.views.timeline import by_of

_MOST_RECORDS = 60
"""The most records that make one paragraph, where nothing else ends it."""
_LONGEST = 9
"""The most sentences in what happened between two tests."""
_LONGEST_TEST = 16
"""The most pieces in one paragraph of a test that goes on."""


def told_story(told: Iterable[ToldRecord], subjects: Subjects = NO_SUBJECTS) -> Iterator[Part]:
    """The parts of a story, from records as one listener may know them, in order. `subjects` were there before.

    The page of people stands in front where the first record is the campaign's.
    """
    yield from once_headed(_parts(told, subjects))


def _parts(told: Iterable[ToldRecord], subjects: Subjects) -> Iterator[Part]:
    builder: StoryBuilder | None = None
    for each in told:
        builder = builder or StoryBuilder(subjects, whole=each.record.position == 1)
        yield from builder.add(each)
    if builder is not None:
        yield from builder.end()


class StoryBuilder:
    """Takes records one by one and yields the parts that are complete."""

    def __init__(self, subjects: Subjects = NO_SUBJECTS, *, whole: bool = True) -> None:
        self._subjects = dict(subjects)
        self._speech = Speech()
        self._speech.know(self._subjects)
        self._front = FrontMatter() if whole else None
        self._before: list[Paragraph | StoryRemark] = []
        self._waiting: list[Part] = []
        self._told_texts: set[str] = set()
        self._last = ""
        self._speech_so_far: StoryRemark | None = None
        self._draft, self._untold = ParagraphDraft(), UntoldSession()
        self._place, self._captions = "", dict[int, str]()
        self._tab, self._notices, self._cards = ChatTab(), Notices(), CardTexts()
        self._fresh = False  # right under the head of a scene
        self._scene: tuple[str, str, tuple[str, ...]] = ("", "", ())
        self._open_scene: SceneHead | None = None  # set in a session that has begun, and going on
        self._in_session = False
        self._before_it = CameBefore()

    def add(self, told: ToldRecord) -> Iterator[Part]:
        """Add a record; the parts that are complete with it."""
        self._speech.names = told.retelling.names
        self._learn_subjects(told)
        tag = told.record.envelope.type
        if tag != ENTRY:
            yield from self._flush_speech()
        elif self._waiting:  # what was said in a session that was taken in is play, with no test and no scene
            yield from self._flush()
            yield from self._emit_front()
        if tag in (REWOUND, ENTRY) or tag.startswith(JOURNAL_PREFIX):
            yield from self._remark(told)
            self._fresh = False
            return
        heads = list(self._heads(told))
        if heads:
            yield from self._flush()
            yield from self._end_session(heads)
            if self._front is not None and self._is_before_sessions(heads):
                # A scene that is set when no session has begun is the first one of that session.
                self._waiting += heads
                return
            if self._front is not None and not any(isinstance(it, SceneHead) for it in heads):
                self._front.add(told, ())
                begins = isinstance(heads[0], SessionHead)  # what has no session is how it was set up
                if begins and self._waiting and all(isinstance(it, SceneHead) for it in self._waiting):
                    self._waiting = [*heads, *self._waiting]
                    yield from self._emit_front()
                elif self._waiting or begins:
                    self._waiting += heads
                return
            yield from self._emit_front()
            yield from heads
            return
        if self._waiting and is_play(told, self._subjects):
            yield from self._flush()
            yield from self._emit_front()
        yield from self._add_to_paragraph(told)

    def end(self) -> Iterator[Part]:
        """The parts that are complete now that nothing follows."""
        yield from self._flush_speech()
        yield from self._flush()
        # Where no character is ever made, nothing tells play from getting ready for it.
        nobody = not any(it.kind in CHARACTERS for it in self._subjects.values())
        if self._front is None or nobody:
            yield from self._emit_front(quiet=True)
            yield from self._untold.told(self._speech)
        yield from self._emit_front()

    def _end_session(self, heads: Sequence[Part]) -> Iterator[Part]:
        """Tell a session that ends here by the sentences of its records, where nothing else told it."""
        if any(isinstance(it, SceneHead) for it in heads):
            self._untold.discard()
        elif any(isinstance(it, SessionHead) for it in heads):
            if self._front is None:
                yield from self._untold.told(self._speech)
            elif self._waiting:
                self._waiting += self._untold.told(self._speech)
            self._untold.begin()
            self._cards.begin()

    def _is_before_sessions(self, heads: Sequence[Part]) -> bool:
        """True for the head of a scene where neither a session nor another scene has begun."""
        return not self._waiting and all(isinstance(it, SceneHead) for it in heads)

    def _emit_front(self, *, quiet: bool = False) -> Iterator[Part]:
        """The page in front, and the heads of sessions before play; with `quiet`, also what was done in them."""
        if self._front is not None:
            front, self._front = self._front, None
            prelude: Prelude = front.prelude(tuple(self._before), self._subjects)
            self._before = []
            yield prelude
            yield from under_one(part for part in self._waiting if quiet or not isinstance(part, Paragraph))
            self._waiting = []

    def _emit(self, part: Paragraph | StoryRemark) -> Iterator[Part]:
        if self._front is None:
            yield part
        elif not put_under_session(self._waiting, part):
            self._before.append(part)

    def _learn_subjects(self, told: ToldRecord) -> None:
        before = len(self._subjects)
        known = [it for it in subjects_in(told.retelling.facts) if it[1].kind is not SubjectKind.POWER]
        self._subjects = dict(subjects_in(told.retelling.facts)) | self._subjects | dict(known)
        if known or len(self._subjects) > before:
            self._speech.know(self._subjects)

    # --- what is written beside it -----------------------------------------------------------------------

    def _remark(self, told: ToldRecord) -> Iterator[Part]:
        event, retelling = told.record.event, told.retelling
        shown = next((fact for fact in retelling.facts if isinstance(fact, facts.FileShown)), None)
        anew = shown is None or self._captions.get(shown.file, "") != shown.caption
        logged = isinstance(event, EntryLogged)
        words = words_in(told) if anew and not (logged and self._front is None) else ()
        if not words and not logged:
            if self._front is None:
                self._draft.records.append((told.record.position, retelling.headline))
            else:
                self._front.add(told, ())
            return
        by, text, about = self._speech.names.get(by_of(told), by_of(told)), retelling.headline, None
        if isinstance(event, EntryLogged):
            title = self._scene[1] if self._fresh else ""
            by, text = speaker_of(event), without_title(entry_lines(event, text), title)
            if not text or self._notices.told_before(event):
                return
        for fact in retelling.facts:
            if isinstance(fact, facts.Told) and fact.form in ("note", "comment"):
                text, about = fact.text, fact.about_position
        if shown is not None:
            text, self._captions[shown.file] = shown.caption, shown.caption
        quoted = isinstance(event, NoteWritten) and event.form is NoteForm.QUOTE
        if isinstance(event, NoteWritten) and quoted:
            by, text = event.whose, in_quotes(text)
        remark = StoryRemark(
            position=told.record.position,
            kind=retelling.kind,
            by=by,
            text=text,
            secret=retelling.audience != EVERYONE,
            about=about,
            logged=logged,
            person="" if logged or quoted else by_of(told),
            voice=event.voice if isinstance(event, EntryLogged) and by and (event.text or event.rolls) else "",
            file=0 if shown is None else shown.file,
        )
        if self._front is not None:
            self._front.add(told, words)
        if logged:
            yield from self._flush()
            yield from self._emit_front()  # what is said in play that was taken in is play
            self._untold.discard()
            if said := self._tab.under(event, remark.text):
                yield from self._join_speech(replace(remark, text=self._cards.once(event, said)))
        elif self._draft.pieces:
            self._draft.remarks.append(remark)
        else:
            yield from self._flush()
            yield from self._emit(remark)

    def _join_speech(self, remark: StoryRemark) -> Iterator[Part]:
        """Join the remarks that one speaker makes in a row, under their name once."""
        before = self._speech_so_far
        if before is not None and (before.by, before.secret) == (remark.by, remark.secret):
            self._speech_so_far = replace(before, text=f"{before.text}\n{remark.text}")
            return
        yield from self._flush_speech()
        self._speech_so_far = remark

    def _flush_speech(self) -> Iterator[Part]:
        if self._speech_so_far is not None:
            said, self._speech_so_far = self._speech_so_far, None
            yield from self._emit(said)

    # --- what begins and ends ----------------------------------------------------------------------------

    def _heads(self, told: ToldRecord) -> Iterator[Part]:
        position, envelope = told.record.position, told.record.envelope
        for fact in told.retelling.facts:
            match fact:
                case facts.SessionOpened():
                    title = titled(title_words(fact.title, logged=fact.logged))
                    said = (day_of(told).removeprefix(title).removeprefix("; "), NOT_JUDGED if fact.logged else "")
                    when = "; ".join(it for it in said if it)
                    yield SessionHead(
                        position=position,
                        session=fact.session,
                        title=title,
                        when=when,
                        previously=self._before_it.lines(),
                    )
                    self._in_session = True
                    if self._open_scene is not None:
                        yield replace(self._open_scene, position=position)
                case facts.ChapterOpened():
                    yield ChapterHead(position=position, title=" ".join(fact.title.split()))
                case facts.SceneOpened():
                    head = self._scene_head(fact, position, envelope.fiction_time or "")
                    goes_on = replace(head, place="", when="", text="", demand="")
                    self._open_scene = goes_on if self._in_session else None
                    yield head
                case facts.SceneClosed():
                    yield self._scene_end(fact, position)

    def _scene_head(self, fact: facts.SceneOpened, position: int, when: str) -> SceneHead:
        title = " ".join(fact.title.split())
        place = " ".join(self._speech.names.get(fact.place, fact.place).split())
        differs = place.casefold() not in (title.casefold(), self._place.casefold(), "")
        self._place, self._scene, self._fresh = place, (fact.scene, title, fact.present), True
        self._speech.new_scene()
        return SceneHead(
            position=position,
            scene=fact.scene,
            title=title_words(title, logged=fact.scene.startswith(LOGGED_SCENE)) or place,
            place=place[:1].upper() + place[1:] if differs and title else "",
            when=" ".join(when.split()),
            present=self._speech.listed(fact.present),
            concerns=fact.present,
            text=as_prose(fact.text),
            demand=fact.demand.strip(),
        )

    def _scene_end(self, fact: facts.SceneClosed, position: int) -> SceneEnd:
        _, title, present = self._scene
        outcome = stopped((self._speech.said(fact.outcome),)) if fact.outcome.strip() else ()
        if outcome:
            self._before_it.scene_came_to(outcome)
        self._scene, self._open_scene = ("", "", ()), None
        return SceneEnd(position=position, scene=fact.scene, title=title, outcome=outcome, concerns=present)

    # --- what happens ------------------------------------------------------------------------------------

    def _add_to_paragraph(self, told: ToldRecord) -> Iterator[Part]:
        retelling = told.retelling
        story = [fact for fact in retelling.facts if isinstance(fact, STORY)]
        test = test_of(retelling.facts)
        begins = any(isinstance(fact, facts.Aim if story else facts.TestOpened) for fact in retelling.facts)
        secret, begins = retelling.audience != EVERYONE, begins and not self._continues_aim(story)
        votes = any(same_vote(it, story) for it in self._draft.pieces[-1:])
        follows = votes or any(isinstance(fact, facts.HeadlineTold) for fact in retelling.facts)
        if self._ends_paragraph(test, begins=begins, follows=follows, secret=secret):
            yield from self._flush()
        draft = self._draft
        words = () if told_elsewhere(told) else words_in(told)
        if self._front is not None:
            words = self._front.add(told, words)
        pieces = list(pieces_of(told, story, words, in_front=self._front is not None))
        if not pieces:
            self._untold.add(told)
            if self._front is not None:
                return
        draft.take(told, pieces, test, secret=secret)
        for fact in retelling.facts:
            draft.note(fact)
            if (whose := turned_by(fact, words)) is not None:
                draft.turned[whose] = stopped(self._speech.headline(retelling.headline, words))
                if is_for_good(fact, retelling.facts):
                    draft.gone.append(without_reason(draft.turned[whose]))

    def _continues_aim(self, story: Sequence[Fact]) -> bool:
        """True if the aim is the one that the paragraph has just begun with: a part of a longer test."""
        aims = [it.fact.text for it in self._draft.pieces if isinstance(it.fact, facts.Aim)]
        return not self._draft.closed and any(isinstance(fact, facts.Aim) and fact.text in aims for fact in story)

    def _ends_paragraph(self, test: str, *, begins: bool, follows: bool, secret: bool) -> bool:
        draft = self._draft
        if not draft.positions:
            return False
        if begins and (draft.pieces or draft.closed) and (not test or test != draft.test):
            return True
        if draft.test:
            return draft.texts >= _LONGEST_TEST or (draft.closed and bool(draft.remarks))
        apart = bool(draft.pieces) and draft.secret != secret  # what is not for everybody stands by itself
        long = len(alike(draft.pieces)) >= _LONGEST or len(draft.records) >= _MOST_RECORDS
        return bool(draft.remarks) or apart or (long and not follows) or len(draft.records) >= 2 * _MOST_RECORDS

    def _flush(self) -> Iterator[Part]:
        draft, self._draft = self._draft, ParagraphDraft()
        if not draft.positions:
            return
        same = bool(draft.test) and draft.test == self._last
        before = self._told_texts if same or self._front is not None else set()
        composer = Composer(self._speech, before, self._told_texts)
        composed = composer.compose(draft.pieces)
        self._last, self._told_texts = draft.test, composer.told_texts
        if draft.test and composed.aim:
            self._before_it.wanted(draft.test, composed.aim, closed=draft.closed)
        if not composed.text:
            for remark in draft.remarks:
                yield from self._emit(remark)
            # What nobody wrote a word about is folded into what follows.
            self._draft.records = draft.records[-_MOST_RECORDS:]
            return
        paragraph = Paragraph(
            positions=tuple(draft.positions),
            text=composed.text,
            kinds=tuple(draft.kinds),
            concerns=tuple(draft.concerns),
            test=draft.test,
            proof=Proof(draft.dice_in_words(), tuple(draft.records)),
            remarks=tuple(draft.remarks),
            aim=composed.aim,
            outcome=composed.outcome,
            cost=composed.cost,
            turned=tuple(draft.turned.items()),
            gone=tuple(draft.gone),
        )
        if self._front is None:
            self._before_it.left(draft.gone)
        if self._front is None and any(type(it.fact) is not facts.CharacterEntered for it in draft.pieces):
            self._untold.discard()
        yield from self._emit(paragraph)
