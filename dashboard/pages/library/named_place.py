"""Files and folders of this computer, as people name them in a field."""

from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from exchange.imports.entries import NotTaken

MOST_NAMED = 200
"""Characters of a place that is not there, as it is said again."""


def place_called(words: str) -> Path:
    """The file or folder of this computer that these words name, as people copy them: in quotes, as an address,
    or from `~`. Raises `NotTaken`.
    """
    named = words.strip().strip("\"'")
    if named.startswith("file://"):
        named = url2pathname(urlsplit(named).path)
    with suppress(OSError, RuntimeError, ValueError):  # too long, not to be looked into, nobody's home, no name
        place = Path(named).expanduser()
        if place.is_file() or place.is_dir():  # no device and no pipe, which have no end
            return place
    raise NotTaken(f"There is no file or folder {named[:MOST_NAMED]} on this computer that could be read.")
