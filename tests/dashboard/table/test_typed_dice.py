"""A line of faces: how it is read, and how the dice a ruling wants are found out."""

import pytest

from dashboard.forms.faces import draw, read_faces
from domain.kernel.decisions import refuse
from domain.kernel.facts import Die
from exchange.documents.html.dice import dice_html, waiting_html
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
