"""The state of the panel of imports in a session: files that were read, and what was said of them."""

import streamlit as st

from dashboard.pages.library.imports import UploadedFiles

HELD = "intake-held"
"""The key of the files that were read."""
PROBLEM = "intake-problem"
"""The key of a sentence about what went wrong."""
REPORT = "intake-report"
"""The key of the report of what was recorded."""
SAID = "intake-said"
"""The key of a sentence about what a button has done, shown once."""
BEFORE = "intake-before-it"
"""The key of the last record before what was taken in."""


def discard_import() -> None:
    """Forget the uploaded file and what was said about it."""
    held = st.session_state.pop(HELD, None)
    if isinstance(held, UploadedFiles):
        held.close()
    for key in (PROBLEM, REPORT):
        st.session_state.pop(key, None)
