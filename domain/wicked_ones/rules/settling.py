"""Settling consequences: accepted, reduced, kept off, paid for (WO-54, WO-57, WO-61, WO-63)."""

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId, slugify
from domain.wicked_ones import commands as ask
from domain.wicked_ones import events as say
from domain.wicked_ones.state import Consequence, Cost, Underworld, asked_id, made_id
from domain.wicked_ones.tables import COMPLICATION_TICKS, SEVERITIES, lighter
from domain.wicked_ones.terms import Attribute, ChangeKind, CostStatus, Kind, Lighter, Severity

from .common import living, own, reason_given
from .declaring import unsettled, usual_ticks
from .effects import Striking, can_be_lost, changed, effects_of, wound


def accept_consequence(state: Underworld, command: ask.AcceptConsequence, asker: Asker) -> Events:
    """WO-63: nobody keeps it off, so it happens."""
    it = unsettled(state, command.consequence)
    victim = state.characters.get(it.target)
    if not asker.is_gm and (victim is None or victim.player != asker.person):
        raise CommandRefused("not_your_character", character=it.target)
    need(not it.to_reduce, "reduce_first", consequence=command.consequence)
    if needs_choice(it) and command.attribute is None:
        raise CommandRefused("choice_missing", consequence=command.consequence)
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


def reduce_consequence(state: Underworld, command: ask.ReduceConsequence) -> Events:
    """WO-57, WO-59: one step lighter, a lighter price, or nothing; what is left of death stays devastating."""
    it = unsettled(state, command.consequence)
    need(it.to_reduce, "not_resisted", consequence=command.consequence)
    death = Kind.DEATH in it.kinds
    left = Severity.DEVASTATING if death else lighter(it.severity)
    need(command.severity in (None, left), "not_lighter", was=it.severity, need=left, given=command.severity)
    if command.how is Lighter.NOTHING and not death:
        return [say.ConsequenceAvoided(consequence=command.consequence, by="gm")]
    if command.how is Lighter.COST and not death and left is not Severity.NONE and it.target in state.characters:
        return as_a_price(state, command, it, left)
    need(command.how is Lighter.LESSER, "not_lighter", was=it.severity, need=left, given=command.how)
    return lesser(state, command, it, left)


def as_a_price(state: Underworld, command: ask.ReduceConsequence, it: Consequence, left: Severity) -> Events:
    """A price of lighter severity in its stead."""
    price = say.CostDemanded(
        cost=made_id("cost", command.consequence),
        character=CharacterId(it.target),
        severity=left,
        why=command.details or it.details,
    )
    return [say.ConsequenceAvoided(consequence=command.consequence, by="gm"), price]


def lesser(state: Underworld, command: ask.ReduceConsequence, it: Consequence, left: Severity) -> Events:
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
    no_heavier(state, it, now, command)
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


def no_heavier(state: Underworld, it: Consequence, now: Consequence, command: ask.ReduceConsequence) -> None:
    """WO-57: what is left is a lesser form of it."""
    left = now.severity
    need(Kind.DEATH not in now.kinds, "not_lighter", was=it.severity, need=left, given=Kind.DEATH)
    if it.target not in state.characters and now.kinds != (Kind.COMPLICATION,):
        raise CommandRefused("not_lighter", was=it.severity, need=left, given=now.kind)
    victim = state.characters.get(it.target)
    if Kind.BLOODIED in now.kinds and (victim is None or victim.bloodied):
        raise CommandRefused("already_bloodied", character=it.target)
    bare = now.kinds == (Kind.COMPLICATION,) and not now.changes
    if left is Severity.NONE and not bare:
        raise CommandRefused("not_lighter", was=it.severity, need=left, given=now.kind)
    need(not needs_choice(now), "choice_missing", consequence=command.consequence)
    most = len(Attribute) if Kind.BLOODIED in it.kinds or Kind.DEATH in it.kinds else 2
    if Kind.SHOCK in now.kinds and len(now.attributes) > most:
        raise CommandRefused("too_many_shocks", most=most)
    can_be_lost(state, it.target, now.changes)
    usual_ticks(now.changes, left, command.note)
    no_worse(it, now)


def no_worse(it: Consequence, now: Consequence) -> None:
    """WO-57: resisting makes nothing worse. Even a note lets no clock tick more than before."""
    usual = COMPLICATION_TICKS[it.severity]
    for change in now.changes:
        if usual is None or change.kind is not ChangeKind.TICK_CLOCK or change.amount is None:
            continue
        same = (each.amount or 0 for each in it.changes if (each.kind, each.what) == (change.kind, change.what))
        most = max(usual, *same, 0)
        need(change.amount <= most, "worse_than_before", clock=change.what, most=most, given=change.amount)


def use_defense(state: Underworld, command: ask.UseDefense, asker: Asker) -> Events:
    """WO-61: as good as a success, for nothing, once."""
    need(command.consequence not in state.costs, "defense_not_on_cost")
    defense = found(state.defenses.get(command.defense), "defense_missing", defense=command.defense)
    own(state, defense.owner, asker)
    it = unsettled(state, command.consequence)
    need(not defense.used, "defense_used", type=defense.type)
    need(it.target == defense.owner, "not_yours_to_avoid", owner=defense.owner, target=it.target)
    need(it.resistible, "not_resistible", why=it.why_not)
    may_still_resist(state, command.consequence, it)
    if it.threat and slugify(it.threat) != slugify(defense.type):
        raise CommandRefused("wrong_type", type=defense.type, threat=it.threat)
    used = say.DefenseUsed(
        defense=command.defense,
        consequence=command.consequence,
        character=CharacterId(defense.owner),
        description=command.description,
    )
    return [used, say.ConsequenceAvoided(consequence=command.consequence, by=defense.owner)]


def may_still_resist(state: Underworld, slug: str, it: Consequence) -> None:
    """WO-A17: it may be resisted once more."""
    need(not it.to_reduce, "reduce_first", consequence=slug)
    most = state.house_rules.resists_per_consequence
    need(it.resisted < most, "resisted_already", consequence=slug, most=most)


def demand_cost(state: Underworld, command: ask.DemandCost) -> Events:
    """WO-54: the player shall pick."""
    living(state, command.character)
    reason_given(command.why)
    return [
        say.CostDemanded(
            cost=asked_id(state, "cost", command.id),
            character=command.character,
            severity=command.severity,
            why=command.why,
        )
    ]


def known_cost(state: Underworld, slug: str) -> Cost:
    """A price of this phase."""
    return found(state.costs.get(slug), "cost_unknown", cost=slug)


def pay_cost(state: Underworld, command: ask.PayCost, asker: Asker) -> Events:
    """WO-54: whatever suits best, as heavy as was owed."""
    cost = known_cost(state, command.cost)
    owner = state.characters[cost.owner]
    if not asker.is_gm and owner.player != asker.person:
        raise CommandRefused("not_your_character", character=cost.owner)
    need(cost.status is not CostStatus.PAID, "cost_paid", cost=command.cost)
    severity = command.severity or cost.severity
    need(
        SEVERITIES.index(severity) >= SEVERITIES.index(cost.severity),
        "cost_too_low",
        need=cost.severity,
        given=severity,
    )
    can_be_lost(state, cost.owner, command.changes, price=True)
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


def reject_cost(state: Underworld, command: ask.RejectCost) -> Events:
    """WO-54: the GM says if it is enough."""
    cost = known_cost(state, command.cost)
    need(cost.status is not CostStatus.OWED, "cost_owed_already", cost=command.cost)
    reason_given(command.why)
    return [say.CostRejected(cost=command.cost, character=CharacterId(cost.owner), why=command.why)]
