"""Shapes that files in the wild have and the documents of their tools do not tell."""

import json
from pathlib import Path
from urllib.parse import quote

import pytest

from domain.kernel.journal.earlier import EntryForm
from domain.kernel.logged.played import LoggedRoll
from exchange.imports.entries import NOBODY, Moved
from tests.support.intake import FILES, entries_of


def fallen(roll: LoggedRoll) -> tuple[str, list[tuple[int, int, bool]], str, str]:
    return roll.formula, [(die.size, die.face, die.kept) for die in roll.dice], roll.total, roll.label


ROLL20 = """<html><body><div id="textchat"><div class="content">
<div
  class='message rollresult player--P1 '
  data-messageid='-MIzW8pyy9kZ4s-IC0c0'
><span class="tstamp">October 06, 2020 9:05PM</span><span class="by">Gull:</span>
<div class="formula" style="margin-bottom: 3px;">rolling 2d20kh1+3</div><div class="clear"></div>
<div class="formula formattedformula"><div class="dicegrouping ui-sortable" data-groupindex="0">(
<div class="diceroll d20"><div class="dicon"><div class="didroll">12</div><div class="backing"></div></div>+</div>
<div class="diceroll d20 dropped "><div class="dicon"><div class="didroll">9</div></div></div>)</div>+3</div>
<strong>=</strong><div class="rolled ui-draggable">15</div></div>
<div class="message general player--P1" data-messageid="-MIzW8pyy9kZ4s-IC0c1"><span class="by">Gull:</span>
<div class="sheet-rolltemplate-atk"><table><caption>Hook</caption>
<tr><td>To hit</td><td><span class="inlinerollresult" original-title="Rolling 1d20+7">22</span></td></tr>
<tr><td>Harm</td><td><span class="inlinerollresult showtip"
 title='Rolling 1d8+0[Mods] = (<span class="basicdiceroll">3</span>)+0'>3</span></td></tr></table></div></div>
</div></div></body></html>"""


def test_dice_that_are_drawn_with_signs_between_them_and_totals_without_faces(tmp_path: Path) -> None:
    file = tmp_path / "chat.html"
    file.write_text(ROLL20)
    kept, attack = entries_of(file)
    assert [fallen(it) for it in kept.rolls] == [("2d20kh1+3", [(20, 12, True), (20, 9, False)], "15", "")]
    assert [fallen(it) for it in attack.rolls] == [
        ("1d20+7", [], "22", ""),
        ("1d8+0[Mods]", [(8, 3, True)], "3", ""),
    ]


@pytest.mark.parametrize(
    ("title", "total", "dice"),
    [
        ("2d20kh1+5 = ([12]+[3])+5", 17, [(20, 12, True), (20, 3, False)]),
        ("2d6! = ([6]+[2]+[4])", 12, [(6, 6, True), (6, 2, True), (6, 4, True)]),
        ("2d20r1=1kh1 = ([1]+[12]+[3])", 12, [(20, 1, True), (20, 12, True), (20, 3, True)]),
        ("1d20+2 = (7)+2", 9, [(20, 7, True)]),
    ],
)
def test_dice_behind_a_number_in_a_sentence_are_those_of_its_title(
    tmp_path: Path, title: str, total: int, dice: list[tuple[int, int, bool]]
) -> None:
    drawn = title.replace("[", '<span class="basicdiceroll">').replace("]", "</span>")
    words = f"<span class=\"inlinerollresult\" title='Rolling {drawn}'>{total}</span>"
    file = tmp_path / "chat.html"
    file.write_text(_roll20(("general", '<span class="by">Gull:</span>', words)))
    (said,) = entries_of(file)
    assert [fallen(it) for it in said.rolls] == [(title.rpartition(" = ")[0], dice, str(total), "")]


def _roll20(*messages: tuple[str, str, str]) -> str:
    drawn = "".join(
        f'<div class="message {kind}" data-messageid="-MIzW8pyy9kZ4s-IC0{number:02}">{by}{inner}</div>'
        for number, (kind, by, inner) in enumerate(messages)
    )
    return f'<html><body><div id="textchat" class="roll20">{drawn}</div></body></html>'


