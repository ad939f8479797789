"""Raids, and invasions of the dungeon (WO-37, WO-64)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Character, Name, Points, Slug, Text
from domain.wicked_ones.chapters.guards import gm_only, in_phase, in_play, living, positive
from domain.wicked_ones.lookup import count_number, scene_is_open
from domain.wicked_ones.phrases import number, state_of, told
from domain.wicked_ones.seats import alive
from domain.wicked_ones.shapes import Few, Share
from domain.wicked_ones.state.underworld import Underworld, next_id
from domain.wicked_ones.state.world import Raid
from domain.wicked_ones.terms.bounds import DUNGEON
from domain.wicked_ones.terms.frame import Phase, RaidStatus
from domain.wicked_ones.terms.refs import MonsterRef

chapter = Chapter[Underworld](
    "Raids and invasions",
    {
        "no_raid": "No raid is under way. Begin one first.",
        "no_invasion": "Nobody invades the dungeon.",
    },
)


class BeginRaid(Command):
    """Set out for a target with a plan.

    Needs:    the GM; raiding; no raid under way.
    Refused:  `only_gm`, `wrong_phase`, `raid_open`.
    Yields:   `RaidBegan`.
    """

    type: Literal["wicked_ones.begin_raid"] = "wicked_ones.begin_raid"
    target: Name
    plan: Text = ""


class RaidBegan(Event):
    """A raid on `target` began."""

    type: Literal["wicked_ones.raid_began.v1"] = "wicked_ones.raid_began.v1"
    raid: Slug
    target: Name
    plan: Text


@chapter.decides(BeginRaid)
def begin_raid(state: Underworld, command: BeginRaid, asker: Asker, dice: Dice) -> Events:
    """Begin a raid on a target, with a plan."""
    gm_only(asker)
    in_play(state)
    in_phase(state, Phase.RAIDING)
    if state.raid is not None and state.raid.status is RaidStatus.OPEN:
        raise CommandRefused("raid_open", target=state.raid.target)
    return [RaidBegan(raid=next_id(state, "raid"), target=command.target, plan=command.plan)]


@chapter.applies(RaidBegan)
def _(state: Underworld, event: RaidBegan) -> None:
    must(state.raid is None or state.raid.status is RaidStatus.OVER, "a raid is under way")
    count_number(state, "raid", event.raid)
    state.raid = Raid(event.raid, event.target, event.plan)


@chapter.tells(RaidBegan, "The monsters set out for {target}{plan:+ with a plan. }")
def _(state: Underworld, event: RaidBegan) -> Iterable[Fact]:
    yield facts.TextSet(owner=DUNGEON, field="raid", text=event.target)
    if event.plan:
        yield told(event.plan, "plan", DUNGEON)


class GrabLoot(Command):
    """Record loot that was grabbed on a raid.

    Needs:    the GM; a raid under way.
    Refused:  `only_gm`, `no_raid`, `amount_not_positive`, `unknown_character`, `dead`.
    Yields:   `LootGrabbed`.
    """

    type: Literal["wicked_ones.grab_loot"] = "wicked_ones.grab_loot"
    amount: Few
    character: MonsterRef | None = Field(
        default=None, description="The monster that grabbed it; left out: nobody in particular."
    )


class LootGrabbed(Event):
    """Loot was grabbed, and counts as loot once the raid is over. `by` None: by nobody in particular."""

    type: Literal["wicked_ones.loot_grabbed.v1"] = "wicked_ones.loot_grabbed.v1"
    amount: Points
    by: Character | None


@chapter.decides(GrabLoot)
def grab_loot(state: Underworld, command: GrabLoot, asker: Asker, dice: Dice) -> Events:
    """WO-37: record loot grabbed on a raid; it counts once it is home."""
    gm_only(asker)
    in_play(state)
    open_raid(state)
    if command.character is not None:
        living(state, command.character)
    positive(command.amount)
    return [LootGrabbed(amount=command.amount, by=command.character)]


def open_raid(state: Underworld) -> Raid:
    """The raid under way; refused without one."""
    if state.raid is None or state.raid.status is not RaidStatus.OPEN:
        raise CommandRefused("no_raid")
    return state.raid


def raid_of(state: Underworld) -> Raid:
    """The raid under way; raises without one."""
    must(state.raid is not None and state.raid.status is RaidStatus.OPEN, "no raid is under way")
    return state.raid or Raid("", "", "")


@chapter.applies(LootGrabbed)
def _(state: Underworld, event: LootGrabbed) -> None:
    raid_of(state).loot += event.amount


@chapter.tells(LootGrabbed, "{amount} loot grabbed{by:+ by }")
def _(state: Underworld, event: LootGrabbed) -> Iterable[Fact]:
    now = state.raid.loot if state.raid else event.amount
    yield number(DUNGEON, "loot_on_the_way", event.amount, now, "grabbed", label="Loot in hand")
    if event.by is not None:
        yield told(f"grabs {event.amount} loot", "loot", event.by)


class EndRaid(Command):
    """End the raid: bring home what was grabbed.

    Needs:    the GM; a raid under way; no open scene.
    Refused:  `only_gm`, `no_raid`, `scene_open`.
    Yields:   `RaidEnded`.
    """

    type: Literal["wicked_ones.end_raid"] = "wicked_ones.end_raid"
    outcome: Text = Field(default="", description="What came of it.")


class RaidEnded(Event):
    """A raid is over, and brought home so much `loot`."""

    type: Literal["wicked_ones.raid_ended.v1"] = "wicked_ones.raid_ended.v1"
    raid: Slug
    loot: Points
    outcome: Text


@chapter.decides(EndRaid)
def end_raid(state: Underworld, command: EndRaid, asker: Asker, dice: Dice) -> Events:
    """WO-37: end a raid; what was grabbed is loot of the dungeon now."""
    gm_only(asker)
    in_play(state)
    raid = open_raid(state)
    if state.scene is not None and scene_is_open(state):
        raise CommandRefused("scene_open", scene=state.scene.id)
    return [RaidEnded(raid=raid.id, loot=raid.loot, outcome=command.outcome)]


@chapter.applies(RaidEnded)
def _(state: Underworld, event: RaidEnded) -> None:
    raid = raid_of(state)
    must(raid.loot == event.loot, f"{raid.loot} loot was grabbed")
    raid.status = RaidStatus.OVER
    state.dungeon.loot += event.loot


@chapter.tells(RaidEnded, "Home again with {loot} loot{outcome:+: }")
def _(state: Underworld, event: RaidEnded) -> Iterable[Fact]:
    if event.loot:
        # Less of it in hand is no loss here: it lies at home now.
        yield number(DUNGEON, "loot_on_the_way", -event.loot, 0, "home", label="Loot in hand", good=False)
        yield number(DUNGEON, "loot", event.loot, state.dungeon.loot, "brought home from a raid")
    yield told(event.outcome or "home again", "raid", DUNGEON)


class BeginInvasion(Command):
    """Let invaders in: somebody has broken into the dungeon.

    Needs:    the GM; no invasion under way.
    Refused:  `only_gm`, `invasion_running`, `phase_missing`.
    Yields:   `InvasionBegan`.
    """

    type: Literal["wicked_ones.begin_invasion"] = "wicked_ones.begin_invasion"
    by: Name


class InvasionBegan(Event):
    """Somebody (`by`) has broken into the dungeon."""

    type: Literal["wicked_ones.invasion_began.v1"] = "wicked_ones.invasion_began.v1"
    by: Name


@chapter.decides(BeginInvasion)
def begin_invasion(state: Underworld, command: BeginInvasion, asker: Asker, dice: Dice) -> Events:
    """WO-64: record an invasion, one at a time."""
    gm_only(asker)
    in_play(state)
    need(state.phase is not Phase.NONE, "phase_missing")
    if state.dungeon.invasion is not None:
        raise CommandRefused("invasion_running", by=state.dungeon.invasion)
    return [InvasionBegan(by=command.by)]


@chapter.applies(InvasionBegan)
def _(state: Underworld, event: InvasionBegan) -> None:
    must(state.dungeon.invasion is None, "the dungeon is invaded already")
    state.dungeon.invasion = event.by


@chapter.tells(InvasionBegan, "Invaders in the dungeon: {by}")
def _(state: Underworld, event: InvasionBegan) -> Iterable[Fact]:
    yield state_of(DUNGEON, "campaign", "invasion", "", "invaded", event.by, label="Invasion", good=False)


class EndInvasion(Command):
    """End an invasion: the invaders are dead or gone; what they left behind is loot.

    Needs:    the GM; an invasion under way; no open scene.
    Refused:  `only_gm`, `no_invasion`, `scene_open`.
    Yields:   `InvasionEnded`.
    """

    type: Literal["wicked_ones.end_invasion"] = "wicked_ones.end_invasion"
    loot: Share = 0
    outcome: Text = Field(default="", description="What came of it.")


class InvasionEnded(Event):
    """An invasion is over, and left so much `loot`."""

    type: Literal["wicked_ones.invasion_ended.v1"] = "wicked_ones.invasion_ended.v1"
    loot: Points
    outcome: Text


@chapter.decides(EndInvasion)
def end_invasion(state: Underworld, command: EndInvasion, asker: Asker, dice: Dice) -> Events:
    """WO-64, WO-37: end an invasion; what the invaders leave behind is loot too."""
    gm_only(asker)
    in_play(state)
    if state.dungeon.invasion is None:
        raise CommandRefused("no_invasion")
    if state.scene is not None and scene_is_open(state):
        raise CommandRefused("scene_open", scene=state.scene.id)
    return [InvasionEnded(loot=command.loot, outcome=command.outcome)]


@chapter.applies(InvasionEnded)
def _(state: Underworld, event: InvasionEnded) -> None:
    must(state.dungeon.invasion is not None, "the dungeon is not invaded")
    state.dungeon.invasion = None
    state.dungeon.loot += event.loot


@chapter.tells(InvasionEnded, "The dungeon is clear again{outcome:+: }")
def _(state: Underworld, event: InvasionEnded) -> Iterable[Fact]:
    why = event.outcome or "over"
    yield state_of(DUNGEON, "campaign", "invasion", "invaded", "", why, label="Invasion", good=True)
    if event.loot:
        yield number(DUNGEON, "loot", event.loot, state.dungeon.loot, "left behind by invaders")


def setting_out(state: Underworld) -> Iterable[Offer]:
    """Offers to begin a raid, or to end it."""
    raiding = state.raid is not None and state.raid.status is RaidStatus.OPEN
    if raiding:
        yield Offer(command=EndRaid, label="End the raid", group="Cycle", weight=Weight.ASIDE)
    elif state.phase is Phase.RAIDING:
        yield Offer(command=BeginRaid, label="Begin a raid", group="Cycle")


def clearing_out(state: Underworld) -> Iterable[Offer]:
    """Offer to end an invasion."""
    if state.dungeon.invasion is not None:
        yield Offer(command=EndInvasion, label="End the invasion", group="Cycle", weight=Weight.ASIDE)


def trouble(state: Underworld) -> Iterable[Offer]:
    """Offers to record loot on a raid, and an invasion."""
    if state.raid is not None and state.raid.status is RaidStatus.OPEN:
        yield Offer(
            command=GrabLoot,
            label="Loot is grabbed",
            known={"amount": 1},
            choices={"character": alive(state)} if alive(state) else {},
            group="Cycle",
        )
    if state.dungeon.invasion is None and state.phase is not Phase.NONE:
        yield Offer(command=BeginInvasion, label="Somebody invades the dungeon", group="Cycle")
