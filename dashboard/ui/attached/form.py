"""Attaching a file where it belongs: a form on the pages where one would look for it."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from dashboard.files.addresses import upload_address
from dashboard.ui import browser_components
from dashboard.ui.attached.file_actions import HEARD, file_actions
from dashboard.ui.attached.spot import TABLE, Spot, drawn_anew
from domain.kernel.journal.attached.terms import FileRole
from domain.kernel.journal.visibility import Visibility
from exchange.documents.html.markup import people

LONGEST = 400
TOO_LARGE_ON_THE_WAY = (
    "A server in front of this one lets nothing so large through. Whoever looks after it can put the file in with "
    "`campaign attach`."
)
"""Said where 413 comes without words of ours: from a proxy, which has limits of its own."""
APART = (
    "A recording is heard only by those who are heard in it, once each has agreed. A transcript is a text of its "
    "own: whoever you choose here may read it."
)
_WORDS = {
    FileRole.PORTRAIT: "Face",
    FileRole.PICTURE: "Picture",
    FileRole.MAP: "Map",
    FileRole.HANDOUT: "Handout",
    FileRole.RECORDING: "Recording",
    FileRole.TRANSCRIPT: "What was said",
}
_CHOOSABLE = {
    FileRole.PORTRAIT: ("image/*",),
    FileRole.PICTURE: ("image/*",),
    FileRole.MAP: ("image/*",),
    FileRole.HANDOUT: ("image/*", "application/pdf", "text/plain", "audio/*", "video/*"),
    FileRole.RECORDING: ("audio/*", "video/*"),
    FileRole.TRANSCRIPT: (".vtt", ".srt", "text/plain"),
}
"""The media types that a browser offers to choose from. With pictures, a phone offers its camera."""


def attach_form(spot: Spot) -> None:
    """Draw the form, folded; nothing for who cannot attach anything there."""
    if not spot.may_attach or spot.campaign.soundness.why is not None:
        return
    if st.session_state.pop(f"{spot.name}-anew", False):
        st.rerun()  # the page around the form shows what was attached
    said = st.session_state.get(spot.said, "")
    with st.expander(spot.label, key=f"{spot.name}-form", icon=":material/attach_file:", expanded=bool(said)):
        if said:
            st.html(f'<p class="quiet" role="status">{people(said)}</p>')
        _fields(spot)
        for it in spot.mine:
            file_actions(spot, it)


def _fields(spot: Spot) -> None:
    """Draw the fields about the file, and for the file, which goes past this page to the ledger."""
    key = spot.key
    _answered(spot, browser_components.said(f"{key}-file", "sent"))
    chosen: FileRole | None = spot.roles[0]
    if len(spot.roles) > 1:
        chosen = st.segmented_control(
            "It is",
            list(spot.roles),
            default=spot.roles[0],
            required=True,
            key=f"{key}-role",
            format_func=lambda role: _WORDS.get(role, role.value.capitalize()),
        )
    st.text_input("Caption", key=f"{key}-caption", max_chars=300)
    if chosen not in HEARD:
        st.text_input("What it shows, for whoever does not see it", key=f"{key}-alt", max_chars=300)
    st.selectbox("Who may see it", [TABLE, spot.gm_alone if spot.viewer.is_gm else spot.myself], key=f"{key}-whom")
    if FileRole.TRANSCRIPT in spot.roles:
        st.html(f'<p class="quiet">{people(APART)}</p>')
    data = {
        "form": key,
        "address": upload_address(spot.campaign.slug, spot.viewer),
        "about": _about(spot, key),
        "accept": ",".join(dict.fromkeys(it for role in spot.roles for it in _CHOOSABLE.get(role, ()))),
        "go": browser_components.said(f"{key}-file", "ask").get("n"),
    }
    answers = browser_components.several_answers({"ask": {"n": 0}, "sent": {"n": 0}})
    browser_components.mount("send_in", key=f"{key}-file", data=data, **answers)


def _about(spot: Spot, key: str) -> dict[str, object]:
    state: Any = st.session_state
    whom, role = state.get(f"{key}-whom", TABLE), state.get(f"{key}-role") or spot.roles[0]
    return {
        "belongs": spot.to.model_dump(mode="json"),
        "role": FileRole(role).value,
        "caption": str(state.get(f"{key}-caption") or "").strip(),
        "alt": str(state.get(f"{key}-alt") or "").strip(),
        "visibility": (Visibility.GM if whom == spot.gm_alone else Visibility.TABLE).value,
        "only_for": spot.viewer.person if whom == spot.myself else None,
    }


def _answered(spot: Spot, sent: Mapping[str, Any]) -> None:
    """Say what came of a file that was sent in, once. It is told by the browser, and shown to nobody else."""
    state: Any = st.session_state
    number = sent.get("n")
    if not number or state.get(f"{spot.name}-answered") == number:
        return
    state[f"{spot.name}-answered"] = number
    position = sent.get("position")
    if sent.get("status") == 201 and isinstance(position, int):
        warnings = " ".join(str(it) for it in sent.get("warnings", ()))
        state[spot.said] = f"Attached at moment {position:,}, and shown from there on. {warnings}".strip()
        state[f"{spot.name}-count"] = state.get(f"{spot.name}-count", 0) + 1
        drawn_anew(spot, position)
    else:
        silent = TOO_LARGE_ON_THE_WAY if sent.get("status") == 413 else "The file did not come in: try again."
        why = str(sent.get("message") or silent)[:LONGEST]
        # Of a server in trouble it says itself whether something was kept.
        whole = why.startswith("Nothing") or sent.get("status") == 503
        state[spot.said] = why if whole else f"Nothing was attached. {why}"
    st.rerun()
