"""Luck and economy folded from facts: what counts, what stands apart, when nothing is said."""

from domain.kernel.facts import DiceRolled, Die, DieChanged, Fact, Reads
from ledger.log.lines import Stretch
from projections.history.stored_facts import StoredFact
from projections.history.value_history import ValueStep
from projections.views.economy import accounts, resources
from projections.views.luck import ENOUGH, REROLLED, Luck, LuckVerdict, luck
from projections.views.timeline import Mark

MARKS = [
    Mark(position=5, form="session", title="One", session=1),
    Mark(position=20, form="session", title="", session=2),
]


def fell(*faces: int, roller: str = "ann", purpose: str = "try", **more: object) -> DiceRolled:
    dice = tuple(Die(f"d-{n}", 6, face) for n, face in enumerate(faces))
    return DiceRolled(roller=roller, purpose=purpose, dice=dice, **more)  # type: ignore[arg-type]


def of(*facts: tuple[int, Fact], path: tuple[Stretch, ...] = (Stretch(1, 99),)) -> Luck:
    return luck([StoredFact(position, fact) for position, fact in facts], path, MARKS)


def test_dice_are_counted_by_who_when_and_what_for() -> None:
    found = of((3, fell(1, 2)), (6, fell(6, purpose="fortune: will it rain?")), (21, fell(4, 4, 4, roller="bob")))
    assert {who: tally.count for who, tally in found.by_roller().items()} == {"ann": 3, "bob": 3}
    assert {session: tally.total for session, tally in found.by_session().items()} == {0: 3, 1: 6, 2: 12}
    assert {kind: tally.throws for kind, tally in found.by_kind().items()} == {"try": 2, "fortune": 1}


def test_a_rerolled_die_counts_again_and_a_turned_one_does_not() -> None:
    again = DieChanged(roller="ann", die="d-0", size=6, was=1, now=5, why="spark", rerolled=True)
    turned = DieChanged(roller="ann", die="d-0", size=6, was=5, now=6, why="shift")
    found = of((6, fell(1)), (7, again), (8, turned))
    assert (found.whole().count, found.whole().total) == (2, 6)
    assert found.by_kind()[REROLLED].total == 5


def test_struck_rolls_stand_apart() -> None:
    found = of((6, fell(1)), (12, fell(6, 6)), path=(Stretch(1, 10), Stretch(15, 99)))
    assert found.whole().total == 1
    assert [throw.position for throw in found.struck] == [12]


def test_draws_and_dice_thrown_because_of_others_are_left_out() -> None:
    more = DiceRolled(roller="ann", purpose="task", dice=(Die("a", 6, 6), Die("b", 6, 2, extra=True)))
    found = of((6, fell(3, reads=Reads.DRAWN)), (7, more))
    assert (found.drawn, found.extra, found.whole().count) == (1, 1, 1)


def test_dice_that_are_shown_later_count_once_and_at_all() -> None:
    hidden, shown = fell(5, 6, test="s"), fell(5, 6, test="s", shown=True)
    assert of((6, hidden), (9, shown)).whole().count == 2  # for whoever saw them fall
    assert of((9, shown)).whole().count == 2  # for everybody else


def test_nothing_is_said_of_a_small_sample_however_it_fell() -> None:
    assert of((6, fell(*(6,) * (ENOUGH - 1)))).whole().verdict is LuckVerdict.TOO_FEW
    assert of((6, fell(*(6,) * ENOUGH))).whole().verdict is LuckVerdict.HIGH
    assert of((6, fell(*(1,) * ENOUGH))).whole().verdict is LuckVerdict.LOW
    assert of((6, fell(*(3, 4) * (ENOUGH // 2)))).whole().verdict is LuckVerdict.AS_EXPECTED


def step(position: int, path: str, delta: int | None, now: str, why: str = "", label: str = "") -> ValueStep:
    return ValueStep(position=position, path=path, delta=delta, now=now, label=label, why=why)


def test_accounts_hold_what_came_and_went_by_session_and_reason() -> None:
    found = accounts(
        [
            step(2, "ann.gold", 5, "5", "start", "Gold"),
            step(6, "ann.gold", -2, "3", "bribe"),
            step(22, "ann.gold", 4, "7", "loot"),
            step(7, "bob.gold", 1, "1", "loot"),
            step(8, "ann.traits.brave", None, "unlocked"),
        ],
        MARKS,
    )
    gold = found["ann.gold"]
    assert (gold.whole.earned, gold.whole.spent, gold.now, gold.label) == (9, 2, 7, "Gold")
    assert {session: (flow.earned, flow.spent) for session, flow in gold.sessions.items()} == {
        0: (5, 0),
        1: (0, 2),
        2: (4, 0),
    }
    assert gold.reasons["bribe"].spent == 2
    assert gold.balance == [(2, 5), (6, 3), (22, 7)]
    (only,) = resources(found)
    assert (only.label, only.moved, [it.owner for it in only.accounts]) == ("Gold", 12, ["ann", "bob"])
