"""Books, printed sheets, sheets as Markdown and pages, and tables for those who count."""

import csv
from io import BytesIO, StringIO

import pyarrow.parquet as parquet
import pytest
from msgspec.structs import replace

from domain.kernel import facts as say
from domain.kernel.sheet import Counter, CounterForm, DicePool, Progress, Section, Sheet, Table, Tag, Tags, Texts
from exchange.documents.row_files import write_csv, write_parquet
from exchange.documents.sheet_markdown import sheets_markdown
from exchange.documents.sheet_page import sheets_page
from exchange.documents.sheet_words import counter_words, marks_from
from projections.views.figures import NumberRow, RolledDieRow, resources, rolls
from tests.support.telling import told

NASTY = "<b>*bold*</b> | [x](http://y)"


def full_sheet() -> Sheet:
    blocks = (
        Counter(path="a.heat", label="Heat", value=2, high=5),
        Counter(path="a.box", label="Boxes", value=0, high=3, form=CounterForm.BOXES),
        Counter(path="a.clock", label="Clock", value=3, high=6, form=CounterForm.CLOCK),
        Counter(
            path="a.way", label="Way", value=-1, low=-3, high=3, form=CounterForm.TWO_ENDED, ends=("Low", "High")
        ),
        Counter(path="a.gold", label="Gold", value=4000, high=90_000),
        Counter(path="a.debt", label="Debt", value=-7),
        DicePool(path="a.dice", label="Dice", dice=((6, 2), (8, 0), (10, 1))),
        Tags(
            path="a.tags",
            label="Tags",
            tags=(Tag("t", NASTY, "won", "x" * 150, True), Tag("u", "Sad", "", "", False)),
        ),
        Texts(path="a.text", label="Belief", texts=(f"{NASTY}\n# no heading",)),
        Table(path="a.table", label="Things", columns=("A", "B"), rows=((NASTY, "2"), ("3", "word " * 60))),
        Progress(path="a.next", label="Next", have=2, need=5, brings="a die"),
        Progress(path="a.end", label="End", have=9, need=None, brings=""),
    )
    return Sheet(character="a", title="Añn " + NASTY, subtitle="hero", sections=(Section("All", blocks),))


def test_a_sheet_as_markdown_shows_every_block_and_obeys_nobody() -> None:
    text = "".join(sheets_markdown([full_sheet()], "A tale, as of record 4"))
    assert "**Heat**: ■■□□□ 2 of 5\n" in text
    assert "**Way**: Low ··●···· High (\\-1)" in text or "**Way**: Low ··●···· High (-1)" in text
    assert "**Dice**: 2d6, 1d10\n" in text
    assert "**Next**: 2 of 5, then a die\n" in text
    assert "\\<b\\>\\*bold\\*" in text
    assert "<b>" not in text
    assert "> \\# no heading" in text
    assert "\n| --- | --- |\n" in text


def test_as_many_marks_are_filled_as_the_number_says() -> None:
    """A trait from -1 to 3 that stands at 2 was printed as three marks of four, and shown as two of three."""
    trait = Counter(path="a.ears", label="Ears", value=2, low=-1, high=3)
    assert (marks_from(trait), counter_words(trait)) == (0, "■■□ 2 of 3")
    assert marks_from(replace(trait, value=-1)) == -1
    assert marks_from(replace(trait, form=CounterForm.CLOCK)) == -1
    assert marks_from(replace(trait, value=50, low=-100, high=100)) == -100


def test_sheets_as_a_page_are_escaped_and_run_nothing() -> None:
    html = sheets_page([full_sheet()], f"A tale {NASTY}")
    assert "<script" not in html
    assert "script-src" not in html
    assert "default-src 'none'" in html
    assert "&lt;b&gt;*bold*" in html
    assert "<b>*bold*" not in html


def test_a_page_of_sheets_has_one_main_part_with_a_heading_and_each_sheet_all_of_its_card() -> None:
    html = sheets_page([full_sheet(), full_sheet()], "A tale, as of record 4")
    assert html.count('role="main"') == html.count("<h1") == 1
    assert html.count('<section class="card"') == 2
    assert "<main" not in html, "which the style lays in two columns, of which a sheet would have one"


def counted() -> list[object]:
    dice = (say.Die("d6-1", 6, 4), say.Die("d8-1", 8, 1, "=HYPERLINK(1)", False))
    return [
        told(say.SessionOpened(session=3), position=1),
        told(say.DiceRolled(roller="ann", purpose="-luck", dice=dice, reading="mixed"), position=2),
        told(
            say.DieChanged(roller="ann", die="d6-1", size=6, was=4, now=6, why="spark", rerolled=True), position=3
        ),
        told(say.DieChanged(roller="ann", die="d6-1", size=6, was=6, now=5, why="turned"), position=4),
        told(
            say.NumberMoved(
                giver="ann", taker="bob", name="gold", amount=2, giver_now=1, taker_now=5, why="@debt"
            ),
            position=5,
        ),
    ]


def test_every_die_and_every_change_of_a_number_is_a_row() -> None:
    found = list(rolls(counted()))  # type: ignore[arg-type]
    assert [
        (row.position, row.session, row.die, row.face, row.kept, row.rerolled, row.before) for row in found
    ] == [
        (2, 3, "d6-1", 4, True, False, None),
        (2, 3, "d8-1", 1, False, False, None),
        (3, 3, "d6-1", 6, True, True, 4),
    ]
    numbers = list(resources(counted()))  # type: ignore[arg-type]
    assert [(row.owner, row.name, row.delta, row.now) for row in numbers] == [
        ("ann", "gold", -2, 1),
        ("bob", "gold", 2, 5),
    ]


def test_tables_come_back_as_they_were_written() -> None:
    found, to = list(rolls(counted())), BytesIO()  # type: ignore[arg-type]
    assert write_parquet(RolledDieRow, iter(found), to) == 3
    table = parquet.read_table(BytesIO(to.getvalue()))
    assert [RolledDieRow(**row) for row in table.to_pylist()] == found
    to = BytesIO()
    assert write_csv(RolledDieRow, iter(found), to) == 3
    rows = list(csv.DictReader(StringIO(to.getvalue().decode())))
    assert [int(row["face"]) for row in rows] == [4, 1, 6]
    assert (rows[0]["purpose"], rows[1]["label"]) == ("'-luck", "'=HYPERLINK(1)")  # no formulas in a spreadsheet
    assert (rows[0]["before"], rows[2]["before"]) == ("", "4")


@pytest.mark.parametrize("write", [write_csv, write_parquet])
def test_a_table_without_rows_has_its_columns(write: object) -> None:
    to = BytesIO()
    assert write(NumberRow, iter(()), to) == 0  # type: ignore[operator]
    assert b"owner_name" in to.getvalue()