def _thrown(formula: str, size: int, shown: list[str], total: int) -> str:
    dice = "+".join(f'<div class="diceroll d{size}"><div class="didroll">{it}</div></div>' for it in shown)
    said = f'<div class="formula">{formula}</div><div class="dicegrouping">{dice}</div>'
    return f'{said}<div class="rolled">{total}</div>'


def test_roll20_names_whoever_emotes_first_and_whose_a_roll_for_the_gm_is(tmp_path: Path) -> None:
    file = tmp_path / "chat.html"
    gull, heron = '<span class="by">Gull (GM):</span>', '<span class="by">Heron:</span>'
    file.write_text(
        _roll20(
            ("emote", "", "Heron nods."),
            ("rollresult you player--P1", gull, _thrown("rolling 2dF", 6, ["+", "-"], 0)),
            ("rollresult private player--P1", "", _thrown("(To GM)rolling 2d6+1", 6, ["4", "2"], 7)),
            ("general", heron, "Aye."),
            ("rollresult player--P2", "", _thrown("rolling 2d4!p", 4, ["4", "0", "2"], 6)),
        )
    )
    said = entries_of(file)
    assert [(it.speaker, it.secret) for it in said] == [
        ("Heron", False),
        ("Gull", False),
        ("Gull", True),
        ("Heron", False),
        ("Heron", False),
    ]
    assert [(*fallen(roll), roll.grade.value) for it in said for roll in it.rolls] == [
        ("2dF", [(3, 3, True), (3, 1, True)], "0", "", "exact"),
        ("2d6+1", [(6, 4, True), (6, 2, True)], "7", "", "exact"),
        ("2d4!p", [], "6", "4 0 2", "total"),  # such dice show one less than what fell
    ]


JOURNAL = """Down to the ferry, with [[Wardens/Hale|Hale]].

```iron-vault-mechanics
actor name="[[Far Shore\\/Characters\\/Odrun.md|Odrun]]" {
    move "[Endure Harm](datasworn:move:classic\\/suffer\\/endure_harm)" {
        add 1 "rope"
        roll "Health" action=4 adds=1 stat=4 vs1=3 vs2=3
    }
}
```
^roll-ferry

> [!INFO] On the far shore
>
> ```iron-vault-mechanics
> meter "Momentum" from=2 to=3
> - "in control"
> ```
> It is quiet.
"""


def test_mechanics_within_a_callout_and_lines_that_are_only_addresses(tmp_path: Path) -> None:
    file = tmp_path / "Crossing.md"
    file.write_text(JOURNAL)
    said = entries_of(file)
    assert [(it.speaker, it.form, it.text) for it in said if it.form is not EntryForm.CHANGE] == [
        (NOBODY, EntryForm.STORY, "Down to the ferry, with Hale."),
        ("Odrun", EntryForm.ROLL, "Endure Harm\n+1 rope"),
        (NOBODY, EntryForm.STORY, "> [!INFO] On the far shore\n>"),
        (NOBODY, EntryForm.STORY, "in control"),
        (NOBODY, EntryForm.STORY, "> It is quiet."),
    ]
    assert [it.moves for it in said if it.moves] == [(Moved("Crossing", "Momentum", 2, 3),)]


LONG = " ".join(f"Step {number} of the ferry rope is wet with salt." for number in range(40))
LINKED = f"""We ask [[People/Hale|the warden]] at [[Wardens/The Gate|The Gate]], by [the tide table](https://example.org/t_(2)).
![[causeway.png]] See ![[Maps/ford.png|200]] and [the move](datasworn:move:wade).

```iron-vault-mechanics
progress from=4 name="[[Vows/Rope.md|The rope]]" rank="dangerous" steps=2
- "{LONG}"
oracle name="Tide" result="{LONG}" roll=57
```

`iv-ooc:{LONG}`
"""


