"""Words and dice of Foundry's cards that only the game master was shown, beside what the table saw."""

import json
from pathlib import Path
from typing import Any

import pytest

from exchange.imports.entries import FOR_THE_GM, Remarked, Said
from exchange.imports.importing import import_file
from exchange.imports.mapping import guessed
from exchange.imports.recognising import format_of
from exchange.imports.source import ImportFile
from exchange.imports.spool import spooled
from exchange.imports.survey import survey
from ledger.ledger import Ledger
from tests.support.worlds import items_of

A_ROLL = {
    "class": "Roll",
    "formula": "1d20",
    "total": 7,
    "terms": [{"class": "Die", "number": 1, "faces": 20, "results": [{"result": 7, "active": True}]}],
}
DRAWN = '<div class="dice-roll {}"><div class="dice-formula">1d20</div><h4 class="dice-total">7</h4></div>'


def a_file(tmp_path: Path, **message: Any) -> Path:
    file = tmp_path / "chat.db"
    told = {"_id": "m1", "timestamp": 1, "speaker": {"alias": "Maro"}, "type": 0} | message
    file.write_text(json.dumps(told) + "\n", "utf-8")
    return file


def parts_of(tmp_path: Path, **message: Any) -> tuple[str, str]:
    """The words that the table reads, and those that are the GM's alone; each must be in one of the two."""
    said = [it for it in items_of(a_file(tmp_path, **message)) if isinstance(it, Said)]
    assert [it.id for it in said if it.id.endswith(FOR_THE_GM)] == [it.id for it in said[1:]]
    told = {secret: " ".join(it.text for it in said if it.secret is secret) for secret in (False, True)}
    return " ".join(told[False].split()), " ".join(told[True].split())


@pytest.mark.parametrize(
    ("content", "table", "gm"),
    [
        ('<h3 class="gm-only noborder">Target: 14</h3><p>Climb the rope</p>', "Climb the rope", "Target: 14"),
        (
            '<li><span class="gm-only">The false ferryman</span><span class="player-only">A ferryman</span></li>',
            "A ferryman",
            "The false ferryman",
        ),
        ('<p>It creaks.</p><div class="gm-message">It is hollow.</div>', "It creaks.", "It is hollow."),
        ('<p>Salt.</p><div data-visibility="gm">Fourteen.</div>', "Salt.", "Fourteen."),
        ('<p>Salt.</p><div data-visibility="owner">Mine.</div>', "Salt.", "Mine."),
        ("<p>Salt.</p><div data-visibility='none'>Nobody's.</div>", "Salt.", "Nobody's."),
        ('<p>Salt.</p><div data-visibility="all">Ours.</div>', "Salt. Ours.", ""),
        ('<p>A door.</p><section class="secret" id="s1">A false wall.</section>', "A door.", "A false wall."),
        ('<p>A door.</p><section class="secret revealed">A false wall.</section>', "A door. A false wall.", ""),
        ('<p>A lamp</p><p class="gm-sensitive">that lies</p>', "A lamp", "that lies"),
        ('<div data-hide="true"><p>Hit</p><p class="hide-option">by 35</p></div>', "Hit", "by 35"),
        ('<div data-hide="false"><p>Hit</p><p class="hide-option">by 35</p></div>', "Hit by 35", ""),
        (
            '<button><b class="visible-dc">12 or more</b><b class="hidden-dc">Roll</b></button>',
            "Roll",
            "12 or more",
        ),
        ('<p>Fell</p><div class="owner-only">at 9</div>', "Fell", "at 9"),
        ('<p>Fell</p><div class="owner-only"><button>Try again</button></div>', "Fell Try again", ""),
        ('<p>Fell</p><div class="non-owner-only">hard</div>', "Fell hard", ""),
        ('<p>Ada</p><span class="midi-qol-target-npc-GM">Ada</span>', "Ada", ""),
        ('<div class="gm-only">Only for you.</div>', "", "Only for you."),
        ('<header><span class="whisper-to">To: Wren</span></header><p>Run.</p>', "", "To: Wren Run."),
        ('<p class="gmt">Greenwich</p>', "Greenwich", ""),
    ],
)
def test_what_only_the_gm_was_shown_is_the_gms(tmp_path: Path, content: str, table: str, gm: str) -> None:
    assert parts_of(tmp_path, content=content) == (table, gm)


def test_a_picture_alone_is_for_whoever_saw_it(tmp_path: Path) -> None:
    for content, marks in (
        ('<img src="maps/pier.webp">', ("maps/pier.webp",)),
        ('<img src="data:image/png,1">', ()),
    ):
        (said,) = items_of(a_file(tmp_path, content=content))
        assert isinstance(said, Said)
        assert (said.marks, said.secret, bool(said.why)) == (marks, not marks, not marks)


def test_a_flavour_and_a_whisper_hide_as_well(tmp_path: Path) -> None:
    flavor = '<b>Leap</b><div data-visibility="gm">Needs 16</div>'
    assert parts_of(tmp_path, content="7", flavor=flavor, rolls=[json.dumps(A_ROLL)]) == ("", "Needs 16")
    leap, part, remark = items_of(a_file(tmp_path, content="7", flavor=flavor, rolls=[json.dumps(A_ROLL)]))
    assert isinstance(leap, Said)
    assert isinstance(part, Said)
    assert isinstance(remark, Remarked)
    assert [(it.label, it.total) for it in leap.rolls] == [("Leap", "7")]
    assert (part.rolls, remark.what[:38]) == ((), "1 message holds words that only the GM")
    users = {"$$users": [{"_id": "u1", "name": "Wren"}]}
    file = a_file(tmp_path, content=f"<p>For you.</p>{flavor}", whisper=["u1"])
    file.write_text(f"{json.dumps(users)}\n{file.read_text('utf-8')}", "utf-8")
    said = [it for it in items_of(file) if isinstance(it, Said)]
    assert [(it.secret, it.heard_by) for it in said] == [(True, ("Wren",)), (True, ())]


@pytest.mark.parametrize(
    ("hides", "flags", "rolls"),
    [
        ("gm-visible-only", {}, [False, True]),
        ("gm-visible-only", {"CoC7": {"checkRevealed": True}}, [True]),
        ("", {}, [True]),
    ],
)
def test_dice_that_only_the_gm_saw_fall_once_and_for_the_gm(
    tmp_path: Path, hides: str, flags: dict[str, Any], rolls: list[bool]
) -> None:
    content = f"<p>Listen</p>{DRAWN.format(hides)}"
    items = items_of(a_file(tmp_path, content=content, rolls=[json.dumps(A_ROLL)], flags=flags))
    said = [it for it in items if isinstance(it, Said)]
    assert [bool(it.rolls) for it in said] == rolls
    assert [it.secret for it in said] == [False, True][: len(rolls)]


def test_what_was_taken_in_whole_before_is_known_and_that_is_said(salt: Ledger, tmp_path: Path) -> None:
    told = []
    for class_ in ("open", "gm-only", "gm-only"):
        file = a_file(tmp_path, content=f'<p>It creaks.</p><p class="{class_}">It is hollow.</p>')
        source = ImportFile(file, file.name)
        with spooled(source, format_of(source)) as spool:
            found = survey(spool)
            report = import_file(salt, spool, found, guessed(spool, found, "salt", {}))
        told.append(
            (report.recorded.total(), report.known, any("with --undo" in it.what for it in report.remarks))
        )
    assert told == [(1, 0, False), (0, 2, True), (0, 2, True)]
