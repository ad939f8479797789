"""Recordings on the pages: agreed to by those heard in them, and tied to the moments of play."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from zlib import crc32

import streamlit as st
from pydantic import ValidationError

from dashboard.forms.text import apart, cut, plain
from dashboard.ui.attached.file_actions import removing
from dashboard.ui.attached.spot import Spot, record, say
from dashboard.ui.attached.transcripts import who_reads
from domain.kernel.journal.attached.state import AttachedFile
from domain.kernel.journal.attached.terms import Belongs, BelongsTo, FileRole
from domain.kernel.journal.attached.ties import Tie
from domain.kernel.journal.recordings import AgreeToRecording, AlignRecording
from domain.kernel.people import Viewer
from domain.kernel.wording.faults import first_problem
from exchange.documents.html.markup import people
from ledger.handle import CampaignHandle
from projections.read_models import Filter
from projections.views.dates import clock, milliseconds_of
from wiring.library import Library

MOST = 400
"""The most moments of a session that there are to choose from."""
NEAR = 60
_WRONG_TIME = "Say the time in the recording as 1:02:03, or as 4:05."


def recording_actions(spot: Spot) -> None:
    """Draw what is to be done with the recordings attached there, for whoever has a say in them."""
    if spot.campaign.soundness.why is not None:
        return
    to = spot.to
    spot = replace(spot, called=f"voices-{to.kind.value}-{to.id or to.number or ''}")
    files = [it for it in spot.campaign.now.journal.files if it.belongs == to and it.seen_by(spot.viewer)]
    sounds = [it for it in files if it.role is FileRole.RECORDING and not it.put_away and _is_sound(it)]
    _said(spot)
    for it in sounds:
        _one(spot, it)


def asked_to_agree(library: Library, campaign: CampaignHandle, viewer: Viewer) -> None:
    """Draw the recordings that wait for whoever looks to agree, wherever they were attached."""
    if campaign.soundness.why is not None:
        return
    spot = Spot(
        library=library, campaign=campaign, viewer=viewer, to=Belongs(), roles=(), label="", called="voices-asked"
    )
    _said(spot)
    for it in campaign.now.journal.files:
        if it.seen_by(viewer) and not it.put_away and _waits_for(it, viewer):
            _asking(spot, it)


def _is_sound(it: AttachedFile) -> bool:
    return it.media.startswith(("audio/", "video/"))


def _waits_for(it: AttachedFile, viewer: Viewer) -> bool:
    return viewer.person in it.heard and viewer.person not in it.agreed


def _one(spot: Spot, it: AttachedFile) -> None:
    mine = spot.viewer.is_gm or spot.viewer.person == it.person
    if _waits_for(it, spot.viewer):
        _asking(spot, it)
    elif spot.viewer.person in it.heard and not mine:
        with st.container(horizontal=True, vertical_alignment="center", key=f"{_key(spot, it)}-heard-in"):
            st.html(f'<p class="quiet">{people(_name(it))}: {people(_standing(spot, it))}</p>')
            removing(spot, it, "I do not want it kept")
    if mine:
        label = plain(f"Who is heard in {cut(_name(it), 60)}, and where")
        with st.expander(label, key=f"{_key(spot, it)}-voices", icon=":material/graphic_eq:"):
            st.html(f'<p class="quiet">{people(_standing(spot, it))}</p>')
            _tying(spot, it)


def _name(it: AttachedFile) -> str:
    return it.caption or it.name


def _key(spot: Spot, it: AttachedFile) -> str:
    """Under which its fields are known: another one once it was tied anew, so that they show that."""
    return f"{spot.name}-voices-{it.number}-{crc32(repr((it.ties, it.heard)).encode())}"


def _called(spot: Spot, persons: Sequence[str]) -> str:
    seats = spot.campaign.now.campaign.people
    *others, last = [seats[it].name if it in seats else it for it in persons]
    return f"{', '.join(others)} and {last}" if others else last


def _standing(spot: Spot, it: AttachedFile) -> str:
    """Progress of the recording, in sentences, and for whom its transcript is."""
    return f"{_progress(spot, it)} {who_reads(spot, it)}".strip()


def _progress(spot: Spot, it: AttachedFile) -> str:
    if not it.heard:
        return f"Only {_called(spot, [it.person])} hears it: nobody has said yet who is heard in it, and where."
    waiting = [person for person in it.heard if person not in it.agreed]
    if waiting:
        have = "has" if len(waiting) == 1 else "have"
        return f"Only {_called(spot, [it.person])} hears it until {_called(spot, waiting)} {have} agreed."
    many = "1 moment" if len(it.ties) == 1 else f"{len(it.ties)} moments"
    return f"{_hear(spot, it)} It is tied to {many}."


def _hear(spot: Spot, it: AttachedFile) -> str:
    hear = "hears" if len(it.heard) == 1 else "hear"
    return f"{_called(spot, it.heard)} {hear} it, and nobody else."


# --- agreeing --------------------------------------------------------------------------------------------


def _asking(spot: Spot, it: AttachedFile) -> None:
    """Ask whoever is heard in it to agree, or to have it taken out."""
    with st.container(border=True, key=f"{_key(spot, it)}-asking"):
        st.html(
            f"<p><b>You are heard in a recording:</b> {people(_name(it))}. Once all who are heard have agreed, "
            f"{people(_hear(spot, it))}</p>"
        )
        with st.container(horizontal=True):
            st.button("I agree", key=f"{_key(spot, it)}-agree", on_click=_agreed, args=(spot, it.number))
            removing(spot, it, "I do not want it kept")


def _agreed(spot: Spot, number: int) -> None:
    record(spot, "You have agreed. You may still have it taken out at any time.", AgreeToRecording(file=number))


def _said(spot: Spot) -> None:
    if st.session_state.pop(f"{spot.name}-anew", False):
        st.rerun()  # what the page shows around it has changed
    if said := st.session_state.get(spot.said):
        st.html(f'<p class="quiet" role="status">{people(said)}</p>')


# --- tying -----------------------------------------------------------------------------------------------


def _tying(spot: Spot, it: AttachedFile) -> None:
    """Draw the form that says who is heard and where: one moment is enough."""
    key, seats = _key(spot, it), spot.campaign.now.campaign.people
    st.multiselect(
        "Who is heard in it",
        list(seats),
        it.heard or None,
        key=f"{key}-who",
        format_func=lambda person: seats[person].name if person in seats else person,
        placeholder="Everybody whose voice it is",
    )
    if it.ties:
        tied = {tie.position: f"moment {tie.position:,} at {clock(tie.milliseconds)}" for tie in it.ties}
        st.multiselect("Tied so far", list(tied), list(tied), key=f"{key}-kept", format_func=tied.__getitem__)
    moments = dict(_moments(spot))
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    left.selectbox(
        "A moment of play",
        list(moments),
        index=None if it.ties else 0,
        key=f"{key}-moment",
        format_func=moments.__getitem__,
        placeholder="One that you know the time of",
    )
    first = "" if it.ties else "0:00"
    right.text_input("is heard at", first, key=f"{key}-time", placeholder="1:02:03", max_chars=20)
    st.html('<p class="quiet">One moment is enough: the rest goes by the time at the table.</p>')
    st.button("Save", key=f"{key}-tie", on_click=_tied, args=(spot, it, key))


def _moments(spot: Spot) -> Iterator[tuple[int, str]]:
    """The moments there are to choose from: those of the session, or around the record, it belongs to."""
    views, campaign, viewer, to = spot.library.views, spot.campaign, spot.viewer, spot.to
    if to.kind is BelongsTo.SESSION:
        asked = Filter(session=to.number)
    elif to.kind is BelongsTo.RECORD and to.number:
        asked = Filter(first=max(1, to.number - NEAR), last=to.number + NEAR)
    else:
        for mark in views.marks(campaign, viewer=viewer):
            yield mark.position, apart(f"{mark.position} · {cut(mark.title or mark.form, 70)}")
        return
    for entry in views.timeline(campaign, viewer, where=asked, limit=MOST):
        yield entry.position, apart(f"{entry.position} · {cut(entry.headline, 70)}")


def _tied(spot: Spot, it: AttachedFile, key: str) -> None:
    state: Mapping[Any, Any] = st.session_state
    kept = state.get(f"{key}-kept") or ()
    ties = {tie.position: tie.milliseconds for tie in it.ties if tie.position in kept}
    moment, time = state.get(f"{key}-moment"), str(state.get(f"{key}-time") or "").strip()
    try:
        if moment is not None and time:
            ties[int(moment)] = milliseconds_of(time)
    except ValueError:
        say(spot, _WRONG_TIME)
        return
    tied = tuple(Tie(position=position, milliseconds=at) for position, at in ties.items())
    who = tuple(state.get(f"{key}-who") or ())
    if not tied or not who:
        say(spot, "Choose who is heard in it, and one moment with its time.")
        return
    try:
        command = AlignRecording.model_validate({"file": it.number, "ties": tied, "heard": who})
    except ValidationError as error:
        say(spot, first_problem(error))
        return
    record(spot, "It is tied. Each of those heard in it is asked to agree.", command)