def test_no_word_of_a_note_is_cut_off_and_what_is_behind_a_link_stands_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "Crossing.md"
    file.write_text(LINKED)
    prose, progress, comment, oracle, aside = entries_of(file)
    assert prose.text == ("We ask the warden at The Gate, by the tide table.\ncauseway.png See 200 and the move.")
    assert prose.marks == ("link: Hale", "picture: ford.png", "link: https://example.org/t_(2)")
    assert (progress.moves, progress.marks) == (
        (Moved("The rope", "Progress", 4, 20),),
        ("dangerous, 2 steps", "link: Rope"),
    )
    assert (comment.text, oracle.text, aside.text) == (LONG, LONG, LONG)


TEMPLATE = """<div class="roll-template"><div class="roll-content">
<div class="roll-header"><h4 class="roll-sender-name">Maro</h4></div>
<div class="roll-flavor"> Strength of arm </div><div class="roll-result"> 2 <p>No storm</p></div>
<div class="roll-extra"><div class="roll-formula">( 2) + ( 1-1)</div><ol class="roll-list">
<li><label class="label-roll">Dice of deed (2d6):</label>
<div class="roll-die">3</div><div class="roll-die">4</div></li>
<li><label class="label-roll">Dice beside (1d8):</label>
<div class="roll-die">7</div></li></ol></div></div></div>"""

CARD = """<div class="chat-card item-card"><header class="card-header"><h3 class="item-name">Hook</h3></header>
<div class="card-content"><p>On a long pole.</p></div></div>"""


def test_cards_of_foundry_and_rolls_of_its_first_versions(tmp_path: Path) -> None:
    early = {
        "class": "Roll",
        "dice": [{"class": "Die", "faces": 20, "rolls": [{"roll": 5, "discarded": True}, {"roll": 14}]}],
        "formula": "2d20kh",
        "parts": ["_d0"],
        "result": "14",
        "total": 14,
    }
    said = [
        {"content": TEMPLATE, "type": 0},
        {"content": CARD, "flavor": "Hook", "type": 0},
        {"content": "14", "type": 5, "roll": json.dumps(early)},
    ]
    file = tmp_path / "messages.db"
    file.write_text(
        "\n".join(
            json.dumps(it | {"_id": f"m{number}", "timestamp": number, "speaker": {"alias": "Maro"}})
            for number, it in enumerate(said)
        )
    )
    template, card, first = entries_of(file)
    assert (template.form, template.text) == (
        EntryForm.ROLL,
        "Maro\nStrength of arm\n2\nNo storm\n( 2) + ( 1-1)\nDice of deed (2d6):\nDice beside (1d8):",
    )
    assert [fallen(it) for it in template.rolls] == [
        ("2d6, 1d8", [(6, 3, True), (6, 4, True), (8, 7, True)], "2", "Strength of arm")
    ]
    assert card.text == "Hook\nOn a long pole."
    assert [fallen(it) for it in first.rolls] == [("2d20kh", [(20, 5, False), (20, 14, True)], "14", "")]


@pytest.mark.parametrize(
    "head",
    [
        "3/16/2026, 9:05:11\N{NARROW NO-BREAK SPACE}PM",
        "16.3.2026, 21:05:11",
        "16/03/2026 21:05:11",
        "16/3/2026, 9:05:11 p. m.",
        "16.3.2026 21.05.11",
        "2026. 3. 16. 오후 9:05:11",
        "2026/3/16 下午9:05:11",
        "2026-03-16 21:05:11",
    ],
)
def test_times_of_a_text_log_as_browsers_of_many_countries_write_them(tmp_path: Path, head: str) -> None:
    file = tmp_path / "fvtt-log-Mon-Mar-16-2026.txt"
    file.write_text(f"[{head}] Maro\nNow.\n{'-' * 27}\n[{head}] Gull\nAye.", "utf-8")
    assert [(it.when, it.speaker, it.text) for it in entries_of(file)] == [
        ("2026-03-16T21:05:11.000Z", "Maro", "Now."),
        ("2026-03-16T21:05:11.000Z", "Gull", "Aye."),
    ]


