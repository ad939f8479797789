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


def between(one: PersonId, other: PersonId) -> Audience:
    """The GM and these two."""
    return Audience(" ".join(sorted({only(one), only(other)})))


def parts_of(audience: Audience) -> tuple[Audience, ...]:
    """The audiences of which this one is made: of what two may know, each of the two."""
    return tuple(Audience(part) for part in audience.split(" "))


def narrower(one: Audience, other: Audience) -> Audience:
    """The audience of a fact in a record, or of what is kept from more people since: those in both."""
    if other in (EVERYONE, one):
        return one
    if one == EVERYONE:
        return other
    both = [part for part in parts_of(one) if part in parts_of(other)]
    return Audience(" ".join(both)) if both else GM_ONLY


def may_see(viewer: Viewer, audience: Audience) -> bool:
    """True if something meant for `audience` may be shown to `viewer`. The GM sees all."""
    return audience == EVERYONE or viewer.is_gm or only(viewer.person) in parts_of(audience)
