"""Place of the cursor: the moment that a page of this session stands at, as its browser told it last.

A page tells it over its socket or, where it has drawn that moment by itself, by a request beside it, which runs no
part of the script. The later of the two holds: a page counts what it tells.
"""

from dataclasses import dataclass

import streamlit as st


@dataclass(slots=True)
class CursorPlace:
    """The place as a page was drawn at it, and what its browser told beside the socket since it was opened."""

    head: int
    """The last position there is."""
    at: int
    """The position that was drawn last."""
    told: tuple[int, int] = 0, 0
    """The position that was told, and the number of the telling: one value, for two threads read and write it."""

    def tell(self, at: int, count: int) -> bool:
        """Take in what a browser tells; False for a position that is none, or older news."""
        if not 1 <= at <= self.head or count <= self.told[1]:
            return False
        self.told, self.at = (at, count), at
        return True


def keep_place(slug: str, head: int, at: int) -> None:
    """Keep the place that a page of a campaign is drawn at, with what was told of it before."""
    known = place_kept(slug)
    st.session_state[_key(slug)] = CursorPlace(head, at, known.told if known else (0, 0))


def drop_place(slug: str) -> None:
    """Drop what was told: the page is opened anew, at the place that its address names."""
    st.session_state.pop(_key(slug), None)


def place_kept(slug: str) -> CursorPlace | None:
    """The place of the last drawing of this campaign in this session."""
    found = st.session_state.get(_key(slug))
    return found if isinstance(found, CursorPlace) else None


def position_looked_at(slug: str) -> int | None:
    """The position looked at last; None stands for the last record, whichever that is by now."""
    place = place_kept(slug)
    return None if place is None or place.at == place.head else place.at


def _key(slug: str) -> str:
    return f"looked-at-{slug}"
