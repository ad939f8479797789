"""`undo` and `redo`."""

import sys
from dataclasses import dataclass

import typer

from cli.campaigns.rulings import answer_json, refuse
from cli.options import Options
from cli.outcome import CommandFailed, Status
from cli.parsing import validated
from cli.printing import as_json, counted, line, remark, say
from cli.viewer import asker_called
from domain.kernel.campaign.rewinding import LineRewound, RedoRuling, UndoRuling
from ledger.answers import Expected, Refused, Submission
from ledger.log.receipts import Receipt
from wiring.library import Library


@dataclass(frozen=True, slots=True)
class RulingMeant:
    """A ruling that somebody says they take or bring back: its number, the head they saw; and whether they were
    asked.
    """

    ruling: int | None = None
    head: Receipt | None = None
    sure: bool = False


def undo(options: Options, campaign: str, to: int | None, reason: str, by: str | None, meant: RulingMeant) -> None:
    """Leave the line for an earlier position of it."""
    _go(options, campaign, validated(UndoRuling, to=to, reason=reason), by, meant)


def redo(options: Options, campaign: str, to: int | None, reason: str, by: str | None, meant: RulingMeant) -> None:
    """Leave the line for one that was left before."""
    _go(options, campaign, validated(RedoRuling, to=to, reason=reason), by, meant)


def _go(
    options: Options, campaign: str, command: UndoRuling | RedoRuling, by: str | None, meant: RulingMeant
) -> None:
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        expect = _seen(library, slug, command, meant)
        submission = Submission(command=command, by=asker_called(library, slug, by), expect=expect)
        answer = library.ledger.rule(slug, submission)
    if isinstance(answer, Refused):
        refuse(answer)
    if options.json:
        as_json({"campaign": slug, **answer_json(answer)})
        return
    record = answer.records[0]
    if isinstance(record.event, LineRewound):
        moved = ((record.event.left, "taken back"), (record.event.regained, "brought back"))
        told = ", ".join(_counted(many, what) for many, what in moved if many) or "no ruling moved"
        say(
            f"{slug} goes on from {record.event.to}: {told}. The line that was left ends at {record.position - 1}."
        )


def _seen(library: Library, slug: str, command: UndoRuling | RedoRuling, meant: RulingMeant) -> Expected:
    """The end of the log that this is about: as it was named or as it is now, printed. Raises `CommandFailed`."""
    if meant.head is not None and meant.ruling is None:
        return Expected(meant.head.position, meant.head.seal)
    end = library.ledger.end(slug)
    past = library.ledger.review.past(slug)
    back = isinstance(command, UndoRuling)
    if command.to is None:
        latest, undone = past.latest(), past.undone()
        found = ([latest] if latest else []) if back else (list(past.moved(undone)) if undone else [])
    else:
        found = (
            [it for it in past.moved(command.to) if it.current is back] if 1 <= command.to <= end.position else []
        )
    numbers = [it.number for it in found if it.current is back]
    if meant.ruling is not None and meant.ruling not in numbers[:1]:
        raise CommandFailed(Status.CONFLICT, _not_that_one(library, slug, meant.ruling, numbers, back=back))
    if meant.head is not None:
        return Expected(meant.head.position, meant.head.seal)
    if meant.ruling is None and numbers:
        told = library.ledger.review.retellings_of(slug, numbers[0])
        more = f" and {counted(len(numbers) - 1, 'more ruling')}" if len(numbers) > 1 else ""
        what = f"ruling {numbers[0]}{f' ({line(told[0].headline, 100)})' if told else ''}{more}"
        remark(f"{'Taking' if back else 'Bringing'} back {what}, as the log stands now, at record {end.position}.")
        if not meant.sure and sys.stdin.isatty():
            typer.confirm("Go on?", default=True, abort=True, err=True)
    return end


def _not_that_one(library: Library, slug: str, ruling: int, numbers: list[int], *, back: bool) -> str:
    what = "taken" if back else "brought"
    if not numbers:
        return f"There is nothing in {slug} to be {what} back. Nothing was recorded."
    told = library.ledger.review.retellings_of(slug, numbers[0])
    says = f": {line(told[0].headline, 100)}" if told else ""
    return (
        f"Ruling {ruling} is not what would be {what} back first: that is ruling {numbers[0]}{says}. "
        "Nothing was recorded: look again."
    )


def _counted(many: int, what: str) -> str:
    return f"{counted(many, 'ruling')} {what}"
