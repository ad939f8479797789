"""How sessions, seasons and campaigns end, and what changes then."""

from domain.hot_circle import events as say
from domain.hot_circle.state import Circle, Condition, TraitVote
from domain.hot_circle.terms import ConditionOrigin, EndStep, GoalStatus, SessionStatus, Stage, VoteRound

from .fold import belief_of, evolve, instinct_of, must, pc_of, there


@evolve.on(say.MilestoneReached)
def _(state: Circle, event: say.MilestoneReached) -> None:
    state.milestone_due = True


@evolve.on(say.SessionEndBegan)
def _(state: Circle, event: say.SessionEndBegan) -> None:
    must(state.game_session.status is SessionStatus.OPEN, "only an open session ends")
    must(state.scene is None, "a scene is open")
    state.game_session.status = SessionStatus.ENDING


@evolve.on(say.SessionEndStepReached)
def _(state: Circle, event: say.SessionEndStepReached) -> None:
    steps = list(EndStep)
    before = state.game_session.ending_step
    must(steps.index(event.step) == steps.index(before) + 1, f"{event.step} cannot follow {before}")
    state.game_session.ending_step = event.step
    if event.step is EndStep.TRAIT_VOTE:
        for character in state.characters.values():
            character.rounds_voted, character.traits_changed = [], 0
    elif event.step is EndStep.VOLUNTARY and state.milestone_due:
        state.milestone_due, state.skip_ready = False, True


@evolve.on(say.GoalFurthered)
def _(state: Circle, event: say.GoalFurthered) -> None:
    belief = belief_of(state, event.character, event.slot)
    must(belief.goal_status is GoalStatus.OPEN, "this goal was rewarded already")
    belief.goal_status = GoalStatus.FURTHERED
    belief.furthered_in_session = state.game_session.session_no


@evolve.on(say.GoalResolved)
def _(state: Circle, event: say.GoalResolved) -> None:
    belief = belief_of(state, event.character, event.slot)
    must(belief.goal_status is not GoalStatus.RESOLVED, "this goal was rewarded already")
    belief.goal_status = GoalStatus.RESOLVED


@evolve.on(say.BeliefRevised)
def _(state: Circle, event: say.BeliefRevised) -> None:
    belief = belief_of(state, event.character, event.slot)
    must((belief.stance, belief.goal) == (event.old_stance, event.old_goal), "the belief was another")
    belief.stance, belief.goal, belief.revised = event.stance, event.goal, True
    if event.goal != event.old_goal:
        belief.goal_status, belief.furthered_in_session, belief.rewarded = GoalStatus.OPEN, None, 0


@evolve.on(say.InstinctReplaced)
def _(state: Circle, event: say.InstinctReplaced) -> None:
    instinct = instinct_of(state, event.character, event.slot)
    instinct.form, instinct.trigger, instinct.text = event.form, event.trigger, event.text
    instinct.revised = True


@evolve.on(say.TraitVoteOpened)
def _(state: Circle, event: say.TraitVoteOpened) -> None:
    pc_of(state, event.character)
    must(state.trait_vote is None or not state.trait_vote.open, "one trait vote at a time")
    state.votes += 1
    state.trait_vote = TraitVote(event.character, event.round)


def vote_of(state: Circle) -> TraitVote:
    """The open trait vote."""
    vote = there(state.trait_vote, "trait vote")
    must(vote.open, "the trait vote is closed")
    return vote


@evolve.on(say.BallotCast)
def _(state: Circle, event: say.BallotCast) -> None:
    ballots = vote_of(state).ballots
    must(event.voter not in ballots, f"{event.voter} has voted")
    ballots[event.voter] = event.choice


@evolve.on(say.TraitVoteClosed)
def _(state: Circle, event: say.TraitVoteClosed) -> None:
    vote = vote_of(state)
    vote.open, vote.result = False, event.result
    pc_of(state, event.character).rounds_voted.append(VoteRound(event.round))


@evolve.on(say.TraitLost)
def _(state: Circle, event: say.TraitLost) -> None:
    character = pc_of(state, event.character)
    must(event.trait in character.traits, f"{event.character} is not {event.trait}")
    state.gone[event.trait] = character.traits.pop(event.trait)
    character.traits_changed += 1


@evolve.on(say.VoluntaryConditionSet)
def _(state: Circle, event: say.VoluntaryConditionSet) -> None:
    conditions = pc_of(state, event.character).conditions
    if event.replaced is not None:
        must(event.replaced in conditions, f"{event.character} is not {event.replaced}")
        state.gone[event.replaced] = conditions.pop(event.replaced).text
    must(event.condition not in conditions, f"{event.character} is {event.condition} already")
    conditions[event.condition] = Condition(event.text, event.rank, ConditionOrigin.VOLUNTARY)


@evolve.on(say.VoluntaryConditionDropped)
def _(state: Circle, event: say.VoluntaryConditionDropped) -> None:
    conditions = pc_of(state, event.character).conditions
    must(event.condition in conditions, f"{event.character} is not {event.condition}")
    state.gone[event.condition] = conditions.pop(event.condition).text


@evolve.on(say.TimeSkipped)
def _(state: Circle, event: say.TimeSkipped) -> None:
    must(event.skip == state.skips + 1, "time-skips follow one another")
    state.skips, state.skip_ready = event.skip, False
    for character in state.pcs.values():
        # Whose sheet is still being written has not lived through it.
        character.lifepaths_due += character.complete


@evolve.on(say.SeasonEnded)
def _(state: Circle, event: say.SeasonEnded) -> None:
    must(event.season == state.season, f"this is season {state.season}")
    state.season += 1


@evolve.on(say.CampaignEnded)
def _(state: Circle, event: say.CampaignEnded) -> None:
    must(state.stage is not Stage.ENDED, "a campaign ends once")
    state.stage = Stage.ENDED
