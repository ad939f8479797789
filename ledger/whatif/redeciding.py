"""Recorded commands through today's rules, each with its own recorded dice: the question a what-if asks.

Two moments go side by side: `_old` folds what was recorded, `_new` what follows now. They are one and the
same until the first ruling that comes out otherwise.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from domain.kernel.campaign.house_rules import ChangeHouseRules
from domain.kernel.decisions import ImpossibleHistoryError, Refusal, refuse
from domain.kernel.dice import DiceSource, SameDice, TypedDice
from domain.kernel.facts import Retelling
from domain.kernel.history.alternatives import (
    Alternative,
    Amend,
    Keep,
    MoreDice,
    OtherDice,
    OtherHouseRules,
    Settling,
    Strike,
)
from domain.kernel.logged.messages import PREFIX as LOGGED_PREFIX
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment
from domain.kernel.ruling import apply, decide, refusal_in_words, retell
from domain.kernel.schema.upcasts import say_the_same
from domain.kernel.vocabulary import MalformedCommand
from ledger.recording.drafts import Draft
from ledger.records.codec import Codec
from ledger.records.snapshots import MomentFormat
from ledger.whatif.divergence import Divergence
from ledger.whatif.recorded_rulings import RecordedRuling
from ledger.whatif.verdicts import Refusing, RulingStanding, Verdict

Instead = Settling | Alternative
DICE_CODES = frozenset({"dice_missing", "dice_wrong"})


@dataclass(frozen=True, slots=True)
class _Followed:
    """A ruling followed anew: the command, by whom, which dice it drew, and the events that followed."""

    command: Command | dict[str, object]
    by: str
    drawn: tuple[tuple[int, int], ...]
    events: tuple[Event, ...]


class Redeciding:
    """Decides the rulings of one line once more, from a moment of its own on.

    `instead` says what becomes of single rulings, by their number.
    """

    def __init__(self, codec: Codec, form: MomentFormat, start: AnyMoment, instead: Mapping[int, Instead]) -> None:
        self._codec = codec
        self._game = codec.game
        self._form = form
        self._old = start
        self._new = start
        self._instead = instead
        self._divergence = Divergence()
        self.drafts: list[Draft] = []

    @property
    def moment(self) -> AnyMoment:
        """The moment the new line has come to."""
        return self._new

    def change_house_rules(self, alternative: OtherHouseRules, reason: str) -> Refusal | None:
        """From here on these settings hold. A refusal when they cannot."""
        command = ChangeHouseRules(changes=alternative.changes, reason=reason)
        by = self._new.campaign.gm or ""
        decision = decide(self._game, self._new, command, by, TypedDice(()))
        if isinstance(decision, Refusal):
            return decision
        self._part()
        self._apply(decision)
        self.drafts.append(Draft(command=command, by=by, events=tuple(decision)))
        return None

    def decide(self, ruling: RecordedRuling) -> Verdict:
        """Decide the next ruling of the line anew. Raises `MalformedCommand` for an amendment that is none."""
        instead = self._instead.get(ruling.number)
        if ruling.opening.envelope.kept and instead is None:
            # It was kept against the rules once, and stays kept for as long as it can follow.
            if self._stays_kept(ruling):
                return self._verdict(ruling, RulingStanding.UNCHANGED, None)
            instead = Keep()
        followed = self._follow(self._new, ruling, instead)
        same = isinstance(followed, _Followed) and say_the_same(ruling.events, followed.events)
        if isinstance(followed, _Followed) and same and not isinstance(instead, Keep | Strike):
            self._go_on(ruling)
            self._plan(ruling, followed)
            return self._verdict(ruling, RulingStanding.UNCHANGED, instead)
        if instead is None and self._of_older_rules(ruling, followed) and self._stays_kept(ruling):
            return self._verdict(ruling, RulingStanding.UNCHANGED, None)
        return self._differing(ruling, instead, followed)

    def _of_older_rules(self, ruling: RecordedRuling, followed: _Followed | Refusal) -> bool:
        """True for a ruling of an earlier version of the game's rules that comes out otherwise only for that.

        On the recorded line today's rules would rule the same, so it is no consequence of what was tried.
        """
        if ruling.opening.envelope.rules >= self._game.rules_version:
            return False
        return self._old is self._new or self._follow(self._old, ruling, None) == followed

    # --- asking ----------------------------------------------------------------------------------------

    def _follow(self, moment: AnyMoment, ruling: RecordedRuling, instead: Instead | None) -> _Followed | Refusal:
        raw, by = ruling.command, ruling.by
        dice: DiceSource = SameDice(ruling.dice, instead.dice if isinstance(instead, MoreDice) else ())
        if isinstance(instead, OtherDice) or (isinstance(instead, Amend) and instead.dice is not None):
            dice = TypedDice(instead.dice or ())
        if isinstance(instead, Amend):
            raw = instead.command if "type" in instead.command else {**raw, **instead.command}
            by = instead.by or by
        try:
            command = self._codec.vocabulary.command(raw)
        except MalformedCommand as error:
            if isinstance(instead, Amend):
                raise
            return refuse("command_unreadable", problem=str(error))
        decision = decide(self._game, moment, command, by, dice)
        if isinstance(decision, Refusal):
            return decision
        return _Followed(command, by, tuple(dice.drawn), tuple(decision))

    # --- going on --------------------------------------------------------------------------------------

    def _part(self) -> None:
        """From here on the two lines have moments of their own."""
        if self._old is self._new:
            self._old = self._form.copy(self._new)

    def _go_on(self, ruling: RecordedRuling) -> None:
        self._apply(ruling.events)
        if self._old is not self._new:
            for event in ruling.events:
                apply(self._game, self._old, event)

    def _apply(self, events: Sequence[Event]) -> None:
        for event in events:
            apply(self._game, self._new, event)

    def _tell(self, moment: AnyMoment, events: tuple[Event, ...]) -> tuple[Retelling, ...]:
        told = []
        for event in events:
            apply(self._game, moment, event)
            told.append(retell(self._game, moment, event))
        return tuple(told)

    def _differing(
        self,
        ruling: RecordedRuling,
        instead: Instead | None,
        followed: _Followed | Refusal,
    ) -> Verdict:
        self._part()
        recorded = self._tell(self._old, ruling.events)
        because = self._divergence.because(recorded)
        refusing = self._refusing(followed) if isinstance(followed, Refusal) else None
        missing: tuple[int, ...] = ()
        after: tuple[Retelling, ...] = ()
        if isinstance(instead, Strike):
            standing = RulingStanding.STRUCK
        elif isinstance(instead, Keep):
            told = self._keep(ruling)
            if told is None:
                standing = RulingStanding.REFUSED
                refusing = self._refusing(refuse("cannot_follow", ruling=ruling.number, moment=ruling.last))
            else:
                same = isinstance(followed, _Followed) and say_the_same(ruling.events, followed.events)
                standing, after = RulingStanding.UNCHANGED if same else RulingStanding.KEPT, told
                self._plan(ruling, self._as_recorded(ruling), kept=not same)
        elif isinstance(followed, Refusal):
            standing = RulingStanding.NEEDS_DICE if followed.code in DICE_CODES else RulingStanding.REFUSED
            missing = _sizes(followed) if standing is RulingStanding.NEEDS_DICE else ()
        else:
            standing, after = RulingStanding.CHANGED, self._tell(self._new, followed.events)
            self._plan(ruling, followed)
        self._divergence.note(ruling.number, recorded, after)
        verdict = self._verdict(ruling, standing, instead)
        return replace(
            verdict,
            headline=recorded[0].headline,
            before=recorded,
            after=after,
            refusing=refusing,
            missing=missing,
            because=because,
        )

    def _stays_kept(self, ruling: RecordedRuling) -> bool:
        together = self._old is self._new
        if self._keep(ruling) is None:
            return False
        if together:
            self._old = self._new
        else:
            for event in ruling.events:
                apply(self._game, self._old, event)
        self._plan(ruling, self._as_recorded(ruling), kept=True)
        return True

    @staticmethod
    def _as_recorded(ruling: RecordedRuling) -> _Followed:
        return _Followed(ruling.command, ruling.by, tuple(ruling.dice), ruling.events)

    def _keep(self, ruling: RecordedRuling) -> tuple[Retelling, ...] | None:
        """The recorded events on the new line; None, and nothing changed, when they cannot follow there.

        Whatever else goes wrong is a fault of the program and no verdict about play: it is raised.
        """
        ahead = self._form.copy(self._new)
        try:
            told = self._tell(ahead, ruling.events)
        except ImpossibleHistoryError:
            return None
        self._new = ahead
        return told

    def _refusing(self, refusal: Refusal) -> Refusing:
        return Refusing(refusal, refusal_in_words(self._game, self._new, refusal))

    # --- keeping account -------------------------------------------------------------------------------

    def _plan(self, ruling: RecordedRuling, followed: _Followed, *, kept: bool = False) -> None:
        envelope = ruling.opening.envelope
        self.drafts.append(
            Draft(
                command=followed.command,
                by=followed.by,
                events=followed.events,
                drawn=followed.drawn,
                dice_from=(envelope.dice_from or "typed") if followed.drawn else None,
                happened_at=envelope.happened_at or when_played(envelope.type, envelope.at),
                fiction_time=envelope.fiction_time,
                stands_for=ruling.number,
                kept=kept,
            )
        )

    def _verdict(self, ruling: RecordedRuling, standing: RulingStanding, settled: Instead | None) -> Verdict:
        return Verdict(
            ruling=ruling.number,
            position=ruling.opening.position,
            by=ruling.by,
            command=str(ruling.command.get("type", "")),
            headline="",
            standing=standing,
            settled=settled,
        )


def when_played(tag: str, at: str) -> str | None:
    """The time of play of something that says none of its own: when it was recorded, but for what was taken in."""
    return None if tag.startswith(LOGGED_PREFIX) else at


def _sizes(refusal: Refusal) -> tuple[int, ...]:
    sizes = refusal.params.get("sizes")
    if isinstance(sizes, list):
        return tuple(sizes)
    return tuple(value for name, value in refusal.params.items() if name == "size" and isinstance(value, int))
