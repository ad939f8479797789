"""Overturning a past ruling: it went otherwise, and everything after it is decided once more."""

from typing import Literal

from pydantic import Field

from domain.kernel.campaign.guards import gm_only, reason_given
from domain.kernel.campaign.rewinding import LineRewound, RewindForm
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.history.alternatives import Alternative, Settlement
from domain.kernel.history.past import Past, PastRuling, RulingForm
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Asker
from domain.kernel.terms import DisputeNumber, Position, RulingNumber, Text

chapter = Chapter[AnyMoment, Past](
    "Overturning a ruling",
    {
        "ruling_unknown": "There is no ruling {ruling} in this campaign yet.",
        "ruling_is_of_the_journal": "Ruling {ruling} is a note, comment, seal or dispute. Those are never taken "
        "back, so they cannot be in question: comment on it instead.",
        "ruling_is_a_rewind": "Ruling {ruling} left one line for another. To take that back, return to the line "
        "it left.",
        "ruling_abandoned": "Ruling {ruling} lies on a line that was left, so it cannot be in question"
        "{successor:+; what stands for it now is ruling }.",
        "founding_stands": "The founding of a campaign cannot be overturned. Ask instead what other house rules "
        "would have made of it.",
        "head_moved": "Somebody ruled meanwhile: this was examined at {examined}, and play is at {head} now. "
        "Look at what it would change again.",
        "settles_unknown": "These rulings do not follow ruling {ruling} on the current line, so they cannot be "
        "settled: {rulings}.",
        "settled_twice": "Ruling {ruling} is settled twice: choose one.",
        "cannot_follow": "Ruling {ruling} cannot be kept as recorded: what it takes for granted is not there on "
        "this line. Strike or amend it.",
        "command_unreadable": "What was asked then is no command of this game any more: {problem}",
        "unsettled": "These rulings could no longer have happened and are not settled yet: {rulings}. "
        "Keep, strike or amend each, or give it dice.",
        "changes_nothing": "Everything would come out as it is recorded, so there is nothing to overturn.",
    },
)


class OverturnRuling(Command):
    """Let one past ruling have gone otherwise, and decide everything after it once more with the same dice.

    What then cannot stand must be settled first. The line so far stays readable.

    Refused:  `gm_only`, `reason_missing`, `ruling_unknown`, `ruling_abandoned`, `ruling_is_a_rewind`,
              `ruling_is_of_the_journal`, `founding_stands`, `dispute_unknown`, `dispute_settled`,
              `dispute_of_another_ruling`, `head_moved`, `settles_unknown`, `settled_twice`, `unsettled`,
              `changes_nothing`.
    Yields:   `LineRewound`, `RulingOverturned`; then, as rulings of their own, those that follow it anew.
    """

    type: Literal["campaign.overturn_ruling"] = "campaign.overturn_ruling"
    ruling: RulingNumber
    alternative: Alternative
    settlements: tuple[Settlement, ...] = Field(
        default=(), description="What becomes of rulings that cannot stand."
    )
    head: Position | None = Field(default=None, description="The last position there was when this was examined.")
    dispute: DisputeNumber | None = Field(default=None, description="The dispute this settles.")
    reason: Text


@chapter.decides(OverturnRuling)
def overturn_ruling(moment: AnyMoment, command: OverturnRuling, asker: Asker, past: Past) -> Events:
    """Before the ruling in question; for other house rules from the first one on, just after it.

    The rest is decided by whoever can decide the later rulings anew: the ledger.
    """
    gm_only(asker)
    reason_given(command.reason)
    ruling = questionable(past, command.ruling)
    if ruling.before == 0:
        need(command.alternative.how == "house_rules", "founding_stands")
    to = ruling.before or ruling.last
    lost = past.moved(to)
    return [LineRewound(to=to, reason=command.reason, form=RewindForm.OVERTURN, left=len(lost))]


def questionable(past: Past, number: int) -> PastRuling:
    """The ruling of this number, which can be disputed and overturned: one of play, on the current line."""
    ruling = found(past.ruling(number), "ruling_unknown", ruling=number)
    need(ruling.form is not RulingForm.JOURNAL, "ruling_is_of_the_journal", ruling=number)
    need(ruling.form is not RulingForm.REWIND, "ruling_is_a_rewind", ruling=number)
    if not ruling.current:
        raise CommandRefused("ruling_abandoned", ruling=number, successor=past.successor(number) or "")
    return ruling
