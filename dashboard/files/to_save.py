"""A file that a page makes when it is asked to, and the browser saves: for whoever asked, as long as it may be."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from dashboard.forms.text import plain
from dashboard.long_work import in_turn
from dashboard.ui.drawing.rulings import refusal_html
from dashboard.ui.open_ledger import removed_since
from domain.kernel.people import Viewer
from exchange.documents.html.markup import joined, people
from exchange.media.accepting import said_size
from ledger.handle import CampaignHandle


class NotMade(Exception):
    """A file that cannot be made as it was asked for; says why, for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeFile:
    """A file, what its kind is called on the wire, and sentences about it."""

    content: bytes
    name: str
    media: str
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Kept:
    file: MadeFile
    viewer: Viewer
    removed_at: int


def file_to_save(
    what: str, campaign: CampaignHandle, viewer: Viewer, make: Callable[[], MadeFile], words: str = "Make the file"
) -> None:
    """Draw the button that makes a file, and once it is made the one that saves it.

    It is kept in this tab until another is made, and shown to the viewer it was made for alone, and no more once
    words were removed from the campaign. `make` raises `NotMade`.
    """
    key = f"{what}-{campaign.slug}"
    if st.button(words, key=f"{what}-make-{campaign.slug}"):
        st.session_state.pop(key, None)
        try:
            with in_turn("Making it"):
                st.session_state[key] = _Kept(make(), viewer, campaign.removed_at)
        except NotMade as error:
            st.html(refusal_html(str(error), "No file was made"))
    kept: _Kept | None = st.session_state.get(key)
    if kept is None or (kept.viewer, kept.removed_at) != (viewer, campaign.removed_at) or removed_since(campaign):
        return
    file = kept.file
    if file.remarks:
        st.html(joined(people(remark, "p", "quiet") for remark in file.remarks))
    st.download_button(
        plain(f"Save {file.name} ({said_size(len(file.content))})"),
        file.content,
        file.name,
        file.media,
        key=f"{what}-save-{campaign.slug}",
        on_click="ignore",
        type="primary",
    )
