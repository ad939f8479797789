"""What the end of a session offers, step by step, and the time between sessions."""

from collections.abc import Iterable

from domain.hot_circle import commands as ask
from domain.hot_circle.rules.closing import still_to_vote
from domain.hot_circle.rules.votes import tied
from domain.hot_circle.state import Circle
from domain.hot_circle.terms import (
    ConditionOrigin,
    EndStep,
    Form,
    GoalResult,
    GoalStatus,
    Stage,
    VoteRound,
)
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker

from .artha import upgrades
from .seats import Seat, any_of, characters, one_of, own_seats, seat_of

_GROUP = "Session's end"


def closing(state: Circle, asker: Asker) -> Iterable[Offer]:
    """The step under way, and the next."""
    step = state.game_session.ending_step
    seats = own_seats(state, asker)
    if step is EndStep.PERSONA:
        for seat in seats:
            yield from goals(state, seat)
    elif step is EndStep.BELIEFS:
        for seat in seats:
            yield from revising(seat)
    elif step is EndStep.TRAIT_VOTE:
        yield from voting(state, asker)
    elif step is EndStep.VOLUNTARY:
        for seat in seats:
            yield from voluntary(seat)
    for seat in seats:
        yield from upgrades(state, seat)
    if asker.is_gm and not (step is EndStep.TRAIT_VOTE and still_to_vote(state)):
        steps = list(EndStep)
        after = steps[steps.index(step) + 1].value.replace("_", " ")
        label = "The session is over" if after == EndStep.DONE.value else f"Go on to: {after}"
        nothing = step is EndStep.TRAIT_VOTE
        yield Offer(command=ask.NextEndStep, label=label, group=_GROUP, forced=nothing)


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
            yield seat.offer(ask.RewardGoal, label, furthered, group=_GROUP)
        elif belief.goal_status is GoalStatus.RESOLVED or not both:
            continue
        label = f"{seat.it.name} resolved: {belief.goal}"
        choices = {"result": any_of(results)} | ({"other_pc": others} if others else {})
        fixed = known if others else {**known, "other_pc": None}
        yield seat.offer(ask.RewardGoal, label, fixed, choices, group=_GROUP)


def revising(seat: Seat) -> Iterable[Offer]:
    """HC-70: beliefs and instincts that may be written anew."""
    for slot, belief in sorted(seat.it.beliefs.items()):
        if not belief.revised:
            known = {"character": seat.who, "belief": slot}
            label = f"{seat.it.name}: another goal or stance for belief {slot}"
            yield seat.offer(ask.ReviseBelief, label, known, group=_GROUP)
    for slot, instinct in sorted(seat.it.instincts.items()):
        if not instinct.revised:
            known = {"character": seat.who, "instinct": slot}
            label = f"{seat.it.name}: replace instinct {slot}"
            yield seat.offer(ask.ReviseInstinct, label, known, {"form": any_of(Form)}, group=_GROUP)


def voting(state: Circle, asker: Asker) -> Iterable[Offer]:
    """HC-66, HC-67: open, vote, close, character by character."""
    vote = state.trait_vote
    if vote is None or not vote.open:
        if asker.is_gm:
            yield from ballots_to_open(state)
        return
    it, vote_id = state.characters[vote.character_id], f"vote-{state.votes}"
    people = [*state.seated_players, *([state.seated_gm] if state.seated_gm else [])]
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
        yield Offer(command=ask.CastBallot, label=label, known=known, choices=choices, group=_GROUP, by=by)
    if among := tied(vote):
        if seat := seat_of(state, vote.character_id, asker):
            picks = tuple(Choice(each, it.traits.get(each, each)) for each in among if each)
            yield seat.offer(
                ask.CloseTraitVote,
                f"Decide the tie about {it.name}",
                {"vote": vote_id},
                {"tiebreak": (*picks, Choice("", "none"))},
                group=_GROUP,
            )
    elif asker.is_gm:
        closed: dict[str, object] = {"vote": vote_id, "tiebreak": None}
        everybody = len(vote.ballots) >= len(people)
        yield Offer(
            command=ask.CloseTraitVote, label="Count the ballots", known=closed, group=_GROUP, forced=everybody
        )


def ballots_to_open(state: Circle) -> Iterable[Offer]:
    """The next round of each character's vote."""
    if not state.milestone_due:
        return
    for slug, it in state.pcs.items():
        left = [round_ for round_ in VoteRound if round_ not in it.rounds_voted]
        if left:
            yield Offer(
                command=ask.OpenTraitVote,
                label=f"Vote on {it.name}: {left[0].value}",
                known={"character": slug, "round": left[0].value},
                group=_GROUP,
            )


def voluntary(seat: Seat) -> Iterable[Offer]:
    """HC-71: choose, change or drop."""
    it, who = seat.it, {"character": seat.who}
    chosen = [one for one in it.conditions.values() if one.origin is ConditionOrigin.VOLUNTARY]
    if not chosen:
        label = f"{it.name} chooses a condition"
        yield seat.offer(ask.SetVoluntaryCondition, label, {**who, "change": False}, group=_GROUP)
        return
    label = f"{it.name} is no longer {chosen[0].text}, but"
    yield seat.offer(ask.SetVoluntaryCondition, label, {**who, "change": True}, group=_GROUP)
    drop = {**who, "change": False, "text": ""}
    yield seat.offer(ask.SetVoluntaryCondition, f"{it.name} drops {chosen[0].text}", drop, group=_GROUP)


def between_sessions(state: Circle, asker: Asker) -> Iterable[Offer]:
    """Preparation, time-skips, and endings."""
    if not asker.is_gm:
        return
    group = "Between sessions"
    yield Offer(command=ask.AddPrepNote, label="Prepare", group=group)
    if state.skip_ready:
        yield Offer(command=ask.SkipTime, label="Skip ahead in time", group=group)
    if state.stage is Stage.BETWEEN_SESSIONS:
        yield Offer(command=ask.EndSeason, label=f"End season {state.season}", group=group, weight=Weight.ENDING)
        yield Offer(command=ask.EndCampaign, label="End the campaign", group=group, weight=Weight.ENDING)
