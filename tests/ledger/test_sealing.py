"""Closing a session seals it; what is changed afterwards is marked."""

from domain.kernel.campaign.commands import CloseSession, OpenSession, RewindLine
from ledger.answers import Ruled, Submission
from ledger.care.verify import verify
from ledger.ledger import Ledger
from ledger.recording.receipts import Receipt
from ledger.recording.sealing import seal_if_closed, sealed_sessions
from ledger.records import tally
from tests.support.ending import just_seen
from tests.support.tower import LayStones


def play(ledger: Ledger, command: object, *faces: int, key: str | None = None) -> Ruled:
    submission = Submission(command=command, faces=faces, key=key)  # type: ignore[arg-type]
    ruled = ledger.rule("babel", just_seen(ledger, "babel", submission))
    assert isinstance(ruled, Ruled), ruled
    return ruled


def test_closing_a_session_seals_it_and_gives_a_short_code(ledger: Ledger) -> None:
    assert seal_if_closed(ledger, "babel", play(ledger, OpenSession())) is None
    play(ledger, LayStones(), 4)
    closed = play(ledger, CloseSession(), key="close")
    sealed = seal_if_closed(ledger, "babel", closed)
    assert sealed is not None
    assert (sealed.session, sealed.changed_at) == (1, None)
    last = closed.records[-1]
    counted = tally.after(last.stored)
    assert counted is not None
    assert sealed.receipt == Receipt(last.position, last.seal[:12], counted[:12])
    assert verify(ledger, "babel", expect=[Receipt.parse(str(sealed.receipt))]).sound
    again = play(ledger, CloseSession(), key="close")
    head = ledger.head("babel")
    assert again.repeated
    assert seal_if_closed(ledger, "babel", again) == sealed
    assert ledger.head("babel") == head


def test_play_changed_after_its_session_was_sealed_is_marked_until_it_is_brought_back(ledger: Ledger) -> None:
    play(ledger, OpenSession())
    early = play(ledger, LayStones(), 4).records[0].position
    closed = play(ledger, CloseSession())
    seal_if_closed(ledger, "babel", closed)
    left = ledger.head("babel")
    play(ledger, OpenSession(title="Two"))
    assert [it.changed_at for it in sealed_sessions(ledger, "babel")] == [None]
    rewind = play(ledger, RewindLine(to=early, reason="It was a five")).records[0].position
    play(ledger, LayStones(), 5)
    (changed,) = verify(ledger, "babel").sessions
    assert changed.changed_at == rewind
    play(ledger, RewindLine(to=left, reason="It was a four after all"))
    assert [it.changed_at for it in sealed_sessions(ledger, "babel")] == [None]


def test_a_receipt_of_a_sealed_session_finds_a_log_that_was_cut_behind_it(ledger: Ledger) -> None:
    play(ledger, OpenSession())
    sealed = seal_if_closed(ledger, "babel", play(ledger, CloseSession()))
    assert sealed is not None
    beyond = Receipt(ledger.head("babel") + 1, "0" * 12)
    found = verify(ledger, "babel", expect=[sealed.receipt, beyond])
    assert "cut off" in found.problems[0].text
    wrong = Receipt(sealed.receipt.position, "0" * 12)
    assert verify(ledger, "babel", expect=[sealed.receipt, wrong]).problems[0].position == wrong.position
