"""Attaching a file where it belongs, and taking it away again: a form on the pages where one would look for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from dashboard.forms.text import cut
from dashboard.ui.live_updates import goes_along
from dashboard.ui.recording import TROUBLES
from dashboard.ui.seats import SeatChoice, viewer_key
from domain.kernel.journal.attached.state import AttachedFile
from domain.kernel.journal.attached.terms import Belongs, BelongsTo, FileRole
from domain.kernel.journal.files import PutFileAway
from domain.kernel.journal.visibility import Visibility
from domain.kernel.people import Role, Viewer
from exchange.documents.html.markup import people
from exchange.media.accepting import accept
from exchange.media.attaching import attach
from ledger.answers import Refused, Ruled, Submission
from ledger.care.file_removal import remove_file
from ledger.handle import CampaignHandle
from wiring.library import Library

PICTURES = ("png", "jpg", "jpeg", "webp", "gif")
ALL = (*PICTURES, "pdf", "mp3", "ogg", "m4a", "wav", "mp4", "webm", "vtt", "srt", "txt")
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
    """Where files are attached: to what, and what for. `label` is what the form is called."""

    library: Library
    campaign: CampaignHandle
    viewer: Viewer
    to: Belongs
    roles: Sequence[FileRole]
    label: str

    @property
    def may_attach(self) -> bool:
        """Whether it is worth showing the form: the rules decide."""
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
    key = spot.key
    pictures = all(role in (FileRole.PORTRAIT, FileRole.PICTURE, FileRole.MAP) for role in spot.roles)
    with st.container(key=f"{key}-fields"):
        if pictures and st.toggle("Use the camera", key=f"{key}-camera-on"):
            st.camera_input("Picture", key=f"{key}-camera", label_visibility="collapsed")
        else:
            kinds = list(PICTURES if pictures else ALL)
            st.file_uploader("Choose a file, drop one here, or take a picture", type=kinds, key=f"{key}-file")
        if len(spot.roles) > 1:
            st.segmented_control(
                "It is", list(spot.roles), default=spot.roles[0], required=True, key=f"{key}-role",
                format_func=lambda role: _WORDS.get(role, role.value.capitalize()),
            )  # fmt: skip
        st.text_input("Caption", key=f"{key}-caption", max_chars=300)
        st.text_input("What it shows, for whoever does not see it", key=f"{key}-alt", max_chars=300)
        whom = [TABLE, GM] if spot.viewer.is_gm else [TABLE, MYSELF]
        st.selectbox("Who may see it", whom, key=f"{key}-whom")
        seated = SeatChoice.now(viewer_key(spot.campaign.slug))
        st.button("Attach", key=f"{key}-attach", type="primary", on_click=_attach, args=(spot, key, seated))


def _attach(spot: Spot, key: str, seated: SeatChoice) -> None:
    """Keep the file that was chosen. What came of it is said above the form."""
    state: Any = st.session_state
    file = state.get(f"{key}-camera") or state.get(f"{key}-file")
    if not isinstance(file, UploadedFile):
        state[f"{spot.name}-said"] = "Choose a file first."
        return
    if changed := seated.changed():
        state[f"{spot.name}-said"] = f"Nothing was attached. {changed}"
        return
    state[f"{spot.name}-said"] = _kept(spot, file, _about(spot, key, state))
    _let_go(file)
    state[f"{spot.name}-count"] = state.get(f"{spot.name}-count", 0) + 1


def _about(spot: Spot, key: str, state: Any) -> dict[str, object]:
    whom = state.get(f"{key}-whom", TABLE)
    return {
        "belongs": spot.to,
        "role": state.get(f"{key}-role") or spot.roles[0],
        "caption": str(state.get(f"{key}-caption") or "").strip(),
        "alt": str(state.get(f"{key}-alt") or "").strip(),
        "visibility": Visibility.GM if whom == GM else Visibility.TABLE,
        "only_for": spot.viewer.person if whom == MYSELF else None,
    }


def _kept(spot: Spot, file: UploadedFile, about: Mapping[str, object]) -> str:
    """Attach it, and say in sentences what came of it."""
    try:
        with accept(file, file.name) as accepted:
            answer = attach(
                spot.library.ledger, spot.campaign.slug, accepted, about, by=spot.viewer.person, key=file.file_id
            )
            warnings = " ".join(accepted.warnings)
    except TROUBLES as trouble:
        return str(trouble)
    if isinstance(answer, Refused):
        return f"Nothing was attached. {answer.message}"
    _drawn_anew(spot, answer)
    return f"Attached at moment {answer.records[-1].position}, and shown from there on. {warnings}".strip()


def _drawn_anew(spot: Spot, answer: Ruled) -> None:
    goes_along(spot.campaign.slug, spot.campaign.head, answer.records[-1].position)
    st.session_state[f"{spot.name}-anew"] = True


def _let_go(file: UploadedFile) -> None:
    """Drop what the server holds of a file in memory."""
    here = get_script_run_ctx()
    if here is not None:
        files: Any = here.uploaded_file_mgr
        files.remove_file(here.session_id, file.file_id)


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
            _drawn_anew(spot, answer)
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
            _drawn_anew(spot, answer.answer)
    except TROUBLES as trouble:
        said = str(trouble)
    st.session_state[f"{spot.name}-said"] = said
