"""Recording what was read, as the panel of imports shows it: begun, under way, and done."""

from typing import Any

import streamlit as st

from dashboard.access import visitor
from dashboard.pages.library.import_figures import findings
from dashboard.pages.library.import_state import BEFORE, PROBLEM, REPORT, discard_import
from dashboard.pages.library.imports import NotTaken, UploadedFiles, recorded_in_words
from dashboard.ui.header import script_of
from dashboard.ui.open_ledger import TROUBLES, trouble_words
from exchange.documents.html.markup import joined, number, people
from exchange.imports.importing import Report
from wiring.library import Library

CHRONICLE = script_of("chronicle")
_TO_ITS_FIRST_SESSION = 2
"""Records: that the intake begins, and that its first evening does."""
_GOES_ON = "What was taken in before that stays: take it in once more, and only the rest is added."
_MOVES_EVERY = 0.2
"""Seconds between two looks at how far a recording is."""


def record(
    library: Library, held: UploadedFiles, mapping: Any, even_if_cut: bool, new: tuple[str, str] | None
) -> None:
    """Have it recorded, in a campaign founded for it if `new` has its title and who runs it, and show how far that
    is until it is over.
    """
    try:
        if new is not None:
            mapping = mapping.model_copy(update={"campaign": held.founded(library.ledger, *new)})
        held.record(library.ledger, mapping, visitor(), even_if_cut=even_if_cut)
    except NotTaken as problem:
        st.session_state[PROBLEM] = str(problem)
    except TROUBLES as trouble:
        st.session_state[PROBLEM] = trouble_words(trouble)
    else:
        await_recording(held)


def await_recording(held: UploadedFiles) -> None:
    """Show how far its recording is until it is over, and note how it ended."""
    recording, entries = held.recording, max(held.survey.entries, 1)
    bar = st.progress(0.0, "Recording")
    while recording.is_running:
        recording.wait(_MOVES_EVERY)
        bar.progress(min(recording.done / entries, 1.0), f"{number(recording.done)} of {number(entries)} recorded")
    report, error = recording.report, recording.error
    if held.is_closed:  # by another page: what went wrong is said, and the file is chosen once more
        discard_import()
    if isinstance(error, TROUBLES):
        st.session_state[PROBLEM] = f"{trouble_words(error)} {_GOES_ON}"
    elif isinstance(error, NotTaken):
        st.session_state[PROBLEM] = str(error)
    elif error is not None:
        raise error
    elif report is not None and report.refused:
        st.session_state[PROBLEM] = report.refused.message
    elif report is not None:
        discard_import()
        st.session_state[REPORT], st.session_state[BEFORE] = report, recording.before


def recorded(report: Report) -> None:
    """Draw the report of what was recorded, and the ways on from there."""
    st.html(joined(people(line, "p", "intake-line") for line in recorded_in_words(report)))
    findings("Not understood, kept word for word", [(it.place, it.why, it.text) for it in report.survey.unread])
    with st.container(horizontal=True):
        if st.button("Read its story", type="primary", key="intake-read"):
            discard_import()
            st.session_state["taking-in"] = False
            first = st.session_state.get(BEFORE, 0) + _TO_ITS_FIRST_SESSION
            st.switch_page(CHRONICLE, query_params={"campaign": report.campaign, "read": str(first)})
        if st.button("Open the campaign", key="intake-open"):
            discard_import()
            st.session_state["taking-in"] = False
            st.session_state["founded"] = report.campaign
            st.rerun()
        st.button("Another file", key="intake-more", on_click=discard_import)
