"""Everything the rules allow: one list of steps in the game's words, to search or to leaf through by chapter."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import streamlit as st

from dashboard.forms.table_state import Ask
from dashboard.forms.text import plain, shown
from dashboard.ui.recording import TablePage
from domain.kernel.campaign.factions import NameFaction, RelateFactions, RemoveFaction
from domain.kernel.campaign.founding import RenameCampaign
from domain.kernel.campaign.house_rules import ChangeHouseRules
from domain.kernel.campaign.rulebook import CAMPAIGN
from domain.kernel.campaign.seats import HandOverGm, LeaveSeat, SeatPerson
from domain.kernel.campaign.sessions import CloseSession, OpenSession
from domain.kernel.messages import Command
from domain.kernel.offers import Offer
from exchange.command_forms.schema import form_of
from exchange.command_forms.verbs import verb_of
from projections.views.timeline import folded

TITLE = "Everything the rules allow"
NOW = "In order now"
MOST = 12
"""The most steps shown of what was searched for."""
_OF_THE_TABLE = (
    OpenSession, CloseSession, SeatPerson, LeaveSeat, HandOverGm, RenameCampaign, ChangeHouseRules, NameFaction,
    RelateFactions, RemoveFaction,
)  # fmt: skip
"""The commands that may be asked of the campaign itself. Notes, disputes and what is taken back have places of
their own.
"""


@dataclass(frozen=True, slots=True)
class ListedCommand:
    """One line of the list: what it is called, under which heading, what it asks for and what that does."""

    label: str
    heading: str
    ask: Ask
    help: str = ""

    def fits(self, words: list[str]) -> bool:
        """True if all of these stand in it."""
        said = folded(f"{self.label} {self.heading} {self.help}")
        return all(word in said for word in words)


def everything(page: TablePage, front: Ask | None, offers: Iterable[Offer]) -> None:
    """The fold with the list: search first, the chapters beside it. `offers` are what it begins with.

    A game has a hundred commands: they are gathered and drawn only once somebody opens it.
    """
    fold = st.expander(TITLE, key=f"everything-fold|{page.slug}", on_change="rerun", icon=":material/menu_book:")
    if not fold.open:
        return
    with fold, st.container(key="table-everything", gap="xsmall"):
        words = st.text_input(
            "Search",
            key=f"everything|{page.slug}",
            placeholder="Search",
            live="250ms",
            icon=":material/search:",
            label_visibility="collapsed",
            autocomplete="off",
        )
        known = list(entries(page, offers))
        headings = list(dict.fromkeys(it.heading for it in known))
        chosen = st.selectbox(
            "Chapter",
            headings,
            index=None,
            key=f"everything-of|{page.slug}",
            placeholder="Or choose a chapter",
            label_visibility="collapsed",
        )
        _listed(page, front, known, folded(words or "").split(), chosen)


def entries(page: TablePage, offers: Iterable[Offer]) -> Iterator[ListedCommand]:
    """All of it: what is in order now, then every command, by the chapters of the rulebook."""
    for offer in offers:
        yield ListedCommand(offer.label, offer.group or NOW, Ask.of(offer, page.seat))
    for kind in page.commands.values():
        if (heading := _heading(page, kind)) is not None:
            form = form_of(kind)
            yield ListedCommand(_called(page, kind), heading, Ask(tag=form.tag, by=page.seat), form.help)


def _heading(page: TablePage, kind: type[Command]) -> str | None:
    """Heading of a command in the list; None for what has a place of its own, or what the game does otherwise."""
    if kind in _OF_THE_TABLE:
        return None if kind in page.game.replaces else CAMPAIGN.headings[kind]
    if kind not in page.game.commands:
        return None
    return page.game.headings.get(kind, page.game.title)


def _called(page: TablePage, kind: type[Command]) -> str:
    lay = next((it for it in page.game.layouts if it.command is kind), None)
    if lay is None:
        return verb_of(kind)
    return f"{lay.title}: {lay.press[:1].lower()}{lay.press[1:]}" if lay.title else lay.press


def _listed(
    page: TablePage, front: Ask | None, known: list[ListedCommand], words: list[str], chosen: str | None
) -> None:
    found = [it for it in known if it.fits(words) and chosen in (None, it.heading)]
    if not words and chosen is None:
        found = [it for it in known if it.ask.known != "{}" or not it.help]
    rest = len(found) - MOST if words and chosen is None else 0
    if words and not found:
        st.html('<p class="tbl-empty">No step is called so. Fewer words find more.</p>')
    heading = ""
    for place, it in enumerate(found[:MOST] if rest > 0 else found):
        if it.heading != heading:
            st.html(f'<p class="tbl-over">{shown(it.heading, 80)}</p>')
        heading = it.heading
        st.button(
            plain(it.label),
            key=f"everything|{page.slug}|{place}|{it.ask.tag}|{it.ask.known}",
            on_click=page.screen.open,
            args=(it.ask,),
            type="secondary" if it.ask == front else "tertiary",
            help=plain(it.help, 200) or None,
            width="stretch",
        )
    if rest > 0:
        st.html(f'<p class="tbl-empty">And {rest} more: add a word, or choose a chapter.</p>')
