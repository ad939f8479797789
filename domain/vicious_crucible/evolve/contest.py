"""How contests, Heat and what is fought over change a crucible."""

from collections import Counter

from domain.kernel.decisions import must
from domain.vicious_crucible import events as say
from domain.vicious_crucible.lookup import character_of, contest_of, die_of, pc_of, scene_of, side_of
from domain.vicious_crucible.state import Contest, Crucible, HandDie, Side
from domain.vicious_crucible.terms import SUPPLY, Answer, Stage, WinnersChoice

from .fold import evolve


@evolve.on(say.ContestDeclared)
def _(state: Crucible, event: say.ContestDeclared) -> None:
    scene_of(state)
    must(state.contest is None or not state.contest.open, "a contest cannot open inside another")
    pc_of(state, event.initiator)
    state.contests += 1
    state.contest = Contest(
        id=event.contest,
        status=Stage.DECLARED,
        initiator=event.initiator,
        aim=event.aim,
        purpose=event.purpose,
        purpose_target=event.purpose_target,
        sides={event.initiator: Side()},
    )


@evolve.on(say.ContestSideJoined)
def _(state: Crucible, event: say.ContestSideJoined) -> None:
    contest = contest_of(state)
    must(event.side not in contest.sides, f"{event.side} is a side already")
    contest.sides[event.side] = Side()


@evolve.on(say.RulesheetInvoked)
def _(state: Crucible, event: say.RulesheetInvoked) -> None:
    contest_of(state).rulesheet = event.rulesheet


@evolve.on(say.ElementsChosen)
def _(state: Crucible, event: say.ElementsChosen) -> None:
    side = side_of(state, event.side)
    must(not side.rolled, f"{event.side} has rolled already")
    counted: Counter[int] = Counter()
    side.hand = []
    for pick in event.picks:
        counted[pick.faces] += 1
        die_id = f"d{pick.faces}-{counted[pick.faces]}"
        side.hand.append(
            HandDie(die_id, pick.owner, pick.element, pick.stance, pick.tool, pick.faces, pick.description)
        )


@evolve.on(say.ContestDiceRolled)
def _(state: Crucible, event: say.ContestDiceRolled) -> None:
    side = side_of(state, event.side)
    must(not side.rolled, f"{event.side} has rolled already")
    must([die.die_id for die in side.hand] == [die.die_id for die in event.dice], "other dice than were chosen")
    for die, fallen in zip(side.hand, event.dice, strict=True):
        die.value = fallen.value
    contest_of(state).status = Stage.ROLLING


@evolve.on(say.HeatGained)
def _(state: Crucible, event: say.HeatGained) -> None:
    character = pc_of(state, event.character)
    character.heat = (character.heat or 0) + event.amount
    if event.earmarked:
        character.earmarked = (character.earmarked or 0) + event.amount


def pay(state: Crucible, payer: str, amount: int, earmarked: int) -> None:
    """Take Heat off a pile. Raises on a pile too small."""
    character = pc_of(state, payer)
    character.heat = (character.heat or 0) - amount
    character.earmarked = (character.earmarked or 0) - earmarked
    must(0 <= character.earmarked <= character.heat, f"{payer} has too little Heat for this")


@evolve.on(say.HeatSpent)
def _(state: Crucible, event: say.HeatSpent) -> None:
    pay(state, event.character, event.amount, event.earmarked)


@evolve.on(say.HeatTransferred)
def _(state: Crucible, event: say.HeatTransferred) -> None:
    pay(state, event.giver, event.amount, event.earmarked)
    if event.taker != SUPPLY:
        taker = pc_of(state, event.taker)
        taker.heat = (taker.heat or 0) + event.amount


@evolve.on(say.DiePresented)
def _(state: Crucible, event: say.DiePresented) -> None:
    die = die_of(state, event.side, event.die_id)
    must(die.value == event.value, f"{event.die_id} shows {die.value}, not {event.value}")
    side_of(state, event.side).presented_die = event.die_id
    contest = contest_of(state)
    if all(side.presented_die for side in contest.sides.values()):
        contest.status = Stage.PRESENTED


def use_spark(state: Crucible, side: str, used: str) -> None:
    """A spark opens the window again for everybody."""
    for other in contest_of(state).sides.values():
        other.passed = False
    side_of(state, side).sparks_used.append(used)


@evolve.on(say.DieRerolled)
def _(state: Crucible, event: say.DieRerolled) -> None:
    die = die_of(state, event.side, event.die_id)
    must(die.value == event.old and not die.spark_rerolled, f"{event.die_id} cannot be rerolled from {event.old}")
    die.value = event.new
    die.spark_rerolled = True
    use_spark(state, event.side, f"{event.owner}.{event.source}.{event.spark}")


