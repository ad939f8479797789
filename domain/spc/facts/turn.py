"""One participant's turn in a conflict retold."""

from collections.abc import Iterable

from domain.kernel import facts
from domain.kernel.facts import Fact
from domain.spc import events as say
from domain.spc.lookup import forced_lows, kept_of, value_of
from domain.spc.names import names
from domain.spc.state import Adventure, Throw
from domain.spc.terms import Slot

from .telling import feature, tells, test_of, told, words

_USED = "used this turn"


def throw_of(state: Adventure, slug: str) -> Throw:
    """What a participant chose and threw this turn."""
    return state.conflict.participants[slug].throw if state.conflict else Throw()


@tells(say.ActionTypeDeclared)
def _(state: Adventure, event: say.ActionTypeDeclared) -> Iterable[Fact]:
    named = (getattr(event.choices, name) for name in ("talent", "target", "weakness", "ward"))
    called = names(state)
    told_with = ", ".join(called.get(one, one) for one in named if one)
    yield told(
        f"{words(event.action_type)}{': ' if told_with else ''}{told_with}", "action type", event.participant
    )


def used(state: Adventure, owner: str, group: str, slug: str, why: str = _USED) -> Fact:
    """A feature that is used."""
    label = names(state).get(slug, slug)
    return facts.StateChanged(
        owner=owner, group=group, name=slug, was="on the sheet", now="on the sheet", why=why, label=label
    )


@tells(say.PowerActivated)
def _(state: Adventure, event: say.PowerActivated) -> Iterable[Fact]:
    yield used(state, event.participant, "powers", event.power)


@tells(say.RitualInvoked)
def _(state: Adventure, event: say.RitualInvoked) -> Iterable[Fact]:
    yield used(state, event.participant, "rituals", event.ritual)
    yield told(f"{event.ambition}, {event.cunning}, {event.vigilance}", "assignment", event.participant)


@tells(say.GadgetActivated)
def _(state: Adventure, event: say.GadgetActivated) -> Iterable[Fact]:
    yield used(state, event.participant, "gadgets", event.gadget)


@tells(say.PowerManifested)
def _(state: Adventure, event: say.PowerManifested) -> Iterable[Fact]:
    yield feature(event.participant, "powers", event.power, event.name, "manifested", lasting=True)
    yield facts.Advanced(owner=event.participant, track="powers", what=event.name)


@tells(say.WeaknessGained)
def _(state: Adventure, event: say.WeaknessGained) -> Iterable[Fact]:
    yield feature(event.participant, "weaknesses", event.weakness, event.name, "manifested", lasting=True)


@tells(say.WeaknessExploited)
def _(state: Adventure, event: say.WeaknessExploited) -> Iterable[Fact]:
    by = names(state).get(event.by, event.by)
    yield used(state, event.target, "weaknesses", event.weakness, f"exploited by {by}")


@tells(say.DicePoolCounted)
def _(state: Adventure, event: say.DicePoolCounted) -> Iterable[Fact]:
    parts = [str(event.base), *(f"{n} {kind}" for n, kind in (
        (event.bonus_dice, "bonus"), (event.penalty_dice, "penalty")) if n)]  # fmt: skip
    yield told(" + ".join(parts), "dice", event.participant)


@tells(say.DiceThrown)
def _(state: Adventure, event: say.DiceThrown) -> Iterable[Fact]:
    throw = throw_of(state, event.participant)
    stay = must_stay(throw)
    free = kept_of(throw) > len(stay)
    yield facts.DiceRolled(
        roller=event.participant,
        purpose=words(throw.action_type or "throw"),
        dice=tuple(
            facts.Die(die, event.faces, value, "stays" if die in stay else "", kept=free or die in stay)
            for die, value in throw.thrown.items()
        ),
        test=test_of(state),
        reading=reading(throw),
    )


def must_stay(throw: Throw) -> list[str]:
    """The dice that penalty dice force in; of equal lows the first ones."""
    return sorted(throw.thrown, key=lambda die: throw.thrown[die])[: len(forced_lows(throw))]


def reading(throw: Throw) -> str:
    """What may be done with a throw."""
    lows = forced_lows(throw)
    among = f", {' and '.join(map(str, lows))} among them" if lows else ""
    return f"keep {kept_of(throw)}{among}"


@tells(say.PenaltyDieUsed)
def _(state: Adventure, event: say.PenaltyDieUsed) -> Iterable[Fact]:
    yield facts.NumberChanged(
        owner=event.participant, name="penalty_next_roll", label="Penalty die on the next throw", delta=-1,
        now=0, why="thrown", low=0, high=1, good=False,
    )  # fmt: skip


def sorted_out(state: Adventure, slug: str, reading_now: str) -> Fact:
    """The throw as it lies: which dice stay, and where each went."""
    throw = throw_of(state, slug)
    lies = {die: slot for slot, die in throw.dice.items()}
    return facts.DiceSorted(
        roller=slug,
        dice=tuple(
            facts.Die(die, state.house_rules.die_faces, value_of(throw, die), lies.get(die, ""), die in throw.kept)
            for die in throw.thrown
        ),
        test=test_of(state),
        reading=reading_now,
    )


def totals(state: Adventure, slug: str) -> str:
    """What pool and die come to by now, slot by slot."""
    it, throw = state.characters[slug], throw_of(state, slug)
    return ", ".join(f"{slot.value.title()} {it.pool(slot) + throw.total(slot)}" for slot in Slot)


@tells(say.DiceKept)
def _(state: Adventure, event: say.DiceKept) -> Iterable[Fact]:
    throw = throw_of(state, event.participant)
    yield sorted_out(state, event.participant, f"kept {', '.join(map(str, event.values))}")
    for die, value in throw.thrown.items():
        kept = die in event.die_ids
        yield facts.StateChanged(
            owner=event.participant, group="dice", name=die, was="thrown", now="kept" if kept else "left",
            why="chosen", label=str(value),
        )  # fmt: skip


@tells(say.DieIncreased)
def _(state: Adventure, event: say.DieIncreased) -> Iterable[Fact]:
    was = throw_of(state, event.participant).thrown[event.die_id]
    yield facts.DieChanged(
        roller=event.participant, die=event.die_id, size=state.house_rules.die_faces, was=was,
        now=was + event.amount, why=event.source.value.title(), test=test_of(state),
        reading=f"{event.source.value.title()} +{event.amount}",
    )  # fmt: skip


@tells(say.DiceAssigned)
def _(state: Adventure, event: say.DiceAssigned) -> Iterable[Fact]:
    yield sorted_out(state, event.participant, totals(state, event.participant))
    for slot, die in event.dice.items():
        yield facts.StateChanged(
            owner=event.participant, group="dice", name=die, was="kept", now=slot.value, why="assigned",
            label=str(getattr(event, slot.value)),
        )  # fmt: skip


@tells(say.DieModifierApplied)
def _(state: Adventure, event: say.DieModifierApplied) -> Iterable[Fact]:
    throw = throw_of(state, event.participant)
    die, now = throw.dice.get(event.slot.value, event.slot.value), throw.total(event.slot)
    yield facts.DieChanged(
        roller=event.participant, die=die, size=state.house_rules.die_faces, was=now - event.amount, now=now,
        why=f"{words(event.reason)} {event.amount:+d}", test=test_of(state),
        reading=totals(state, event.participant),
    )  # fmt: skip
