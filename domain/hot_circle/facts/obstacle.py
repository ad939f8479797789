"""Obstacle tests retold."""

from collections.abc import Iterable

from domain.hot_circle import events as say
from domain.hot_circle.names import names
from domain.hot_circle.state import Circle
from domain.hot_circle.tables import SUCCESS_FROM
from domain.hot_circle.terms import Outcome, RerollReason, TestKind
from domain.kernel import facts
from domain.kernel.facts import Fact

from .rolls import dice, dice_of, reads, successes
from .telling import tells, told, words


def tester(state: Circle) -> str:
    """Who makes the obstacle test under way."""
    return state.obstacle_test.tester_id if state.obstacle_test else ""


@tells(say.ObstacleTestDeclared)
def _(state: Circle, event: say.ObstacleTestDeclared) -> Iterable[Fact]:
    sides = (event.tester,) if event.opponent is None else (event.tester, event.opponent)
    form = "versus test" if event.kind is TestKind.VERSUS else "obstacle test"
    yield facts.TestOpened(test=event.test, form=form, sides=sides, aim=event.intent)
    lines = [f"Obstacle: {event.obstacle}", f"Task: {event.task}", f"If it fails: {event.consequence}"]
    if event.time_limit:
        lines.append(f"Before: {event.time_limit}")
    if event.tester_compromise:
        lines.append(f"The tester would settle for: {event.opponent_compromise}")
        lines.append(f"The opponent would settle for: {event.tester_compromise}")
    yield told("\n".join(lines), "test", *sides)
    if event.cut_advised:
        yield told("This scene has had its tests: after this one, cut.", "advice")


@tells(say.ObstacleSet)
def _(state: Circle, event: say.ObstacleSet) -> Iterable[Fact]:
    yield told(f"obstacle {event.ob}", "obstacle", tester(state))


@tells(say.HindranceDeclared)
def _(state: Circle, event: say.HindranceDeclared) -> Iterable[Fact]:
    name = names(state).get(event.source_id, event.source_id)
    effect = "a die for the other side" if event.die_for else "the obstacle is 1 higher"
    yield told(f"{name} hinders, for {event.reward.said({})}: {effect}", "hindrance", event.character)


@tells(say.HindranceRewardChanged)
def _(state: Circle, event: say.HindranceRewardChanged) -> Iterable[Fact]:
    name = names(state).get(event.source_id, event.source_id)
    yield told(f"{name} hinders, now for {event.reward.said({})}", "hindrance", event.character)


@tells(say.TestLifepathChosen)
def _(state: Circle, event: say.TestLifepathChosen) -> Iterable[Fact]:
    path = state.characters[event.character].lifepaths.get(event.lifepath or "")
    name = path.name if path else "nothing on the sheet"
    yield told(f"{name} ({words(event.fit)}): {dice(event.base_dice)}", "lifepath", event.character)


@tells(say.BonusDieAdded)
def _(state: Circle, event: say.BonusDieAdded) -> Iterable[Fact]:
    name = names(state).get(event.source_id, event.source_id)
    yield told(f"{name} helps: one more die", "help", event.character)


@tells(say.AdvantageGranted)
def _(state: Circle, event: say.AdvantageGranted) -> Iterable[Fact]:
    why = event.reason or words(event.source)
    yield told(f"advantage: {why}", "advantage", tester(state))


@tells(say.DisadvantageImposed)
def _(state: Circle, event: say.DisadvantageImposed) -> Iterable[Fact]:
    why = event.reason or words(event.source)
    yield told(f"disadvantage: {why}", "disadvantage", tester(state))


@tells(say.HelpGiven)
def _(state: Circle, event: say.HelpGiven) -> Iterable[Fact]:
    yield told(event.how or "helps", "help", event.helper, tester(state))


@tells(say.TestsLinked)
def _(state: Circle, event: say.TestsLinked) -> Iterable[Fact]:
    result = "passed" if event.passed else "failed"
    yield told(f"{names(state).get(event.from_test, event.from_test)} {result}", "link", tester(state))


@tells(say.OppositionRolled)
def _(state: Circle, event: say.OppositionRolled) -> Iterable[Fact]:
    yield facts.DiceRolled(
        roller=event.character, purpose="opposition", dice=dice_of(event.waves, event.cards), test=event.test,
        reads=reads(event.cards), counts_from=SUCCESS_FROM,
        reading=successes(event.successes),
    )  # fmt: skip


def reading(number: int, ob: int, *, passes: bool) -> str:
    """What a roll comes to."""
    return f"{successes(number)} against {ob}: {'passes' if passes else 'fails'} as it stands"


@tells(say.TaskRolled)
def _(state: Circle, event: say.TaskRolled) -> Iterable[Fact]:
    yield facts.DiceRolled(
        roller=event.character, purpose="task", dice=dice_of(event.waves, event.cards), test=event.test,
        reads=reads(event.cards), counts_from=SUCCESS_FROM,
        reading=reading(event.successes, event.ob, passes=event.due_to_pass),
    )  # fmt: skip


@tells(say.TaskRerolled)
def _(state: Circle, event: say.TaskRerolled) -> Iterable[Fact]:
    purpose = "forced reroll" if event.reason is RerollReason.DISADVANTAGE else "reroll"
    yield facts.DiceRolled(
        roller=event.character, purpose=f"{purpose}: {words(event.reason)}",
        dice=dice_of(event.waves, event.cards), test=event.test,
        reads=reads(event.cards), counts_from=SUCCESS_FROM,
        reading=reading(event.successes, event.ob, passes=event.due_to_pass),
    )  # fmt: skip


@tells(say.CompromiseAccepted)
def _(state: Circle, event: say.CompromiseAccepted) -> Iterable[Fact]:
    yield told(f"a compromise in place of the {words(event.replaces)}", "compromise", event.by)


@tells(say.TestResolved)
def _(state: Circle, event: say.TestResolved) -> Iterable[Fact]:
    opponent = state.obstacle_test.opponent_id if state.obstacle_test else None
    others = (opponent,) if opponent else ()
    softened = event.outcome in (Outcome.OPPONENT_COMPROMISE, Outcome.TESTER_COMPROMISE)
    outcome = f"{'passed' if event.passed else 'failed'}{', with a compromise' if softened else ''}: {event.told}"
    yield facts.TestClosed(
        test=event.test,
        outcome=outcome,
        winner=event.tester if event.passed else opponent,
        losers=others if event.passed else (event.tester,),
    )
    if event.narration:
        yield told(event.narration, "narration", event.tester, *others)


@tells(say.TestCancelled)
def _(state: Circle, event: say.TestCancelled) -> Iterable[Fact]:
    yield facts.TestClosed(test=event.test, outcome=f"taken back{': ' if event.why else ''}{event.why}")
