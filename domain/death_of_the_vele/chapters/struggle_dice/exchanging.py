"""Dice exchanged at home (VE-14, VE-15)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.guards import in_story, own_component
from domain.death_of_the_vele.chapters.pools import DiceSpent, GroupDiceSpent, dice_held, put, take
from domain.death_of_the_vele.chapters.struggle_dice.effects import being_paid
from domain.death_of_the_vele.chapters.struggle_dice.pushing import StruggleDiePushed
from domain.death_of_the_vele.chapters.struggle_dice.ready import DiceRevealed
from domain.death_of_the_vele.house_rules import UpgradeTargets
from domain.death_of_the_vele.lookup import bag, player_of
from domain.death_of_the_vele.phrases import POOL_LABELS, THE_BOWL
from domain.death_of_the_vele.seats import played_by, seats
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.dice import Dice, Die, Home, Pool, UpgradeWindow
from domain.death_of_the_vele.terms.play import ActStatus
from domain.death_of_the_vele.terms.references import OwnRef
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Offer, Weight
from domain.kernel.people import Asker
from domain.kernel.terms import Person

chapter = Chapter[Vele](
    "Dice exchanged at home",
    {
        "pool_unknown": "You have no such pool of dice.",
        "pools_are_points": "Pools are plain points at this table: there are no dice to exchange.",
        "points_differ": "An exchange keeps the points: you gave {gave} and took {took}.",
        "not_smaller": "A {die} is not smaller than the {smallest} you gave.",
        "no_upgrade_window": "Merge dice as you gain them, to pay an ability effect of theirs, or in an act's "
        "set-up.",
        "upgrade_target": "At this table dice merge into d12s only, not into a {die}.",
    },
)


def own_home(state: Vele, pool: Pool, of: str | None, asker: Asker) -> Home:
    """The pool that the asker means; refused where it is not theirs."""
    if pool in (Pool.CHARACTER, Pool.STORY):
        return Home(pool=pool, owner=asker.person)
    if pool is Pool.ALLOCATED and of is not None:
        own_component(state, of, asker)
        return Home(pool=pool, owner=of)
    if pool is Pool.GROUP and of in state.groups and state.groups[of].owner == asker.person:
        return Home(pool=pool, owner=of)
    raise CommandRefused("pool_unknown", pool=pool.value, of=of)


class DowngradeDice(Command):
    """Break the dice down: into smaller ones of the same points.

    Needs:    dice held; every new die smaller than the smallest given.
    Refused:  `pool_unknown`, `not_your_component`, `pools_are_points`, `not_held`, `points_differ`,
              `not_smaller`.
    Yields:   `DiceDowngraded`.
    """

    type: Literal["death_of_the_vele.downgrade_dice"] = "death_of_the_vele.downgrade_dice"
    pool: Pool = Field(title="Which dice")
    of: OwnRef | None = Field(
        title="Whose", default=None, description="The component or group, for allocated or group dice."
    )
    gave: Dice = Field(title="Dice you give")
    took: Dice = Field(title="Dice you take")


class UpgradeDice(Command):
    """Merge the dice: of one pool, into larger ones of the same points.

    Needs:    dice just gained among those given, or an act being set up, or an effect of an ability to be paid
              from this pool: its trait is pushed, and it is not declared yet.
    Refused:  `pool_unknown`, `not_your_component`, `pools_are_points`, `not_held`, `points_differ`,
              `no_upgrade_window`, `upgrade_target`.
    Yields:   `DiceUpgraded`.
    """

    type: Literal["death_of_the_vele.upgrade_dice"] = "death_of_the_vele.upgrade_dice"
    pool: Pool = Field(title="Which dice")
    of: OwnRef | None = Field(
        title="Whose", default=None, description="The component or group, for allocated or group dice."
    )
    gave: Dice = Field(title="Dice you give")
    took: Dice = Field(title="Dice you take")


class DiceDowngraded(Event):
    """Dice were broken into smaller ones (VE-14)."""

    type: Literal["death_of_the_vele.dice_downgraded.v1"] = "death_of_the_vele.dice_downgraded.v1"
    home: Home
    gave: Dice
    took: Dice


@chapter.decides(DowngradeDice)
def downgrade_dice(state: Vele, command: DowngradeDice, asker: Asker, chance: Chance) -> Events:
    """VE-14: break dice, at any time, into dice all smaller than the smallest given."""
    in_story(state, asker)
    home = checked_exchange(state, command, asker)
    smallest = min(die.points for die in command.gave.each())
    if large := [die for die in command.took.each() if die.points >= smallest]:
        raise CommandRefused("not_smaller", die=large[-1], smallest=Die.worth(smallest))
    return [DiceDowngraded(home=home, gave=command.gave, took=command.took)]


@chapter.applies(DiceDowngraded)
def _(state: Vele, event: DiceDowngraded) -> None:
    swap(state, event.home, event.gave, event.took)


@chapter.tells(DiceDowngraded, "The {home} give {gave} for {took}")
def _(state: Vele, event: DiceDowngraded) -> Iterable[Fact]:
    yield from exchange_facts(event.home, event.gave, event.took, "broken down")


class DiceUpgraded(Event):
    """Dice were merged into larger ones (VE-15). `window`: the reason why they might be."""

    type: Literal["death_of_the_vele.dice_upgraded.v1"] = "death_of_the_vele.dice_upgraded.v1"
    home: Home
    gave: Dice
    took: Dice
    window: UpgradeWindow


@chapter.decides(UpgradeDice)
def upgrade_dice(state: Vele, command: UpgradeDice, asker: Asker, chance: Chance) -> Events:
    """VE-15: merge dice: just gained ones, to pay an ability effect, or while an act is set up."""
    in_story(state, asker)
    home = checked_exchange(state, command, asker)
    largest = max(die.points for die in command.gave.each())
    if state.house_rules.upgrade_targets is UpgradeTargets.D12_ONLY:
        over = [die for die in command.took.each() if die.points > largest and die is not Die.D12]
        if over:
            raise CommandRefused("upgrade_target", die=over[-1])
    window = found(upgrade_window(state, home, command.gave, asker.person), "no_upgrade_window")
    return [DiceUpgraded(home=home, gave=command.gave, took=command.took, window=window)]


def checked_exchange(state: Vele, command: DowngradeDice | UpgradeDice, asker: Asker) -> Home:
    """Check what every exchange asks: one's own pool, dice that are there, equal points. The pool's home."""
    home = own_home(state, command.pool, command.of, asker)
    need(not state.house_rules.points_pools, "pools_are_points")
    dice_held(state, home, command.gave)
    if not command.gave or command.gave.points != command.took.points:
        raise CommandRefused("points_differ", gave=command.gave.points, took=command.took.points)
    return home


def swap(state: Vele, home: Home, gave: Dice, took: Dice) -> None:
    """Exchange dice for dice of the same points, in one pool."""
    must(gave.points == took.points, "an exchange keeps the points")
    take(state, home, gave)
    put(state, home, took)


def exchange_facts(home: Home, gave: Dice, took: Dice, why: str) -> Iterable[Fact]:
    """Facts of dice exchanged for dice of the same points: no number changes."""
    yield facts.DiceMoved(
        giver=home.owner or THE_BOWL,
        giver_pool=POOL_LABELS[home.pool],
        taker=THE_BOWL,
        taker_pool=POOL_LABELS[Pool.BOWL],
        dice=gave.pairs,
        why=why,
    )
    yield facts.DiceMoved(
        giver=THE_BOWL,
        giver_pool=POOL_LABELS[Pool.BOWL],
        taker=home.owner or THE_BOWL,
        taker_pool=POOL_LABELS[home.pool],
        dice=took.pairs,
        why=why,
    )


def upgrade_window(state: Vele, home: Home, gave: Dice, player: str) -> UpgradeWindow | None:
    """The reason for which these dice may be merged now, if there is one."""
    if state.act is not None and state.act.status is ActStatus.SETUP:
        return UpgradeWindow.SETUP
    for gain in state.story.players[player].just_gained:
        if gain.home == home and any(gave.count(die) and gain.dice.count(die) for die in Die):
            return UpgradeWindow.GAINED
    if being_paid(state, home, player):
        return UpgradeWindow.PAYING
    return UpgradeWindow.HOUSE_RULE if state.house_rules.free_upgrade else None


@chapter.applies(DiceUpgraded)
def _(state: Vele, event: DiceUpgraded) -> None:
    swap(state, event.home, event.gave, event.took)


@chapter.tells(DiceUpgraded, "The {home} give {gave} for {took}")
def _(state: Vele, event: DiceUpgraded) -> Iterable[Fact]:
    yield from exchange_facts(event.home, event.gave, event.took, "merged")


def merging_closed(state: Vele, events: Iterable[Event], asker: Asker) -> list[Event]:
    """Events for players who may merge no more: they pushed, spent or bought, with dice of others (VE-15).

    One's own dice close it by leaving; this names those who used others.
    """
    paid: list[tuple[str, Home]] = []
    for event in events:
        match event:
            case StruggleDiePushed():
                paid.append((event.player, event.source))
            case DiceRevealed() if state.struggle is not None:
                hands = (side.hand for side in state.struggle.sides.values())
                paid += [(die.player, die.source) for hand in hands for die in hand.values()]
            case DiceSpent():
                paid.append((asker.person, event.home))
            case GroupDiceSpent():
                paid.append((asker.person, Home(pool=Pool.GROUP, owner=event.group)))
    known = state.story.players
    used = dict.fromkeys(player for player, home in paid if owner_of(state, home) != player)
    return [MergingClosed(player=it) for it in used if it in known and known[it].just_gained]


def owner_of(state: Vele, home: Home) -> str | None:
    """Owner of the dice in a home; None in a group's pool and in the bowl."""
    if home.pool is Pool.ALLOCATED and home.owner in state.components:
        return state.components[home.owner].owner
    return home.owner if home.pool in (Pool.CHARACTER, Pool.STORY) else None


