"""Following a click on a record, on screens without a scrubber: to its moment in the replay."""

import streamlit as st

from dashboard.components import parts


def follow_opened(key: str, slug: str) -> None:
    """Go where somebody clicked. `key` is that of the page's `opener`; what it says comes from a browser."""
    said = parts.said(key, "opened")
    at, count = said.get("at"), said.get("n")
    if isinstance(at, int) and at > 0 and count != st.session_state.get(f"{key}-followed"):
        st.session_state[f"{key}-followed"] = count
        st.switch_page("screens/replay.py", query_params={"campaign": slug, "at": str(at)})
