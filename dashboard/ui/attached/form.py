"""Attaching a file where it belongs, and taking it away again: a form on the pages where one would look for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from dashboard.files.addresses import upload_address
from dashboard.forms.text import cut
from dashboard.ui import browser_components
from dashboard.ui.live_updates import goes_along
from dashboard.ui.recording import TROUBLES
from domain.kernel.journal.attached.state import AttachedFile
from domain.kernel.journal.attached.terms import Belongs, BelongsTo, FileRole
from domain.kernel.journal.files import PutFileAway
from domain.kernel.journal.visibility import Visibility
from domain.kernel.people import Role, Viewer
from exchange.documents.html.markup import people
from ledger.answers import Refused, Submission
from ledger.care.file_removal import remove_file
from ledger.handle import CampaignHandle
from wiring.library import Library

LONGEST = 400
TABLE, GM, MYSELF = "The whole table", "Only the GM", "Only me and the GM"
_WORDS = {
    FileRole.PORTRAIT: "Face",
    FileRole.PICTURE: "Picture",
    FileRole.MAP: "Map",
    FileRole.HANDOUT: "Handout",
    FileRole.RECORDING: "Recording",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """The place where files are attached: to what, and what for. `label` is what the form is called."""

    library: Library
    campaign: CampaignHandle
    viewer: Viewer
    to: Belongs
    roles: Sequence[FileRole]
    label: str

    @property
    def may_attach(self) -> bool:
        """True if it is worth showing the form: the rules decide."""
        if self.viewer.is_gm:
            return True
        match self.to.kind:
            case BelongsTo.CHARACTER:
                now = self.campaign.now
                return self.campaign.game.player_of(now.game, self.to.id or "") == self.viewer.person
            case BelongsTo.SESSION | BelongsTo.RECORD:
                return self.viewer.role is Role.PLAYER
            case _:
                return False

    @property
    def name(self) -> str:
        """Under which what was said of it is kept."""
        return f"attach-{self.campaign.slug}-{self.to.kind.value}-{self.to.id or self.to.number or ''}"

    @property
    def key(self) -> str:
        """Under which its fields are known: another one once a file was attached, so that they are empty."""
        return f"{self.name}-{st.session_state.get(f'{self.name}-count', 0)}"

    @property
    def mine(self) -> list[AttachedFile]:
        """The files there that whoever looks may take away."""
        files = self.campaign.now.journal.files
        theirs = (it for it in files if it.belongs == self.to and it.seen_by(self.viewer) and not it.put_away)
        return [it for it in theirs if self.viewer.is_gm or it.person == self.viewer.person]


def attach_form(spot: Spot) -> None:
    """Draw the form, folded; nothing for who cannot attach anything there."""
    if not spot.may_attach or spot.campaign.soundness.why is not None:
        return
    if st.session_state.pop(f"{spot.name}-anew", False):
        st.rerun()  # the page around the form shows what was attached
    said = st.session_state.get(f"{spot.name}-said", "")
    with st.expander(spot.label, key=f"{spot.name}-form", icon=":material/attach_file:", expanded=bool(said)):
        if said:
            st.html(f'<p class="quiet" role="status">{people(said)}</p>')
        _fields(spot)
        for it in spot.mine:
            _away(spot, it)


def _fields(spot: Spot) -> None:
    """Draw the fields about the file, and for the file, which goes past this page to the ledger."""
    key = spot.key
    pictures = all(role in (FileRole.PORTRAIT, FileRole.PICTURE, FileRole.MAP) for role in spot.roles)
    _answered(spot, browser_components.said(f"{key}-file", "sent"))
    if len(spot.roles) > 1:
        st.segmented_control(
            "It is", list(spot.roles), default=spot.roles[0], required=True, key=f"{key}-role",
            format_func=lambda role: _WORDS.get(role, role.value.capitalize()),
        )  # fmt: skip
    st.text_input("Caption", key=f"{key}-caption", max_chars=300)
    st.text_input("What it shows, for whoever does not see it", key=f"{key}-alt", max_chars=300)
    st.selectbox("Who may see it", [TABLE, GM] if spot.viewer.is_gm else [TABLE, MYSELF], key=f"{key}-whom")
    data = {
        "form": key,
        "address": upload_address(spot.campaign.slug, spot.viewer),
        "about": _about(spot, key),
        "accept": "image/*" if pictures else "",
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
        "visibility": (Visibility.GM if whom == GM else Visibility.TABLE).value,
        "only_for": spot.viewer.person if whom == MYSELF else None,
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
        state[f"{spot.name}-said"] = (
            f"Attached at moment {position:,}, and shown from there on. {warnings}".strip()
        )
        state[f"{spot.name}-count"] = state.get(f"{spot.name}-count", 0) + 1
        _drawn_anew(spot, position)
    else:
        why = str(sent.get("message") or "The file did not come in: try again.")[:LONGEST]
        state[f"{spot.name}-said"] = why if why.startswith("Nothing") else f"Nothing was attached. {why}"
    st.rerun()


def _drawn_anew(spot: Spot, position: int) -> None:
    goes_along(spot.campaign.slug, position - 1, position)
    st.session_state[f"{spot.name}-anew"] = True


# --- taking away -----------------------------------------------------------------------------------------


def _away(spot: Spot, it: AttachedFile) -> None:
    """The ways to take one file away again: out of sight, or for good."""
    key = f"{spot.name}-{it.number}"
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key}-away"):
        st.html(people(cut(it.caption or it.name, 60)))
        st.button("Put away", key=f"{key}-put", type="tertiary", on_click=_put_away, args=(spot, it.number))
        with st.popover("Remove for good", type="tertiary", key=f"{key}-removing"):
            st.html('<p class="quiet">Its bytes and words leave every record. Nothing brings it back.</p>')
            st.text_input("Why", key=f"{key}-why", max_chars=200)
            st.button("Remove it", key=f"{key}-remove", on_click=_remove, args=(spot, it.number, f"{key}-why"))


def _put_away(spot: Spot, number: int) -> None:
    submission = Submission(command=PutFileAway(file=number), by=spot.viewer.person)
    try:
        answer = spot.library.ledger.rule(spot.campaign.slug, submission)
        if isinstance(answer, Refused):
            said = answer.message
        else:
            said = "It is put away: earlier moments still show it."
            _drawn_anew(spot, answer.records[-1].position)
    except TROUBLES as trouble:
        said = str(trouble)
    st.session_state[f"{spot.name}-said"] = said


def _remove(spot: Spot, number: int, why: str) -> None:
    reason = str(st.session_state.get(why) or "").strip()
    try:
        answer = remove_file(spot.library.ledger, spot.campaign.slug, number, reason=reason, by=spot.viewer.person)
        if isinstance(answer, Refused):
            said = answer.message
        else:
            said = "It is removed. Earlier copies still hold it."
            _drawn_anew(spot, answer.answer.records[-1].position)
    except TROUBLES as trouble:
        said = str(trouble)
    st.session_state[f"{spot.name}-said"] = said
