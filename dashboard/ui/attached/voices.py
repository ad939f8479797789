"""The recording in which a moment is heard, for whoever looks."""

from dashboard.ui.position_cache import Remembered
from domain.kernel.journal.attached.state import AttachedFile, shown
from domain.kernel.journal.attached.terms import FileRole
from domain.kernel.people import Viewer
from ledger.handle import CampaignHandle
from projections.read_models import Filter, ReadModels
from projections.views.timeline import Entry
from projections.views.voices import Heard, heard_at


def voices_of(campaign: CampaignHandle, viewer: Viewer) -> list[AttachedFile]:
    """The recordings tied to moments that this viewer may hear."""
    files = campaign.now.journal.files
    return [
        it for it in shown(files, viewer) if it.role is FileRole.RECORDING and it.ties and it.opened_by(viewer)
    ]


def hear(
    campaign: CampaignHandle, views: ReadModels, remembered: Remembered, viewer: Viewer, here: Entry | None
) -> Heard | None:
    """Find where the moment of an entry is heard; None where no recording has it."""
    recordings = voices_of(campaign, viewer)
    if here is None or not recordings:
        return None
    positions = tuple(sorted({tie.position for it in recordings for tie in it.ties}))

    def tied() -> dict[int, Entry]:
        asked = Filter(among=positions)
        found = views.timeline(campaign, viewer, where=asked, limit=len(positions))
        return {entry.position: entry for entry in found}

    entries = remembered.once(campaign, viewer, ("tied", positions), tied)
    return heard_at(recordings, {**entries, here.position: here}, here.position)
