"""What may be asked to set a conflict up, to count a turn out, and to resolve it."""

from typing import Literal

from pydantic import Field

from domain.kernel.messages import Command
from domain.kernel.terms import Character, Delta, Points, Slug, Text
from domain.spc.terms import IntentionKind, Slot, TargetModifier


class EnterConflict(Command):
    """Take part in the conflict.

    Needs:    somebody of your own, present in the scene; the conflict is being set up.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `setup_is_over`, `goons_do_not_act`,
              `character_unknown`, `not_your_character`, `mastermind_only`, `character_absent`, `in_it_already`.
    Yields:   `ParticipantEntered`.
    """

    type: Literal["spc.enter_conflict"] = "spc.enter_conflict"
    participant: Character


class DeclareOpposition(Command):
    """Say that two participants oppose each other.

    Needs:    one of the two is your own; the conflict is being set up.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `setup_is_over`, `goons_do_not_act`,
              `not_a_participant`, `opposes_itself`, `pair_declared`, `not_your_character`.
    Yields:   `OppositionDeclared`.
    """

    type: Literal["spc.declare_opposition"] = "spc.declare_opposition"
    a: Character
    b: Character


class DeclareIntention(Command):
    """Say what your participant wants from the conflict, and what it would bring.

    Needs:    a participant of your own with an opponent; antagonists only once every Character has a number.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `setup_is_over`, `goons_do_not_act`,
              `not_a_participant`, `not_your_character`, `mastermind_only`, `no_opponent`, `itn_stands`,
              `intention_declared`, `characters_first`, `words_missing`, `pool_missing`, `choice_not_here`,
              `no_tracks`, `goal_at_its_end`, `track_at_limit`.
    Yields:   `IntentionDeclared`.
    """

    type: Literal["spc.declare_intention"] = "spc.declare_intention"
    participant: Character
    text: Text
    kind: IntentionKind = IntentionKind.FREE
    pool: Slot | None = Field(default=None, description="For advance_pool: which pool is to grow.")


class SetIntentionTarget(Command):
    """Set the Intention Target Number. What the kind of intention brings is added by itself.

    Needs:    the Mastermind; the intention; antagonists after every Character.
    Refused:  `mastermind_only`, `not_playing`, `adventure_over`, `no_conflict`, `goons_do_not_act`,
              `not_a_participant`, `intention_first`, `itn_stands`, `characters_first`, `modifier_twice`,
              `easy_and_hard`, `base_missing`, `base_follows`.
    Yields:   `IntentionTargetSet`.
    """

    type: Literal["spc.set_intention_target"] = "spc.set_intention_target"
    participant: Character
    modifiers: tuple[TargetModifier, ...] = Field(default=(), description="Whatever applies besides its kind.")
    base: Delta | None = Field(default=None, description="Only where the house rule lets the Mastermind name it.")


class BeginTurn(Command):
    """Begin the first turn, or the next one; where somebody has achieved their intention, resolve instead.

    Needs:    the Mastermind; before the first turn every target number, later the narration.
    Refused:  `mastermind_only`, `not_playing`, `adventure_over`, `no_conflict`, `itn_missing`, `compare_first`,
              `narrate_first`, `resolving_already`.
    Yields:   `TurnBegun`; or `ConflictResolving`, `IntentionGranted`, `PoolAdvanced`, `GoalTrackMoved`,
              `FactTurnGiven`.
    """

    type: Literal["spc.begin_turn"] = "spc.begin_turn"


class CompareOppositions(Command):
    """Compare every pair: who gains Progress, who takes Abuse, who escapes, who is done.

    Needs:    the Mastermind; all dice assigned and modified.
    Refused:  `mastermind_only`, `not_playing`, `adventure_over`, `no_conflict`, `no_turn`, `already_compared`,
              `assign_first`, `modify_first`.
    Yields:   for each pair `OppositionCompared`, `ProgressGained`, `AbuseTaken`, `HarmEscaped`; then
              `IntentionAchieved`, `ParticipantTakenOut`.
    """

    type: Literal["spc.compare_oppositions"] = "spc.compare_oppositions"


