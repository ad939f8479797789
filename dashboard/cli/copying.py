"""`backup` and `restore`: the whole ledger as one file, and back."""

from pathlib import Path

from dashboard.cli.asked import Asked
from dashboard.cli.outcome import wrong_words
from dashboard.cli.printing import as_json, say
from dashboard.cli.progress import bar
from dashboard.wiring import database_url, games, open_library
from ledger import backup
from ledger.ledger import Ledger
from ledger.recorder.address import Address


def back_up(asked: Asked, file: str) -> None:
    """Copy the ledger and say what is in the copy."""
    place = Path(file)
    if not place.absolute().parent.is_dir():
        raise wrong_words(f"There is no folder {place.absolute().parent} to write into.")
    with asked.existing() as library, bar("Copying") as moved:
        copied = backup.back_up(library.ledger, place, _opened, moved)
    _tell(asked, copied, file, f"written to {file}")


def restore(asked: Asked, file: str) -> None:
    """Put a copy back and say what came of it."""
    place = Path(file)
    if not place.is_file():
        raise wrong_words(f"There is no file {file}.")
    copy = _opened(Address(place.absolute(), read_only=True).text)
    try:
        library = open_library(asked.database)
        try:
            with bar("Restoring") as moved:
                copied = backup.restore(copy, library.ledger, moved)
            for entry in library.ledger.campaigns():
                with bar(f"Reading {entry.slug}") as moved:
                    library.views.catch_up(entry.slug, lambda done: moved(done, None))
        finally:
            library.close()
    finally:
        copy.close()
    _tell(asked, copied, file, f"restored from {file}")


def _opened(address: str) -> Ledger:
    return Ledger(games(), {"SQLALCHEMY_URL": database_url(address)})


def _tell(asked: Asked, copied: backup.Copied, file: str, what: str) -> None:
    if asked.json:
        as_json({"file": file, "campaigns": copied.campaigns, "records": copied.records})
        return
    campaigns = "campaign" if copied.campaigns == 1 else "campaigns"
    say(f"{copied.campaigns} {campaigns} with {copied.records} records {what}.")
    say("`campaign verify` checks every record of it." if "restored" in what else "Keep it on another disk.")
