"""What hangs over somebody comes first: consequences, prices, impulses, a death knell."""

from collections.abc import Iterable

from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import slugify
from domain.wicked_ones import commands as ask
from domain.wicked_ones.rules.owed import start_owes
from domain.wicked_ones.rules.settling import needs_choice
from domain.wicked_ones.state import Consequence, Underworld, next_id
from domain.wicked_ones.tables import PARTIAL, lighter
from domain.wicked_ones.terms import DUNGEON, Attribute, CostStatus, Kind, Lighter, Origin, Position, Severity

from .kinds import defense_types, for_anybody, kinds, threats
from .seats import Seat, alive, nine, seat_of, seats

_GROUP = "Consequences"


def pending(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """Everything that waits for somebody's word."""
    if asker.is_gm and start_owes(state):
        yield from bad_start(state)
    for slug, it in state.consequences.items():
        if it.pending:
            yield from hanging(state, slug, it, asker)
    for slug, cost in state.costs.items():
        seat = seat_of(state, cost.owner, asker)
        if cost.status is CostStatus.OWED and seat is not None:
            yield seat.offer(
                ask.PayCost,
                f"{seat.name} pays a price: {cost.why}",
                {"cost": slug, "severity": None, "changes": ()},
                group=_GROUP,
            )
        elif cost.status is CostStatus.PAID and asker.is_gm:
            yield Offer(command=ask.RejectCost, label=f"Not enough: {cost.why}", known={"cost": slug}, group="GM")
    yield from pushed(state, asker)
    yield from knells(state, asker)


def bad_start(state: Underworld) -> Iterable[Offer]:
    """A consequence for a failed engagement, or a word on why there is none."""
    people = alive(state)
    if people:
        yield Offer(
            command=ask.DeclareConsequence,
            label="Declare what the bad start brings",
            known={
                "id": next_id(state, "consequence"),
                "origin": Origin.ENGAGEMENT.value, "roll": None, "clock": None, "severity": None, "also": (),
                "attributes": (), "changes": (), "hopeless": (), "cancels_goal": False, "resistible": True,
            },
            choices={"target": people, "kind": for_anybody(state)},
            suggested=threats(state),
            group=_GROUP,
        )  # fmt: skip
    yield Offer(
        command=ask.WaiveConsequence,
        label="The bad start brings nothing more, and why",
        known={"roll": None},
        group=_GROUP,
    )


def hanging(state: Underworld, slug: str, it: Consequence, asker: Asker) -> Iterable[Offer]:
    """Reduce it if that is due; otherwise resist, keep off, accept."""
    what = it.details or it.kind.value.replace("_", " ")
    if it.to_reduce:
        if asker.is_gm:
            yield from reducing(slug, it, what)
        return
    if asker.is_gm and Kind.DEATH in it.kinds and not it.mixed_outcome:
        yield Offer(
            command=ask.StateDeathReduction,
            label=f"Say what would remain of death: {what}",
            known={"consequence": slug},
            group=_GROUP,
        )
    if asker.is_gm and not deadly(state, it):
        yield from splitting(state, slug, what)
    can = it.resistible and it.resisted < state.house_rules.resists_per_consequence
    if can and (Kind.DEATH not in it.kinds or it.mixed_outcome):
        yield from resisting(state, slug, it, what, asker)
    if can:
        yield from defending(state, slug, it, what, asker)
    # The GM may still split or spread what nobody can stop, so letting it happen is no player's forced step.
    yield from accepting(state, slug, it, what, asker, forced=not it.resistible and deadly(state, it))


def deadly(state: Underworld, it: Consequence) -> bool:
    """True for what a deadly roll brought: split, one part has to stay as terrible, and that is not offered."""
    roll = state.rolls.get(it.roll_id or "")
    return roll is not None and roll.position is Position.DEADLY


def splitting(state: Underworld, slug: str, what: str) -> Iterable[Offer]:
    """Several lighter ones, on whoever is near."""
    targets = (*alive(state), Choice(DUNGEON, state.dungeon.name))
    yield Offer(
        command=ask.SplitConsequence,
        label=f"Split or spread: {what}",
        known={"consequence": slug},
        choices={"parts.target": targets, "parts.kind": kinds((Kind.COMPLICATION, Kind.SHOCK))},
        suggested={"parts.threat": defense_types(state)},
        group=_GROUP,
    )


def accepting(
    state: Underworld, slug: str, it: Consequence, what: str, asker: Asker, *, forced: bool
) -> Iterable[Offer]:
    """Let it happen."""
    seat = seat_of(state, it.target, asker) if it.target in state.characters else None
    if seat is None and not asker.is_gm:
        return
    choices = {"attribute": tuple(Choice(a.value, a.value.capitalize()) for a in Attribute)}
    choose = needs_choice(it)
    known: dict[str, object] = {"consequence": slug} if choose else {"consequence": slug, "attribute": None}
    yield Offer(
        command=ask.AcceptConsequence,
        label=f"Accept: {what}",
        known=known,
        choices=choices if choose else {},
        forced=forced and not choose,
        group=_GROUP,
        by=seat.by if seat is not None else None,
    )


def resisting(state: Underworld, slug: str, it: Consequence, what: str, asker: Asker) -> Iterable[Offer]:
    """The struck one first, then whoever is near."""
    order = sorted(seats(state, asker), key=lambda seat: seat.character != it.target)
    for seat in order:
        near = state.scene is None or seat.character in state.scene.present or seat.character == it.target
        if not near or not seat.it.stress_left:
            continue
        own = [it.action] if it.performer == seat.character and it.action else []
        yield seat.offer(
            ask.Resist,
            f"{seat.name} resists: {what}",
            {"consequence": slug, "character": seat.character, "dice": None},
            {"action": nine(seat.it, [*own, *it.hopeless])},
            group=_GROUP,
        )


def defending(state: Underworld, slug: str, it: Consequence, what: str, asker: Asker) -> Iterable[Offer]:
    """Defenses of the struck one that fit."""
    for defense_id, defense in state.defenses.items():
        fits = not it.threat or slugify(it.threat) == slugify(defense.type)
        if defense.used or defense.owner != it.target or not fits or not state.characters[it.target].alive:
            continue
        seat = seat_of(state, defense.owner, asker)
        if seat is not None:
            yield seat.offer(
                ask.UseDefense,
                f"{seat.name} keeps it off, defense against {defense.type}: {what}",
                {"defense": defense_id, "consequence": slug},
                group=_GROUP,
            )


def reducing(slug: str, it: Consequence, what: str) -> Iterable[Offer]:
    """One step lighter, a price, or nothing."""
    left = Severity.DEVASTATING if Kind.DEATH in it.kinds else lighter(it.severity)
    hint = PARTIAL[it.kind]
    known = {
        "consequence": slug, "how": Lighter.LESSER.value, "kind": Kind.COMPLICATION.value, "also": (),
        "severity": left.value, "attributes": (), "changes": (),
    }  # fmt: skip
    label = f"What remains, {left}: {what} ({hint})"
    yield Offer(command=ask.ReduceConsequence, label=label, known=known, group=_GROUP)
    if Kind.DEATH in it.kinds:
        return
    if left is not Severity.NONE:
        shocks = tuple(Choice(a.value, a.value.capitalize()) for a in Attribute)
        if it.target != DUNGEON and Kind.BLOODIED in it.kinds:
            yield Offer(
                command=ask.ReduceConsequence,
                label=f"Only shock remains, {left}: {what}",
                known={**known, "kind": Kind.SHOCK.value, "attributes": tuple(a.value for a in Attribute)},
                choices={"attributes": shocks},
                group=_GROUP,
            )
    yield Offer(
        command=ask.ReduceConsequence,
        label=f"Nothing remains: {what}",
        known={**known, "how": Lighter.NOTHING.value},
        group=_GROUP,
    )


def pushed(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """Dark impulses that wait for an answer."""
    for slug, compel in state.compels.items():
        seat = seat_of(state, compel.character, asker)
        if seat is None:
            continue
        label = f"{seat.name} gives in: {compel.act}"
        yield seat.offer(ask.FollowImpulse, label, {"compel": slug}, group="Impulse")
        if seat.it.stress_left:
            held = f"{seat.name} holds it down for 1 stress"
            yield seat.offer(ask.SuppressImpulse, held, {"compel": slug}, group="Impulse")


def knells(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """The dying who have a dark heart."""
    for seat in seats(state, asker, dead=True):
        if seat.it.knell_pending:
            yield knell(state, seat)


def knell(state: Underworld, seat: Seat) -> Offer:
    """One last action."""
    witnesses = alive(state, but=seat.character)
    return seat.offer(
        ask.RingDeathKnell,
        f"{seat.name} rings its death knell, +{seat.it.dark_hearts}d",
        {"character": seat.character, "dice": None},
        {"action": nine(seat.it), **({"witnesses": witnesses} if witnesses else {})},
        group="Death knell",
    )
