"""Sample files of other tools, and taking them in."""

from collections.abc import Callable
from pathlib import Path

from exchange.imports.entries import Said
from exchange.imports.importing import Report, import_file, people_of
from exchange.imports.mapping import Mapping, guessed
from exchange.imports.recognising import format_of
from exchange.imports.source import Clock, ImportFile
from exchange.imports.spool import Spool, spooled
from exchange.imports.survey import survey
from ledger.ledger import Ledger

FILES = Path(__file__).parents[1] / "ledger" / "intake" / "files"
SAMPLES = sorted(it.name for it in FILES.iterdir() if it.name not in ("README.md", "foundry-users.db"))


def spool_of(path: Path, clock: Clock | None = None) -> Spool:
    """A file, read."""
    source = ImportFile(path, path.name, clock or Clock())
    return spooled(source, format_of(source))


def entries_of(path: Path | str) -> list[Said]:
    """The entries of a file, or of a sample by its name, in the order of time."""
    with spool_of(FILES / path) as spool:
        return list(spool)


def taken_in(
    ledger: Ledger,
    path: Path,
    change: Callable[[Mapping], None] = lambda mapping: None,
    clock: Clock | None = None,
    **how: bool,
) -> Report:
    """Take a file in with what is guessed, changed as the test wants it."""
    with spool_of(path, clock) as spool:
        found = survey(spool)
        mapping = guessed(spool, found, "salt", people_of(ledger, "salt"))
        change(mapping)
        return import_file(ledger, spool, found, mapping, **how)
