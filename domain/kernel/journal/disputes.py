"""Disputes about rulings: begun by anybody at the table, settled by the GM."""

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.kernel import facts
from domain.kernel.campaign.guards import gm_only, must_be_recorded, reason_given
from domain.kernel.campaign.overturning import questionable
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.history.alternatives import Alternative
from domain.kernel.history.past import Past
from domain.kernel.journal.state import Dispute, DisputeStanding, Journal, Remark
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Asker
from domain.kernel.terms import DisputeNumber, Person, Position, RulingNumber, Text

chapter = Chapter[AnyMoment, Past](
    "Disputes",
    {
        "disputed_already": "Moment {moment} is in question already, in dispute {dispute}: add to that.",
        "dispute_unknown": "There is no dispute {dispute}.",
        "dispute_settled": "Dispute {dispute} is settled already: {standing}.",
        "dispute_of_another_ruling": "Dispute {dispute} is about another ruling.",
        "nothing_added": "Add words, moments or an alternative to the dispute.",
        "not_your_dispute": "Only {person}, who began dispute {dispute}, or the {gm_called} may withdraw it.",
    },
)


class DisputeRuling(Command):
    """Call one ruling of the current line in question.

    Refused:  `not_seated`, `text_missing`, `ruling_unknown`, `ruling_abandoned`, `ruling_is_a_rewind`,
              `ruling_is_of_the_journal`, `disputed_already`, `no_such_position`.
    Yields:   `DisputeOpened`.
    """

    type: Literal["journal.dispute_ruling"] = "journal.dispute_ruling"
    ruling: RulingNumber
    text: Text = Field(description="What should have been otherwise, and why.")
    evidence: tuple[Position, ...] = Field(default=(), description="Positions of records that show it.")


class DisputeOpened(Event):
    """Somebody called a ruling in question. Disputes are counted from 1."""

    type: Literal["journal.dispute_opened.v1"] = "journal.dispute_opened.v1"
    dispute: DisputeNumber
    ruling: RulingNumber
    position: Position = Field(description="The first record of the ruling.")
    person: Person
    text: Text
    evidence: tuple[Position, ...]


@chapter.decides(DisputeRuling)
def dispute_ruling(moment: AnyMoment, command: DisputeRuling, asker: Asker, past: Past) -> Events:
    """Open a dispute; a ruling has one open dispute at a time, so that all said about it stands together."""
    need(command.text.strip(), "text_missing")
    ruling = questionable(past, command.ruling)
    already = moment.journal.open_dispute_about(command.ruling)
    need(already is None, "disputed_already", ruling=command.ruling, moment=ruling.last, dispute=already)
    must_be_recorded(max(command.evidence, default=0), moment.position)
    return [
        DisputeOpened(
            dispute=len(moment.journal.disputes) + 1,
            ruling=command.ruling,
            position=ruling.first,
            person=asker.person,
            text=command.text,
            evidence=command.evidence,
        )
    ]


@chapter.applies(DisputeOpened)
def _(moment: AnyMoment, event: DisputeOpened) -> None:
    disputes = moment.journal.disputes
    must(event.dispute == len(disputes) + 1, f"dispute {event.dispute} cannot follow {len(disputes)} disputes")
    disputes[event.dispute] = Dispute(event.ruling, event.position, event.person, event.text, list(event.evidence))


@chapter.tells(DisputeOpened, "{person} disputes moment {position}: {text}")
def _(moment: AnyMoment, event: DisputeOpened) -> Iterable[facts.Fact]:
    yield facts.Told(text=event.text, form="dispute", about_position=event.position)


class AddToDispute(Command):
    """Bring words, records or an alternative that was tried to an open dispute.

    Refused:  `not_seated`, `dispute_unknown`, `dispute_settled`, `nothing_added`, `no_such_position`.
    Yields:   `DisputeAddedTo`.
    """

    type: Literal["journal.add_to_dispute"] = "journal.add_to_dispute"
    dispute: DisputeNumber
    text: Text = ""
    evidence: tuple[Position, ...] = Field(default=(), description="Positions of records that show it.")
    alternative: Alternative | None = Field(default=None, description="How the ruling might have gone instead.")


class DisputeAddedTo(Event):
    """Somebody brought something to an open dispute."""

    type: Literal["journal.dispute_added_to.v1"] = "journal.dispute_added_to.v1"
    dispute: DisputeNumber
    person: Person
    text: Text
    evidence: tuple[Position, ...]
    alternative: Alternative | None


def still_open(journal: Journal, number: int) -> Dispute:
    """The dispute of this number, not settled; refused for any other."""
    dispute = found(journal.disputes.get(number), "dispute_unknown", dispute=number)
    need(journal.is_open(number), "dispute_settled", dispute=number, standing=dispute.standing)
    return dispute


def _open(journal: Journal, number: int) -> Dispute:
    must(journal.is_open(number), f"dispute {number} is not open")
    return journal.disputes[number]


@chapter.decides(AddToDispute)
def add_to_dispute(moment: AnyMoment, command: AddToDispute, asker: Asker, past: Past) -> Events:
    """Add to a dispute while it is open."""
    still_open(moment.journal, command.dispute)
    need(command.text.strip() or command.evidence or command.alternative, "nothing_added")
    must_be_recorded(max(command.evidence, default=0), moment.position)
    return [
        DisputeAddedTo(
            dispute=command.dispute,
            person=asker.person,
            text=command.text,
            evidence=command.evidence,
            alternative=command.alternative,
        )
    ]


