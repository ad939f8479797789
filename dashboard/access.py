"""Access of the visitor at the screen and what they may do there: at home a choice, on a shared server by their
address.

A shared server is told so in `secrets.toml`, or by the variable `CAMPAIGN_ACCESS`; who holds which seat stands
there as well. Everything here fails closed: an address nobody named sees no campaign and writes in none.
"""

import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from enum import StrEnum
from hashlib import sha256
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import streamlit as st
from starlette.datastructures import Headers
from streamlit.errors import StreamlitAuthError
from streamlit.web.server.starlette.starlette_server_config import USER_COOKIE_NAME
from streamlit.web.server.starlette.starlette_websocket import _get_signed_cookie_with_chunks, gather_user_info

from dashboard.settings_file import SettingsFile, settings_are_read
from domain.kernel.people import Role, Viewer
from domain.kernel.terms import PersonId
from ledger.errors import LedgerError, NoSuchCampaign
from ledger.ledger import Ledger

MODE_VARIABLE = "CAMPAIGN_ACCESS"
DEFAULT = "default"
"""The name of the one service to sign in with, where the settings give it none."""
EVERY = "*"
"""Among campaigns: each of them. Among addresses: whoever is signed in."""

_OF_PROXIES = frozenset(
    ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
)
"""The headers that a proxy adds to what it passes on (RFC 7239, RFC 9110, and those older than both)."""

OWN_NAMES = frozenset(("127.0.0.1", "localhost", "[::1]", "::1"))
"""The names by which a computer is known to itself."""

_SIGNED_OUT: dict[bytes, float] = {}
"""Cookies that sign nobody in any more, and since when: one that was signed cannot be taken back otherwise."""
_COOKIES_LAST = 31 * 24 * 3600.0
"""A cookie that is older signs nobody in: its reader looks at its time as well."""


class Mode(StrEnum):
    """The way it is known who looks."""

    LOCAL = "local"
    """One computer, and whoever sits at it chooses."""
    LOGIN = "login"
    """Signed in through `st.login`."""
    HEADER = "header"
    """A proxy in front says so in a header that Streamlit was told to trust."""


class NotAllowed(LedgerError):
    """The visitor may not record this."""


_held: SettingsFile[Mode] | None = None


