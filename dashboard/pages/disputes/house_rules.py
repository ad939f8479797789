"""The house rules of a campaign: those it was founded with, and every change since."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from dashboard.pages.disputes import html as html
from dashboard.pages.disputes.dispute_context import DisputeContext
from dashboard.pages.disputes.dispute_records import RULES, DisputeRecord, papers
from dashboard.ui.drawing.links import way_html
from domain.kernel.game import AnyGame
from domain.kernel.messages import HouseRules
from exchange.command_forms.recorded import answered_settings
from exchange.documents.html.markup import joined, number, people, text


def house_rules(context: DisputeContext) -> None:
    """List the rules that the table reads otherwise than the book, and since when."""
    first: HouseRules = context.campaign.moment(1).game.house_rules
    chosen = _otherwise(context.game, first)
    lines, head = context.campaign.lines, context.campaign.head
    changes = [
        paper
        for paper in papers(context.ledger, context.campaign)
        if paper.tag == RULES and lines.is_ancestor(paper.position, head)
    ]
    words = "As the book says, unless it stands here."
    st.html(f'<div class="crt-head"><h2>House rules</h2><p>{text(words)}</p></div>')
    if not chosen and not changes:
        st.html('<div class="crt-none"><p>This table plays by the book, and always did.</p></div>')
        return
    began = f"<p>{_said(context.game, chosen)}</p>" if chosen else "<p>Everything as the book says.</p>"
    founded = f'<article class="crt-reversal"><header><h3>From the beginning</h3></header>{began}</article>'
    st.html(founded + joined(_change(context, it) for it in changes))


def _change(context: DisputeContext, it: DisputeRecord) -> str:
    session = context.campaign.moment(it.position).campaign.session
    if session is None:
        during = ", before the first session"
    else:
        during = f", {'in' if session.open else 'after'} session {number(session.number)}"
    way = way_html("See it in the replay", "replay", campaign=context.slug, at=it.position)
    return (
        f'<article class="crt-reversal"><header><h3>From moment {number(it.position)} on{during}</h3>'
        f"<span>{people(context.called(it.by))}</span></header>{people(str(it.data['reason']), 'p')}"
        f'<p>{_said(context.game, it.data["changes"])}</p><p class="crt-ways">{way}</p></article>'
    )


def _otherwise(game: AnyGame, rules: HouseRules) -> dict[str, Any]:
    """The settings that are not as the book has them. A file of rules that a table wrote is no setting."""
    book = type(rules)().model_dump(mode="json")
    written = game.written.setting if game.written is not None else ""
    now = rules.model_dump(mode="json")
    return {name: value for name, value in now.items() if value != book[name] and name != written}


def _said(game: AnyGame, settings: Mapping[str, Any]) -> str:
    fields = answered_settings(game, settings, {})
    return "<br>".join(f"{text(it.label)}: <b>{html.answer_html(it)}</b>" for it in fields)
