"""Steps in order now: the left side of the Play screen."""

import streamlit as st

from dashboard.forms.table_state import Ask, by_group
from dashboard.forms.text import plain, shown
from dashboard.pages.table.everything import everything
from dashboard.ui.open_ledger import TROUBLES
from dashboard.ui.recording import TablePage, record
from domain.kernel.messages import Command
from domain.kernel.offers import Offer
from exchange.command_forms.fields import said_list
from exchange.command_forms.reading import check, read
from exchange.command_forms.schema import form_of
from exchange.summaries.matching import label_of
from ledger.answers import Refused

OPEN_STEPS = 12
"""Once the first groups hold so many steps, those after them fold away."""
HEADINGS = 4
"""The most headings of the folded groups that are named."""


def steps(page: TablePage, ask: Ask | None) -> None:
    """Draw the steps in order now, the game's own first; forced steps need one press."""
    own = [offer for offer in page.offers if offer.tag.startswith(f"{page.game.key}.")]
    others = [offer for offer in page.offers if offer not in own]
    if not own:
        st.html('<p class="tbl-empty">The game asks nothing of this seat just now.</p>')
    near, far = _near_and_far(_under_way_first(page, by_group(own, page.game.key)))
    with st.container(key="table-steps", gap=None):
        _groups(page, near, ask, shortcuts=True)
    if far:
        folded = st.expander(plain(f"More steps: {_some(list(far))}"))
        with folded, st.container(key="table-more", gap=None):
            _groups(page, far, ask, shortcuts=False)
    everything(page, ask, others)


def _under_way_first(page: TablePage, groups: dict[str, list[Offer]]) -> dict[str, list[Offer]]:
    """The groups in their order, but first those of what is under way: the step in front is one of theirs."""
    of_flows = {group for group in groups if any(flow.has(group) for flow in page.flows)}
    return dict(sorted(groups.items(), key=lambda it: it[0] not in of_flows))


def _some(headings: list[str]) -> str:
    """The first of these headings, and how many there are beside them."""
    rest = len(headings) - HEADINGS
    return said_list(headings if rest < 2 else [*headings[:HEADINGS], f"{rest} more"])


def _near_and_far(groups: dict[str, list[Offer]]) -> tuple[dict[str, list[Offer]], dict[str, list[Offer]]]:
    """The groups that lie open, and those that fold away once there are many steps."""
    near: dict[str, list[Offer]] = {}
    for group, offers in groups.items():
        if near and sum(map(len, near.values())) + len(offers) > OPEN_STEPS:
            break
        near[group] = offers
    return near, {group: offers for group, offers in groups.items() if group not in near}


def _groups(page: TablePage, groups: dict[str, list[Offer]], ask: Ask | None, *, shortcuts: bool) -> None:
    number = 0
    for group, listed in groups.items():
        st.html(f'<p class="tbl-over">{shown(group, 60)}</p>')
        for place, offer in enumerate(listed):
            number += 1
            _offer(page, offer, ask, f"{group}|{place}", str(number) if shortcuts and number <= 9 else None)


def _offer(page: TablePage, offer: Offer, front: Ask | None, place: str, shortcut: str | None) -> None:
    ask, screen = Ask.of(offer, page.seat), page.screen
    label = label_of(offer, page.names) if ask.by != page.seat else offer.label
    command = _ready(page, offer)
    at_once = command is not None
    ticket = screen.ticket(ask)
    st.button(
        plain(label),
        key=f"offer|{place}|{ticket}",
        on_click=record if at_once else screen.open,
        args=(page, ask, command, ticket) if at_once else (ask,),
        type="secondary" if ask == front or at_once else "tertiary",
        icon=":material/bolt:" if at_once else None,
        help=f"{'Leaves nobody a choice' if offer.forced else 'As usual'}: one press records it."
        if at_once
        else None,
        shortcut=shortcut,
        width="stretch",
    )


def _ready(page: TablePage, offer: Offer) -> Command | None:
    """The command of a step that leaves nothing to say and draws no dice."""
    if not (offer.forced or offer.usual_after) or offer.dice:
        return None
    form = form_of(offer.command, offer)
    if any(field.required for field in form.open_fields):
        return None
    checked = check(form, offer.command, read(form, lambda _place: None))
    if checked.command is None:
        return None
    try:
        ahead = page.preview(checked.command, offer.by or page.seat, ())
    except TROUBLES:
        return None
    return None if isinstance(ahead, Refused) else checked.command
