"""Dice exchanged at home (VE-12 to VE-17)."""

from collections.abc import Iterable

from domain.death_of_the_vele.commands import economy as ask
from domain.death_of_the_vele.events import economy as say
from domain.death_of_the_vele.events import struggles
from domain.death_of_the_vele.events.acts import GroupDiceSpent
from domain.death_of_the_vele.house_rules import UpgradeTargets
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.terms import ActStatus, Dice, Die, Home, Pool, UpgradeWindow
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .cases import answers
from .common import own_component
from .effects import being_paid
from .pools import dice_held


def own_home(state: Vele, pool: Pool, of: str | None, asker: Asker) -> Home:
    """The pool this person means, if it is theirs."""
    if pool in (Pool.CHARACTER, Pool.STORY):
        return Home(pool=pool, owner=asker.person)
    if pool is Pool.ALLOCATED and of is not None:
        own_component(state, of, asker)
        return Home(pool=pool, owner=of)
    if pool is Pool.GROUP and of in state.groups and state.groups[of].owner == asker.person:
        return Home(pool=pool, owner=of)
    raise CommandRefused("pool_unknown", pool=pool.value, of=of)


def exchange(state: Vele, command: ask.DowngradeDice | ask.UpgradeDice, asker: Asker) -> Home:
    """What every exchange asks: one's own pool, dice that are there, equal points."""
    home = own_home(state, command.pool, command.of, asker)
    need(not state.house_rules.points_pools, "pools_are_points")
    dice_held(state, home, command.gave)
    if not command.gave or command.gave.points != command.took.points:
        raise CommandRefused("points_differ", gave=command.gave.points, took=command.took.points)
    return home


@answers(ask.DowngradeDice)
def downgrade_dice(state: Vele, command: ask.DowngradeDice, asker: Asker) -> Events:
    """VE-14: at any time, into dice that are all smaller than the smallest given."""
    home = exchange(state, command, asker)
    smallest = min(die.points for die in command.gave.each())
    if large := [die for die in command.took.each() if die.points >= smallest]:
        raise CommandRefused("not_smaller", die=large[-1], smallest=Die.worth(smallest))
    return [say.DiceDowngraded(home=home, gave=command.gave, took=command.took)]


@answers(ask.UpgradeDice)
def upgrade_dice(state: Vele, command: ask.UpgradeDice, asker: Asker) -> Events:
    """VE-15: only when dice were just gained, to pay an ability effect, or while an act is set up."""
    home = exchange(state, command, asker)
    largest = max(die.points for die in command.gave.each())
    if state.house_rules.upgrade_targets is UpgradeTargets.D12_ONLY:
        over = [die for die in command.took.each() if die.points > largest and die is not Die.D12]
        if over:
            raise CommandRefused("upgrade_target", die=over[-1])
    window = found(upgrade_window(state, home, command.gave, asker.person), "no_upgrade_window")
    return [say.DiceUpgraded(home=home, gave=command.gave, took=command.took, window=window)]


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


def merging_closed(state: Vele, events: Iterable[Event], asker: Asker) -> list[Event]:
    """VE-15: whoever pushes, spends or buys merges no more of what came before, wherever the dice come from.

    One's own dice close it by leaving; this names those who used others.
    """
    paid: list[tuple[str, Home]] = []
    for event in events:
        match event:
            case struggles.StruggleDiePushed():
                paid.append((event.player, event.source))
            case struggles.DiceRevealed() if state.struggle is not None:
                hands = (side.hand for side in state.struggle.sides.values())
                paid += [(die.player, die.source) for hand in hands for die in hand.values()]
            case say.DiceSpent():
                paid.append((asker.person, event.home))
            case GroupDiceSpent():
                paid.append((asker.person, Home(pool=Pool.GROUP, owner=event.group)))
    known = state.story.players
    used = dict.fromkeys(player for player, home in paid if owner_of(state, home) != player)
    return [say.MergingClosed(player=it) for it in used if it in known and known[it].just_gained]


def owner_of(state: Vele, home: Home) -> str | None:
    """Whose dice they are; nobody's, in a group's pool and in the bowl."""
    if home.pool is Pool.ALLOCATED and home.owner in state.components:
        return state.components[home.owner].owner
    return home.owner if home.pool in (Pool.CHARACTER, Pool.STORY) else None
