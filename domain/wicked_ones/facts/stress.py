"""Stress and impulses retold."""

from collections.abc import Iterable

from domain.kernel.facts import Fact
from domain.wicked_ones import events as say
from domain.wicked_ones.state import Underworld
from domain.wicked_ones.terms import StressReason

from .telling import condition, stress, tells, told, words


@tells(say.StressSpent)
def _(state: Underworld, event: say.StressSpent) -> Iterable[Fact]:
    lost = f", {event.lost} more found no room" if event.lost else ""
    why = f"{reason_of(state, event.reason)}{lost}"
    yield stress(event.character, event.amount, state.characters[event.character].stress, why)


def reason_of(state: Underworld, reason: StressReason) -> str:
    """The reason of stress in words; of a resistance also what was resisted."""
    it = state.consequences.get(state.resisting or "")
    if reason not in (StressReason.RESISTANCE, StressReason.CRITICAL_RESISTANCE) or it is None:
        return words(reason)
    return f"{words(reason)}: {it.details or words(it.kind)}"


@tells(say.StressCleared)
def _(state: Underworld, event: say.StressCleared) -> Iterable[Fact]:
    if event.amount:
        yield stress(
            event.character,
            -event.amount,
            state.characters[event.character].stress,
            reason_of(state, event.reason),
        )
    else:
        yield told("no stress to clear", "stress", event.character)


@tells(say.WentFeral)
def _(state: Underworld, event: say.WentFeral) -> Iterable[Fact]:
    yield condition(event.character, "feral", comes=True, why=words(event.by))


@tells(say.FeralEnded)
def _(state: Underworld, event: say.FeralEnded) -> Iterable[Fact]:
    yield condition(event.character, "feral", comes=False, why=event.how)


@tells(say.ImpulseCompelled)
def _(state: Underworld, event: say.ImpulseCompelled) -> Iterable[Fact]:
    yield told(event.act, "dark impulse", event.character)


@tells(say.ImpulseSuppressed)
def _(state: Underworld, event: say.ImpulseSuppressed) -> Iterable[Fact]:
    yield told(event.description, "impulse held down", event.character)


@tells(say.ImpulseFollowed)
def _(state: Underworld, event: say.ImpulseFollowed) -> Iterable[Fact]:
    yield told(event.description, "impulse followed", event.character)


@tells(say.FlashbackPlayed)
def _(state: Underworld, event: say.FlashbackPlayed) -> Iterable[Fact]:
    yield told(event.description, "flashback", event.character)


@tells(say.TeamedUp)
def _(state: Underworld, event: say.TeamedUp) -> Iterable[Fact]:
    yield told(event.agreed_benefit or event.description, "team up", event.character, *event.partners)


@tells(say.AbilityUsed)
def _(state: Underworld, event: say.AbilityUsed) -> Iterable[Fact]:
    yield told(f"{event.ability}: {event.effect_text or event.description}", "ability", event.character)
