"""Signing in to a shared server and out of it, and back to where one was going."""

import streamlit as st
from streamlit.errors import StreamlitAuthError

from dashboard.access import DEFAULT, Mode, services, visitor
from dashboard.forms.text import plain
from dashboard.polls import SELDOM, poll
from dashboard.ui.browser_components import load, mount
from dashboard.ui.drawing.empty_states import state_html
from dashboard.ui.open_ledger import guarded

PROBLEM = "sign-in-problem"


def come_in() -> bool:
    """True if whoever is there may see a page; draws the way in where they may not yet."""
    who = visitor()
    if not who.shared:
        return True
    if who.address:
        with st.container(
            horizontal=True, horizontal_alignment="right", vertical_alignment="center", key="signed"
        ):
            st.text(who.address, width="content")
            if who.mode is Mode.LOGIN:
                st.button(plain("Sign out"), on_click=st.logout, type="tertiary", key="sign-out")
        if who.mode is Mode.LOGIN:
            mount("sign_in", key="signing-in", data={"inside": True})  # the page itself loads the parts
        return True
    if who.mode is Mode.LOGIN:
        _no_address() if who.signed_in else _sign_in()
    else:
        told = "The server in front of this one did not say who you are, so nothing is shown."
        st.html(state_html("Nobody is known here", [told], broken=True))
    return False


def watch_rights() -> None:
    """Draw the page anew when what whoever looks may do here has changed, whatever page it is."""
    if visitor().shared:
        _watch()


@st.fragment(run_every=SELDOM)
@guarded
def _watch() -> None:
    """Being drawn asks who looks: so does every poll."""
    poll("rights-poll", lambda: False)


def _sign_in() -> None:
    """Say who may look, and lead to the services one can sign in with."""
    load()
    mount("sign_in", key="signing-in", data={"inside": False})  # keeps the address that was asked for meanwhile
    told = "Only the people who play here may look. Whoever runs this server keeps the list of their addresses."
    st.html(state_html("Sign in", [told]))
    if problem := st.session_state.pop(PROBLEM, ""):
        st.html(state_html("Nobody can sign in yet", [problem], broken=True))
    with st.container(horizontal=True, horizontal_alignment="center"):
        for name in services():
            words = "Sign in" if name == DEFAULT else f"Sign in with {name}"
            st.button(plain(words), on_click=_to_service, args=(name,), type="primary", key=f"sign-in-{name}")


def _no_address() -> None:
    """Somebody signed in whose address nobody vouches for: nothing here is known by anything else."""
    told = [
        "Seats here go by e-mail address, and the service you signed in with gave none that it has verified.",
        "Verify your address there, or sign in with another account.",
    ]
    st.html(state_html("Your address is not known", told, broken=True))
    with st.container(horizontal_alignment="center"):
        st.button(plain("Sign out"), on_click=st.logout, type="primary", key="sign-out")


def _to_service(name: str) -> None:
    try:
        st.login() if name == DEFAULT else st.login(name)
    except StreamlitAuthError as wrong:
        st.session_state[PROBLEM] = f"This server is not set up for it: {' '.join(str(wrong).split())}"
