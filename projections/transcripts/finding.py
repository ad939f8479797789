"""Spoken words found in the transcripts that somebody may open, each led back to its moment of play."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

import sqlalchemy as sql

from domain.kernel.journal.attached.state import AttachedFile, shown
from domain.kernel.journal.attached.terms import BelongsTo, FileRole
from domain.kernel.people import Asker, Role, Viewer
from domain.kernel.terms import PersonId
from ledger.errors import LedgerError
from ledger.handle import CampaignHandle
from ledger.ledger import Ledger
from ledger.log.entry import CampaignEntry as CampaignEntry
from projections.tables.search.context import ExcerptPiece, context_of, first_found
from projections.tables.search.query import SearchWords, Wanted, words_of
from projections.transcripts.cues import Utterance
from projections.transcripts.moments import HeardSession
from projections.transcripts.projector import SpokenProjector
from projections.transcripts.tables import LINES, TRANSCRIPTS
from projections.views.timeline import folded

if TYPE_CHECKING:
    from projections.read_models import ReadModels

MOST = 400
"""The most lines that are led back to their moments at a time."""
ViewerOf = Callable[[CampaignHandle], Viewer]
"""The function from a campaign to whoever looks at it."""


def viewing_as(person: PersonId | None, *, everything: bool) -> ViewerOf:
    """The viewer that a person is in each campaign; without one somebody without a seat, or each GM."""
    if everything:
        return lambda campaign: Asker(PersonId(campaign.now.campaign.gm or ""), Role.GM)
    return lambda campaign: campaign.now.campaign.asker(person or "")


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenLine:
    """A line of a transcript."""

    n: int
    begun: int
    """Milliseconds, as all times here."""
    ended: int
    speaker: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """A line that was found, and the moment at which it was said."""

    campaign: str
    """Its slug."""
    title: str
    file: int
    """The number of the transcript."""
    name: str
    """The caption of the transcript, else its name."""
    n: int
    begun: int
    """The time at which the words that were found begin."""
    ended: int
    speaker: str
    context: tuple[ExcerptPiece, ...]
    position: int
    when: str
    """The time of that moment, as its record has it."""
    tied: bool
    """False where nobody has tied the recording: the moment is then that of what the transcript belongs to."""
    recording: int | None
    """The number of the recording of it that whoever looks may open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenFound:
    """The lines found, the best first, and how many there are."""

    total: int = 0
    hits: tuple[Spoken, ...] = ()


class SpokenWords:
    """Finds what was said aloud. What somebody may not open is left out before anything is ranked or counted."""

    def __init__(self, ledger: Ledger, projector: SpokenProjector) -> None:
        self.projector = projector
        self._ledger = ledger

    def find(
        self,
        views: "ReadModels",
        wanted: Wanted,
        viewer_of: ViewerOf,
        entries: Iterable[CampaignEntry],
        limit: int,
    ) -> SpokenFound:
        """Find the lines wanted in these campaigns. Only words are looked for; a kind of moment they have none."""
        words = words_of(wanted.words)
        if not words.phrases or wanted.kind is not None or not self.projector.ready():
            return SpokenFound()
        asked = [it for it in entries if _is_wanted(it, wanted)]
        self.projector.catch_up(it.id for it in asked)
        opened = {number: it for it in self._opened(asked, viewer_of) for number in it.numbered}
        opened = {number: it for number, it in opened.items() if wanted.session in (None, it.session_of(number))}
        if not opened:
            return SpokenFound()
        rows = self._rows(words, opened, wanted)
        sessions: dict[int, HeardSession] = {}
        found = []
        for row in rows[: limit if wanted.since is None and wanted.until is None else MOST]:
            it = opened[row.number]
            if row.number not in sessions:
                sessions[row.number] = HeardSession.of(views, it.campaign, it.viewer, it.numbered[row.number])
            found.append(_hit(row, words, it, sessions[row.number]))
        if wanted.since is None and wanted.until is None:
            return SpokenFound(total=len(rows), hits=tuple(found))
        within = [it for it in found if (wanted.since or "") <= it.when < (wanted.until or "~")]
        return SpokenFound(total=len(within), hits=tuple(within[:limit]))

    def lines(self, campaign: UUID, digest: str, first: int, last: int) -> list[SpokenLine]:
        """Lines of a transcript by their numbers, from `first` to `last`, for who was seen to be one who may."""
        return self._read(campaign, digest, LINES.c.n.between(first, last))

    def said_between(self, campaign: UUID, digest: str, begun: int, ended: int) -> list[SpokenLine]:
        """Lines of a transcript by time: those that are heard from `begun` to `ended`."""
        return self._read(campaign, digest, (LINES.c.ended > begun) & (LINES.c.begun < ended))

    def _read(self, campaign: UUID, digest: str, which: sql.ColumnElement[bool]) -> list[SpokenLine]:
        if not self.projector.ready():
            return []
        self.projector.catch_up([campaign])
        of = sql.select(TRANSCRIPTS.c.number).where(
            TRANSCRIPTS.c.campaign == str(campaign), TRANSCRIPTS.c.digest == digest
        )
        asked = sql.select(LINES).where(LINES.c.number == of.scalar_subquery(), which).order_by(LINES.c.n)
        with self.projector.database.reading() as connection:
            rows = connection.execute(asked).all()
        return [
            SpokenLine(n=it.n, begun=it.begun, ended=it.ended, speaker=it.speaker, text=it.text) for it in rows
        ]

    # --- who may open it --------------------------------------------------------------------------------

    def _opened(self, entries: Sequence[CampaignEntry], viewer_of: ViewerOf) -> Iterable["_Opened"]:
        asked = sql.select(TRANSCRIPTS.c.number, TRANSCRIPTS.c.campaign, TRANSCRIPTS.c.digest)
        with self.projector.database.reading() as connection:
            rows = connection.execute(asked.where(TRANSCRIPTS.c.lines > 0)).all()
        for entry in entries:
            numbers = {row.digest: row.number for row in rows if row.campaign == str(entry.id)}
            if not numbers:
                continue
            try:
                campaign = self._ledger.open(entry.slug)
                viewer = viewer_of(campaign)
                files = transcripts_of(campaign.now.journal.files, viewer)
            except LedgerError:
                continue  # whoever opens it will be told why
            numbered = {numbers[it.digest]: it for it in reversed(files) if it.digest in numbers}
            yield _Opened(campaign, viewer, numbered)

    # --- the query -------------------------------------------------------------------------------------

    def _rows(self, words: SearchWords, opened: dict[int, "_Opened"], wanted: Wanted) -> list[sql.Row[Any]]:
        index, numbers = self.projector.index, sorted(opened)
        with self.projector.database.reading() as connection:
            if index is not None:
                hits = index.hits(words, numbers)
                source = hits.join(LINES, (LINES.c.number == hits.c.number) & (LINES.c.n == hits.c.position))
                query = sql.select(LINES).select_from(source).order_by(hits.c.rank, LINES.c.number, LINES.c.n)
                rows = list(connection.execute(query).all())
            else:
                query = sql.select(LINES).where(LINES.c.number.in_(numbers)).order_by(LINES.c.number, LINES.c.n)
                rows = [row for row in connection.execute(query) if _contains(folded(row.text), words)]
        return [row for row in rows if opened[row.number].speaks(wanted, row.speaker)]


