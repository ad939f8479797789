"""Notice above the campaigns side by side while their lists are brought up to date, as after an upgrade."""

import streamlit as st

from dashboard.ui.open_ledger import guarded, library

EVERY = 1.0
"""Seconds between two looks."""


def catching_up() -> None:
    """Say how far the lists have come, and draw the page anew once they are whole. Nothing where they are."""
    if library().views.shelf.progress is not None:
        _progress()


@st.fragment(run_every=EVERY)
@guarded
def _progress() -> None:
    progress = library().views.shelf.progress
    if progress is None:
        st.rerun()
    far = min(1.0, progress.done / progress.total)
    # How many campaigns there are is nobody's to know on a shared server: a share of them tells no number.
    st.progress(
        far,
        text=f"The lists are being brought up to date: {far:.0%}. What is not reached yet is shown as it was; "
        "every campaign can be opened and played meanwhile.",
    )
