"""`campaign attach` and `campaign files`: pictures and recordings from the command line, and out again."""

import sqlite3
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tests.cli.conftest import Campaign

SAID = b"WEBVTT\n\n00:40.000 --> 00:43.000\n<v Ben>Not while I hold the zeppelin!\n"


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A photo that tells where it was taken."""
    exif = Image.Exif()
    exif.get_ifd(0x8825).update({1: "N", 2: (53.0, 33.0, 4.0), 29: "Home Street 7"})
    file = tmp_path / "pier.jpg"
    Image.new("RGB", (60, 30), "teal").save(file, exif=exif)
    return file


@pytest.fixture
def deep(campaign: Campaign) -> Campaign:
    """A campaign called deep, with a player, a faction and one session."""
    assert campaign("new", "--game", "delve", "--title", "Deep", "--id", "deep").status == 0
    for command in (
        '{"type": "campaign.seat_person", "person": "ada", "name": "Ada", "role": "player"}',
        '{"type": "campaign.seat_person", "person": "ben", "name": "Ben", "role": "player"}',
        '{"type": "campaign.name_faction", "faction": "dockers", "name": "The Dockers", "weight": 1, "group": ""}',
        '{"type": "campaign.open_session", "title": "Low water"}',
    ):
        ran = campaign("rule", "deep", command)
        assert ran.status == 0, ran.err
    return campaign


def test_the_first_picture_of_a_character_is_the_portrait(campaign: Campaign, photo: Path, tmp_path: Path) -> None:
    assert campaign("new", "--game", "open_table", "--title", "Salt").status == 0
    entered = campaign(
        "rule", "salt", '{"type": "open_table.enter_character", "character": "wren", "name": "Wren"}'
    )
    assert entered.status == 0, entered.err
    to = ("--to", "character:Wren")
    letter, other = tmp_path / "letter.txt", tmp_path / "other.png"
    letter.write_text("Dear Ada", "utf-8")
    Image.new("RGB", (8, 8), "red").save(other)
    assert campaign("attach", "salt", str(letter), *to, "--json").json["file"]["role"] == "other"
    assert campaign("attach", "salt", str(photo), *to, "--role", "map", "--json").json["file"]["role"] == "map"
    ran = campaign("attach", "salt", str(photo), *to)
    assert ran.out.strip() == "pier.jpg is file 3 of salt, attached to Wren as the portrait."
    assert "already" in campaign("attach", "salt", str(photo), *to).err
    assert campaign("attach", "salt", str(other), *to, "--json").json["file"]["role"] == "picture"
    assert campaign("attach", "salt", str(other), "--json").json["file"]["role"] == "picture"


def test_a_portrait_that_a_player_does_not_know_of_is_not_told_by_the_role_of_theirs(
    campaign: Campaign, photo: Path, tmp_path: Path
) -> None:
    assert campaign("new", "--game", "open_table", "--title", "Salt").status == 0
    for command in (
        '{"type": "campaign.seat_person", "person": "ada", "name": "Ada", "role": "player"}',
        '{"type": "open_table.enter_character", "character": "wren", "name": "Wren", "player": "ada"}',
    ):
        ran = campaign("rule", "salt", command)
        assert ran.status == 0, ran.err
    own = tmp_path / "own.png"
    Image.new("RGB", (8, 8), "red").save(own)
    to = ("--to", "character:Wren", "--json")
    secret = campaign("attach", "salt", str(photo), *to, "--role", "portrait", "--audience", "gm").json["file"]
    assert secret["role"] == "portrait"
    assert campaign("attach", "salt", str(own), *to, "--by", "Ada").json["file"]["role"] == "portrait"


def test_a_file_is_attached_listed_described_written_and_put_away(
    deep: Campaign, photo: Path, tmp_path: Path, database: Path
) -> None:
    ran = deep(
        "attach", "deep", str(photo), "--to", "faction:The Dockers", "--role", "portrait", "--caption", "Old"
    )
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.strip() == "pier.jpg is file 1 of deep, attached to The Dockers."
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ada", "utf-8")
    attached = deep("attach", "deep", str(letter), "--to", "session:1", "--audience", "Ada", "--json").json
    assert (attached["file"]["audience"], attached["file"]["role"]) == ("person:ada", "other")
    assert deep("attach", "deep", str(letter), "--to", "record 1", "--audience", "gm").status == 0

    def numbers(*words: str) -> list[int]:
        return [it["file"] for it in deep("files", "deep", *words, "--json").json["files"]]

    assert (numbers(), numbers("--as", "ada"), numbers("--as", "reader")) == ([1, 2, 3], [1, 2], [1])
    told = " ".join(deep("files", "deep").out.split())
    assert "pier.jpg: Old" in told
    assert "The Dockers" in told
    assert deep("files", "deep", "2", "--as", "ben").status == 2
    assert "letter.txt, a text of 8 bytes" in deep("files", "deep", "2").out
    assert deep("files", "deep", "1", "--put-away").status == 0
    assert numbers() == [2, 3]
    assert deep("files", "deep", "1", "--show-again").out == "File 1 of deep is shown again.\n"
    assert numbers() == [1, 2, 3]
    assert deep("files", "deep", "1", "--caption", "At low water").status == 0
    assert deep("files", "deep", "1", "--caption", "At low water").status == 3
    shown = deep("files", "deep", "1", "--json").json["file"]
    assert (shown["caption"], shown["width"], shown["height"]) == ("At low water", 60, 30)
    for said, focus in (("25,0,62.5", {"left": 250, "top": 0, "side": 625}), ("middle", None)):
        assert deep("files", "deep", "1", "--focus", said).status == 0
        shown = deep("files", "deep", "1", "--json").json["file"]
        assert (shown["focus"], shown["caption"]) == (focus, "At low water")
    for wrong in ("25,0", "a,b,c", "0,0,0", "0,0,101", "nan,0,1", "inf,0,1"):
        ran = deep("files", "deep", "1", "--focus", wrong)
        assert (ran.status, "is no square" in ran.err) == (2, True), ran.err
    out = tmp_path / "out.jpg"
    assert deep("files", "deep", "1", "-o", str(out)).status == 0
    assert b"Home Street" in photo.read_bytes()
    assert b"Home Street" not in out.read_bytes()
    assert Image.open(BytesIO(out.read_bytes())).size == (60, 30)
    assert deep("files", "deep", "1", "--put-away").status == 0
    assert (numbers(), numbers("--all")) == ([2, 3], [1, 2, 3])
    assert deep("verify", "deep").status == 0
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(
            "UPDATE ledger_file_parts SET bytes = x'58' || substr(bytes, 2) WHERE length(bytes) = 8"
        )
    (problem,) = deep("verify", "deep", "--json").json["problems"]
    assert problem["problem"].startswith(
        f"Record {problem['position']} names “letter.txt”, file 2 of the campaign"
    )


def test_a_file_is_removed_only_as_it_was_shown(deep: Campaign, photo: Path, database: Path) -> None:
    for to in ("faction:dockers", "session 1"):
        assert deep("attach", "deep", str(photo), "--to", to, "--caption", "Where she lives").status == 0
    shown = deep("files", "deep", "1", "--remove")
    assert (shown.status, "2 files of the same bytes. Nothing was changed." in shown.out) == (0, True)
    told = deep("files", "deep", "1", "--remove", "--json").json
    words = ("files", "deep", "1", "--remove", "--reason", "She lives there", "--confirm")
    assert deep(*words, "00000000").status == 4
    no_reason = deep("files", "deep", "1", "--remove", "--confirm", told["confirm"])
    assert (no_reason.status, "Say why" in no_reason.err) == (3, True)
    gone = deep(*words, told["confirm"])
    assert gone.status == 0, gone.err
    assert "start running dashboards again" in gone.err
    assert deep("files", "deep").out.strip() == "There are no files of deep to show."
    assert [it["removed"] for it in deep("files", "deep", "--all", "--json").json["files"]] == [True, True]
    assert "was removed" in deep("files", "deep", "1").err
    verified = deep("verify", "deep")
    assert (verified.status, "was removed, as record" in verified.out) == (0, True)
    kept = database.read_bytes()
    assert b"Where she lives" not in kept
    assert told["would_go"][0]["digest"].encode() not in kept


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("attach", "deep", "{photo}", "--to", "moon:1"), 2, "nothing to attach to"),
        (("attach", "deep", "{photo}", "--to", "session:x"), 2, "nothing to attach to"),
        (("attach", "deep", "{photo}", "--to", "session:7"), 3, "no session 7 yet"),
        (("attach", "deep", "{photo}", "--to", "character:Wren"), 3, "no character here called wren"),
        (("attach", "deep", "{photo}", "--role", "face"), 2, "Say one of: portrait"),
        (("attach", "deep", "{photo}", "--audience", "zoe"), 2, "zoe"),
        (("attach", "deep", "{photo}", "--by", "ada"), 3, "Ask the GM"),
        (("attach", "deep", "{photo}.png"), 2, "There is no file"),
        (("attach", "deep", "{bad}"), 2, "damaged"),
        (("files", "deep", "9"), 2, "no file 9 in deep"),
    ],
)
def test_what_is_wrong_is_one_sentence_and_nothing_is_recorded(
    deep: Campaign, photo: Path, tmp_path: Path, words: tuple[str, ...], status: int, said: str
) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(photo.read_bytes()[:100])
    before = deep("verify", "deep", "--json").json["receipt"]
    ran = deep(*(word.format(photo=photo, bad=bad) for word in words))
    assert (ran.status, said in ran.err) == (status, True), ran.err
    assert ran.err.count("\n") <= 2
    assert deep("verify", "deep", "--json").json["receipt"] == before


@pytest.fixture
def evening(deep: Campaign, tmp_path: Path) -> Campaign:
    """The campaign with a recording of its session, and what was said in it."""
    for name, content in (("evening.ogg", b"OggS" + bytes(99)), ("evening.vtt", SAID)):
        (tmp_path / name).write_bytes(content)
        assert deep("attach", "deep", str(tmp_path / name), "--to", "session:1").status == 0
    return deep


def test_whoever_narrows_a_recording_is_told_that_its_transcript_stays(evening: Campaign) -> None:
    def audiences() -> list[str]:
        return [it["audience"] for it in evening("files", "deep", "--json").json["files"]]

    ran = evening("files", "deep", "1", "--audience", "gm")
    stays = "Its transcript, file 2, stays: what was said in it is for the table to read."
    assert (ran.status, stays in ran.err.replace("\n", " ")) == (0, True), ran.err
    assert audiences() == ["gm", "table"]
    ran = evening("files", "deep", "1", "--audience", "gm", "--with-transcript")
    assert (ran.status, "file 2, is for the same people" in ran.err) == (0, True), ran.err
    assert audiences() == ["gm", "gm"]
    ran = evening("files", "deep", "1", "--audience", "ada", "--with-transcript")
    assert (ran.status, audiences()) == (0, ["person:ada", "gm"]), "what is for fewer stays for fewer"


def test_a_recording_is_taken_out_with_its_transcript(evening: Campaign) -> None:
    alone = evening("files", "deep", "1", "--remove")
    assert "Its transcript, file 2, stays" in alone.err.replace("\n", " ")
    shown = evening("files", "deep", "1", "--remove", "--with-transcript", "--json").json
    assert [it["file"] for it in shown["would_go"]] == [1, 2]
    code = "--confirm", shown["confirm"], "--reason", "Somebody asked"
    assert evening("files", "deep", "1", "--remove", *code).status != 0, (
        "another code than for the recording alone"
    )
    removed = evening("files", "deep", "1", "--remove", "--with-transcript", *code, "--json").json["removed"]
    assert removed == [1, 2]
    assert "Not while I hold" not in evening("find", "zeppelin").out
    assert evening("verify", "deep").status == 0
