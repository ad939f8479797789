"""The append road: what is stored, what is answered, and what happens when two record at once."""

import json
from hashlib import sha256
from threading import Thread

import pytest

from campaign_laws.submissions import just_seen
from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.rewinding import RewindLine
from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.campaign.sessions import CloseSession, OpenSession
from domain.kernel.journal.notes import CommentOnRecord, Visibility, WriteNote
from domain.kernel.journal.seals import SealSession
from domain.kernel.messages import Command
from domain.kernel.terms import PersonId
from ledger.answers import Previewed, Refused, Ruled, Submission
from ledger.errors import NoSuchCampaign, NoSuchGame, NoSuchPosition, SlugTaken
from ledger.ledger import Ledger
from ledger.log.record import GENESIS
from tests.ledger.conftest import OpenLedger
from tests.support.tower import LayStones


def rule(ledger: Ledger, command: Command, *faces: int, by: str = "gm", key: str | None = None) -> Ruled:
    submission = Submission(command=command, by=by, faces=faces, key=key)
    answer = ledger.rule("babel", just_seen(ledger, "babel", submission))
    assert isinstance(answer, Ruled), answer
    return answer


def height(ledger: Ledger, at: int | None = None) -> int:
    found: int = ledger.moment("babel", at).game.height
    return found


def test_a_record_is_one_line_that_names_the_hash_of_the_line_before(ledger: Ledger) -> None:
    rule(ledger, LayStones(count=2), 5, 2)
    lines = [stored for _position, _tag, stored in ledger.stored("babel")]
    before = GENESIS
    for position, line in enumerate(lines, start=1):
        fields = json.loads(line)
        assert fields["prev"] == before
        assert fields["position"] == position
        assert fields["parent"] == position - 1
        assert b"\n" not in line
        assert line == json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        before = sha256(line).hexdigest()
    assert ledger.moment("babel").seal == before


def test_only_the_first_record_of_a_ruling_says_what_was_asked_and_rolled(ledger: Ledger) -> None:
    first, second = rule(ledger, LayStones(count=2), 5, 2, key="k").records
    assert first.envelope.command == {"type": "tower.lay_stones", "count": 2}
    assert first.envelope.dice == [(6, 5), (6, 2)]
    assert first.envelope.dice_from == "typed"
    assert first.envelope.key == "k"
    assert second.envelope.command is second.envelope.dice is second.envelope.key is None
    assert first.envelope.ruling == second.envelope.ruling == 2


def test_a_roller_rolls_what_nobody_typed(ledger: Ledger) -> None:
    answer = ledger.rule("babel", Submission(command=LayStones(count=3), faces=None))
    assert isinstance(answer, Ruled)
    envelope = answer.records[0].envelope
    assert envelope.dice_from == "rolled"
    assert [face for _size, face in envelope.dice or []] == [
        r.envelope.data.model_dump()["face"] for r in answer.records
    ]


@pytest.mark.parametrize(
    ("faces", "code"),
    [((), "dice_missing"), ((1,), "dice_missing"), ((1, 7), "dice_wrong"), ((1, 2, 3), "dice_unread")],
)
def test_dice_that_do_not_fit_are_refused_and_nothing_is_stored(
    ledger: Ledger, faces: tuple[int, ...], code: str
) -> None:
    answer = ledger.rule("babel", Submission(command=LayStones(count=2), faces=faces))
    assert isinstance(answer, Refused)
    assert answer.refusal.code == code
    assert answer.message
    assert ledger.head("babel") == 2


def test_a_refusal_comes_in_words_with_its_numbers(open_ledger: OpenLedger) -> None:
    ledger = open_ledger()
    low = FoundCampaign(game="tower", title="Low", slug="babel", house_rules={"limit": 3})
    ledger.found(low)
    rule(ledger, LayStones(), 5)
    answer = ledger.rule("babel", Submission(command=LayStones(), faces=None))
    assert isinstance(answer, Refused)
    assert answer.message == "The tower is 5 high and may be 3: lower your hopes."


def test_somebody_without_a_seat_rules_nothing_but_may_sit_down(ledger: Ledger) -> None:
    answer = ledger.rule("babel", Submission(command=LayStones(), by="ada", faces=(1,)))
    assert isinstance(answer, Refused)
    assert answer.refusal.code == "not_seated"
    rule(ledger, SeatPerson(person=PersonId("ada"), name="Ada"), by="ada")
    rule(ledger, LayStones(), 1, by="ada")


def test_a_key_sent_twice_gives_the_first_ruling_and_stores_nothing(
    ledger: Ledger, open_ledger: OpenLedger
) -> None:
    first = rule(ledger, LayStones(count=2), 5, 2, key="form-1")
    for again in (ledger, open_ledger()):
        second = rule(again, LayStones(count=2), 5, 2, key="form-1")
        assert second.repeated
        assert second.records == first.records
    assert height(ledger) == 7