class MergingClosed(Event):
    """A player pushed, spent or bought with dice of others: what they had just gained stays as it is (VE-15)."""

    type: Literal["death_of_the_vele.merging_closed.v1"] = "death_of_the_vele.merging_closed.v1"
    player: Person


@chapter.applies(MergingClosed)
def _(state: Vele, event: MergingClosed) -> None:
    player_of(state, event.player).just_gained.clear()


@chapter.tells(MergingClosed, "{player} merges no more of what came before")
def _(state: Vele, event: MergingClosed) -> Iterable[Fact]:
    return ()


def exchanges(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers to break dice down, and to merge them when a window is open."""
    if state.house_rules.points_pools:
        return
    for seat in seats(state, asker):
        for pool in (Pool.CHARACTER, Pool.STORY):
            home = Home(pool=pool, owner=seat.player)
            held = bag(state, home).dice
            if not held:
                continue
            said = held.said({})
            yield seat.offer(
                DowngradeDice,
                f"{seat.who} breaks {pool.value} dice down ({said})",
                {"pool": pool.value, "of": None},
                group="Dice",
                weight=Weight.ASIDE,
            )
            if held.number > 1 and upgrade_window(state, home, held, seat.player) is not None:
                yield seat.offer(
                    UpgradeDice,
                    f"{seat.who} merges {pool.value} dice ({said})",
                    {"pool": pool.value, "of": None},
                    group="Dice",
                    weight=Weight.ASIDE,
                )
        for slug in played_by(state, seat.player):
            home = Home(pool=Pool.ALLOCATED, owner=slug)
            held = bag(state, home).dice
            if held.number > 1 and upgrade_window(state, home, held, seat.player) is not None:
                yield seat.offer(
                    UpgradeDice,
                    f"{state.components[slug].name} merges allocated dice ({held.said({})})",
                    {"pool": Pool.ALLOCATED.value, "of": slug},
                    group="Dice",
                    weight=Weight.ASIDE,
                )
