"""Sessions that were sealed: what of them can be kept on paper, and what was changed since."""

from dataclasses import dataclass

from domain.kernel.campaign.events import SessionClosed
from domain.kernel.journal.commands import SealSession
from ledger.answers import Refused, Ruled, Submission
from ledger.errors import Conflict
from ledger.ledger import Ledger
from ledger.recording.receipts import SHORTEST_SEAL, Receipt
from ledger.records.lines import Lines, lies_on
from ledger.records.tally import carried_by


@dataclass(frozen=True, slots=True)
class SealedSession:
    """A sealed session. `receipt` is the short code for it, `changed_at` the rewind that left it, if one did."""

    session: int
    receipt: Receipt
    changed_at: int | None = None


def seal_if_closed(ledger: Ledger, campaign: str, answer: Ruled) -> SealedSession | None:
    """Seal the session that this ruling closed, in the name of whoever closed it. None if it closed none.

    A ruling that was recorded before brings back the seal that was made then.
    """
    closed = next((it.event for it in answer.records if isinstance(it.event, SessionClosed)), None)
    if closed is None:
        return None
    by = answer.records[0].envelope.by
    expect = ledger.end(campaign) if answer.repeated else answer.left
    try:
        sealed = ledger.rule(campaign, Submission(command=SealSession(), by=by, expect=expect))
    except Conflict:
        return None  # somebody went on playing at once
    if isinstance(sealed, Refused) and sealed.refusal.code != "session_sealed":
        return None  # it has been opened again, or only the GM may: nothing is lost by having no seal
    return next((it for it in sealed_sessions(ledger, campaign) if it.session == closed.session), None)


def sealed_sessions(ledger: Ledger, campaign: str) -> list[SealedSession]:
    """Every sealed session of a campaign, and whether play was changed after that."""
    moment, lines = ledger.moment(campaign), ledger.lines(campaign)

    def tally_at(position: int) -> str:
        """As the record after it carries it; nothing where that is of format 1."""
        after = next(ledger.stored(campaign, gt=position, lte=position + 1), None)
        return (after and carried_by(after[2])) or ""

    return [
        SealedSession(
            number,
            Receipt(seal.position, seal.seal, tally_at(seal.position)).shortened(SHORTEST_SEAL),
            left_at(lines, moment.position, seal.position),
        )
        for number, seal in sorted(moment.journal.seals.items())
    ]


def left_at(lines: Lines, head: int, position: int) -> int | None:
    """The rewind by which the line of `head` came to hold `position` no more; None if it holds it."""
    path = lines.path(head)
    if lies_on(path, position):
        return None
    rewinds = [stretch.first for stretch in path if stretch.first > position]
    return min(rewinds, default=None)
