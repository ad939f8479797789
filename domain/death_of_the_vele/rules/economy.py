"""Dice exchanged at home (VE-12 to VE-17)."""

from domain.death_of_the_vele.commands import economy as ask
from domain.death_of_the_vele.events import economy as say
from domain.death_of_the_vele.house_rules import UpgradeTargets
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.terms import ActStatus, Dice, Die, Home, Phase, Pool, UpgradeWindow
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .cases import answers
from .common import own_component, player_for, running_struggle
from .pools import not_held


def own_home(state: Vele, pool: Pool, of: str | None, asker: Asker) -> Home | Refusal:
    """The pool this person means, if it is theirs."""
    if pool in (Pool.CHARACTER, Pool.STORY):
        return Home(pool=pool, owner=asker.person)
    if pool is Pool.ALLOCATED and of is not None:
        it = own_component(state, of, asker)
        return it if isinstance(it, Refusal) else Home(pool=pool, owner=of)
    if pool is Pool.GROUP and of in state.groups and state.groups[of].owner == asker.person:
        return Home(pool=pool, owner=of)
    return refuse("pool_unknown", pool=pool.value, of=of)


def exchange(state: Vele, command: ask.DowngradeDice | ask.UpgradeDice, asker: Asker) -> Home | Refusal:
    """What every exchange asks: one's own pool, dice that are there, equal points."""
    home = own_home(state, command.pool, command.of, asker)
    if isinstance(home, Refusal):
        return home
    if state.house_rules.points_pools:
        return refuse("pools_are_points")
    if lacking := not_held(state, home, command.gave):
        return lacking
    if not command.gave or command.gave.points != command.took.points:
        return refuse("points_differ", gave=command.gave.points, took=command.took.points)
    return home


@answers(ask.DowngradeDice)
def downgrade_dice(state: Vele, command: ask.DowngradeDice, asker: Asker) -> Decision[Event]:
    """VE-14: at any time, into dice that are all smaller than the smallest given."""
    home = exchange(state, command, asker)
    if isinstance(home, Refusal):
        return home
    smallest = min(die.points for die in command.gave.each())
    if large := [die for die in command.took.each() if die.points >= smallest]:
        return refuse("not_smaller", die=large[-1], smallest=Die.worth(smallest))
    return [say.DiceDowngraded(home=home, gave=command.gave, took=command.took)]


@answers(ask.UpgradeDice)
def upgrade_dice(state: Vele, command: ask.UpgradeDice, asker: Asker) -> Decision[Event]:
    """VE-15: only when dice were just gained, when paying for an ability, or while an act is set up."""
    home = exchange(state, command, asker)
    if isinstance(home, Refusal):
        return home
    largest = max(die.points for die in command.gave.each())
    if state.house_rules.upgrade_targets is UpgradeTargets.D12_ONLY:
        over = [die for die in command.took.each() if die.points > largest and die is not Die.D12]
        if over:
            return refuse("upgrade_target", die=over[-1])
    window = upgrade_window(state, home, command.gave, asker.person)
    if window is None:
        return refuse("no_upgrade_window")
    return [say.DiceUpgraded(home=home, gave=command.gave, took=command.took, window=window)]


def upgrade_window(state: Vele, home: Home, gave: Dice, player: str) -> UpgradeWindow | None:
    """Why these dice may be merged now, or None."""
    if state.act is not None and state.act.status is ActStatus.SETUP:
        return UpgradeWindow.SETUP
    for gain in state.story.players[player].just_gained:
        if gain.home == home and any(gave.count(die) and gain.dice.count(die) for die in Die):
            return UpgradeWindow.GAINED
    struggle = running_struggle(state)
    if struggle is not None and struggle.phase in (Phase.PUSHING, Phase.POWERING):
        fielded = [state.components[slug] for side in struggle.sides.values() for slug in side.contributors]
        if any(player_for(it) == player for it in fielded):
            return UpgradeWindow.PAYING
    return UpgradeWindow.HOUSE_RULE if state.house_rules.free_upgrade else None
