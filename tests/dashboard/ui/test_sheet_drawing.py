"""Sheets are drawn from their blocks, every text is text, and what just changed is marked."""

import re
from collections.abc import Callable

from domain.kernel.people import GM_ONLY
from domain.kernel.sheet import Counter, CounterForm, DicePool, Progress, Section, Sheet, Table, Tag, Tags, Texts
from exchange.documents.html.kept_blocks import KeptBlocks
from exchange.documents.html.sheet import EarlierSheet, block_html, sheet_html
from tests.dashboard.nights import HOSTILE


def of(*blocks: object, title: str = "Wren") -> Sheet:
    return Sheet(character="wren", title=title, sections=(Section("All", tuple(blocks)),))  # type: ignore[arg-type]


def counter(value: int, **more: object) -> Counter:
    return Counter(path="wren.oil", label="Oil", value=value, **more)  # type: ignore[arg-type]


def test_a_pool_shows_a_token_for_each_point_and_room_for_more() -> None:
    html = block_html(counter(3, high=5))
    assert html.count('class="held"') == 3
    assert html.count("<i ") == 5
    assert 'aria-label="3 of 5"' in html


def test_a_point_spent_leaves_a_ghost_and_a_signed_difference() -> None:
    html = block_html(counter(2, high=5), EarlierSheet.of(of(counter(3, high=5)), {"wren.oil": False}))
    assert html.count("went") == 1
    assert "−1" in html
    assert "k-loss" in html


def test_a_point_gained_is_marked_as_a_gain() -> None:
    html = block_html(counter(4, high=5), EarlierSheet.of(of(counter(3, high=5)), {"wren.oil": True}))
    assert "held came" in html
    assert "k-gain" in html
    assert "+1" in html


def test_many_points_are_a_number_and_not_a_thousand_tokens() -> None:
    html = block_html(counter(4_000_000))
    assert "4,000,000" in html
    assert "<i " not in html


def test_many_tags_are_lists_of_a_few_each_in_their_order() -> None:
    many = [Tag(f"{n}", f"Scar {n}") for n in range(60)]
    html = block_html(Tags(path="wren.scars", label="Scars", tags=tuple(many)))
    assert [part.count("<li") for part in html.split("<ul")[1:]] == [24, 24, 12]
    assert re.findall(r"Scar \d+", html) == [tag.text for tag in many]


def test_a_clock_has_its_segments_and_says_so() -> None:
    html = block_html(counter(2, high=6, form=CounterForm.CLOCK))
    assert "--n:2;--m:2;--of:6" in html
    assert 'aria-label="2 of 6"' in html


def test_a_clock_of_a_hundred_segments_falls_back_to_a_bar() -> None:
    assert 'class="bar' in block_html(counter(40, high=100, form=CounterForm.CLOCK))


def test_a_two_ended_track_shows_both_ends_and_where_the_marker_was() -> None:
    now = counter(2, low=-3, high=3, form=CounterForm.TWO_ENDED, ends=("calm", "terror"))
    was = counter(-1, low=-3, high=3, form=CounterForm.TWO_ENDED, ends=("calm", "terror"))
    html = block_html(now, EarlierSheet.of(of(was)))
    assert "calm" in html
    assert "terror" in html
    assert '<u style="left:33.33%">' in html


def test_a_track_without_room_between_its_ends_is_still_drawn() -> None:
    assert "calm" in block_html(counter(1, low=1, high=1, form=CounterForm.TWO_ENDED, ends=("calm", "terror")))


def test_dice_in_hand_have_the_outline_of_their_size_and_many_are_counted() -> None:
    html = block_html(DicePool(path="wren.dice", label="Dice", dice=((6, 2), (20, 1), (8, 30), (3, 1))))
    assert html.count("small d6") == 2
    assert "small d20" in html
    assert "small dx" in html
    assert "× 30" in html


