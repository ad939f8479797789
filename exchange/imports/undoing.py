"""Taking back an intake: whole, wherever it lies on the line. Its entries can then come in again."""

from domain.kernel.campaign.overturning import OverturnRuling
from domain.kernel.campaign.rewinding import UndoRuling
from domain.kernel.history.alternatives import Settlement, Strike
from domain.kernel.messages import Command
from exchange.imports.entries import NotTaken
from ledger.answers import Refused, Ruled, Submission
from ledger.ledger import Ledger
from ledger.logged import StoredIntake, intakes_on


def undo_intake(ledger: Ledger, campaign: str, number: int, reason: str) -> tuple[StoredIntake, Ruled | Refused]:
    """Take an intake off the line: the last of play by going back, any other by striking all of it, so that what
    was ruled since is decided anew. Raises `NotTaken` where there is no such intake, or no reason.
    """
    entry = ledger.find(campaign)
    handle = ledger.open(entry.slug)
    found = next((it for it in intakes_on(handle) if it.number == number), None)
    if found is None:
        many = len(intakes_on(handle))
        raise NotTaken(f"There is no intake {number} on the current line: it has {many or 'none'}.")
    if not reason.strip():
        raise NotTaken("Say why it is taken back: with --reason.")
    latest = ledger.review.past(entry.slug).latest()
    command: Command
    if latest is not None and latest.last == found.last:
        command = UndoRuling(to=handle.lines.parent(found.first), reason=reason)
    else:
        first, last = found.rulings
        settled = (Settlement(ruling=ruling, instead=Strike()) for ruling in range(first + 1, last + 1))
        command = OverturnRuling(
            ruling=first, alternative=Strike(), settlements=tuple(settled), head=handle.head, reason=reason
        )
    by = handle.now.campaign.gm or "gm"
    return found, ledger.rule(entry.slug, Submission(command=command, by=by, expect=handle.end))
