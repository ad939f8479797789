"""Undo and redo: who may, where to, and that nothing said is lost."""

import pytest

from domain.kernel.campaign.factions import NameFaction
from domain.kernel.campaign.founding import RenameCampaign
from domain.kernel.campaign.rewinding import LineRewound, RedoRuling, RewindLine, UndoRuling
from domain.kernel.journal.disputes import DisputeRuling
from domain.kernel.journal.notes import WriteNote
from domain.kernel.messages import Command
from ledger.ledger import Ledger
from tests.ledger.whatif.conftest import ask, refused, rule, stored
from tests.support.tower import LayStones


def height(ledger: Ledger) -> int:
    found: int = ledger.moment("babel").game.height
    return found


def test_undo_takes_back_one_ruling_after_another_and_redo_brings_them_back(tower: Ledger) -> None:
    for face in (1, 2, 3):
        rule(tower, LayStones(), face)
    heights = []
    for _ in range(3):
        rule(tower, UndoRuling(reason="a slip"))
        heights.append(height(tower))
    assert heights == [3, 1, 0]
    heights = []
    for _ in range(3):
        rule(tower, RedoRuling(reason="no slip"))
        heights.append(height(tower))
    assert heights == [1, 3, 6]
    assert refused(ask(tower, RedoRuling(reason="more"))) == "nothing_to_redo"


def test_undo_after_redo_takes_back_what_was_brought_back(tower: Ledger) -> None:
    rule(tower, LayStones(), 1)
    rule(tower, LayStones(), 2)
    rule(tower, UndoRuling(reason="a slip"))
    rule(tower, RedoRuling(reason="no slip"))
    rule(tower, UndoRuling(reason="a slip after all"))
    assert height(tower) == 1


def test_playing_on_leaves_nothing_to_redo_but_the_line_can_be_named(tower: Ledger) -> None:
    rule(tower, LayStones(), 5)
    end = tower.head("babel")
    rule(tower, UndoRuling(reason="a slip"))
    rule(tower, LayStones(), 1)
    assert refused(ask(tower, RedoRuling(reason="no"))) == "nothing_to_redo"
    back = rule(tower, RedoRuling(to=end, reason="it was right"))
    assert height(tower) == 5
    event = back.records[0].event
    assert isinstance(event, LineRewound)
    assert (event.form, event.left, event.regained) == ("redo", 1, 1)


def test_undo_to_an_earlier_position_takes_back_everything_after_it(tower: Ledger) -> None:
    first = rule(tower, LayStones(), 1).records[-1].position
    rule(tower, LayStones(count=2), 2, 2)
    rule(tower, LayStones(), 3)
    record = rule(tower, UndoRuling(to=first, reason="from the second stone")).records[0]
    assert height(tower) == 1
    assert isinstance(record.event, LineRewound)
    assert (record.event.left, record.event.regained) == (2, 0)


def test_what_was_said_survives_every_rewind(tower: Ledger) -> None:
    laid = rule(tower, LayStones(), 4).ruling
    rule(tower, WriteNote(text="Four stones. It leans."), by="ada")
    rule(tower, DisputeRuling(ruling=laid, text="It was a three"), by="ada")
    rule(tower, UndoRuling(reason="it leans"))
    journal = tower.moment("babel").journal
    assert [note.text for note in journal.notes] == ["Four stones. It leans."]
    assert journal.disputes[1].text == "It was a three"
    assert height(tower) == 0


def test_whoever_ruled_without_dice_may_take_it_back_without_a_word(tower: Ledger) -> None:
    rule(tower, RenameCampaign(title="Babylon"))
    rule(tower, UndoRuling())
    assert tower.moment("babel").campaign.title == "Babel"


def test_once_dice_fell_it_takes_the_gm_and_a_reason(tower: Ledger) -> None:
    rule(tower, LayStones(), 4, by="ada")
    before = stored(tower)
    assert refused(ask(tower, UndoRuling(), by="ada")) == "undo_is_the_gms"
    assert refused(ask(tower, UndoRuling(reason=" "))) == "reason_missing"
    assert stored(tower) == before
    rule(tower, UndoRuling(reason="the die had rolled off the table"))
    assert height(tower) == 0


def test_nobody_takes_back_what_another_did_but_the_gm(tower: Ledger) -> None:
    rule(tower, NameFaction(faction="guild", name="Guild"))
    assert refused(ask(tower, UndoRuling(reason="no guilds"), by="ada")) == "undo_is_the_gms"
    assert refused(ask(tower, UndoRuling(reason="no guilds"), by="a-stranger")) == "not_seated"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (UndoRuling(to=99, reason="why"), "no_such_position"),
        (RewindLine(to=99, reason="why"), "no_such_position"),
        (UndoRuling(to=7, reason="why"), "no_change"),
        (UndoRuling(to=5, reason="why"), "inside_a_ruling"),
        (RedoRuling(to=4, reason="why"), "on_the_line_already"),
        (RewindLine(to=4, reason=" "), "reason_missing"),
        (RedoRuling(reason="why"), "nothing_to_redo"),
    ],
)
def test_places_nobody_can_go_to(tower: Ledger, command: Command, code: str) -> None:
    rule(tower, LayStones(count=3), 1, 1, 1)
    assert tower.head("babel") == 7
    before = stored(tower)
    assert refused(ask(tower, command)) == code
    assert stored(tower) == before


def test_the_founding_cannot_be_undone(tower: Ledger) -> None:
    for _ in range(2):
        rule(tower, UndoRuling(reason="begin again"))
    assert refused(ask(tower, UndoRuling(reason="begin again"))) == "nothing_to_undo"


def test_a_position_of_another_line_is_not_undone_to(tower: Ledger) -> None:
    rule(tower, LayStones(), 1)
    left = tower.head("babel")
    rule(tower, UndoRuling(reason="a slip"))
    rule(tower, RenameCampaign(title="Other"))
    assert refused(ask(tower, UndoRuling(to=left, reason="why"))) == "not_on_the_line"
