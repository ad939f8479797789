"""`verify` and `rebuild`: whether a ledger is whole, and its read models anew."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from cli.campaigns.rulings import sealed_json
from cli.options import Options
from cli.outcome import CommandFailed, Status, usage_error
from cli.parallel import Step, by_hundreds, on_all_cores
from cli.printing import as_json, cell, counted, remark, rows, say, table
from ledger.care.inspection import Inspected, LedgerFault, inspect
from ledger.care.kept_files import FileFound
from ledger.care.rebuild_index import rebuild_index, rebuild_snapshots_of
from ledger.care.stand_in import is_missing
from ledger.care.verify import Problem, Verified, Verifier
from ledger.log.receipts import Receipt
from ledger.logged import not_all_taken_in, unfinished_in
from ledger.upkeep import note_verified
from projections.tables.schema import VIEWS
from wiring.library import Library, database_url

THE_LEDGER = "the ledger"
"""Stands for the campaign where something is wrong with none of them. No slug has a space."""
_UNOWNED = (
    "The read models have rows of a campaign of which there is no record, {id}: `campaign rebuild` takes them out."
)
_UNREAD = (
    "the game {game!r} is not installed here. Every record is whole and follows the one before; what they mean is "
    "checked when the game is there"
)


def verify(options: Options, campaign: str | None, expect: Sequence[str]) -> None:
    """Check one campaign, or all; ends with status 1 when something is found."""
    receipts = [Receipt.parse(text) for text in expect]
    if receipts and campaign is None:
        raise usage_error("A receipt belongs to one campaign: name it.")
    with options.existing() as library:
        slugs = [library.ledger.find(campaign).slug] if campaign else _all(library)
        whole = inspect(library.ledger, every_campaign=campaign is None)
        unowned = [] if campaign else library.views.unowned.campaigns()
        check = partial(_verify_each, receipts=receipts)
        found = on_all_cores(options, library, f"Checking {campaign or 'every campaign'}", slugs, check)
        waits = unfinished_in(library.ledger, (it.campaign for it in found))
    whole = replace(whole, problems=(*whole.problems, *(LedgerFault(_UNOWNED.format(id=it)) for it in unowned)))
    found = _with_the_ledger(found, whole, one=campaign is not None)
    if options.json:
        shown = [verified_json(it) | {"unfinished": waits.get(it.campaign, "")} for it in found]
        as_json(shown[0] if campaign else shown)
    else:
        _print(found)
        for slug, file in waits.items():
            say(f"{slug}: {not_all_taken_in(file)}.", style="yellow")
        if whole.not_checked:
            remark(whole.not_checked)
    unsound = [it for it in found if not it.sound]
    note_verified(database_url(options.database), sound=not unsound, whole=campaign is None)
    if unsound:
        first = unsound[0]
        raise CommandFailed(Status.BROKEN, f"{first.campaign} is not sound: {first.problems[0].text}")


def _with_the_ledger(found: list[Verified], whole: Inspected, *, one: bool) -> list[Verified]:
    """Print the faults of the ledger as a whole, with the one campaign or on a line of their own."""
    problems = tuple(Problem(0, fault.text) for fault in whole.problems)
    if not problems:
        return found
    if one:
        return [replace(found[0], problems=(*found[0].problems, *problems))]
    ledger = Verified(campaign=THE_LEDGER, records=0, rulings=0, head_seal="", snapshots=0, problems=problems)
    return [*found, ledger]


def _verify_each(
    library: Library, slugs: Sequence[str], step: Step, *, receipts: Sequence[Receipt]
) -> list[Verified]:
    verifier = Verifier(library.ledger)
    return [_verified(library, verifier, slug, receipts, step) for slug in slugs]


def _verified(
    library: Library, verifier: Verifier, slug: str, receipts: Sequence[Receipt], step: Step
) -> Verified:
    progress = by_hundreds(step)
    found = verifier.verify(slug, expect=receipts, progress=progress)
    if not found.sound or found.missing_game:
        return found  # read models of a broken log say nothing more, and without the game there are none
    problems = tuple(Problem(0, text) for text in library.views.problems(slug, lambda _done: step(0)))
    return replace(found, problems=problems)


def verified_json(it: Verified) -> dict[str, Any]:
    """The outcome of a check as JSON values."""
    return {
        "campaign": it.campaign,
        "sound": it.sound,
        "records": it.records,
        "rulings": it.rulings,
        "snapshots": it.snapshots,
        "head_seal": it.head_seal,
        "receipt": str(it.receipt) if it.receipt else None,
        "first_broken": next((problem.position for problem in it.problems if problem.position), None),
        "withheld": {str(position): by for position, by in it.withheld.items()},
        "missing_game": it.missing_game,
        "sessions": [sealed_json(sealed) for sealed in it.sessions],
        "files": [
            {
                "digest": found.digest if found.removed_by is None else None,
                "records": found.positions,
                "state": found.state.value,
                "removed_by": found.removed_by,
            }
            for found in it.files
        ],
        "problems": [{"position": problem.position, "problem": problem.text} for problem in it.problems],
    }


def _print(found: list[Verified]) -> None:
    if not found:
        say("There are no campaigns to check.")
        return
    made = table("campaign", "", "#records", "#rulings", "#snapshots", "receipt: keep it")
    for it in found:
        outcome = cell("sound", "green") if it.sound else cell("not sound", "red")
        rows(made, [(cell(it.campaign, "bold"), outcome, it.records, it.rulings, it.snapshots, it.receipt or "")])
    say(made)
    for it in found:
        for sealed in it.sessions:
            said = f"{it.campaign}: session {sealed.session} is sealed, {sealed.receipt}"
            changed = f"; play was changed after that, at record {sealed.changed_at}" if sealed.changed_at else ""
            say(f"{said}{changed}", style="yellow" if changed else "dim")
        for position, by in it.withheld.items():
            say(f"{it.campaign}: words were removed from record {position}, as record {by} says", style="yellow")
        if it.files:
            say(f"{it.campaign}: {_files_said(it.files)}", style="dim")
        if it.missing_game:
            say(f"{it.campaign}: {_UNREAD.format(game=it.missing_game)}", style="yellow")
        for found_file in it.files:
            if found_file.removed_by is not None:
                at, by = found_file.positions[0], found_file.removed_by
                say(f"{it.campaign}: the file of record {at} was removed, as record {by} says", style="yellow")
        for problem in it.problems:
            say(f"{it.campaign}: {problem.text}", style="red")


def _files_said(files: Sequence[FileFound]) -> str:
    """A count of the files that records name, by the state they are in."""
    states = Counter(found.state.value for found in files)
    many = "1 file is" if len(files) == 1 else f"{len(files)} files are"
    return f"{many} named by records: {', '.join(f'{count} {state}' for state, count in sorted(states.items()))}"


def rebuild(options: Options, view: str | None) -> None:
    """Make the read models, and without a name index and snapshots too, anew and say from how many records."""
    with options.existing() as library:
        of_campaign = view is not None and view not in VIEWS
        if view and of_campaign and library.ledger.index.find(view) is None:
            raise usage_error(f"There is no read model and no campaign {view!r}. Read models: {', '.join(VIEWS)}.")
        if view is None:
            rebuild_index(library.ledger)
            library.views.make_shared_anew()
        slugs = [library.ledger.find(view).slug] if view and of_campaign else _playable(library)
        only = [view] if view and not of_campaign else []
        make = partial(_rebuild_each, views=only, snapshots=view is None)
        passes = 1 + (view is None)
        read = sum(on_all_cores(options, library, "Rebuilding", slugs, make, passes=passes, writes=True))
    if options.json:
        as_json({"records": read, "views": [view] if view else "all"})
    else:
        say(f"Rebuilt from {counted(read, 'record')}.")


def _playable(library: Library) -> list[str]:
    """Every campaign whose game is there: what is beside the records of the others is made when it is."""
    entries = library.ledger.campaigns()
    missing = [it for it in entries if is_missing(library.ledger, it)]
    for it in missing:
        remark(f"{it.slug} is left as it is: its game {it.game!r} is not installed here.")
    return [it.slug for it in entries if it not in missing]


def _rebuild_each(
    library: Library, slugs: Sequence[str], step: Step, *, views: Sequence[str], snapshots: bool
) -> list[int]:
    read = []
    with library.views.rebuilding() as make:
        for slug in slugs:
            if snapshots:
                rebuild_snapshots_of(library.ledger, library.ledger.find(slug), by_hundreds(step))
            read.append(make([*views, slug], _without_total(by_hundreds(step))))
    return read


def _without_total(progress: Callable[[int], None]) -> Callable[[int, int], None]:
    return lambda done, _of: progress(done)


def _all(library: Library) -> list[str]:
    return [entry.slug for entry in library.ledger.campaigns()]
