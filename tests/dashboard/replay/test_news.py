"""Others record while somebody looks: it appears by itself, and nobody loses their place."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.ui import live_updates
from ledger.database.errors import LedgerUnavailable
from ledger.errors import NoSuchCampaign
from ledger.handle import Soundness
from tests.dashboard.conftest import drawn
from tests.dashboard.nights import whole_night
from wiring.library import Library

Visit = Callable[..., AppTest]


@contextmanager
def beside(monkeypatch: pytest.MonkeyPatch, record: Callable[[], Any]) -> Iterator[None]:
    """Somebody else records just after the page has been drawn, before it looks again."""
    real, done = live_updates._watch, []

    def watch(ledger: Any, slug: str, head: int, **more: Any) -> None:
        if not done:
            done.append(record())
        real(ledger, slug, head, **{**more, "drawn": []})

    with monkeypatch.context() as patched:
        patched.setattr(live_updates, "_watch", watch)
        yield


@pytest.mark.parametrize("screen", ["replay", "map", "advancement"])
def test_whoever_looks_at_the_last_record_goes_along(
    visit: Visit, library: Library, monkeypatch: pytest.MonkeyPatch, screen: str
) -> None:
    night = whole_night(library)
    app = visit(screen, campaign="causeway")
    was = library.ledger.head("causeway")
    with beside(monkeypatch, lambda: night.rule("campaign.open_session", title="Late at night")):
        app.run()
    now = library.ledger.head("causeway")
    assert now > was
    assert not app.exception
    assert app.session_state["looked-at-causeway"].at == now


def test_whoever_looks_elsewhere_stays_there(
    visit: Visit, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = whole_night(library)
    app = visit("replay", campaign="causeway", at="9")
    with beside(monkeypatch, lambda: night.rule("campaign.open_session", title="Late at night")):
        app.run()
    assert not app.exception
    assert 'data-go="9" aria-current="true"' in drawn(app)


def test_between_sessions_brings_itself_up_to_date(
    visit: Visit, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = whole_night(library)
    app = visit("between", campaign="causeway")
    assert "Late at night" not in drawn(app)
    with beside(monkeypatch, lambda: night.rule("campaign.open_session", title="Late at night")):
        app.run()
    assert "Late at night" in drawn(app)


def test_a_ledger_that_goes_away_is_said_and_comes_back(
    visit: Visit, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole_night(library)
    app = visit("replay", campaign="causeway", at="9")
    real = live_updates._watch

    class Away:
        def soundness(self, _slug: str) -> Soundness:
            raise LedgerUnavailable("The connection was lost.")

    with monkeypatch.context() as gone:
        gone.setattr(
            live_updates,
            "_watch",
            lambda ledger, slug, head, **more: real(Away(), slug, head, **{**more, "drawn": []}),
        )
        app.run()
    assert "The connection was lost." in drawn(app)
    assert 'data-go="9" aria-current="true"' in drawn(app), "what was shown stays"
    app.run()
    assert "The connection was lost." not in drawn(app)


def test_a_campaign_deleted_from_under_the_page_is_said(
    visit: Visit, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole_night(library)
    app = visit("replay", campaign="causeway")

    def gone(*_: Any, **__: Any) -> Any:
        raise NoSuchCampaign("There is no campaign called 'causeway'.")

    with monkeypatch.context() as deleted:
        deleted.setattr(type(library.ledger), "find", gone)
        deleted.setattr(type(library.views), "summaries", lambda self: [])
        app.run()
    assert not app.exception
    assert "No such campaign" in drawn(app)
