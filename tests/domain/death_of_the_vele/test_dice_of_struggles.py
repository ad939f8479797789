"""Dice are property: they enter and leave the pools by the events that say so, and by no others."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from campaign_laws.chance import Chance
from campaign_laws.scripts import accepted_steps
from domain.death_of_the_vele import GAME
from domain.death_of_the_vele.chapters.deeds import EventWithdrawn
from domain.death_of_the_vele.chapters.experience import LevelDieGained
from domain.death_of_the_vele.chapters.outcomes.settling import BowlFeePaid
from domain.death_of_the_vele.chapters.outcomes.wagers import WinningsUnclaimed
from domain.death_of_the_vele.chapters.outcomes.winnings import WinningsTaken
from domain.death_of_the_vele.chapters.pools import ActDiceGranted, DiceGained, DiceSpent
from domain.death_of_the_vele.chapters.scenes.replenishing import DiceReplenished
from domain.death_of_the_vele.chapters.struggle_dice.exchanging import DiceDowngraded, DiceUpgraded
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.dice import Dice, Die, Pool
from domain.kernel import facts
from domain.kernel.decisions import Refusal
from domain.kernel.messages import Event
from domain.kernel.moment import AnyMoment
from domain.kernel.ruling import apply, decide, retell
from domain.kernel.scenario import Script
from domain.kernel.vocabulary import Vocabulary
from ledger.roller import Roller
from tests.domain.death_of_the_vele.vele_table import SCRIPTS, at_home, founded, moments, played

STRUGGLES = {
    name: script
    for name, script in SCRIPTS.items()
    if any(step.when["type"] == "death_of_the_vele.roll_struggle" for _, step in script.steps)
}
chances = st.integers(0, 2**32).map(Random)
few = settings(
    max_examples=5,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
MINTS_OR_BURNS = (
    ActDiceGranted,
    DiceGained,
    DiceSpent,
    LevelDieGained,
    DiceReplenished,
)
"""Outside struggles, the events that bring dice from the bowl or pay them into it. Others are named below."""


def own_on_the_table(state: Vele) -> int:
    """Points of a player's own dice that lie pushed, and of dice won that are still to be settled."""
    struggle = state.struggle
    if struggle is None or not struggle.running:
        return 0
    pushed = (die for side in struggle.sides.values() for die in side.pushed.values() if not die.home)
    shared = [die for share in struggle.shares.values() for die in share.dice]
    return sum(die.die.points for die in pushed if not die.borrowed) + sum(
        die.points for die in (*struggle.winnings, *shared)
    )


def borrowed_won(state: Vele, event: WinningsTaken) -> int:
    """Points of bowl dice that became winnings with this event."""
    struggle = state.struggle
    assert struggle is not None
    if event.copied:
        return 0
    return sum(die.die.points for die in struggle.sides[event.loser].pushed.values() if die.borrowed)


def expected_change(state: Vele, event: Event) -> int | None:
    """The points an event adds to pools and table together; None for events that may deal in the bowl."""
    if isinstance(event, WinningsTaken):
        return event.dice.points if event.copied else borrowed_won(state, event)
    if isinstance(event, BowlFeePaid):
        return -event.fee_die.points
    if isinstance(event, WinningsUnclaimed):
        own = [die for die in state.struggle.actor.pushed.values() if not die.borrowed] if state.struggle else []
        return -sum(die.die.points for die in own)
    if isinstance(event, EventWithdrawn):
        pushed = [it for it in state.deeds[event.target_event].paid if it.taker.pool is Pool.TABLE]
        return -sum(it.dice.points for it in pushed if it.giver.pool is not Pool.BOWL)  # they come home after it
    if event.type.split(".")[1] in BOWL_EVENTS or isinstance(event, MINTS_OR_BURNS):
        return None
    return 0


BOWL_EVENTS = {
    "dice_moved",
    "dice_moved_back",
    "group_created",
    "group_dice_spent",
    "trait_bought",
    "trait_repurchased",
    "pool_emptied",
    "component_bought",
    "act_started",
    "act_ended",
    "exclusion_contested",
    "exclusion_accepted",
    "group_connected",
}


