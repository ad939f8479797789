"""The sample campaigns on the shelf: the button that puts them there, and how far that is."""

from collections.abc import Sequence

import streamlit as st

from dashboard.access import Access
from dashboard.ui.open_ledger import guarded, sample_loading
from exchange.documents.html.markup import people
from projections.tables.shelves import Summary
from wiring.library import Library
from wiring.samples import lacking

LOOK_EVERY = 0.5
"""Seconds between two looks at how far the samples are."""


def samples_button(open_now: Library, shelf: Sequence[Summary], looks: Access) -> None:
    """The button that puts samples on the shelf, for whoever has nothing but samples there yet, at home."""
    loading = sample_loading()
    if looks.shared or loading.progress is not None:
        return
    known = loading.known
    if not {it.slug for it in shelf} <= {it.slug for it in known}:
        return
    if lacking(open_now.ledger, known):
        st.button(_words(len(known), begun=bool(shelf)), key="load-samples", on_click=loading.start)


def _words(known: int, *, begun: bool) -> str:
    if begun:
        return "Put the other sample campaigns on the shelf"
    return (
        f"Put the {known} sample campaigns on the shelf" if known > 1 else "Put the sample campaign on the shelf"
    )


def samples_progress() -> bool:
    """Say how far the samples are while they are put on the shelf, and draw the page anew once they are there.

    True while they are not. What could not be put there is said until somebody asks again.
    """
    loading = sample_loading()
    if loading.progress is not None:
        _progress()
        return True
    if loading.problem:
        st.html(f'<p class="problem" role="alert">{people(loading.problem)}</p>')
    return False


@st.fragment(run_every=LOOK_EVERY)
@guarded
def _progress() -> None:
    progress = sample_loading().progress
    if progress is None:
        st.rerun()
    st.progress(
        min(1.0, progress.done / max(1, progress.total)),
        text="The sample campaigns are being recorded, ruling by ruling. They are on the shelf in a moment.",
    )
