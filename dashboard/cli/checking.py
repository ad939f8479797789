"""`verify` and `rebuild`: whether a ledger is whole, and its read models anew."""

from collections.abc import Sequence
from typing import Any

from dashboard.cli.asked import Asked
from dashboard.cli.outcome import Status, Stop, wrong_words
from dashboard.cli.printing import as_json, cell, rows, say, table
from dashboard.cli.progress import Advance, bar
from dashboard.cli.recording import sealed_json
from dashboard.wiring import Library
from ledger.errors import NoSuchGame
from ledger.mending import rebuild_index, rebuild_snapshots
from ledger.receipts import Receipt
from ledger.verify import Problem, Verified, Verifier
from projections.schema import VIEWS


def verify(asked: Asked, campaign: str | None, expect: Sequence[str]) -> None:
    """Check one campaign, or all; ends with status 1 when something is found."""
    receipts = [Receipt.parse(text) for text in expect]
    if receipts and campaign is None:
        raise wrong_words("A receipt belongs to one campaign: name it.")
    with asked.existing() as library:
        slugs = (
            [library.ledger.find(campaign).slug] if campaign else [it.slug for it in library.ledger.campaigns()]
        )
        verifier = Verifier(library.ledger)
        found = []
        for slug in slugs:
            with bar(f"Checking {slug}") as moved:
                found.append(_verified(library, verifier, slug, receipts, moved))
    if asked.json:
        shown = [verified_json(it) for it in found]
        as_json(shown[0] if campaign else shown)
    else:
        _print(found)
    unsound = [it for it in found if not it.sound]
    if unsound:
        first = unsound[0]
        raise Stop(Status.BROKEN, f"{first.campaign} is not sound: {first.problems[0].text}")


def _verified(
    library: Library, verifier: Verifier, slug: str, receipts: Sequence[Receipt], moved: Advance
) -> Verified:
    total = _length(library, slug)

    def progress(position: int) -> None:
        if position % 100 == 0 or position == total:
            moved(position, total)

    try:
        found = verifier.verify(slug, expect=receipts, progress=progress)
    except NoSuchGame as error:  # installed without the game this campaign is played in
        return Verified(
            campaign=slug, records=0, rulings=0, head_seal="", snapshots=0, problems=(Problem(0, str(error)),)
        )
    if not found.sound:
        return found  # read models of a broken log say nothing more
    problems = tuple(Problem(0, text) for text in library.views.problems(slug))
    return Verified(
        campaign=found.campaign,
        records=found.records,
        rulings=found.rulings,
        head_seal=found.head_seal,
        snapshots=found.snapshots,
        problems=problems,
        sessions=found.sessions,
        withheld=found.withheld,
    )


def _length(library: Library, slug: str) -> int:
    last = library.ledger.store.reading.last(library.ledger.find(slug).id)
    return last[0] if last else 0


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
        "sessions": [sealed_json(sealed) for sealed in it.sessions],
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
        for problem in it.problems:
            say(f"{it.campaign}: {problem.text}", style="red")


def rebuild(asked: Asked, view: str | None) -> None:
    """Make the read models, and without a name index and snapshots too, anew and say from how many records."""
    with asked.existing() as library, bar("Rebuilding") as moved:
        if view and view not in VIEWS and library.ledger.index.find(view) is None:
            raise wrong_words(f"There is no read model and no campaign {view!r}. Read models: {', '.join(VIEWS)}.")
        if view is None:
            rebuild_index(library.ledger)
            rebuild_snapshots(library.ledger, moved)
        read = library.views.rebuild([view] if view else [], moved)
    if asked.json:
        as_json({"records": read, "views": [view] if view else "all"})
    else:
        say(f"Rebuilt from {read} records.")
