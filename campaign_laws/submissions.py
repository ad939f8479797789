"""Submissions as somebody sends them who has just looked: they name the end of the log where one must."""

from dataclasses import replace

from domain.kernel.ruling import acts_on_the_last
from ledger.answers import Submission
from ledger.ledger import Ledger


def just_seen(ledger: Ledger, campaign: str, submission: Submission) -> Submission:
    """The submission, naming where the log ends now if it is about its end."""
    return replace(submission, expect=ledger.end(campaign)) if acts_on_the_last(submission.command) else submission
