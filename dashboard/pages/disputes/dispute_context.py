"""One look at a campaign for the page of disputes, and recording in the name of whoever looks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from dashboard.forms.tickets import new_ticket
from dashboard.pages.disputes.case import Case
from dashboard.ui.open_ledger import removed_since, trouble_words
from dashboard.ui.seats import SeatChoice
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Viewer
from domain.kernel.ruling import acts_on_the_last
from ledger.answers import Expected, Refused, Ruled, Submission
from ledger.database.errors import LedgerUnavailable
from ledger.errors import LedgerError
from ledger.handle import CampaignHandle
from ledger.ledger import Ledger

if TYPE_CHECKING:
    from wiring.library import Library

UNKEEPABLE = "That text holds characters that cannot be kept, or too many of them."


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeContext:
    """One look at the ledger, as one person at the table."""

    library: "Library"
    campaign: CampaignHandle
    slug: str
    viewer: Viewer
    game: AnyGame
    moment: AnyMoment
    names: Mapping[str, str]
    seated: SeatChoice

    @property
    def ledger(self) -> Ledger:
        """The ledger."""
        return self.library.ledger

    @property
    def gm(self) -> str:
        """The name of the GM."""
        return self.called(self.moment.campaign.gm or "")

    def called(self, person: str) -> str:
        """The name of a person."""
        return self.names.get(person, person) or f"the {self.game.gm_in_short}"

    def case(self, ruling: int) -> Case:
        """The case that this session tries about a ruling, as this person."""
        key = f"court|{self.slug}|{self.viewer.person}|{ruling}"
        case: Case = st.session_state.setdefault(key, Case(ruling))
        case.viewer = self.viewer  # who may have another seat by now
        return case

    def drop_after_removal(self) -> None:
        """Begin anew if words were removed from the record since: what is tried may have been made of them."""
        key = f"court-removed|{self.slug}"
        if st.session_state.setdefault(key, self.campaign.removed_at) == self.campaign.removed_at:
            return
        held = [str(it) for it in st.session_state if str(it).startswith("court")]
        for stale in held:
            del st.session_state[stale]
        st.session_state[key] = self.campaign.removed_at
        if not any(it.startswith("court|") for it in held):
            return
        why = "Words were removed from the record since, and it may have been made of them. Begin anew."
        tell(self.slug, PageMessage("loss", "What you tried was discarded", (why,)))

    def moment_of(self, ruling: int) -> int:
        """The moment a ruling is called by: its last record."""
        found = self.ledger.review.past(self.campaign).ruling(ruling)
        return found.last if found else ruling

    def ticket(self, form: str) -> str:
        """Names one submission of a form, so that a second click is the same one."""
        key = f"court-ticket|{self.slug}|{self.viewer.person}|{form}"
        ticket: str = st.session_state.setdefault(key, new_ticket())
        return ticket

    def record(self, command: Command, form: str) -> Ruled | str:
        """Record a command; what comes back otherwise says in words why nothing was recorded."""
        if why_not := self.seated.changed() or removed_since(self.campaign):
            return why_not
        expect = Expected(self.moment.position, self.moment.seal) if acts_on_the_last(command) else None
        submission = Submission(command=command, by=self.viewer.person, key=self.ticket(form), expect=expect)
        try:
            answer = self.ledger.rule(self.slug, submission)
        except (LedgerError, LedgerUnavailable) as trouble:
            return trouble_words(trouble)
        if isinstance(answer, Refused):
            return answer.message
        st.session_state.pop(f"court-ticket|{self.slug}|{self.viewer.person}|{form}", None)
        return answer


@dataclass(frozen=True, slots=True)
class PageMessage:
    """A message that the page shows once at its top: a kind of moment, a title, sentences, links as markup."""

    kind: str
    title: str
    lines: tuple[str, ...]
    ways: str = ""


def tell(slug: str, told: PageMessage) -> None:
    """Say this on the next drawing of the page."""
    st.session_state[f"court-told|{slug}"] = told


def to_tell(slug: str) -> PageMessage | None:
    """The message to show, once."""
    told = st.session_state.pop(f"court-told|{slug}", None)
    return told if isinstance(told, PageMessage) else None


def typed(key: str) -> str:
    """The text typed into a field."""
    return str(st.session_state.get(key) or "")
