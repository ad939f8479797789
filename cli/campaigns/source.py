"""`source`: where an entry of logged play stood in the other tool, and the piece itself."""

from contextlib import suppress
from pathlib import Path

from cli.options import Options
from cli.outcome import usage_error
from cli.printing import as_json, say
from domain.kernel.logged.chapters.entries import EntryLogged
from exchange.imports.entries import NotTaken
from exchange.imports.folders import source_at
from exchange.imports.kept_source import kept_piece
from exchange.imports.source import Clock, ImportFile
from exchange.imports.texts import verbatim
from ledger.logged import intake_at


def source(options: Options, campaign: str, position: int, file: str | None) -> None:
    """Print where an entry stood, and the piece of the file that is kept, or of `file`. Raises `CommandFailed`."""
    with options.existing() as library:
        handle = library.ledger.open(library.ledger.find(campaign).slug)
        record = next((it for it, _moment in handle.line(position, position - 1) if it.position == position), None)
        event = record.event if record else None
        if not isinstance(event, EntryLogged):
            raise usage_error(f"Record {position} is no entry that was taken in.")
        intake = intake_at(handle, position)
        kept = kept_piece(library.ledger, handle.entry.id, intake, event) if intake and not file else None
    piece = _piece(Path(file), event, intake.sum if intake else "") if file else kept and verbatim(kept)
    told = {
        "position": position,
        "file": intake.file if intake else "",
        "sum": intake.sum if intake else "",
        "place": event.place,
        "id": event.source_id,
        "fidelity": event.fidelity,
        "kept": intake is not None and intake.blob is not None,
        "piece": piece,
    }
    if options.json:
        as_json(told)
        return
    say(f"{told['file']}, {event.place}: {event.source_id}, {event.fidelity.value}. SHA-256 {told['sum']}.")
    if piece is not None:
        say(piece)


def _piece(file: Path, event: EntryLogged, sum: str) -> str:
    """The bytes of an entry in the file it came from. Raises `CommandFailed` for another file."""
    if not file.exists():
        raise usage_error(f"There is no file {file}.")
    for both in (False, True):
        with suppress(NotTaken), source_at(file, Clock(), both=both) as source:
            if source.sum == sum:
                return _piece_in(source, event)
    raise usage_error(f"{file} is another file, or another version: its SHA-256 differs.")


def _piece_in(source: ImportFile, event: EntryLogged) -> str:
    inner = next((it for it in source.inner if event.place.startswith(f"{it.name}, ")), source)
    if event.span is None or inner.inner:
        raise usage_error(f"Of this entry no place among the bytes is known: look at {event.place}.")
    return verbatim(inner.piece(event.span.start, event.span.length))