@evolve.on(say.PointsShifted)
def _(state: Crucible, event: say.PointsShifted) -> None:
    for move in event.moves:
        down = die_of(state, event.side, move.from_die)
        up = die_of(state, event.side, move.to_die)
        down.value = (down.value or 0) - 1
        up.value = (up.value or 0) + 1
        must(down.value >= 1 and up.value <= up.faces, "a die was shifted beyond its faces")
    use_spark(state, event.side, f"{event.owner}.{event.source}.{event.spark}")


@evolve.on(say.RulesheetSparkUsed)
def _(state: Crucible, event: say.RulesheetSparkUsed) -> None:
    use_spark(state, event.side, f"{event.character}.{event.source}.{event.spark}")


@evolve.on(say.ModuleDiceRolled)
def _(state: Crucible, event: say.ModuleDiceRolled) -> None:
    """Kept for the journal: what these dice mean is not this game's to say."""
    contest_of(state)


@evolve.on(say.SparksPassed)
def _(state: Crucible, event: say.SparksPassed) -> None:
    side_of(state, event.side).passed = True


@evolve.on(say.TieRerolled)
def _(state: Crucible, event: say.TieRerolled) -> None:
    die = die_of(state, event.side, event.die_id)
    must(die.value == event.old, f"{event.die_id} shows {die.value}, not {event.old}")
    die.value = event.new
    side_of(state, event.side).pinned = True
    contest = contest_of(state)
    contest.tied = list(event.remaining)
    if not contest.tied:
        for side in contest.sides.values():
            side.passed = False


@evolve.on(say.ContestWon)
def _(state: Crucible, event: say.ContestWon) -> None:
    contest = contest_of(state)
    must({event.winner, *event.losers} == set(contest.sides), "a winner and losers that are not the sides")
    contest.winner = event.winner
    contest.status = Stage.WON


@evolve.on(say.OutcomeChosen)
def _(state: Crucible, event: say.OutcomeChosen) -> None:
    loser = side_of(state, event.loser)
    must(loser.outcome is WinnersChoice.NONE, f"{event.loser} has an outcome already")
    loser.outcome = event.outcome


def answer(state: Crucible, loser: str, said: Answer) -> None:
    """Note what a loser said."""
    side = side_of(state, loser)
    must(side.outcome is WinnersChoice.CONVINCE and side.answer is Answer.NONE, f"{loser} has nothing to answer")
    side.answer = said


@evolve.on(say.ConvinceAccepted)
def _(state: Crucible, event: say.ConvinceAccepted) -> None:
    answer(state, event.loser, Answer.ACCEPTED)


@evolve.on(say.ConvinceRefused)
def _(state: Crucible, event: say.ConvinceRefused) -> None:
    answer(state, event.loser, Answer.REFUSED)


@evolve.on(say.ToolDenied)
def _(state: Crucible, event: say.ToolDenied) -> None:
    tool = character_of(state, event.character).tools.get(event.tool)
    must(tool is not None and tool.available, f"{event.tool} is not there to be denied")
    denied = character_of(state, event.character).tools[event.tool]
    denied.available = False
    denied.denied_by_contest = event.contest


@evolve.on(say.ToolRecovered)
def _(state: Crucible, event: say.ToolRecovered) -> None:
    tool = character_of(state, event.character).tools.get(event.tool)
    must(tool is not None and not tool.available, f"{event.tool} was not denied")
    recovered = character_of(state, event.character).tools[event.tool]
    recovered.available = True
    recovered.denied_by_contest = None
    contest_of(state).purpose_met = True


@evolve.on(say.HardPlaceSoftened)
def _(state: Crucible, event: say.HardPlaceSoftened) -> None:
    place = state.locations.get(event.location)
    element = place.elements.get(event.element) if place else None
    must(element is not None and element.hard and not element.softened, f"{event.element} is not hard")
    state.locations[event.location].elements[event.element].softened = True
    contest_of(state).purpose_met = True


@evolve.on(say.ContestClosed)
def _(state: Crucible, event: say.ContestClosed) -> None:
    contest = contest_of(state)
    must(contest.id == event.contest and contest.status is Stage.WON, f"{event.contest} cannot be closed now")
    contest.status = Stage.CLOSED
    for side in contest.sides.values():
        side.hand = []
        side.presented_die = None
        side.pinned = side.passed = False
        side.sparks_used = []
