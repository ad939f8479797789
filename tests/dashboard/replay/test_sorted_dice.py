"""Dice that lie on the table may be sorted afterwards: which of them count, and what each stands for."""

from dashboard.ui.drawing.rolls import on_table, table_html
from domain.kernel.facts import DiceRolled, DiceSorted, Die
from domain.kernel.people import Asker, Role
from domain.kernel.terms import PersonId
from tests.support.telling import told

GM = Asker(PersonId("gm"), Role.GM)
FELL = (Die("d1", 6, 6), Die("d2", 6, 4), Die("d3", 6, 1, "stays"))
SORTED = (Die("d1", 6, 6, "ambition"), Die("d2", 6, 4, kept=False), Die("d3", 6, 1, "cunning"))


def test_kept_dice_have_their_labels_and_the_others_are_dimmed() -> None:
    fell = DiceRolled(roller="ann", purpose="guard", dice=FELL, test="conflict-1", reading="keep 2")
    others = DiceRolled(roller="bob", purpose="feint", dice=FELL, test="conflict-1", reading="keep 2")
    chosen = DiceSorted(roller="ann", dice=SORTED, test="conflict-1", reading="Ambition 8, Cunning 3")
    table = on_table([told(fell), told(others, position=2), told(chosen, position=3)], GM, at=3)
    assert table is not None
    mine, theirs = table.hands
    assert [(die.face, die.label, die.kept) for die in mine.dice.values()] == [
        (6, "ambition", True),
        (4, "", False),
        (1, "cunning", True),
    ]
    assert (mine.reading, theirs.reading) == ("Ambition 8, Cunning 3", "keep 2")
    assert [die.label for die in theirs.dice.values()] == ["", "", "stays"]
    assert table_html(table, 3, 3).count("dropped") == 1


def test_dice_that_do_not_lie_there_cannot_be_sorted() -> None:
    fell = DiceRolled(roller="ann", purpose="guard", dice=FELL[:2], reading="keep 2")
    chosen = DiceSorted(roller="ann", dice=SORTED, reading="Ambition 8")
    table = on_table([told(fell), told(chosen, position=2)], GM, at=2)
    assert table is not None
    assert table.hands[0].reading == "keep 2"
