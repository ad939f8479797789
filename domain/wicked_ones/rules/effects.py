"""What a consequence or a price does once it stands (WO-40 to WO-45, WO-50)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from domain.kernel.decisions import CommandRefused, need
from domain.kernel.messages import Event
from domain.kernel.terms import CharacterId
from domain.wicked_ones import events as say
from domain.wicked_ones.house_rules import Overlap
from domain.wicked_ones.shapes import Change
from domain.wicked_ones.state import Consequence, Underworld, made_id
from domain.wicked_ones.tables import COMPLICATION_TICKS, less, worse
from domain.wicked_ones.terms import (
    Attribute,
    ChangeKind,
    ClockStatus,
    Kind,
    PackStatus,
    RaidStatus,
    Severity,
)

from .action import standing_of
from .clocks import ticked
from .common import gold_of, purse_of, scene_is_open


@dataclass(slots=True)
class Striking:
    """A ruling's blow as it falls: events so far, and how many prices they demand."""

    state: Underworld
    target: str
    source: str
    severity: Severity
    events: list[Event] = field(default_factory=list)
    costs: int = 0

    def demand(self, why: str) -> None:
        """WO-44: a price instead."""
        self.costs += 1
        cost = made_id("cost", self.source, self.costs)
        self.events.append(
            say.CostDemanded(cost=cost, character=CharacterId(self.target), severity=self.severity, why=why)
        )

    def shock(self, attributes: Iterable[Attribute], overlap: Overlap) -> None:
        """WO-42, WO-44, WO-45: shock where there was none; where there was, a price."""
        struck = self.state.characters[self.target].shock
        owed = 0
        for attribute in dict.fromkeys(attributes):
            event = say.ShockDoubled if struck[attribute] else say.ShockTaken
            self.events.append(event(character=CharacterId(self.target), attribute=attribute, source=self.source))
            owed += struck[attribute]
        if overlap is Overlap.ONCE:
            owed = min(owed, 1)
        for _ in range(0 if overlap is Overlap.NONE else owed):
            self.demand("shock to what was in shock already")


def effects_of(state: Underworld, slug: str, it: Consequence, chosen: Attribute | None = None) -> list[Event]:
    """Everything a consequence does now that it stands."""
    striking = Striking(state, it.target, slug, it.severity)
    victim = state.characters.get(it.target)
    if it.severity is Severity.NONE or (victim is not None and not victim.alive):
        return []
    for kind in striking_kinds(it.kinds):
        match kind:
            case Kind.REDUCED_EFFECT:
                reduce_effect(striking, it.roll_id)
            case Kind.WORSE_POSITION:
                worsen_position(striking)
            case Kind.SHOCK:
                given = it.attributes or ([chosen] if chosen else [])
                striking.shock(given, Overlap.PER_ATTRIBUTE)
            case Kind.BLOODIED:
                wound(striking, it.attributes or tuple(Attribute))
            case Kind.COMPLICATION:
                striking.events.append(
                    say.ComplicationHappened(consequence=slug, trouble=it.trouble, text=it.details)
                )
                striking.events += changed(state, it.target, it.changes, it.severity, it.details or "complication")
            case Kind.DEATH:
                cause = it.details or "slain"
                striking.events.append(say.CharacterDied(character=CharacterId(it.target), cause=cause))
    return striking.events


