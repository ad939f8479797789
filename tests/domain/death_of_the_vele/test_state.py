"""The state: snapshots give it back, its words clash with nothing, and impossible histories are noticed."""

import copy

import pytest
from pydantic import TypeAdapter

from domain.death_of_the_vele import GAME
from domain.death_of_the_vele.chapters.acts.act_play import ActPlayBegun
from domain.death_of_the_vele.chapters.acts.acts import ActStarted
from domain.death_of_the_vele.chapters.acts.objectives import SpotlightSucceeded
from domain.death_of_the_vele.chapters.acts.paying_again import TraitRepurchased
from domain.death_of_the_vele.chapters.agreement.challenges import VoteCast
from domain.death_of_the_vele.chapters.cast.aspects import AspectExpired
from domain.death_of_the_vele.chapters.cast.components import ComponentExpired, OneShotUsed
from domain.death_of_the_vele.chapters.deeds import EventWithdrawn
from domain.death_of_the_vele.chapters.experience import (
    ExperienceAwarded,
    ExperienceSpent,
    LevelDieGained,
    LevelGained,
)
from domain.death_of_the_vele.chapters.founding.framework import StartingNarratorChosen
from domain.death_of_the_vele.chapters.pools import DiceSpent
from domain.death_of_the_vele.chapters.scenes.closing_scenes import ComponentRecovered
from domain.death_of_the_vele.chapters.scenes.endings import ActEnded
from domain.death_of_the_vele.chapters.scenes.exclusion import ExclusionAccepted
from domain.death_of_the_vele.chapters.scenes.narration import NarrationReclaimed
from domain.death_of_the_vele.chapters.scenes.scenes import SceneOpened
from domain.death_of_the_vele.chapters.struggle_dice.exchanging import DiceDowngraded
from domain.death_of_the_vele.state.dice import DiceBag
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.dice import Dice, Die, Home, Pool
from domain.death_of_the_vele.terms.play import XpReason
from domain.kernel.decisions import ImpossibleHistoryError
from domain.kernel.messages import Event
from domain.kernel.moment import state_json
from domain.kernel.ruling import apply
from domain.kernel.scenario import Script
from domain.kernel.terms import PersonId
from tests.domain.death_of_the_vele.vele_table import OPENING, SCRIPTS, moments, played

ADAPTER = TypeAdapter(Vele)
ANA, ZOE = PersonId("ana"), PersonId("zoe")


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=list(SCRIPTS))
def test_a_snapshot_gives_an_equal_state_back(script: Script) -> None:
    played_through = list(moments(script))
    for _, event in played_through:
        assert type(event).model_validate_json(event.model_dump_json()) == event
    moment, _ = played_through[-1]
    assert ADAPTER.validate_json(ADAPTER.dump_json(moment.game)) == moment.game
    assert state_json(GAME, moment)["story"]["title"] == moment.game.story.title


IMPOSSIBLE = [
    ExperienceSpent(player=ANA, amount=99, reason=XpReason.FATE),
    ExperienceAwarded(player=ZOE, amount=1, reason=XpReason.TWIST),
    LevelDieGained(player=ANA, threshold=80, die=Die.D10, dice=Dice(d10=1)),
    LevelGained(player=ANA, level=9, aspect_slots=0, trait_slots=1),
    DiceSpent(home=Home(pool=Pool.CHARACTER, owner=ANA), dice=Dice(d12=9), points=45, purpose="x"),
    DiceSpent(home=Home(pool=Pool.GROUP, owner="nobody"), dice=Dice(d4=1), points=1, purpose="x"),
    DiceDowngraded(home=Home(pool=Pool.STORY, owner=ANA), gave=Dice(d10=1), took=Dice(d8=1)),
    ComponentExpired(component="nobody", reason="x"),
    OneShotUsed(component="odrun", struggle=None),
    AspectExpired(aspect="nothing", reason="x"),
    SpotlightSucceeded(spotlight="spotlight-9", narrator=ANA),
    StartingNarratorChosen(act=9, player=ANA),
    TraitRepurchased(component="odrun", trait="sure-footed"),
    ActStarted(act=2, name="x", starting_event="y", starting_narrator=ANA),
    ActPlayBegun(narrator=ANA),
    SceneOpened(scene=2, title="x", time="", place="", kind="normal", cast=()),
    ExclusionAccepted(component="odrun"),
    ComponentRecovered(component="odrun"),
    NarrationReclaimed(narrator=ANA),
    ActEnded(act=7, outcome=""),
    VoteCast(player=ANA, supports=True),
    EventWithdrawn(target_event="deed-9999"),
]


@pytest.mark.parametrize("event", IMPOSSIBLE, ids=lambda event: type(event).__name__)
def test_what_cannot_follow_raises(event: Event) -> None:
    moment = played(OPENING)
    with pytest.raises(ImpossibleHistoryError):
        apply(GAME, copy.deepcopy(moment), event)


def test_a_bag_never_holds_less_than_nothing() -> None:
    bag = DiceBag(d8=1)
    with pytest.raises(ValueError, match="d10"):
        bag.take(Dice(d10=1))
    assert bag.lacks(Dice(d8=2)) is Die.D8
    bag.put(Dice(d12=2))
    assert bag.points == 13


def test_dice_are_worth_what_the_rules_say() -> None:
    assert [die.points for die in Die] == [1, 2, 3, 4, 5]
    assert [Die.worth(points) for points in range(1, 6)] == list(Die)
    assert Die.D4.smaller is None
    assert Die.D12.smaller is Die.D10
    assert Dice(d6=2, d10=1).points == 8
    assert Dice.worth(7) == Dice(d10=1, d8=1)
    assert Dice(d10=1, d6=2).said({}) == "d10 + 2d6"
