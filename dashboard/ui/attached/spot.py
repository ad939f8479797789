"""A place on a page where files are attached, and what is recorded from there."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from dashboard.files.serving import let_go
from dashboard.ui.live_updates import goes_along
from dashboard.ui.open_ledger import TROUBLES, trouble_words
from domain.kernel.journal.attached.state import AttachedFile
from domain.kernel.journal.attached.terms import Belongs, BelongsTo, FileRole
from domain.kernel.messages import Command
from domain.kernel.people import Role, Viewer
from exchange.command_forms.batch import rule_together
from ledger.answers import Refused
from ledger.care.file_removal import remove_file
from ledger.care.redaction import purge
from ledger.handle import CampaignHandle
from wiring.library import Library

TABLE = "The whole table"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """The place where files are attached: to what, and what for. `label` is what the form is called."""

    library: Library
    campaign: CampaignHandle
    viewer: Viewer
    to: Belongs
    roles: Sequence[FileRole]
    label: str
    called: str = ""
    """Under which it is known where it moves on with play; else it is known by what it is the place of."""

    @property
    def gm(self) -> str:
        """The word of this game for whoever has the GM's seat."""
        return self.campaign.game.gm_in_short

    @property
    def gm_alone(self) -> str:
        """The choice of the GM alone as those who may see it."""
        return f"Only the {self.gm}"

    @property
    def myself(self) -> str:
        """The choice of whoever looks, and the GM, as those who may see it."""
        return f"Only me and the {self.gm}"

    @property
    def may_attach(self) -> bool:
        """True if it is worth showing the form: the rules decide."""
        if self.viewer.is_gm:
            return True
        match self.to.kind:
            case BelongsTo.CHARACTER:
                now = self.campaign.now
                return self.campaign.game.player_of(now.game, self.to.id or "") == self.viewer.person
            case BelongsTo.SESSION | BelongsTo.RECORD:
                return self.viewer.role is Role.PLAYER
            case _:
                return False

    @property
    def name(self) -> str:
        """Under which what was said of it is kept."""
        of = self.called or f"{self.to.kind.value}-{self.to.id or self.to.number or ''}"
        return f"attach-{self.campaign.slug}-{of}"

    @property
    def said(self) -> str:
        """Under which is kept what was said to whoever looks: at one computer others come to look after them."""
        return f"{self.name}-said-{self.viewer.person}"

    @property
    def key(self) -> str:
        """Under which its fields are known: another one once a file was attached, so that they are empty."""
        return f"{self.name}-{st.session_state.get(f'{self.name}-count', 0)}"

    @property
    def mine(self) -> list[AttachedFile]:
        """The files there that whoever looks may take away, and behind them those to be brought back."""
        files = self.campaign.now.journal.files
        theirs = [it for it in files if it.belongs == self.to and it.seen_by(self.viewer) and self.has_say_in(it)]
        return sorted(theirs, key=lambda it: it.put_away)

    def has_say_in(self, file: AttachedFile) -> bool:
        """True if whoever looks may describe this file, put it away and remove it."""
        return self.viewer.is_gm or file.person == self.viewer.person


def say(spot: Spot, words: str) -> None:
    """Say this with the form when the page is drawn next."""
    st.session_state[spot.said] = words


def drawn_anew(spot: Spot, position: int) -> None:
    """Draw the page anew, which now ends with the record at this position."""
    goes_along(spot.campaign.slug, position - 1, position)
    st.session_state[f"{spot.name}-anew"] = True


def record(spot: Spot, words: str, *commands: Command) -> bool:
    """Record commands, all or none, and say `words`, or why one was refused. True if they were recorded."""
    try:
        answer = rule_together(spot.library.ledger, spot.campaign.slug, commands, str(spot.viewer.person))
    except TROUBLES as trouble:
        say(spot, trouble_words(trouble))
        return False
    if isinstance(answer, Refused):
        say(spot, answer.message)
        return False
    say(spot, words)
    drawn_anew(spot, answer[-1].records[-1].position)
    return True


def remove(spot: Spot, numbers: Sequence[int], reason: str) -> None:
    """Take files out for good, with their words in the read models and in the free room of the database's file."""
    library, slug = spot.library, spot.campaign.slug
    try:
        for number in numbers:
            answer = remove_file(library.ledger, slug, number, reason=reason, by=str(spot.viewer.person))
            if isinstance(answer, Refused):
                say(spot, answer.message)
                return
            gone = "It is" if len(numbers) == 1 else "They are"
            say(spot, f"{gone} removed. Earlier copies still hold what was there.")
            drawn_anew(spot, answer.answer.records[-1].position)
        library.views.catch_up(slug)
        let_go(spot.campaign.entry.id, library.ledger.moment(slug).journal.files)
        purge(library.ledger)
    except TROUBLES as trouble:
        say(spot, trouble_words(trouble))
