"""How struggles change once their dice have fallen."""

from domain.death_of_the_vele.events import fate as luck
from domain.death_of_the_vele.events import outcomes as say
from domain.death_of_the_vele.reckoning import ACTOR, next_settlement, open_harms, player_of_component
from domain.death_of_the_vele.state import Bonus, Share, Struggle, Vele
from domain.death_of_the_vele.terms import (
    DeedKind,
    Die,
    Durability,
    FateUse,
    Phase,
    SpinUse,
    StruggleKind,
    Winner,
)
from domain.kernel.decisions import ImpossibleHistoryError

from .fold import (
    aspect_of,
    deed,
    evolve,
    gain,
    must,
    player_of,
    put,
    rest_on_deeds,
    scene_of,
    side_of,
    struggle_of,
)


def advance(state: Vele) -> None:
    """How far the struggle has come: shared out, and its effects absorbed."""
    struggle = struggle_of(state)
    if struggle.phase not in (Phase.DECIDED, Phase.SETTLED, Phase.APPLIED):
        return
    struggle.phase = Phase.DECIDED
    if all(side.settled for side in struggle.opponents.values()):
        struggle.phase = Phase.SETTLED if any(open_harms(state, struggle)) else Phase.APPLIED


@evolve.on(say.FatePassed)
def _(state: Vele, event: say.FatePassed) -> None:
    side = side_of(state, event.side)
    must(not side.fate_closed, f"{event.side} is done with fate")
    side.fate_closed = True
    struggle_of(state).phase = Phase.FATE


@evolve.on(luck.FateUsed)
def _(state: Vele, event: luck.FateUsed) -> None:
    """The XP, and that it is the scene's one, stand in the event after it."""
    apply_luck(state, event, "fate")


@evolve.on(luck.FreeTagUsed)
def _(state: Vele, event: luck.FreeTagUsed) -> None:
    aspect = aspect_of(state, event.aspect)
    must(aspect.free_tag, f"the free tag of {event.aspect} is used")
    aspect.free_tag = False
    if event.struggle is not None and aspect.durability is Durability.FRAGILE:
        struggle_of(state).aspects_tagged.append(event.aspect)
    apply_luck(state, event, "free tag")


def apply_luck(state: Vele, event: luck.FateUsed | luck.FreeTagUsed, reason: str) -> None:
    """A bonus to a side, or one die thrown again."""
    if event.struggle is None:
        if event.use is not FateUse.INSTANT_ATTACH:
            deed(state, DeedKind.FICTION, event.player, "fiction")
        return
    side = side_of(state, event.side or "")
    if event.bonus:
        side.bonuses.append(Bonus(event.bonus, reason))
    again = event.reroll
    if again is not None and again.trait is None:
        side.average_dice[0].value = again.new
    elif again is not None:
        side.pushed[f"{again.component}.{again.trait}"].value = again.new
    rest_on_deeds(state)


@evolve.on(say.StruggleDecided)
def _(state: Vele, event: say.StruggleDecided) -> None:
    struggle, side = struggle_of(state), side_of(state, event.side)
    struggle.actor.result, side.result = event.actor_result, event.opponent_result
    side.winner, side.score = event.winner, event.score
    side.settled = event.winner is Winner.NONE or struggle.hidden or struggle.kind is StruggleKind.HEALING
    if all(it.winner is not None for it in struggle.opponents.values()):
        struggle.phase = Phase.DECIDED
        conclude(struggle)
        advance(state)


def conclude(struggle: Struggle) -> None:
    """How it came out as a whole: of a mass struggle, the actor's best opponent counts."""
    sides = list(struggle.opponents.values())
    won = [side for side in sides if side.winner is Winner.ACTOR]
    best = max(won or sides, key=lambda side: side.score)
    struggle.winner, struggle.score = best.winner, best.score
    struggle.actor.winner, struggle.actor.score = best.winner, best.score


@evolve.on(say.HiddenOutcomeTold)
def _(state: Vele, event: say.HiddenOutcomeTold) -> None:
    struggle_of(state).told = event.told


@evolve.on(say.HiddenRollRevealed)
def _(state: Vele, event: say.HiddenRollRevealed) -> None:
    must(state.struggle is not None and state.struggle.id == event.struggle, "no such roll was hidden")
    if state.struggle is not None:
        state.struggle.hidden_revealed = True


@evolve.on(say.PowerDiceDiscarded)
def _(state: Vele, event: say.PowerDiceDiscarded) -> None:
    """They were paid into the bowl when they were declared."""
    struggle_of(state)


@evolve.on(say.WagerLost)
def _(state: Vele, event: say.WagerLost) -> None:
    """The dice lie on the table until the winnings are taken."""
    player_of(state, event.player)


@evolve.on(say.MassWagerLost)
def _(state: Vele, event: say.MassWagerLost) -> None:
    """The dice lie on the table until the winnings are taken."""
    struggle_of(state)


