"""What the end of a session offers, step by step, and the time between sessions."""

from collections.abc import Iterable

from domain.hot_circle import commands as ask
from domain.hot_circle.rules.common import any_test_open
from domain.hot_circle.rules.preparation import map_missing
from domain.hot_circle.rules.votes import next_vote, tied, voters
from domain.hot_circle.state import Belief, Circle
from domain.hot_circle.terms import (
    ConditionOrigin,
    EndStep,
    Form,
    GoalResult,
    GoalStatus,
    SessionStatus,
    Stage,
    VoteRound,
)
from domain.kernel.campaign.commands import CloseSession
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker

from .seats import (
    BETWEEN_SESSIONS,
    RECORDS,
    SESSION_END,
    Seat,
    any_of,
    characters,
    levels,
    one_of,
    seat_of,
    steps,
)

_STEPS = {
    EndStep.BELIEFS: "beliefs and instincts",
    EndStep.TRAIT_VOTE: "trait vote",
    EndStep.VOLUNTARY: "voluntary conditions",
}


def next_step(state: Circle) -> Offer:
    """HC-69: what comes after the step under way; nothing else is left where nobody could do anything in it."""
    order = list(EndStep)
    after = order[order.index(state.game_session.ending_step) + 1]
    label = "The session is over" if after is EndStep.DONE else f"Go on to: {_STEPS[after]}"
    return Offer(command=ask.NextEndStep, label=label, group=SESSION_END, forced=nothing_left(state))


def nothing_left(state: Circle) -> bool:
    """Whether the step under way has nothing that anybody could still do in it."""
    cast = state.pcs.values()
    both = state.house_rules.further_and_resolve
    match state.game_session.ending_step:
        case EndStep.PERSONA:
            return not any(rewardable(it, both=both) for each in cast for it in each.beliefs.values())
        case EndStep.BELIEFS:
            written = [*(it for each in cast for it in each.beliefs.values())]
            habits = [*(it for each in cast for it in each.instincts.values())]
            return all(it.revised for it in written) and all(it.revised for it in habits)
        case EndStep.TRAIT_VOTE:
            return True
    return not state.pcs


def rewardable(belief: Belief, *, both: bool) -> bool:
    """HC-62: whether this goal could still bring persona."""
    furthered = belief.goal_status is GoalStatus.FURTHERED
    return belief.goal_status is GoalStatus.OPEN or (both and furthered)


def goals(state: Circle, seat: Seat) -> Iterable[Offer]:
    """HC-62: goals not rewarded yet."""
    both = state.house_rules.further_and_resolve
    others = characters(state, (slug for slug in state.pcs if slug != seat.who))
    for slot, belief in sorted(seat.it.beliefs.items()):
        known: dict[str, object] = {"character": seat.who, "belief": slot}
        results = [it for it in GoalResult if it is not GoalResult.FURTHERED]
        if belief.goal_status is GoalStatus.OPEN:
            furthered = {**known, "result": GoalResult.FURTHERED.value, "other_pc": None}
            label = f"{seat.it.name} came nearer: {belief.goal}"
            yield seat.offer(ask.RewardGoal, label, furthered, group=SESSION_END)
        elif belief.goal_status is GoalStatus.RESOLVED or not both:
            continue
        label = f"{seat.it.name} resolved: {belief.goal}"
        choices = {"result": any_of(results)} | ({"other_pc": others} if others else {})
        fixed = known if others else {**known, "other_pc": None}
        yield seat.offer(ask.RewardGoal, label, fixed, choices, group=SESSION_END)


def revising(seat: Seat) -> Iterable[Offer]:
    """HC-70: beliefs and instincts that may be written anew."""
    for slot, belief in sorted(seat.it.beliefs.items()):
        if not belief.revised:
            known = {"character": seat.who, "belief": slot}
            label = f"{seat.it.name}: another goal or stance for “{belief.stance}”"
            yield seat.offer(ask.ReviseBelief, label, known, group=SESSION_END)
    for slot, instinct in sorted(seat.it.instincts.items()):
        if not instinct.revised:
            known = {"character": seat.who, "instinct": slot}
            label = f"{seat.it.name}: replace the instinct “{instinct.text}”"
            yield seat.offer(ask.ReviseInstinct, label, known, {"form": any_of(Form)}, group=SESSION_END)


