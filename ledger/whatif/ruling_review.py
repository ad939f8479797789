"""Questions about past rulings by the GM, the command line and the screens."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from domain.kernel.facts import Retelling
from domain.kernel.history.alternatives import Alternative, Settlement, Strike
from domain.kernel.journal.attached.audiences import told_now
from domain.kernel.moment import AnyMoment, beginning
from domain.kernel.ruling import apply, retell
from ledger.answers import Refused, ToldRecord
from ledger.handle import CampaignRef
from ledger.log.record import Record
from ledger.recording.drafts import LogEnd, records_of
from ledger.records.open_campaign import OpenCampaign
from ledger.whatif.log_past import LogPast
from ledger.whatif.overturning import examine
from ledger.whatif.recorded_rulings import rulings_of_play
from ledger.whatif.redeciding import Redeciding
from ledger.whatif.reversals import Reversal, reversals
from ledger.whatif.verdicts import RulingStanding, Verdict, WhatIf

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Rechecked:
    """A whole line decided once more: how many rulings, and those that would now come out otherwise."""

    rulings: int
    differing: tuple[Verdict, ...]


class RulingReview:
    """Answers questions about the rulings of a ledger's campaigns. It stores nothing.

    What asks about the past answers of a broken log as far as that is sound: `Ledger.soundness` says how far.
    """

    def __init__(
        self,
        at_head: Callable[[CampaignRef], OpenCampaign],
        as_far_as_sound: Callable[[CampaignRef], OpenCampaign],
    ) -> None:
        self._at_head = at_head
        self._as_far_as_sound = as_far_as_sound

    def what_if(
        self,
        campaign: CampaignRef,
        ruling: int,
        alternative: Alternative,
        settlements: Sequence[Settlement] = (),
        *,
        progress: Progress = lambda _position: None,
    ) -> WhatIf | Refused:
        """Work out what would have come of it if this ruling of the current line had gone otherwise.

        `progress` is told each position. Raises `MalformedCommand` for an amendment that is no command.
        """
        held = self._at_head(campaign)
        with held.lock:
            return examine(held, ruling, alternative, settlements, progress)

    def strike_the_rest(self, answer: WhatIf) -> WhatIf | Refused:
        """The same question, with every ruling struck that could no longer have happened."""
        struck = tuple(
            Settlement(ruling=verdict.ruling, instead=Strike())
            for verdict in answer.unsettled
            if verdict.ruling != answer.ruling
        )
        kept = (each for each in answer.settlements if each.ruling not in {one.ruling for one in struck})
        return self.what_if(answer.campaign, answer.ruling, answer.alternative, (*kept, *struck))

    def what_if_line(self, what_if: WhatIf) -> Iterator[tuple[Record, AnyMoment]]:
        """Go along the line that was examined and is not stored, from where it leaves the present one.

        The moment beside each record is the one just after it, and grows from step to step: copy to keep.
        """
        held = self._at_head(what_if.campaign)
        with held.lock:
            held.check(what_if.since)
            moment = held.moment_format.load(what_if.base)  # to fold it again would take longer than all the rest
            end = LogEnd(held.entry.id, what_if.head, "", held.count)
        for record in records_of(held.codec, end, what_if.drafts, ""):
            apply(held.codec.game, moment, record.event)
            moment.position = record.position
            yield record, moment

    def what_if_records(self, what_if: WhatIf) -> Iterator[ToldRecord]:
        """The records of that line with their meaning."""
        game = self._at_head(what_if.campaign).codec.game
        for record, moment in self.what_if_line(what_if):
            yield ToldRecord(record, retell(game, moment, record.event))

    def retellings_of(self, campaign: CampaignRef, ruling: int) -> tuple[Retelling, ...]:
        """Retell this ruling, on whatever line it lies; nothing when there is no such ruling."""
        held = self._as_far_as_sound(campaign)
        with held.lock:
            found = LogPast(held).ruling(ruling)
            if found is None:
                return ()
            walk = held.walk(found.last, since=found.first - 1)
            game = held.codec.game
            now = held.head.journal.files
            return tuple(
                told_now(retell(game, moment, record.event), record.event, now)
                for record, moment in walk
                if record.envelope.ruling == ruling
            )

    def recheck(
        self, campaign: str, at: int | None = None, *, progress: Progress = lambda _position: None
    ) -> Rechecked:
        """Decide the whole line of a position (of the head, if none is given) once more, from its founding."""
        held = self._at_head(campaign) if at is None else self._as_far_as_sound(campaign)
        with held.lock:
            to = held.head.position if at is None else at
            held.check(to)
            redeciding = Redeciding(held.codec, held.moment_format, beginning(held.codec.game), {})
            differing, rulings = [], 0
            for recorded in rulings_of_play(held, to):
                verdict = redeciding.decide(recorded)
                rulings += 1
                if verdict.standing is not RulingStanding.UNCHANGED:
                    differing.append(verdict)
                progress(recorded.records[-1].position)
            return Rechecked(rulings, tuple(differing))

    def reversals(self, campaign: CampaignRef) -> list[Reversal]:
        """Every time a line was left, in the order it happened."""
        held = self._as_far_as_sound(campaign)
        with held.lock:
            return list(reversals(held))

    def past(self, campaign: CampaignRef) -> LogPast:
        """The log of a campaign as rules about earlier rulings ask of it."""
        return LogPast(self._at_head(campaign))
