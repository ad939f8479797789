"""`undo` and `redo`."""

from dashboard.cli.asked import Asked
from dashboard.cli.printing import as_json, counted, say
from dashboard.cli.recording import answer_json, gm_of, refuse
from domain.kernel.campaign.commands import RedoRuling, UndoRuling
from domain.kernel.campaign.events import LineRewound
from ledger.answers import Refused, Submission


def undo(asked: Asked, campaign: str, to: int | None, reason: str, by: str | None) -> None:
    """Leave the line for an earlier position of it."""
    _go(asked, campaign, UndoRuling(to=to, reason=reason), by)


def redo(asked: Asked, campaign: str, to: int | None, reason: str, by: str | None) -> None:
    """Leave the line for one that was left before."""
    _go(asked, campaign, RedoRuling(to=to, reason=reason), by)


def _go(asked: Asked, campaign: str, command: UndoRuling | RedoRuling, by: str | None) -> None:
    with asked.existing() as library:
        slug = library.ledger.find(campaign).slug
        answer = library.ledger.rule(slug, Submission(command=command, by=by or gm_of(library, slug)))
    if isinstance(answer, Refused):
        refuse(answer)
    if asked.json:
        as_json({"campaign": slug, **answer_json(answer)})
        return
    record = answer.records[0]
    if isinstance(record.event, LineRewound):
        say(
            f"{slug} goes on from {record.event.to}: {_counted(record.event.left, 'taken back')}, "
            f"{_counted(record.event.regained, 'brought back')}. "
            f"The line that was left ends at {record.position - 1}."
        )


def _counted(many: int, what: str) -> str:
    return f"{counted(many, 'ruling')} {what}"
