"""Drafts of several tabs: each its own, and those of a tab that was closed go on in the next."""

import pytest

from dashboard.forms import drafts
from dashboard.forms.drafts import DraftKey, Drafts

ONE, OTHER, THIRD = (DraftKey("lamp", "ada", "scene", tab) for tab in ("a", "b", "c"))


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Drafts:
    """Drafts of two tabs, the first of which is open."""
    made, session = Drafts(), ["first"]
    monkeypatch.setattr(drafts, "this_session", lambda: session[-1])
    monkeypatch.setattr(drafts, "is_connected", lambda it: it != "second")
    made.keep(ONE, {"title": "One"})
    session.append("second")
    made.keep(OTHER, {"title": "Other"})
    session.append("third")
    return made


def test_what_is_written_in_a_tab_that_is_open_stays_there(kept: Drafts) -> None:
    kept.forget(OTHER)
    assert kept.of(OTHER) == {}
    assert kept.of(ONE) == {"title": "One"}


def test_what_was_written_in_a_tab_that_is_closed_goes_on_once(kept: Drafts) -> None:
    assert kept.of(THIRD) == {"title": "Other"}
    assert kept.of(DraftKey("lamp", "ada", "scene", "d")) == {}
    assert kept.of(OTHER) == {}
    assert kept.of(THIRD) == {"title": "Other"}


def test_nobody_goes_on_with_what_another_person_or_form_left(kept: Drafts) -> None:
    for key in (
        DraftKey("lamp", "ben", "scene"),
        DraftKey("lamp", "ada", "note"),
        DraftKey("salt", "ada", "scene"),
    ):
        assert kept.of(key) == {}
