"""The recording in which a moment is heard, and the lines of its transcript, as one viewer may have them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from dashboard.ui.position_cache import Remembered
from domain.kernel.journal.attached.state import AttachedFile, shown
from domain.kernel.journal.attached.terms import FileRole
from domain.kernel.people import Viewer
from ledger.handle import CampaignHandle
from projections.read_models import Filter, ReadModels
from projections.transcripts.finding import SpokenLine, transcripts_of
from projections.transcripts.moments import recording_of, transcript_of
from projections.views.timeline import TimelineEntry
from projections.views.voices import LEAD, Heard, heard_at

_AFTER = 20.0
"""Seconds after a moment whose words are still shown with it."""
_BEFORE_IT, _AFTER_IT = 2, 4
"""Lines shown around one that was asked for."""
_LONGEST = 9
"""Digits of a number in an address."""


def voices_of(campaign: CampaignHandle, viewer: Viewer) -> list[AttachedFile]:
    """The recordings tied to moments that this viewer may hear."""
    files = campaign.now.journal.files
    return [
        it for it in shown(files, viewer) if it.role is FileRole.RECORDING and it.ties and it.opened_by(viewer)
    ]


def hear(
    campaign: CampaignHandle, views: ReadModels, remembered: Remembered, viewer: Viewer, here: TimelineEntry | None
) -> Heard | None:
    """Find where the moment of an entry is heard; None where no recording has it."""
    if here is None:
        return None
    return hearing(campaign, views, remembered, viewer, [here])(here.position)


def hearing(
    campaign: CampaignHandle,
    views: ReadModels,
    remembered: Remembered,
    viewer: Viewer,
    entries: Iterable[TimelineEntry],
) -> Callable[[int], Heard | None]:
    """The function that finds where the moments of these entries are heard, by their positions."""
    recordings = voices_of(campaign, viewer)
    if not recordings:
        return lambda position: None
    positions = tuple(sorted({tie.position for it in recordings for tie in it.ties}))

    def tied() -> dict[int, TimelineEntry]:
        asked = Filter(among=positions)
        found = views.timeline(campaign, viewer, where=asked, limit=len(positions))
        return {entry.position: entry for entry in found}

    known = remembered.once(campaign, viewer, ("tied", positions), tied)
    known = {**known, **{entry.position: entry for entry in entries}}
    return lambda position: heard_at(recordings, known, position)


# --- what was said ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class AudibleLine:
    """A line of a transcript with those around it, and the recording of it that this viewer may open."""

    transcript: AttachedFile
    line: SpokenLine
    around: tuple[SpokenLine, ...]
    recording: AttachedFile | None


def said_at(campaign: CampaignHandle, views: ReadModels, viewer: Viewer, heard: Heard | None) -> list[SpokenLine]:
    """The words around a moment that is heard, where there is a transcript of it."""
    if heard is None:
        return []
    transcript = transcript_of(campaign.now.journal.files, heard.file, viewer)
    if transcript is None:
        return []
    begun, ended = heard.second, heard.second + LEAD + _AFTER
    return views.spoken.said_between(campaign.entry.id, transcript.digest, int(begun * 1000), int(ended * 1000))


def line_asked(campaign: CampaignHandle, views: ReadModels, viewer: Viewer, asked: str) -> AudibleLine | None:
    """The line that an address asks for, as `FILE.LINE`; None where there is none that this viewer may read."""
    file, _dot, n = asked.partition(".")
    if not all(it.isascii() and it.isdigit() and len(it) <= _LONGEST for it in (file, n)):
        return None
    files = campaign.now.journal.files
    transcript = next((it for it in transcripts_of(files, viewer) if it.number == int(file)), None)
    if transcript is None:
        return None
    first, last = int(n) - _BEFORE_IT, int(n) + _AFTER_IT
    around = views.spoken.lines(campaign.entry.id, transcript.digest, first, last)
    line = next((it for it in around if it.n == int(n)), None)
    if line is None:
        return None
    recording = recording_of(files, transcript, viewer)
    heard = recording if recording is not None and recording.opened_by(viewer) else None
    return AudibleLine(transcript=transcript, line=line, around=tuple(around), recording=heard)
