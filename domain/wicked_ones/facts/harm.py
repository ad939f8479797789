"""Consequences retold: what hangs over somebody, how it is settled, what it does."""

from collections.abc import Iterable

from domain.kernel import facts
from domain.kernel.facts import Fact
from domain.wicked_ones import events as say
from domain.wicked_ones.state import Underworld
from domain.wicked_ones.terms import DUNGEON, Position, Result

from .telling import called, condition, rolled, shock, state_of, tells, told, words

_WON = (Result.SUCCESS, Result.CRITICAL)


def settled(state: Underworld, slug: str, now: str, why: str, *, good: bool | None) -> Fact:
    """A consequence in another state, on the sheet of whom it strikes."""
    it = state.consequences[slug]
    label = it.details or words(it.kind)
    return state_of(it.target, "consequences", slug, "pending", now, why, label=label, good=good)


@tells(say.ConsequenceDeclared)
def _(state: Underworld, event: say.ConsequenceDeclared) -> Iterable[Fact]:
    kinds = " and ".join(words(kind) for kind in event.kinds)
    why = event.reason or event.note or words(event.origin)
    yield state_of(
        event.target,
        "consequences",
        event.consequence,
        "",
        "pending",
        f"{words(event.severity or '')} {kinds}: {why}",
        label=event.details or kinds,
        good=False,
    )


@tells(say.ConsequenceWaived)
def _(state: Underworld, event: say.ConsequenceWaived) -> Iterable[Fact]:
    about = DUNGEON if event.roll is None else state.rolls[event.roll].character
    yield told(event.reason, "no consequence", about)


@tells(say.DeathDeclared)
def _(state: Underworld, event: say.DeathDeclared) -> Iterable[Fact]:
    yield told("death, unless somebody stops it", "death", event.character)


@tells(say.ConsequenceSplit)
def _(state: Underworld, event: say.ConsequenceSplit) -> Iterable[Fact]:
    parts = len(event.into)
    yield settled(state, event.consequence, "split", "one part" if parts == 1 else f"{parts} parts", good=None)


@tells(say.ConsequenceAccepted)
def _(state: Underworld, event: say.ConsequenceAccepted) -> Iterable[Fact]:
    yield settled(state, event.consequence, "accepted", "nobody kept it off", good=False)


@tells(say.ConsequenceReduced)
def _(state: Underworld, event: say.ConsequenceReduced) -> Iterable[Fact]:
    now = "reduced" if event.settled else "pending"
    yield settled(state, event.consequence, now, f"{words(event.severity)}: {event.details}", good=None)


@tells(say.ConsequenceAvoided)
def _(state: Underworld, event: say.ConsequenceAvoided) -> Iterable[Fact]:
    yield settled(state, event.consequence, "avoided", called(state, event.by), good=True)


@tells(say.DeathReductionStated)
def _(state: Underworld, event: say.DeathReductionStated) -> Iterable[Fact]:
    yield told(event.text, "at best", state.consequences[event.consequence].target)


@tells(say.ResistanceRolled)
def _(state: Underworld, event: say.ResistanceRolled) -> Iterable[Fact]:
    it = state.consequences[event.consequence]
    test = f"{event.consequence}-resisted-{it.resisted}"
    aim = it.details or words(it.kind)
    yield facts.TestOpened(test=test, form="resistance roll", sides=(event.character,), aim=aim)
    yield rolled(event, event.character, f"resistance: {words(event.action)}", test, event.action)
    won = event.result in _WON
    outcome = f"{words(event.result)}, {'kept off' if won else 'in part'}"
    yield facts.TestClosed(
        test=test,
        outcome=outcome,
        winner=event.character if won else None,
        losers=() if won else (event.character,),
    )
    yield told(event.description, "resists", event.character)


@tells(say.DefenseUsed)
def _(state: Underworld, event: say.DefenseUsed) -> Iterable[Fact]:
    label = state.defenses[event.defense].type
    why = event.description
    yield state_of(event.character, "defenses", event.defense, "ready", "used", why, label=label, good=False)


@tells(say.EffectReduced)
def _(state: Underworld, event: say.EffectReduced) -> Iterable[Fact]:
    yield told(f"the effect is {event.now} instead of {event.was}", "effect", state.rolls[event.roll].character)


@tells(say.PositionWorsened)
def _(state: Underworld, event: say.PositionWorsened) -> Iterable[Fact]:
    yield state_of(
        event.character, "scene", "standing", event.was, event.now, "a consequence", label="Position",
        good=event.now is Position.DOMINANT,
    )  # fmt: skip


@tells(say.ShockTaken)
def _(state: Underworld, event: say.ShockTaken) -> Iterable[Fact]:
    yield shock(event.character, event.attribute, comes=True, why=called(state, event.source))


@tells(say.ShockDoubled)
def _(state: Underworld, event: say.ShockDoubled) -> Iterable[Fact]:
    yield told(f"shock to {event.attribute} again: a price is due", "shock", event.character)


@tells(say.Bloodied)
def _(state: Underworld, event: say.Bloodied) -> Iterable[Fact]:
    yield condition(event.character, "bloodied", comes=True, why=called(state, event.source))


@tells(say.ComplicationHappened)
def _(state: Underworld, event: say.ComplicationHappened) -> Iterable[Fact]:
    form = words(event.trouble) if event.trouble else "complication"
    yield told(event.text or "trouble", form, state.consequences[event.consequence].target)


@tells(say.CharacterDied)
def _(state: Underworld, event: say.CharacterDied) -> Iterable[Fact]:
    yield condition(event.character, "dead", comes=True, why=event.cause)
    yield facts.CharacterLeft(character=event.character, how="dead")


@tells(say.DeathKnellRolled)
def _(state: Underworld, event: say.DeathKnellRolled) -> Iterable[Fact]:
    yield facts.TestOpened(test=event.roll, form="death knell", sides=(event.character,), aim=event.intention)
    yield rolled(event, event.character, "death knell", event.roll, event.action)
    won = event.result in _WON
    yield facts.TestClosed(
        test=event.roll,
        outcome=words(event.result),
        winner=event.character if won else None,
        losers=() if won else (event.character,),
    )
    yield told(event.description, "death knell", event.character)


@tells(say.CostDemanded)
def _(state: Underworld, event: say.CostDemanded) -> Iterable[Fact]:
    why = f"{words(event.severity)}: {event.why}"
    yield state_of(event.character, "costs", event.cost, "", "owed", why, label=event.why, good=False)


@tells(say.CostPaid)
def _(state: Underworld, event: say.CostPaid) -> Iterable[Fact]:
    label = state.costs[event.cost].why
    yield state_of(event.character, "costs", event.cost, "owed", "paid", event.description, label=label)


@tells(say.CostRejected)
def _(state: Underworld, event: say.CostRejected) -> Iterable[Fact]:
    label = state.costs[event.cost].why
    yield state_of(event.character, "costs", event.cost, "paid", "owed", event.why, label=label, good=False)
