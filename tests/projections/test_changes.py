"""Differences between two sets of sheets, and their colour: welcome or not."""

from domain.kernel.sheet import (
    AnyBlock,
    Counter,
    CounterForm,
    DicePool,
    Progress,
    Section,
    Sheet,
    Table,
    Tag,
    Tags,
    Texts,
)
from projections.compare.differences import Change, changes


def sheet(*blocks: AnyBlock, title: str = "Ann") -> Sheet:
    return Sheet(character="ann", title=title, sections=(Section("All", blocks),))


def between(was: AnyBlock, now: AnyBlock) -> list[tuple[str, str, str, bool | None]]:
    found = changes([sheet(was)], [sheet(now)])
    return [(change.path, change.was, change.now, change.better) for change in found]


def gold(value: int, form: CounterForm = CounterForm.POOL, high: int | None = None) -> Counter:
    return Counter(path="ann.gold", label="Gold", value=value, form=form, high=high)


def test_sheets_that_are_alike_differ_in_nothing() -> None:
    assert changes([sheet(gold(1))], [sheet(gold(1))]) == []
    assert changes([], []) == []


def test_numbers_held_are_better_when_more_and_boxes_are_neither() -> None:
    assert between(gold(1), gold(3)) == [("ann.gold", "1", "3", True)]
    assert between(gold(3), gold(1)) == [("ann.gold", "3", "1", False)]
    boxes = CounterForm.BOXES
    assert between(gold(1, boxes, 4), gold(2, boxes, 4)) == [("ann.gold", "1 of 4", "2 of 4", None)]


def test_a_tag_is_compared_by_itself() -> None:
    def lamp(state: str, good: bool | None) -> Tags:
        return Tags(
            path="ann.tools", label="Tools", tags=(Tag("lamp", "Lamp", state, good=good), Tag("rope", "Rope"))
        )

    assert between(lamp("lit", True), lamp("out", False)) == [
        ("ann.tools.lamp", "Lamp · lit", "Lamp · out", False)
    ]


def test_dice_texts_tables_and_tracks() -> None:
    def dice(count: int) -> DicePool:
        return DicePool(path="ann.dice", label="Dice", dice=((6, count), (8, 0)))

    def track(have: int) -> Progress:
        return Progress(path="ann.xp", label="XP", have=have, need=3, brings="a level")

    def texts(*lines: str) -> Texts:
        return Texts(path="ann.goals", label="Goals", texts=lines)

    def table(cell: str) -> Table:
        return Table(path="ann.gear", label="Gear", columns=("Thing",), rows=((cell,),))

    assert between(dice(2), dice(0)) == [("ann.dice", "2d6", "no dice", False)]
    assert between(track(1), track(2)) == [("ann.xp", "1 of 3", "2 of 3", True)]
    assert between(track(2), track(0)) == [("ann.xp", "2 of 3", "0 of 3", None)]
    assert between(texts("to rest"), texts("to rest", "to win")) == [
        ("ann.goals", "to rest", "to rest\nto win", None)
    ]
    assert between(table("rope"), table("lamp")) == [("ann.gear", "rope", "lamp", None)]


def test_what_comes_and_goes_has_nothing_on_the_other_side() -> None:
    arrived = changes([], [sheet(gold(1))])
    assert arrived == [
        Change("ann", "ann", "Ann", "", "Ann", None),
        Change("ann.gold", "ann", "Gold", "", "1", None),
    ]
    left = changes([sheet(gold(1))], [])
    assert [(change.was, change.now) for change in left] == [("Ann", ""), ("1", "")]
    assert changes([sheet()], [sheet(title="Anna")]) == [Change("ann", "ann", "Anna", "Ann", "Anna", None)]


def test_what_is_new_is_not_named_twice() -> None:
    """The label of a tag names it, and so does its value."""
    new = Change("isa.traits.1", "isa", "Traits: Luminous", "", "Luminous", None)
    other = Change("isa.goals.1", "isa", "Goals: dig a grave", "find the cap · open", "dig a grave · open", None)
    moved = Change("isa.goals.1", "isa", "Goals: dig a grave", "dig a grave · open", "dig a grave · done", True)
    gone = Change("isa.traits.2", "isa", "Traits: Morbid", "Morbid", "", None)
    plain = Change("isa.fate", "isa", "Fate", "1", "2", True)
    assert [it.heading for it in (new, other, moved, gone, plain)] == [
        "Traits",
        "Goals",
        "Goals: dig a grave",
        "Traits: Morbid",
        "Fate",
    ]
