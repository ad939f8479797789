"""Fixtures of the screens' tests: a ledger of the small game, and the app itself as a test drives it."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

import dashboard
from tests.dashboard.nights import small_game
from tests.support.pages import at_page
from wiring.library import DATABASE_VARIABLE, Library, open_library

PANES = ("sheet", "table", "around", "changed", "map")
"""The panes that the replay is sent as HTML; everything else it is sent is data."""
APP = Path(dashboard.__file__).with_name("app.py")
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
"""Each `AppTest` looks through every installed package for parts of pages, a quarter of a second: once will do."""


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    """An empty ledger in which the small game can be played; the app opens the same."""
    database = tmp_path / "campaigns.sqlite3"
    monkeypatch.setenv(DATABASE_VARIABLE, str(database))
    with small_game():
        opened = open_library(str(database))
        yield opened
        opened.close()


@pytest.fixture
def visit(library: Library) -> Callable[..., AppTest]:
    """Open a screen with an address: `visit("replay", campaign="causeway", at="3")`."""

    def open_screen(screen: str, **address: str) -> AppTest:
        app = AppTest.from_file(str(APP), default_timeout=20)
        for name, value in address.items():
            app.query_params[name] = value
        return (app if screen == "campaigns" else at_page(app, screen)).run()

    return open_screen


def drawn(app: AppTest) -> str:
    """Everything that was sent as HTML, by itself or for a pane of the replay's stage."""
    panes = (text for name, text in texts(app).items() if name in PANES)
    return "\n".join([*(element.value for element in app.get("html")), *panes])


def texts(app: AppTest) -> dict[str, str]:
    """The texts of the replay's stage, put together from the pieces a page that has nothing yet is sent."""
    found = {}
    for element in app.get("bidi_component"):
        if element.proto.component_name != "campaign_replay":
            continue
        (sent,) = json.loads(element.proto.json)
        assert sent["first"] == 0
        for name, runs in sent["texts"].items():
            numbers = (n for i in range(0, len(runs), 2) for n in range(runs[i], runs[i + 1] + 1))
            found[name] = "".join(sent["fresh"][number] for number in numbers)
    return found


def explained(app: AppTest, slug: str, path: str, at: int = 0) -> dict[str, Any]:
    """The answer to the panel when a browser asks where the value at a path comes from."""
    app.session_state[f"explain-{slug}"] = {"asked": {"path": path, "at": at, "n": 1}}
    app.run()
    assert not app.exception
    parts = (part.proto for part in app.get("bidi_component"))
    told: dict[str, Any]
    (told,) = next(json.loads(it.json) for it in parts if it.component_name == "campaign_explain")
    return told
