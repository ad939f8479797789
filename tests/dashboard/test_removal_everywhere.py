"""A removal or narrowing followed to every copy: documents, read models, pages, files, the archive and the file.

The pages are those of a server of its own, which knows of the removal by the ledger alone.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen
from zipfile import ZipFile

import pytest
from PIL import Image
from pypdf import PdfReader
from typer.testing import CliRunner

from cli.app import app as command_line
from tests.browser.conftest import free_port, served
from tests.dashboard.nights import whole_night
from tests.support.wire import fragments, page, told
from wiring.library import DATABASE_VARIABLE, Library

WORDS, PICTURE = "zennor", "gullwing"
"""The one stands in every kind of text there is, the other wherever the picture is named."""
MANY, HEAD = 16, 64
SPOKEN = "WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v Bo>Nobody leaves Zennor.\n"
PAGES = {
    "replay": "campaign=causeway",
    "chronicle": "campaign=causeway",
    "table": "campaign=causeway",
    "sheets": "campaign=causeway",
    "find": "campaign=causeway&q=come+from",
    "between": "campaign=causeway",
    "people": "campaign=causeway",
}


def campaign(*words: str) -> str:
    ran = CliRunner().invoke(command_line, list(words), prog_name="campaign")
    assert ran.exit_code == 0, (words, ran.output)
    return ran.stdout


@pytest.fixture
def database(library: Library, tmp_path: Path) -> Path:
    """A night whose words, names, files and sayings all speak of one place, and one picture twice attached."""
    night = whole_night(library, names={"wren": "Wren of Zennor"})
    night.rule("campaign.open_session", title="Back to Zennor")
    night.rule("lantern.open_scene", scene="quay", title="The quay of Zennor")
    night.rule("journal.write_note", text="They all come from Zennor, says Bo.")
    night.rule("lantern.face", character="wren", faces=(3, 2, 9))
    night.rule("journal.comment_on_record", position=library.ledger.head("causeway"), text="As it is in Zennor.")
    picture, spoken = tmp_path / "Gullwing.png", tmp_path / "evening.vtt"
    Image.radial_gradient("L").resize((300, 200)).save(picture)
    spoken.write_text(SPOKEN, "utf-8")
    named = "--caption", "Gullwing at the quay", "--alt", "A Gullwing, white"
    campaign("attach", "causeway", str(picture), "--to", "character:wren", "--role", "portrait", *named)
    campaign("attach", "causeway", str(picture), "--to", "session:3", "--role", "handout", *named)
    campaign("attach", "causeway", str(spoken), "--to", "session:3", "--role", "transcript", "--caption", "Zennor")
    night.rule("campaign.close_session")
    return tmp_path / "campaigns.sqlite3"


def remove(*asked: str) -> None:
    shown = json.loads(campaign(*asked, "--json"))
    campaign(*asked, "--confirm", shown["confirm"])


def read_back(file: Path) -> str:
    """The words of a document, and a mark for each picture that is drawn in it."""
    if file.suffix == ".pdf":
        pages = PdfReader(file).pages
        return " ".join([*(it.extract_text() for it in pages), *("<picture>" for it in pages for _ in it.images)])
    if file.suffix == ".epub":
        with ZipFile(file) as archive:
            pictures = [it for it in archive.namelist() if it.endswith((".jpg", ".png"))]
            texts = [archive.read(it).decode() for it in archive.namelist() if it not in pictures]
            return " ".join([*texts, *("<picture>" for _ in pictures)])
    text = file.read_text("utf-8")
    return text + "<picture>" * sum(text.count(f"data:image/{kind};") for kind in ("jpeg", "png", "webp"))


def documents(folder: Path) -> Iterator[tuple[str, str]]:
    folder.mkdir()
    for kind in ("html", "pdf", "epub", "md"):
        file = folder / f"book.{kind}"
        campaign("chronicle", "causeway", "--as", "gm", "-o", str(file))
        yield kind, read_back(file)
    for view in ("recap", "between", "log", "sheet", "files", "state", "advancement"):
        yield view, campaign(view, "causeway")
    yield "find", campaign("find", "Zennor", "--json").partition('"hits"')[2]
    campaign("export", "causeway", str(folder / "archive"), "--as", "gm")
    files = [it for it in (folder / "archive").rglob("*") if it.is_file()]
    yield "archive", " ".join([*map(str, files), *(it.read_bytes().decode("utf-8", "replace") for it in files)])


def pages(port: int) -> Iterator[tuple[str, str]]:
    """Everything that each page sends to its browser, drawn whole and then each part of it by itself."""
    for screen, query in PAGES.items():
        with page(port, {}) as opened:
            messages = opened.draw(screen, query)
            sent = told(messages)
            for fragment in sorted(fragments(messages)):
                opened.ask(screen, query, fragment=fragment)
                sent += told(opened.until_drawn())
        yield f"page {screen}", sent.decode("utf-8", "replace")


def fetched(port: int, path: str) -> bytes:
    """The answer of the server; nothing where it says that there is none."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/{path.removeprefix('./')}", timeout=30) as answer:
            assert answer.status == 200
            return bytes(answer.read())
    except HTTPError as error:
        return b"" if error.code == 404 else error.reason.encode()


