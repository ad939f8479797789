"""`backup` and `restore`: the whole ledger as one file, and back."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from cli.interrupt import between_steps
from cli.options import Options
from cli.outcome import CommandFailed, Status, usage_error
from cli.output_files import place_to_write
from cli.printing import as_json, say
from cli.progress import Advance, bar
from ledger.care import backup
from ledger.care.raw_copy import back_up_as_is
from ledger.care.stand_in import is_missing
from ledger.ledger import Ledger
from ledger.upkeep import note_backup
from wiring.library import database_url, games, open_library


def back_up(options: Options, file: str, *, as_is: bool) -> None:
    """Copy the ledger and say what is in the copy."""
    place = place_to_write(file)
    if as_is:
        with options.existing() as library, bar("Copying") as moved:
            back_up_as_is(library.ledger, place, _opened, moved)
        if options.json:
            as_json({"file": file, "as_is": True})
            return
        say(f"Copied to {file} with whatever damage it has. Nothing of it was checked.")
        say(f"`campaign --database {file} repair` can work on it; `campaign restore` takes no damaged copy.")
        return
    with options.existing() as library, bar("Copying and checking") as moved:
        copied = backup.back_up(library.ledger, place, _opened, moved, moved)
    note_backup(database_url(options.database), copied.records)
    _tell(options, copied, file, f"written to {file}")


def restore(options: Options, file: str) -> None:
    """Put a copy back and say what came of it."""
    place = Path(file)
    if not place.is_file():
        raise usage_error(f"There is no file {file}.")
    copied: backup.Copied | None = None
    try:
        with between_steps() as interrupted, backup.opened_backup(place, _opened) as (copy, manifest):
            library = open_library(options.database)
            try:
                with bar("Checking and restoring") as moved:
                    heard = partial(_moved, moved, interrupted)
                    copied = backup.restore(copy, library.ledger, heard, heard, manifest=manifest)
                for entry in library.ledger.campaigns():
                    if is_missing(library.ledger, entry):
                        continue  # its game is not here: its rows are made when it is
                    with bar(f"Reading {entry.slug}") as read:
                        library.views.catch_up(entry.slug, partial(_moved, read, interrupted, of=None))
            finally:
                library.close()
        _tell(options, copied, file, f"restored from {file}")
    except KeyboardInterrupt:
        kept = "Everything is restored" if copied else "Nothing was restored"
        raise CommandFailed(Status.INTERRUPTED, f"Stopped. {kept}.") from None


def _moved(advance: Advance, interrupted: Callable[[], None], done: int, of: int | None) -> None:
    """Move the bar on; a Ctrl-C is heard there."""
    advance(done, of)
    interrupted()


def _opened(address: str) -> Ledger:
    return Ledger(games(), {"SQLALCHEMY_URL": database_url(address)})


def _tell(options: Options, copied: backup.Copied, file: str, what: str) -> None:
    if options.json:
        as_json({"file": file, "campaigns": copied.campaigns, "records": copied.records})
        return
    campaigns = "campaign" if copied.campaigns == 1 else "campaigns"
    say(f"{copied.campaigns} {campaigns} with {copied.records} records {what}.")
    if "restored" not in what:
        say("Every record of the copy was checked. Keep it on another disk.")
    elif not copied.known:
        say("It was made by an older program and does not say how far its campaigns went: a receipt can tell.")
