"""A removal followed to every copy that there is: documents, read models, pages, files and the archive."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from zipfile import ZipFile

import anyio
import httpx
import pytest
from PIL import Image
from pypdf import PdfReader
from starlette.routing import Router
from streamlit.testing.v1 import AppTest
from typer.testing import CliRunner

from cli.app import app as command_line
from dashboard.files import serving
from dashboard.files.addresses import file_address
from dashboard.files.routes import ROUTES
from dashboard.ui.open_ledger import library as opened_by_pages
from domain.kernel.people import Asker, Role
from domain.kernel.terms import PersonId
from tests.dashboard.conftest import drawn
from tests.dashboard.nights import Night, whole_night
from wiring.library import Library

Visit = Callable[..., AppTest]
WORDS, PICTURE = "zennor", "gullwing"
"""The one stands in every kind of text there is, the other wherever the picture is named."""
SPOKEN = "WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v Bo>Nobody leaves Zennor.\n"


def campaign(*words: str) -> str:
    ran = CliRunner().invoke(command_line, list(words), prog_name="campaign")
    assert ran.exit_code == 0, (words, ran.stderr)
    return ran.stdout


@pytest.fixture
def night(library: Library, tmp_path: Path) -> Night:
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
    return night


def remove(*asked: str) -> None:
    told = json.loads(campaign(*asked, "--json"))
    campaign(*asked, "--confirm", told["confirm"])


def read_back(file: Path) -> str:
    """The words of a document, and a mark for each picture that is drawn in it."""
    if file.suffix == ".pdf":
        pages = PdfReader(file).pages
        return " ".join(
            [*(page.extract_text() for page in pages), *("<picture>" for it in pages for _ in it.images)]
        )
    if file.suffix == ".epub":
        with ZipFile(file) as archive:
            texts = [archive.read(it).decode() for it in archive.namelist() if not it.endswith((".jpg", ".png"))]
            return " ".join([*texts, *("<picture>" for it in archive.namelist() if it.endswith((".jpg", ".png")))])
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


def everything_drawn(app: AppTest) -> str:
    """All that a page sends to its browser."""
    assert not app.exception
    return drawn(app) + "".join(str(it.proto) for it in app.main) + "".join(str(it.proto) for it in app.sidebar)


def answered(path: str) -> int:
    """The status that the routes of files answer a browser on this computer with."""

    async def ask() -> int:
        transport = httpx.ASGITransport(Router(ROUTES))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as browser:
            return (await browser.get(path)).status_code

    return anyio.run(ask)


def stored(database: Path) -> bytes:
    return b"".join(it.read_bytes() for it in database.parent.glob(f"{database.name}*"))


def test_a_removal_reaches_every_copy(night: Night, visit: Visit, tmp_path: Path) -> None:
    held = night.library.ledger.moment("causeway").journal.files[0]
    kept = night.library.ledger.files
    sent = b"".join(kept.read(night.library.ledger.find("causeway").id, held.digest))
    before = dict(documents(tmp_path / "before"))
    pages = {name: visit(name, campaign="causeway") for name in ("chronicle", "replay", "table")}
    pages["find"] = visit("search", q="Zennor")
    assert opened_by_pages().ledger is not night.library.ledger, "the pages are another program"
    small = file_address("causeway", held.digest, Asker(PersonId("gm"), Role.GM), 64, address="").removeprefix(".")
    assert answered(small) == 200
    assert any(held.digest in key for key in serving._small)
    pictured = {it for it, text in before.items() if "<picture>" in text}
    assert pictured == {"html", "pdf", "epub"}
    worded = {it for it, text in before.items() if WORDS in text.lower()}
    assert worded == set(before), set(before) - worded
    for name, page in pages.items():
        assert WORDS in everything_drawn(page).lower(), name

    remove("files", "causeway", "1", "--remove", "--reason", "Somebody asked")
    remove("remove", "causeway", "--text", "Zennor", "--parts", "--reason", "Somebody asked")

    after = dict(documents(tmp_path / "after"))
    after |= {f"page {name}": everything_drawn(page.run()) for name, page in pages.items()}
    after["stored"] = stored(tmp_path / "campaigns.sqlite3").decode("utf-8", "replace")
    for name, text in after.items():
        left = [it for it in (WORDS, PICTURE, held.digest, "<picture>") if it in text.lower()]
        assert not left, (name, left)
    for file in (tmp_path / "after").rglob("*"):
        assert not file.is_file() or sent[60:160] not in file.read_bytes(), file
    assert sent[60:160] not in stored(tmp_path / "campaigns.sqlite3")
    assert answered(small) == 404
    assert not any(held.digest in key for key in serving._small)
    campaign("verify", "causeway")
