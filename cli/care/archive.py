"""`export` and `import`: a campaign as an archive, and back."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from cli.interrupt import between_steps
from cli.options import Options
from cli.outcome import CommandFailed, Status, broken, usage_error
from cli.output_files import place_to_write
from cli.printing import as_json, counted, line, remark, say
from cli.progress import bar
from cli.viewer import recipient_of
from exchange.archive.checking import SoundRecords, check
from exchange.archive.layout import FileIs, TitlePage
from exchange.archive.opening import opened
from exchange.archive.storing import IN_WORDS, RestoreOutcome, store
from exchange.archive.writing import WrittenArchive, write_archive
from exchange.archive.zips import Progress
from exchange.documents.campaign.telling import text_up_to
from ledger.care.stand_in import readable
from projections.audiences import audience_of
from wiring.library import games


def export(options: Options, campaign: str, file: str, who: str | None, *, without_files: bool) -> None:
    """Write a campaign to a file or folder and say what was written."""
    place = place_to_write(file)
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        told_to = audience_of(recipient_of(library, slug, who))
        with (
            readable(library.ledger, slug) as ledger,
            _or_nothing(file),
            between_steps() as interrupted,
            _bar(f"Exporting {slug}", interrupted) as progress,
        ):
            written = write_archive(
                ledger,
                slug,
                place,
                chronicle=lambda head: text_up_to(ledger, slug, head, told_to),
                told_to=told_to,
                without_files=without_files,
                progress=progress,
            )
    if options.json:
        as_json(_written_json(written))
        return
    title = written.title
    say(f"{line(title.title)}: {_how_much(title)}, written to {file}.")
    say(f"Receipt, to keep elsewhere: {_receipt(title)}")
    if title.files:
        say(f"Files: {_files_said(title)}.")
    remark("The records in it hold everything, also what is for the GM's eyes only.")


@contextmanager
def _or_nothing(file: str) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        raise CommandFailed(Status.INTERRUPTED, "Stopped. Nothing was written.") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise broken(f"{file} could not be written: {reason}. Nothing is left of it.") from error


def _written_json(written: WrittenArchive) -> dict[str, object]:
    title = written.title
    return {
        "campaign": title.slug,
        "id": title.campaign,
        "file": str(written.place),
        "bytes": written.size,
        "records": title.records,
        "rulings": title.rulings,
        "head_seal": title.head_seal,
        "receipt": _receipt(title),
        "files": title.files or {},
        "chronicle_tells": title.told_to,
    }


def _files_said(title: TitlePage) -> str:
    states = Counter((title.files or {}).values())
    return ", ".join(f"{states[state]} {said}" for state, said in _FILES.items() if states[state])


_FILES: dict[FileIs, str] = {"here": "in it", "left out": "left out", "removed": "removed before"}


def _how_much(title: TitlePage) -> str:
    return f"{counted(title.records, 'record')} in {counted(title.rulings, 'ruling')}"


def _receipt(title: TitlePage) -> str:
    return str(title.receipt.shortened(16))


def take_in(options: Options, file: str) -> None:
    """Take an archive into the ledger and say what became of it."""
    place = Path(file)
    if not (place.is_file() or place.is_dir()):
        raise usage_error(f"There is no file or folder {file}.")
    outcome: RestoreOutcome | None = None
    try:
        with between_steps() as interrupted, ExitStack() as unpacked:
            with _bar("Unpacking", interrupted) as progress:
                archive = unpacked.enter_context(opened(place, progress))
            with _bar(f"Checking {archive.title.slug}", interrupted) as progress:
                sound = check(archive, games(), progress)
            with options.library() as library:
                with _bar(f"Storing {sound.entry.slug}", interrupted) as progress:
                    outcome = store(library.ledger, sound, progress)
                with _bar(f"Reading {sound.entry.slug}", interrupted) as progress:
                    library.views.catch_up(sound.entry.slug, lambda done: progress(done, sound.title.records))
        _tell(options, sound, outcome)
    except KeyboardInterrupt:
        kept = "The campaign is stored whole" if outcome is RestoreOutcome.STORED else "Nothing was stored"
        raise CommandFailed(Status.INTERRUPTED, f"Stopped. {kept}.") from None


@contextmanager
def _bar(what: str, interrupted: Callable[[], None]) -> Iterator[Progress]:
    """A bar that a Ctrl-C is heard at."""
    with bar(what) as moved:

        def progress(done: int, total: int) -> None:
            moved(done, total)
            interrupted()

        yield progress


def _tell(options: Options, sound: SoundRecords, outcome: RestoreOutcome) -> None:
    title = sound.title
    if options.json:
        as_json(
            {
                "campaign": title.slug,
                "id": title.campaign,
                "game": title.game,
                "outcome": outcome,
                "records": title.records,
                "rulings": title.rulings,
                "head_seal": title.head_seal,
                "receipt": _receipt(title),
            }
        )
        return
    say(f"{title.slug} {IN_WORDS[outcome]}: {_how_much(title)}.")
    if title.files:
        say(f"Files: {_files_said(title)}.")
    say(f"Receipt: {_receipt(title)}")
