"""Faces: letters as people write them, hues that stay, grounds that letters stand out from, in whoever's name."""

from dataclasses import replace
from typing import Any

import pytest

from domain.kernel.facts import CharacterKind
from domain.kernel.journal.attached.state import AttachedFile
from domain.kernel.journal.attached.terms import Belongs, BelongsTo, FileRole, Focus
from domain.kernel.journal.visibility import Visibility
from domain.kernel.people import Asker, Role
from domain.kernel.sheet import Sheet
from domain.kernel.terms import PersonId
from exchange.documents.html.face import (
    HUES,
    INK_ON_DARK,
    INK_ON_LIGHT,
    FaceKind,
    Picture,
    contrast,
    face,
    face_data,
    face_html,
    grounds,
    hue_of,
    letters_of,
)
from exchange.documents.html.faces import Faces, portraits
from exchange.documents.html.sheet import sheet_html
from exchange.documents.sheet_page import sheets_page
from projections.views.relations import Node, Relations
from projections.views.roster import Person, Roster, RosterEntry

FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Isa Tarn", "IT"),
        ("Wick", "Wi"),
        ("The Lamplighters of Veil", "LV"),
        ("The", "Th"),
        ("“Wick” O’Neill", "WO"),
        ("Ødger-Ånd", "ØÅ"),
        ("e\u0301mile", "E\u0301m"),
        ("محمد علي", "م"),
        ("חנה", "ח"),
        ("田中太郎", "田"),
        ("कि रण", "किर"),
        (FAMILY, FAMILY),
        (f"{FAMILY} Vey", "Ve"),
        ("—", "—"),
        ("  ", "?"),
    ],
)
def test_a_name_is_stood_for_by_one_or_two_whole_signs(name: str, letters: str) -> None:
    assert letters_of(name) == letters


def test_letters_stand_out_from_every_ground_in_light_and_dark() -> None:
    hues = {hue_of(f"who-{n}") for n in range(400)}
    assert len(hues) == HUES
    drawn = [grounds(hue) for hue in sorted(hues)]
    gone = face("isa-tarn", "Isa Tarn", gone=True)
    for light, dark in [*drawn, (gone.light, gone.dark)]:
        assert contrast(light, INK_ON_LIGHT) >= 4.5
        assert contrast(dark, INK_ON_DARK) >= 4.5
    assert len(set(drawn)) == HUES
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert gone.light[1:3] == gone.light[3:5] == gone.light[5:7]


def test_the_style_draws_letters_in_the_inks_their_grounds_were_made_for() -> None:
    from exchange.documents.replay_page import page_style

    assert f"color: light-dark({INK_ON_LIGHT}, {INK_ON_DARK})" in page_style()


def test_a_face_stays_through_a_new_name_and_says_its_kind() -> None:
    one, other = face("isa", "Isa Tarn", FaceKind.PLAYERS), face("isa", "Isa Vey", FaceKind.PLAYERS)
    assert (one.light, one.dark) == (other.light, other.dark)
    assert 'class="face players"' in face_html(one)
    assert 'data-letters="IT"' in face_html(one)
    assert 'class="face faction beside"' in face_html(face("veil", "Veil", FaceKind.FACTION), "beside")


def test_a_picture_is_read_out_only_if_it_is_described_and_escaped_either_way() -> None:
    hostile = '"><script>'
    told = face_html(face("isa", hostile, picture=Picture("files/1", alt=hostile)))
    assert "<script" not in told
    assert "aria-hidden" not in told
    assert 'aria-hidden="true"' in face_html(face("isa", "Isa", picture=Picture("files/1")))
    assert "<script" not in face_html(face("isa", hostile))


def test_a_square_of_a_picture_is_brought_to_fill_the_face() -> None:
    assert Picture("files/1").style == ""
    broad = Picture("files/1", square=(0.25, 0.0, 1.0), shape=2.0)
    assert broad.style == "width:200%;height:100%;margin-left:-50%;margin-top:-0%;place-self:start"
    tall = Picture("files/1", square=(0.5, 0.25, 0.5), shape=0.5)
    assert tall.style == "width:200%;height:400%;margin-left:-100%;margin-top:-100%;place-self:start"


