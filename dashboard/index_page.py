"""The page that every screen is opened with: Streamlit's own, told where its server is.

By itself it looks below the address it was opened at first, and is answered "not found" at every screen but one.
"""

from functools import cache
from pathlib import Path

from streamlit.file_util import get_static_dir

_HEAD = "<head>"
# The folder of the page's address: where the page looks for its own code as well, also behind a proxy's prefix.
_SERVER = '<script>window.__streamlit = { BACKEND_BASE_URL: new URL(".", location.href).href };</script>'


def is_screen(path: str) -> bool:
    """Tell the address of a screen from that of a file."""
    return path.count("/") == 1 and "." not in path


@cache
def index_page() -> str:
    """The page. It is the same for everybody and at every screen."""
    page = (Path(get_static_dir()) / "index.html").read_text("utf-8")
    return page.replace(_HEAD, _HEAD + _SERVER, 1)
