"""A line of faces: how it is read, and how the dice a ruling wants are found out."""

import pytest

from dashboard.forms.faces import draw, line_of, of_fudge_dice, read_faces, read_fudge_faces
from domain.kernel.decisions import refuse
from domain.kernel.dice import DiceRefused, TypedDice
from domain.kernel.facts import DiceRolled, Die, Retelling
from domain.kernel.notation import parse
from domain.kernel.notation.rolling import roll
from domain.kernel.people import EVERYONE
from domain.open_table.chapters.rolling.rolls import DieFallen, fact_of
from exchange.documents.html.dice import dice_html, drawn_html, waiting_html
from ledger.answers import Previewed, Refused


@pytest.mark.parametrize("line", ["5 2 3", "5,2,3", " 5, 2  3 ", "523", "52 3", "5;2;3"])
def test_faces_are_read_however_they_are_put_down(line: str) -> None:
    assert read_faces(line, (8, 6, 6)).faces == (5, 2, 3)


def test_a_die_of_two_digits_keeps_them_together() -> None:
    assert read_faces("12 3", (20, 6)).faces == (12, 3)
    assert read_faces("12", (20,)).faces == (12,)


def test_a_nought_on_a_ten_sided_die_is_its_ten() -> None:
    assert read_faces("0 3", (10, 6)).faces == (10, 3)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("5 9 3", "die 2 is a d6: 1 to 6"),
        ("5 x 3", "die 2: 'x' is no face"),
        ("5 ٣ 3", "die 2: '٣' is no face"),
        ("5 0 3", "die 2 is a d6: 1 to 6"),
        ("5 999999999999999999999 3", "die 2: '999999999999' is no face"),
    ],
)
def test_each_die_says_what_is_wrong_with_it(line: str, said: str) -> None:
    assert said in read_faces(line, (8, 6, 6)).problems


def two_waves(faces: tuple[int, ...]) -> Previewed | Refused:
    """Asks for a d8 and a d6, and for a d4 more after a six."""
    waves = [8, 6] if len(faces) < 2 else [8, 6, 4] if faces[1] == 6 else [8, 6]
    if len(faces) < len(waves):
        return Refused(refuse("dice_missing", sizes=waves[len(faces) :], given=[]), "Dice are missing")
    if len(faces) > len(waves):
        return Refused(refuse("dice_unread", unread=list(faces[len(waves) :])), "Too many")
    return Previewed((), (), tuple(zip(waves, faces, strict=True)), None)  # type: ignore[arg-type]


@pytest.mark.parametrize("line", ["- 0 + +", "-0++", "−,0;+ +", "-1 0 +1 +1", "-10+1+"])
def test_fudge_dice_are_read_as_they_show(line: str) -> None:
    assert read_fudge_faces(line).faces == (1, 2, 3, 3)


def fudged(faces: tuple[int, ...]) -> Previewed | Refused:
    """Asks for three fudge dice, as the open table does."""
    dice = TypedDice(faces)
    try:
        roll(parse("3dF"), dice, purpose="Kel")
    except DiceRefused as wrong:
        return Refused(wrong.refusal, "Dice are missing")
    return Previewed((), (), tuple(dice.drawn), None)  # type: ignore[arg-type]


def test_a_number_that_no_fudge_die_shows_is_refused_in_words() -> None:
    drawn, typed = draw(fudged, "- 1 +")
    assert (drawn.fudge, drawn.outcome, typed.good) == (True, None, 1)
    assert typed.problems == ("die 2: '1' is no face of a fudge die: − or + or, for blank, 0",)
    drawn, typed = draw(fudged, "-0+")
    assert isinstance(drawn.outcome, Previewed)
    assert (typed.faces, typed.problems) == ((1, 2, 3), ())
    assert draw(fudged, "-0+-")[1].problems == ("one face too many",)
    lying = waiting_html(drawn.sizes, (1, 2), fudge=True)
    assert 'aria-label="dF shows minus"' in lying
    assert 'aria-label="a dF to roll"' in lying


def test_how_fudge_dice_are_written_in_a_script_is_said_where_they_are_missing() -> None:
    missing = fudged(())
    assert isinstance(missing, Refused)
    assert missing.refusal.params["asked"] == "3 fudge dice (1, 2, 3 for −, blank, +) for Kel"


def test_the_dice_wanted_are_learnt_wave_by_wave() -> None:
    drawn, _ = draw(two_waves, "")
    assert (drawn.sizes, drawn.outcome) == ((8, 6), None)
    drawn, _ = draw(two_waves, "5 6")
    assert (drawn.sizes, drawn.outcome) == ((8, 6, 4), None)
    drawn, typed = draw(two_waves, "564")
    assert isinstance(drawn.outcome, Previewed)
    assert typed.faces == (5, 6, 4)


def test_a_face_too_many_is_said_before_anything_is_sent() -> None:
    drawn, typed = draw(two_waves, "5 2 1")
    assert drawn.sizes == (8, 6)
    assert typed.problems == ("one face too many",)


def test_a_command_without_dice_reads_no_line() -> None:
    drawn, typed = draw(lambda faces: Previewed((), (), (), None), "5 5 5")  # type: ignore[arg-type]
    assert (drawn.sizes, typed.faces, typed.problems) == ((), (), ())


def test_dice_are_drawn_by_size_with_their_labels_escaped() -> None:
    drawn = dice_html([Die("a", 8, 5, "<script>x</script>", kept=False), Die("b", 30, 2)])
    assert "<script>" not in drawn
    assert "die d8 dropped" in drawn
    assert "die dx" in drawn
    assert dice_html([]) == ""


def test_dice_still_in_the_hand_show_no_face() -> None:
    assert waiting_html((8, 6), (5,)).count("lying waiting") == 1


def test_dice_that_fell_come_back_into_their_field_as_they_are_typed() -> None:
    def told(*, fudge: bool) -> Retelling:
        dice = (Die("a", 3, 1, fudge=fudge), Die("b", 3, 2, fudge=fudge), Die("c", 3, 3, fudge=fudge))
        return Retelling("Kel rolls", EVERYONE, (DiceRolled(roller="kel", purpose="", dice=dice),))

    assert of_fudge_dice([told(fudge=True)])
    assert line_of((1, 2, 3), fudge=True) == "- 0 +"
    assert not of_fudge_dice([told(fudge=True), told(fudge=False)])
    assert not of_fudge_dice([])
    assert line_of((1, 2, 3), fudge=False) == "1 2 3"
    assert 'aria-label="dF shows plus"' in drawn_html([(3, 3)], fudge=True)


def test_fudge_dice_of_the_open_table_are_told_as_such() -> None:
    fallen = DieFallen(id="d1", size=3, face=1, kept=True, extra=False, fudge=True, against=False)
    assert 'aria-label="dF shows minus, -1"' in dice_html([fact_of(fallen)])
