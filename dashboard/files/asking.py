"""Requests for a file: who asks, and whether they may have it, looked at in each request, whatever their ticket
says.
"""

from dataclasses import dataclass
from urllib.parse import urlsplit
from uuid import UUID

import streamlit as st
from starlette.requests import Request
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed

from dashboard.access import Access, access_of, user_in
from dashboard.files.tickets import Ticket, read
from dashboard.ui.open_ledger import library
from domain.kernel.campaign.state import Campaign
from domain.kernel.journal.attached.state import AttachedFile, may_fetch
from domain.kernel.people import Asker, Role
from domain.kernel.terms import PersonId
from ledger.errors import LedgerError
from ledger.ledger import Ledger

_LOOPBACK = ("127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class TicketedRequest:
    """A request with a ticket that is good now: whose, and for which campaign."""

    access: Access
    ticket: Ticket
    ledger: Ledger
    campaign: UUID
    viewer: Asker
    files: tuple[AttachedFile, ...]


def asked(request: Request, *, uploads: bool = False) -> TicketedRequest | None:
    """The visitor's ticket, held against their address and their seat as they are now; None where it is good
    for nothing.
    """
    who, slug = access_of(user_in(request.headers)), str(request.path_params["campaign"])
    ticket = read(request.query_params.get("t", ""), slug, who.address, uploads=uploads)
    if ticket is None or not who.may_look(slug) or not (who.shared or _of_this_computer(request)):
        return None
    try:
        ledger = library().ledger
        now = ledger.open(slug)
        viewer = _viewer(who, ticket, now.slug, now.now.campaign)
        files = tuple(now.now.journal.files)
    except LedgerError:
        return None
    return None if viewer is None else TicketedRequest(who, ticket, ledger, now.entry.id, viewer, files)


def _of_this_computer(request: Request) -> bool:
    """True if who asks at this computer calls it by its own name: a page elsewhere may have led its name here."""
    client = request.client.host if request.client else ""
    name = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    if client not in _LOOPBACK or name in (*_LOOPBACK, "localhost"):
        return True
    return bool(st.get_option("server.allowedHosts")) and is_host_allowed(name)


def _viewer(who: Access, ticket: Ticket, slug: str, campaign: Campaign) -> Asker | None:
    """The seat that the ticket was given for, while this visitor still has it, or runs the game."""
    if not ticket.person:
        return Asker(PersonId(""), Role.READER)
    if not who.shared:
        return campaign.asker(ticket.person)
    mine = who.people(slug)
    holds = ticket.person in mine or campaign.gm in mine
    return campaign.asker(ticket.person) if holds and ticket.person in campaign.people else None


def wanted(asked: TicketedRequest, digest: str) -> AttachedFile | None:
    """The file with these bytes, if a record tells this viewer of it as the log ends now."""
    return may_fetch(asked.files, digest, asked.viewer)
