"""Transcripts beside their recording: they do not follow it. A page says so, and offers to change both at once."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from dashboard.forms.text import cut, plain
from dashboard.ui.attached.spot import Spot
from domain.kernel.journal.attached.state import AttachedFile
from domain.kernel.journal.attached.terms import FileRole
from domain.kernel.people import EVERYONE, GM_ONLY, Audience
from exchange.documents.html.markup import people
from projections.transcripts.moments import read_by_others, transcripts_with


def narrowing_too(spot: Spot, recording: AttachedFile, audience: Audience, key: str) -> None:
    """Offer to narrow the transcripts as well, where a recording would be for fewer than they are."""
    if recording.role is FileRole.RECORDING:
        others = read_by_others(spot.campaign.now.journal.files, recording, spot.viewer, audience)
        _choice(spot, others, "Narrow its transcript as well", f"{key}-transcripts")


def narrowed_too(
    spot: Spot, recording: AttachedFile, audience: Audience, state: Mapping[Any, Any], key: str
) -> list[AttachedFile]:
    """The transcripts that were chosen to be narrowed as well."""
    if recording.role is not FileRole.RECORDING or not state.get(f"{key}-transcripts"):
        return []
    others = read_by_others(spot.campaign.now.journal.files, recording, spot.viewer, audience)
    return [it for it in others if spot.has_say_in(it)]


def removing_too(spot: Spot, recording: AttachedFile, key: str) -> None:
    """Offer to remove the transcripts of a recording as well: what was said stands in them."""
    if recording.role is FileRole.RECORDING:
        found = transcripts_with(spot.campaign.now.journal.files, recording, spot.viewer)
        _choice(spot, found, "Remove its transcript as well", f"{key}-transcripts")


def removed_too(spot: Spot, number: int, state: Mapping[Any, Any], key: str) -> list[AttachedFile]:
    """The transcripts that were chosen to be removed together with the recording of this number."""
    files = spot.campaign.now.journal.files
    if not state.get(f"{key}-transcripts"):
        return []
    return [it for it in transcripts_with(files, files[number - 1], spot.viewer) if spot.has_say_in(it)]


def who_reads(spot: Spot, recording: AttachedFile) -> str:
    """Sentences that say for whom the transcripts of a recording are; nothing where it has none."""
    found = transcripts_with(spot.campaign.now.journal.files, recording, spot.viewer)
    return " ".join(f"Its transcript, {_name(it)}, is for {_for_whom(spot, it)}." for it in found)


def _choice(spot: Spot, transcripts: Sequence[AttachedFile], label: str, key: str) -> None:
    theirs = [it for it in transcripts if spot.has_say_in(it)]
    for it in transcripts:
        ask = f" Ask {_seat(spot, it.person)}, who attached it, or the {spot.gm} to change that."
        whose = "" if it in theirs else ask
        words = f"Its transcript, {_name(it)}, does not follow by itself: it is for {_for_whom(spot, it)} to read."
        st.html(f'<p class="quiet">{people(words + whose)}</p>')
    if theirs:
        st.checkbox(f"{label}: {plain(', '.join(map(_name, theirs)))}", value=True, key=key)


def _name(it: AttachedFile) -> str:
    return cut(it.caption or it.name, 60)


def _seat(spot: Spot, person: str) -> str:
    seats = spot.campaign.now.campaign.people
    return seats[person].name if person in seats else person


def _for_whom(spot: Spot, it: AttachedFile) -> str:
    if it.audience == EVERYONE:
        return "the whole table"
    if it.audience == GM_ONLY or it.only_for is None:
        return f"the {spot.gm} alone"
    return f"{_seat(spot, it.only_for)} and the {spot.gm}"
