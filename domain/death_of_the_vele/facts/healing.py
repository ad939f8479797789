"""Healing retold."""

from collections.abc import Iterable

from domain.death_of_the_vele.events import healing as say
from domain.death_of_the_vele.state import Vele
from domain.kernel import facts
from domain.kernel.facts import Fact

from .marks import DAMAGED, NEEDS_HEALING, mark
from .telling import tells, told


@tells(say.HealingAttempted)
def _(state: Vele, event: say.HealingAttempted) -> Iterable[Fact]:
    yield facts.TestOpened(
        test=event.struggle, form="healing", sides=(event.healer, event.patient),
        aim=f"{event.count} of {len(event.wounds)} wounds",
    )  # fmt: skip


@tells(say.HealingRead)
def _(state: Vele, event: say.HealingRead) -> Iterable[Fact]:
    yield told(f"healing {event.result} against {event.opposition}", "healing", event.patient)


@tells(say.HealingJoined)
def _(state: Vele, event: say.HealingJoined) -> Iterable[Fact]:
    name = state.components[event.healer].traits[event.trait].name
    yield facts.DiceRolled(
        roller=event.healer, purpose="healing",
        dice=(facts.Die(f"{event.trait}-0", event.die.sides, event.value, name, event.value == event.result),),
        reading=str(event.result),
    )  # fmt: skip


@tells(say.TraitHealed)
def _(state: Vele, event: say.TraitHealed) -> Iterable[Fact]:
    trait = state.components[event.component].traits[event.trait]
    was = NEEDS_HEALING if state.house_rules.damage_marks else DAMAGED
    yield facts.StateChanged(
        owner=event.component, group="traits", name=event.trait, label=trait.name, was=was, now=mark(state, trait),
        why="healed", good=True,
    )  # fmt: skip


@tells(say.CastSlept)
def _(state: Vele, event: say.CastSlept) -> Iterable[Fact]:
    yield told("they sleep on it", "healing")