def voting(state: Circle, asker: Asker) -> Iterable[Offer]:
    """HC-66, HC-67: open, vote, close, character by character."""
    vote = state.trait_vote
    if vote is None or not vote.open:
        if asker.is_gm and (due := next_vote(state)) is not None:
            slug, round_ = due
            yield Offer(
                command=ask.OpenTraitVote,
                label=f"Vote on {state.characters[slug].name}: {round_.value}",
                known={"character": slug, "round": round_.value},
                group=SESSION_END,
                forced=True,
            )
        return
    it, vote_id = state.characters[vote.character_id], f"vote-{state.votes}"
    people = voters(state)
    for person in people:
        if person in vote.ballots or (person != asker.person and not asker.is_gm):
            continue
        by = None if person == asker.person else person
        if vote.round is VoteRound.REMOVAL:
            label = f"Which trait of {it.name} should go?"
            known = {"vote": vote_id, "text": ""}
            choices = {"trait": one_of(it.traits)} if it.traits else {}
        else:
            label, known, choices = f"Which trait should {it.name} gain?", {"vote": vote_id}, {}
        yield Offer(command=ask.CastBallot, label=label, known=known, choices=choices, group=SESSION_END, by=by)
    if among := tied(vote):
        if seat := seat_of(state, vote.character_id, asker):
            picks = tuple(Choice(each, it.traits.get(each, each)) for each in among if each)
            yield seat.offer(
                ask.CloseTraitVote,
                f"Decide the tie about {it.name}",
                {"vote": vote_id},
                {"tiebreak": (*picks, Choice("", "none"))},
                group=SESSION_END,
            )
    elif asker.is_gm:
        closed: dict[str, object] = {"vote": vote_id, "tiebreak": None}
        everybody = len(vote.ballots) >= len(people)
        yield Offer(
            command=ask.CloseTraitVote,
            label="Count the ballots",
            known=closed,
            group=SESSION_END,
            forced=everybody,
        )


def voluntary(seat: Seat) -> Iterable[Offer]:
    """HC-71: choose, change or drop."""
    it, who = seat.it, {"character": seat.who}
    chosen = [one for one in it.conditions.values() if one.origin is ConditionOrigin.VOLUNTARY]
    if not chosen:
        label = f"{it.name} chooses a condition"
        yield seat.offer(ask.SetVoluntaryCondition, label, {**who, "change": False}, group=SESSION_END)
        return
    label = f"{it.name} is no longer {chosen[0].text}, but"
    yield seat.offer(ask.SetVoluntaryCondition, label, {**who, "change": True}, group=SESSION_END)
    drop = {**who, "change": False, "text": ""}
    yield seat.offer(ask.SetVoluntaryCondition, f"{it.name} drops {chosen[0].text}", drop, group=SESSION_END)


def preparing(state: Circle) -> Iterable[Offer]:
    """HC-72: notes, places and obstacles to come."""
    yield Offer(command=ask.AddPrepNote, label="Prepare", group=BETWEEN_SESSIONS)
    settings = one_of({slug: it.name for slug, it in state.settings.items()})
    places = one_of({slug: it.name for slug, it in state.locations.items()})
    yield Offer(
        command=ask.PrepareLocation,
        label="Prepare a location",
        known={} if settings else {"setting": None},
        choices={"setting": settings} if settings else {},
        group=BETWEEN_SESSIONS,
    )
    yield Offer(
        command=ask.PrepareObstacle,
        label="Prepare an obstacle",
        known={} if places else {"location": None},
        choices={"level": levels(), "step": steps()} | ({"location": places} if places else {}),
        group=BETWEEN_SESSIONS,
    )


def leaving_empty(state: Circle) -> Iterable[Offer]:
    """HC-05: before the first session, a map that stays empty."""
    if state.situation is not None and map_missing(state):
        label = "Begin without relations between factions"
        yield Offer(command=ask.LeaveMapEmpty, label=label, group=BETWEEN_SESSIONS)


def passing_time(state: Circle) -> Iterable[Offer]:
    """HC-68, HC-73: time-skips, and endings."""
    group = BETWEEN_SESSIONS
    if state.skip_ready:
        yield Offer(command=ask.SkipTime, label="Skip ahead in time", group=group)
    if state.stage is Stage.BETWEEN_SESSIONS:
        yield Offer(command=ask.EndSeason, label=f"End season {state.season}", group=group, weight=Weight.ENDING)
        yield Offer(command=ask.EndCampaign, label="End the campaign", group=group, weight=Weight.ENDING)


def beginning_the_end(state: Circle) -> Iterable[Offer]:
    """HC-69: the session's end, when nothing is left open."""
    if any_test_open(state) is None and not any(compel.open for compel in state.compels.values()):
        yield Offer(command=ask.BeginSessionEnd, label="Begin the session's end", group=SESSION_END)


def milestone(state: Circle) -> Iterable[Offer]:
    """HC-66: a significant point, until the votes on it have begun."""
    in_time = state.game_session.ending_step in (EndStep.NONE, EndStep.PERSONA, EndStep.BELIEFS)
    if state.game_session.status is not SessionStatus.CLOSED and in_time:
        yield Offer(command=ask.RecordMilestone, label="Record a milestone", group=RECORDS)


def closing_session(state: Circle) -> Offer:
    """HC-69: after the last step."""
    label = f"Close session {state.game_session.session_no}"
    return Offer(command=CloseSession, label=label, group=SESSION_END, forced=True)
