"""A conflict as it stands: participants, what they want, what they threw this turn."""

from dataclasses import dataclass, field

from domain.spc.terms import ActionType, IntentionKind, Slot, Stage


@dataclass(slots=True)
class Intention:
    """The intention of a participant in the conflict."""

    text: str
    kind: IntentionKind
    pool: Slot | None = None


@dataclass(slots=True)
class Throw:
    """The choices and dice of a participant in one turn. `keeping` is how many dice stay."""

    action_type: ActionType | None = None
    talent: str | None = None
    power: str | None = None
    ritual: str | None = None
    gadget: str | None = None
    target: str | None = None
    weakness: str | None = None
    defending: str | None = None
    base_dice: int | None = None
    """Only where an adjudication says otherwise."""
    bonus_dice: int = 0
    penalty_dice: int = 0
    adjudicated_bonus: int = 0
    adjudicated_penalty: int = 0
    thrown: dict[str, int] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list)
    die_addition: dict[str, int] = field(default_factory=dict)
    dice: dict[str, str] = field(default_factory=dict)
    """The dice by the slots they went to."""
    assigned: dict[str, int] = field(default_factory=dict)
    modifiers: dict[str, int] = field(default_factory=dict)
    modified: bool = False
    """True if the action type's own modifiers are applied."""

    def total(self, slot: Slot) -> int:
        """The die in a slot with everything added to it, without the pool."""
        return self.assigned.get(slot.value, 0) + self.modifiers.get(slot.value, 0)


@dataclass(slots=True)
class Participant:
    """One who takes part in a conflict.

    The `throw` is this turn's; the rest lasts as long as the conflict. `itn` is the Intention Target Number.
    """

    intention: Intention | None = None
    itn: int | None = None
    progress: int = 0
    abuse: int = 0
    taken_out: bool = False
    achieved: bool = False
    throw: Throw = field(default_factory=Throw)
    facts_told: int = 0
    facts_passed: bool = False
    setback: bool = False


@dataclass(slots=True)
class Conflict:
    """The conflict under way, or the last one there was. Participants stand in the order they came in."""

    id: str
    action: str
    status: Stage = Stage.SETUP
    turn: int = 0
    participants: dict[str, Participant] = field(default_factory=dict)
    oppositions: list[tuple[str, str]] = field(default_factory=list)
    compared: bool = False
    narrated: bool = False
    narration: str = ""
    fact_turn: str | None = None
    """The participant who is to tell a Fact now."""
    facts: list[int] = field(default_factory=list)
    """Facts of this conflict, by number."""
    goals_reached: list[str] = field(default_factory=list)
    """Participants whose goal came to its end meanwhile, in order."""

    @property
    def open(self) -> bool:
        """True if it is still to be finished."""
        return self.status is not Stage.CLOSED

    def opponents(self, one: str) -> list[str]:
        """Everybody paired against this participant."""
        return [b if a == one else a for a, b in self.oppositions if one in (a, b)]
