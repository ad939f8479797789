"""What happened to a conflict: its setup, its count, its resolution."""

from typing import Literal

from pydantic import Field

from domain.kernel.messages import Event
from domain.kernel.terms import Character, Points, Slug, Text
from domain.spc.terms import AchievedBy, IntentionKind, Printed, Slot, TargetModifier


class ConflictOpened(Event):
    """An opposed action became a conflict."""

    type: Literal["spc.conflict_opened.v1"] = "spc.conflict_opened.v1"
    conflict: Slug
    action: Slug


class ParticipantEntered(Event):
    """Somebody takes part."""

    type: Literal["spc.participant_entered.v1"] = "spc.participant_entered.v1"
    participant: Character


class OppositionDeclared(Event):
    """Two participants oppose each other."""

    type: Literal["spc.opposition_declared.v1"] = "spc.opposition_declared.v1"
    a: Character
    b: Character


class IntentionDeclared(Event):
    """What a participant wants from the conflict."""

    type: Literal["spc.intention_declared.v1"] = "spc.intention_declared.v1"
    participant: Character
    text: Text
    kind: IntentionKind
    pool: Slot | None = None


class IntentionChanged(Event):
    """An ambusher wants something else now; Progress stays, the number is to be set anew."""

    type: Literal["spc.intention_changed.v1"] = "spc.intention_changed.v1"
    participant: Character
    old: Text
    new: Text
    kind: IntentionKind
    pool: Slot | None = None


class TargetPart(Printed):
    """One modifier of an Intention Target Number, and what it adds."""

    modifier: TargetModifier
    amount: int


class IntentionTargetSet(Event):
    """How much Progress an intention takes."""

    type: Literal["spc.intention_target_set.v1"] = "spc.intention_target_set.v1"
    participant: Character
    base: int
    modifiers: tuple[TargetPart, ...]
    itn: int


class TurnBegun(Event):
    """A turn begins; Progress and Abuse stand as they were."""

    type: Literal["spc.turn_begun.v1"] = "spc.turn_begun.v1"
    turn: Points


class OppositionCompared(Event):
    """One pair was compared. `a_totals` and `b_totals` are pool and die of each, slot by slot."""

    type: Literal["spc.opposition_compared.v1"] = "spc.opposition_compared.v1"
    a: Character
    b: Character
    a_totals: dict[Slot, int]
    b_totals: dict[Slot, int]


class ProgressGained(Event):
    """The higher Ambition gained the difference."""

    type: Literal["spc.progress_gained.v1"] = "spc.progress_gained.v1"
    participant: Character
    opponent: Character
    amount: Points
    totals: tuple[int, int] = Field(description="Ambition of the two, the winner's first.")


class AbuseTaken(Event):
    """Cunning got past Vigilance; the difference is Abuse."""

    type: Literal["spc.abuse_taken.v1"] = "spc.abuse_taken.v1"
    participant: Character
    opponent: Character
    amount: Points
    redirected_from: Character | None = Field(default=None, description="Whom it would have hit.")


class HarmEscaped(Event):
    """Vigilance above the opponent's Cunning: no harm from that side."""

    type: Literal["spc.harm_escaped.v1"] = "spc.harm_escaped.v1"
    participant: Character
    opponent: Character


class IntentionAchieved(Event):
    """A participant has what it wanted."""

    type: Literal["spc.intention_achieved.v1"] = "spc.intention_achieved.v1"
    participant: Character
    by: AchievedBy
    progress: int
    itn: int


class ParticipantTakenOut(Event):
    """More Abuse than the Obstacle Rating: out of the conflict."""

    type: Literal["spc.participant_taken_out.v1"] = "spc.participant_taken_out.v1"
    participant: Character
    abuse: int
    obstacle_rating: int


class TurnNarrated(Event):
    """The Mastermind told what the turn was."""

    type: Literal["spc.turn_narrated.v1"] = "spc.turn_narrated.v1"
    turn: Points
    text: Text


class ConflictResolving(Event):
    """Somebody achieved their intention: no more turns."""

    type: Literal["spc.conflict_resolving.v1"] = "spc.conflict_resolving.v1"
    conflict: Slug


class IntentionGranted(Event):
    """A participant gets what it wanted."""

    type: Literal["spc.intention_granted.v1"] = "spc.intention_granted.v1"
    participant: Character
    text: Text


class PoolAdvanced(Event):
    """An intention made a pool grow."""

    type: Literal["spc.pool_advanced.v1"] = "spc.pool_advanced.v1"
    participant: Character
    pool: Slot
    amount: int


class FactTurnGiven(Event):
    """It is this participant's turn to tell a Fact."""

    type: Literal["spc.fact_turn_given.v1"] = "spc.fact_turn_given.v1"
    participant: Character
    left: Points


class FactStated(Event):
    """One sentence is true from here on. Verbs and nouns are the author's own count."""

    type: Literal["spc.fact_stated.v1"] = "spc.fact_stated.v1"
    participant: Character
    number: Points
    text: Text
    verbs: Points
    nouns: Points


class FactRejected(Event):
    """A Fact negated an earlier one and is not true after all."""

    type: Literal["spc.fact_rejected.v2"] = "spc.fact_rejected.v2"
    participant: Character
    number: Points
    text: Text
    conflicts_with: Points
    objector: Slug | None = Field(
        description="Whose player objected, or the Mastermind; not said in records of the first version."
    )
    frees_number: bool = Field(
        description="The next Fact gets this number. Not so in records of the first version, which left a gap."
    )


class FactsPassed(Event):
    """A participant gave up the rest of its Facts."""

    type: Literal["spc.facts_passed.v1"] = "spc.facts_passed.v1"
    participant: Character
    left: Points


class SetbackSuffered(Event):
    """What the Abuse came to, in words."""

    type: Literal["spc.setback_suffered.v1"] = "spc.setback_suffered.v1"
    participant: Character
    text: Text


class ConflictClosed(Event):
    """The conflict is over, and its Progress and Abuse with it."""

    type: Literal["spc.conflict_closed.v1"] = "spc.conflict_closed.v1"
    conflict: Slug
