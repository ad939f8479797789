"""The recording in which a moment is heard, for whoever looks."""

from collections.abc import Callable, Iterable

from dashboard.ui.position_cache import Remembered
from domain.kernel.journal.attached.state import AttachedFile, shown
from domain.kernel.journal.attached.terms import FileRole
from domain.kernel.people import Viewer
from ledger.handle import CampaignHandle
from projections.read_models import Filter, ReadModels
from projections.views.timeline import TimelineEntry
from projections.views.voices import Heard, heard_at


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