class NarrateTurn(Command):
    """Narrate what happened in the turn.

    Needs:    the Mastermind; the comparison.
    Refused:  `mastermind_only`, `not_playing`, `adventure_over`, `no_conflict`, `no_turn`, `compare_first`,
              `narrated_already`, `words_missing`.
    Yields:   `TurnNarrated`.
    """

    type: Literal["spc.narrate_turn"] = "spc.narrate_turn"
    text: Text


class StateFact(Command):
    """Tell one Fact: one sentence with at most one verb and two nouns, by the author's own count.

    Needs:    two or more achieved their intention; it is your turn to tell.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `not_resolving`, `not_a_participant`, `not_achieved`,
              `lone_achiever`, `no_facts_left`, `not_your_fact_turn`, `not_your_character`, `mastermind_only`,
              `words_missing`, `one_sentence`, `too_many_verbs`, `too_many_nouns`, `goons_do_not_act`.
    Yields:   `FactStated`; then `FactTurnGiven` to the next.
    """

    type: Literal["spc.state_fact"] = "spc.state_fact"
    participant: Character
    text: Text
    verbs: Points = Field(description="How many verbs the sentence has.")
    nouns: Points = Field(description="How many nouns it has.")


class PassFacts(Command):
    """Give up the rest of your Facts.

    Needs:    it is your turn to tell one.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `not_resolving`, `not_a_participant`, `not_achieved`,
              `lone_achiever`, `no_facts_left`, `not_your_fact_turn`, `not_your_character`, `mastermind_only`,
              `goons_do_not_act`.
    Yields:   `FactsPassed`; then `FactTurnGiven` to the next.
    """

    type: Literal["spc.pass_facts"] = "spc.pass_facts"
    participant: Character


class ObjectToFact(Command):
    """Uphold the objection that the Fact last told negates an earlier one. Its author tells another.

    Needs:    the Mastermind; a Fact of this conflict, the last one told.
    Refused:  `mastermind_only`, `not_playing`, `adventure_over`, `no_conflict`, `not_resolving`, `fact_unknown`,
              `not_the_last_fact`, `not_an_earlier_fact`, `character_unknown`.
    Yields:   `FactRejected`, `FactTurnGiven`.
    """

    type: Literal["spc.object_to_fact"] = "spc.object_to_fact"
    number: Points = Field(description="The Fact objected to.")
    conflicts_with: Points = Field(description="The earlier Fact that it negates.")
    objector: Slug | None = Field(default=None, description="Whose player objects; left out, the Mastermind does.")


class RecordSetback(Command):
    """Say what harm or setback came of the Abuse taken.

    Needs:    a participant of your own with Abuse; the Facts are told.
    Refused:  `not_playing`, `adventure_over`, `no_conflict`, `not_resolving`, `not_a_participant`,
              `not_your_character`, `mastermind_only`, `facts_open`, `no_abuse`, `setback_recorded`,
              `words_missing`, `goons_do_not_act`.
    Yields:   `SetbackSuffered`; then `PenaltyDieImposed` where the harm lasts.
    """

    type: Literal["spc.record_setback"] = "spc.record_setback"
    participant: Character
    text: Text


class CloseConflict(Command):
    """Close the conflict. Progress, Abuse and intentions end with it; tracks, pools, Facts and harm stay.

    Needs:    the Mastermind; Facts told, setbacks recorded.
    Refused:  `mastermind_only`, `not_playing`, `adventure_over`, `no_conflict`, `not_resolving`, `facts_open`,
              `setbacks_open`.
    Yields:   `ConflictClosed`; then `GoalAccomplished` and `GoalSceneGranted` for each goal at its end.
    """

    type: Literal["spc.close_conflict"] = "spc.close_conflict"
