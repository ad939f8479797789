"""The attachments of a thing, with the form to attach more: one part for every page."""

from collections.abc import Sequence

import streamlit as st

from dashboard.ui.attached.form import attach_form
from dashboard.ui.attached.recordings import recording_actions
from dashboard.ui.attached.spot import Spot
from dashboard.ui.drawing.attached import FileAddress, attached_html
from domain.kernel.journal.attached.state import AttachedFile, shown
from domain.kernel.journal.attached.terms import Belongs, FileRole
from domain.kernel.people import Viewer
from ledger.handle import CampaignHandle
from wiring.library import Library


def attachments(
    library: Library,
    campaign: CampaignHandle,
    viewer: Viewer,
    address: FileAddress,
    to: Belongs,
    roles: Sequence[FileRole],
    label: str,
) -> None:
    """The files of a thing as they are now, and the form below them."""
    drawn = attached_html(files_of(campaign, viewer, to), address)
    if drawn:
        st.html(drawn)
    spot = Spot(library=library, campaign=campaign, viewer=viewer, to=to, roles=roles, label=label)
    recording_actions(spot)
    attach_form(spot)


def files_of(campaign: CampaignHandle, viewer: Viewer, *of: Belongs) -> list[AttachedFile]:
    """The files of these that this viewer may open, without faces, which are drawn where they belong."""
    return [it for it in opened_files(campaign, viewer) if it.belongs in of]


def opened_files(campaign: CampaignHandle, viewer: Viewer) -> list[AttachedFile]:
    """Every file that this viewer may open, without faces."""
    files = shown(campaign.now.journal.files, viewer)
    return [it for it in files if it.role is not FileRole.PORTRAIT and it.opened_by(viewer)]
