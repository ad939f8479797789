"""The door of a shared server: who is there, signing in and out."""

import streamlit as st

from dashboard.access import Mode, visitor
from dashboard.components.states import state_html
from dashboard.forms.text import plain


def come_in() -> bool:
    """Whether whoever is there may see a page; draws the way in where they may not yet."""
    who = visitor()
    if not who.shared:
        return True
    if who.address:
        with st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center", key="door"):
            st.text(who.address, width="content")
            if who.mode is Mode.LOGIN:
                st.button(plain("Sign out"), on_click=st.logout, type="tertiary", key="sign-out")
        return True
    if who.mode is Mode.LOGIN:
        st.html(state_html("Sign in", ["This table is for the people who play at it."]))
        with st.container(horizontal_alignment="center"):
            st.button("Sign in", on_click=st.login, type="primary", key="sign-in")
    else:
        told = "The server in front of this one did not say who you are, so nothing is shown."
        st.html(state_html("Nobody is known here", [told], broken=True))
    return False
