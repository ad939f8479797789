"""The head that somebody must name who acts on the last ruling: nothing else is ever taken back."""

from dataclasses import replace

import pytest

from campaign_laws.submissions import just_seen
from domain.kernel.campaign.overturning import OverturnRuling
from domain.kernel.campaign.rewinding import RedoRuling, RewindLine, UndoRuling
from domain.kernel.campaign.seats import SeatPerson
from domain.kernel.campaign.sessions import CloseSession, OpenSession
from domain.kernel.history.alternatives import Strike
from domain.kernel.journal.notes import Visibility, WriteNote
from domain.kernel.journal.seals import SealSession
from domain.kernel.messages import Command
from domain.kernel.terms import PersonId
from ledger.answers import Expected, Refused, Ruled, Submission
from ledger.errors import Conflict, HeadNotNamed, KeyUsedOtherwise
from ledger.ledger import Ledger
from tests.ledger.conftest import OpenLedger
from tests.support.racing import races
from tests.support.tower import LayStones

UNDO = UndoRuling(reason="a slip")
ON_THE_LAST: list[Command] = [
    UNDO,
    RedoRuling(reason="it was right"),
    RewindLine(to=2, reason="back"),
    OverturnRuling(ruling=3, alternative=Strike(), reason="no stone"),
    CloseSession(),
    SealSession(),
]


def lay(ledger: Ledger, *faces: int, by: str = "gm") -> Ruled:
    ruled = ledger.rule("babel", Submission(command=LayStones(count=len(faces)), faces=faces, by=by))
    assert isinstance(ruled, Ruled)
    return ruled


@pytest.mark.parametrize("command", ON_THE_LAST, ids=lambda it: type(it).__name__)
def test_it_must_be_named(ledger: Ledger, command: Command) -> None:
    with pytest.raises(HeadNotNamed):
        ledger.rule("babel", Submission(command=command))
    with pytest.raises(HeadNotNamed):
        ledger.rule_all("babel", [Submission(command=command)])
    assert ledger.head("babel") == 2


@pytest.mark.parametrize("command", ON_THE_LAST, ids=lambda it: type(it).__name__)
def test_what_somebody_else_recorded_meanwhile_is_a_conflict_that_says_so(
    ledger: Ledger, open_ledger: OpenLedger, command: Command
) -> None:
    other = open_ledger()
    ledger.rule("babel", Submission(command=SeatPerson(person=PersonId("ada"), name="Ada")))
    ledger.rule("babel", Submission(command=OpenSession()))
    lay(ledger, 3)
    asked = just_seen(ledger, "babel", Submission(command=command))
    lay(other, 5, by="ada")
    before = ledger.head("babel")
    with pytest.raises(Conflict, match=r"Ada recorded ruling 5 \(The tower grows by 5 stones\)"):
        ledger.rule("babel", asked)
    assert ledger.head("babel") == before


def test_of_many_only_the_first_are_told(ledger: Ledger) -> None:
    lay(ledger, 3)
    asked = just_seen(ledger, "babel", Submission(command=UNDO))
    for _ in range(5):
        lay(ledger, 1)
    with pytest.raises(
        Conflict, match=r"ruling 5 \(.*\); 2 more were recorded\. Nothing was recorded: look again"
    ):
        ledger.rule("babel", asked)


def test_what_a_person_may_not_know_is_not_told(ledger: Ledger) -> None:
    ledger.rule("babel", Submission(command=SeatPerson(person=PersonId("ada"), name="Ada")))
    lay(ledger, 3, by="ada")
    seen = ledger.end("babel")
    ledger.rule("babel", Submission(command=WriteNote(text="the traitor is Bo", visibility=Visibility.GM)))
    lay(ledger, 2)
    with pytest.raises(Conflict) as told:
        ledger.rule("babel", Submission(command=UndoRuling(), by="ada", expect=seen))
    assert "traitor" not in str(told.value)
    assert "something you may not see" in str(told.value)


def test_notes_beside_play_change_nothing_about_it(ledger: Ledger) -> None:
    lay(ledger, 3)
    asked = just_seen(ledger, "babel", Submission(command=UNDO))
    ledger.rule("babel", Submission(command=WriteNote(text="Hm")))
    assert isinstance(ledger.rule("babel", asked), Ruled)
    assert ledger.moment("babel").game.height == 0


@pytest.mark.parametrize(
    "seen", [Expected(9, "ab" * 32), Expected(2, "ab" * 32), Expected(0, "ab"), Expected(2, "")]
)
def test_a_head_that_never_was_is_a_conflict(ledger: Ledger, seen: Expected) -> None:
    lay(ledger, 3)
    with pytest.raises(Conflict, match="as you saw it"):
        ledger.rule("babel", Submission(command=UNDO, expect=seen))


def test_the_first_digits_of_a_seal_name_it(ledger: Ledger) -> None:
    lay(ledger, 3)
    end = ledger.end("babel")
    assert isinstance(
        ledger.rule("babel", Submission(command=UNDO, expect=replace(end, seal=end.seal[:12]))), Ruled
    )


def test_any_command_may_name_its_head(ledger: Ledger) -> None:
    seen = ledger.end("babel")
    lay(ledger, 3)
    with pytest.raises(Conflict):
        ledger.rule("babel", Submission(command=LayStones(), faces=(1,), expect=seen))


def test_of_rulings_sent_together_each_follows_the_one_before(ledger: Ledger, open_ledger: OpenLedger) -> None:
    stone = Submission(command=LayStones(), faces=(4,), key="a")
    undo = Submission(command=UNDO, key="b")
    answers = ledger.rule_all("babel", [stone, undo, replace(stone, key="c")], ledger.end("babel"))
    assert all(isinstance(it, Ruled) for it in answers)
    again = ledger.rule_all("babel", [stone, undo], Expected(1, "00"))
    assert [isinstance(it, Ruled) and it.repeated for it in again] == [True, True]


@pytest.mark.parametrize(
    "changed",
    [
        {"command": LayStones(count=2), "faces": (4, 4)},
        {"by": "ada"},
        {"faces": (5,)},
        {"faces": None},
        {"command": WriteNote(text="a stone"), "faces": ()},
    ],
)
def test_a_key_that_names_something_else_is_a_conflict(
    ledger: Ledger, open_ledger: OpenLedger, changed: dict[str, object]
) -> None:
    ledger.rule("babel", Submission(command=SeatPerson(person=PersonId("ada"), name="Ada")))
    first = Submission(command=LayStones(), faces=(4,), key="form-1")
    ledger.rule("babel", first)
    before = ledger.head("babel")
    for each in (ledger, open_ledger()):
        with pytest.raises(KeyUsedOtherwise, match="names ruling 3, which was asked otherwise"):
            each.rule("babel", replace(first, **changed))  # type: ignore[arg-type]
        again = each.rule("babel", first)
        assert isinstance(again, Ruled)
        assert again.repeated
    assert ledger.head("babel") == before


def test_what_is_rolled_here_is_the_same_submission_however_it_fell(ledger: Ledger) -> None:
    rolled = Submission(command=LayStones(), faces=None, key="form-1")
    assert isinstance(ledger.rule("babel", rolled), Ruled)
    again = ledger.rule("babel", rolled)
    assert not isinstance(again, Refused)
    assert again.repeated


def test_nothing_else_is_taken_back_however_others_record_in_between(address: str) -> None:
    told = races(address, 40, seed=7)
    assert told.wrong == 0
    assert told.taken_back
    assert told.conflicts
