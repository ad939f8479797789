"""Rolls of Foundry, exact or not said to be: native ones, those within sentences, and those drawn on cards."""

import json
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.logged.played import Grade, LoggedRoll
from exchange.imports.entries import Remarked, Said
from exchange.imports.foundry.cards import drawn_in
from exchange.imports.markup import tree
from tests.support.worlds import items_of, said_in


def one(tmp_path: Path, **message: Any) -> Said:
    file = tmp_path / "chat.db"
    file.write_text(
        json.dumps({"_id": "m1", "timestamp": 1, "speaker": {"alias": "Maro"}} | message) + "\n", "utf-8"
    )
    (said,) = said_in(file)
    return said


def shown(roll: LoggedRoll) -> tuple[str, list[tuple[int, int]], str, str, str]:
    return roll.formula, [(it.size, it.face) for it in roll.dice], roll.total, roll.label, roll.grade.value


class _Words(HTMLParser):
    """Words of HTML by the parser of Python, to hold ours against it."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def handle_data(self, data: str) -> None:
        self.words += data.split()


def words_of(markup: str) -> set[str]:
    reader = _Words()
    reader.feed(markup.replace("<", " <"))
    return set(reader.words)


def kept_of(said: Said) -> set[str]:
    """Every word of an entry: of its text, and of its rolls."""
    told = [said.text]
    for roll in said.rolls:
        told += [roll.formula, roll.total, roll.label, *(str(it.face) for it in roll.dice)]
    return set(" ".join(told).split())


def box(total: int, formula: str, part: str, dice: str, sum_: int) -> str:
    return f"""<div class="dice-roll"><div class="dice-result"><h4 class="dice-total">{total}</h4>
