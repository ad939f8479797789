"""Small shapes that commands and events share: ratings, modifiers, circumstances, what harm does."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from domain.kernel.terms import Points, Text

from .terms.bounds import FACES
from .terms.harm import ChangeKind, Kind, Severity, Trouble
from .terms.refs import LossRef, TargetRef
from .terms.rolls import Action, Attribute, Axis, Category, Sign

Face = Annotated[int, Field(ge=1, le=FACES)]
DiceCount = Annotated[int, Field(ge=0, le=20)]
"""The number of dice the GM says are rolled; 0 means two of which the lower counts."""
MOST_AT_ONCE = 100
"""The most that one command gives of anything that becomes dice, so that no pool is beyond counting."""
Few = Annotated[int, Field(ge=-MOST_AT_ONCE, le=MOST_AT_ONCE)]
"""An amount of something that becomes dice: a rating, loot, dark hearts."""
Share = Annotated[int, Field(ge=0, le=MOST_AT_ONCE)]
"""Such an amount where none is an answer too."""
Counted = Annotated[int, Field(ge=0, le=1_000_000)]
"""The number of dice a table counts."""


class Shape(BaseModel):
    """A frozen part of a message."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Ratings(Shape):
    """Dice in each of the nine actions."""

    scan: Few = 0
    tinker: Few = 0
    trick: Few = 0
    finesse: Few = 0
    skulk: Few = 0
    smash: Few = 0
    banter: Few = 0
    invoke: Few = 0
    threaten: Few = 0

    def by_action(self) -> dict[Action, int]:
        """The ratings keyed by action, in the order of the sheet."""
        return {action: getattr(self, action.value) for action in Action}


class Modifier(Shape):
    """Dice added to a pool or taken from it, and why."""

    n: Annotated[int, Field(ge=1, le=1_000_000)]
    reason: Text = ""


class Circumstance(Shape):
    """Something that makes a position or an effect other than usual. `overwhelming` outweighs the rest."""

    axis: Axis
    sign: Sign
    text: Text = ""
    overwhelming: bool = False
    category: Category | None = Field(default=None, description="Which of the usual kinds it is.")


class Tilt(Shape):
    """A scale and a direction in which circumstances outweigh the rest."""

    axis: Axis
    sign: Sign


class Change(Shape):
    """A loss or a move: an item, gold, loot, minions, a clock; as a price also shock or a wound."""

    kind: ChangeKind
    what: LossRef | None = Field(
        title="What it is about",
        default=None,
        description="The item, the pack, the clock or the attribute it is about.",
    )
    amount: Points | None = Field(
        default=None, description="How many gold, loot or ticks; ticks go by severity if left out."
    )


class Harm(Shape):
    """The harm a consequence would do to its `target`. Several kinds in one are settled together."""

    target: TargetRef = Field(description="A Wicked One, a pack of minions, or the dungeon.")
    kind: Kind
    also: tuple[Kind, ...] = Field(
        title="Further kinds", default=(), max_length=3, description="Further kinds of the same consequence."
    )
    severity: Severity | None = Field(default=None, description="Left out: what the position makes usual.")
    details: Text = Field(
        title="What happens if nobody stops it",
        default="",
        description="What happens in the story if nobody stops it.",
    )
    threat: Text = Field(
        title="What a defense would have to be against",
        default="",
        description="What a defense would have to be against: wounds, detection, magic.",
    )
    attributes: tuple[Attribute, ...] = Field(
        title="What is shocked",
        default=(),
        max_length=3,
        description="What is shocked; empty leaves the choice to the player.",
    )
    trouble: Trouble | None = Field(
        title="Kind of complication", default=None, description="Which kind of complication it is."
    )
    changes: tuple[Change, ...] = Field(default=(), max_length=10, description="What is lost or moves on.")
    hopeless: tuple[Action, ...] = Field(
        title="Actions that do little against it",
        default=(),
        description="Actions that would have weak effect against it, so that none can resist with them.",
    )
    resistible: bool = True
    why_not: Text = Field(
        title="Reason it cannot be resisted",
        default="",
        description="Why nothing could stop it, when it cannot be resisted.",
    )

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Every kind in it, each once, in order."""
        return tuple(dict.fromkeys((self.kind, *self.also)))
