"""What happened in contests, and to the tools fought over."""

from typing import Literal

from pydantic import BaseModel, ConfigDict
from pydantic.dataclasses import dataclass

from domain.kernel.messages import Event
from domain.kernel.terms import Character, Name, Points, Slug, Text
from domain.vicious_crucible.terms import (
    DieId,
    DieSize,
    PresentCause,
    Purpose,
    SideId,
    Stance,
    WinnersChoice,
)

_CLOSED = ConfigDict(extra="forbid")


class ContestDeclared(Event):
    """A player picked up dice; their character is the first side."""

    type: Literal["vicious_crucible.contest_declared.v1"] = "vicious_crucible.contest_declared.v1"
    contest: Slug
    initiator: Character
    aim: Text
    purpose: Purpose
    purpose_target: Slug | None


class ContestSideJoined(Event):
    """Another side is in the contest."""

    type: Literal["vicious_crucible.contest_side_joined.v1"] = "vicious_crucible.contest_side_joined.v1"
    side: SideId


class RulesheetInvoked(Event):
    """The contest is extended by a rulesheet."""

    type: Literal["vicious_crucible.rulesheet_invoked.v1"] = "vicious_crucible.rulesheet_invoked.v1"
    rulesheet: Name
    side: SideId


class ChosenElement(BaseModel):
    """An element as chosen: whose, why, and the die it brings."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    owner: Slug
    element: Slug
    stance: Stance
    tool: Slug | None
    faces: DieSize
    description: Text


class ElementsChosen(Event):
    """A side said what it rolls and why."""

    type: Literal["vicious_crucible.elements_chosen.v1"] = "vicious_crucible.elements_chosen.v1"
    side: SideId
    picks: tuple[ChosenElement, ...]


@dataclass(frozen=True, config=_CLOSED)
class RolledDie:
    """A die of a hand as it fell."""

    die_id: DieId
    owner: Slug
    element: Slug
    stance: Stance
    tool: Slug | None
    faces: DieSize
    value: int

    def __str__(self) -> str:
        """As it is read aloud: its value."""
        return str(self.value)


class ContestDiceRolled(Event):
    """A side rolled its hand."""

    type: Literal["vicious_crucible.contest_dice_rolled.v1"] = "vicious_crucible.contest_dice_rolled.v1"
    side: SideId
    dice: tuple[RolledDie, ...]


class DiePresented(Event):
    """A side put a die forward."""

    type: Literal["vicious_crucible.die_presented.v1"] = "vicious_crucible.die_presented.v1"
    side: SideId
    die_id: DieId
    value: int
    cause: PresentCause = PresentCause.CHOICE


class DieRerolled(Event):
    """A spark rerolled one die. It cannot be rerolled by a spark again in this contest."""

    type: Literal["vicious_crucible.die_rerolled.v1"] = "vicious_crucible.die_rerolled.v1"
    side: SideId
    die_id: DieId
    faces: DieSize
    old: int
    new: int
    spark: Slug
    source: Slug
    owner: Slug


class ShiftedPoint(BaseModel):
    """One point that went from one die to another."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    from_die: DieId
    to_die: DieId


class PointsShifted(Event):
    """A spark turned dice of one hand down and up, point by point."""

    type: Literal["vicious_crucible.points_shifted.v1"] = "vicious_crucible.points_shifted.v1"
    side: SideId
    moves: tuple[ShiftedPoint, ...]
    points: Points
    spark: Slug
    source: Slug
    owner: Slug


class RulesheetSparkUsed(Event):
    """A spark worked with the invoked rulesheet."""

    type: Literal["vicious_crucible.rulesheet_spark_used.v1"] = "vicious_crucible.rulesheet_spark_used.v1"
    character: Character
    side: SideId
    spark: Slug
    source: Slug
    rulesheet: Text
    effect: Text


@dataclass(frozen=True, config=_CLOSED)
class ModuleDie:
    """A die of a rulesheet as it fell."""

    die_id: DieId
    faces: int
    value: int

    def __str__(self) -> str:
        """As it is read aloud: its value."""
        return str(self.value)


class ModuleDiceRolled(Event):
    """Dice that a rulesheet asked for. What they mean is the rulesheet's business."""

    type: Literal["vicious_crucible.module_dice_rolled.v1"] = "vicious_crucible.module_dice_rolled.v1"
    rulesheet: Name
    side: SideId
    dice: tuple[ModuleDie, ...]


class SparksPassed(Event):
    """A side uses no more sparks, unless somebody else does."""

    type: Literal["vicious_crucible.sparks_passed.v1"] = "vicious_crucible.sparks_passed.v1"
    side: SideId


class TieRerolled(Event):
    """A side tied for highest rerolled its presented die. `remaining` are the tied sides still to do so."""

    type: Literal["vicious_crucible.tie_rerolled.v1"] = "vicious_crucible.tie_rerolled.v1"
    side: SideId
    die_id: DieId
    faces: DieSize
    old: int
    new: int
    remaining: tuple[SideId, ...]


class ContestWon(Event):
    """One presented die was the highest."""

    type: Literal["vicious_crucible.contest_won.v1"] = "vicious_crucible.contest_won.v1"
    winner: SideId
    losers: tuple[SideId, ...]
    presented: dict[SideId, int]


class OutcomeChosen(Event):
    """The winner said what becomes of one loser."""

    type: Literal["vicious_crucible.outcome_chosen.v1"] = "vicious_crucible.outcome_chosen.v1"
    winner: SideId
    loser: SideId
    outcome: WinnersChoice
    tool: Slug | None


class ConvinceAccepted(Event):
    """The loser took the bribe and plays along."""

    type: Literal["vicious_crucible.convince_accepted.v1"] = "vicious_crucible.convince_accepted.v1"
    loser: SideId
    winner: SideId


class ConvinceRefused(Event):
    """The loser stands firm by one of their elements."""

    type: Literal["vicious_crucible.convince_refused.v1"] = "vicious_crucible.convince_refused.v1"
    loser: SideId
    winner: SideId
    owner: Slug
    element: Slug
    description: Text


class ToolDenied(Event):
    """A tool is out of use until it is won back."""

    type: Literal["vicious_crucible.tool_denied.v1"] = "vicious_crucible.tool_denied.v1"
    character: Character
    tool: Slug
    contest: Slug


class ToolRecovered(Event):
    """A denied tool was won back."""

    type: Literal["vicious_crucible.tool_recovered.v1"] = "vicious_crucible.tool_recovered.v1"
    character: Character
    tool: Slug
    contest: Slug


class HardPlaceSoftened(Event):
    """A hard element of a place rolls a d4 from now on."""

    type: Literal["vicious_crucible.hard_place_softened.v1"] = "vicious_crucible.hard_place_softened.v1"
    location: Slug
    element: Slug
    by: Character
    contest: Slug


class ContestClosed(Event):
    """The contest is over, and its dice with it."""

    type: Literal["vicious_crucible.contest_closed.v1"] = "vicious_crucible.contest_closed.v1"
    contest: Slug