def hold_settings() -> None:
    """Believe the settings as a server does from now on that people come to."""
    global _held  # one server a process
    _held = SettingsFile(Mode.LOCAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """The rights of a visitor. `address` is theirs, in lower case; empty when it is not known."""

    mode: Mode
    address: str = ""
    seats: Mapping[str, Mapping[str, frozenset[str]]] = field(default_factory=dict)
    """Campaign (or `*`) -> person -> their addresses."""
    readers: frozenset[str] = frozenset()
    founders: frozenset[str] = frozenset()
    signed_in: bool = False
    """True once they have signed in, even with an address that nobody vouches for."""

    def may_the_same_as(self, other: "Access") -> bool:
        """True if both have the rights that decide who may see what: signing in by itself changes none."""
        return replace(self, signed_in=False) == replace(other, signed_in=False)

    @property
    def shared(self) -> bool:
        """True if this is a server that several people come to."""
        return self.mode is not Mode.LOCAL

    def people(self, slug: str) -> frozenset[str]:
        """The people at a campaign's table that this address stands for."""
        named = {**self.seats.get(EVERY, {}), **self.seats.get(slug, {})}
        return frozenset(person for person, known in named.items() if self.address and self.address in known)

    def among(self, addresses: frozenset[str]) -> bool:
        """True if this address is among these."""
        return bool(self.address) and (self.address in addresses or EVERY in addresses)

    def may_look(self, slug: str) -> bool:
        """True if this campaign is to be seen at all."""
        return not self.shared or bool(self.people(slug)) or self.among(self.readers)

    @property
    def known(self) -> bool:
        """True where they have a seat, or leave to read or to found. At home everybody has."""
        seated = (known for table in self.seats.values() for known in table.values())
        return (
            not self.shared
            or any(map(self.among, (self.readers, self.founders)))
            or any(bool(self.address) and self.address in known for known in seated)
        )

    @property
    def may_found(self) -> bool:
        """True if they may found campaigns here, or take earlier play in."""
        return not self.shared or self.among(self.founders)

    def viewers(self, slug: str, known: Iterable[tuple[Viewer, str]], gm: str | None) -> list[tuple[Viewer, str]]:
        """The viewers a page may be seen as, of those it could be: the GM may see it as each of them."""
        mine = self.people(slug)
        if not self.shared or gm in mine:
            return list(known)
        readable = self.may_look(slug)
        return [
            (viewer, words)
            for viewer, words in known
            if viewer.person in mine or (viewer.role is Role.READER and not viewer.person and readable)
        ]

    def seats_open(self, slug: str, seats: Iterable[str], gm: str | None) -> list[str]:
        """The seats, of these, that this visitor may record from: the GM records for everybody."""
        mine = self.people(slug)
        return [person for person in seats if not self.shared or gm in mine or person in mine]

    def hands(
        self, slug: str, seat: str, people: Iterable[str], gm: str | None, left: Iterable[str] = ()
    ) -> frozenset[PersonId]:
        """The people for whom the person in this seat may act as well: at home the GM acts for everybody, on a
        server only for those whose seat nobody has claimed, and for those who have left one.
        """
        if seat != gm:
            return frozenset()
        if not self.shared:
            return frozenset(PersonId(person) for person in (*people, *left) if person != seat)
        tables = (self.seats.get(EVERY, {}), self.seats.get(slug, {}))
        claimed = {person for table in tables for person, known in table.items() if known}
        here = (person for person in people if person not in claimed)
        return frozenset(PersonId(person) for person in (*here, *left) if person != seat)


def visitor() -> Access:
    """The access of whoever looks now, by what the server says of them. Never by anything the page sends."""
    return access_of({} if signed_out(st.context.cookies.to_dict()) else st.user.to_dict())


def sits_here() -> bool:
    """True if whoever looks now sits at this computer: at home, and no proxy has passed their page on."""
    return not visitor().shared and not passed_on(st.context.headers)


def passed_on(headers: Mapping[str, str]) -> bool:
    """True if a proxy says in these headers that it passes on what somebody at another computer asked."""
    return not _OF_PROXIES.isdisjoint(name.lower() for name in headers)


def access_of(user: Mapping[str, Any]) -> Access:
    """The rights of this visitor, by the settings as they stand now."""
    given = _settings()
    mode = _mode(given) if _held is None else _held.held(_mode(given))
    if mode is Mode.LOCAL:
        return Access(mode=mode)
    try:
        seats = {
            str(slug): {str(person): _addresses(known) for person, known in people.items()}
            for slug, people in dict(given.get("seats", {})).items()
        }
    except (AttributeError, TypeError):
        seats = {}
    return Access(
        mode=mode,
        address=_address(user),
        signed_in=bool(user.get("is_logged_in")),
        seats=seats,
        readers=_addresses(given.get("readers", ())),
        founders=_addresses(given.get("founders", ())),
    )


_ACTING: ContextVar[Access | None] = ContextVar("acting", default=None)


@contextmanager
def acting_as(who: Access) -> Iterator[None]:
    """Record as this visitor, in a request that draws no page."""
    token = _ACTING.set(who)
    try:
        yield
    finally:
        _ACTING.reset(token)


def guard(ledger: Ledger) -> None:
    """Let nothing be recorded in this ledger that whoever looks may not record."""

    def check(slug: str, by: str) -> None:
        who = _ACTING.get() or visitor()
        if not who.shared:
            return
        try:
            campaign = ledger.moment(slug).campaign
        except NoSuchCampaign:
            if not who.may_found:
                raise NotAllowed("You may not found campaigns on this server.") from None
            return
        mine = who.people(slug)
        if campaign.gm in mine:
            return
        if by not in mine:
            raise NotAllowed("You may not record that here: it is somebody else's seat.")
        if by in campaign.formerly:
            raise NotAllowed("You have left this table. Whoever runs it gives you a seat again.")

    ledger.recording_check = check


def _settings() -> Mapping[str, Any]:
    """Read the settings of `secrets.toml`; none where there is no such file. One that cannot be read opens
    nothing.
    """
    if _held is not None:
        _held.look()
    if not settings_are_read():
        there = any(Path(file).exists() for file in st.get_option("secrets.files") or ())
        return {"mode": Mode.HEADER} if there else {}
    given = st.secrets.get("access", {})
    return given if isinstance(given, Mapping) else {"mode": Mode.HEADER}


def _mode(given: Mapping[str, Any]) -> Mode:
    """The mode that the environment, else the settings, ask for. A word that names no mode, and no word where the
    dashboard is not for this computer alone, is read as the strictest, in which a server lets in nobody whom its
    settings do not name.
    """
    silent = Mode.HEADER if given or _has_other_names() else Mode.LOCAL
    asked = os.environ.get(MODE_VARIABLE) or given.get("mode") or silent
    try:
        return Mode(str(asked).strip().lower())
    except ValueError:
        return Mode.HEADER


def _has_other_names() -> bool:
    """True if it answers to a name that is not this computer's own: then a proxy brings others to it."""
    return not OWN_NAMES.issuperset(st.get_option("server.allowedHosts") or ())


def user_in(headers: Headers) -> Mapping[str, Any]:
    """The visitor who sent a request: by the cookie the server signed, or by what a trusted proxy says."""
    cookies = _cookies_in(headers)
    user = {} if signed_out(cookies) else _signed_in(cookies)
    # The cookie is of the server that signed it, by the name it was asked by then.
    if urlsplit(str(user.get("origin"))).netloc != headers.get("host"):
        user = {}
    return {**user, **gather_user_info(headers)}


def _cookies_in(headers: Headers) -> Mapping[str, str]:
    return {name: morsel.value for name, morsel in SimpleCookie(headers.get("cookie", "")).items()}


def _signed_in(cookies: Mapping[str, str]) -> Mapping[str, Any]:
    """The claims of the cookie that this server signed; nothing where it signed none."""
    with suppress(StreamlitAuthError, ValueError):
        signed = _get_signed_cookie_with_chunks(dict(cookies), USER_COOKIE_NAME)
        said = json.loads(signed) if signed else {}
        return said if isinstance(said, dict) else {}
    return {}


def sign_out(headers: Headers) -> None:
    """Let the cookie in these headers sign nobody in any more, in whatever page or program it is kept."""
    cookies = _cookies_in(headers)
    if not _signed_in(cookies):
        return  # what nobody signed is not kept here either
    now = time.time()
    for old in [which for which, since in _SIGNED_OUT.items() if now - since > _COOKIES_LAST]:
        _SIGNED_OUT.pop(old, None)
    _SIGNED_OUT[_digest_of(cookies)] = now


def signed_out(cookies: Mapping[str, str]) -> bool:
    """True where whoever was signed in by these cookies has signed out since, in another page perhaps."""
    return bool(_SIGNED_OUT) and _digest_of(cookies) in _SIGNED_OUT


def _digest_of(cookies: Mapping[str, str]) -> bytes:
    """The digest of what a cookie signs, the time of signing in with it. The signature is left out: one can be
    written in several ways.
    """
    return sha256(cookies.get(USER_COOKIE_NAME, "").rpartition(".")[0].encode("utf-8", "replace")).digest()


def services() -> list[str]:
    """The services in `secrets.toml` to sign in with: the one in `[auth]` itself, and each `[auth.NAME]`."""
    given = _auth_section()
    named = [str(name) for name, own in given.items() if isinstance(own, Mapping) and "client_id" in own]
    return [DEFAULT, *named] if "client_id" in given or not named else named


def signs_in_over_tls() -> bool:
    """True where people come back from signing in by `https`, as `redirect_uri` in `secrets.toml` says."""
    return str(_auth_section().get("redirect_uri", "")).startswith("https://")


def _auth_section() -> Mapping[str, Any]:
    given = st.secrets.get("auth", {}) if settings_are_read() else {}
    return given if isinstance(given, Mapping) else {}


def _address(user: Mapping[str, Any]) -> str:
    address = user.get("email")
    if not isinstance(address, str) or user.get("email_verified") is False:
        return ""
    return address.strip().casefold()


def _addresses(given: object) -> frozenset[str]:
    listed = [given] if isinstance(given, str) else given
    if not isinstance(listed, Iterable):
        return frozenset()
    return frozenset(str(address).strip().casefold() for address in listed if str(address).strip())
