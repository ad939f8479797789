"""`repair`: a damaged ledger made fit to be played on."""

from contextlib import nullcontext
from pathlib import Path

from cli.options import Options, sqlite_file
from cli.outcome import CommandFailed, Status, usage_error
from cli.printing import as_json, say
from ledger.care.repair.from_backup import files_in, records_in
from ledger.care.repair.on_server import repair_server
from ledger.care.repair.repairing import Repair, Repaired, repair_file
from ledger.ledger import Ledger
from projections.read_models import ReadModels
from wiring.library import database_url, games


def repair(options: Options, campaign: str | None, backup: str | None, *, dry_run: bool) -> None:
    """Mend the ledger and say what was done; ends with status 1 when something is wrong all the same."""
    url = database_url(options.database)
    file = sqlite_file(url)
    if url.startswith("sqlite") and file is None:
        raise usage_error("A ledger in memory is gone when its program ends: there is nothing to repair.")
    if file is not None and not file.is_file():
        raise usage_error(f"There is no ledger at {file}.")
    if backup is not None and not Path(backup).is_file():
        raise usage_error(f"There is no file {backup}.")
    with (
        records_in(Path(backup)) if backup else nullcontext() as kept,
        files_in(Path(backup)) if backup else nullcontext() as files,
    ):
        how = Repair(games=games(), backup=kept, files=files, dry_run=dry_run, only=campaign, beside=_can_be_read)
        done = repair_file(how, file) if file is not None else repair_server(how, url)
    _tell(options, done, dry_run=dry_run)
    if done.problems:
        raise CommandFailed(Status.BROKEN, f"Not everything could be mended. {done.problems[0]}")


def _can_be_read(ledger: Ledger) -> bool:
    """True if the read models can be made use of; what is only wrong in them is for `rebuild`."""
    views = ReadModels(ledger)
    for entry in ledger.campaigns():
        views.catch_up(entry.slug)
    return True


def _tell(options: Options, done: Repaired, *, dry_run: bool) -> None:
    copy = str(done.copy) if done.copy else None
    if options.json:
        as_json({"dry_run": dry_run, "done": done.done, "problems": done.problems, "copy": copy})
        return
    if not done.done and not done.problems:
        say("The ledger is sound: there is nothing to repair.", style="green")
        return
    if dry_run:
        say("This is what would be done. Nothing was changed.", style="yellow")
    for each in done.done:
        say(each)
    for each in done.problems:
        say(each, style="red")
    if copy:
        say(f"The ledger as it was lies at {copy}.")
