"""Losses and moves: items, gold, loot, minions, clocks (WO-50, WO-51)."""

from collections.abc import Iterable, Sequence
from typing import Literal

from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.facts import Fact
from domain.kernel.messages import Event
from domain.kernel.terms import CharacterId, Points, Text
from domain.wicked_ones.chapters.phases.minions import MinionsLost
from domain.wicked_ones.chapters.phases.shock import ShockTaken
from domain.wicked_ones.chapters.resources.gold import GoldLost, ItemLost
from domain.wicked_ones.chapters.world.clocks import ticks_made
from domain.wicked_ones.lookup import gold_of, loot_at_hand, on_the_way, paid_from
from domain.wicked_ones.phrases import number
from domain.wicked_ones.printed import COMPLICATION_TICKS
from domain.wicked_ones.shapes import Change
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.terms.bounds import DUNGEON
from domain.wicked_ones.terms.frame import RaidStatus
from domain.wicked_ones.terms.harm import ChangeKind, ClockStatus, Severity
from domain.wicked_ones.terms.holdings import PackStatus
from domain.wicked_ones.terms.rolls import Attribute

chapter = Chapter[Underworld](
    "Losses",
    {
        "changes_unknown": "{owner} cannot suffer this: {problem}.",
    },
)


class LootLost(Event):
    """Loot was lost. `raid`: it was still on the way home."""

    type: Literal["wicked_ones.loot_lost.v1"] = "wicked_ones.loot_lost.v1"
    amount: Points
    reason: Text
    raid: bool


def can_be_lost(state: Underworld, owner: str, changes: Sequence[Change], *, price: bool = False) -> None:
    """Refuse the loss of something that is not there (WO-50)."""
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
        if not can_change(state, owner, change, price=price):
            raise CommandRefused("changes_unknown", owner=owner, problem=why_it_cannot_change(change, price=price))
        seen.add((change.kind, change.what))


def why_it_cannot_change(change: Change, *, price: bool) -> str:
    """The reason a change cannot be, in words for the refusal."""
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


def can_change(state: Underworld, owner: str, change: Change, *, price: bool) -> bool:
    """True if this can be lost, ticked or suffered."""
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


def change_events(
    state: Underworld, owner: str, changes: Iterable[Change], severity: Severity, why: str
) -> list[Event]:
    """Events of losses and ticks. A thing gone by now is not lost again, and no more than there is."""
    events: list[Event] = []
    who = CharacterId(owner)
    for change in changes:
        it = state.characters.get(owner)
        what = change.what or ""
        match change.kind:
            case ChangeKind.LOSE_ITEM if it is not None and what in it.items:
                events.append(ItemLost(character=who, item=what, name=it.items[what], reason=why))
            case ChangeKind.LOSE_GOLD if it is not None:
                amount = min(change.amount or 0, gold_of(state, owner))
                events += (
                    GoldLost(character=who, amount=part, reason=why, purse=purse)
                    for purse, part in paid_from(state, owner, amount)
                )
            case ChangeKind.LOSE_LOOT:
                amount = min(change.amount or 0, loot_at_hand(state))
                if amount:
                    events.append(LootLost(amount=amount, reason=why, raid=on_the_way(state)))
            case ChangeKind.LOSE_MINIONS if can_change(state, owner, change, price=False):
                events.append(MinionsLost(pack=what, why=why))
            case ChangeKind.TICK_CLOCK if can_change(state, owner, change, price=False):
                events += ticks_of(state, what, change.amount, severity, why)
            case ChangeKind.SHOCK if can_change(state, owner, change, price=True):
                events.append(ShockTaken(character=who, attribute=Attribute(what), source=owner))
    return events


def ticks_of(state: Underworld, slug: str, amount: int | None, severity: Severity, why: str) -> list[Event]:
    """Events of as many ticks as the severity says, or the GM said; devastating fills the clock (WO-51)."""
    clock = state.clocks[slug]
    usual = COMPLICATION_TICKS[severity]
    if amount is None:
        amount = clock.segments if usual is None else usual
    return ticks_made(clock, slug, amount, why) if amount else []


@chapter.applies(LootLost)
def _(state: Underworld, event: LootLost) -> None:
    if event.raid:
        must(state.raid is not None and state.raid.status is RaidStatus.OPEN, "no raid is under way")
        holder = state.raid or state.dungeon
        holder.loot -= event.amount
        must(holder.loot >= 0, "so much loot was not grabbed")
        return
    state.dungeon.loot -= event.amount
    must(state.dungeon.loot >= 0, "so much loot is not there")


@chapter.tells(LootLost, "{amount} loot is lost{reason:+: }")
def _(state: Underworld, event: LootLost) -> Iterable[Fact]:
    if event.raid and state.raid is not None:
        yield number(
            DUNGEON, "loot_on_the_way", -event.amount, state.raid.loot, event.reason, label="Loot in hand"
        )
    else:
        yield number(DUNGEON, "loot", -event.amount, state.dungeon.loot, event.reason)