WHISPERS = """<html><body><div id="textchat"><div class="content">
<div class="message general you player--P1" data-messageid="-MIzW8pyy9kZ4s-IC0d0"><span class="by">Gull:</span>
Ready?</div>
<div class="message general player--P2" data-messageid="-MIzW8pyy9kZ4s-IC0d1"><span class="by">Marl (GM):</span>
Ready.</div>
<div class="message whisper private" data-messageid="-MIzW8pyy9kZ4s-IC0d2"><span class="by">(To Marl (GM)):</span>
I take the key.</div>
<div class="message whisper private" data-messageid="-MIzW8pyy9kZ4s-IC0d3"><span
 class="by">(From Marl (GM)):</span> It is cold.</div>
<div class="message whisper player--P2" data-messageid="-MIzW8pyy9kZ4s-IC0d4"><span
 class="by">(To Tern, Gull):</span> Nobody saw.</div>
</div></div></body></html>"""


def test_a_whisper_is_of_whoever_whispered_whichever_of_the_two_the_page_names(tmp_path: Path) -> None:
    file = tmp_path / "chat.html"
    file.write_text(WHISPERS)
    said = entries_of(file)
    assert [(it.speaker, it.text) for it in said if it.secret] == [
        ("Gull", "(To Marl) I take the key."),
        ("Marl", "It is cold."),
        ("Marl", "(To Tern, Gull) Nobody saw."),
    ]
    assert [it.speaker for it in said if not it.secret] == ["Gull", "Marl"]
    alone = tmp_path / "alone.html"
    alone.write_text(WHISPERS.replace(" you ", " ").replace("player--P2", "").replace("player--P1", ""))
    assert [it.speaker for it in entries_of(alone)][2] == "(nobody)"


def a_message(number: int, user: str, alias: str, style: int = 2, actor: str | None = None) -> dict[str, object]:
    """A message of Foundry."""
    return {
        "_id": f"m{number:015}",
        "author": user,
        "content": f"Word {number}.",
        "speaker": {"actor": actor, "alias": alias, "token": None},
        "style": style,
        "timestamp": number,
    }


def test_a_user_of_foundry_without_an_alias_is_known_by_what_the_rest_of_the_file_tells(tmp_path: Path) -> None:
    said = [
        a_message(1, "uAda000000000001", "", 2),
        a_message(2, "uAda000000000001", "Ada", 1),
        a_message(3, "uAda000000000001", "Sanna", 2, "aSanna00000001"),
        a_message(4, "uBen000000000001", "Orrin", 2, "aOrrin0000000001"),
        a_message(5, "uBen000000000001", "", 0),
        a_message(6, "uGwen00000000001", "A gull", 2, "aGull00000000001"),
        a_message(7, "uGwen00000000001", "A king", 2, "aKing00000000001"),
        a_message(8, "uGwen00000000001", "", 0),
        a_message(9, "uDrew00000000001", "", 0),
    ]
    messages = tmp_path / "messages.json"
    messages.write_text(json.dumps(said))
    assert [it.speaker for it in entries_of(messages)] == [
        *("Ada", "Ada", "Sanna", "Orrin", "the player of Orrin", "A gull", "A king"),
        *("an unnamed player (uGwe)", "an unnamed player (uDre)"),
    ]
    names = [{"_id": "uGwen00000000001", "name": "Gwen"}, {"_id": "uDrew00000000001", "name": "Drew"}]
    messages.write_text(json.dumps({"users": names, "messages": said}, separators=(",", ":")))
    assert [it.speaker for it in entries_of(messages)][7:] == ["Gwen", "Drew"]


def test_a_move_tells_each_of_its_dice_so_its_roll_is_exact(tmp_path: Path) -> None:
    file = tmp_path / "Crossing.md"
    file.write_text(JOURNAL)
    assert [(it.grade.value, it.notation) for said in entries_of(file) for it in said.rolls] == [("exact", "")]


