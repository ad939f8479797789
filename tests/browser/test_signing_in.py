"""A shared server with `st.login`, before a real OpenID Connect provider on this machine: the whole round.

The browser knows the server by a name of its own, as it would behind a proxy: `ledger.localhost`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from oidc_provider_mock import User, run_server_in_thread
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import free_port, served, watch

pytestmark = [
    pytest.mark.browser,
    pytest.mark.xdist_group("browser"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # of the provider, about the library it is made with
]

USERS = (
    User(sub="bo", claims={"email": "Bo@Example.org", "email_verified": True}),
    User(sub="eve", claims={"email": "eve@example.org", "email_verified": True}),
)
ELSEWHERE = "https://cdn.jsdelivr.net"
"""Where the pages of the provider, which are not ours, have their style from. They do without."""
SECRETS = """
[access]
mode = "login"
founders = ["ana@example.org"]

[access.seats.causeway]
gm = "ana@example.org"
bo = "bo@example.org"

[auth]
redirect_uri = "{here}/oauth2callback"
cookie_secret = "made for this test, and long enough to sign with"
client_id = "campaign-ledger"
client_secret = "what the provider gave"
server_metadata_url = "{provider}/.well-known/openid-configuration"
"""


@pytest.fixture
def arrive(chromium: Browser, database: Path, tmp_path: Path) -> Iterator[Page]:
    """A page before the door, which has been sent a link to record 9."""
    complaints: list[str] = []
    port = free_port()
    here = f"http://ledger.localhost:{port}"
    with run_server_in_thread(user_claims=USERS) as running:
        provider = f"http://localhost:{running.server_port}"
        folder = tmp_path / ".streamlit"
        folder.mkdir()
        (folder / "secrets.toml").write_text(SECRETS.format(here=here, provider=provider), encoding="utf-8")
        with served(database, port, tmp_path, STREAMLIT_SERVER_ALLOWED_HOSTS="ledger.localhost"):
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


def test_the_whole_round_through_the_door(arrive: Page) -> None:
    page = arrive
    expect(page.get_by_text("Only the people who play here may look")).to_be_visible()
    assert "The long causeway" not in page.content()

    sign_in(page, "bo")
    expect(page.get_by_test_id("position")).to_have_text("9")  # back where the link led
    expect(page).to_have_url(re.compile(r"/replay\?campaign=causeway&at=9$"))
    expect(page.get_by_text("bo@example.org")).to_be_visible()
    page.get_by_role("combobox", name=re.compile("Seen as")).click()
    expect(page.get_by_role("option")).to_have_text(["Seen as Bo (player)", "Seen as A reader"])
    page.keyboard.press("Escape")
    assert "lit the beacon himself" not in page.content()

    sign_out(page)
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    assert "The long causeway" not in page.content()

    sign_in(page, "eve")
    expect(page.get_by_text("Nobody has given eve@example.org a seat")).to_be_visible()
    expect(page.get_by_role("button", name="Found a campaign")).to_have_count(0)
    assert "The long causeway" not in page.content()