@chapter.applies(DisputeAddedTo)
def _(moment: AnyMoment, event: DisputeAddedTo) -> None:
    tried = event.alternative.model_dump(mode="json") if event.alternative else None
    remark = Remark(event.person, event.text, list(event.evidence), tried)
    _open(moment.journal, event.dispute).remarks.append(remark)


@chapter.tells(DisputeAddedTo, "{person} adds to dispute {dispute}{text:+: }")
def _(moment: AnyMoment, event: DisputeAddedTo) -> Iterable[facts.Fact]:
    yield facts.Told(text=event.text, form="dispute")


class UpholdRuling(Command):
    """Settle a dispute: the ruling stands.

    Refused:  `gm_only`, `dispute_unknown`, `dispute_settled`, `reason_missing`.
    Yields:   `RulingUpheld`.
    """

    type: Literal["journal.uphold_ruling"] = "journal.uphold_ruling"
    dispute: DisputeNumber
    reason: Text


class RulingUpheld(Event):
    """The GM let the ruling stand."""

    type: Literal["journal.ruling_upheld.v1"] = "journal.ruling_upheld.v1"
    dispute: DisputeNumber
    ruling: RulingNumber
    reason: Text


@chapter.decides(UpholdRuling)
def uphold_ruling(moment: AnyMoment, command: UpholdRuling, asker: Asker, past: Past) -> Events:
    """Settle a dispute by letting the ruling stand; asked by the GM, with a reason."""
    gm_only(asker)
    dispute = still_open(moment.journal, command.dispute)
    reason_given(command.reason)
    return [RulingUpheld(dispute=command.dispute, ruling=dispute.ruling, reason=command.reason)]


@chapter.applies(RulingUpheld)
def _(moment: AnyMoment, event: RulingUpheld) -> None:
    _settle(moment.journal, event.dispute, DisputeStanding.UPHELD, event.reason)


@chapter.tells(RulingUpheld, "Dispute {dispute} is settled, and the ruling stands: {reason}")
def _(moment: AnyMoment, event: RulingUpheld) -> Iterable[facts.Fact]:
    yield facts.Told(text=event.reason, form="upheld")


class WithdrawDispute(Command):
    """Take a dispute back, as whoever began it.

    Refused:  `not_your_dispute`, `dispute_unknown`, `dispute_settled`.
    Yields:   `DisputeWithdrawn`.
    """

    type: Literal["journal.withdraw_dispute"] = "journal.withdraw_dispute"
    dispute: DisputeNumber
    reason: Text = ""


class DisputeWithdrawn(Event):
    """The dispute was taken back by whoever began it."""

    type: Literal["journal.dispute_withdrawn.v1"] = "journal.dispute_withdrawn.v1"
    dispute: DisputeNumber
    reason: Text


@chapter.decides(WithdrawDispute)
def withdraw_dispute(moment: AnyMoment, command: WithdrawDispute, asker: Asker, past: Past) -> Events:
    """Withdraw a dispute; asked by whoever began it, or by the GM."""
    dispute = still_open(moment.journal, command.dispute)
    if not (asker.is_gm or asker.person == dispute.person):
        raise CommandRefused("not_your_dispute", dispute=command.dispute, person=dispute.person)
    return [DisputeWithdrawn(dispute=command.dispute, reason=command.reason)]


@chapter.applies(DisputeWithdrawn)
def _(moment: AnyMoment, event: DisputeWithdrawn) -> None:
    _settle(moment.journal, event.dispute, DisputeStanding.WITHDRAWN, event.reason)


@chapter.tells(DisputeWithdrawn, "Dispute {dispute} is withdrawn{reason:+: }")
def _(moment: AnyMoment, event: DisputeWithdrawn) -> Iterable[facts.Fact]:
    yield facts.Told(text=event.reason, form="withdrawn")


class OverturnedCounts(BaseModel):
    """The numbers of rulings after an overturned one, by what became of them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    unchanged: int = 0
    changed: int = 0
    kept: int = 0
    """Kept as recorded, against the rules."""
    struck: int = 0
    amended: int = 0


class RulingOverturned(Event):
    """The GM let a past ruling have gone otherwise. `line` is the position where the new line begins."""

    type: Literal["journal.ruling_overturned.v1"] = "journal.ruling_overturned.v1"
    ruling: RulingNumber
    position: Position = Field(description="The first record of the ruling, on the line that was left.")
    alternative: Alternative
    reason: Text
    dispute: DisputeNumber | None
    line: Position
    left_at: Position = Field(description="Where the line that was left ended.")
    tally: OverturnedCounts


@chapter.applies(RulingOverturned)
def _(moment: AnyMoment, event: RulingOverturned) -> None:
    if event.dispute is not None:
        _settle(moment.journal, event.dispute, DisputeStanding.OVERTURNED, event.reason).line = event.line


@chapter.tells(RulingOverturned, "Moment {position} is overturned: {reason}")
def _(moment: AnyMoment, event: RulingOverturned) -> Iterable[facts.Fact]:
    yield facts.Told(text=event.reason, form="overturned", about_position=event.position)


def _settle(journal: Journal, number: int, standing: DisputeStanding, reason: str) -> Dispute:
    dispute = _open(journal, number)
    dispute.standing, dispute.reason = standing, reason
    return dispute