def pieces_of(*pictures: bytes) -> set[bytes]:
    """Every sixteen bytes of pictures, one beside the other, without the heads that others have too."""
    return {it[at : at + MANY] for it in pictures for at in range(HEAD, len(it) - MANY, MANY)}


def holds_any(content: bytes, pieces: set[bytes]) -> bool:
    return any(content[at : at + MANY] in pieces for at in range(len(content) - MANY + 1))


def test_a_removal_reaches_every_copy(
    database: Path, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATABASE_VARIABLE, str(database))
    held = library.ledger.moment("causeway").journal.files[0]
    stored = b"".join(library.ledger.files.read(library.ledger.find("causeway").id, held.digest))
    library.close()
    before = dict(documents(tmp_path / "before"))
    pictured = {it for it, text in before.items() if "<picture>" in text}
    assert pictured == {"html", "pdf", "epub"}
    with served(database, free_port(), tmp_path) as port:
        drawn = dict(pages(port))
        before |= drawn
        assert {it for it, text in before.items() if WORDS not in text.lower()} == set()
        addresses = set(re.findall(rf"\./files/causeway/{held.digest}[^\s\"'<>&\\)]*", "".join(drawn.values())))
        small = [it for it in addresses if re.search(r"/\d+\?", it)]
        assert small
        sent = [fetched(port, it) for it in addresses]
        assert all(sent)
        pieces = pieces_of(stored, *sent)
        assert holds_any(database.read_bytes(), pieces)
        with page(port, {}) as open_now:
            assert (
                WORDS in told(open_now.draw("chronicle", "campaign=causeway")).decode("utf-8", "replace").lower()
            )

            remove("files", "causeway", "1", "--remove", "--reason", "Somebody asked")
            remove("remove", "causeway", "--text", "Zennor", "--parts", "--reason", "Somebody asked")

            again = told(open_now.draw("chronicle", "campaign=causeway"))
        assert not any(fetched(port, it) for it in addresses)
        after = dict(documents(tmp_path / "after")) | dict(pages(port))
    after["page drawn again"] = again.decode("utf-8", "replace")
    lying = b"".join(it.read_bytes() for it in database.parent.glob(f"{database.name}*"))
    after["the file"] = lying.decode("utf-8", "replace")
    for name, text in after.items():
        left = [it for it in (WORDS, PICTURE, held.digest, "<picture>") if it in text.lower()]
        assert not left, (name, left)
    made = [it for it in (tmp_path / "after").rglob("*") if it.is_file()]
    assert len(made) > 4
    assert not [it for it in made if holds_any(it.read_bytes(), pieces)]
    assert not holds_any(lying, pieces)
    assert not [*tmp_path.rglob("*.part")]
    campaign("verify", "causeway")


@pytest.mark.parametrize(("whom", "may"), [("gm", ["gm"]), ("bo", ["bo", "gm"])])
def test_documents_leave_out_a_picture_that_was_narrowed_to_somebody_else(
    database: Path, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whom: str, may: list[str]
) -> None:
    monkeypatch.setenv(DATABASE_VARIABLE, str(database))
    library.close()

    def pictured(kind: str) -> dict[str, bool]:
        """For each reader, is the picture or a word of it in their document."""
        shown: dict[str, bool] = {}
        for reader in ("reader", "bo", "gm"):
            file = tmp_path / f"{reader}.{kind}"
            campaign("chronicle", "causeway", "--as", reader, "-o", str(file))
            text = read_back(file)
            assert WORDS in text.lower()
            assert ("This is what Bo may know." in " ".join(text.split())) is (reader == "bo")  # no id of a seat
            shown[reader] = "<picture>" in text
            assert (PICTURE in text.lower()) is shown[reader], (kind, reader)
        return shown

    for kind in ("html", "pdf", "epub"):
        assert pictured(kind) == {"reader": True, "bo": True, "gm": True}
    for number in ("1", "2"):
        campaign("files", "causeway", number, "--audience", whom, "--caption", "Gullwing", "--alt", "Gullwing")
    for kind in ("html", "pdf", "epub"):
        assert [reader for reader, it in pictured(kind).items() if it] == may, kind


def test_a_picture_that_was_narrowed_is_in_nothing_that_others_read(
    database: Path, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATABASE_VARIABLE, str(database))
    library.close()

    def told_to(whom: str, folder: Path) -> set[str]:
        """The documents and lists in which somebody reads of the picture, or sees it."""
        folder.mkdir()
        found = {}
        for kind in ("html", "pdf", "epub"):
            campaign("chronicle", "causeway", "--as", whom, "-o", str(folder / f"book.{kind}"))
            found[kind] = read_back(folder / f"book.{kind}")
        for view in ("log", "files"):
            found[view] = campaign(view, "causeway", "--as", whom)
        if whom != "gm":
            found["find"] = campaign("find", "Gullwing", "--as", whom, "--json").partition('"hits"')[2]
        return {it for it, text in found.items() if PICTURE in text.lower() or "<picture>" in text}

    everywhere = {"html", "pdf", "epub", "log", "files"}
    assert told_to("bo", tmp_path / "before") == everywhere | {"find"}
    for number in ("1", "2"):
        campaign("files", "causeway", number, "--audience", "gm")
    assert told_to("bo", tmp_path / "after") == set()
    assert told_to("gm", tmp_path / "after-gm") == everywhere
