"""Fate and free tags retold."""

from collections.abc import Iterable

from domain.death_of_the_vele.events import fate as say
from domain.death_of_the_vele.reckoning import OPPONENT
from domain.death_of_the_vele.state import Vele
from domain.kernel import facts
from domain.kernel.facts import Fact
from domain.kernel.people import EVERYONE, Audience

from .outcomes import known_to
from .telling import sealed, tells, told, words


@sealed(say.FateUsed)
def _(state: Vele, event: say.FateUsed) -> Audience:
    return seen_by(state, event)


@sealed(say.FreeTagUsed)
def _(state: Vele, event: say.FreeTagUsed) -> Audience:
    return seen_by(state, event)


def seen_by(state: Vele, event: say.FateUsed | say.FreeTagUsed) -> Audience:
    """A hidden die thrown again shows its face to its roller only."""
    return known_to(state) if event.reroll is not None and event.side == OPPONENT else EVERYONE


@tells(say.FateUsed)
def _(state: Vele, event: say.FateUsed) -> Iterable[Fact]:
    yield from luck(state, event, "fate")


@tells(say.FreeTagUsed)
def _(state: Vele, event: say.FreeTagUsed) -> Iterable[Fact]:
    yield from luck(state, event, "free tag")
    aspect = state.aspects[event.aspect]
    yield facts.StateChanged(
        owner=aspect.subject, group="aspects", name=event.aspect, label=aspect.text, was="free tag", now="active",
        why="free tag used",
    )  # fmt: skip


def luck(state: Vele, event: say.FateUsed | say.FreeTagUsed, form: str) -> Iterable[Fact]:
    """A bonus, a die thrown again, or words."""
    audience = seen_by(state, event)
    again = event.reroll
    if again is not None:
        name = again.component or event.side or ""
        yield facts.DieChanged(
            roller=name, die=again.trait or "average", size=again.die.sides, was=again.old, now=again.new,
            why=form, rerolled=True, test=event.struggle, audience=audience,
        )  # fmt: skip
        return
    said = f"+{event.bonus} to the result" if event.bonus else f"{words(event.use.value)}: {event.text}"
    yield told(said, form, event.player)