@evolve.on(say.CopyOfDiceGranted)
def _(state: Vele, event: say.CopyOfDiceGranted) -> None:
    """They come from the bowl, onto the table."""
    must(struggle_of(state).actor.taken, "nobody has won those dice yet")


@evolve.on(say.WinningsTaken)
def _(state: Vele, event: say.WinningsTaken) -> None:
    struggle = struggle_of(state)
    must(next_settlement(struggle) == (event.winner, event.loser) and not struggle.shares, "nothing to take")
    if not event.copied:
        take_all(struggle, event.loser)
    struggle.winnings = sorted(event.dice.each(), key=lambda die: -die.points)
    struggle.shares = {
        it.component: Share(component=it.component, player=player_of_component(state, it.component), quota=it.dice)
        for it in event.quotas
    }


def take_all(struggle: Struggle, loser: str) -> None:
    """The dice of a side are won."""
    side = struggle.sides[loser]
    side.taken = True
    for die in side.pushed.values():
        die.home = True


@evolve.on(say.WinningsUnclaimed)
def _(state: Vele, event: say.WinningsUnclaimed) -> None:
    struggle = struggle_of(state)
    take_all(struggle, event.loser)
    winning = next_settlement(struggle)
    if winning is not None:
        close_settlement(struggle)
    advance(state)


def close_settlement(struggle: Struggle) -> None:
    """The dice of one opponent are shared out."""
    winning = next_settlement(struggle)
    if winning is not None:
        opponent = winning[1] if winning[0] == ACTOR else winning[0]
        struggle.sides[opponent].settled = True
    struggle.winnings, struggle.shares = [], {}


def share_of(struggle: Struggle, component: str) -> Share:
    """A winner's share."""
    share = struggle.shares.get(component)
    if share is None:
        raise ImpossibleHistoryError(f"{component} has no share")
    return share


@evolve.on(say.WinningsDieChosen)
def _(state: Vele, event: say.WinningsDieChosen) -> None:
    struggle = struggle_of(state)
    must(event.die in struggle.winnings, f"there is no {event.die} in the winnings")
    struggle.winnings.remove(event.die)
    share_of(struggle, event.component).dice.append(event.die)


@evolve.on(say.StruggleDieReturned)
def _(state: Vele, event: say.StruggleDieReturned) -> None:
    bring_home(struggle_of(state), event.component, event.trait)
    put(state, event.source, event.dice)


def bring_home(struggle: Struggle, component: str, trait: str) -> None:
    """A pushed die lies on the table no more."""
    for side in struggle.sides.values():
        die = side.pushed.get(f"{component}.{trait}")
        if die is not None:
            must(not die.home, f"{component}.{trait} is home already")
            die.home = True


@evolve.on(say.BowlFeePaid)
def _(state: Vele, event: say.BowlFeePaid) -> None:
    struggle = struggle_of(state)
    spend_from_share(struggle, event.contributor, [event.fee_die])
    if event.returned:
        bring_home(struggle, event.component, event.trait)


def spend_from_share(struggle: Struggle, component: str, dice: list[Die]) -> None:
    """Dice leave a share."""
    share = share_of(struggle, component)
    for die in dice:
        must(die in share.dice, f"there is no {die} in the share of {component}")
        share.dice.remove(die)


@evolve.on(say.WinningsKept)
def _(state: Vele, event: say.WinningsKept) -> None:
    spend_from_share(struggle_of(state), event.contributor, list(event.won.each()))
    gain(state, event.home, event.dice)


@evolve.on(say.ShareSettled)
def _(state: Vele, event: say.ShareSettled) -> None:
    struggle = struggle_of(state)
    share = share_of(struggle, event.component)
    must(not share.dice, f"dice are left in the share of {event.component}")
    share.settled = True
    if all(it.settled for it in struggle.shares.values()):
        close_settlement(struggle)
    advance(state)


@evolve.on(say.BelowAverageClaimed)
def _(state: Vele, event: say.BelowAverageClaimed) -> None:
    struggle_of(state).below_average.append(event.component)


@evolve.on(say.SpinUsed)
def _(state: Vele, event: say.SpinUsed) -> None:
    struggle, scene = struggle_of(state), scene_of(state)
    must(not struggle.spin_used, "spin was used already")
    struggle.spin_used = True
    if event.use is SpinUse.MODIFIER and event.target is not None and event.modifier is not None:
        scene.modifiers[event.target] = scene.modifiers.get(event.target, 0) + event.modifier
    if event.use is SpinUse.MANEUVER:
        scene.spin_maneuver = event.component


@evolve.on(say.StruggleCompleted)
def _(state: Vele, event: say.StruggleCompleted) -> None:
    struggle = struggle_of(state)
    must(struggle.phase is Phase.APPLIED, "the struggle is not finished")
    struggle.phase = Phase.DONE
