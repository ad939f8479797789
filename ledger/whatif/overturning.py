"""Overturning a ruling: what follows from an alternative, decided once more, and the drafts that adopt it."""

from collections.abc import Callable, Sequence

from domain.kernel.campaign.overturning import OverturnRuling, questionable
from domain.kernel.decisions import Refusal, answer_of, refuse
from domain.kernel.dice import TypedDice
from domain.kernel.history.alternatives import Alternative, Amend, OtherDice, OtherHouseRules, Settlement
from domain.kernel.journal.disputes import RulingOverturned, still_open
from domain.kernel.ruling import decide
from ledger.answers import Refused
from ledger.log.tags import JOURNAL_PREFIX
from ledger.recording.drafts import Draft
from ledger.records.open_campaign import OpenCampaign
from ledger.whatif.log_past import LogPast
from ledger.whatif.recorded_rulings import rulings_of_play
from ledger.whatif.redeciding import DICE_CODES, Redeciding
from ledger.whatif.verdicts import Verdict, WhatIf


def examine(
    held: OpenCampaign,
    ruling: int,
    alternative: Alternative,
    settlements: Sequence[Settlement] = (),
    progress: Callable[[int], None] = lambda _position: None,
) -> WhatIf | Refused:
    """Work out what would have come of it. `held` is caught up with, and locked by whoever asks."""
    found = answer_of(questionable, LogPast(held), ruling)
    if isinstance(found, Refusal):
        return held.refused(found)
    from_now_on = isinstance(alternative, OtherHouseRules)
    if found.before == 0 and not from_now_on:
        return held.refused(refuse("founding_stands"))
    since = found.before or found.last
    head = held.head.position
    instead = {each.ruling: each.instead for each in settlements}
    if len(instead) < len(settlements):
        numbers = [each.ruling for each in settlements]
        twice = next(number for number in numbers if numbers.count(number) > 1)
        return held.refused(refuse("settled_twice", ruling=twice))

    start = held.moment_at(since)
    start.journal = held.moment_format.copy(held.head).journal
    base = held.moment_format.dump(start)
    redeciding = Redeciding(
        held.codec, held.moment_format, start, instead if from_now_on else {**instead, ruling: alternative}
    )
    if isinstance(alternative, OtherHouseRules):
        wrong = redeciding.change_house_rules(alternative, f"What if, from ruling {ruling} on")
        if wrong:
            return held.refused(wrong)
    verdicts = []
    unknown = set(instead)
    for recorded in rulings_of_play(held, head, since):
        verdict = redeciding.decide(recorded)
        if recorded.number != ruling:
            unknown.discard(recorded.number)
        elif (wrong := _faces_that_do_not_fit(alternative, verdict)) is not None:
            return held.refused(wrong)
        verdicts.append(verdict)
        progress(recorded.records[-1].position)
    if unknown:
        return held.refused(refuse("settles_unknown", ruling=ruling, moment=found.last, rulings=sorted(unknown)))
    return WhatIf(
        campaign=held.entry.slug,
        ruling=ruling,
        position=found.first,
        alternative=alternative,
        settlements=tuple(settlements),
        head=head,
        since=since,
        verdicts=tuple(verdicts),
        drafts=tuple(redeciding.drafts),
        base=base,
        before=held.moment_format.copy(held.head),
        after=redeciding.moment,
    )


def drafts_of(held: OpenCampaign, command: OverturnRuling, by: str, key: str | None) -> list[Draft] | Refused:
    """Everything that adopting this records: the rewind with its outcome, then each ruling decided anew."""
    head = held.head
    rewound = decide(held.codec.game, head, command, by, TypedDice(()), LogPast(held))
    if isinstance(rewound, Refusal):
        return held.refused(rewound)
    dispute = command.dispute or head.journal.open_dispute_about(command.ruling)
    if wrong := _head_moved(held, command) or _of_another_ruling(held, dispute, command.ruling):
        return held.refused(wrong)
    answer = examine(held, command.ruling, command.alternative, command.settlements)
    if isinstance(answer, Refused):
        return answer
    if upset := _not_to_be_adopted(answer):
        return upset if isinstance(upset, Refused) else held.refused(upset)
    outcome = RulingOverturned(
        ruling=command.ruling,
        position=answer.position,
        alternative=command.alternative,
        reason=command.reason,
        dispute=dispute,
        line=head.position + 1,
        left_at=head.position,
        tally=answer.tally,
    )
    opening = Draft(command=command, by=by, events=(*rewound, outcome), key=key)
    return [opening, *answer.drafts]


def _not_to_be_adopted(answer: WhatIf) -> Refusal | Refused | None:
    """The reason why this answer cannot be adopted as it is, or None."""
    own = next((verdict for verdict in answer.verdicts if verdict.ruling == answer.ruling), None)
    if own is not None and own.unsettled and own.refusing is not None:
        return Refused(own.refusing.refusal, own.refusing.message)
    if answer.unsettled:
        left = answer.unsettled
        return refuse("unsettled", rulings=[it.ruling for it in left], moments=[it.position for it in left])
    if not answer.differing and not isinstance(answer.alternative, OtherHouseRules):
        return refuse("changes_nothing")
    return None


def _faces_that_do_not_fit(alternative: Alternative, verdict: Verdict) -> Refusal | None:
    """The refusal of faces somebody gave for the ruling in question, or None."""
    given = isinstance(alternative, OtherDice) or (isinstance(alternative, Amend) and alternative.dice is not None)
    if given and verdict.refusing:
        refusal = verdict.refusing.refusal
        if refusal.code in DICE_CODES or refusal.params.get("unread"):
            return refusal
    return None


def _head_moved(held: OpenCampaign, command: OverturnRuling) -> Refusal | None:
    """The refusal when somebody ruled since this was examined. What the journal noted changes nothing."""
    examined, head = command.head, held.head.position
    if examined is None or examined == head:
        return None
    if examined < head and all(tag.startswith(JOURNAL_PREFIX) for _at, tag, _ in held.stored(gt=examined)):
        return None
    return refuse("head_moved", examined=examined, head=head)


def _of_another_ruling(held: OpenCampaign, dispute: int | None, ruling: int) -> Refusal | None:
    """The reason why this dispute cannot be settled by overturning that ruling, or None."""
    if dispute is None:
        return None
    found = answer_of(still_open, held.head.journal, dispute)
    if isinstance(found, Refusal):
        return found
    if found.ruling != ruling:
        return refuse("dispute_of_another_ruling", dispute=dispute, about=found.ruling, ruling=ruling)
    return None
