"""Files that every page needs: named in the page before they are asked for, answered small and from memory."""

import gzip
import re
from pathlib import Path

import pytest
from starlette.datastructures import Headers
from streamlit.file_util import get_static_dir

from dashboard.asgi import STATIC
from dashboard.index_page import PARTS, index_page
from dashboard.static_files import FOR_GOOD, StaticFolder
from exchange.documents.html.font_faces import FACES


def test_the_page_names_the_code_of_its_parts_and_its_fonts_once_each() -> None:
    page = "".join(index_page())
    linked = re.findall(r'<link rel="(?:module)?preload"[^>]*?href="\./([^"]+)"', page)
    assert len(linked) == len(set(linked))
    for part in PARTS:
        assert any(re.match(rf"static/js/{part}\.", it) for it in linked), f"Streamlit has no module {part}"
    named = re.findall(r'url\("\./([^"]+)"\)', page)
    for it in {*linked, *named}:
        found = [folder.answer(f"/{it}", "GET", Headers()) for folder in STATIC]
        assert any(found), f"nothing answers {it}"
    assert sum(it.startswith("app/static/fonts/") for it in linked) == len(FACES)


def test_a_file_is_sent_whole_or_made_smaller_as_the_browser_takes_it() -> None:
    folder = next(it for it in STATIC if isinstance(it, StaticFolder))
    file = next(Path(get_static_dir(), "static", "js").glob("index.*.js"))
    path, plain = f"/static/js/{file.name}", file.read_bytes()
    whole = folder.answer(path, "GET", Headers())
    small = folder.answer(path, "GET", Headers({"accept-encoding": "br, gzip"}))
    assert whole is not None
    assert small is not None
    assert whole.body == plain
    assert "content-encoding" not in whole.headers
    assert gzip.decompress(bytes(small.body)) == plain
    assert len(small.body) < len(plain) / 2
    assert small.headers["cache-control"] == FOR_GOOD
    assert small.headers["vary"] == "accept-encoding"


OUTSIDE = ("../secret.txt", "..%2Fsecret.txt", "/etc/passwd", "", ".", "link.txt", "nothing")


@pytest.mark.parametrize("name", OUTSIDE)
def test_nothing_outside_the_folder_is_given(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.txt").write_text("kept", "utf-8")
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "link.txt").symlink_to(tmp_path / "secret.txt")
    folder = StaticFolder("/static/js/", tmp_path / "code", hashed=True)
    assert folder.answer(f"/static/js/{name}", "GET", Headers()) is None


def test_a_part_of_a_file_and_other_methods_are_left_to_streamlit(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("1", "utf-8")
    folder = StaticFolder("/static/js/", tmp_path, hashed=False)
    assert folder.answer("/static/js/a.js", "HEAD", Headers()) is not None
    assert folder.answer("/static/js/a.js", "POST", Headers()) is None
    assert folder.answer("/static/js/a.js", "GET", Headers({"range": "bytes=0-1"})) is None
    assert folder.answer("/elsewhere/a.js", "GET", Headers()) is None
