"""A test as a flow: against an obstacle, against somebody, or by an ability."""

from collections.abc import Iterable

from domain.kernel.offers import Flow, FlowSide

from .lookup import voters
from .state.circle import Circle
from .state.play import ObstacleTest
from .terms import CompelStatus, EndStep, SessionStatus, TestStatus

OBSTACLE = ("Task", "Obstacle", "Lifepath, help", "Dice", "Rerolls")
VERSUS = ("Task", "Lifepaths", "Opposition", "Dice", "Rerolls")
ABILITY = ("Claim", "Dice", "Reroll", "What is so")
COMPEL = ("Offered", "Judged")
ENDING = ("Persona", "Beliefs", "Trait votes", "Conditions", "Over")


def flows(state: Circle) -> Iterable[Flow]:
    """The end of a session, or the ability test, the obstacle test and the compels under way."""
    if state.game_session.status is SessionStatus.ENDING:
        yield of_the_end(state)
        return
    yield from of_compels(state)
    claim = state.ability_test
    if state.open_scene is None:
        return
    if claim is not None and claim.open:
        name = state.characters[claim.tester_id].name
        rolled = claim.status is TestStatus.ROLLED
        at = 1 if not rolled else 3 if claim.due_to_pass else 2
        words = f"{claim.successes} against {claim.ob}" if rolled else f"to roll against {claim.ob}"
        yield Flow(
            kind=f"{claim.ability.value.capitalize()} test",
            about=claim.about,
            stages=ABILITY,
            at=at,
            sides=(FlowSide(name, words, True, whose=whose(state, claim.tester_id)),),
            groups=("Ability test",),
        )
    test = state.obstacle_test
    if test is not None and test.open:
        yield of_obstacle(state, test)


def of_the_end(state: Circle) -> Flow:
    """The steps of a session's end, and in the third whose ballots are still to come."""
    step = state.game_session.ending_step
    at = max(0, list(EndStep).index(step) - 1)
    vote = state.trait_vote
    if vote is None or not vote.open:
        sides = tuple(FlowSide(it.name) for it in state.pcs.values()) or (FlowSide("The table"),)
        about = f"Session {state.game_session.session_no}"
    else:
        it = state.characters[vote.character_id]
        about = f"{it.name}: {vote.round.value}"
        left = tuple(it for it in voters(state) if it not in vote.ballots) or whose(state, vote.character_id)
        sides = (FlowSide(it.name, f"{len(vote.ballots)} of {len(voters(state))} ballots", True, whose=left),)
    return Flow(kind="Session's end", about=about, stages=ENDING, at=at, sides=sides, groups=("Session's end",))


def of_compels(state: Circle) -> Iterable[Flow]:
    """The choices one player offers another."""
    for compel in state.compels.values():
        if compel.open:
            judged = compel.status is CompelStatus.VALID
            giver, taker = (state.characters[slug].name for slug in (compel.compeller, compel.target))
            theirs = whose(state, compel.target)
            words = "to accept or to refuse" if judged else ""
            yield Flow(
                kind="Compel",
                about=compel.choice,
                stages=COMPEL,
                at=int(judged),
                groups=("Compel",),
                sides=(FlowSide(giver, "offers a fate point"), FlowSide(taker, words, judged, whose=theirs)),
            )


def of_obstacle(state: Circle, test: ObstacleTest) -> Flow:
    """The obstacle test under way."""
    at = stage(test)
    sides = []
    for slug, side in test.sides.items():
        due, words = at > 1 if not test.versus else at > 0, ""
        if slug == test.opponent_id:
            words = "has opposed" if test.opposed else "to choose a lifepath" if side.fit is None else "to oppose"
            due = due and not test.opposed
        elif at == 4:
            words = f"{test.successes} against {test.ob}"
        else:
            words = (
                "to choose a lifepath" if side.fit is None else "to roll" if test.ob is not None else "is ready"
            )
            due = due and (side.fit is None or test.ob is not None)
        sides.append(FlowSide(state.characters[slug].name, words, due, whose=whose(state, slug)))
    groups = ("Obstacle test", "Help", "Hindrance", "Judging")
    kind, stages = ("Versus test", VERSUS) if test.versus else ("Obstacle test", OBSTACLE)
    about = test.task or test.intent
    return Flow(kind=kind, about=about, stages=stages, at=at, sides=tuple(sides), groups=groups)


def whose(state: Circle, slug: str) -> tuple[str, ...]:
    """The player of somebody; nobody where that is the GM."""
    player = state.characters[slug].player
    return (player,) if player else ()


def stage(test: ObstacleTest) -> int:
    """Index of the stage an obstacle test is in."""
    if test.status is TestStatus.ROLLED:
        return 4
    if test.versus:
        ready = all(side.fit is not None for side in test.sides.values())
        return 1 if not ready else 3 if test.opposed else 2
    if test.ob is None:
        return 1
    return 2 if any(side.fit is None for side in test.sides.values()) else 3
