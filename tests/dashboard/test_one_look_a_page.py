"""Each page of a campaign is drawn from one look at it: it is looked up once, and caught up with once."""

from collections import Counter
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.screens import SCREENS
from ledger.records.index import CampaignIndex
from ledger.records.open_campaign import OpenCampaign
from projections.tables.projector import CampaignWriter
from tests.dashboard.nights import Night, whole_night
from wiring.library import Library

COUNTED = ((CampaignIndex, "find"), (OpenCampaign, "refresh"), (CampaignWriter, "catch_up"))


@pytest.fixture
def night(library: Library) -> Night:
    return whole_night(library)


@pytest.mark.parametrize("screen", SCREENS)
def test_a_page_opens_its_campaign_once_and_catches_up_once(
    visit: Callable[..., AppTest], night: Night, screen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = visit(screen, campaign=night.slug)
    night.rule("journal.write_note", text="So that nothing is known already.")
    counts: Counter[str] = Counter()

    def counted(kind: type, name: str) -> Callable[..., object]:
        real = getattr(kind, name)
        return lambda *given, **named: (counts.update([name]), real(*given, **named))[1]

    for kind, name in COUNTED:
        monkeypatch.setattr(kind, name, counted(kind, name))
    app.run()
    assert not app.exception
    assert (counts["find"], counts["refresh"]) == (1, 1), screen
    assert counts["catch_up"] <= 1, screen
