"""Refilling of the form of what was taken back: as it was asked, to be changed and asked anew."""

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

import streamlit as st

from dashboard.forms.drafts import DRAFTS, RECORDED, DraftKey
from dashboard.forms.faces import line_of, of_fudge_dice
from dashboard.forms.layout_parts import places_of
from dashboard.forms.prefill import prefilled
from dashboard.forms.table_state import Ask
from dashboard.forms.tickets import shared_by_a_form
from dashboard.pages.table.preparation import STEP
from dashboard.ui.recording import DICE, TablePage
from domain.kernel.history.past import PastRuling
from domain.kernel.offers import Offer
from domain.kernel.preparation.table_file import refers_at
from domain.kernel.ruling import names_at
from exchange.command_forms.schema import form_of
from ledger.handle import CampaignHandle

Asked: TypeAlias = tuple[Mapping[str, Any], str, str]
"""A command as it was asked, in whose name, and the line of faces that were typed for it."""


def together(page: TablePage, latest: PastRuling) -> list[PastRuling]:
    """The rulings that were recorded with this one as one step of a preparation, the first of them first."""
    past, stem = page.library.ledger.review.past(page.campaign), _stem(page, latest)
    found = [latest]
    while stem and found[0].before:
        before = past.at(found[0].before)
        if _stem(page, before) != stem:
            break
        found.insert(0, before)
    return found


def _stem(page: TablePage, ruling: PastRuling) -> str:
    """The key that the rulings of one step share; "" for a ruling that was recorded by itself."""
    stored = next(page.campaign.stored(ruling.first - 1, ruling.first), None)
    key = json.loads(stored[2]).get("key") if stored is not None else None
    return shared_by_a_form(str(key or ""))


def refill_step(page: TablePage, ruling: PastRuling) -> None:
    """Put the form of a step that was taken back in front, filled in as it was."""
    held = dict(RECORDED.of(DraftKey(page.slug, ruling.by, _stem(page, ruling))))
    step = held.pop(STEP, None)
    if isinstance(step, str):
        removed_at = page.campaign.removed_at
        DRAFTS.keep(DraftKey.here(page.slug, ruling.by, step), held, removed_at)
        page.screen.prepare(step)
        page.screen.refilled[Ask(tag=f"step:{step}", by=ruling.by)] = removed_at


def asked_then(page: TablePage, ruling: PastRuling) -> Asked:
    """The command of a ruling, in whose name it was asked, and the faces that were typed for it."""
    told = next(
        it for it in page.campaign.told(ruling.last, ruling.before) if it.record.envelope.command is not None
    )
    envelope = told.record.envelope
    typed = envelope.dice_from == "typed"
    return (
        dict(envelope.command or {}),
        envelope.by,
        line_of((face for _, face in envelope.dice or ()), fudge=of_fudge_dice([told.retelling])) if typed else "",
    )


def refill(page: TablePage, campaign: CampaignHandle, asked: Mapping[str, Any], by: str, faces: str) -> None:
    """Put the form of what was asked in front, filled in as it was, if this seat may ask for it now."""
    offer = _offer(page, campaign, asked, by)
    if offer is None:
        return
    ask = Ask.of(offer, page.seat)
    rest = {name: value for name, value in asked.items() if name != "type" and name not in offer.known}
    lay = next((it for it in page.game.layouts if it.command is offer.command), None)
    page.screen.open(ask)
    ticket = page.screen.ticket(ask)
    page.screen.refilled[ask] = campaign.removed_at
    if lay is not None:
        key = DraftKey.here(page.slug, ask.by, f"{ask.tag} {ask.known}")
        DRAFTS.keep(key, places_of(lay.parts, rest), campaign.removed_at)
    else:
        moment = campaign.now
        refers = refers_at(page.game, moment, moment.campaign.asker(ask.by))
        form = form_of(offer.command, offer, refers=refers, terms=page.game.choices)
        _form, held = prefilled(form, rest, names_at(page.game, moment))
        for place, value in held.items():
            st.session_state[f"{ticket}|{place}"] = value
    if faces:
        st.session_state[f"{ticket}|{DICE}"] = faces


def _offer(page: TablePage, campaign: CampaignHandle, asked: Mapping[str, Any], by: str) -> Offer | None:
    """The offer that this was asked by: of several that fit, the one that knew most of it."""
    fitting = [
        offer
        for offer in campaign.offers(page.seat)
        if offer.tag == asked.get("type")
        and (offer.by or page.seat) == by
        and all(asked.get(name) == value for name, value in offer.known.items())
    ]
    return max(fitting, key=lambda offer: len(offer.known), default=None)