@dataclass(frozen=True, slots=True)
class _Opened:
    """A campaign as somebody sees it, with the transcripts they may open, by number of the transcript."""

    campaign: CampaignHandle
    viewer: Viewer
    numbered: dict[int, AttachedFile]

    def session_of(self, number: int) -> int | None:
        """The number of the session that a transcript belongs to."""
        to = self.numbered[number].belongs
        return to.number if to.kind is BelongsTo.SESSION else None

    def speaks(self, wanted: Wanted, speaker: str) -> bool:
        """True if a name in a transcript is that of somebody at the table who is wanted; true if nobody is."""
        if wanted.by is None and not wanted.by_whom:
            return True
        here = str(self.campaign.entry.id)
        asked = {wanted.by, *(person for campaign, person in wanted.by_whom if campaign == here)}
        seats = self.campaign.now.campaign.people
        return any(is_called(speaker, seats[it].name) for it in seats.keys() & asked)


def is_called(speaker: str, name: str) -> bool:
    """True if a speaker is written as somebody is called: by the whole name, or by the first word of it."""
    said, known = folded(speaker).split(), folded(name).split()
    return bool(said) and said in (known, known[:1])


def transcripts_of(files: Sequence[AttachedFile], viewer: Viewer) -> list[AttachedFile]:
    """The transcripts that this viewer may open."""
    return [it for it in shown(files, viewer) if it.role is FileRole.TRANSCRIPT and it.opened_by(viewer)]


def _is_wanted(entry: CampaignEntry, wanted: Wanted) -> bool:
    named = wanted.campaigns is None or entry.slug in wanted.campaigns or str(entry.id) in wanted.campaigns
    return named and wanted.game in (None, entry.game)


def _contains(text: str, words: SearchWords) -> bool:
    wanted = all(folded(piece) in text for piece in words.typed)
    return wanted and not any(" ".join(phrase.terms) in text for phrase in words.without)


def _hit(row: sql.Row[Any], words: SearchWords, it: _Opened, session: HeardSession) -> Spoken:
    line = Utterance(row.begun, row.ended, row.speaker, row.text, tuple(json.loads(row.marks)))
    begun = line.at(first_found(row.text, words.phrases))
    file, moment = it.numbered[row.number], session.moment_at(begun)
    return Spoken(
        campaign=it.campaign.slug,
        title=it.campaign.now.campaign.title,
        file=file.number,
        name=file.caption or file.name,
        n=row.n,
        begun=begun,
        ended=row.ended,
        speaker=row.speaker,
        context=context_of(row.text, words.phrases),
        position=moment.position,
        when=moment.when,
        tied=moment.tied,
        recording=session.recording.number if session.recording else None,
    )