def test_a_preview_shows_it_and_stores_nothing(ledger: Ledger) -> None:
    preview = ledger.preview("babel", Submission(command=LayStones(), faces=(4,)))
    assert isinstance(preview, Previewed)
    assert [told.headline for told in preview.retellings] == ["The tower grows by 4 stones"]
    assert preview.moment.game.height == 4
    assert ledger.head("babel") == 2
    assert height(ledger) == 0


def test_what_another_process_recorded_is_seen_before_deciding(ledger: Ledger, open_ledger: OpenLedger) -> None:
    other = open_ledger()
    rule(ledger, LayStones(), 5)
    rule(other, LayStones(), 2)
    assert height(ledger) == height(other) == 7
    rule(ledger, OpenSession(title="One"))
    assert other.moment("babel").campaign.session is not None


def test_writers_at_once_lose_nothing_and_leave_no_gap(ledger: Ledger, open_ledger: OpenLedger) -> None:
    ledgers = [open_ledger() for _ in range(4)]
    writers = [
        Thread(target=lambda each=each: [rule(each, LayStones(count=2), 1, 1) for _ in range(15)])  # type: ignore[misc]
        for each in ledgers
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert height(ledger) == 4 * 15 * 2
    positions = [position for position, _tag, _stored in ledger.stored("babel")]
    assert positions == list(range(1, len(positions) + 1))


def test_a_rewind_goes_back_and_the_old_line_stays(ledger: Ledger, open_ledger: OpenLedger) -> None:
    rule(ledger, LayStones(), 1)
    rule(ledger, LayStones(), 2)
    rule(ledger, WriteNote(text="was that right?"))
    rule(ledger, RewindLine(to=3, reason="it was a one"))
    rule(ledger, LayStones(), 6)
    for each in (ledger, open_ledger()):
        assert height(each) == 7
        assert height(each, 4) == 3
        moment = each.moment("babel")
        assert [note.text for note in moment.journal.notes] == ["was that right?"]
        assert [b.first for b in each.lines("babel").branches(each.head("babel"))] == [1, 6]
        assert [r.position for r, _moment in each.line("babel")] == [1, 2, 3, 5, 6, 7]


def test_every_position_keeps_its_state_for_ever(ledger: Ledger, open_ledger: OpenLedger) -> None:
    for face in (1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6):
        rule(ledger, LayStones(), face)
    before = {position: height(ledger, position) for position in range(1, 15)}
    rule(ledger, RewindLine(to=5, reason="again"))
    for face in (6,) * 12:
        rule(ledger, LayStones(), face)
    rule(ledger, RewindLine(to=9, reason="the first way after all"))
    for each in (ledger, open_ledger()):
        assert {position: height(each, position) for position in before} == before
        assert height(each) == before[9]
        for position in range(1, each.head("babel") + 1):
            assert each.moment("babel", position) == each.moment("babel", position, from_start=True)


def test_a_session_is_sealed_with_the_seal_of_the_record_before(ledger: Ledger) -> None:
    rule(ledger, OpenSession())
    refused = ledger.rule("babel", just_seen(ledger, "babel", Submission(command=SealSession())))
    assert isinstance(refused, Refused)
    closed = rule(ledger, CloseSession())
    assert closed.sealing is not None
    sealed = closed.sealing.record.event.model_dump()
    assert (sealed["position"], sealed["seal"]) == (closed.records[-1].position, closed.records[-1].seal)
    assert ledger.moment("babel").seal == closed.sealing.record.seal


def test_comments_need_a_record_and_gm_notes_a_gm(ledger: Ledger) -> None:
    rule(ledger, SeatPerson(person=PersonId("ada"), name="Ada"))
    for command, by, code in (
        (CommentOnRecord(position=99, text="?"), "ada", "no_such_position"),
        (WriteNote(text=" "), "ada", "text_missing"),
        (WriteNote(text="psst", visibility=Visibility.GM), "ada", "gm_only"),
        (WriteNote(text="hello"), "nobody", "not_seated"),
        (SealSession(), "gm", "no_session"),
    ):
        answer = ledger.rule("babel", just_seen(ledger, "babel", Submission(command=command, by=by)))
        assert isinstance(answer, Refused)
        assert answer.refusal.code == code


def test_what_does_not_exist_is_said_plainly(ledger: Ledger) -> None:
    with pytest.raises(NoSuchCampaign, match=r"no campaign called 'bable'\. There are: babel\."):
        ledger.head("bable")
    with pytest.raises(NoSuchPosition, match="its log goes from 1 to 2"):
        ledger.moment("babel", 3)
    with pytest.raises(NoSuchPosition):
        ledger.moment("babel", 0)
    with pytest.raises(NoSuchGame):
        ledger.found(FoundCampaign(game="chess", title="x", slug="x"))
    with pytest.raises(SlugTaken):
        ledger.found(FoundCampaign(game="tower", title="x", slug="babel"))
