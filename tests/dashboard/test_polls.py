"""Polls of open pages: one short answer says whether a page is to be drawn anew, and nothing else."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient
from streamlit.testing.v1 import AppTest

from dashboard import polls
from dashboard.gate import POLL, Gate
from dashboard.polls import polled
from domain.kernel.journal.notes import WriteNote
from ledger.answers import Submission
from ledger.database.errors import LedgerUnavailable
from tests.dashboard.nights import whole_night
from wiring.library import Library

Visit = Callable[..., AppTest]
SLUG = "causeway"
SESSION = "test session id"
"""The session of every page of `AppTest`."""
SAME, ANEW = 204, 200


@pytest.fixture
def server() -> Iterator[TestClient]:
    with TestClient(Gate(Starlette(routes=[Route(POLL, polled)])), base_url="http://localhost") as client:
        yield client


def ticket_of(app: AppTest) -> str:
    """The ticket that a page was given for the log it shows."""
    told = [it.proto for it in app.get("bidi_component") if it.proto.component_name == "campaign_poll"]
    (data,) = json.loads(told[-1].json)
    return str(data["ticket"])


def asked(server: TestClient, ticket: str) -> int:
    answer = server.get(POLL, headers={"X-Poll-Ticket": ticket, "host": "localhost"})
    assert not answer.content
    return answer.status_code


@pytest.mark.parametrize("screen", ["replay", "table", "chronicle", "between", "disputes"])
def test_a_page_is_drawn_anew_once_the_log_has_grown(
    library: Library, visit: Visit, server: TestClient, screen: str
) -> None:
    whole_night(library)
    ticket = ticket_of(visit(screen, campaign=SLUG))
    assert [asked(server, ticket) for _ in range(3)] == [SAME] * 3
    library.ledger.rule(SLUG, Submission(command=WriteNote(text="A word")))
    assert asked(server, ticket) == ANEW


def test_a_ticket_that_is_good_for_nothing_has_the_page_drawn_anew(
    library: Library, visit: Visit, server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole_night(library)
    app = visit("replay", campaign=SLUG)
    ticket = ticket_of(app)
    assert asked(server, ticket) == SAME
    assert asked(server, "") == asked(server, ticket[:-1]) == ANEW
    app.run()
    assert ticket_of(app) != ticket
    assert asked(server, ticket) == ANEW, "of a page only the last drawing may be asked about"
    monkeypatch.setattr(polls, "LASTS", -1.0)
    app.run()
    late = ticket_of(app)
    assert asked(server, late) == ANEW
    polls.POLLS.forget({SESSION})
    assert late not in polls.POLLS
    monkeypatch.setattr(polls, "LASTS", 600.0)
    app.run()
    polls.POLLS.forget({SESSION})
    assert asked(server, ticket_of(app)) == SAME
    polls.POLLS.forget(set())
    assert ticket_of(app) not in polls.POLLS, "its session has ended"


def test_a_page_hears_that_the_ledger_cannot_be_reached_and_that_its_rights_are_others(
    library: Library, visit: Visit, server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole_night(library)
    ticket = ticket_of(visit("replay", campaign=SLUG))

    def away(*_: Any) -> Any:
        raise LedgerUnavailable("The connection was lost.")

    with monkeypatch.context() as gone:
        gone.setattr(type(library.ledger), "soundness", away)
        assert asked(server, ticket) == ANEW
    assert asked(server, ticket) == SAME
    monkeypatch.setenv("CAMPAIGN_ACCESS", "header")
    assert asked(server, ticket) == ANEW