<div class="dice-tooltip"><section class="tooltip-part"><div class="dice-formula">{formula}</div></section></div>
<div class="dice-tooltip"><section class="tooltip-part"><div class="dice"><header class="part-header flexrow">
<span class="part-formula">{part}</span> <span class="part-total">{sum_}</span></header>
<ol class="dice-rolls">{dice}</ol></div></section></div></div></div>"""


TOTAL_FIRST = f"""<div class="chat-card"><header><h3 class="item-name">Bell Hammer</h3></header>
<div class="flexrow 1"><div class="attack-roll"><div style="text-align:center">Attack</div>
{box(13, "2d20kh + 1", "2d20kh", '<li class="roll die d20 discarded">4</li><li class="roll die d20">12</li>', 12)}
</div></div>
<div class="flexrow 1"><div class="damage-roll"><div style="text-align:center">Harm</div>
{box(30, "4d8 + 9", "4d8", "".join(f'<li class="roll die d8">{it}</li>' for it in (3, 8, 6, 4)), 21)}</div></div>
<div class="hits">hits <b>Gull King</b></div><footer class="card-footer"><span>Two hands</span></footer></div>"""

ROOT = """<div class="tide spell-roll dice-roll"><div class="title">Maro calls the fog</div>
<table class="results"><tr><th>Cost</th><td class="dice-formula">1 * 2</td><td class="dice-total">2</td></tr>
<tr class="effects"><td colspan="4">Nobody sees further than a spear</td></tr></table></div>"""

JUDGED = """<div class="tide dice-roll"><div class="title">Maro listens</div><ol class="dice-rolls">
<li class="roll die d100">22</li></ol><span class="part-formula">1d100</span>
<table><tbody><tr class="dice-total"><td>22</td><td>Made it</td></tr></tbody></table></div>"""


def test_each_innermost_roll_of_a_card_is_one_roll_whichever_of_total_and_formula_comes_first(
    tmp_path: Path,
) -> None:
    said = one(tmp_path, content=TOTAL_FIRST, type=0, flavor="Bell Hammer")
    assert [shown(it) for it in said.rolls] == [
        ("2d20kh + 1", [(20, 4), (20, 12)], "13", "Bell Hammer, Attack", "exact"),
        ("4d8 + 9", [(8, 3), (8, 8), (8, 6), (8, 4)], "30", "Bell Hammer, Harm", "exact"),
    ]
    assert [it.kept for it in said.rolls[0].dice] == [False, True]
    assert said.text == "Bell Hammer\nAttack\nHarm\n4d8 21\nhits Gull King\nTwo hands"


def test_a_card_that_is_a_roll_as_a_whole_keeps_its_name_and_its_effect(tmp_path: Path) -> None:
    said = one(tmp_path, content=ROOT, type=0)
    assert (said.rolls, said.text) == (
        (),
        "Maro calls the fog\nCost\n1 * 2\n2\nNobody sees further than a spear",
    )
    judged = one(tmp_path, content=JUDGED, type=0)
    assert [shown(it) for it in judged.rolls] == [("1d100", [(100, 22)], "22", "", "exact")]
    assert judged.text == "Maro listens\nMade it"


def a_roll(formula: str, total: float, *terms: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {"class": "Roll", "formula": formula, "total": total, "terms": list(terms)} | more


def dice(size: int, *results: int, kind: str = "Die", number: int | None = None) -> dict[str, Any]:
    told = [{"result": it, "active": True} for it in results]
    return {"class": kind, "faces": size, "number": number or len(results), "modifiers": [], "results": told}


FUNCTION = {"class": "FunctionTerm", "fn": "max", "terms": ["0", "1d8 + 2"]}
INSIDE = {"class": "ParentheticalTerm", "term": "4d8 + 5"}

SEVEN = {"class": "NumericTerm", "number": 7}
ADDED = {"class": "ArithmeticExpression", "operator": "+", "operands": [dice(6, 2), SEVEN]}
INSTANCE = {"class": "DamageInstance", "terms": [{"class": "Grouping", "term": ADDED}], "total": 9}
BORNE = {"class": "InstancePool", "rolls": [INSTANCE], "results": [{"result": 9, "active": True}]}
COUNTED = {"class": "IntermediateDie", "number": SEVEN | {"number": 2}, "die": dice(6, 2, 3)}
PLUS = {"class": "OperatorTerm", "operator": "+"}
TENS = dice(10, 4, kind="CoC7DecaderDie")

FIVE = {"class": "NumericTerm", "number": 5}
THREE = [(20, 1), (20, 3), (20, 12)]
AGAIN = dice(20, 1, 3, 12, number=2) | {"modifiers": ["r1=1", "kh"]}
for _die, _told in zip(AGAIN["results"], ({"rerolled": True}, {"discarded": True}), strict=False):
    _die |= _told | {"active": False}

E = "exact"


@pytest.mark.parametrize(
    ("roll", "faces", "total", "grade"),
    [
        (a_roll("2d6 + 3", 11, dice(6, 5, 3)), [(6, 5), (6, 3)], "11", "exact"),
        (a_roll("max(0,1d8 + 2)", 7, FUNCTION, dice=[dice(8, 5)]), [(8, 5)], "7", "exact"),
        (a_roll("(2d8 + 5) * 1.5", 31.5, INSIDE, dice=[dice(8, 8, 8)]), [(8, 8), (8, 8)], "31.5", "exact"),
        (a_roll("round((2d6+5)/5)", 3, FUNCTION, dice=[dice(6, 4, 6)]), [(6, 4), (6, 6)], "3", "exact"),
        (a_roll("1d20 + 5 + 3 +  + 1", 21, dice(20, 12)), [(20, 12)], "21", "exact"),
        (a_roll("1d6[fire] + 2[bell]", 6, dice(6, 4)), [(6, 4)], "6", "exact"),
        (a_roll("2d6 + 3", 12, dice(6, 5, 3)), [(6, 5), (6, 3)], "12", "total"),
        (a_roll("4dF + 1", 1, dice(3, -1, 0, 1, 0, kind="FateDie")), [(3, 1), (3, 2), (3, 3), (3, 2)], "1", E),
        (a_roll("2dc", 1, dice(2, 0, 1, kind="Coin")), [(2, 1), (2, 2)], "1", "exact"),
        (a_roll("{(1d6 + 7)[wood]}", 9, BORNE), [(6, 2)], "9", "exact"),
        (a_roll("{(1d6 + 7)[wood],1d4[salt,persistent]}", 9, BORNE, dice(4, 3)), [(6, 2), (4, 3)], "9", "exact"),
        (a_roll("(2)d6", 5, COUNTED), [(6, 2), (6, 3)], "5", "exact"),
        (a_roll("1d20 + 3 + ", 17, dice(20, 14)), [(20, 14)], "17", "exact"),
        (a_roll("3d1", 3, dice(1, 1, 1, 1)), [(1, 1)] * 3, "3", "exact"),
        (a_roll("1d100000000000000", 4, dice(10**14, 4)), [(10**14, 4)], "4", "exact"),
        (a_roll("1d6", 9, dice(6, 9)), [], "9", "total"),
        (a_roll("1d8!", 12, dice(8, 8, 4, number=1)), [(8, 8), (8, 4)], "12", "exact"),
        (a_roll("5 * 4", 20), [], "20", "exact"),
        (a_roll("1dx + 2", 5), [], "5", "total"),
        (a_roll("1dt + 1d10", 44, TENS, PLUS, dice(10, 4)), [(10, 4), (10, 4)], "44", "exact"),
        (a_roll("1dt + 1d10", 50, TENS, PLUS, dice(10, 4)), [(10, 4), (10, 4)], "50", "total"),
        (a_roll("2d20r1=1kh + 5", 17, AGAIN, PLUS, FIVE), THREE, "17", "exact"),
        (a_roll("2d20r1=1kl + 5", 17, AGAIN | {"modifiers": ["r1=1", "kl"]}, PLUS, FIVE), THREE, "17", "total"),
        (a_roll("2d20r1=2kh + 5", 17, AGAIN | {"modifiers": ["r1=2", "kh"]}, PLUS, FIVE), THREE, "17", "total"),
    ],
)  # fmt: skip
def test_a_native_roll_is_exact_where_its_notation_comes_to_its_total(
    tmp_path: Path, roll: dict[str, Any], faces: list[tuple[int, int]], total: str, grade: str
) -> None:
    said = one(tmp_path, rolls=[json.dumps(roll)], content=str(roll["total"]), type=5)
    (read,) = said.rolls
    assert ([(it.size, it.face) for it in read.dice], read.total, read.grade.value) == (faces, total, grade)
    assert said.text == ""


def throw(die: str, part: str, came: int, side: str = "dual-left ") -> str:
    return f"""<div class="tooltip {side}dice-row-item"><div class="dice-tooltip"><section class="tooltip-part">
