"""Many rulings at once: the same answers and the same records as one by one, in fewer transactions."""

from domain.kernel.campaign.founding import FoundCampaign
from domain.kernel.campaign.rewinding import UndoRuling
from domain.kernel.campaign.sessions import OpenSession
from domain.kernel.journal.notes import WriteNote
from ledger.answers import Refused, Ruled, Submission
from ledger.care.verify import verify
from ledger.ledger import Ledger
from tests.ledger.conftest import OpenLedger
from tests.support.tower import LayStones

STONES = [Submission(command=LayStones(), faces=(face,), key=f"stone-{face}") for face in (1, 2, 3)]


def laid(answers: list[Ruled | Refused]) -> list[int]:
    return [answer.ruling for answer in answers if isinstance(answer, Ruled)]


def test_they_are_those_of_one_by_one(ledger: Ledger, open_ledger: OpenLedger) -> None:
    assert laid(ledger.rule_all("babel", STONES)) == [2, 3, 4]
    ledger.found(FoundCampaign(game="tower", title="Babel", slug="ur"))
    for submission in STONES:
        ledger.rule("ur", submission)
    said = [[(r.envelope.ruling, r.event) for r, _ in open_ledger().line(slug)] for slug in ("babel", "ur")]
    assert said[0][1:] == said[1][1:]
    assert ledger.moment("babel").game == open_ledger().moment("ur").game
    assert verify(ledger, "babel").sound


def test_they_stop_at_the_first_refusal_and_keep_what_came_before(ledger: Ledger) -> None:
    missing = Submission(command=LayStones(count=2), faces=(1,))
    answers = ledger.rule_all("babel", [STONES[0], missing, STONES[1]])
    assert laid(answers) == [2]
    assert isinstance(answers[-1], Refused)
    assert len(answers) == 2
    assert ledger.moment("babel").game.height == 1


def test_what_was_sent_before_is_not_recorded_again(ledger: Ledger) -> None:
    ledger.rule("babel", STONES[1])
    answers = ledger.rule_all("babel", [*STONES, STONES[0]])
    assert [answer.repeated for answer in answers if isinstance(answer, Ruled)] == [False, True, False, True]
    assert ledger.moment("babel").game.height == 6


def test_a_ruling_about_those_before_it_finds_them_stored(ledger: Ledger) -> None:
    undo = Submission(command=UndoRuling(reason="a slip"))
    answers = ledger.rule_all(
        "babel", [*STONES, undo, Submission(command=WriteNote(text="Hm")), undo, STONES[0]], ledger.end("babel")
    )
    assert all(isinstance(answer, Ruled) for answer in answers)
    assert ledger.moment("babel").game.height == 1
    assert verify(ledger, "babel").sound


def test_many_beside_another_writer(open_ledger: OpenLedger, ledger: Ledger) -> None:
    other = open_ledger()
    ledger.rule_all("babel", STONES[:1])
    other.rule("babel", Submission(command=OpenSession()))
    assert laid(ledger.rule_all("babel", STONES[1:])) == [4, 5]
    assert other.moment("babel") == ledger.moment("babel")
