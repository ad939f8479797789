"""The odds of notations against every way their dice can fall."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from dashboard.ui.drawing.luck import likely
from domain.kernel.dice import DiceRefused, TypedDice
from domain.kernel.facts import DiceRolled, Die
from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.chapters.entries import EntryLogged
from domain.kernel.logged.played import Grade, LoggedDie, LoggedRoll
from domain.kernel.moment import beginning
from domain.kernel.notation import Notation, NotationWrong, Number, parse, roll
from domain.kernel.ruling import retell
from projections.views.odds import likelihood
from projections.views.odds_of_notation import odds
from tests.support.tower import TOWER

ENDING = (
    *("3d4", "2d8kh1 + 3", "2d8kl1 - 1", "3d4dl1", "3d4dh1", "2d6kh0", "2d6kh5", "0d6 + 1d4", "3dF + 1", "1d%"),
    *("3d4cs<=2", "3d4cs2f4", "3d4>=3f1", "3d4kh2>=3f1", "3d4kl1cs<2", "3dFcs=0f(-1)", "{1d4, 1d6 + 1}cs>3f<=2"),
    *("3d4>=3", "3d4kh2>=3", "3d4dl1>=2", "1d3 + 1d3>=2", "2d4ro<=2", "2d4ro1kh1"),
    *("max(1d8 - 2, 0)", "min(1d6, 1d8)", "floor(2d6 / 2)", "ceil(1d10 / 3)", "round(1d6 / 4) * 2"),
    *("(2d4 + 5) * 1.5", "6 / 1d6", "1d6 * 1d6", "-1d4 + 2", "abs(1d6 - 1d6)"),
    *("{1d4, 1d6}", "{1d8, 1d6}kh1", "{2d4, 1d4, 1d4 + 2}dl1", "{1d4, 1d4, 1d6}>=4"),
)
"""Notations whose dice come to rest after few throws."""


NEVER, ALWAYS = Fraction(0), Fraction(1)


def ways(
    notation: Notation, least: Fraction = NEVER, faces: tuple[int, ...] = (), chance: Fraction = ALWAYS
) -> Counter[Number]:
    """Every total, with its chance: by typing every face of every die that is asked for.

    What is less likely than `least` is left out.
    """
    found: Counter[Number] = Counter()
    try:
        found[roll(notation, TypedDice(faces)).total] += chance  # type: ignore[assignment]
    except DiceRefused as wrong:
        sizes = wrong.refusal.params["sizes"]
        assert isinstance(sizes, list)
        every = list(product(*(range(1, size + 1) for size in sizes)))
        if chance / len(every) >= least:
            for more in every:
                found.update(ways(notation, least, faces + more, chance / len(every)))
    return found


@pytest.mark.parametrize("text", ENDING)
def test_odds_are_those_of_every_way_the_dice_can_fall(text: str) -> None:
    counted = ways(parse(text))
    found = odds(parse(text))
    assert found is not None
    assert found.complete
    assert sum(counted.values()) == 1
    assert [total for total, _ in found.chances] == sorted(counted)
    assert [chance for _, chance in found.chances] == [counted[it] for it in sorted(counted)]


GOING_ON = (
    *("1d4!", "2d4!", "2d3!>=3kh1", "2d4!kl1", "2d3!dl1", "2d4>=3!", "2d4!kh1>=3", "{1d4!, 1d3!}kh1", "2dF!"),
    *("2d3!cs<=2f3", "2d3!kh1cs2", "1d4r1", "1d4r<=2", "2d6r1!kh1", "1d4ro1!", "1d6r>4 + 1d3!"),
)
"""Notations whose dice may be thrown again for ever."""


@pytest.mark.parametrize("text", GOING_ON)
def test_odds_of_what_may_go_on_for_ever_are_those_of_the_ways_that_are_likely(text: str) -> None:
    counted = ways(parse(text), Fraction(1, 4_000))
    lost = float(1 - sum(counted.values()))
    found = odds(parse(text))
    assert found is not None
    assert lost < 0.15
    for total, chance in counted.items():
        assert float(chance) - 1e-9 <= found.exactly(total) <= float(chance) + lost + 1e-9
    assert sum(chance for _, chance in found.chances) == 1


def test_a_die_that_explodes_is_left_out_where_it_hardly_ever_goes() -> None:
    found = odds(parse("1d6!"))
    assert found is not None
    assert not found.complete
    assert found.mean == pytest.approx(3.5 * 6 / 5)
    assert found.exactly(6) == 0
    assert found.exactly(13) == pytest.approx(1 / 6**3)


@pytest.mark.parametrize(
    ("text", "numbers", "chance"),
    [
        ("1d20 + @hit vs 15", {"hit": 5}, 11 / 20),
        ("1d100 <= @skill", {"skill": 55}, 55 / 100),
        ("1d6 > 1d6", {}, 15 / 36),
        ("1d6 < 3", {}, 2 / 6),
        ("2d6 = 7", {}, 6 / 36),
    ],
)
def test_how_likely_a_comparison_holds(text: str, numbers: dict[str, int], chance: float) -> None:
    found = odds(parse(text), numbers)
    assert found is not None
    assert found.met == pytest.approx(chance)


def test_totals_are_added_up_from_either_end() -> None:
    found = odds(parse("2d6"))
    assert found is not None
    assert (found.at_least(10), found.at_most(3)) == (pytest.approx(6 / 36), pytest.approx(3 / 36))
    assert (found.at_least(2), found.at_most(12)) == (1, 1)
    assert (found.mean, found.deviation) == (pytest.approx(7), pytest.approx((35 / 6) ** 0.5))


@pytest.mark.parametrize("text", ["1000d1000", "100d100kh50", "1d1000 * 1d1000", "500d10!kh20", "10d1000!>=2"])
def test_dice_that_fall_in_too_many_ways_have_no_odds(text: str) -> None:
    assert odds(parse(text)) is None


def test_a_face_that_would_divide_by_nothing_is_refused() -> None:
    with pytest.raises(NotationWrong, match="notation_wrong"):
        odds(parse("6 / (1d6 - 1)"))


# --- of a roll ---------------------------------------------------------------------------------------------


def fallen(text: str, *faces: int) -> DiceRolled:
    rolled = roll(parse(text), TypedDice(faces))
    dice = (Die(f"d{nth}", it.size, it.face, kept=it.kept, extra=it.extra) for nth, it in enumerate(rolled.dice))
    return DiceRolled(roller="ann", purpose="try", dice=tuple(dice), notation=rolled.resolved)


def test_a_roll_of_a_notation_is_as_likely_as_its_total() -> None:
    found = likelihood(fallen("2d20kh1 + 3 vs 15", 12, 4))
    assert found is not None
    assert (found.outcome, found.notation, found.compares, found.against) == (15, "2d20kh1 + 3", ">=", "15")
    assert (found.as_high, found.met) == (pytest.approx(1 - (11 / 20) ** 2), pytest.approx(1 - (11 / 20) ** 2))
    assert found.exactly == pytest.approx((12**2 - 11**2) / 400)
    assert likely(found) == "15 or more with 2d20kh1 + 3: 70 %; at least 15: 70 %"


def test_a_roll_that_is_to_be_low_is_as_likely_as_what_is_lower() -> None:
    found = likelihood(fallen("1d100 <= 55", 30))
    assert found is not None
    assert likely(found) == "30 or less with 1d100: 30 %; at most 55: 55 %"


def test_explosions_and_rerolls_of_a_roll_are_part_of_its_odds() -> None:
    found = likelihood(fallen("1d6!", 6, 6, 1))
    assert found is not None
    assert (found.outcome, found.as_high) == (13, pytest.approx(1 / 36))
    assert likely(found) == "13 or more with 1d6!: 2.8 %"


def test_dice_that_are_not_those_of_their_notation_say_nothing() -> None:
    roll = fallen("2d20kh1", 12, 4)
    assert likelihood(fallen("1 + 2")) is None
    for text in ("3d20kh1", "2d20kl1", "2d12", "2d20kh1 +", "2d20kh1 + @strength", "1d20"):
        assert likelihood(replace(roll, notation=text)) is None
    assert likelihood(replace(roll, notation="1000d1000 * 0 + 2d20kh1")) is None


@pytest.mark.parametrize(("grade", "share"), [(Grade.EXACT, 1 - (19 / 20) ** 2), (Grade.TOTAL, None)])
def test_a_logged_roll_is_called_likely_where_its_dice_are_known_for_sure(
    grade: Grade, share: float | None
) -> None:
    roll = LoggedRoll(
        formula="2d20kh + 5[Dex]",
        notation="2d20kh1 + 5",
        dice=(LoggedDie(size=20, face=20), LoggedDie(size=20, face=4, kept=False)),
        total="25",
        grade=grade,
    )
    entry = EntryLogged(source_id="m-1", speaker="Ann", voice="ann", form=EntryForm.VERBATIM, rolls=(roll,))
    (fact,) = retell(TOWER, beginning(TOWER), entry).facts
    assert isinstance(fact, DiceRolled)
    found = likelihood(fact)
    assert (found and found.as_high) == (share and pytest.approx(share))