def checked(steps: Iterator[tuple[AnyMoment, Event]]) -> int:
    """Follow a history and check every event; how many dice were pushed in it."""
    before = pushed = 0
    for moment, event in steps:
        total = at_home(moment.game).points + own_on_the_table(moment.game)
        change = expected_change(moment.game, event)
        if change is not None:
            assert total - before == change, f"{event!r} changes {total - before} points, not {change}"
        before = total
        pushed += event.type.endswith("struggle_die_pushed.v1")
    return pushed


@pytest.mark.parametrize("script", STRUGGLES.values(), ids=list(STRUGGLES))
def test_no_die_is_lost_between_pools_and_table(script: Script) -> None:
    if not script.header.house_rules.get("points_pools"):
        checked(moments(script))


def random_moments(script: Script, random: Random, made_up: int) -> Iterator[tuple[AnyMoment, Event]]:
    """The beginning of a script, then whatever comes."""
    moment, vocabulary = founded(script.header.house_rules), Vocabulary(GAME)
    steps = accepted_steps(script)
    dice = Roller()
    for step in steps[: random.randint(len(steps) * 2 // 3, len(steps))]:
        decision = decide(GAME, moment, vocabulary.command(step.when), step.by, Roller())
        for event in () if isinstance(decision, Refusal) else decision:
            apply(GAME, moment, event)
            yield moment, event
    chance = Chance(GAME, random)
    for _ in range(made_up):
        asked = chance.ask(moment)
        if asked is None:
            continue
        by, command = asked
        decision = decide(GAME, moment, command, by, dice)
        if isinstance(decision, Refusal) or not command.type.startswith("death_of_the_vele."):
            continue
        for event in decision:
            apply(GAME, moment, event)
            yield moment, event


@given(random=chances)
@few
def test_whatever_is_asked_no_die_is_lost(random: Random) -> None:
    plain = [script for script in STRUGGLES.values() if not script.header.house_rules.get("points_pools")]
    checked(random_moments(random.choice(plain), random, made_up=40))


@pytest.mark.parametrize("script", STRUGGLES.values(), ids=list(STRUGGLES))
def test_nothing_is_left_on_the_table_when_a_struggle_is_done(script: Script) -> None:
    done = 0
    for moment, event in moments(script):
        struggle = moment.game.struggle
        if event.type.endswith(("struggle_completed.v1", "struggle_withdrawn.v1")):
            left = [key for side in struggle.sides.values() for key, die in side.pushed.items() if not die.home]
            assert not left, f"{left} were forgotten on the table"
            assert not struggle.winnings
            assert not struggle.shares
            done += 1
    assert done or played(script).game.struggle.running


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=list(SCRIPTS))
def test_exchanges_keep_their_points(script: Script) -> None:
    for _, event in moments(script):
        if isinstance(event, DiceDowngraded | DiceUpgraded):
            assert event.gave.points == event.took.points


def test_the_facts_of_a_struggle_tell_every_die_that_moved() -> None:
    """Sizes of dice told by facts come to what lies in the pools: nothing moves unsaid."""
    for script in STRUGGLES.values():
        told: dict[str, int] = {}
        for moment, event in moments(script):
            for fact in retell(GAME, moment, event).facts:
                if isinstance(fact, facts.NumberChanged) and fact.name.endswith(("_dice", "allocated")):
                    told[fact.path or ""] = told.get(fact.path or "", 0) + fact.delta
        for player, it in played(script).game.story.players.items():
            assert told.get(f"{player}.character_dice", 0) == it.character_dice.points
            assert told.get(f"{player}.story_dice", 0) == it.story_dice.points


def test_a_die_is_worth_what_the_rules_say() -> None:
    assert [die.points for die in Die] == [1, 2, 3, 4, 5]
    assert Dice(d6=2, d10=1).points == 8
