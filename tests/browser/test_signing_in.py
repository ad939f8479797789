"""A shared server with `st.login`, before a real OpenID Connect provider on this machine: the whole round.

It is set up as `docs/howto/shared-server.md` says, word for word but for the names of the server, the service, the
campaign and its people. The browser knows the server by a name of its own, as it would behind a proxy.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from oidc_provider_mock import User, run_server_in_thread
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import free_port, served, watch
from tests.docs.blocks import DOCS, blocks

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("browser"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # of the provider, about the library it is made with
]

PAGE = DOCS / "howto" / "shared-server.md"
NAME = "ledger.localhost"
USERS = (
    User(sub="luc", claims={"email": "Luc@Example.org", "email_verified": True}),
    User(sub="eve", claims={"email": "eve@example.org", "email_verified": True}),
)
ELSEWHERE = "https://cdn.jsdelivr.net"
"""The host from which the provider's pages, which are not ours, have their style. They do without."""


def secrets(here: str, provider: str) -> str:
    """The secrets file that the page says to write, for the small campaign at this address."""
    told = "\n".join(block.text for block in blocks(PAGE) if block.kind == "toml")
    names = {
        "https://ledger.example.org": here,
        "https://accounts.google.com": provider,
        "ninth-chain": "causeway",
        "hanne = ": "gm = ",
        "luc = ": "bo = ",
    }
    for name, other in names.items():
        assert name in told
        told = told.replace(name, other)
    return told


def variables() -> dict[str, str]:
    """The environment variables that the page says to start the dashboard with."""
    line = next(block.text for block in blocks(PAGE) if block.kind == "sh")
    name, value = line.split()[0].split("=")
    return {name: value.replace("ledger.example.org", NAME)}


@pytest.fixture
def arrive(chromium: Browser, database: Path, tmp_path: Path) -> Iterator[Page]:
    """A page before signing in, which has been sent a link to record 9."""
    complaints: list[str] = []
    port = free_port()
    here = f"http://{NAME}:{port}"
    with run_server_in_thread(user_claims=USERS) as running:
        provider = f"http://localhost:{running.server_port}"
        folder = tmp_path / ".streamlit"
        folder.mkdir()
        (folder / "secrets.toml").write_text(secrets(here, provider), encoding="utf-8")
        with served(database, port, tmp_path, **variables()):
            context = chromium.new_context(reduced_motion="reduce")
            context.route(f"{ELSEWHERE}/**", lambda route: route.fulfill(content_type="text/css", body=""))
            page = context.new_page()
            watch(page, (here, provider, ELSEWHERE), complaints)
            page.goto(f"{here}/replay?campaign=causeway&at=9")
            yield page
            context.close()
    assert complaints == []


def sign_in(page: Page, who: str) -> None:
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name=who).click()


def sign_out(page: Page) -> None:
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="End session").click()


def test_the_whole_round_through_signing_in(arrive: Page) -> None:
    page = arrive
    expect(page.get_by_text("Only the people who play here may look")).to_be_visible()
    assert "The long causeway" not in page.content()

    sign_in(page, "luc")
    expect(page.get_by_test_id("position")).to_have_text("9")  # back where the link led
    expect(page).to_have_url(re.compile(r"/replay\?campaign=causeway&at=9$"))
    expect(page.get_by_text("luc@example.org")).to_be_visible()
    expect(page.locator(".st-key-head-seats button")).to_have_text(["Bo", "A reader"])
    assert "lit the beacon himself" not in page.content()

    sign_out(page)
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    assert "The long causeway" not in page.content()

    sign_in(page, "eve")
    expect(page.get_by_text("Nobody has given eve@example.org a seat")).to_be_visible()
    expect(page.get_by_role("button", name="New campaign")).to_have_count(0)
    assert "The long causeway" not in page.content()