def test_what_a_pool_of_foundry_came_to_is_no_die_and_its_dice_are_found_beside_its_terms(tmp_path: Path) -> None:
    five = {"class": "Die", "faces": 6, "number": 1, "results": [{"active": True, "result": 5}]}
    pool = {"class": "PoolTerm", "results": [{"active": True, "result": 5}], "terms": ["1d6"]}
    plain = {**pool, "rolls": [{"dice": [], "formula": "1d6", "terms": [five], "total": 5}]}
    resolved = {"dice": [five], "formula": "(1d6)", "terms": [{"class": "NumericTerm", "number": 5}], "total": 5}
    told = [("{1d6}", plain), ("{5}", {**pool, "rolls": [resolved]})]
    file = tmp_path / "messages.db"
    file.write_text(
        "\n".join(
            json.dumps(
                a_message(number, "uAda000000000001", "Ada", 5)
                | {"roll": json.dumps({"dice": [], "formula": formula, "terms": [term], "total": 5})}
            )
            for number, (formula, term) in enumerate(told)
        )
    )
    rolls = [roll for said in entries_of(file) for roll in said.rolls]
    assert [(*fallen(it), it.grade.value) for it in rolls] == [
        ("{1d6}", [(6, 5, True)], "5", "", "exact"),
        ("{5}", [(6, 5, True)], "5", "", "total"),
    ]


def test_the_flavour_above_a_roll_within_the_words_is_not_lost(tmp_path: Path) -> None:
    die = {"class": "Die", "faces": 6, "number": 1, "results": [{"active": True, "result": 4}]}
    roll = quote(json.dumps({"class": "Roll", "formula": "1d6", "terms": [die], "total": 4}))
    content = f'<p>A scar.<br /><a class="inline-roll" data-roll="{roll}">4</a> years old.</p>'
    file = tmp_path / "messages.db"
    file.write_text(
        json.dumps(a_message(1, "uAda000000000001", "Ada") | {"content": content, "flavor": "<b>Past</b>"})
    )
    (said,) = entries_of(file)
    assert (said.text, [it.grade.value for it in said.rolls]) == ("Past\nA scar.\n4 years old.", ["exact"])


def test_a_log_in_shift_jis_is_read_as_it_was_written_and_german_is_not_taken_for_it(tmp_path: Path) -> None:
    page = (FILES / "ccfolia.html").read_text("utf-8")
    file = tmp_path / "log.html"
    told = {}
    for encoding in ("utf-8", "cp932"):
        file.write_bytes(page.replace("潮が引いた", "しおがひいたのです").encode(encoding))
        told[encoding] = [(it.speaker, it.text, it.rolls) for it in entries_of(file)]
    assert told["cp932"] == told["utf-8"]
    chat = "Jörg: ‚Öffne die Tür‘, sagt er müde.\nÄnne: Nö.\nJörg: Süßes für ‚Änne‘.\nÄnne: Größer!\n"
    german = tmp_path / "german.txt"
    german.write_bytes(chat.encode("cp1252"))
    assert [it.speaker for it in entries_of(german)] == ["Jörg", "Änne", "Jörg", "Änne"]


TRACKS = """```iron-vault-mechanics
progress from=0 name="[[Far Shore\\/Progress\\/Wolves.md|Wolves]]" rank="dangerous" steps=2
progress from=0 name="[[Far Shore\\/Progress\\/Wolves 1.md|Wolves]]" rank="dangerous" steps=1
progress from=16 name="[[Far Shore\\/Progress\\/Wolves.md|The pack]]" rank="epic" steps=1
```
"""


def test_a_second_track_of_the_same_name_is_another_track(tmp_path: Path) -> None:
    file = tmp_path / "Crossing.md"
    file.write_text(TRACKS)
    assert [move for it in entries_of(file) for move in it.moves] == [
        Moved("Wolves", "Progress", 0, 16),
        Moved("Wolves 1", "Progress", 0, 8),
        Moved("The pack", "Progress", 16, 17),
    ]
