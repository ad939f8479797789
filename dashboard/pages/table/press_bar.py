"""The bar at the foot of a form that stays in sight: why it was not recorded, and the buttons that record it."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.ui.drawing import rulings as html
from dashboard.ui.recording import ONCE_MORE

_ENTER = '<span class="tbl-enter">or press Enter</span>'


def press_bar(trouble: str, *, once_more: bool = False) -> DeltaGenerator:
    """The row to draw the buttons in, below why nothing was recorded.

    The reason stands in the bar because a long form has its end below the screen, where nobody sees it.
    `once_more`: it ends something for good, and was asked for once: it is recorded when it is asked for again.
    """
    with st.container(gap="small", key="table-press"):
        if trouble:
            st.html(html.refusal_html(trouble, "Not recorded"))
        elif once_more:
            st.html(html.refusal_html(ONCE_MORE, "Not recorded yet"))
        return st.container(horizontal=True, gap="small", key="table-buttons")


def say_enter() -> None:
    """Say beside the buttons that Enter does what the first of them does; a tooltip would cover why it did not."""
    st.html(_ENTER, width="content")
