"""The preview of an entry that is to be taken in: it reads as the story will."""

from pathlib import Path

from dashboard.pages.library.previewed import told_as
from domain.kernel.logged.chapters.entries import EntryLogged
from ledger.ledger import Ledger
from projections.story.logged.entries import entry_lines
from tests.ledger.intake.conftest import salt
from tests.support.intake import FILES, entries_of, taken_in

__all__ = ["salt"]


def test_a_preview_reads_as_the_story_will(salt: Ledger) -> None:
    """Before it was mended, a card had its heading once more in its roll, and scraps a line each."""
    file: Path = FILES / "foundry-messages.db"
    taken_in(salt, file)
    told = [it for it in salt.open("salt").told() if isinstance(it.record.event, EntryLogged)]
    for each, said in zip(told, entries_of(file), strict=True):
        event = each.record.event
        assert isinstance(event, EntryLogged)
        assert entry_lines(event, each.retelling.headline) == told_as(said, event.speaker)
