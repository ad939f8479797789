"""Actions on one attached file, for who has a say in it: describe it anew, put it away, remove it for good."""

from collections.abc import Mapping
from typing import Any
from zlib import crc32

import streamlit as st
from pydantic import ValidationError

from dashboard.files.addresses import addresses_for
from dashboard.forms.text import cut
from dashboard.ui.attached.spot import TABLE, Spot, record, remove, say
from dashboard.ui.attached.transcripts import narrowed_too, narrowing_too, removed_too, removing_too
from domain.kernel.journal.attached.state import AttachedFile
from domain.kernel.journal.attached.terms import BelongsTo, FileRole, Focus, audience_of
from domain.kernel.journal.files import BringFileBack, DescribeFile, PutFileAway
from domain.kernel.journal.visibility import Visibility
from domain.kernel.terms import PersonId
from domain.kernel.wording.faults import first_problem
from exchange.documents.html.face import FaceKind, Picture, face, face_html
from exchange.documents.html.markup import people

HEARD = (FileRole.RECORDING, FileRole.TRANSCRIPT)
"""The roles of files that show nothing: what is heard in them, or read, describes itself."""
_PREVIEW = 256
"""Pixels of the picture from which the square is shown."""
_WHOLE = 1_000


def file_actions(spot: Spot, it: AttachedFile) -> None:
    """Draw the ways to change one file, or to take it away again: out of sight, or for good."""
    key = f"{spot.name}-of-{it.number}"
    with st.container(horizontal=True, vertical_alignment="center", key=f"{key}-away"):
        state = ' <small class="kept">put away</small>' if it.put_away else ""
        st.html(people(cut(it.caption or it.name, 60)) + state)
        if not it.put_away:
            with st.popover("Describe", type="tertiary", key=f"{key}-describing"):
                _description(spot, it, f"{key}-{_as_described(it)}")
        away, label = (_bring_back, "Show again") if it.put_away else (_put_away, "Put away")
        st.button(label, key=f"{key}-put", type="tertiary", on_click=away, args=(spot, it.number))
        removing(spot, it, "Remove for good")


def removing(spot: Spot, it: AttachedFile, label: str) -> None:
    """Draw the way to take a file out for good, which asks why."""
    key = f"{spot.name}-of-{it.number}"
    with st.popover(label, type="tertiary", key=f"{key}-removing"):
        st.html(
            '<p class="quiet">Its bytes and words leave every record. Nothing brings it back. The reason '
            "stays, for everybody to read.</p>"
        )
        removing_too(spot, it, key)
        why = st.text_input("Why", key=f"{key}-why", max_chars=200)
        if st.session_state.get(f"{key}-pressed") and not why.strip():
            st.html('<p role="status">Say why first, in a few words.</p>')
        st.button("Remove it", key=f"{key}-remove", on_click=_remove, args=(spot, it.number, key))


def _put_away(spot: Spot, number: int) -> None:
    record(spot, "It is put away: earlier moments still show it.", PutFileAway(file=number))


def _bring_back(spot: Spot, number: int) -> None:
    record(spot, "It is shown again, from now on.", BringFileBack(file=number))


def _remove(spot: Spot, number: int, key: str) -> None:
    state: Any = st.session_state
    reason = str(state.get(f"{key}-why") or "").strip()
    state[f"{key}-pressed"] = True
    if reason:
        too = [it.number for it in removed_too(spot, number, state, key)]
        remove(spot, [number, *too], reason)


# --- describing ------------------------------------------------------------------------------------------


def _description(spot: Spot, it: AttachedFile, key: str) -> None:
    st.text_input("Caption", it.caption, key=f"{key}-caption", max_chars=300)
    if it.alt or it.role not in HEARD:
        st.text_input("What it shows, for whoever does not see it", it.alt, key=f"{key}-alt", max_chars=300)
    whom = _audiences(spot, it)
    stands = list(whom.values()).index(_audience(it))
    chosen = st.selectbox("Who may see it", list(whom), index=stands, key=f"{key}-whom")
    narrowing_too(spot, it, audience_of(*whom[chosen]), key)
    square = it.role is FileRole.PORTRAIT and bool(it.width) and bool(it.height)
    if square:
        _square(spot, it, key)
    st.button("Save", key=f"{key}-save", on_click=_described, args=(spot, it, key, square))