def member(
    who: str, name: str, kind: CharacterKind, *, player: str | None = None, present: bool = True
) -> RosterEntry:
    return RosterEntry(character=who, name=name, kind=kind, player=player, how="", present=present)


FACES = Faces(
    Roster(
        {
            "maud": Person(person="maud", name="Maud", role=Role.GM),
            "ben": Person(person="ben", name="Ben", role=Role.PLAYER),
        },
        {
            "isa": member("isa", "Isa Tarn", CharacterKind.PLAYERS, player="ben"),
            "wick": member("wick", "Wick", CharacterKind.OTHER, present=False),
        },
    ),
    Relations({"lamps": Node(node="lamps", name="The Lamps", node_kind="faction", weight=1, group="")}, {}),
    {"isa": Picture("files/isa")},
)


def test_a_campaign_knows_everybodys_face() -> None:
    assert FACES.of("isa").kind is FaceKind.PLAYERS
    assert FACES.of("isa").picture == Picture("files/isa")
    assert FACES.of("wick").kind is FaceKind.OTHERS
    assert FACES.of("wick").gone
    assert FACES.of("lamps").kind is FaceKind.FACTION
    assert FACES.of("nobody", "No Body").letters == "NB"


def test_a_note_is_signed_with_the_face_its_author_plays() -> None:
    assert FACES.of_author("ben") == FACES.of("isa")
    assert FACES.of_author("maud").letters == "Ma"
    assert FACES.named("Ben") == FACES.named("Isa Tarn") == FACES.of("isa")
    assert FACES.beside("Somebody else") == ""


def test_a_face_stands_over_a_sheet_and_not_over_a_board() -> None:
    sheet = Sheet(character="wick", title="Wick")
    drawn = sheet_html(sheet, face=FACES.over(sheet))
    assert drawn.index('class="face others gone"') < drawn.index("<h2")
    assert FACES.over(Sheet(character="board", title="The Board", page=True)) == ""
    printed = sheets_page([sheet], "Campaign, as of record 1", FACES)
    assert 'data-letters="Wi"' in printed
    assert ".face.players" in printed


def test_a_part_that_draws_by_script_is_told_the_same() -> None:
    assert face_data(FACES.of("isa")) == {
        "letters": "IT",
        "light": FACES.of("isa").light,
        "dark": FACES.of("isa").dark,
        "kind": "players",
        "picture": "files/isa",
        "style": "",
    }
    assert face_data(FACES.of("wick"))["gone"] is True


def portrait(number: int, **other: Any) -> AttachedFile:
    of = {"person": "ben", "digest": f"{number:064x}", "media": "image/jpeg", "size": 9, "name": "a.jpg"}
    to = {"role": FileRole.PORTRAIT, "belongs": Belongs(kind=BelongsTo.CHARACTER, id="isa")}
    return AttachedFile(number=number, **of | to | other)


def test_the_portrait_last_attached_is_the_face_for_whoever_may_see_it() -> None:
    gm, ben = Asker(PersonId("maud"), Role.GM), Asker(PersonId("ben"), Role.PLAYER)
    files = [portrait(1), portrait(2, visibility=Visibility.GM), portrait(3, role=FileRole.PICTURE)]

    def seen(viewer: Asker, now: list[AttachedFile]) -> dict[str, Picture]:
        return portraits(files, viewer, now, lambda it: f"files/{it.number}")

    assert seen(gm, files) == {"isa": Picture("files/2")}
    assert seen(ben, files) == {"isa": Picture("files/1")}
    removed = [replace(files[0], removed=True), *files[1:]]
    assert seen(ben, removed) == {}  # what is gone is gone at earlier moments too
    put_away = [replace(it, put_away=True) for it in files]
    assert seen(ben, put_away) == {"isa": Picture("files/1")}
    assert portraits(put_away, ben, put_away, str) == {}
    described = portrait(1, width=200, height=100, focus=Focus(left=250, top=0, side=1000), alt="Isa, laughing")
    (picture,) = portraits([described], ben, [described], lambda it: "files/1").values()
    assert picture == Picture("files/1", "Isa, laughing", (0.25, 0.0, 1.0), 2.0)
