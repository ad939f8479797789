"""How experience changes a player: earned, spent, the dice and levels it brings."""

from domain.death_of_the_vele.events import experience as say
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.tables import STEPS_IN_A_LEVEL, XP_STEP
from domain.death_of_the_vele.terms import AspectStatus, Home, Pool, XpReason

from .fold import evolve, gain, must, player_of
from .framework import bidding_of


@evolve.on(say.ExperienceAwarded)
def _(state: Vele, event: say.ExperienceAwarded) -> None:
    player = player_of(state, event.player)
    player.xp_earned += event.amount
    player.xp_balance += event.amount
    if event.apart:
        player.xp_apart += event.amount
    if event.reason is XpReason.BID_STIPEND:
        bidding_of(state).stipends.append(event.player)


@evolve.on(say.ExperienceSpent)
def _(state: Vele, event: say.ExperienceSpent) -> None:
    player = player_of(state, event.player)
    player.xp_spent += event.amount
    player.xp_balance -= event.amount
    must(player.xp_balance >= 0, f"{event.player} has too little XP for this")
    scene = state.scene
    if event.reason is XpReason.FATE and scene is not None and scene.open:
        scene.fate_xp_used[event.player] = scene.fate_xp_used.get(event.player, 0) + event.amount


@evolve.on(say.LevelDieGained)
def _(state: Vele, event: say.LevelDieGained) -> None:
    player = player_of(state, event.player)
    must(event.threshold == (player.steps_taken + 1) * XP_STEP, f"{event.player} is not at {event.threshold} XP")
    player.steps_taken += 1
    home = Home(pool=Pool.CHARACTER, owner=event.player)
    gain(state, home, event.dice)


@evolve.on(say.LevelGained)
def _(state: Vele, event: say.LevelGained) -> None:
    player = player_of(state, event.player)
    must(player.steps_taken + 1 == (event.level - 1) * STEPS_IN_A_LEVEL, f"{event.player} is not at this level")
    player.steps_taken += 1
    player.level = event.level
    for slug, it in state.components.items():
        if it.owner == event.player and it.shut_slots:
            it.shut_slots = 0
            it.replaceable = [
                aspect
                for aspect, known in state.aspects.items()
                if known.subject == slug and known.status is AspectStatus.BOUGHT_OFF and not known.replaced
            ]
