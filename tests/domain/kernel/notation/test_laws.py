"""Laws of notations: they read as they are written, replay as they fell, and stay within their odds."""

from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.kernel.dice import TypedDice
from domain.kernel.notation import GivenDie, Notation, NotationWrong, feed, parse, resolve, roll, spelled
from domain.kernel.notation.tree import (
    Call,
    Constant,
    CountOf,
    DiceGroup,
    DiceTerm,
    KeepOrDrop,
    NamedNumber,
    Product,
    When,
    sum_of,
)
from projections.views.odds_of_notation import odds

QUICK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])

numbers = st.integers(0, 12).map(Constant)
amounts = st.one_of(numbers, st.sampled_from(["str", "hit.dice", "a_1"]).map(NamedNumber))
keeps = st.none() | st.builds(KeepOrDrop, st.sampled_from(["kh", "kl", "dh", "dl"]), numbers)
explosions = st.none() | st.just(When()) | st.builds(When, st.sampled_from([">=", ">"]), numbers)
rerolls = st.just(When()) | st.builds(When, st.sampled_from(["<=", "<", ">=", ">", "="]), numbers)
conditions = st.builds(When, st.sampled_from(["<=", "<", ">=", ">", "="]), numbers)
counts = st.none() | st.builds(CountOf, conditions, st.none() | conditions)


def dice(many: st.SearchStrategy[Any]) -> st.SearchStrategy[DiceTerm]:
    size = st.none() | st.sampled_from([2, 4, 6, 10]).map(Constant)
    plain = st.builds(DiceTerm, many, size, explodes=explosions, keeps=keeps, counts=counts)
    return plain | st.builds(DiceTerm, many, size, rerolls, st.booleans(), explosions, keeps, counts)


def grown(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    signed = st.lists(st.tuples(st.booleans(), inner), min_size=1, max_size=3).map(tuple)
    return st.one_of(
        signed.map(sum_of),
        st.builds(lambda first, rest: Product(((False, first), *rest)), inner, signed),
        st.builds(Call, st.sampled_from(["max", "min"]), st.lists(inner, min_size=1, max_size=3).map(tuple)),
        st.builds(Call, st.sampled_from(["floor", "ceil", "round", "abs"]), st.tuples(inner)),
        st.builds(DiceGroup, st.lists(inner, min_size=1, max_size=3).map(tuple), keeps, counts),
    )


def trees(many: st.SearchStrategy[Any]) -> st.SearchStrategy[Notation]:
    values = st.recursive(st.one_of(amounts, dice(many)), grown, max_leaves=6)
    compared = st.builds(Notation, values, st.sampled_from([">=", "<=", ">", "<", "="]), values)
    return st.builds(Notation, values) | compared


class Falling:
    """Dice by chance, with what fell."""

    def __init__(self, seed: int) -> None:
        self.random, self.fell = Random(seed), []

    def roll(self, *sizes: int) -> tuple[int, ...]:
        faces = tuple(self.random.randint(1, size) for size in sizes)
        self.fell += faces
        return faces


@given(trees(amounts))
@QUICK
def test_a_notation_reads_as_it_is_written(notation: Notation) -> None:
    assert parse(str(notation)) == notation


@given(trees(st.integers(0, 4).map(Constant)), st.integers(0, 10**6))
@QUICK
def test_typed_faces_make_the_same_roll_within_its_odds(notation: Notation, seed: int) -> None:
    mine = {"str": 3, "hit.dice": -2, "a_1": 5}
    falling = Falling(seed)
    try:
        rolled = roll(notation, falling, mine)
    except NotationWrong:
        return
    assert roll(notation, TypedDice(falling.fell), mine) == rolled
    assert roll(parse(rolled.resolved), TypedDice(falling.fell), asked=rolled.asked) == rolled
    fed = feed(
        parse(rolled.resolved), [GivenDie(it.shows, it.size, term=it.term) for it in rolled.dice], rolled.total
    )
    assert fed.agrees, fed.why
    try:
        possible = odds(notation, mine)
    except NotationWrong:
        return  # some faces divide by nothing, or come to too much
    if possible is not None:
        low, high = possible.chances[0][0], possible.chances[-1][0]
        assert low <= rolled.total <= high
        assert possible.exactly(rolled.total) > 0
        assert possible.met is None or 0 <= possible.met <= 1


HOSTILE = st.text(st.sampled_from("d0123456789khlrofcs!<>=+-*/(){}@._ ,%maxinvsbtu[]²é\n\0\ud800"), max_size=60)


@given(HOSTILE)
@settings(max_examples=300, deadline=None)
def test_no_text_does_more_than_be_refused(text: str) -> None:
    for read in (parse, lambda it: resolve(parse(it)), spelled):
        refused(read, text)
    if (found := spelled(text).notation) is not None:
        feed(found, [GivenDie(3), GivenDie(-1, 3)], 4)


def refused(read: Callable[[str], object], text: str) -> None:
    columns = [1]
    try:
        read(text)
    except NotationWrong as wrong:
        columns.append(wrong.column)
    assert all(1 <= column <= len(text) + 1 for column in columns)
