"""The rulings about disputes: begun by anybody at the table, settled by the GM."""

from collections.abc import Iterable

from domain.kernel.campaign.questioned import questionable
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.journal import commands as ask
from domain.kernel.journal import events as say
from domain.kernel.journal.state import Dispute, Journal
from domain.kernel.messages import Event
from domain.kernel.past import Past
from domain.kernel.people import Asker


def begin(
    journal: Journal, past: Past, position: int, command: ask.DisputeRuling, asker: Asker
) -> Decision[Event]:
    """One open dispute about a ruling at a time, so that everything said about it stands together."""
    if not command.text.strip():
        return refuse("text_missing")
    found = questionable(past, command.ruling)
    if isinstance(found, Refusal):
        return found
    if (already := journal.open_dispute_about(command.ruling)) is not None:
        return refuse("disputed_already", ruling=command.ruling, moment=found.last, dispute=already)
    if wrong := _beyond(command.evidence, position):
        return wrong
    return [
        say.DisputeOpened(
            dispute=len(journal.disputes) + 1,
            ruling=command.ruling,
            position=found.first,
            person=asker.person,
            text=command.text,
            evidence=command.evidence,
        )
    ]


def add(journal: Journal, position: int, command: ask.AddToDispute, asker: Asker) -> Decision[Event]:
    """Only while it is open."""
    dispute = still_open(journal, command.dispute)
    if isinstance(dispute, Refusal):
        return dispute
    if not (command.text.strip() or command.evidence or command.alternative):
        return refuse("nothing_added")
    if wrong := _beyond(command.evidence, position):
        return wrong
    return [
        say.DisputeAddedTo(
            dispute=command.dispute,
            person=asker.person,
            text=command.text,
            evidence=command.evidence,
            alternative=command.alternative,
        )
    ]


def uphold(journal: Journal, command: ask.UpholdRuling, asker: Asker) -> Decision[Event]:
    """The GM's, with a reason."""
    if not asker.is_gm:
        return refuse("gm_only")
    dispute = still_open(journal, command.dispute)
    if isinstance(dispute, Refusal):
        return dispute
    if not command.reason.strip():
        return refuse("reason_missing")
    return [say.RulingUpheld(dispute=command.dispute, ruling=dispute.ruling, reason=command.reason)]


def withdraw(journal: Journal, command: ask.WithdrawDispute, asker: Asker) -> Decision[Event]:
    """By whoever began it, or by the GM."""
    dispute = still_open(journal, command.dispute)
    if isinstance(dispute, Refusal):
        return dispute
    if not asker.is_gm and asker.person != dispute.person:
        return refuse("not_your_dispute", dispute=command.dispute, person=dispute.person)
    return [say.DisputeWithdrawn(dispute=command.dispute, reason=command.reason)]


def still_open(journal: Journal, number: int) -> Dispute | Refusal:
    """The dispute of this number, or why nothing more can come of it."""
    dispute = journal.disputes.get(number)
    if dispute is None:
        return refuse("dispute_unknown", dispute=number)
    if not journal.is_open(number):
        return refuse("dispute_settled", dispute=number, standing=dispute.standing)
    return dispute


def _beyond(evidence: Iterable[int], position: int) -> Refusal | None:
    """The refusal for records that are not there yet, or None."""
    last = max(evidence, default=0)
    return refuse("no_such_position", position=last, last=position) if last > position else None
