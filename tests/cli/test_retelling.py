"""`campaign recap`, `chronicle`, `sheet -o` and `figures`: a campaign retold for others."""

from pathlib import Path

import pytest

import exchange.documents
from tests.cli.conftest import Campaign

FONT = Path(exchange.documents.__file__).parent / "fonts" / "grenze-semibold.ttf"


def an_evening(campaign: Campaign) -> None:
    assert campaign("new", "--game", "delve", "--title", "The *Cave*", "--id", "cave").status == 0
    for command, dice in (
        ('{"type": "campaign.open_session", "title": "Down <script>"}', ""),
        ('{"type": "delve.enter_hero", "hero": "wren", "name": "Wren & Co"}', ""),
        ('{"type": "delve.go_deeper", "hero": "wren"}', "4,3"),
        ('{"type": "campaign.close_session"}', ""),
        ('{"type": "campaign.open_session"}', ""),
        ('{"type": "delve.go_deeper", "hero": "wren"}', "1,2"),
    ):
        ran = campaign("rule", "cave", command, *(["--dice", dice] if dice else []))
        assert ran.status == 0, ran.err


def test_a_title_without_a_letter_has_a_name_in_commands_all_the_same(campaign: Campaign) -> None:
    assert "it is called campaign." in campaign("new", "--game", "delve", "--title", "🎲🎲").out


def test_a_recap_of_any_session(campaign: Campaign) -> None:
    an_evening(campaign)
    first, last = campaign("recap", "cave", "1"), campaign("--json", "recap", "cave")
    assert first.out.startswith("The *Cave*: Session 1, Down <script> (played on ")
    assert "- In numbers: Wren & Co Hope +2 (now 2), Gold +4 (now 4).\n" in first.out
    assert first.out.endswith("(Told mechanically from 5 records, from 3 to 7: 0 tests, 2 dice.)\n")
    assert last.json["session"] == 2
    assert last.json["closed"] is False
    assert last.json["recap"]["dice"] == 2
    assert last.json["lines"][0] == "The *Cave*: Session 2 (so far)"
    missing = campaign("recap", "cave", "7")
    assert (missing.status, missing.err) == (2, "There is no session 7 in cave. There are: 1, 2.\n")
    assert campaign("recap", "cave", "--as", "nobody").status == 2


def test_what_is_ones_own_between_sessions(campaign: Campaign) -> None:
    an_evening(campaign)
    note = '{"type": "journal.write_note", "text": "Bring rope.", "form": "next_time"}'
    assert campaign("rule", "cave", note).status == 0
    name, deeds, *told = campaign("between", "cave").out.splitlines()
    assert (name, deeds) == ("Wren & Co", "  Wren & Co searches the cave: 1 and 2. Wren & Co loses 1 hope.")
    assert told[:2] == ["Can be taken now", "  Wren & Co: a better lamp"]
    assert told[2:6] == ["Asked of you", "  Nothing waits for you.", "Next time", "  Bring rope."]
    assert told[6:] == ["Plans", "  Wren & Co, Doom: The cave waits."]
    own = campaign("--json", "between", "cave").json["between"]
    assert own["next_time"] == [{"note": 1, "text": "Bring rope."}]
    assert "Bring rope." not in campaign("between", "cave", "--as", "reader").out
    assert campaign("rule", "cave", '{"type": "journal.tick_note", "note": 1}').status == 0
    assert "Bring rope." not in campaign("between", "cave").out


def test_a_campaign_without_sessions_has_a_recap_that_says_so(campaign: Campaign) -> None:
    campaign("new", "--game", "delve", "--title", "Cave", "--id", "cave")
    assert campaign("recap", "cave").out == "No session was played yet.\n"


@pytest.mark.parametrize(
    ("form", "begins", "has"),
    [
        ("md", b"# The \\*Cave\\*", b"## Session 1: Down \\<script\\>"),
        ("html", b"<!doctype html>", b"Session 1: Down &lt;script&gt;"),
        ("pdf", b"%PDF-", b"%%EOF"),
        ("epub", b"PK", b"book/part-1.xhtml"),
    ],
)
def test_a_chronicle_in_each_format(
    campaign: Campaign, tmp_path: Path, form: str, begins: bytes, has: bytes
) -> None:
    an_evening(campaign)
    file = tmp_path / f"cave.{form}"
    told = campaign("--json", "chronicle", "cave", "-o", str(file))
    assert told.json == {
        "campaign": "cave",
        "session": None,
        "told_to": "table",
        "file": str(file),
        "format": form,
        "bytes": file.stat().st_size,
        **({"boxes": []} if form == "pdf" else {}),
    }
    content = file.read_bytes()
    assert content.startswith(begins)
    assert has in content
    assert sorted(it.name for it in tmp_path.iterdir() if it.suffix == f".{form}" or ".part" in it.name) == [
        file.name
    ]


def test_a_chronicle_of_one_session_on_stdout(campaign: Campaign) -> None:
    an_evening(campaign)
    told = campaign("chronicle", "cave", "--session", "2")
    assert "## Session 2" in told.out
    assert "Session 1" not in told.out
    assert "Before the first session" not in told.out


