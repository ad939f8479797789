"""Settling consequences: accepted, reduced, kept off, paid for (WO-54, WO-57, WO-61, WO-63)."""

from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, slugify
from domain.wicked_ones import commands as ask
from domain.wicked_ones import events as say
from domain.wicked_ones.state import Consequence, Cost, Underworld, asked_id, made_id
from domain.wicked_ones.tables import COMPLICATION_TICKS, SEVERITIES, lighter
from domain.wicked_ones.terms import Attribute, ChangeKind, CostStatus, Kind, Lighter, Severity

from .common import living, own, wrong_reason
from .declaring import other_ticks, unsettled
from .effects import Striking, changed, effects_of, wound, wrong_changes


def accept_consequence(state: Underworld, command: ask.AcceptConsequence, asker: Asker) -> Decision[Event]:
    """WO-63: nobody keeps it off, so it happens."""
    it = unsettled(state, command.consequence)
    if isinstance(it, Refusal):
        return it
    victim = state.characters.get(it.target)
    if not asker.is_gm and (victim is None or victim.player != asker.person):
        return refuse("not_your_character", character=it.target)
    if it.to_reduce:
        return refuse("reduce_first", consequence=command.consequence)
    if needs_choice(it) and command.attribute is None:
        return refuse("choice_missing", consequence=command.consequence)
    accepted = say.ConsequenceAccepted(consequence=command.consequence)
    return [accepted, *effects_of(state, command.consequence, it, command.attribute)]


def needs_choice(it: Consequence) -> bool:
    """WO-42, WO-A41: whether the player says what is shocked."""
    return (
        Kind.SHOCK in it.kinds
        and Kind.BLOODIED not in it.kinds
        and not it.attributes
        and it.severity is not Severity.NONE
    )


def reduce_consequence(state: Underworld, command: ask.ReduceConsequence) -> Decision[Event]:
    """WO-57, WO-59: one step lighter, a lighter price, or nothing; what is left of death stays devastating."""
    it = unsettled(state, command.consequence)
    if isinstance(it, Refusal):
        return it
    if not it.to_reduce:
        return refuse("not_resisted", consequence=command.consequence)
    death = Kind.DEATH in it.kinds
    left = Severity.DEVASTATING if death else lighter(it.severity)
    if command.severity not in (None, left):
        return refuse("not_lighter", was=it.severity, need=left, given=command.severity)
    if command.how is Lighter.NOTHING and not death:
        return [say.ConsequenceAvoided(consequence=command.consequence, by="gm")]
    if command.how is Lighter.COST and not death and left is not Severity.NONE and it.target in state.characters:
        return as_a_price(state, command, it, left)
    if command.how is not Lighter.LESSER:
        return refuse("not_lighter", was=it.severity, need=left, given=command.how)
    return lesser(state, command, it, left)


def as_a_price(
    state: Underworld, command: ask.ReduceConsequence, it: Consequence, left: Severity
) -> Decision[Event]:
    """A price of lighter severity in its stead."""
    price = say.CostDemanded(
        cost=made_id("cost", command.consequence),
        character=CharacterId(it.target),
        severity=left,
        why=command.details or it.details,
    )
    return [say.ConsequenceAvoided(consequence=command.consequence, by="gm"), price]


def lesser(state: Underworld, command: ask.ReduceConsequence, it: Consequence, left: Severity) -> Decision[Event]:
    """The lesser consequence takes the place of the old one, and stands."""
    now = Consequence(
        origin=it.origin,
        target=it.target,
        kind=command.kind,
        also=list(command.also),
        severity=left,
        details=command.details,
        attributes=list(dict.fromkeys(command.attributes)),
        trouble=command.trouble,
        changes=list(command.changes),
        roll_id=it.roll_id,
    )
    if wrong := wrong_lesser(state, it, now, command):
        return wrong
    again = it.resisted < state.house_rules.resists_per_consequence and left is not Severity.NONE
    reduced = say.ConsequenceReduced(
        consequence=command.consequence,
        kind=now.kind,
        also=now.kinds[1:],
        severity=left,
        details=now.details,
        attributes=tuple(now.attributes),
        trouble=now.trouble,
        changes=tuple(now.changes),
        note=command.note,
        settled=not again,
    )
    return [reduced] if again else [reduced, *effects_of(state, command.consequence, now)]


def wrong_lesser(
    state: Underworld, it: Consequence, now: Consequence, command: ask.ReduceConsequence
) -> Refusal | None:
    """Why this is no lesser form of it, or None."""
    left = now.severity
    if Kind.DEATH in now.kinds:
        return refuse("not_lighter", was=it.severity, need=left, given=Kind.DEATH)
    if it.target not in state.characters and now.kinds != (Kind.COMPLICATION,):
        return refuse("not_lighter", was=it.severity, need=left, given=now.kind)
    victim = state.characters.get(it.target)
    if Kind.BLOODIED in now.kinds and (victim is None or victim.bloodied):
        return refuse("already_bloodied", character=it.target)
    bare = now.kinds == (Kind.COMPLICATION,) and not now.changes
    if left is Severity.NONE and not bare:
        return refuse("not_lighter", was=it.severity, need=left, given=now.kind)
    if needs_choice(now):
        return refuse("choice_missing", consequence=command.consequence)
    most = len(Attribute) if Kind.BLOODIED in it.kinds or Kind.DEATH in it.kinds else 2
    if Kind.SHOCK in now.kinds and len(now.attributes) > most:
        return refuse("too_many_shocks", most=most)
    return (
        wrong_changes(state, it.target, now.changes)
        or other_ticks(now.changes, left, command.note)
        or worse_than_before(it, now)
    )


