"""Seals: a closed session is fixed, so that later changes of its records show."""

from collections.abc import Iterable
from typing import Literal

from domain.kernel import facts
from domain.kernel.campaign.guards import gm_only
from domain.kernel.campaign.sessions import no_session_open
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import found, must, need
from domain.kernel.history.past import Past
from domain.kernel.journal.state import SessionSeal
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Position

chapter = Chapter[AnyMoment, Past](
    "Seals",
    {
        "no_session": "No session was played yet, so there is none to seal.",
        "session_sealed": "Session {session} is sealed already.",
    },
)


class SealSession(Command):
    """Seal a closed session: note the last position and its seal, so that later changes show.

    Refused:  `gm_only`, `no_session`, `session_open`, `session_sealed`.
    Yields:   `SessionSealed`.
    """

    type: Literal["journal.seal_session"] = "journal.seal_session"


class SessionSealed(Event):
    """A session was sealed: the log up to `position` has this seal."""

    type: Literal["journal.session_sealed.v1"] = "journal.session_sealed.v1"
    session: int
    position: Position
    seal: str


@chapter.decides(SealSession)
def seal_session(moment: AnyMoment, command: SealSession, asker: Asker, past: Past) -> Events:
    """Seal the session last played, once it is closed, and once."""
    gm_only(asker)
    number = found(moment.campaign.session, "no_session").number
    no_session_open(moment)
    need(number not in moment.journal.seals, "session_sealed", session=number)
    return [SessionSealed(session=number, position=moment.position, seal=moment.seal)]


@chapter.applies(SessionSealed)
def _(moment: AnyMoment, event: SessionSealed) -> None:
    must(event.session not in moment.journal.seals, f"session {event.session} is sealed already")
    moment.journal.seals[event.session] = SessionSeal(event.position, event.seal)


@chapter.tells(SessionSealed, "Session {session} is sealed at moment {position}")
def _(moment: AnyMoment, event: SessionSealed) -> Iterable[facts.Fact]:
    yield facts.Told(text=event.seal, form="seal", about_position=event.position)


def offers(asker: Asker) -> Iterable[Offer]:
    """Offer to the GM to seal the session."""
    if asker.is_gm:
        yield Offer(command=SealSession, label="Seal the last session", group="Journal")
