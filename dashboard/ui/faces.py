"""Everybody's face as of a moment, for whoever looks."""

from dashboard.ui.position_cache import Remembered
from domain.kernel.people import Viewer
from exchange.documents.html.faces import Faces
from ledger.handle import CampaignHandle
from projections.read_models import ReadModels


def faces_at(
    campaign: CampaignHandle, views: ReadModels, remembered: Remembered, viewer: Viewer, at: int
) -> Faces:
    """The faces of a campaign as of a position."""
    cast = remembered.once(campaign, viewer, "cast", lambda: views.cast(campaign, viewer))
    atlas = remembered.once(campaign, viewer, "atlas", lambda: views.atlas(campaign, viewer))
    return Faces(cast.at(at), atlas.at(at))
