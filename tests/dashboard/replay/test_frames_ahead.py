"""Frames that a page asks for ahead are what the server answers to the step, and are for nobody else."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from html import unescape
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient
from streamlit.testing.v1 import AppTest

from dashboard.asgi import cursor_told, frames_ahead
from dashboard.gate import CURSOR, FRAMES, Gate
from dashboard.pages.replay import frames_ahead as ahead
from dashboard.ui.header import script_of
from dashboard.ui.replay_view import viewers
from domain.kernel.journal.notes import WriteNote
from ledger.answers import Submission
from tests.dashboard.conftest import APP, texts
from tests.dashboard.nights import whole_night
from tests.support.own_games import with_samples
from tests.support.samples import copied, longest_sample
from wiring.library import DATABASE_VARIABLE, Library, open_library

Visit = Callable[..., AppTest]
Texts = dict[str, str]
SLUG = "causeway"
SESSION = "test session id"
MARA, BO, EVE = "mara@example.org", "bo@example.org", "eve@example.org"
SEATS = {SLUG: {"gm": [MARA], "bo": [BO]}}


@pytest.fixture
def night(library: Library) -> Library:
    whole_night(library)
    return library


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """The way of the frames behind the gate, as it is served, on a machine that is never too busy."""
    monkeypatch.setattr(ahead, "WORK", 60.0)
    routes = [Route(FRAMES, frames_ahead), Route(CURSOR, cursor_told, methods=["POST"])]
    with TestClient(Gate(Starlette(routes=routes)), base_url="http://localhost") as client:
        yield client


def sent_to(app: AppTest) -> dict[str, Any]:
    """The data that the page was sent for its stage."""
    (stage,) = (it for it in app.get("bidi_component") if it.proto.component_name == "campaign_replay")
    sent: dict[str, Any]
    (sent,) = json.loads(stage.proto.json)
    return sent


def asked(server: TestClient, ticket: str, at: object, count: object = 1, **more: Any) -> Any:
    headers = {"X-Replay-Ticket": ticket, "host": "localhost", **more.pop("headers", {})}
    return server.get(FRAMES, params={"at": at, "count": count, **more}, headers=headers)


def frames(server: TestClient, ticket: str, at: int, count: int, chosen: str = "") -> dict[int, Texts]:
    """The frames, put together as the page does."""
    answer = asked(server, ticket, at, count, chosen=chosen)
    assert answer.status_code == 200
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "no-store"
    pieces = answer.json()["pieces"]
    return {int(at): together(found, pieces) for at, found in answer.json()["frames"].items()}


def together(found: Mapping[str, list[int]], pieces: list[str]) -> Texts:
    numbers = {
        name: [n for first, last in zip(runs[::2], runs[1::2], strict=True) for n in range(first, last + 1)]
        for name, runs in found.items()
    }
    return {name: "".join(pieces[number] for number in of) for name, of in numbers.items()}


def answered(app: AppTest, slug: str, at: int, **said: Any) -> Texts:
    """The answer of the server to a page whose cursor goes there."""
    app.session_state[f"scrubber-{slug}"] = {"cursor": {"at": at, "n": at}, **said}
    app.run()
    assert not app.exception
    return {name: text for name, text in texts(app).items() if name != "explain"}


@pytest.mark.parametrize("key", with_samples())
def test_a_frame_ahead_is_the_servers_answer_byte_for_byte_for_every_kind_of_viewer(
    key: str, played_samples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: TestClient
) -> None:
    monkeypatch.setenv(DATABASE_VARIABLE, str(copied(played_samples, tmp_path / "campaigns.sqlite3")))
    slug = longest_sample(key).slug
    app = AppTest.from_file(str(APP), default_timeout=30)
    app.query_params["campaign"] = slug
    app.run()
    app.query_params["campaign"] = slug
    app.switch_page(script_of("replay")).run()
    end = int(sent_to(app)["at"])
    with closing(open_library()) as library:
        seats = {
            viewer.role: str(viewer.person) for viewer, _words in reversed(viewers(library.ledger.open(slug)))
        }
    assert len(seats) > 1
    for role, person in seats.items():
        app.session_state[f"viewer-{slug}"] = person
        app.run()
        early, late = max(1, end // 3), end - 3
        ticket = sent_to(app)["ticket"]
        found = {**frames(server, ticket, early, 3), **frames(server, ticket, late, 3)}
        for at in (early + 2, late):
            assert found[at] == answered(app, slug, at), (role, at)


def test_frames_follow_the_line_and_whose_sheet_is_chosen(
    night: Library, visit: Visit, server: TestClient
) -> None:
    app = visit("replay", campaign=SLUG, at="9")
    ticket = sent_to(app)["ticket"]
    found = frames(server, ticket, 24, 4)
    assert list(found) == [24, 25, 26, 30], "what was abandoned is no part of this line"
    assert asked(server, ticket, 28).status_code == 204
    moss = frames(server, ticket, 13, 2, chosen="moss")
    assert moss[14] == answered(app, SLUG, 14, picked={"id": "moss"})
    assert moss[14]["sheet"] != answered(app, SLUG, 14, picked={"id": ""})["sheet"]
    ticket = sent_to(app)["ticket"]
    assert list(frames(server, ticket, night.ledger.head(SLUG), 50)) == [night.ledger.head(SLUG)]
    assert len(frames(server, ticket, 1, 9_999)) <= ahead.MOST


def test_a_request_is_answered_with_what_was_drawn_in_time(
    night: Library, visit: Visit, server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ahead, "WORK", 0.0)
    ticket = sent_to(visit("replay", campaign=SLUG, at="9"))["ticket"]
    assert list(frames(server, ticket, 9, 20)) == [9]


def test_a_page_that_is_drawn_anew_is_sent_all_whatever_it_says_it_has(night: Library, visit: Visit) -> None:
    app = visit("replay", campaign=SLUG, at="9")
    stamp = sent_to(app)["stamp"]
    app.session_state[f"scrubber-{SLUG}"] = {"cursor": {"at": 12, "n": 1, "drawn": stamp}}
    app.run()
    assert 'data-go="12" aria-current="true"' in texts(app)["around"]


def test_a_position_that_makes_no_sense_has_no_frames(night: Library, visit: Visit, server: TestClient) -> None:
    ticket = sent_to(visit("replay", campaign=SLUG, at="9"))["ticket"]
    for junk in ("", "0", "-3", "x", "9" * 20, "1.5", "٣"):
        assert asked(server, ticket, junk).status_code == 204
        assert asked(server, ticket, 9, junk).status_code == 204


def test_a_ticket_is_good_until_the_log_grows_or_its_time_is_over(
    night: Library, visit: Visit, server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticket = sent_to(visit("replay", campaign=SLUG, at="9"))["ticket"]
    assert asked(server, ticket, 9).status_code == 200
    assert asked(server, "", 9).status_code == asked(server, ticket[:-1], 9).status_code == 204
    night.ledger.rule(SLUG, Submission(command=WriteNote(text="A word")))
    assert asked(server, ticket, 9).status_code == 204
    monkeypatch.setattr(ahead, "LASTS", -1.0)
    late = sent_to(visit("replay", campaign=SLUG, at="9"))["ticket"]
    assert asked(server, late, 9).status_code == 204
    ahead.FRAMES_AHEAD.forget({SESSION})
    assert late not in ahead.FRAMES_AHEAD


def tells(server: TestClient, ticket: str, at: object, n: object) -> int:
    headers = {"X-Replay-Ticket": ticket, "host": "localhost"}
    return server.post(CURSOR, params={"at": at, "n": n}, headers=headers).status_code


def test_a_place_told_beside_the_socket_is_where_the_page_stands(
    night: Library, visit: Visit, server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = visit("replay", campaign=SLUG, at="9")
    answered(app, SLUG, 12)
    ticket = sent_to(app)["ticket"]
    monkeypatch.setattr(ahead, "LASTS", 900.0)
    assert tells(server, ticket, 14, 20) == 204
    assert ahead.FRAMES_AHEAD._kept[ticket].until > monotonic() + 800, "whoever still steps keeps the ticket"
    app.run()
    assert (sent_to(app)["at"], sent_to(app)["ack"]) == (14, 20)
    app.run()
    assert sent_to(app)["at"] == 14, "it outlives a drawing"
    ticket = sent_to(app)["ticket"]
    assert tells(server, ticket, 15, 19) == 200, "older news"
    answered(app, SLUG, 24)
    app.run()
    assert (sent_to(app)["at"], sent_to(app)["ack"]) == (24, 24), "what was told last holds, whichever way"
    app.query_params["at"] = "10"
    app.switch_page(script_of("chronicle")).run()
    app.query_params.update({"campaign": SLUG, "at": "10"})
    app.switch_page(script_of("replay")).run()
    assert sent_to(app)["at"] == 10, "a page opened anew stands where its address says"


def test_a_place_that_makes_no_sense_is_told_in_vain(night: Library, visit: Visit, server: TestClient) -> None:
    app = visit("replay", campaign=SLUG, at="9")
    ticket = sent_to(app)["ticket"]
    for junk in ("", "0", "-3", "x", "9" * 15, "1.5", "٣", "28"):
        assert tells(server, ticket, junk, 20) == 200, junk
    assert tells(server, ticket, 12, "x") == tells(server, "", 12, 20) == tells(server, ticket[1:], 12, 20) == 200
    assert server.get(CURSOR, params={"at": 12, "n": 20}).status_code == 405
    app.run()
    assert sent_to(app)["at"] == 9


def test_a_ticket_opens_nothing_to_anybody_else_nor_after_a_seat_was_taken_away(
    night: Library, server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    import dashboard.access as access

    rules: dict[str, Any] = {"mode": "header", "seats": SEATS}
    monkeypatch.setattr(access, "_settings", lambda: rules)
    who = {"email": ""}
    monkeypatch.setattr(access, "gather_user_info", lambda _headers: dict(who))

    def page_of(address: str) -> str:
        app = AppTest.from_file(str(APP), default_timeout=30)
        app.user = {"email": address}
        app.query_params["campaign"] = SLUG
        app.run()
        app.query_params["campaign"] = SLUG
        app.switch_page(script_of("replay")).run()
        assert not app.exception
        return str(sent_to(app)["ticket"])

    def seen(ticket: str, by: str) -> str:
        who["email"] = by
        answer = asked(server, ticket, 16, 2)
        return unescape(answer.text) if answer.status_code == 200 and "frames" in answer.text else ""

    of_the_gm, of_bo = page_of(MARA), page_of(BO)
    assert "lit the beacon" in seen(of_the_gm, MARA)
    assert seen(of_bo, BO)
    assert "lit the beacon" not in seen(of_bo, BO)
    assert not any(seen(ticket, by) for ticket, by in [(of_the_gm, BO), (of_bo, MARA), (of_bo, EVE), (of_bo, "")])
    who["email"] = MARA
    assert tells(server, of_bo, 12, 20) == 200
    rules["seats"] = {SLUG: {"gm": [MARA], "bo": [EVE]}}
    assert not seen(of_bo, BO)
    who["email"] = BO
    assert tells(server, of_bo, 12, 20) == 200
    assert not seen(of_the_gm, MARA), "the page draws itself anew first"
