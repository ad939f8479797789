"""Places that files are written to, as they were typed."""

from pathlib import Path

from cli.outcome import usage_error


def place_to_write(file: str) -> Path:
    """The place a file goes to. Raises `CommandFailed` where nothing can be written."""
    if "\0" in file:
        raise usage_error("No file can have that name.")
    place = Path(file)
    if not place.absolute().parent.is_dir():
        raise usage_error(f"There is no folder {place.absolute().parent} to write into.")
    return place
