"""The page for whoever may not come in: made here, without a session, so that it costs the server nothing."""

from streamlit.errors import StreamlitAuthError
from streamlit.user_info import generate_login_redirect_url

from dashboard.access import DEFAULT, Access, Mode, services
from dashboard.plain_page import plain_page
from dashboard.settings_file import settings_are_read

# Signing in leads away from the page and comes back to the first page. Where one was going is kept in this tab
# meanwhile; the screens go there once one is inside.
_SCRIPT = """
try {
  const here = location.pathname + location.search;
  if (here !== "/" && here.length < 2000) sessionStorage.setItem("campaign-ledger-sign-in", here);
} catch {}
"""


NOT_READ = "The settings of this server, which say who may, are not there or cannot be read: tell whoever runs it."
_AGAIN = ("Look again", "")
"""The way to the same address, for whoever was given a seat meanwhile."""


def sign_in_page(who: Access) -> str:
    """Say why they may not come in, with the ways to sign in where there are any."""
    if not settings_are_read():
        return _page("Nobody may look just now", [NOT_READ], _AGAIN)
    if who.mode is Mode.HEADER and not who.address:
        told = ["The server in front of this one did not say who you are, so nothing is shown."]
        return _page("Nobody is known here", told)
    if who.address:
        told = [f"Nobody has given {who.address} a seat at a table of this server."]
        return _page("No seat yet", told, _AGAIN, *(_signing_out() if who.mode is Mode.LOGIN else ()))
    if who.signed_in:
        told = [
            "Seats here go by e-mail address, and the service you signed in with gave none that it has verified.",
            "Verify your address there, or sign in with another account.",
        ]
        return _page("Your address is not known", told, *_signing_out())
    told = ["Only the people who play here may look. Whoever runs this server keeps the list of their addresses."]
    try:
        ways = [
            ("Sign in" if name == DEFAULT else f"Sign in with {name}", generate_login_redirect_url(name))
            for name in services()
        ]
    except StreamlitAuthError as wrong:
        return _page(
            "Nobody can sign in yet", [f"This server is not set up for it: {' '.join(str(wrong).split())}"]
        )
    return _page("Sign in", told, *ways)


def cannot_sign_in() -> str:
    """Say that the service which people sign in with did not do its part."""
    told = [
        "The service that people sign in with did not answer, or not as it should.",
        "Try again in a moment. If it stays so, tell whoever runs this server.",
    ]
    return _page("Signing in did not work", told, ("Try again", "/"))


def _signing_out() -> list[tuple[str, str]]:
    return [("Sign out", "/auth/logout")]


def _page(title: str, lines: list[str], *ways: tuple[str, str]) -> str:
    return plain_page(title, lines, *ways, script=_SCRIPT)
