"""The records of a campaign, or of sessions of it, on their way into a file for one reader."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from domain.kernel.game import AnyGame
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Asker, Audience, Role, Viewer
from domain.kernel.sheet import Sheet
from domain.kernel.terms import PersonId
from exchange.documents.campaign.sessions import SessionRange, volumes
from exchange.documents.replay_page import MOST_RECORDS, Step
from ledger.answers import ToldRecord
from ledger.handle import CampaignHandle
from ledger.ledger import Ledger
from projections.audiences import as_told_to, audience_of
from projections.read_models import ReadModels
from projections.story.chronicle import chronicle as as_markdown
from projections.story.lengths import Length, after
from projections.story.lengths import about as only_about
from projections.story.model import Part
from projections.story.story_builder import told_story
from projections.story.subjects import NO_SUBJECTS, Subjects, subjects_of
from projections.views.recap import sessions_in, spans_of
from projections.views.sheets import seen_by, sheets_of

ANYBODY = Asker(PersonId(""), Role.READER)
"""Sees what the whole table may."""


class TooLong(Exception):
    """More records than one file holds; the sessions that a file does hold are in `parts`."""

    def __init__(self, records: int, parts: tuple[SessionRange, ...]) -> None:
        super().__init__(f"{records:,} records are more than the {MOST_RECORDS:,} that one file holds.")
        self.records = records
        self.parts = parts


class NoSuchSession(Exception):
    """A session that was never opened; the numbers of those that were are in `there`."""

    def __init__(self, wanted: SessionRange, there: tuple[int, ...]) -> None:
        super().__init__(f"There is no session {wanted}.")
        self.wanted = wanted
        self.there = there


@dataclass(slots=True)
class Telling:
    """A telling: the records retold, in the parts that they come in, and the recipient."""

    ledger: Ledger
    views: ReadModels
    slug: str
    spans: list[tuple[int, int]]
    recipient: Viewer | None
    """The one it is told to; None: what the whole table may know."""
    length: Length = Length.EVERYTHING
    whose: str | None = None
    heard: int = 0
    """From here on records are read, to know what came before those that are told."""
    progress: Callable[[int, int], None] = lambda done, total: None
    """Hears at each record how many of how many are done."""
    changed: str = ""
    """The time of the last record that was told so far, in UTC."""

    @property
    def since(self) -> int:
        """The position after which the records begin that are told."""
        return self.spans[0][0]

    @property
    def until(self) -> int:
        """The position of the last of them."""
        return self.spans[-1][1]

    @property
    def span(self) -> tuple[int, int]:
        """The records that are told: after the first position, up to the second."""
        return self.since, self.until

    @property
    def viewer(self) -> Viewer:
        """The viewer it is told to."""
        return self.recipient or ANYBODY

    @property
    def audience(self) -> Audience:
        """The audience it is told to."""
        return audience_of(self.recipient)

    def _moved(self, position: int) -> None:
        self.progress(max(0, position - self.since), max(1, self.until - self.since))

    def told(self) -> Iterator[ToldRecord]:
        """The records with everything in them; whoever draws them asks whom they are for."""
        first, *others = self.spans
        for since, until in ((self.heard, first[1]), *others):
            for told in self.ledger.told(self.slug, until, since):
                self._moved(told.record.position)
                self.changed = told.record.envelope.at
                yield told

    def story(self) -> Iterator[Part]:
        """The parts of the story, as its reader may know them."""
        mine = (it for each in self.told() if (it := as_told_to(self.audience, each)) is not None)
        parts = told_story(mine, self.subjects())
        parts = after(parts, self.since) if self.since else parts
        return parts if self.whose is None else only_about(parts, self.whose)

    def subjects(self) -> Subjects:
        """The people and powers that those know of who read on from the middle; from the beginning: nobody yet."""
        if not self.since:
            return NO_SUBJECTS
        views, slug, recipient = self.views, self.slug, self.recipient
        return subjects_of(views.roster(slug, recipient), views.relations(slug, recipient))

    def steps(self) -> Iterator[Step]:
        """The same records, each with the sheets of that moment as the recipient may see them."""
        handle, viewer = self.ledger.open(self.slug), self.viewer
        for told, moment in handle.told_with_moments(self.until, self.heard):
            at = told.record.position
            self._moved(at)
            if at > self.since and not any(since < at <= until for since, until in self.spans):
                continue  # another session, between two parts of this one
            yield told, partial(_sheets, handle.game, moment, viewer)


def _sheets(game: AnyGame, moment: AnyMoment, viewer: Viewer) -> list[Sheet]:
    return seen_by(viewer, sheets_of(game, moment))


def telling_of(
    ledger: Ledger,
    views: ReadModels,
    slug: str,
    sessions: SessionRange | None,
    recipient: Viewer | None,
    *,
    bounded: bool,
    length: Length = Length.EVERYTHING,
    whose: str | None = None,
) -> Telling:
    """A telling of these sessions, or of the whole campaign; `bounded` if its file holds so much and no more.

    Raises `NoSuchSession`, `TooLong`, and what is wrong with a log that is sound no further.
    """
    spans = _spans_told(ledger, views, slug, sessions)
    many = sum(last - first for first, last in spans)
    if bounded and many > MOST_RECORDS:
        raise TooLong(many, parts_that_fit(views, ledger.open(slug)))
    heard = _heard_from(ledger, views, slug, sessions, spans[0][0])
    return Telling(ledger, views, slug, spans, recipient, length, whose, heard)


def _spans_told(
    ledger: Ledger, views: ReadModels, slug: str, sessions: SessionRange | None
) -> list[tuple[int, int]]:
    if sessions is None:
        return [(0, ledger.head(slug))]
    sound = ledger.soundness(slug)
    if sound.beyond is not None and not sound.position:
        raise sound.beyond
    marks = views.marks(slug, at=sound.position)
    there = tuple(mark.session for mark in sessions_in(marks))
    try:
        spans = spans_of(marks, sessions.numbers, ledger.lines(slug), sound.position)
    except KeyError:
        if sound.beyond is not None:
            raise sound.beyond from None
        raise NoSuchSession(sessions, there) from None
    if sound.beyond is not None and there[-1] in sessions.numbers:
        raise sound.beyond  # nobody can say that this was all of it
    return spans


def text_up_to(ledger: Ledger, slug: str, head: int, audience: Audience) -> Iterator[str]:
    """The whole story up to a record as Markdown, in pieces, as an audience may know it."""
    game = ledger.game(ledger.find(slug).game)
    return as_markdown(ledger.told(slug, head), ledger.moment(slug, head).campaign, game.title, audience)


def _heard_from(ledger: Ledger, views: ReadModels, slug: str, sessions: SessionRange | None, since: int) -> int:
    """The position where the session before begins, by which these are introduced; for the first one that of the
    campaign, in which its scene may be set.
    """
    marks = views.marks(slug, at=since) if sessions and since else []
    before = [mark.position for mark in sessions_in(marks)]
    return ledger.lines(slug).parent(before[-1]) if before else 0 if sessions else since


def parts_that_fit(views: ReadModels, campaign: CampaignHandle) -> tuple[SessionRange, ...]:
    """The sessions of a campaign, in parts of which one file holds each; none where it holds them all."""
    head = campaign.head
    if head <= MOST_RECORDS:
        return ()
    return tuple(volumes(views.marks(campaign, at=head), campaign.lines, head, MOST_RECORDS))
