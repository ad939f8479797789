"""Closing a session seals it; what is changed afterwards is marked."""

from collections.abc import Callable
from dataclasses import replace

import pytest
import sqlalchemy as sql

from campaign_laws.submissions import just_seen
from domain.kernel.campaign.rewinding import RewindLine
from domain.kernel.campaign.sessions import CloseSession, OpenSession
from domain.kernel.journal.seals import SealSession
from ledger.answers import Appended, Ruled, Submission
from ledger.care.verify import verify
from ledger.ledger import Ledger
from ledger.log import tally
from ledger.log.receipts import Receipt
from tests.support.tower import LayStones


def play(ledger: Ledger, command: object, *faces: int, key: str | None = None) -> Ruled:
    submission = Submission(command=command, faces=faces, key=key)  # type: ignore[arg-type]
    ruled = ledger.rule("babel", just_seen(ledger, "babel", submission))
    assert isinstance(ruled, Ruled), ruled
    return ruled


def seals(ledger: Ledger) -> list[tuple[int, str]]:
    """Each seal of the log: where it stands and what it seals."""
    tags = ((at, tag) for at, tag, _stored in ledger.stored("babel"))
    return [(at, tag) for at, tag in tags if tag == "journal.session_sealed.v1"]


def test_closing_a_session_seals_it_and_gives_a_short_code(ledger: Ledger) -> None:
    assert play(ledger, OpenSession()).sealed is None
    play(ledger, LayStones(), 4)
    closed = play(ledger, CloseSession(), key="close")
    last, sealed, seal = closed.records[-1], closed.sealed, closed.sealing
    assert sealed is not None
    assert seal is not None
    assert (sealed.session, sealed.changed_at) == (1, None)
    assert (seal.record.position, seal.record.envelope.ruling) == (last.position + 1, closed.ruling + 1)
    assert closed.end.position == ledger.head("babel") == seal.record.position
    counted = tally.after(last.stored)
    assert counted is not None
    assert sealed.receipt == Receipt(last.position, last.seal[:12], counted[:12])
    assert verify(ledger, "babel", expect=[Receipt.parse(str(sealed.receipt))]).sound
    again = play(ledger, CloseSession(), key="close")
    head = ledger.head("babel")
    assert again.repeated
    assert (again.sealed, again.sealing) == (sealed, None)
    assert ledger.head("babel") == head


class Hearing:
    """Follows the log, and notes how many records each transaction brings."""

    def __init__(self) -> None:
        self.heard: list[list[str]] = []

    def prepare(self, appended: Appended) -> Callable[[sql.Connection], None]:
        self.heard.append([told.record.envelope.type for told in appended.told])
        return lambda connection: None


def test_the_seal_is_stored_in_the_transaction_of_the_closing_or_neither_is(ledger: Ledger) -> None:
    play(ledger, OpenSession())
    hearing = Hearing()
    ledger.followers.append(hearing)
    play(ledger, CloseSession())
    assert hearing.heard == [["campaign.session_closed.v1", "journal.session_sealed.v1"]]

    def fails(appended: Appended) -> Callable[[sql.Connection], None]:
        raise ValueError("no room")

    play(ledger, OpenSession())
    head = ledger.head("babel")
    hearing.prepare = fails  # type: ignore[method-assign]
    with pytest.raises(ValueError, match="no room"):
        play(ledger, CloseSession())
    assert (ledger.head("babel"), len(seals(ledger))) == (head, 1)


OPEN, CLOSE, SEAL = (Submission(command=it) for it in (OpenSession(), CloseSession(), SealSession()))


@pytest.mark.parametrize("record", ["rule_all", "rule_all_or_none"])
def test_rulings_that_are_recorded_together_seal_what_they_close(ledger: Ledger, record: str) -> None:
    answers = getattr(ledger, record)("babel", [OPEN, CLOSE, OPEN, CLOSE], ledger.end("babel"))
    assert [answer.sealed and answer.sealed.session for answer in answers] == [None, 1, None, 2]
    assert [answer.ruling for answer in answers] == [2, 3, 5, 6]
    assert len(seals(ledger)) == 2
    assert verify(ledger, "babel", expect=[it.sealed.receipt for it in answers if it.sealed]).sound


@pytest.mark.parametrize("record", ["rule_all", "rule_all_or_none"])
def test_whoever_seals_a_session_themselves_is_let_do_it(ledger: Ledger, record: str) -> None:
    answers = getattr(ledger, record)("babel", [OPEN, CLOSE, SEAL, OPEN, CLOSE], ledger.end("babel"))
    assert [answer.ruling for answer in answers] == [2, 3, 4, 5, 6]
    assert [answer.sealed and answer.sealed.session for answer in answers] == [None, None, None, None, 2]
    assert [at for at, _tag in seals(ledger)] == [5, 8]


def test_rulings_can_be_recorded_exactly_as_they_are_asked_for(ledger: Ledger) -> None:
    answers = ledger.rule_all("babel", [OPEN, CLOSE], ledger.end("babel"), seal_sessions=False)
    assert all(isinstance(answer, Ruled) for answer in answers)
    assert not seals(ledger)


def test_a_session_that_is_closed_a_second_time_keeps_its_seal(ledger: Ledger) -> None:
    play(ledger, OpenSession())
    before = ledger.head("babel")
    first = play(ledger, CloseSession()).sealed
    assert first is not None
    left = play(ledger, RewindLine(to=before, reason="One more stone")).records[0].position
    play(ledger, LayStones(), 5)
    closed = play(ledger, CloseSession())
    assert closed.sealing is None
    assert closed.sealed == replace(first, changed_at=left)
    assert len(seals(ledger)) == 1


def test_play_changed_after_its_session_was_sealed_is_marked_until_it_is_brought_back(ledger: Ledger) -> None:
    play(ledger, OpenSession())
    early = play(ledger, LayStones(), 4).records[0].position
    play(ledger, CloseSession())
    left = ledger.head("babel")
    play(ledger, OpenSession(title="Two"))
    assert [it.changed_at for it in ledger.sealed_sessions("babel")] == [None]
    rewind = play(ledger, RewindLine(to=early, reason="It was a five")).records[0].position
    play(ledger, LayStones(), 5)
    (changed,) = verify(ledger, "babel").sessions
    assert changed.changed_at == rewind
    play(ledger, RewindLine(to=left, reason="It was a four after all"))
    assert [it.changed_at for it in ledger.sealed_sessions("babel")] == [None]


def test_a_receipt_of_a_sealed_session_finds_a_log_that_was_cut_behind_it(ledger: Ledger) -> None:
    play(ledger, OpenSession())
    sealed = play(ledger, CloseSession()).sealed
    assert sealed is not None
    beyond = Receipt(ledger.head("babel") + 1, "0" * 12)
    found = verify(ledger, "babel", expect=[sealed.receipt, beyond])
    assert "cut off" in found.problems[0].text
    wrong = Receipt(sealed.receipt.position, "0" * 12)
    assert verify(ledger, "babel", expect=[sealed.receipt, wrong]).problems[0].position == wrong.position
