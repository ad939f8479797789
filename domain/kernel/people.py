"""Askers and viewers: the people at a table and what their seats let them do and see."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from domain.kernel.terms import PersonId


class Role(StrEnum):
    """The seat a person holds in a campaign."""

    GM = "gm"
    PLAYER = "player"
    READER = "reader"
    """No seat: may look at what the whole table knows, and ask for nothing but a seat."""

    def said(self, names: Mapping[str, str]) -> str:
        """The seat as a sentence names it: somebody sits there as the GM, or as a player."""
        return "the GM" if self is Role.GM else f"a {self.value}"


@dataclass(frozen=True, slots=True)
class Asker:
    """The person who asks for something, and the seat they hold on this line at this moment."""

    person: PersonId
    role: Role

    @property
    def is_gm(self) -> bool:
        """True if this person runs the game."""
        return self.role is Role.GM


Viewer = Asker
"""A person who looks: the same two things decide what may be shown as decide what may be asked."""

Audience = NewType("Audience", str)
EVERYONE = Audience("table")
GM_ONLY = Audience("gm")


def only(person: PersonId) -> Audience:
    """The GM and this one person."""
    return Audience(f"person:{person}")


def may_see(viewer: Viewer, audience: Audience) -> bool:
    """True if something meant for `audience` may be shown to `viewer`. The GM sees all."""
    return audience == EVERYONE or viewer.is_gm or audience == only(viewer.person)


def audiences_of(viewer: Viewer) -> tuple[Audience, ...] | None:
    """The audiences a viewer belongs to, for filtering where the rows are; None means every one."""
    return None if viewer.is_gm else (EVERYONE, only(viewer.person))
