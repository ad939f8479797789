"""The page that every screen is opened with: Streamlit's own, told where its server is and what it needs next.

By itself it looks below the address it was opened at first, is answered "not found" at every screen but one, and
asks for the code of the parts of a page only when they have come. It could be given its settings here as well, and
would open its socket without asking for them: then whoever signs in comes back to the session of nobody.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from streamlit.file_util import get_static_dir

from dashboard.ui.browser_components import script
from dashboard.ui.look import stylesheet
from exchange.documents.html.font_faces import FACES, font_faces

FIRST = files("dashboard") / "ui/styles/first.css"
"""Rules that must hold before the style of the pages is put on."""
NAVIGATION = files("dashboard") / "ui/scripts/_navigation.js"
"""Script that must hear of Back and Forward before Streamlit's own code does."""
CONNECTION = files("dashboard") / "ui/scripts/_connection.js"
"""Script that hears of the socket before Streamlit's own code opens it, and says in words that it was lost."""
PARTS = ("Html", "ButtonGroup", "BidiComponent")
"""Streamlit's modules that draw what stands on every screen. It loads them when the first of each has come."""
_HEAD, _END, _BODY = "<head>", "</head>", "<body>"
# The folder of the page's address: where the page looks for its own code as well, also behind a proxy's prefix.
_SERVER = '<script>window.__streamlit = { BACKEND_BASE_URL: new URL(".", location.href).href };</script>'
_IMPORTED = re.compile(r"""(?:from|import)\s*["']\./([\w.-]+\.js)["']""")


def is_screen(path: str) -> bool:
    """Tell the address of a screen from that of a file."""
    return path.count("/") == 1 and "." not in path


@cache
def index_page() -> tuple[str, str]:
    """The page up to where its body begins, and the rest. It is the same for everybody and at every screen."""
    folder = Path(get_static_dir())
    page = (folder / "index.html").read_text("utf-8")
    links = (*_modules_ahead(folder, page), *_made_ahead(), *_fonts_ahead(folder))
    style = f"<style>{font_faces(_font)}{FIRST.read_text('utf-8')}</style>"
    ahead = "".join(f"\n    {it}" for it in (*links, style))
    first = _SERVER + "".join(f"<script>{it.read_text('utf-8')}</script>" for it in (NAVIGATION, CONNECTION))
    whole = page.replace(_HEAD, _HEAD + first, 1).replace(_END, f"{ahead}\n  {_END}", 1)
    before, body, after = whole.partition(_BODY)
    return before + body, after


def _modules_ahead(folder: Path, page: str) -> Iterator[str]:
    """Links to the modules of `PARTS` and to what they import, without those that the page has already."""
    wanted = [file.name for part in PARTS for file in (folder / "static" / "js").glob(f"{part}.*.js")]
    for name in _with_imports(folder / "static" / "js", wanted):
        if name not in page:
            yield f'<link rel="modulepreload" crossorigin href="./static/js/{name}">'


def _with_imports(folder: Path, names: Iterable[str]) -> list[str]:
    found: dict[str, None] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        if name not in found and (folder / name).is_file():
            found[name] = None
            waiting += _IMPORTED.findall((folder / name).read_text("utf-8"))
    return list(found)


def _made_ahead() -> Iterator[str]:
    """Links to the style of the pages and to the script of their parts."""
    yield f'<link rel="preload" as="style" href="{stylesheet().address}">'
    yield f'<link rel="modulepreload" crossorigin href="{script().address}">'


def _fonts_ahead(folder: Path) -> Iterator[str]:
    """Links to the fonts of the first screenful: the plain range of each face, and Streamlit's signs."""
    signs = [
        f"./static/media/{file.name}" for file in (folder / "static" / "media").glob("MaterialSymbols-*.woff2")
    ]
    for address in (*(_font(f"{face[3].format('latin')}.woff2") for face in FACES), *signs):
        yield f'<link rel="preload" as="font" type="font/woff2" crossorigin href="{address}">'


def _font(name: str) -> str:
    return f"./app/static/fonts/{name}"
