"""Several rulings that one form or one line asks for: all of them are recorded, or none."""

from collections.abc import Sequence

from domain.kernel.messages import Command
from ledger.answers import Refused, Ruled, Submission
from ledger.ledger import Ledger

UNCHANGED = "no_change"


def rule_together(ledger: Ledger, campaign: str, commands: Sequence[Command], by: str) -> list[Ruled] | Refused:
    """Record these in one transaction, none of which rests on another; or say why one of them is refused.

    What stands so already is passed over, if anything else is new.
    """
    asked = [Submission(command=command, by=by) for command in commands]
    unchanged = [_unchanged(ledger, campaign, each) for each in asked]
    if asked and all(unchanged):
        return next(it for it in unchanged if it is not None)
    new = [each for each, refused in zip(asked, unchanged, strict=True) if refused is None]
    answers = ledger.rule_all_or_none(campaign, new)
    refused = next((it for it in answers if isinstance(it, Refused)), None)
    return refused or [it for it in answers if isinstance(it, Ruled)]


def _unchanged(ledger: Ledger, campaign: str, asked: Submission) -> Refused | None:
    answer = ledger.preview(campaign, asked)
    return answer if isinstance(answer, Refused) and answer.refusal.code == UNCHANGED else None