def striking_kinds(kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """What still counts: a wound shocks by itself, and the dead feel no more."""
    if Kind.DEATH in kinds:
        return tuple(kind for kind in kinds if kind in (Kind.COMPLICATION, Kind.DEATH))
    return tuple(kind for kind in kinds if kind is not Kind.SHOCK or Kind.BLOODIED not in kinds)


def reduce_effect(striking: Striking, roll_id: str | None) -> None:
    """WO-40: one step, where there is one."""
    roll = striking.state.rolls.get(roll_id or "")
    if roll_id is not None and roll is not None and less(roll.effect) is not roll.effect:
        striking.events.append(say.EffectReduced(roll=roll_id, was=roll.effect, now=less(roll.effect)))


def worsen_position(striking: Striking) -> None:
    """WO-41: one step, for what comes next in this scene."""
    was = standing_of(striking.state, striking.target)
    if scene_is_open(striking.state) and worse(was) is not was:
        striking.events.append(
            say.PositionWorsened(character=CharacterId(striking.target), was=was, now=worse(was))
        )


def wound(striking: Striking, attributes: Sequence[Attribute]) -> None:
    """WO-45: bloodied, and shocked all over; a price for each attribute that was."""
    if not striking.state.characters[striking.target].bloodied:
        striking.events.append(say.Bloodied(character=CharacterId(striking.target), source=striking.source))
    striking.shock(attributes, striking.state.house_rules.bloodied_overlap)


def can_be_lost(state: Underworld, owner: str, changes: Sequence[Change], *, price: bool = False) -> None:
    """WO-50: only what is there can be lost."""
    kinds = {change.kind for change in changes}
    seen: set[tuple[ChangeKind, str | None]] = set()
    if {ChangeKind.SHOCK, ChangeKind.BLOODIED} <= kinds:
        raise CommandRefused("changes_unknown", owner=owner, problem="a wound is shock to everything already")
    for change in changes:
        need(
            (change.kind, change.what) not in seen,
            "changes_unknown",
            owner=owner,
            problem="the same is named twice",
        )
        if not there(state, owner, change, price=price):
            raise CommandRefused("changes_unknown", owner=owner, problem=not_there(change, price=price))
        seen.add((change.kind, change.what))


def not_there(change: Change, *, price: bool) -> str:
    """In words, why a change cannot be."""
    match change.kind:
        case ChangeKind.LOSE_ITEM:
            return "no such item is carried"
        case ChangeKind.LOSE_GOLD | ChangeKind.LOSE_LOOT:
            what = "gold" if change.kind is ChangeKind.LOSE_GOLD else "loot"
            return (
                f"there is no {change.amount} {what} to lose" if change.amount else f"say how much {what} is lost"
            )
        case ChangeKind.LOSE_MINIONS:
            return "no such pack is in the dungeon"
        case ChangeKind.TICK_CLOCK:
            return "no such clock runs, or nothing would be ticked"
        case ChangeKind.SHOCK:
            return "there is no such attribute free of shock" if price else "say shock as a kind, not as a loss"
        case ChangeKind.BLOODIED:
            return "whoever is bloodied cannot pay so again" if price else "say a wound as a kind, not as a loss"


def there(state: Underworld, owner: str, change: Change, *, price: bool) -> bool:
    """Whether this can be lost, ticked or suffered."""
    it = state.characters.get(owner)
    amount = change.amount or 0
    match change.kind:
        case ChangeKind.LOSE_ITEM:
            return it is not None and change.what in it.items
        case ChangeKind.LOSE_GOLD:
            return it is not None and 0 < amount <= gold_of(state, owner)
        case ChangeKind.LOSE_LOOT:
            return 0 < amount <= loot_at_hand(state)
        case ChangeKind.LOSE_MINIONS:
            pack = state.packs.get(change.what or "")
            return pack is not None and pack.status is PackStatus.ACTIVE
        case ChangeKind.TICK_CLOCK:
            clock = state.clocks.get(change.what or "")
            return clock is not None and clock.status is ClockStatus.RUNNING and change.amount != 0
        case ChangeKind.SHOCK:
            free = it is not None and change.what in set(Attribute) and not it.shock[Attribute(change.what)]
            return price and free
        case ChangeKind.BLOODIED:
            return price and it is not None and not it.bloodied


def on_the_way(state: Underworld) -> bool:
    """Whether loot is still being carried home."""
    return state.raid is not None and state.raid.status is RaidStatus.OPEN


def loot_at_hand(state: Underworld) -> int:
    """Loot that could be lost: what is carried on a raid, or else what lies at home."""
    return state.raid.loot if state.raid is not None and on_the_way(state) else state.dungeon.loot


def changed(state: Underworld, owner: str, changes: Iterable[Change], severity: Severity, why: str) -> list[Event]:
    """What is lost or moves on. What is gone by now is not lost again, and no more than there is."""
    events: list[Event] = []
    who = CharacterId(owner)
    for change in changes:
        it = state.characters.get(owner)
        what = change.what or ""
        match change.kind:
            case ChangeKind.LOSE_ITEM if it is not None and what in it.items:
                events.append(say.ItemLost(character=who, item=what, name=it.items[what], reason=why))
            case ChangeKind.LOSE_GOLD if it is not None:
                amount = min(change.amount or 0, gold_of(state, owner))
                if amount:
                    purse = purse_of(state, owner)
                    events.append(say.GoldLost(character=who, amount=amount, reason=why, purse=purse))
            case ChangeKind.LOSE_LOOT:
                amount = min(change.amount or 0, loot_at_hand(state))
                if amount:
                    events.append(say.LootLost(amount=amount, reason=why, raid=on_the_way(state)))
            case ChangeKind.LOSE_MINIONS if there(state, owner, change, price=False):
                events.append(say.MinionsLost(pack=what, why=why))
            case ChangeKind.TICK_CLOCK if there(state, owner, change, price=False):
                events += ticks_of(state, what, change.amount, severity, why)
            case ChangeKind.SHOCK if there(state, owner, change, price=True):
                events.append(say.ShockTaken(character=who, attribute=Attribute(what), source=owner))
    return events


def ticks_of(state: Underworld, slug: str, amount: int | None, severity: Severity, why: str) -> list[Event]:
    """WO-51: as many ticks as the severity says, unless the GM said how many; devastating fills the clock."""
    clock = state.clocks[slug]
    usual = COMPLICATION_TICKS[severity]
    if amount is None:
        amount = clock.segments if usual is None else usual
    return ticked(clock, slug, amount, why) if amount else []