<div class="dice"><span class="part-formula">{part}</span> <span class="part-total">{came}</span>
<ol class="dice-rolls">{die}</ol></div></section></div></div>"""


def d20(face: int) -> str:
    return throw(f'<li class="roll die d20">{face}</li>', "1d20", face)


def side_by_side(state: str, label: str, formula: str, throws: str, totals: str) -> str:
    return f"""<div class="dice-roll red-dual" data-rollstate="{state}"><div class="br5e-roll-label">{label}</div>
<div class="dice-result"><div class="dice-formula">{formula}</div><div class="dice-row">{throws}</div>
<div class="dice-row red-totals">{totals}</div></div></div>"""


def came_to(total: int, face: int, more: str = "") -> str:
    return f'<h4 class="dice-total {more}">{total}<span class="die-icon">{face}</span></h4>'


LOWER = side_by_side("lowest", "Listen", "1d20 + 4", d20(12) + d20(6), came_to(16, 12, "ignored") + came_to(10, 6))
BONUS = side_by_side(
    "", "Row", "1d20 + 1d4", d20(18) + throw('<li class="roll die d4">3</li>', "1d4", 3, ""), came_to(21, 18)
)
OPEN = side_by_side("", "Dive", "1d20", d20(5) + d20(9), came_to(5, 5) + came_to(9, 9))
TWO = '<li class="roll die d8">4</li><li class="roll die d8">3</li>'
STRUCK = side_by_side(
    "",
    "Harm",
    "2d8 + 2",
    throw(TWO, "2d8", 7) + throw('<li class="roll die d8">3</li>', "1d8", 3),
    '<h4 class="dice-total"><div class="red-base-damage">9</div> + <div class="red-extra-die">3</div>'
    '<div class="br5e-roll-label">Crit</div></h4>',
)


def test_throws_that_stand_side_by_side_have_each_their_own_total(tmp_path: Path) -> None:
    card = f"<div><h3>Maro at the oars</h3>{LOWER}{BONUS}{OPEN}{STRUCK}</div>"
    said = one(tmp_path, rolls=[json.dumps(a_roll("0", 0))], content=card, type=5)
    assert [shown(it) for it in said.rolls] == [
        ("1d20 + 4", [(20, 12), (20, 6)], "10", "Listen, 16 or 10 (lowest)", "exact"),
        ("1d20 + 1d4", [(20, 18), (4, 3)], "21", "Row", "exact"),
        ("1d20", [(20, 5)], "5", "Dive", "exact"),
        ("1d20", [(20, 9)], "9", "Dive", "exact"),
        ("2d8 + 2", [(8, 4), (8, 3)], "9", "Harm", "exact"),
        ("1d8", [(8, 3)], "3", "Harm, Crit", "exact"),
    ]
    assert [it.kept for it in said.rolls[0].dice] == [False, True]
    assert (said.rolls[0].notation, said.text) == ("2d20kl1 + 4", "Maro at the oars\n2d8 7")


def test_dice_that_do_not_come_to_the_total_are_listed_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "chat.db"
    roll = a_roll("2d6 + 3", 12, dice(6, 5, 3))
    file.write_text(json.dumps({"_id": "m1", "rolls": [json.dumps(roll)], "content": "12"}), "utf-8")
    told = [it for it in items_of(file) if isinstance(it, Remarked)]
    assert [(it.place, it.what) for it in told] == [
        ("line 1, message m1", "the dice of 2d6 + 3 do not come to the 12 that it says")
    ]


def test_what_a_die_shows_that_is_no_face_stands_in_words(tmp_path: Path) -> None:
    said = one(tmp_path, rolls=[json.dumps(a_roll("1d6", 9, dice(6, 9)))], content="9", type=5)
    assert said.rolls[0].label == "a d6 shows 9"


def test_a_thousand_dice_and_more_come_in_parts(tmp_path: Path) -> None:
    faces = [1 + number % 6 for number in range(2_500)]
    said = one(tmp_path, rolls=[json.dumps(a_roll("2500d6", sum(faces), dice(6, *faces)))], content="", type=5)
    assert [len(it.dice) for it in said.rolls] == [1_000, 1_000, 500]
    assert [die.face for roll in said.rolls for die in roll.dice] == faces
    assert [it.total for it in said.rolls] == [str(sum(faces)), "", ""]


def test_a_native_roll_is_trusted_before_what_is_drawn_of_it(tmp_path: Path) -> None:
    native = a_roll("2d20kh + 1", 13, dice(20, 4, 12))
    native["terms"][0]["results"][0] |= {"active": False, "discarded": True}
    said = one(tmp_path, rolls=[json.dumps(native)], content=TOTAL_FIRST, type=0)
    assert [shown(it)[:3] for it in said.rolls] == [("2d20kh + 1", [(20, 4), (20, 12)], "13")]
    assert {"30", "4d8", "8"} <= set(said.text.split()), "what is drawn and not native stays in words"
    assert "2d20kh" not in said.text
    inline = quote(json.dumps(a_roll("1d6", 5, dice(6, 5))))
    twice = one(tmp_path, content=f'<p>takes <a class="inline-roll" data-roll="{inline}">5</a> harm</p>', type=2)
    assert [shown(it)[:3] for it in twice.rolls] == [("1d6", [(6, 5)], "5")]
    assert twice.text == "takes 5 harm"


def test_a_number_among_the_words_of_a_card_does_not_hide_the_dice_that_it_shows(tmp_path: Path) -> None:
    four = quote(json.dumps(a_roll("+ 4", 4, {"class": "NumericTerm", "number": 4})))
    said = one(
        tmp_path,
        content=f'<p>You mend <a class="inline-roll" data-roll="{four}">4</a> more.</p><div class="dice-roll">'
        '<div class="dice-formula">1d10 + 4</div><ol><li class="roll die d10">9</li></ol>'
        '<h4 class="dice-total">13</h4></div>',
    )
    assert [shown(it)[:3] for it in said.rolls] == [("+ 4", [], "4"), ("1d10 + 4", [(10, 9)], "13")]
    assert said.text == "You mend 4 more."


LEAVES = st.sampled_from(["salt", "13", "4d8 + 1", "1d20", "9", "hits", "the gull", "", "&amp;", "2 < 3"])
CLASSES = st.sampled_from(
    ["dice-roll", "dice-total", "dice-formula", "roll die d20", "roll die d8 discarded", "dice", "part-total",
     "part-formula", "tooltip-part", "label-roll", "roll-die", "roll-result", "item-name", "inline-roll"]
)  # fmt: skip
CARDS = st.recursive(
    LEAVES,
    lambda inner: st.tuples(
        st.sampled_from(["div", "span", "li", "td"]), CLASSES, st.lists(inner, max_size=4)
    ).map(lambda it: f'<{it[0]} class="{it[1]}">{" ".join(it[2])}</{it[0]}>'),
    max_leaves=14,
)


@settings(max_examples=120, deadline=None)
@given(CARDS)
def test_every_word_of_a_card_is_in_the_entry_or_its_roll(card: str) -> None:
    root = tree(card)
    drawn = list(drawn_in(root))
    aside = [it for each in drawn for it in each.aside]
    told = [root.words(aside)]
    for each in drawn:
        roll = each.roll("")
        told += [roll.formula, roll.total, *(str(it.face) for it in roll.dice)]
    assert words_of(card) <= set(" ".join(told).split())


@pytest.mark.parametrize("card", [TOTAL_FIRST, ROOT, JUDGED])
def test_every_word_of_real_shapes_is_in_the_entry_or_its_roll(tmp_path: Path, card: str) -> None:
    assert words_of(card) <= kept_of(one(tmp_path, content=card, type=0))


def test_an_alias_without_an_actor_names_its_own_message_and_nobody_else(tmp_path: Path) -> None:
    file = tmp_path / "chat.db"
    messages = [
        {"_id": "a", "user": "u1", "content": "Welcome!", "type": 0, "speaker": {"alias": "The Table Itself"}},
        {"_id": "b", "user": "u1", "content": "Hello.", "type": 2, "speaker": {}},
        {
            "_id": "c",
            "user": "u1",
            "content": "Dice!",
            "type": 1,
            "speaker": {"alias": "Dice Box"},
            "flags": {"box": 1},
        },
        {"_id": "d", "user": "u1", "content": "I am here.", "type": 1, "speaker": {"alias": "Gwen"}},
    ]
    file.write_text("\n".join(json.dumps(it | {"timestamp": 1}) for it in messages), "utf-8")
    assert [it.speaker for it in said_in(file)] == ["The Table Itself", "Gwen", "Dice Box", "Gwen"]


def test_markup_that_is_none_keeps_its_words() -> None:
    for text in (
        "5 < 6 and 7 > 6",
        "<3 for the gull",
        "<!-- not closed",
        'a <b title="open> word</b>',
        "<style>salt",
    ):
        assert set("".join(it if it.isalnum() else " " for it in text.split(">")[-1]).split()) <= set(
            "".join(it if it.isalnum() else " " for it in tree(text).words()).split()
        ), text
    assert Grade.EXACT.value == "exact"


def test_a_formula_that_is_drawn_otherwise_than_the_roll_has_it_stays_in_words(tmp_path: Path) -> None:
    for formula, words in (("1d6x1kh1", "1d6x1kh1"), ("1d6[salt]", ""), ("1D6", "")):
        drawn = f'<div class="dice-formula">{formula}</div><h4 class="dice-total">3</h4>'
        card = f'<div class="card"><b>Oar</b><div class="dice-roll">{drawn}</div></div>'
        said = one(tmp_path, rolls=[json.dumps(a_roll("1d6", 3, dice(6, 3)))], content=card, type=5)
        assert said.text.split("\n")[1:] == [words] * bool(words)


def test_a_picture_stands_between_two_words(tmp_path: Path) -> None:
    said = one(tmp_path, content='<p>takes <b>1d8</b><img src="d20.png"><i>1d8</i> of <img alt="salt">s</p>')
    assert said.text == "takes 1d8 1d8 of salts"
    drawn = one(tmp_path, content='<b>5</b><i class="reach"></i><b>3</b> <i></i>wet<i class="x">ly</i>')
    assert drawn.text == "5 3 wetly"


def test_labels_side_by_side_are_words_of_their_own(tmp_path: Path) -> None:
    tags = '<span class="tag">Salt</span><span class="tag tag_alt">Wet</span><span class="hurt-tag">Raw</span>'
    said = one(tmp_path, content=f"<p>Oar</p>{tags}<button>Row</button><b>S</b>low")
    assert said.text == "Oar\nSalt Wet Raw Row Slow"
    needs = one(tmp_path, content='<p class="supplement"><strong>Needs</strong>a wet rope</p><p><b>S</b>low</p>')
    assert needs.text == "Needs a wet rope\nSlow"


def test_a_roll_that_tells_no_total_has_the_one_drawn_beside_its_dice(tmp_path: Path) -> None:
    pool = {"class": "PoolTerm", "rolls": [a_roll("1d6 + 4", 7, dice(6, 3)), a_roll("3", 3)]}
    untold = {"class": "Roll", "formula": "{1d6 + 4,3}", "terms": [pool], "dice": []}
    card = box(10, "1d6 + 4 + 3", "1d6 + 4", '<li class="roll die d6">3</li>', 7)
    (roll,) = one(tmp_path, roll=json.dumps(untold), content=card, type=5).rolls
    assert shown(roll)[1:3] == ([(6, 3)], "10")


def test_words_on_dice_where_a_formula_is_drawn_are_no_roll(tmp_path: Path) -> None:
    box_of_words = '<div class="dice-roll"><div class="dice-formula">Bite, base 1d6, by the Eel</div></div>'
    said = one(tmp_path, content=f"{box_of_words}<p>Maro is hurt.</p>")
    assert (said.rolls, said.text) == ((), "Bite, base 1d6, by the Eel\nMaro is hurt.")
