"""The first frame comes with the page that opens a replay, is the one that the page draws, and for nobody else."""

import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from streamlit.testing.v1 import AppTest

from dashboard import gate
from dashboard.asgi import first_frame_of_replay
from dashboard.gate import Gate
from dashboard.index_page import index_page
from dashboard.pages.replay.first_frame import BESIDE
from domain.kernel.journal.notes import WriteNote
from ledger.answers import Submission
from tests.dashboard.conftest import texts
from tests.dashboard.nights import whole_night
from wiring.library import Library

Visit = Callable[..., AppTest]
SLUG = "causeway"
MARA, BO, EVE = "mara@example.org", "bo@example.org", "eve@example.org"
MARKED = "<img src=x onerror=alert(1)></script><b>"


@pytest.fixture
def night(library: Library) -> Library:
    whole_night(library)
    return library


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """The pages behind the gate, on a machine that is never too busy."""
    monkeypatch.setattr(gate, "FIRST_FRAME_IN", 60.0)
    with TestClient(
        Gate(Starlette(), first_frames={"/replay": first_frame_of_replay}), base_url="http://localhost"
    ) as client:
        yield client


def page(server: TestClient, **asked: object) -> str:
    answer = server.get("/replay", params={name: str(value) for name, value in asked.items()})
    assert answer.status_code == 200
    return answer.text


def told(server: TestClient, **asked: object) -> Mapping[str, Any] | None:
    """The data of the first frame in the page; None where it has none."""
    found = re.search(r"^show\((.*)\);$", page(server, **asked), re.MULTILINE)
    return None if found is None else json.loads(found[1])


@pytest.mark.parametrize("at", [9, 24, 28], ids=["in the middle", "later", "on an abandoned line"])
def test_it_is_the_frame_that_the_page_draws_itself(
    night: Library, visit: Visit, server: TestClient, at: int
) -> None:
    first, then = told(server, campaign=SLUG, at=at), texts(visit("replay", campaign=SLUG, at=str(at)))
    assert first is not None
    assert (first["sheet"], first["beside"]) == (then["sheet"], [then[name] for name in BESIDE])
    assert [name for name, _shown in first["people"]] == [
        it["name"] for it in json.loads(then["roster"])["people"]
    ]
    assert first["at"] == str(at)


def test_a_page_that_has_something_else_to_say_has_none(
    night: Library, server: TestClient, tmp_path: Path
) -> None:
    plain = "".join(index_page())
    for asked in ({}, {"campaign": "nowhere"}, {"campaign": SLUG, "at": "x"}, {"campaign": SLUG, "at": 9_999}):
        assert page(server, **asked) == plain, asked
    assert told(server, campaign=SLUG, at=9) is not None
    with closing(sqlite3.connect(tmp_path / "campaigns.sqlite3")) as connection, connection:
        connection.execute("UPDATE ledger_events SET state = x'6767' WHERE originator_version > 20")
    assert page(server, campaign=SLUG, at=9) == plain


def test_it_is_for_whoever_asked_and_kept_by_nobody(
    night: Library, server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    import dashboard.access as access

    rules: dict[str, Any] = {"mode": "header", "seats": {SLUG: {"gm": [MARA], "bo": [BO]}, "else": {"gm": [EVE]}}}
    monkeypatch.setattr(access, "_settings", lambda: rules)
    who = {"email": ""}
    monkeypatch.setattr(access, "gather_user_info", lambda _headers: dict(who))

    def seen(by: str) -> str:
        who["email"] = by
        return page(server, campaign=SLUG, at=16)

    assert "lit the beacon" in seen(MARA)
    assert "show(" in seen(BO)
    assert "lit the beacon" not in seen(BO)
    assert seen(EVE) == "".join(index_page()), "at another table"
    assert "show(" not in seen("")
    rules["seats"][SLUG]["bo"] = []
    assert "show(" not in seen(BO)
    who["email"] = MARA
    headers = server.get("/replay", params={"campaign": SLUG}).headers
    assert headers["cache-control"] == "no-store"
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_no_text_ends_the_script_that_it_stands_in(night: Library, server: TestClient) -> None:
    night.ledger.rule(SLUG, Submission(command=WriteNote(text=MARKED)))
    sent = page(server, campaign=SLUG)
    assert "onerror" in sent
    assert "<img src=x" not in sent
    assert sent.count("</script>") == "".join(index_page()).count("</script>") + 1


def test_a_page_does_not_wait_for_a_frame_that_takes_long(
    night: Library, server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "FIRST_FRAME_IN", 0.0)
    assert page(server, campaign=SLUG, at=9) == "".join(index_page())
