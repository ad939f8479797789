"""Action rolls on offer, stage by stage, and what they tick."""

from collections.abc import Iterable

from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.people import Asker
from domain.wicked_ones import commands as ask
from domain.wicked_ones.rules.action import effect_at_first, standing_of
from domain.wicked_ones.rules.owed import roll_owes
from domain.wicked_ones.rules.pools import build, dice_of
from domain.wicked_ones.state import ActionRoll, Underworld, next_id
from domain.wicked_ones.tables import MENU, TICKS, USUAL_SEVERITY, less
from domain.wicked_ones.terms import (
    AdventurerStatus,
    Bonus,
    ClockStatus,
    Effect,
    Kind,
    Origin,
    Position,
    Result,
    RollStatus,
)

from .kinds import CATEGORIES, kinds, threats
from .seats import Seat, alive, nine, seat_of, seats

_GROUP = "Action"


def rolls(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """Every action on the table, and whoever may put another there."""
    for slug, roll in state.rolls.items():
        seat = seat_of(state, roll.character, asker)
        if seat is None:
            continue
        match roll.status:
            case RollStatus.PROPOSED | RollStatus.FRAMED:
                yield from on_the_table(state, slug, roll, seat, asker)
            case RollStatus.ROLLED:
                yield from fallen(state, slug, roll, seat, asker)
    yield from proposals(state, asker)


def on_the_table(state: Underworld, slug: str, roll: ActionRoll, seat: Seat, asker: Asker) -> Iterable[Offer]:
    """Frame, roll, or take back."""
    if not seat.it.alive:
        return
    if roll.status is RollStatus.FRAMED:
        pool = build(seat.it, roll.character, roll.action, (), (), None)
        yield seat.offer(
            ask.RollAction,
            f"{seat.name} rolls {roll.action} {pool.size}d: {roll.intention}",
            {"roll": slug, "plus": (), "minus": (), "dice": None},
            group=_GROUP,
            dice=dice_of(pool.size),
        )
    if asker.is_gm:
        yield from framings(state, slug, roll)
    yield seat.offer(
        ask.WithdrawAction, f"{seat.name} backs off", {"roll": slug}, group=_GROUP, weight=Weight.ASIDE
    )


def framings(state: Underworld, slug: str, roll: ActionRoll) -> Iterable[Offer]:
    """As it stands, or otherwise with a circumstance; deadly where the body of a bloodied one is at risk.

    What is usual is assumed where the GM records the action; where a player does, it waits for the GM's word.
    Until the dice fall the GM may still frame it otherwise.
    """
    again = roll.status is RollStatus.FRAMED
    standing, effect = standing_of(state, roll.character), effect_at_first(state)
    plain = {
        "roll": slug, "position": standing.value, "effect": effect.value, "circumstances": (), "risks_harm": False,
    }  # fmt: skip
    verb = "Frame anew" if again else "Frame"
    label = f"{verb}: {standing} position, {effect} effect"
    it = state.characters[roll.character]
    usual = standing is not Position.DEADLY and effect is not Effect.ZERO and not it.bloodied
    after = ask.ProposeAction if usual and not again else None
    yield Offer(command=ask.FrameAction, label=label, known=plain, usual_after=after, group=_GROUP)
    if it.bloodied:
        deadly = {**plain, "position": Position.DEADLY.value, "risks_harm": True}
        label = f"{verb} as deadly: bloodied, and the body is at risk"
        yield Offer(command=ask.FrameAction, label=label, known=deadly, group=_GROUP)
    yield Offer(
        command=ask.FrameAction,
        label=f"{verb} otherwise, naming circumstances",
        known={"roll": slug},
        choices={
            "position": tuple(Choice(it.value, it.value) for it in Position),
            "effect": tuple(Choice(it.value, it.value) for it in Effect),
            "circumstances.category": CATEGORIES,
        },
        group=_GROUP,
    )


def fallen(state: Underworld, slug: str, roll: ActionRoll, seat: Seat, asker: Asker) -> Iterable[Offer]:
    """A bonus for a critical; for the GM ticks, and the consequence that was earned."""
    if roll.result is Result.CRITICAL and not roll.bonus:
        bonuses = tuple(Choice(it.value, it.value.replace("_", " ")) for it in Bonus)
        label = f"{seat.name} says what the critical brings"
        yield seat.offer(ask.TakeCriticalBonus, label, {"roll": slug}, {"bonus": bonuses}, group=_GROUP)
    if not asker.is_gm or roll.result is None:
        return
    if roll_owes(state, slug, roll):
        yield from declarations(state, slug, roll)
    if TICKS[roll.result] and roll.ticks is None and roll.effect is not Effect.ZERO:
        targets = tickable(state)
        if targets:
            yield Offer(
                command=ask.TickFromRoll,
                label=f"Tick {TICKS[roll.result]} from {roll.action}: {roll.intention}",
                known={"roll": slug, "ticks": TICKS[roll.result], "result": None},
                choices={"onto": targets},
                group=_GROUP,
            )


def declarations(state: Underworld, slug: str, roll: ActionRoll) -> Iterable[Offer]:
    """What the roll earned: at deadly stakes death or worse, otherwise what the position makes usual."""
    usual = USUAL_SEVERITY[roll.position]
    known: dict[str, object] = {
        "id": next_id(state, "consequence"),
        "origin": Origin.ACTION_ROLL.value, "roll": slug, "severity": usual.value, "clock": None,
        "also": (), "attributes": (), "changes": (), "hopeless": (), "cancels_goal": False,
        "resistible": True,
    }  # fmt: skip
    mine = {**known, "target": roll.character}
    for kind in fitting(state, roll):
        words = kind.value.replace("_", " ")
        yield Offer(
            command=ask.DeclareConsequence,
            label=f"Declare {words}, {usual}: {roll.intention}",
            known={**mine, "kind": kind.value},
            suggested=threats(state),
            group=_GROUP,
        )
    others = alive(state, but=roll.character)
    if others and roll.position is not Position.DEADLY:
        yield Offer(
            command=ask.DeclareConsequence,
            label=f"Declare a consequence for somebody else, {usual}: {', '.join(MENU[usual])}",
            known=known,
            choices={
                "target": others,
                "kind": kinds((Kind.COMPLICATION, Kind.SHOCK)),
            },
            suggested=threats(state),
            group=_GROUP,
        )
    yield Offer(
        command=ask.WaiveConsequence,
        label=f"No consequence this time, and why: {roll.intention}",
        known={"roll": slug},
        group=_GROUP,
    )


def fitting(state: Underworld, roll: ActionRoll) -> Iterable[Kind]:
    """What may befall whoever rolled: at deadly stakes death or a fate as terrible, otherwise what is possible."""
    if roll.position is Position.DEADLY:
        yield Kind.DEATH
        yield Kind.COMPLICATION
        return
    yield Kind.COMPLICATION
    yield Kind.SHOCK
    if standing_of(state, roll.character) is not Position.DEADLY:
        yield Kind.WORSE_POSITION
    if less(roll.effect) is not roll.effect:
        yield Kind.REDUCED_EFFECT
    waiting = any(
        it.pending and it.target == roll.character and Kind.BLOODIED in it.kinds
        for it in state.consequences.values()
    )
    if not state.characters[roll.character].bloodied and not roll.was_bloodied and not waiting:
        yield Kind.BLOODIED


def tickable(state: Underworld) -> tuple[Choice, ...]:
    """Running clocks and standing adventurers."""
    clocks = tuple(
        Choice(slug, it.name, f"{it.filled} of {it.segments}")
        for slug, it in state.clocks.items()
        if it.status is ClockStatus.RUNNING
    )
    hearts = tuple(
        Choice(slug, it.name, "1 heart left" if it.hearts_left == 1 else f"{it.hearts_left} hearts left")
        for slug, it in state.adventurers.items()
        if it.status is AdventurerStatus.ACTIVE
    )
    return (*clocks, *hearts)


def proposals(state: Underworld, asker: Asker) -> Iterable[Offer]:
    """Whoever has nothing hanging over them may act."""
    struck = {it.target for it in state.consequences.values() if it.pending}
    for seat in seats(state, asker):
        if seat.character not in struck:
            yield seat.offer(
                ask.ProposeAction,
                f"{seat.name} goes for something",
                {"id": next_id(state, "roll"), "character": seat.character},
                {"action": nine(seat.it)},
                group="Scene",
            )
        yield seat.offer(
            ask.NarrateWithoutRoll,
            f"{seat.name} does something without risk",
            {"character": seat.character},
            group="Scene",
        )
