"""What may be asked of the story framework (VE-08 to VE-11, VE-116) and of every bidding (VE-32)."""

from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.terms import MatrixColumn
from domain.kernel.messages import Command
from domain.kernel.terms import Name, Points, Position, Slug, Text


class GrantBidStipend(Command):
    """Give everybody 6 XP before a bidding.

    Needs:    an open bidding: of the story, or of the act being set up.
    Refused:  `no_bidding`, `stipend_granted`, `no_stipend`, `no_story`.
    Yields:   `ExperienceAwarded` each, with `LevelDieGained` and `LevelGained` as they come.
    """

    type: Literal["death_of_the_vele.grant_bid_stipend"] = "death_of_the_vele.grant_bid_stipend"


class PlaceBid(Command):
    """Bid XP for one's place in the order, unseen by the others until all have.

    Needs:    the stipend given; a bid on the faces of a d6, and the XP to pay it.
    Refused:  `no_bidding`, `stipend_first`, `bid_out_of_bounds`, `bid_twice`, `too_little_xp`,
              `not_a_player`.
    Yields:   `BidPlaced`.
    """

    type: Literal["death_of_the_vele.place_bid"] = "death_of_the_vele.place_bid"
    amount: int = Field(ge=-100, le=100, description="1 to 6.")


class RevealBids(Command):
    """Show all bids together. Ties roll off with d6s; everybody pays what they bid.

    Needs:    a bid of everybody.
    Refused:  `no_bidding`, `bids_missing`.
    Yields:   `BidsRevealed`, `ExperienceSpent` each, `PriorityOrderSet` or `InitiativeOrderSet`.
    """

    type: Literal["death_of_the_vele.reveal_bids"] = "death_of_the_vele.reveal_bids"


class SetStoryObjective(Command):
    """Write the objective of the whole story.

    Needs:    the order of priority; no objective yet.
    Refused:  `priority_missing`, `objective_exists`, `text_missing`.
    Yields:   `ObjectiveCreated`.
    """

    type: Literal["death_of_the_vele.set_story_objective"] = "death_of_the_vele.set_story_objective"
    text: Text


class FillActMatrixCell(Command):
    """Fill one cell of the act matrix. A row is an act; there are as many as players.

    Needs:    the order of priority; an empty cell.
    Refused:  `priority_missing`, `matrix_complete`, `too_many_rows`, `rows_in_order`, `cell_filled`,
              `text_missing`.
    Yields:   `ActMatrixCellFilled`.
    """

    type: Literal["death_of_the_vele.fill_act_matrix_cell"] = "death_of_the_vele.fill_act_matrix_cell"
    row: int = Field(ge=1, le=50)
    column: MatrixColumn
    text: Text
    override: bool = Field(default=False, description="The table wants more acts than it has players.")


class CompleteActMatrix(Command):
    """Say that the act matrix is filled.

    Needs:    no empty cell; fewer rows than players only by the table's word.
    Refused:  `matrix_complete`, `cell_empty`, `too_few_rows`.
    Yields:   `ActMatrixCompleted`.
    """

    type: Literal["death_of_the_vele.complete_act_matrix"] = "death_of_the_vele.complete_act_matrix"
    override: bool = Field(default=False, description="The table wants another number of acts than players.")


class OrderActs(Command):
    """Put the acts in order.

    Needs:    the matrix complete; every row once; no act begun.
    Refused:  `matrix_incomplete`, `order_incomplete`, `framework_finished`.
    Yields:   `ActsOrdered`.
    """

    type: Literal["death_of_the_vele.order_acts"] = "death_of_the_vele.order_acts"
    order: tuple[int, ...] = Field(description="Rows of the matrix, first act first.")


class ChooseStartingNarrator(Command):
    """Take an act to open.

    Needs:    the acts in order; an act nobody has taken, and none of one's own while another player has none.
    Refused:  `acts_unordered`, `act_unknown`, `act_taken`, `opens_an_act`, `framework_finished`.
    Yields:   `StartingNarratorChosen`.
    """

    type: Literal["death_of_the_vele.choose_starting_narrator"] = "death_of_the_vele.choose_starting_narrator"
    act: int = Field(ge=1, le=50, description="Its place in the order.")


class FinishFramework(Command):
    """Close the framework: the first act can be set up.

    Needs:    matrix, order and an opener for every act.
    Refused:  `framework_finished`, `framework_unfinished`.
    Yields:   `FrameworkFinished`.
    """

    type: Literal["death_of_the_vele.finish_framework"] = "death_of_the_vele.finish_framework"


class BringPlayerCharacter(Command):
    """Bring a PC, new or from an earlier story with what it had earned.

    Needs:    no PC of one's own yet; an id nobody has.
    Refused:  `has_pc`, `id_taken`, `id_empty`, `xp_spent_over_earned`, `new_has_no_xp`, `aspect_slots_full`,
              `xp_unconfirmed`.
    Yields:   `PlayerCharacterBrought`, `ActDiceGranted`.
    """

    type: Literal["death_of_the_vele.bring_player_character"] = "death_of_the_vele.bring_player_character"
    name: Name
    id: Slug | None = None
    concept: Text = Field(default="", description="What it is, in two words.")
    aspects: tuple[Name, ...] = ()
    returning: bool = Field(default=False, description="It comes from an earlier story.")
    xp_earned: Points = 0
    xp_spent: Points = 0
    confirmed: bool = Field(
        default=False, description="The table confirms what nothing here proves: XP for more than level 1."
    )


class BringFromEarlier(Command):
    """Bring a PC from an earlier campaign, with the XP that its records prove.

    Needs:    no PC of one's own yet; an id nobody has; the earlier campaign, a position of it and that record's
              seal, where the PC stood with just this XP.
    Refused:  `has_pc`, `carried_already`, `id_taken`, `id_empty`, `xp_spent_over_earned`, `aspect_slots_full`.
    Yields:   `PlayerCharacterBrought`, `ExperienceProven`, `ActDiceGranted`.
    """

    type: Literal["death_of_the_vele.bring_from_earlier"] = "death_of_the_vele.bring_from_earlier"
    campaign: Slug = Field(description="What the earlier campaign is called in commands.")
    position: Position = Field(description="The record of it that the PC is taken at.")
    seal: str = Field(pattern="^[0-9a-f]{12,64}$", description="That record's seal, as a receipt gives it.")
    character: Slug = Field(description="What the PC was called there.")
    story: Name = Field(description="The title of that story.")
    name: Name
    id: Slug | None = None
    concept: Text = Field(default="", description="What it is, in two words.")
    aspects: tuple[Name, ...] = ()
    xp_earned: Points
    xp_spent: Points = 0
    told: Points = Field(default=0, description="XP of these that were only told there, and no record proves.")


COMMANDS: tuple[type[Command], ...] = (
    GrantBidStipend,
    PlaceBid,
    RevealBids,
    SetStoryObjective,
    FillActMatrixCell,
    CompleteActMatrix,
    OrderActs,
    ChooseStartingNarrator,
    FinishFramework,
    BringPlayerCharacter,
    BringFromEarlier,
)
