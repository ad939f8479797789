"""The page of events in each game's folder is the one its events make."""

from pathlib import Path

import pytest

import domain
from domain.kernel.schema.events_page import events_page
from domain.registry import games


@pytest.mark.parametrize("key", sorted(games()))
def test_the_page_of_events_is_as_the_events_are(key: str) -> None:
    page = Path(domain.__path__[0]) / key / "EVENTS.md"
    assert page.read_text("utf-8") == events_page(games()[key]), "renew it: make events"
