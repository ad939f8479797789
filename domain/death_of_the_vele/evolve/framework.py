"""How the framework of a story changes."""

from domain.death_of_the_vele.events import framework as say
from domain.death_of_the_vele.state import Aspect, Bidding, Component, MatrixRow, Objective, Vele
from domain.death_of_the_vele.tables import XP_STEP, level_at
from domain.death_of_the_vele.terms import (
    ActStatus,
    ComponentKind,
    ObjectiveScope,
    Origin,
    Size,
    StoryStatus,
)

from .fold import act_of, evolve, must, player_of


def bidding_of(state: Vele) -> Bidding:
    """The bidding that is going on: the act's, if one is under way, else the story's."""
    if state.act is not None and state.act.status is not ActStatus.ENDED:
        return state.act.bidding
    return state.story.priority


@evolve.on(say.BidPlaced)
def _(state: Vele, event: say.BidPlaced) -> None:
    bids = bidding_of(state).bids
    must(event.player not in bids, f"{event.player} has bid already")
    bids[event.player] = event.amount


@evolve.on(say.BidsRevealed)
def _(state: Vele, event: say.BidsRevealed) -> None:
    bidding = bidding_of(state)
    must(not bidding.revealed, "the bids lie open already")
    bidding.revealed = True


@evolve.on(say.PriorityOrderSet)
def _(state: Vele, event: say.PriorityOrderSet) -> None:
    state.story.priority_order = list(event.order)


@evolve.on(say.InitiativeOrderSet)
def _(state: Vele, event: say.InitiativeOrderSet) -> None:
    act_of(state).initiative_order = list(event.order)


@evolve.on(say.ObjectiveCreated)
def _(state: Vele, event: say.ObjectiveCreated) -> None:
    objective = Objective(event.text, event.scope)
    if event.scope is ObjectiveScope.STORY:
        must(state.story.objective is None, "the story has its objective")
        state.story.objective = objective
    else:
        act_of(state).objective = objective


@evolve.on(say.ActMatrixCellFilled)
def _(state: Vele, event: say.ActMatrixCellFilled) -> None:
    rows = state.story.act_matrix
    must(1 <= event.row <= len(rows) + 1, f"there is no row {event.row}")
    if event.row == len(rows) + 1:
        rows.append(MatrixRow())
    setattr(rows[event.row - 1], event.column.value, event.text)


@evolve.on(say.ActMatrixCompleted)
def _(state: Vele, event: say.ActMatrixCompleted) -> None:
    state.story.matrix_complete = True


@evolve.on(say.ActsOrdered)
def _(state: Vele, event: say.ActsOrdered) -> None:
    rows = state.story.act_matrix
    must(sorted(event.order) == list(range(1, len(rows) + 1)), "not every act has its place")
    state.story.act_matrix = [rows[number - 1] for number in event.order]
    state.story.acts_ordered = True


@evolve.on(say.StartingNarratorChosen)
def _(state: Vele, event: say.StartingNarratorChosen) -> None:
    must(1 <= event.act <= len(state.story.act_matrix), f"there is no act {event.act}")
    state.story.act_matrix[event.act - 1].opener = event.player


@evolve.on(say.FrameworkFinished)
def _(state: Vele, event: say.FrameworkFinished) -> None:
    state.story.framework_finished = True
    state.story.status = StoryStatus.PLAYING


@evolve.on(say.PlayerCharacterBrought)
def _(state: Vele, event: say.PlayerCharacterBrought) -> None:
    player = player_of(state, event.player)
    must(player.pc is None and event.pc not in state.components, f"{event.pc} cannot be brought")
    player.pc = event.pc
    player.xp_brought = event.xp_earned
    player.xp_earned += event.xp_earned
    player.xp_spent += event.xp_spent
    player.xp_balance += event.xp_earned - event.xp_spent
    player.steps_taken = max(player.steps_taken, (player.xp_earned - player.xp_apart) // XP_STEP)
    player.level = max(player.level, level_at(player.xp_earned - player.xp_apart))
    state.components[event.pc] = Component(
        name=event.name,
        owner=event.player,
        controller=event.player,
        size=Size.PC_MAIN,
        kind=ComponentKind.PC,
        concept=event.concept,
    )
    for it in event.aspects:
        state.aspects[it.aspect] = Aspect(text=it.text, subject=event.pc, origin=Origin.START)


@evolve.on(say.ExperienceProven)
def _(state: Vele, event: say.ExperienceProven) -> None:
    player = player_of(state, event.player)
    player.proven_by = f"“{event.story}”, record {event.position}"
    player.xp_told = event.told
    player.carried_from = (event.campaign, event.character)