def test_a_chronicle_of_several_sessions_is_what_each_tells(campaign: Campaign, tmp_path: Path) -> None:
    """Before, it was one session or the whole campaign."""
    an_evening(campaign)
    ran = campaign("--json", "chronicle", "cave", "--session", "1-2", "-o", str(tmp_path / "both.html"))
    assert ran.json["session"] == "1-2"
    both = campaign("chronicle", "cave", "--session", "1-2").out
    assert both.index("## Session 1") < both.index("## Session 2")
    assert "Before the first session" not in both
    for number in ("1", "2"):
        for line in campaign("chronicle", "cave", "--session", number).out.splitlines():
            assert line in both or line.startswith(("*", "Previously"))


def test_a_sheet_in_each_format(campaign: Campaign, tmp_path: Path) -> None:
    an_evening(campaign)
    for form, begins in (("md", b"# Wren &"), ("html", b"<!doctype html>"), ("pdf", b"%PDF-")):
        file = tmp_path / f"wren.{form}"
        ran = campaign("--json", "sheet", "cave", "wren", "--at", "7", "-o", str(file))
        assert (ran.json["characters"], ran.json["at"], ran.json["told_to"]) == (["wren"], 7, "table")
        assert file.read_bytes().replace(b"\\", b"").startswith(begins)
    assert campaign("sheet", "cave", "nobody", "-o", str(tmp_path / "x.md")).status == 2


def test_figures_as_tables(campaign: Campaign, tmp_path: Path) -> None:
    an_evening(campaign)
    rolls = campaign("figures", "cave", "rolls")
    assert rolls.out.splitlines()[0].startswith("position,ruling,session,")
    assert len(rolls.out.splitlines()) == 5
    ran = campaign("--json", "figures", "cave", "resources", "-o", str(tmp_path / "numbers.parquet"))
    assert (ran.json["rows"], ran.json["format"]) == (3, "parquet")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chronicle", "cave", "-o", "cave.docx"], "'docx' is none of the formats"),
        (["sheet", "cave", "-o", "cave.epub"], "'epub' is none of the formats: md (Markdown), html"),
        (["chronicle", "cave", "--session", "9"], "There is no session 9 in cave. There are: 1, 2."),
        (["chronicle", "cave", "--session", "3-9"], "There is no session 3-9 in cave. There are: 1, 2."),
        (["chronicle", "cave", "--session", "2-1"], "There are no sessions 2-1: they count from 1, and the"),
        (["chronicle", "cave", "--session", "0"], "There are no sessions 0: they count from 1"),
        (["chronicle", "cave", "--session", "last"], "'last' is no session. Say 12, or 12-20 for several."),
        (["chronicle", "cave", "-o", "/nowhere/at/all.md"], "There is no folder /nowhere/at to write into."),
        (["chronicle", "cave", "-o", "/tmp", "--format", "md"], "/tmp is a folder."),
        (
            ["chronicle", "cave", "--format", "pdf", "--fonts", "/no/fonts"],
            "There is no folder of fonts /no/fonts.",
        ),
        (["figures", "cave", "sheets"], "'sheets' is none of the tables: rolls, resources."),
        (["figures", "cave", "rolls", "--format", "xls"], "'xls' is none of the formats: csv, parquet."),
    ],
)
def test_what_cannot_be_written_is_said(campaign: Campaign, words: list[str], sentence: str) -> None:
    an_evening(campaign)
    ran = campaign(*words)
    assert ran.status == 2
    assert sentence in ran.err


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("words.ttf", b"this is no font", "There is no font in "),
        ("cut.ttf", FONT.read_bytes()[:4_000], "There is no font in "),
        ("none.ttf", b"", "There is no font in "),
        ("whole.txt", FONT.read_bytes(), "There is no font in "),
        ("words.ttc", b"ttcf\x00\x01", "There is no font in "),
        ("whole.ttf", FONT.read_bytes(), ""),
    ],
)
def test_a_font_that_is_brought_is_looked_at_first(
    campaign: Campaign, tmp_path: Path, name: str, content: bytes, says: str
) -> None:
    an_evening(campaign)
    (tmp_path / name).write_bytes(content)
    for words in (("chronicle", "cave"), ("sheet", "cave")):
        ran = campaign(*words, "-o", str(tmp_path / "tale.pdf"), "--fonts", str(tmp_path / name))
        assert (ran.status, (tmp_path / "tale.pdf").exists()) == ((2, False) if says else (0, True)), ran.err
        assert says in ran.err
        (tmp_path / "tale.pdf").unlink(missing_ok=True)
    other = campaign("chronicle", "cave", "--format", "md", "--fonts", str(tmp_path / name))
    assert (other.status, other.err) == (2, "--fonts is for a PDF, and this would be md.\n")


def test_an_archive_on_the_command_line(
    campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    an_evening(campaign)
    file = tmp_path / "cave.zip"
    written = campaign("--json", "export", "cave", str(file))
    assert (written.json["campaign"], written.json["chronicle_tells"]) == ("cave", "table")
    assert campaign("export", "cave", str(file)).status == 4
    monkeypatch.setenv("CAMPAIGN_DATABASE", str(tmp_path / "other.sqlite3"))
    taken = campaign("--json", "import", str(file))
    assert (taken.json["outcome"], taken.json["head_seal"]) == ("stored", written.json["head_seal"])
    assert campaign("verify", "cave", "--expect", taken.json["receipt"]).status == 0
    assert "is in the ledger already" in campaign("import", str(file)).out
    file.write_bytes(file.read_bytes()[:-200])
    broken = campaign("import", str(file))
    assert broken.status == 1
    assert broken.err.count("\n") == 1
