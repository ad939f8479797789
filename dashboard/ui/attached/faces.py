"""Everybody's face as of a moment, for whoever looks."""

from dashboard.ui.drawing.attached import FileAddress
from dashboard.ui.position_cache import Remembered
from domain.kernel.people import Viewer
from exchange.documents.html.faces import Faces, portraits
from ledger.handle import CampaignHandle
from projections.read_models import ReadModels

WIDTH = 128
"""Pixels of a face: twice those of the largest on a page, for screens that have more of them."""


def faces_at(
    campaign: CampaignHandle,
    views: ReadModels,
    remembered: Remembered,
    viewer: Viewer,
    at: int,
    address: FileAddress,
) -> Faces:
    """The faces of a campaign as of a position; `address` tells where their pictures are fetched."""
    cast = remembered.once(campaign, viewer, "cast", lambda: views.roster_history(campaign, viewer))
    map_history = remembered.once(campaign, viewer, "map_history", lambda: views.map_history(campaign, viewer))
    files, now = remembered.files(campaign, at), campaign.now.journal.files
    pictures = portraits(files, viewer, now, lambda it: address(it, WIDTH))
    return Faces(cast.at(at), map_history.at(at), pictures)
