"""How consequences hang over somebody, are settled, and strike."""

from domain.wicked_ones import events as say
from domain.wicked_ones.state import ActionRoll, Consequence, Cost, Underworld
from domain.wicked_ones.tables import RESISTANCE_STRESS
from domain.wicked_ones.terms import CostStatus, Kind, Origin, Result, RollStatus, Settlement, Severity

from .fold import character_of, evolve, fresh, known, must, numbered, pending_of, roll_of, scene_of


@evolve.on(say.ConsequenceDeclared)
def _(state: Underworld, event: say.ConsequenceDeclared) -> None:
    if event.consequence.rpartition("-")[0] not in state.consequences:  # A part is named after the whole.
        numbered(state, "consequence", event.consequence)
    fresh(state.consequences, event.consequence)
    state.consequences[event.consequence] = Consequence(
        origin=event.origin,
        target=event.target,
        kind=event.kind,
        also=list(event.also),
        severity=event.severity or Severity.NONE,
        details=event.details,
        threat=event.threat,
        attributes=list(event.attributes),
        trouble=event.trouble,
        changes=list(event.changes),
        hopeless=list(event.hopeless),
        resistible=event.resistible,
        why_not=event.why_not,
        roll_id=event.roll,
        action=event.action,
        performer=event.performer,
    )
    if event.origin is Origin.ENGAGEMENT and state.scene is not None:
        state.scene.answered = True


@evolve.on(say.ConsequenceWaived)
def _(state: Underworld, event: say.ConsequenceWaived) -> None:
    scene = scene_of(state)
    must(scene.id == event.scene, f"{event.scene} is not open")
    if event.roll is None:
        scene.answered = True
    else:
        roll_of(state, event.roll).waived = True


@evolve.on(say.DeathDeclared)
def _(state: Underworld, event: say.DeathDeclared) -> None:
    must(Kind.DEATH in pending_of(state, event.consequence).kinds, f"{event.consequence} would not kill")


def settle(state: Underworld, consequence: str, how: Settlement) -> Consequence:
    """It is settled this way."""
    found = pending_of(state, consequence)
    found.status = how
    found.to_reduce = False
    return found


@evolve.on(say.ConsequenceSplit)
def _(state: Underworld, event: say.ConsequenceSplit) -> None:
    settle(state, event.consequence, Settlement.SPLIT)


@evolve.on(say.ConsequenceAccepted)
def _(state: Underworld, event: say.ConsequenceAccepted) -> None:
    settle(state, event.consequence, Settlement.ACCEPTED)


@evolve.on(say.ConsequenceAvoided)
def _(state: Underworld, event: say.ConsequenceAvoided) -> None:
    settle(state, event.consequence, Settlement.AVOIDED)


@evolve.on(say.ConsequenceReduced)
def _(state: Underworld, event: say.ConsequenceReduced) -> None:
    found = pending_of(state, event.consequence)
    must(found.to_reduce, f"{event.consequence} was not resisted in part")
    found.to_reduce = False
    found.kind, found.also = event.kind, list(event.also)
    found.severity, found.details = event.severity, event.details
    found.attributes, found.trouble = list(event.attributes), event.trouble
    found.changes = list(event.changes)
    if event.settled:
        found.status = Settlement.REDUCED


@evolve.on(say.DeathReductionStated)
def _(state: Underworld, event: say.DeathReductionStated) -> None:
    pending_of(state, event.consequence).mixed_outcome = event.text


@evolve.on(say.ResistanceRolled)
def _(state: Underworld, event: say.ResistanceRolled) -> None:
    found = pending_of(state, event.consequence)
    must(found.resistible and not found.to_reduce, f"{event.consequence} cannot be resisted now")
    found.resisted += 1
    state.resisting = event.consequence
    partly = RESISTANCE_STRESS[event.result] > 1
    deadly = Kind.DEATH in found.kinds and event.result is Result.FAILURE
    found.to_reduce = partly and not deadly


@evolve.on(say.DefenseUsed)
def _(state: Underworld, event: say.DefenseUsed) -> None:
    defense = known(state.defenses, event.defense, "defense")
    must(not defense.used, f"{event.defense} was used already")
    defense.used = True


@evolve.on(say.EffectReduced)
def _(state: Underworld, event: say.EffectReduced) -> None:
    roll = roll_of(state, event.roll)
    must(roll.effect is event.was, f"the effect of {event.roll} was not {event.was}")
    roll.effect = event.now


@evolve.on(say.PositionWorsened)
def _(state: Underworld, event: say.PositionWorsened) -> None:
    character_of(state, event.character)
    scene_of(state).standing[event.character] = event.now


@evolve.on(say.ShockTaken)
def _(state: Underworld, event: say.ShockTaken) -> None:
    it = character_of(state, event.character)
    must(not it.shock[event.attribute], f"{event.character} is shocked in {event.attribute} already")
    it.shock[event.attribute] = True


@evolve.on(say.ShockDoubled)
def _(state: Underworld, event: say.ShockDoubled) -> None:
    must(character_of(state, event.character).shock[event.attribute], f"no shock in {event.attribute} to double")


@evolve.on(say.Bloodied)
def _(state: Underworld, event: say.Bloodied) -> None:
    it = character_of(state, event.character)
    must(not it.bloodied, f"{event.character} is bloodied already")
    it.bloodied = True


@evolve.on(say.ComplicationHappened)
def _(state: Underworld, event: say.ComplicationHappened) -> None:
    """What it changes stands in the events after it."""
    known(state.consequences, event.consequence, "consequence")


@evolve.on(say.CharacterDied)
def _(state: Underworld, event: say.CharacterDied) -> None:
    it = character_of(state, event.character)
    must(it.alive, f"{event.character} is dead already")
    it.alive = False
    it.knell_pending = it.dark_hearts > 0
    state.compels = {slug: it for slug, it in state.compels.items() if it.character != event.character}


@evolve.on(say.DeathKnellRolled)
def _(state: Underworld, event: say.DeathKnellRolled) -> None:
    it = character_of(state, event.character)
    must(it.knell_pending, f"{event.character} has no death knell to ring")
    it.knell_pending = False
    numbered(state, "roll", event.roll)
    fresh(state.rolls, event.roll)
    state.rolls[event.roll] = ActionRoll(
        event.character,
        event.intention,
        event.action,
        status=RollStatus.ROLLED,
        pool=event.pool,
        faces=list(event.faces),
        result=event.result,
        was_bloodied=it.bloodied,
        knell=True,
    )


@evolve.on(say.CostDemanded)
def _(state: Underworld, event: say.CostDemanded) -> None:
    numbered(state, "cost", event.cost)
    fresh(state.costs, event.cost)
    state.costs[event.cost] = Cost(event.character, event.severity, event.why)


@evolve.on(say.CostPaid)
def _(state: Underworld, event: say.CostPaid) -> None:
    cost = known(state.costs, event.cost, "price")
    must(cost.status is CostStatus.OWED, f"{event.cost} was paid already")
    cost.status = CostStatus.PAID


@evolve.on(say.CostRejected)
def _(state: Underworld, event: say.CostRejected) -> None:
    cost = known(state.costs, event.cost, "price")
    must(cost.status is CostStatus.PAID, f"{event.cost} was not paid")
    cost.status = CostStatus.OWED