def worse_than_before(it: Consequence, now: Consequence) -> Refusal | None:
    """WO-57: why resisting would have made it worse, or None. Even a note lets no clock tick more than before."""
    usual = COMPLICATION_TICKS[it.severity]
    for change in now.changes:
        if usual is None or change.kind is not ChangeKind.TICK_CLOCK or change.amount is None:
            continue
        same = (each.amount or 0 for each in it.changes if (each.kind, each.what) == (change.kind, change.what))
        most = max(usual, *same, 0)
        if change.amount > most:
            return refuse("worse_than_before", clock=change.what, most=most, given=change.amount)
    return None


def use_defense(state: Underworld, command: ask.UseDefense, asker: Asker) -> Decision[Event]:
    """WO-61: as good as a success, for nothing, once."""
    if command.consequence in state.costs:
        return refuse("defense_not_on_cost")
    defense = state.defenses.get(command.defense)
    if defense is None:
        return refuse("defense_missing", defense=command.defense)
    owner = own(state, defense.owner, asker)
    if isinstance(owner, Refusal):
        return owner
    it = unsettled(state, command.consequence)
    if isinstance(it, Refusal):
        return it
    if defense.used:
        return refuse("defense_used", type=defense.type)
    if it.target != defense.owner:
        return refuse("not_yours_to_avoid", owner=defense.owner, target=it.target)
    if not it.resistible:
        return refuse("not_resistible", why=it.why_not)
    if wrong := resisted_already(state, command.consequence, it):
        return wrong
    if it.threat and slugify(it.threat) != slugify(defense.type):
        return refuse("wrong_type", type=defense.type, threat=it.threat)
    used = say.DefenseUsed(
        defense=command.defense,
        consequence=command.consequence,
        character=CharacterId(defense.owner),
        description=command.description,
    )
    return [used, say.ConsequenceAvoided(consequence=command.consequence, by=defense.owner)]


def resisted_already(state: Underworld, slug: str, it: Consequence) -> Refusal | None:
    """WO-A17: why this is resisted no more, or None."""
    if it.to_reduce:
        return refuse("reduce_first", consequence=slug)
    most = state.house_rules.resists_per_consequence
    return refuse("resisted_already", consequence=slug, most=most) if it.resisted >= most else None


def demand_cost(state: Underworld, command: ask.DemandCost) -> Decision[Event]:
    """WO-54: the player shall pick."""
    it = living(state, command.character)
    if isinstance(it, Refusal):
        return it
    return wrong_reason(command.why) or [
        say.CostDemanded(
            cost=asked_id(state, "cost", command.id),
            character=command.character,
            severity=command.severity,
            why=command.why,
        )
    ]


def known_cost(state: Underworld, slug: str) -> Cost | Refusal:
    """A price of this phase."""
    return state.costs.get(slug) or refuse("cost_unknown", cost=slug)


def pay_cost(state: Underworld, command: ask.PayCost, asker: Asker) -> Decision[Event]:
    """WO-54: whatever suits best, as heavy as was owed."""
    cost = known_cost(state, command.cost)
    if isinstance(cost, Refusal):
        return cost
    owner = state.characters[cost.owner]
    if not asker.is_gm and owner.player != asker.person:
        return refuse("not_your_character", character=cost.owner)
    if cost.status is CostStatus.PAID:
        return refuse("cost_paid", cost=command.cost)
    severity = command.severity or cost.severity
    if SEVERITIES.index(severity) < SEVERITIES.index(cost.severity):
        return refuse("cost_too_low", need=cost.severity, given=severity)
    if wrong := wrong_changes(state, cost.owner, command.changes, price=True):
        return wrong
    paid = say.CostPaid(
        cost=command.cost,
        character=CharacterId(cost.owner),
        severity=severity,
        changes=command.changes,
        description=command.description,
    )
    events: list[Event] = [paid, *changed(state, cost.owner, command.changes, severity, command.description)]
    if any(change.kind is ChangeKind.BLOODIED for change in command.changes):
        striking = Striking(state, cost.owner, command.cost, severity)
        wound(striking, tuple(attribute for attribute in Attribute if not owner.shock[attribute]))
        events += striking.events
    return events


def reject_cost(state: Underworld, command: ask.RejectCost) -> Decision[Event]:
    """WO-54: the GM says if it is enough."""
    cost = known_cost(state, command.cost)
    if isinstance(cost, Refusal):
        return cost
    if cost.status is CostStatus.OWED:
        return refuse("cost_owed_already", cost=command.cost)
    return wrong_reason(command.why) or [
        say.CostRejected(cost=command.cost, character=CharacterId(cost.owner), why=command.why)
    ]
