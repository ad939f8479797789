"""Recordings of an evening: who ties them to moments, who is asked to agree, and who may hear them until then."""

from typing import Any

import pytest

from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.journal.attached.state import may_fetch
from domain.kernel.journal.file_removal import RemoveFile
from domain.kernel.journal.record_care import Removal
from domain.kernel.journal.recordings import AgreeToRecording, AlignRecording, RecordingAgreed, RecordingAligned
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment
from domain.kernel.ruling import apply, retell
from domain.kernel.terms import PersonId
from tests.domain.kernel.test_files import ADA, BEN, GM, SUM, attach, refused, table, viewer
from tests.domain.kernel.test_files import ask as asked_of
from tests.support.tower import TOWER

GONE = Removal(position=2, was="0e" * 32, now="0f" * 32)
TIES: list[dict[str, int]] = [{"position": 5, "milliseconds": 90_000}, {"position": 3, "milliseconds": 60_000}]


def evening(**other: Any) -> AnyMoment:
    moment = table()
    sound = {"media": "audio/ogg", "role": "recording", "name": "evening.ogg"}
    asked_of(moment, attach(**sound | {"belongs": {"kind": "session", "number": 2}} | other), ADA)
    return moment


def align(**other: Any) -> AlignRecording:
    return AlignRecording.model_validate({"file": 1, "ties": TIES, "heard": [BEN, ADA]} | other)


def test_a_recording_is_tied_to_moments_in_their_order_and_tied_anew() -> None:
    moment = evening()
    (event,) = asked_of(moment, align(), ADA)
    assert isinstance(event, RecordingAligned)
    assert [tie.position for tie in event.ties] == [3, 5]
    assert event.heard == (ADA, BEN)
    asked_of(moment, align(ties=TIES[:1], heard=[ADA]), GM)
    assert [tie.position for tie in moment.journal.files[0].ties] == [5]


def test_until_each_who_is_heard_has_agreed_only_who_attached_it_hears_it() -> None:
    moment = evening()

    def hear() -> list[PersonId]:
        files = moment.journal.files
        return [person for person in (GM, ADA, BEN) if may_fetch(files, SUM, viewer(person)) is not None]

    assert hear() == [ADA]
    asked_of(moment, align(), GM)
    assert hear() == [ADA]
    (event,) = asked_of(moment, AgreeToRecording(file=1), BEN)
    assert retell(TOWER, moment, event).headline == "Ben agrees to the recording of session 2"
    assert hear() == [ADA]
    asked_of(moment, AgreeToRecording(file=1), ADA)
    assert hear() == [ADA, BEN]
    asked_of(moment, align(heard=[ADA, BEN, GM]), GM)
    assert hear() == [ADA]
    asked_of(moment, AgreeToRecording(file=1), GM)
    assert hear() == [GM, ADA, BEN]


def test_whoever_is_heard_may_take_the_recording_out_again() -> None:
    moment = evening()
    removal = RemoveFile(file=1, reason="Not my voice", records=(GONE,))
    assert refused(moment, removal, BEN)[0] == "not_your_file"
    asked_of(moment, align(), ADA)
    asked_of(moment, removal, BEN)
    assert may_fetch(moment.journal.files, SUM, viewer(ADA)) is None


@pytest.mark.parametrize(
    ("by", "command", "code", "words"),
    [
        (ADA, align(file=9), "no_such_recording", "no recording 9 here"),
        (BEN, align(), "not_your_recording", "Only Ada, who attached"),
        (ADA, align(ties=[{"position": 99, "milliseconds": 1}]), "no_such_position", "99"),
        (
            ADA,
            align(ties=[{"position": 2, "milliseconds": 9}, {"position": 3, "milliseconds": 8}]),
            "runs_backwards",
            "runs one way",
        ),
        (ADA, align(heard=["nobody"]), "not_at_the_table", "nobody"),
        (GM, AgreeToRecording(file=1), "not_heard", "not among those heard in evening.ogg"),
        (GM, AgreeToRecording(file=4), "no_such_recording", "no recording 4"),
    ],
)
def test_what_makes_no_sense_of_a_recording_is_refused(
    by: PersonId, command: Command, code: str, words: str
) -> None:
    told = refused(evening(), command, by)
    assert told[0] == code
    assert words.casefold() in told[1].casefold()


def test_what_is_there_already_or_is_no_recording_is_refused() -> None:
    moment = evening()
    asked_of(moment, align(), ADA)
    assert refused(moment, align(), ADA)[0] == "no_change"
    asked_of(moment, AgreeToRecording(file=1), ADA)
    assert refused(moment, AgreeToRecording(file=1), ADA)[0] == "no_change"
    code, words = refused(evening(role="handout"), align(), ADA)
    assert code == "not_a_recording"
    assert "evening.ogg was not" in words


def test_nobody_agrees_who_is_not_heard_and_nothing_is_tied_that_is_not_there() -> None:
    moment = table()
    with pytest.raises(ImpossibleHistoryError):
        apply(TOWER, moment, RecordingAligned(file=1, ties=(), heard=()))
    moment = evening()
    with pytest.raises(ImpossibleHistoryError):
        apply(TOWER, moment, RecordingAgreed(file=1, person=BEN))
