"""Struggles retold until their dice have fallen."""

from collections.abc import Iterable

from domain.death_of_the_vele.events import struggles as say
from domain.death_of_the_vele.evolve.struggles import table_of
from domain.death_of_the_vele.reckoning import highest
from domain.death_of_the_vele.state import Struggle, Vele
from domain.death_of_the_vele.terms import Dice, Home, StruggleKind
from domain.kernel import facts
from domain.kernel.facts import Fact
from domain.kernel.people import EVERYONE, Audience, only
from domain.kernel.terms import PersonId

from .telling import dice_moved, sealed, tells, told, words

_FORMS = {StruggleKind.OFFENSIVE_DEFENSIVE: "struggle", StruggleKind.MASS: "mass struggle"}
"""What a table calls the kinds that do not speak for themselves."""


@tells(say.StruggleStarted)
def _(state: Vele, event: say.StruggleStarted) -> Iterable[Fact]:
    yield facts.TestOpened(
        test=event.struggle,
        form=_FORMS.get(event.kind, words(event.kind.value)),
        sides=(event.actor, *event.opponents),
        aim=event.goal_text,
    )


@tells(say.StruggleWithdrawn)
def _(state: Vele, event: say.StruggleWithdrawn) -> Iterable[Fact]:
    yield facts.TestClosed(test=event.struggle, outcome="withdrawn before the roll")


@tells(say.AllyJoined)
def _(state: Vele, event: say.AllyJoined) -> Iterable[Fact]:
    yield told("an ally joins", "struggle", event.component)
    if event.owes_action:
        yield facts.StateChanged(
            owner=event.component, group="turn", name="action", label="Action", was="free", now="owed",
            why="helped in a struggle", good=False,
        )  # fmt: skip


@tells(say.IncompetentTraitApplied)
def _(state: Vele, event: say.IncompetentTraitApplied) -> Iterable[Fact]:
    name = state.components[event.component].traits[event.trait].name
    yield told(f"{name} applies", "struggle", event.component)


@tells(say.DifficultySet)
def _(state: Vele, event: say.DifficultySet) -> Iterable[Fact]:
    yield told(f"difficulty {event.amount}: {words(event.reason)}", "difficulty", *mains(state, event.side))


def mains(state: Vele, side: str) -> tuple[str, ...]:
    """The main component of a side, if it has one."""
    struggle = state.struggle
    main = struggle.sides[side].main if struggle is not None and side in struggle.sides else None
    return (main,) if main is not None else ()


@tells(say.StruggleDiePushed)
def _(state: Vele, event: say.StruggleDiePushed) -> Iterable[Fact]:
    yield from dice_moved(state, event.source, table_of(event.struggle), event.dice, "pushed")


@tells(say.AverageDieAdded)
def _(state: Vele, event: say.AverageDieAdded) -> Iterable[Fact]:
    yield told("the average die is added", "struggle", *mains(state, event.side))


@tells(say.SideReady)
def _(state: Vele, event: say.SideReady) -> Iterable[Fact]:
    yield told("ready to roll", "struggle", *mains(state, event.side))


@tells(say.TraitDeclared)
def _(state: Vele, event: say.TraitDeclared) -> Iterable[Fact]:
    name = state.components[event.component].traits[event.trait].name
    yield told(f"{name}, with a covered die", "struggle", event.component)


@sealed(say.DiceCovered)
def _(state: Vele, event: say.DiceCovered) -> Audience:
    return only(PersonId(event.player))


@tells(say.DiceCovered)
def _(state: Vele, event: say.DiceCovered) -> Iterable[Fact]:
    yield told(f"a {event.die} lies covered", "struggle", event.component, audience=only(PersonId(event.player)))


@tells(say.DiceRevealed)
def _(state: Vele, event: say.DiceRevealed) -> Iterable[Fact]:
    pushed: dict[Home, Dice] = {}
    for each in event.dice:
        pushed[each.source] = pushed.get(each.source, Dice()) + each.dice
    for home, dice in pushed.items():
        yield from dice_moved(state, home, table_of(event.struggle), dice, "pushed")


@tells(say.StruggleRolled)
def _(state: Vele, event: say.StruggleRolled) -> Iterable[Fact]:
    yield from rolled(state, event)


@sealed(say.HiddenDiceRolled)
def _(state: Vele, event: say.HiddenDiceRolled) -> Audience:
    return only(PersonId(event.player))


@tells(say.HiddenDiceRolled)
def _(state: Vele, event: say.HiddenDiceRolled) -> Iterable[Fact]:
    yield from rolled(state, event, audience=only(PersonId(event.player)))


def rolled(
    state: Vele, event: say.StruggleRolled | say.HiddenDiceRolled, audience: Audience = EVERYONE
) -> Iterable[Fact]:
    """One roll for each side, the highest die kept; power dice apart."""
    struggle = state.struggle
    if struggle is None:
        return
    for name, side in struggle.sides.items():
        best = highest(side)
        faces = [roll for roll in event.rolls if roll.side == name]
        if faces:
            first = next((n for n, roll in enumerate(faces) if roll.value == best), None)
            yield facts.DiceRolled(
                roller=side.main or name, purpose=purpose_of(struggle), reads=facts.Reads.HIGHEST,
                dice=tuple(die(state, n, roll, kept=n == first) for n, roll in enumerate(faces)),
                test=event.struggle, reading=str(best), audience=audience,
            )  # fmt: skip
        powers = [roll for roll in event.power_rolls if roll.side == name]
        if powers:
            yield facts.DiceRolled(
                roller=side.main or name, purpose="power",
                dice=tuple(die(state, n, roll, kept=True) for n, roll in enumerate(powers)),
                test=event.struggle, audience=audience,
            )  # fmt: skip


def purpose_of(struggle: Struggle) -> str:
    """The kind of struggle, and after it what this one is about."""
    form = _FORMS.get(struggle.kind, words(struggle.kind.value))
    return f"{form}: {struggle.goal_text}" if struggle.goal_text else form


def die(state: Vele, number: int, roll: say.StruggleDie, *, kept: bool) -> facts.Die:
    """A die as it fell, named by its trait."""
    label = "average"
    if roll.component is not None:
        it = state.components[roll.component]
        label = it.traits[roll.trait].name if roll.trait is not None else "power"
    return facts.Die(f"{roll.trait or label}-{number}", roll.die.sides, roll.value, label, kept)
