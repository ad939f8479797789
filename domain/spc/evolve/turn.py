"""How one participant's turn in a conflict changes an adventure."""

from domain.spc import events as say
from domain.spc.state import Adventure, Costed
from domain.spc.terms import Slot, Stage

from .fold import character_of, evolve, must, participant_of, throw_of


@evolve.on(say.ActionTypeDeclared)
def _(state: Adventure, event: say.ActionTypeDeclared) -> None:
    throw = throw_of(state, event.participant)
    must(throw.action_type is None, f"{event.participant} has chosen already")
    throw.action_type = event.action_type
    throw.talent = event.choices.talent
    throw.target = event.choices.target
    throw.weakness = event.choices.weakness
    throw.defending = event.choices.ward


@evolve.on(say.PowerActivated)
def _(state: Adventure, event: say.PowerActivated) -> None:
    must(event.power in character_of(state, event.participant).powers, "only an owned power acts")
    throw_of(state, event.participant).power = event.power


@evolve.on(say.RitualInvoked)
def _(state: Adventure, event: say.RitualInvoked) -> None:
    throw = throw_of(state, event.participant)
    throw.ritual = event.ritual
    throw.assigned = {
        Slot.AMBITION.value: event.ambition,
        Slot.CUNNING.value: event.cunning,
        Slot.VIGILANCE.value: event.vigilance,
    }


@evolve.on(say.GadgetActivated)
def _(state: Adventure, event: say.GadgetActivated) -> None:
    must(event.gadget in character_of(state, event.participant).gadgets, "only an owned gadget is used")
    throw_of(state, event.participant).gadget = event.gadget


@evolve.on(say.PowerManifested)
def _(state: Adventure, event: say.PowerManifested) -> None:
    powers = character_of(state, event.participant).powers
    must(event.power not in powers, f"{event.power} is on the sheet already")
    powers[event.power] = Costed(event.name, event.cost)


@evolve.on(say.WeaknessGained)
def _(state: Adventure, event: say.WeaknessGained) -> None:
    weaknesses = character_of(state, event.participant).weaknesses
    must(event.weakness not in weaknesses, f"{event.weakness} is on the sheet already")
    weaknesses[event.weakness] = Costed(event.name, event.cost)


@evolve.on(say.WeaknessExploited)
def _(state: Adventure, event: say.WeaknessExploited) -> None:
    """Told for the record: what it does is adjudicated."""
    must(event.weakness in character_of(state, event.target).weaknesses, "only a weakness on the sheet is used")


@evolve.on(say.DicePoolCounted)
def _(state: Adventure, event: say.DicePoolCounted) -> None:
    throw = throw_of(state, event.participant)
    throw.bonus_dice = event.bonus_dice
    throw.penalty_dice = event.penalty_dice


@evolve.on(say.DiceThrown)
def _(state: Adventure, event: say.DiceThrown) -> None:
    throw = throw_of(state, event.participant)
    must(not throw.thrown, f"{event.participant} has thrown already")
    throw.thrown = {f"d{place}": value for place, value in enumerate(event.values, start=1)}


@evolve.on(say.PenaltyDieUsed)
def _(state: Adventure, event: say.PenaltyDieUsed) -> None:
    it = character_of(state, event.participant)
    must(it.penalty_next_roll > 0, f"no penalty die waits for {event.participant}")
    it.penalty_next_roll = 0


@evolve.on(say.DiceKept)
def _(state: Adventure, event: say.DiceKept) -> None:
    throw = throw_of(state, event.participant)
    must(not throw.kept and set(event.die_ids) <= throw.thrown.keys(), "only dice thrown are kept, once")
    throw.kept = list(event.die_ids)


@evolve.on(say.DieIncreased)
def _(state: Adventure, event: say.DieIncreased) -> None:
    throw = throw_of(state, event.participant)
    must(event.die_id in throw.kept and not throw.die_addition, "one kept die is increased, once")
    throw.die_addition = {event.die_id: event.amount}


@evolve.on(say.DiceAssigned)
def _(state: Adventure, event: say.DiceAssigned) -> None:
    throw = throw_of(state, event.participant)
    must(not throw.assigned and set(event.dice.values()) <= set(throw.kept), "kept dice are assigned, once")
    throw.dice = {slot.value: die for slot, die in event.dice.items()}
    throw.assigned = {
        Slot.AMBITION.value: event.ambition,
        Slot.CUNNING.value: event.cunning,
        Slot.VIGILANCE.value: event.vigilance,
    }


@evolve.on(say.DieModifierApplied)
def _(state: Adventure, event: say.DieModifierApplied) -> None:
    throw = participant_of(state, event.participant, Stage.TURN).throw
    must(bool(throw.assigned), "dice are modified once they are assigned")
    throw.modifiers[event.slot.value] = throw.modifiers.get(event.slot.value, 0) + event.amount
    throw.modified = True