def test_a_tag_in_another_state_is_ringed_and_one_that_went_is_struck() -> None:
    was = Tags(
        path="wren.things", label="Things", tags=(Tag("lamp", "Lamp", "lit", good=True), Tag("rope", "Rope"))
    )
    now = Tags(path="wren.things", label="Things", tags=(Tag("lamp", "Lamp", "out", good=False),))
    html = block_html(now, EarlierSheet.of(of(was)))
    assert 'class="bad changed k-loss"' in html
    assert re.search(r'class="plain went[^"]*">.*Rope', html)


def test_progress_says_what_it_brings() -> None:
    html = block_html(Progress(path="wren.wiser", label="Wiser", have=2, need=6, brings="a new light"))
    assert "a new light" in html
    assert "width:33%" in html


def test_progress_that_cannot_go_on_has_no_bar() -> None:
    assert 'class="bar' not in block_html(Progress(path="w.w", label="Wiser", have=6, need=None, brings=""))


def test_what_the_table_may_not_see_says_so() -> None:
    assert "kept from the table" in block_html(Texts(path="w.s", label="Secret", texts=("x",), audience=GM_ONLY))


def test_a_label_that_repeats_its_heading_is_left_out() -> None:
    sheet = Sheet(
        character="w", title="W", sections=(Section("Belief", (Texts(path="w.b", label="Belief", texts=("x",)),)),)
    )
    assert sheet_html(sheet).count("Belief") == 1


def test_a_label_that_repeats_its_heading_stays_where_others_stand_beside_it() -> None:
    named = Counter(path="w.i", label="Insight", value=1)
    sheet = Sheet(character="w", title="W", sections=(Section("Insight", (counter(2), named)),))
    assert sheet_html(sheet).count("Insight") == 2


def test_no_text_on_any_block_becomes_markup() -> None:
    blocks = (
        Counter(path=HOSTILE, label=HOSTILE, value=1, high=2, form=CounterForm.TWO_ENDED, ends=(HOSTILE, HOSTILE)),
        Tags(path="t", label=HOSTILE, tags=(Tag(HOSTILE, HOSTILE, HOSTILE, HOSTILE),)),
        Texts(path="x", label=HOSTILE, texts=(HOSTILE,)),
        Table(path="y", label=HOSTILE, columns=(HOSTILE,), rows=((HOSTILE,),)),
        Progress(path="p", label=HOSTILE, have=1, need=2, brings=HOSTILE),
        DicePool(path="d", label=HOSTILE, dice=((6, 1),)),
    )
    html = sheet_html(of(*blocks, title=HOSTILE), EarlierSheet.of(of(*blocks[:0])))
    assert "<script" not in html
    assert html.count("&lt;script&gt;") >= 15


def test_a_block_that_is_the_same_is_drawn_once_and_one_that_changed_is_drawn_again() -> None:
    kept, drawn = KeptBlocks(), list[str]()

    def markup(words: str) -> Callable[[], str]:
        return lambda: drawn.append(words) or words

    oil, less = counter(3, high=5), counter(2, high=5)
    for block in (oil, less, oil, less):
        assert kept.html(block, "", True, markup(f"{block.value}")) == f"{block.value}"
    assert drawn == ["3", "2"]
    assert kept.html(oil, "Oil", True, markup("under a heading")) == "under a heading"
    sheet = of(less)
    assert 'class="went"' in sheet_html(sheet, EarlierSheet.of(of(oil)), kept=kept), "what changed is marked"
    assert sheet_html(sheet, EarlierSheet.of(sheet), kept=kept) == sheet_html(sheet, EarlierSheet.of(sheet))


def test_blocks_kept_take_no_more_room_than_they_may() -> None:
    kept, drawn = KeptBlocks(most=25), list[int]()
    blocks = [counter(value) for value in range(3)]

    def ask(value: int) -> None:
        assert kept.html(blocks[value], "", False, lambda: drawn.append(value) or "ten chars.") == "ten chars."

    for value in (0, 1, 0, 2, 0, 1):  # the one asked for longest ago makes room
        ask(value)
    assert drawn == [0, 1, 2, 1]
    kept.clear()
    ask(0)
    assert drawn[-1] == 0
