"""Contests, Heat and what is fought over retold."""

from collections import Counter
from collections.abc import Iterable

from domain.kernel import facts
from domain.kernel.facts import Fact
from domain.vicious_crucible import events as say
from domain.vicious_crucible.names import element_node, names
from domain.vicious_crucible.state import Crucible
from domain.vicious_crucible.terms import SUPPLY

from .telling import (
    element_state,
    number,
    tells,
    test_of,
    told,
    words,
)


def tool_state(state: Crucible, owner: str, slug: str, was: str, now: str, contest: str) -> Fact:
    """A tool out of use, or back."""
    return facts.StateChanged(
        owner=owner, group="tools", name=slug, was=was, now=now, why=names(state).get(contest, contest),
        label=state.characters[owner].tools[slug].name, good=now == "available",
    )  # fmt: skip


def reading(state: Crucible, side: str) -> str:
    """What a side's hand comes to: only its highest die counts."""
    hand = state.contest.sides[side].hand if state.contest else []
    return f"highest {max((die.value or 0 for die in hand), default=0)}"


@tells(say.ContestDeclared)
def _(state: Crucible, event: say.ContestDeclared) -> Iterable[Fact]:
    yield facts.TestOpened(test=event.contest, form="contest", sides=(event.initiator,), aim=event.aim)


@tells(say.ContestSideJoined)
def _(state: Crucible, event: say.ContestSideJoined) -> Iterable[Fact]:
    yield told("joins", "contest", event.side)


@tells(say.RulesheetInvoked)
def _(state: Crucible, event: say.RulesheetInvoked) -> Iterable[Fact]:
    yield told(event.rulesheet, "rulesheet", event.side)


@tells(say.ElementsChosen)
def _(state: Crucible, event: say.ElementsChosen) -> Iterable[Fact]:
    called = names(state)
    lines = (
        f"{called.get(it.element, it.element)}, d{it.faces} ({words(it.stance)}): {it.description}"
        for it in event.picks
    )
    yield told("\n".join(lines), "elements", event.side)


@tells(say.ContestDiceRolled)
def _(state: Crucible, event: say.ContestDiceRolled) -> Iterable[Fact]:
    called = names(state)
    dice = tuple(facts.Die(it.die_id, it.faces, it.value, called.get(it.element, it.element)) for it in event.dice)
    yield facts.DiceRolled(
        roller=event.side,
        purpose="contest",
        dice=dice,
        test=test_of(state),
        reading=reading(state, event.side),
        reads=facts.Reads.HIGHEST,
    )


@tells(say.HeatGained)
def _(state: Crucible, event: say.HeatGained) -> Iterable[Fact]:
    now = state.characters[event.character].heat or 0
    why = event.note or words(event.reason)
    yield number(event.character, "heat", event.amount, now, why)


@tells(say.HeatSpent)
def _(state: Crucible, event: say.HeatSpent) -> Iterable[Fact]:
    now = state.characters[event.character].heat or 0
    why = names(state).get(event.on, event.on)
    yield number(event.character, "heat", -event.amount, now, why)


@tells(say.HeatTransferred)
def _(state: Crucible, event: say.HeatTransferred) -> Iterable[Fact]:
    taker_now = None if event.taker == SUPPLY else state.characters[event.taker].heat
    yield facts.NumberMoved(
        giver=event.giver, taker=event.taker, name="heat", label="Heat", amount=event.amount,
        giver_now=state.characters[event.giver].heat, taker_now=taker_now, why=words(event.reason),
    )  # fmt: skip


@tells(say.DiePresented)
def _(state: Crucible, event: say.DiePresented) -> Iterable[Fact]:
    hand = state.contest.sides[event.side].hand if state.contest else []
    die = next((die for die in hand if die.die_id == event.die_id), None)
    called = names(state)
    element = f" for {called.get(die.element, die.element)}" if die else ""
    yield told(f"{event.value}{element}", "presented", event.side)