def _as_described(it: AttachedFile) -> int:
    """A number that is another once the file is described anew: the fields then show that."""
    return crc32(repr((it.caption, it.alt, it.visibility, it.only_for, it.focus)).encode())


def _audience(it: AttachedFile) -> tuple[Visibility, PersonId | None]:
    return it.visibility, it.only_for


def _audiences(spot: Spot, it: AttachedFile) -> dict[str, tuple[Visibility, PersonId | None]]:
    """The audiences there are to choose from; that which it has is always among them."""
    me, seats = spot.viewer, spot.campaign.now.campaign.people
    found: dict[str, tuple[Visibility, PersonId | None]] = {TABLE: (Visibility.TABLE, None)}
    if me.is_gm:
        found[spot.gm_alone] = Visibility.GM, None
        for person, seat in seats.items():
            if person != me.person:
                found[f"Only {seat.name} and the {spot.gm}"] = Visibility.TABLE, PersonId(person)
    else:
        found[spot.myself] = Visibility.TABLE, me.person
    if _audience(it) not in found.values():
        found["As it is"] = _audience(it)
    return found


def _square(spot: Spot, it: AttachedFile, key: str) -> None:
    """Draw the choice of the square that stands for a portrait, with the face that it makes over it."""
    above = st.empty()
    across, down, side = _chosen(it)
    st.slider("How much of the picture", 10, 100, side, 5, format="%d %%", key=f"{key}-side")
    st.slider("From left to right", 0, 100, across, 5, format="%d %%", key=f"{key}-across")
    st.slider("From top to bottom", 0, 100, down, 5, format="%d %%", key=f"{key}-down")
    focus = _focus(it, st.session_state, key)
    square = focus.left / _WHOLE, focus.top / _WHOLE, focus.side / _WHOLE
    address = addresses_for(spot.campaign.slug, spot.viewer)(it, _PREVIEW)
    picture = Picture(address, it.alt, square, (it.width or 1) / (it.height or 1))
    above.html(face_html(face(it.belongs.id or "", it.belongs.id or "", _outline(it), picture=picture), "chosen"))


def _outline(it: AttachedFile) -> FaceKind:
    return FaceKind.FACTION if it.belongs.kind is BelongsTo.FACTION else FaceKind.PLAYERS


def _room(it: AttachedFile, side: int) -> tuple[int, int]:
    """Thousandths of width and height that a square of this side leaves beside it."""
    width, height = it.width or 1, it.height or 1
    shorter = min(width, height)
    return _WHOLE - side * shorter // width, _WHOLE - side * shorter // height


def _chosen(it: AttachedFile) -> tuple[int, int, int]:
    """The square as it is now, in hundredths: across and down the room there is, and its side."""
    if it.focus is None:
        return 50, 50, 100
    beside, below = _room(it, it.focus.side)
    parts = ((it.focus.left, beside), (it.focus.top, below))
    across, down = (min(100, round(at * 20 / room) * 5) if room else 50 for at, room in parts)
    return across, down, min(100, max(10, round(it.focus.side / 50) * 5))


def _focus(it: AttachedFile, state: Mapping[Any, Any], key: str) -> Focus:
    side = int(state[f"{key}-side"]) * 10
    beside, below = _room(it, side)
    across, down = (int(state[f"{key}-{name}"]) for name in ("across", "down"))
    return Focus(left=beside * across // 100, top=below * down // 100, side=side)


def _described(spot: Spot, it: AttachedFile, key: str, square: bool) -> None:
    state: Any = st.session_state
    visibility, only_for = _audiences(spot, it).get(state.get(f"{key}-whom"), _audience(it))
    focus = it.focus
    if square and tuple(state[f"{key}-{name}"] for name in ("across", "down", "side")) != _chosen(it):
        focus = _focus(it, state, key)
    said = {name: str(state.get(f"{key}-{name}") or "").strip() for name in ("caption", "alt")}
    whom = {"visibility": visibility, "only_for": only_for}
    too = narrowed_too(spot, it, audience_of(visibility, only_for), state, key)
    try:
        commands = [DescribeFile.model_validate({"file": it.number, **said, **whom, "focus": focus})]
        for each in too:
            words = {"caption": each.caption, "alt": each.alt, "focus": each.focus}
            commands.append(DescribeFile.model_validate({"file": each.number, **words, **whom}))
    except ValidationError as error:
        say(spot, first_problem(error))
        return
    also = " Its transcript is for the same people." if too else ""
    record(spot, f"It is described anew.{also}", *commands)
