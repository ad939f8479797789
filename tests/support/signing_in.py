"""People who sign in with a service of OpenID Connect, a real one on this computer, at a dashboard of a test."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from oidc_provider_mock import User, run_server_in_thread

from tests.browser.conftest import free_port, served
from tests.support.wire import Page, page

XSRF = "_streamlit_xsrf"
"""The cookie against requests from elsewhere."""
_AUTH = """
[auth]
redirect_uri = "http://localhost:{port}/oauth2callback"
cookie_secret = "a long line of letters that nobody guesses"
client_id = "what the service gave"
client_secret = "what the service gave"
server_metadata_url = "{provider}/.well-known/openid-configuration"
"""


@dataclass(frozen=True)
class Server:
    """The port of a running dashboard, and the file that says who holds which seat."""

    port: int
    secrets: Path

    def browser(self) -> httpx.Client:
        """A browser that knows of nothing yet."""
        return httpx.Client(base_url=f"http://localhost:{self.port}", follow_redirects=True, timeout=30)

    def page(self, browser: httpx.Client) -> AbstractContextManager[Page]:
        """A page in that browser."""
        browser.get("/_stcore/health")  # brings the token against requests from elsewhere
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in browser.cookies.jar)
        return page(self.port, {"Cookie": cookies}, "localhost", browser.cookies[XSRF])


@contextmanager
def signed_in_at(home: Path, database: Path, access: str, addresses: Sequence[str]) -> Iterator[Server]:
    """A dashboard of that ledger at which these addresses can sign in; `access` is its `[access]` and seats."""
    users = [User(sub=_name(who), claims={"email": who, "email_verified": True}) for who in addresses]
    port, secrets = free_port(), home / ".streamlit" / "secrets.toml"
    secrets.parent.mkdir(parents=True)
    with run_server_in_thread(user_claims=users) as provider:
        service = _AUTH.format(port=port, provider=f"http://localhost:{provider.server_port}")
        secrets.write_text(access + service, "utf-8")
        with served(database, port, home, STREAMLIT_SERVER_ALLOWED_HOSTS="localhost"):
            yield Server(port, secrets)


@contextmanager
def sign_in(server: Server, who: str) -> Iterator[httpx.Client]:
    """A browser in which somebody has signed in."""
    with server.browser() as browser:
        asked = browser.get(way_in(browser))
        came = browser.post(str(asked.url), data={"sub": _name(who)})
        assert came.status_code == 200
        yield browser


def way_in(browser: httpx.Client) -> str:
    """The address that the page before signing in leads to."""
    page = browser.get("/").text
    return page[page.index("/auth/login") :].partition('"')[0].replace("&amp;", "&")


def _name(who: str) -> str:
    return who.partition("@")[0]