@tells(say.DieRerolled)
def _(state: Crucible, event: say.DieRerolled) -> Iterable[Fact]:
    why = names(state).get(event.spark, event.spark)
    yield facts.DieChanged(
        roller=event.side, die=event.die_id, size=event.faces, was=event.old, now=event.new, why=why,
        rerolled=True, test=test_of(state), reading=reading(state, event.side),
    )  # fmt: skip


@tells(say.TieRerolled)
def _(state: Crucible, event: say.TieRerolled) -> Iterable[Fact]:
    yield facts.DieChanged(
        roller=event.side, die=event.die_id, size=event.faces, was=event.old, now=event.new, why="tie",
        rerolled=True, test=test_of(state), reading=reading(state, event.side),
    )  # fmt: skip


@tells(say.PointsShifted)
def _(state: Crucible, event: say.PointsShifted) -> Iterable[Fact]:
    moved: Counter[str] = Counter()
    for move in event.moves:
        moved[move.from_die] -= 1
        moved[move.to_die] += 1
    hand = state.contest.sides[event.side].hand if state.contest else []
    why = names(state).get(event.spark, event.spark)
    for die in hand:
        if moved[die.die_id]:
            now = die.value or 0
            yield facts.DieChanged(
                roller=event.side, die=die.die_id, size=die.faces, was=now - moved[die.die_id], now=now,
                why=why, test=test_of(state), reading=reading(state, event.side),
            )  # fmt: skip


@tells(say.RulesheetSparkUsed)
def _(state: Crucible, event: say.RulesheetSparkUsed) -> Iterable[Fact]:
    yield told(event.effect, "spark", event.character)


@tells(say.ModuleDiceRolled)
def _(state: Crucible, event: say.ModuleDiceRolled) -> Iterable[Fact]:
    dice = tuple(facts.Die(it.die_id, it.faces, it.value) for it in event.dice)
    yield facts.DiceRolled(roller=event.side, purpose=event.rulesheet, dice=dice, test=test_of(state))


@tells(say.SparksPassed)
def _(state: Crucible, event: say.SparksPassed) -> Iterable[Fact]:
    yield told("passes on sparks", "contest", event.side)


@tells(say.ContestWon)
def _(state: Crucible, event: say.ContestWon) -> Iterable[Fact]:
    best = event.presented[event.winner]
    yield facts.TestClosed(
        test=test_of(state) or "", outcome=f"won with {best}", winner=event.winner, losers=event.losers
    )


@tells(say.OutcomeChosen)
def _(state: Crucible, event: say.OutcomeChosen) -> Iterable[Fact]:
    yield told(words(event.outcome), "outcome", event.winner, event.loser)


@tells(say.ConvinceAccepted)
def _(state: Crucible, event: say.ConvinceAccepted) -> Iterable[Fact]:
    yield told("plays along", "answer", event.loser, event.winner)


@tells(say.ConvinceRefused)
def _(state: Crucible, event: say.ConvinceRefused) -> Iterable[Fact]:
    yield told(event.description, "answer", event.loser, event.winner)


@tells(say.ToolDenied)
def _(state: Crucible, event: say.ToolDenied) -> Iterable[Fact]:
    yield tool_state(state, event.character, event.tool, "available", "denied", event.contest)


@tells(say.ToolRecovered)
def _(state: Crucible, event: say.ToolRecovered) -> Iterable[Fact]:
    yield tool_state(state, event.character, event.tool, "denied", "available", event.contest)


@tells(say.HardPlaceSoftened)
def _(state: Crucible, event: say.HardPlaceSoftened) -> Iterable[Fact]:
    label = state.locations[event.location].elements[event.element].name
    why = names(state).get(event.contest, event.contest)
    yield element_state(event.location, event.element, label, "hard", "softened", why, lasting=True)
    node = element_node(event.location, event.element)
    yield facts.RelationSet(source=node, target=event.location, relation="is softened at")


@tells(say.ContestClosed)
def _(state: Crucible, event: say.ContestClosed) -> Iterable[Fact]:
    yield told("closed", "contest", *(state.contest.sides if state.contest else ()))
