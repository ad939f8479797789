"""Seats of who looks and who asks: the people of a campaign as names in the header, one choice for every page.

Pages that record ask which seat is asked from; the others, as whom they are read. Choosing one is
choosing the other, as far as there is one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.access import NotAllowed, visitor
from dashboard.forms.text import cut, plain
from dashboard.ui.drawing.rulings import refusal_html
from domain.kernel.game import AnyGame
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Role, Viewer
from domain.kernel.preparation.next_step import due_people
from projections.views.story import says_who_runs_it

_PLACE = "seats-place"
LONGEST_NAME = 24
DUE = "●"
"""Stands behind the name of whoever is to act."""


def place_seats(place: DeltaGenerator) -> None:
    """Set the place in the header where the names stand, as this page is drawn."""
    st.session_state[_PLACE] = place


def who_asks(slug: str, game: AnyGame, moment: AnyMoment) -> str:
    """The choice of a seat, and the person whose seat it is.

    Raises `NotAllowed` for a visitor who has none at this table.
    """
    people = moment.campaign.people
    allowed = visitor().seats_open(slug, people, moment.campaign.gm)
    seats = sorted(allowed, key=lambda person: people[person].role is not Role.GM)
    if not seats:
        raise NotAllowed("You have no seat at this table. You may read what the whole table knows in the replay.")

    def look() -> None:
        """Let the other pages look with the seat that asks here."""
        st.session_state[viewer_key(slug)] = st.session_state[_key(slug)]

    told = {person: _called(game, people[person].name, people[person].role) for person in seats}
    seat = _names("Who asks", _key(slug), told, due_people(game, moment), look)
    said = st.empty()  # always there, so that nothing below changes its place when it speaks
    if lost := st.session_state.get(_lost(_key(slug))):
        words = f"This page asks as {told[seat]} now. What was being written is kept for when {lost} is back."
        said.html(refusal_html(words, f"{lost} has no seat here any more"))
    return seat


def who_looks(slug: str, game: AnyGame, moment: AnyMoment, known: Sequence[tuple[Viewer, str]]) -> Viewer:
    """Viewer that the page is seen as, of those it may be seen as: a choice of this browser tab, not a login."""
    by_person = {str(viewer.person): viewer for viewer, _words in known}

    def sit() -> None:
        """Take the seat of whoever looks here, who also asks at the table and in disputes."""
        if person := st.session_state[viewer_key(slug)]:
            take_seat(slug, str(person))

    people = moment.campaign.people
    told = {
        person: _called(game, people[person].name, viewer.role) if person in people else "A reader"
        for person, viewer in by_person.items()
    }
    return by_person[_names("Seen as", viewer_key(slug), told, due_people(game, moment), sit)]


def _called(game: AnyGame, name: str, role: Role | None) -> str:
    runs = role is Role.GM and not says_who_runs_it(name, role, game.gm_in_short)
    return f"{cut(name, LONGEST_NAME)} ({game.gm_in_short})" if runs else cut(name, LONGEST_NAME)


def _names(label: str, key: str, told: Mapping[str, str], due: frozenset[str], chosen: Callable[[], None]) -> str:
    """The names in a row, a dot on whoever is to act; the one that is chosen."""
    before = next((it for it in map(st.session_state.get, (key, _kept(key))) if it in told), next(iter(told)))
    if (kept := st.session_state.get(_kept(key))) is not None and kept not in told:
        st.session_state[_lost(key)] = st.session_state.get(_named(key), "")
    if st.session_state.get(key) not in told:
        st.session_state[key] = before

    def press() -> None:
        """Take the notice of a lost seat away: who chooses another has seen it."""
        st.session_state.pop(_lost(key), None)
        chosen()

    place = st.session_state.get(_PLACE)
    with place if isinstance(place, DeltaGenerator) else st.container():
        shown = st.pills(
            label,
            list(told),
            required=True,
            key=key,
            label_visibility="collapsed",
            persist_state="session",
            format_func=lambda person: plain(told[person]) + (f" {DUE}" if person in due else ""),
            on_change=press,
            wrap=False,
        )
    person = shown if shown in told else before
    st.session_state[_kept(key)], st.session_state[_named(key)] = person, told[str(person)]
    return str(person)


def _kept(key: str) -> str:
    """The key under which a choice is kept: a widget forgets its own when its page is left."""
    return f"{key}|kept"


def _named(key: str) -> str:
    """The key of the name of whoever is chosen: one who has left is not among the people any more."""
    return f"{key}|named"


def _lost(key: str) -> str:
    """The key of the name of one who was chosen and has no seat any more, until another is chosen."""
    return f"{key}|lost"


def _stands(key: str) -> object:
    """The choice with this widget's key, as it stands in this browser tab."""
    return st.session_state.get(key) or st.session_state.get(_kept(key))


def take_seat(slug: str, person: str) -> None:
    """Ask as this person from the next drawing on."""
    st.session_state[_key(slug)] = person


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """The choice of a seat as it stood when a part of the page was drawn."""

    key: str
    stood: object

    @classmethod
    def now(cls, key: str) -> "SeatChoice":
        """The choice with this widget's key, as it stands."""
        return cls(key, _stands(key))

    def changed(self) -> str:
        """A sentence if it was moved since; empty if it stands as it did.

        A button pressed while the page is still being drawn for another seat calls what it was drawn with, and
        would record in the name of whoever asked before.
        """
        if _stands(self.key) == self.stood:
            return ""
        return "You chose another seat while this page was being drawn. Look at it as it is now, and press again."


def seat_choice(slug: str) -> SeatChoice:
    """The seat at the Table and in disputes, as it is drawn now."""
    return SeatChoice.now(_key(slug))


def viewer_key(slug: str) -> str:
    """The key of the choice as whom a campaign is read."""
    return f"viewer-{slug}"


def _key(slug: str) -> str:
    return f"seat|{slug}"
