"""Sessions: evenings of play, one after another."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.campaign.guards import gm_only
from domain.kernel.campaign.state import Session
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, ImpossibleHistoryError, must
from domain.kernel.history.past import Past
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Text
from domain.kernel.wording.names import own_title

chapter = Chapter[AnyMoment, Past](
    "Sessions",
    {
        "session_open": "Session {session} is still open. Close it first.",
        "no_open_session": "No session is open. Open one first.",
    },
)


class OpenSession(Command):
    """Open a session: an evening of play begins.

    Refused:  `gm_only`, `session_open`, and whatever the game wants settled first.
    Yields:   `SessionOpened`.
    """

    type: Literal["campaign.open_session"] = "campaign.open_session"
    title: Text = Field(default="", description="What the evening will be remembered as; may stay empty.")


class SessionOpened(Event):
    """An evening of play began; sessions are counted from 1 along the line."""

    type: Literal["campaign.session_opened.v1"] = "campaign.session_opened.v1"
    session: int
    title: Text


def no_session_open(moment: AnyMoment) -> None:
    """Refuse while the session last played is open."""
    session = moment.campaign.session
    if session and session.open:
        raise CommandRefused("session_open", session=session.number)


@chapter.decides(OpenSession)
def open_session(moment: AnyMoment, command: OpenSession, asker: Asker, past: Past) -> Events:
    """Open the next session, once the one before it is closed."""
    gm_only(asker)
    no_session_open(moment)
    last = moment.campaign.session
    return [SessionOpened(session=last.number + 1 if last else 1, title=command.title)]


@chapter.applies(SessionOpened)
def _(moment: AnyMoment, event: SessionOpened) -> None:
    last = moment.campaign.session
    must(not (last and last.open), "a session cannot open inside another")
    moment.campaign.session = Session(event.session, event.title, open=True)


@chapter.tells(SessionOpened, "Session {session} begins{title:+: }")
def _(moment: AnyMoment, event: SessionOpened) -> Iterable[facts.Fact]:
    yield facts.SessionOpened(session=event.session, title=own_title(event.session, event.title))


class CloseSession(Command):
    """Close the session: the evening ends.

    Refused:  `gm_only`, `no_open_session`, and whatever the game wants settled first.
    Yields:   `SessionClosed`.
    """

    type: Literal["campaign.close_session"] = "campaign.close_session"


class SessionClosed(Event):
    """The evening ended."""

    type: Literal["campaign.session_closed.v1"] = "campaign.session_closed.v1"
    session: int


@chapter.decides(CloseSession)
def close_session(moment: AnyMoment, command: CloseSession, asker: Asker, past: Past) -> Events:
    """Close the session that is open."""
    gm_only(asker)
    session = moment.campaign.session
    if not (session and session.open):
        raise CommandRefused("no_open_session")
    return [SessionClosed(session=session.number)]


@chapter.applies(SessionClosed)
def _(moment: AnyMoment, event: SessionClosed) -> None:
    session = moment.campaign.session
    if not (session and session.open):
        raise ImpossibleHistoryError("no session is open to be closed")
    session.open = False


@chapter.tells(SessionClosed, "Session {session} ends")
def _(moment: AnyMoment, event: SessionClosed) -> Iterable[facts.Fact]:
    yield facts.SessionClosed(session=event.session)


def offers_to_the_gm(moment: AnyMoment) -> Iterable[Offer]:
    """Offer to the GM to open a session, or to close it."""
    session = moment.campaign.session
    if session and session.open:
        yield Offer(command=CloseSession, label=f"Close session {session.number}", forced=False, group="Table")
    else:
        yield Offer(command=OpenSession, label="Open a session", group="Table")
