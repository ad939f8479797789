"""Whose seat this browser tab asks from, at the Table and in the court: one choice for both."""

from dataclasses import dataclass

import streamlit as st

from dashboard.access import NotAllowed, visitor
from dashboard.forms.text import cut
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Role


def who_asks(slug: str, moment: AnyMoment) -> str:
    """The choice of a seat, and the person whose seat it is.

    Raises `NotAllowed` for a visitor who has none at this table.
    """
    people = moment.campaign.people
    allowed = visitor().seats_open(slug, people, moment.campaign.gm)
    seats = sorted(allowed, key=lambda person: people[person].role is not Role.GM)
    if not seats:
        raise NotAllowed("You have no seat at this table. You may read what the whole table knows in the replay.")
    told = {person: f"{people[person].name} (GM)" for person in seats if people[person].role is Role.GM}
    chosen: str = st.selectbox(
        "Who asks", seats, format_func=lambda person: cut(told.get(person) or people[person].name, 60),
        key=_key(slug), label_visibility="collapsed", persist_state="session", width=230,
    )  # fmt: skip
    return chosen if chosen in seats else seats[0]


def take_seat(slug: str, person: str) -> None:
    """Ask as this person from the next drawing on."""
    st.session_state[_key(slug)] = person


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """What the choice of a seat stood at when a part of the page was drawn."""

    key: str
    stood: object

    @classmethod
    def now(cls, key: str) -> "SeatChoice":
        """The choice with this widget's key, as it stands."""
        return cls(key, st.session_state.get(key))

    def changed(self) -> str:
        """A sentence if it was moved since; empty if it stands as it did.

        A button pressed while the page is still being drawn for another seat calls what it was drawn with, and
        would record in the name of whoever asked before.
        """
        if st.session_state.get(self.key) == self.stood:
            return ""
        return "You chose another seat while this page was being drawn. Look at it as it is now, and press again."


def seat_choice(slug: str) -> SeatChoice:
    """The seat at the Table and in the court, as it is drawn now."""
    return SeatChoice.now(_key(slug))


def viewer_key(slug: str) -> str:
    """The key of the choice through whose eyes a campaign is read."""
    return f"viewer-{slug}"


def _key(slug: str) -> str:
    return f"seat|{slug}"
