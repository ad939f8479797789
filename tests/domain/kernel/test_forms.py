"""Forms laid by hand: lines as people write them, and every fault of what was filled in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.forms.filling import fill
from domain.kernel.forms.layouts import Count, Group, Paste, Pick, Slots, Spread, Tick, Write, Written
from domain.kernel.forms.line_grammar import Item, Line, LineProblem
from domain.kernel.offers import Choice

PLACE = Line(example="Salt Gate: Guards*, Stones", items="elements", item=Item(marks={"*": "hard"}))
FEATURE = Line(example="Hush 2", head=Item(number="rating"))
LEFT = Line(example="Lamplighter: Fog-wise", rest="knows")
GROUP = Line(
    example="Choir: Smith d12!, Blade d10", items="abilities", item=Item(die="die", marks={"!": "exceptional"})
)


@pytest.mark.parametrize(
    ("line", "text", "value"),
    [
        (
            PLACE,
            "Salt Gate: Guards*, Stones",
            {"name": "Salt Gate", "elements": [{"name": "Guards", "hard": True}, {"name": "Stones"}]},
        ),
        (PLACE, "Salt Gate", {"name": "Salt Gate"}),
        (
            PLACE,
            '"Gate: the old one": "Guards, two"*',
            {"name": "Gate: the old one", "elements": [{"name": "Guards, two", "hard": True}]},
        ),
        (FEATURE, "Hush 2", {"name": "Hush", "rating": 2}),
        (FEATURE, "Hush: 2", {"name": "Hush", "rating": 2}),
        (FEATURE, "Hush=-2", {"name": "Hush", "rating": -2}),
        (FEATURE, "Room 101 2", {"name": "Room 101", "rating": 2}),
        (FEATURE, '"Room 101"', {"name": "Room 101"}),
        (
            GROUP,
            "Choir: Smith d12!, Blade d10",
            {
                "name": "Choir",
                "abilities": [{"name": "Smith", "die": 12, "exceptional": True}, {"name": "Blade", "die": 10}],
            },
        ),
        (Line(example="Ada"), "Ada", "Ada"),
        (LEFT, "Lamplighter: Fog-wise", {"name": "Lamplighter", "knows": "Fog-wise"}),
        (LEFT, "Nell: waits: alone, outside", {"name": "Nell", "knows": "waits: alone, outside"}),
        (LEFT, "Lamplighter", {"name": "Lamplighter"}),
    ],
)
def test_a_line_is_read_and_written(line: Line, text: str, value: object) -> None:
    assert line.read(text) == value
    assert line.read(line.write(value)) == value


@given(
    st.text(st.characters(exclude_categories=("C", "Z"), exclude_characters='"”'), min_size=1, max_size=20),
    st.booleans(),
)
def test_any_name_comes_back_from_its_line(name: str, hard: bool) -> None:
    value = {"name": name, "elements": [{"name": name, **({"hard": True} if hard else {})}]}
    assert PLACE.read(PLACE.write(value)) == value


def test_a_line_without_a_name_is_refused() -> None:
    with pytest.raises(LineProblem, match="a name is missing"):
        PLACE.read(": Guards")


CAST = (
    Write(field="title", label="What is it called?"),
    Slots(
        field="playable",
        label="The six",
        exactly=2,
        line=Line(example="Mara: Exile", items="core"),
        parts=(Write(field="name"), Paste(field="core", line=Line(example="Exile"), required=False)),
    ),
    Slots(
        field="supporting",
        required=False,
        parts=(Write(field="name"), Pick(field="mentions", of=Written("playable"), many=True)),
    ),
    Group(
        title="More",
        aside=True,
        parts=(
            Spread(field="dots", over=(Choice("a", "Eyes"), Choice("b", "Hands")), total=3, required=False),
            Count(field="years", least=1, most=9, initial=3),
            Tick(field="secret"),
        ),
    ),
)


def test_everything_that_was_filled_in_is_read() -> None:
    filled = fill(
        CAST,
        {
            "title": " Low Water ",
            "playable": ["Mara: Exile, Swordhand", {"name": "Brin"}],
            "supporting": [{"name": "Old Tam", "mentions": ["mara", "Brin"]}, {"name": "", "mentions": []}],
            "dots": {"eyes": 1, "Hands": 2},
        },
        lambda kind: (),
    )
    assert not filled.faults
    assert filled.answers == {
        "title": "Low Water",
        "playable": [{"name": "Mara", "core": ["Exile", "Swordhand"]}, {"name": "Brin"}],
        "supporting": [{"name": "Old Tam", "mentions": ["Mara", "Brin"]}],
        "dots": {"a": 1, "b": 2},
        "years": 3,
        "secret": False,
    }


def test_all_faults_are_named_at_once() -> None:
    filled = fill(
        CAST,
        {"titel": "x", "playable": ["Mara"], "supporting": [{"name": "Tam", "mentions": ["Maro"]}], "years": 12},
        lambda kind: (),
    )
    assert [str(fault) for fault in filled.faults] == [
        "`titel` is no field of this form: did you mean `title`?",
        "What is it called?: still to fill in.",
        "The six: 1 of 2, 1 is missing.",
        "Tam, Mentions: there is no Maro: did you mean Mara?",
        "Years: 1 to 9, not 12.",
    ]
