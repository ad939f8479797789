"""Sessions that are closed: the seal that comes with the closing, and what of it can be kept on paper."""

from collections.abc import Iterable, Sequence

from domain.kernel.campaign.sessions import OpenSession, SessionClosed
from domain.kernel.journal.seals import SealSession
from ledger.answers import Submission, ToldRecord
from ledger.log.lines import Lines, lies_on
from ledger.log.receipts import SHORTEST_SEAL, Receipt, SealedSession
from ledger.log.tally import carried_by
from ledger.records.open_campaign import OpenCampaign


def closed_by(told: Sequence[ToldRecord]) -> int | None:
    """The session that a ruling closed, if it did; what an overturning has decided anew does not count."""
    ruling = told[0].record.envelope.ruling
    for each in told:  # a generator for each ruling would cost more than what it looks at
        envelope = each.record.envelope
        if type(envelope.data) is SessionClosed and envelope.ruling == ruling:
            return envelope.data.session
    return None


def seal_themselves(later: Iterable[Submission]) -> bool:
    """True if those who closed a session seal it themselves with what they send in after that."""
    commands = (each.command for each in later)
    about = (command for command in commands if isinstance(command, SealSession | OpenSession))
    return isinstance(next(about, None), SealSession)


def sealed_sessions(held: OpenCampaign) -> list[SealedSession]:
    """Every sealed session of a campaign at its head, and whether play was changed after that."""
    return [sealed_session(held, number) for number in sorted(held.head.journal.seals)]


def sealed_session(held: OpenCampaign, number: int, *, carried: str | None = None) -> SealedSession:
    """A session that is sealed. `carried` is the tally in the record after its last, if that is not stored yet."""
    seal = held.head.journal.seals[number]
    if carried is None:
        after = next(iter(held.as_stored(seal.position, seal.position + 1)), None)
        carried = (after and carried_by(after[2])) or ""  # there is none in a record of format 1
    receipt = Receipt(seal.position, seal.seal, carried).shortened(SHORTEST_SEAL)
    return SealedSession(number, receipt, left_at(held.lines, held.head.position, seal.position))


def left_at(lines: Lines, head: int, position: int) -> int | None:
    """The rewind by which the line of `head` came to hold `position` no more; None if it holds it."""
    path = lines.path(head)
    if lies_on(path, position):
        return None
    rewinds = [stretch.first for stretch in path if stretch.first > position]
    return min(rewinds, default=None)
