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
        "ruling_unknown": "There is no such ruling in this campaign yet.",
        "ruling_is_of_the_journal": "Moment {moment} is a note, comment, seal or dispute. Those are never taken "
        "back, so they cannot be in question: comment on it instead.",
        "ruling_is_a_rewind": "Moment {moment} left one line for another. To take that back, return to the line "
        "it left.",
        "ruling_abandoned": "Moment {moment} lies on a line that was left, so it cannot be in question"
        "{now:+; what stands for it now is moment }.",
        "founding_stands": "The founding of a campaign cannot be overturned. Ask instead what other house rules "
        "would have made of it.",
        "head_moved": "Somebody ruled meanwhile: this was examined at moment {examined}, and play is at moment "
        "{head} now. Look at what it would change again.",
        "settles_unknown": "Only what follows moment {moment} on the current line can be settled with it.",
        "settled_twice": "One ruling is settled twice: choose one of the two.",
        "cannot_follow": "Moment {moment} cannot be kept as recorded: what it takes for granted is not there on "
        "this line. Strike or amend it.",
        "command_unreadable": "What was asked then is no command of this game any more: {problem}",
        "unsettled": "What was ruled at these moments could no longer have happened and is not settled yet: "
        "{moments}. Keep, strike or amend each, or give it dice.",
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
    """Return to just before the ruling in question; for other house rules from the first one on, just after it.

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
    """The ruling of this number, one of play on the current line; refused for any other."""
    ruling = found(past.ruling(number), "ruling_unknown", ruling=number)
    moment = ruling.last
    need(ruling.form is not RulingForm.JOURNAL, "ruling_is_of_the_journal", ruling=number, moment=moment)
    need(ruling.form is not RulingForm.REWIND, "ruling_is_a_rewind", ruling=number, moment=moment)
    if not ruling.current:
        successor = past.successor(number)
        anew = past.ruling(successor) if successor is not None else None
        raise CommandRefused(
            "ruling_abandoned",
            ruling=number,
            moment=moment,
            successor=successor or "",
            now=anew.last if anew else "",
        )
    return ruling
