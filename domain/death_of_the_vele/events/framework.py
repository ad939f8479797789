"""What can happen while a story is framed, and at every bidding."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from domain.death_of_the_vele.terms import AspectWritten, MatrixColumn, ObjectiveScope
from domain.kernel.messages import Event
from domain.kernel.terms import Name, Person, Points, Position, Slug, Text


class RollOff(BaseModel):
    """One d6 of a player whose bid was tied."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    player: Person
    face: int


class BidPlaced(Event):
    """A player bid XP. Sealed: nobody else may know until all bids are shown (VE-08)."""

    type: Literal["death_of_the_vele.bid_placed.v1"] = "death_of_the_vele.bid_placed.v1"
    player: Person
    amount: Points


class BidsRevealed(Event):
    """All bids lie open. `roll_offs` holds the d6s of those who were tied, round by round."""

    type: Literal["death_of_the_vele.bids_revealed.v1"] = "death_of_the_vele.bids_revealed.v1"
    bids: dict[Person, Points]
    roll_offs: tuple[tuple[RollOff, ...], ...] = ()
    order: tuple[Person, ...]


class PriorityOrderSet(Event):
    """Who comes before whom in framing the story."""

    type: Literal["death_of_the_vele.priority_order_set.v1"] = "death_of_the_vele.priority_order_set.v1"
    order: tuple[Person, ...]


class InitiativeOrderSet(Event):
    """Who comes before whom in this act (VE-32)."""

    type: Literal["death_of_the_vele.initiative_order_set.v1"] = "death_of_the_vele.initiative_order_set.v1"
    order: tuple[Person, ...]
    bids: dict[Person, Points]


class ObjectiveCreated(Event):
    """An objective of all PCs was written (VE-09)."""

    type: Literal["death_of_the_vele.objective_created.v1"] = "death_of_the_vele.objective_created.v1"
    scope: ObjectiveScope
    text: Text


class ActMatrixCellFilled(Event):
    """One cell of the act matrix was filled (VE-10)."""

    type: Literal["death_of_the_vele.act_matrix_cell_filled.v1"] = "death_of_the_vele.act_matrix_cell_filled.v1"
    row: int
    column: MatrixColumn
    text: Text
    player: Person


class ActMatrixCompleted(Event):
    """The acts are laid out."""

    type: Literal["death_of_the_vele.act_matrix_completed.v1"] = "death_of_the_vele.act_matrix_completed.v1"
    rows: int


class ActsOrdered(Event):
    """The acts have their order (VE-11)."""

    type: Literal["death_of_the_vele.acts_ordered.v1"] = "death_of_the_vele.acts_ordered.v1"
    order: tuple[int, ...]


class StartingNarratorChosen(Event):
    """A player will open this act."""

    type: Literal["death_of_the_vele.starting_narrator_chosen.v1"] = (
        "death_of_the_vele.starting_narrator_chosen.v1"
    )
    act: int
    player: Person


class FrameworkFinished(Event):
    """The story is framed."""

    type: Literal["death_of_the_vele.framework_finished.v1"] = "death_of_the_vele.framework_finished.v1"


class PlayerCharacterBrought(Event):
    """A player's own character is in the story (VE-116)."""

    type: Literal["death_of_the_vele.player_character_brought.v1"] = (
        "death_of_the_vele.player_character_brought.v1"
    )
    pc: Slug
    player: Person
    name: Name
    concept: Text
    aspects: tuple[AspectWritten, ...]
    returning: bool
    xp_earned: Points
    xp_spent: Points


class ExperienceProven(Event):
    """The XP a PC brought stood in an earlier campaign, at a position with this seal (VE-116)."""

    type: Literal["death_of_the_vele.experience_proven.v2"] = "death_of_the_vele.experience_proven.v2"
    player: Person
    pc: Slug
    campaign: Slug
    position: Position
    seal: str
    character: Slug
    story: Name
    xp_earned: Points
    told: Points
    """XP of these that no record proves: they were only told when the PC first came to a campaign."""


EVENTS: tuple[type[Event], ...] = (
    BidPlaced,
    BidsRevealed,
    PriorityOrderSet,
    InitiativeOrderSet,
    ObjectiveCreated,
    ActMatrixCellFilled,
    ActMatrixCompleted,
    ActsOrdered,
    StartingNarratorChosen,
    FrameworkFinished,
    PlayerCharacterBrought,
    ExperienceProven,
)
