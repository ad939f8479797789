"""`files --remove`: a file taken out for good, after a look at what would go, and its transcript with it."""

from cli.campaigns.files import belongs_to, file_json, one_file, say_it_stays
from cli.campaigns.rulings import answer_json, refuse
from cli.options import Options
from cli.printing import as_json, counted, remark, say
from cli.viewer import asker_called, viewer_of
from domain.kernel.journal.attached.state import AttachedFile
from domain.kernel.journal.attached.terms import FileRole
from ledger.answers import Refused, Ruled
from ledger.care.file_removal import remove_file
from ledger.care.redaction import NotAsShown, purge
from projections.transcripts.moments import transcripts_with
from wiring.library import Library

_CODE = 8


def remove(
    options: Options,
    campaign: str,
    number: int,
    reason: str,
    confirm: str | None,
    by: str | None,
    *,
    with_transcript: bool = False,
) -> None:
    """Say what would be taken out; or with the code of that, take it out for good."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        it, files = one_file(library, slug, number, None), library.ledger.moment(slug).journal.files
        recording = it.role is FileRole.RECORDING
        transcripts = transcripts_with(files, it, viewer_of(library, slug, None)) if recording else []
        going = [it, *transcripts] if with_transcript else [it]
        code = "".join(each.digest[:_CODE] for each in going)
        same = [each for each in files if each.digest in {every.digest for every in going}]
        if confirm is None:
            _would_go(options, library, slug, same, code)
        elif confirm != code:
            raise NotAsShown("This is not the file that was shown under that code. Nothing was changed.")
        else:
            _take_out(
                options, library, slug, [each.number for each in going], [it.number for it in same], reason, by
            )
        for each in () if with_transcript else transcripts:
            say_it_stays(library, slug, each, "take it out as well")


def _take_out(
    options: Options,
    library: Library,
    slug: str,
    numbers: list[int],
    same: list[int],
    reason: str,
    by: str | None,
) -> None:
    changed: list[int] = []
    answers: list[Ruled] = []
    for number in numbers:
        done = remove_file(library.ledger, slug, number, reason=reason, by=asker_called(library, slug, by))
        if isinstance(done, Refused):
            refuse(done)
        changed += done.positions
        answers.append(done.answer)
        library.views.catch_up(slug)
    purged = purge(library.ledger)
    answer = answers[-1]
    if options.json:
        told = {"campaign": slug, "removed": same, "changed": changed}
        as_json({**told, "purged": purged, **answer_json(answer)})
        return
    say(f"Removed from {slug}, as record {answer.records[0].position} says.")
    remark(
        "Backups, archives, printed books and other copies made before still hold it; "
        "start running dashboards again."
    )
    if not purged:
        remark("PostgreSQL keeps old rows until its owner runs VACUUM FULL, and its archived log longer.")


def _would_go(options: Options, library: Library, slug: str, same: list[AttachedFile], code: str) -> None:
    if options.json:
        as_json({"campaign": slug, "removed": [], "would_go": [file_json(it) for it in same], "confirm": code})
        return
    for it in same:
        say(f"File {it.number}, {it.name}, would be taken out: it is attached to {belongs_to(library, slug, it)}.")
    say(
        f"{counted(len(same), 'file')} of the same bytes. Nothing was changed. To take out exactly this, ask "
        f"again with --confirm {code}: it cannot be had back."
    )
