"""The tab of a browser that a page is drawn in: it stays the same when the page is loaded anew.

A page names it in a cookie right before it opens its socket: see `_connection.js`. A duplicate has another name. A
browser that keeps nothing for pages has no name for its tabs, and all of them are one.
"""

import re

import streamlit as st
from streamlit.runtime import Runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

COOKIE = "campaign-ledger-tab"
_KEPT = "tab-of-the-browser"
_NAMED = re.compile(r"[0-9a-f]{32}")


def this_tab() -> str:
    """The name of the tab that is drawn; the empty one where the browser gives none."""
    if _KEPT not in st.session_state:
        named = str(st.context.cookies.get(COOKIE) or "")
        st.session_state[_KEPT] = named if _NAMED.fullmatch(named) else ""
    return str(st.session_state[_KEPT])


def this_session() -> str:
    """The connection over which the tab is drawn; another one once its page is loaded anew."""
    drawn = get_script_run_ctx()
    return drawn.session_id if drawn is not None else ""


def is_connected(session: str) -> bool:
    """True while the page of this session is open somewhere."""
    return bool(session) and Runtime.exists() and Runtime.instance().is_active_session(session)
