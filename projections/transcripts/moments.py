"""Moments of play at which the lines of a transcript were said, by the ties of the recording it goes with."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from domain.kernel.journal.attached.state import AttachedFile, shown
from domain.kernel.journal.attached.terms import BelongsTo, FileRole
from domain.kernel.people import Asker, Audience, Role, Viewer, narrower
from domain.kernel.terms import PersonId
from ledger.handle import CampaignHandle
from ledger.log.tags import FILE_ATTACHED, JOURNAL_PREFIX
from projections.tables.selection import Filter
from projections.views.timeline import TimelineEntry
from projections.views.voices import second_at, time_of

if TYPE_CHECKING:
    from projections.read_models import ReadModels

_MOST = 20_000
"""The most records of an evening among which a moment is looked for."""
_ALL = Asker(PersonId(""), Role.GM)


@dataclass(frozen=True, slots=True)
class PlacedMoment:
    """A moment of play, when that was, and whether a tie tells of it."""

    position: int
    when: str
    tied: bool


@dataclass(frozen=True, slots=True)
class HeardSession:
    """The moments of an evening that somebody knows of, and the recording of it that they may open."""

    recording: AttachedFile | None
    ties: tuple[tuple[float, float], ...]
    """Seconds of the recording, with the times of the table, in their order."""
    times: tuple[tuple[float, TimelineEntry], ...]
    otherwise: TimelineEntry | None
    """The record to which a line leads that no tie places."""

    @classmethod
    def of(
        cls, views: "ReadModels", campaign: CampaignHandle, viewer: Viewer, transcript: AttachedFile
    ) -> "HeardSession":
        """The evening of a transcript, as this viewer may know it."""
        recording = recording_of(campaign.now.journal.files, transcript, viewer)
        ties: tuple[tuple[float, float], ...] = ()
        times: tuple[tuple[float, TimelineEntry], ...] = ()
        if recording is not None and recording.ties:
            places = tuple(tie.position for tie in recording.ties)
            found = views.timeline(campaign, viewer, where=Filter(among=places), limit=len(places))
            at = {it.position: time for it in found if (time := time_of(it)) is not None}
            ties = tuple(
                sorted((tie.milliseconds / 1000, at[tie.position]) for tie in recording.ties if tie.position in at)
            )
            times = _times(views, campaign, viewer, {it.session for it in found}) if ties else ()
        heard = recording if recording is not None and recording.opened_by(viewer) else None
        return cls(heard, ties, times, _of_what_it_belongs_to(views, campaign, viewer, transcript))

    def moment_at(self, milliseconds: int) -> PlacedMoment:
        """The moment nearest to a time of the recording."""
        if self.ties and self.times:
            when = second_at(self.ties, milliseconds / 1000)
            after = bisect_left(self.times, when, key=lambda it: it[0])
            near = min(self.times[max(0, after - 1) : after + 1], key=lambda it: abs(it[0] - when))[1]
            return PlacedMoment(near.position, near.happened_at or near.at, tied=True)
        if self.otherwise is None:
            return PlacedMoment(1, "", tied=False)
        return PlacedMoment(self.otherwise.position, self.otherwise.happened_at or self.otherwise.at, tied=False)


def recording_of(files: Sequence[AttachedFile], transcript: AttachedFile, viewer: Viewer) -> AttachedFile | None:
    """The recording that a transcript goes with: of the same evening; of several, that of the same name, then one
    that is tied, then the last.
    """
    found = [
        (_stem(it) == _stem(transcript), bool(it.ties), it.number, it)
        for it in shown(files, viewer)
        if it.role is FileRole.RECORDING and it.media.startswith(("audio/", "video/"))
    ]
    found = [it for it in found if it[3].belongs == transcript.belongs or it[0]]
    return max(found, key=lambda it: it[:3])[3] if found else None


def _stem(file: AttachedFile) -> str:
    return PurePosixPath(file.name).stem.casefold()


def transcript_of(files: Sequence[AttachedFile], recording: AttachedFile, viewer: Viewer) -> AttachedFile | None:
    """The transcript that goes with a recording, if this viewer may open one; of several, that of the same name,
    then the last.
    """
    found = transcripts_with(files, recording, viewer)
    return max(found, key=lambda it: (_stem(it) == _stem(recording), it.number)) if found else None


def transcripts_with(files: Sequence[AttachedFile], recording: AttachedFile, viewer: Viewer) -> list[AttachedFile]:
    """The transcripts of a recording that this viewer may open, in the order they were attached."""
    return [
        it
        for it in shown(files, viewer)
        if it.role is FileRole.TRANSCRIPT
        and it.opened_by(viewer)
        and (its := recording_of(files, it, viewer)) is not None
        and its.number == recording.number
    ]


def read_by_others(
    files: Sequence[AttachedFile], recording: AttachedFile, viewer: Viewer, audience: Audience
) -> list[AttachedFile]:
    """The transcripts of a recording that would still be for others, were it for this audience: a transcript does
    not follow its recording.
    """
    found = transcripts_with(files, recording, viewer)
    return [it for it in found if narrower(it.audience, audience) != it.audience]


def _times(
    views: "ReadModels", campaign: CampaignHandle, viewer: Viewer, sessions: set[int]
) -> tuple[tuple[float, TimelineEntry], ...]:
    found = [
        (time, it)
        for session in sessions
        for it in views.timeline(campaign, viewer, where=Filter(session=session), limit=_MOST)
        if _is_play(it) and (time := time_of(it)) is not None
    ]
    return tuple(sorted(found, key=lambda it: (it[0], it[1].position)))


def _is_play(it: TimelineEntry) -> bool:
    """False for what was written into the journal later: that was not said then."""
    return it.happened_at is not None or not it.type.startswith(JOURNAL_PREFIX)


def _of_what_it_belongs_to(
    views: "ReadModels", campaign: CampaignHandle, viewer: Viewer, transcript: AttachedFile
) -> TimelineEntry | None:
    """The record of the moment or of the session's beginning that it belongs to; else that which attached it."""
    position = None
    to = transcript.belongs
    if to.kind is BelongsTo.RECORD:
        position = to.number
    elif to.kind is BelongsTo.SESSION:
        marks = views.marks(campaign, viewer=viewer)
        position = next((it.position for it in marks if it.form == "session" and it.session == to.number), None)
    if position is None:  # files are counted in the order in which they were attached
        attached = views.timeline(campaign, _ALL, where=Filter(type=FILE_ATTACHED), limit=transcript.number)
        position = attached[-1].position if attached else None
    near = [] if position is None else views.timeline(campaign, viewer, where=Filter(among=(position,)), limit=1)
    return near[0] if near else None
