"""What happens in a struggle until its dice have fallen."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.death_of_the_vele.terms import AttackMode, Dice, Die, GoalType, Home, StruggleKind
from domain.kernel.messages import Event
from domain.kernel.terms import Person, Slug, Text


class StruggleDie(BaseModel):
    """A die as it fell: whose trait pushed it (nobody's for an average die)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    side: Slug
    component: Slug | None = None
    trait: Slug | None = None
    die: Die
    value: int


class CoveredDie(BaseModel):
    """A die that lay covered. `dice`: what left its home for it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    side: Slug
    component: Slug
    trait: Slug
    die: Die
    source: Home
    dice: Dice


class StruggleStarted(Event):
    """A goal was stated (VE-51)."""

    type: Literal["death_of_the_vele.struggle_started.v1"] = "death_of_the_vele.struggle_started.v1"
    struggle: Slug
    kind: StruggleKind
    player: Person
    actor: Slug
    opponents: tuple[Slug, ...]
    goal_type: GoalType
    goal_text: Text
    attack_mode: AttackMode | None = None
    targeted_trait: Slug | None = Field(default=None, description="A trait of the first opponent.")
    subject: Slug | None = None
    hidden: bool = False
    extended_id: Slug | None = None
    counter_of: Slug | None = None
    block: Slug | None = None
    takes_action: bool = True
    by_spin: bool = False


class StruggleWithdrawn(Event):
    """A goal was taken back before the roll."""

    type: Literal["death_of_the_vele.struggle_withdrawn.v1"] = "death_of_the_vele.struggle_withdrawn.v1"
    struggle: Slug


class AllyJoined(Event):
    """A component lends its traits to a side (VE-52). `owes_action`: it skips its next action."""

    type: Literal["death_of_the_vele.ally_joined.v1"] = "death_of_the_vele.ally_joined.v1"
    struggle: Slug
    side: Slug
    component: Slug
    player: Person
    owes_action: bool


class IncompetentTraitApplied(Event):
    """A d4 trait was ruled to apply, and bars larger ones (VE-23)."""

    type: Literal["death_of_the_vele.incompetent_trait_applied.v1"] = (
        "death_of_the_vele.incompetent_trait_applied.v1"
    )
    struggle: Slug
    component: Slug
    trait: Slug
    player: Person


class DifficultySet(Event):
    """A side's result is lowered (VE-56)."""

    type: Literal["death_of_the_vele.difficulty_set.v1"] = "death_of_the_vele.difficulty_set.v1"
    struggle: Slug
    side: Slug
    amount: int
    reason: Text
    player: Person


class StruggleDiePushed(Event):
    """A die was pushed for a trait (VE-53). `dice`: what left its home."""

    type: Literal["death_of_the_vele.struggle_die_pushed.v1"] = "death_of_the_vele.struggle_die_pushed.v1"
    struggle: Slug
    side: Slug
    component: Slug
    trait: Slug
    player: Person
    die: Die
    source: Home
    dice: Dice
    assist_of: Slug | None = None


class AverageDieAdded(Event):
    """A side borrowed the average die (VE-54)."""

    type: Literal["death_of_the_vele.average_die_added.v1"] = "death_of_the_vele.average_die_added.v1"
    struggle: Slug
    side: Slug
    player: Person


class SideReady(Event):
    """A side has pushed its dice."""

    type: Literal["death_of_the_vele.side_ready.v1"] = "death_of_the_vele.side_ready.v1"
    struggle: Slug
    side: Slug


class TraitDeclared(Event):
    """A trait was declared in a head-to-head struggle; its die lies covered (VE-64)."""

    type: Literal["death_of_the_vele.trait_declared.v1"] = "death_of_the_vele.trait_declared.v1"
    struggle: Slug
    side: Slug
    component: Slug
    trait: Slug
    player: Person


class DiceCovered(Event):
    """Which die lies covered for a trait: its player's secret until dice are shown."""

    type: Literal["death_of_the_vele.dice_covered.v1"] = "death_of_the_vele.dice_covered.v1"
    struggle: Slug
    side: Slug
    component: Slug
    trait: Slug
    player: Person
    die: Die
    source: Home
    assist_of: Slug | None = None


class DiceRevealed(Event):
    """Both sides showed their dice, and pushed them (VE-64)."""

    type: Literal["death_of_the_vele.dice_revealed.v1"] = "death_of_the_vele.dice_revealed.v1"
    struggle: Slug
    dice: tuple[CoveredDie, ...]


class StruggleRolled(Event):
    """The dice fell (VE-58). `modifiers`: what spin had put on a side's next roll."""

    type: Literal["death_of_the_vele.struggle_rolled.v1"] = "death_of_the_vele.struggle_rolled.v1"
    struggle: Slug
    rolls: tuple[StruggleDie, ...]
    power_rolls: tuple[StruggleDie, ...] = ()
    modifiers: dict[Slug, int] = Field(default_factory=dict)


class HiddenDiceRolled(Event):
    """The dice of the side that rolls unseen (VE-68)."""

    type: Literal["death_of_the_vele.hidden_dice_rolled.v1"] = "death_of_the_vele.hidden_dice_rolled.v1"
    struggle: Slug
    player: Person
    rolls: tuple[StruggleDie, ...]
    power_rolls: tuple[StruggleDie, ...] = ()


EVENTS: tuple[type[Event], ...] = (
    StruggleStarted,
    StruggleWithdrawn,
    AllyJoined,
    IncompetentTraitApplied,
    DifficultySet,
    StruggleDiePushed,
    AverageDieAdded,
    SideReady,
    TraitDeclared,
    DiceCovered,
    DiceRevealed,
    StruggleRolled,
    HiddenDiceRolled,
)
