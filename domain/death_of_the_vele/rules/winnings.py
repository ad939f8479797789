"""Winnings taken, split and settled (VE-62, VE-63, VE-82)."""

from domain.death_of_the_vele.commands import outcomes as ask
from domain.death_of_the_vele.events import outcomes as say
from domain.death_of_the_vele.reckoning import (
    ACTOR,
    beaten_by_somebody,
    by_initiative,
    chooser,
    dice_of,
    last_won,
    next_settlement,
    player_of_component,
    pushed_by,
    unsettled,
)
from domain.death_of_the_vele.state import PushedDie, Share, Struggle, Vele
from domain.death_of_the_vele.terms import Dice, Die, Home, Quota, Winner
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.messages import Event
from domain.kernel.people import Asker

from .cases import answers
from .common import own_component, purse
from .pools import as_held
from .returning import returned
from .stages import decided


@answers(ask.TakeWinnings)
def take_winnings(state: Vele, command: ask.TakeWinnings, asker: Asker) -> Events:
    """VE-62: the losing side's dice, own and borrowed; quotas by traits contributed, the main winner last."""
    struggle = decided(state)
    need(struggle.winner is not Winner.NONE, "nobody_won")
    need(not struggle.shares, "winnings_gathered")
    sides = found(next_settlement(struggle), "nothing_to_win")
    winner, loser = sides
    side = struggle.sides[winner]
    copied = loser == ACTOR and struggle.actor.taken
    dice = Dice.of(dice_of(struggle.sides[loser], still_there=not copied))
    main = side.main or ""
    quotas = {slug: len(pushed_by(state, side, slug)) for slug in (*side.allies, main)}
    order = [*(slug for slug in by_initiative(state, side.allies) if quotas[slug]), main]
    events: list[Event] = []
    if copied:
        player = player_of_component(state, main)
        events.append(say.CopyOfDiceGranted(struggle=struggle.id, player=player, dice=dice))
    events.append(
        say.WinningsTaken(
            struggle=struggle.id,
            winner=winner,
            loser=loser,
            dice=dice,
            quotas=tuple(Quota(component=slug, dice=quotas[slug]) for slug in order),
            copied=copied,
        )
    )
    if order == [main]:
        events += rest(state, struggle, main, sorted(dice.each(), key=lambda die: -die.points), False)
    return events


def rest(state: Vele, struggle: Struggle, main: str, dice: list[Die], left_over: bool) -> list[Event]:
    """Dice that go to the main winner without anybody's choice."""
    player = player_of_component(state, main)
    return [
        say.WinningsDieChosen(struggle=struggle.id, component=main, player=player, die=die, rest=left_over)
        for die in dice
    ]


@answers(ask.ChooseWinningsDie)
def choose_winnings_die(state: Vele, command: ask.ChooseWinningsDie, asker: Asker) -> Events:
    """VE-62: one die each, in turn, up to the quota; what is left over is the main winner's."""
    struggle = decided(state)
    need(struggle.winnings, "no_winnings")
    own_component(state, command.component, asker)
    share = found(struggle.shares.get(command.component), "no_share", component=command.component)
    need(len(share.dice) < share.quota, "quota_full", component=command.component, quota=share.quota)
    turn = chooser(struggle)
    need(turn == command.component, "not_your_pick", component=turn)
    if command.die not in struggle.winnings:
        raise CommandRefused("not_in_winnings", die=command.die, dice=Dice.of(struggle.winnings))
    chosen = say.WinningsDieChosen(
        struggle=struggle.id, component=command.component, player=asker.person, die=command.die
    )
    left = list(struggle.winnings)
    left.remove(command.die)
    missing = sum(each.quota - len(each.dice) for each in struggle.shares.values()) - 1
    main = list(struggle.shares)[-1]
    return [chosen, *(rest(state, struggle, main, left, True) if missing < 1 else [])]


@answers(ask.SettleShare)
def settle_share(state: Vele, command: ask.SettleShare, asker: Asker) -> Events:
    """VE-63: own dice home with the lowest of the share, the highest for each borrowed one, the rest kept."""
    struggle = decided(state)
    share = found(struggle.shares.get(command.component), "no_share", component=command.component)
    if struggle.winnings:
        raise CommandRefused("winnings_open", component=chooser(struggle))
    need(not share.settled, "share_settled", component=command.component)
    sides = next_settlement(struggle)
    winner = sides[0] if sides is not None else ACTOR
    pushed = list(pushed_by(state, struggle.sides[winner], command.component).values())
    beaten = winner == ACTOR and beaten_by_somebody(struggle)
    home = _Settling(state, struggle, share, fees_only=beaten)
    own = [die for die in pushed if not die.borrowed and not die.home]
    lent = [die for die in pushed if die.borrowed and (beaten or not die.home)]
    final = not beaten and (winner != ACTOR or last_won(struggle))
    if state.house_rules.bowl_before_own:
        home.pay_bowl(lent, returning=final)
        home.bring_own(own)
    else:
        home.bring_own(own)
        home.pay_bowl(lent, returning=final)
    home.keep_rest()
    return [*home.events, say.ShareSettled(struggle=struggle.id, component=command.component)]


class _Settling:
    """One share being settled, die by die."""

    def __init__(self, state: Vele, struggle: Struggle, share: Share, *, fees_only: bool) -> None:
        self.state, self.struggle, self.share, self.fees_only = state, struggle, share, fees_only
        self.left = sorted(share.dice, key=lambda die: die.points)
        self.events: list[Event] = []

    def bring_own(self, own: list[PushedDie]) -> None:
        """Each wagered die goes home, and the lowest die left with it; not where the wager was lost."""
        if self.fees_only:
            return
        for die in own:
            self.events.append(returned(self.state, self.struggle, die))
            if self.left:
                self.keep(die.source, [self.left.pop(0)])

    def pay_bowl(self, lent: list[PushedDie], *, returning: bool) -> None:
        """Each borrowed die costs the highest die left; without one it goes back for nothing."""
        for die in lent:
            if self.left:
                self.events.append(
                    say.BowlFeePaid(
                        struggle=self.struggle.id,
                        player=self.share.player,
                        component=die.component,
                        trait=die.trait,
                        contributor=self.share.component,
                        bowl_die=die.die,
                        fee_die=self.left.pop(),
                        returned=returning,
                    )
                )
            elif returning:
                self.events.append(returned(self.state, self.struggle, die))

    def keep_rest(self) -> None:
        """What is left goes to the contributor's main pool."""
        if self.left:
            self.keep(purse(self.state.components[self.share.component]), self.left)

    def keep(self, home: Home, dice: list[Die]) -> None:
        """Won dice come into a pool."""
        won = Dice.of(dice)
        self.events.append(
            say.WinningsKept(
                struggle=self.struggle.id,
                player=self.share.player,
                contributor=self.share.component,
                home=home,
                won=won,
                dice=as_held(self.state, won),
            )
        )


def share_to_settle(state: Vele, struggle: Struggle) -> None:
    """Nothing of the winnings is left to share out (VE-117)."""
    if struggle.winnings:
        raise CommandRefused("winnings_open", component=chooser(struggle))
    if share := unsettled(struggle):
        raise CommandRefused("share_open", component=share.component)
    need(next_settlement(struggle) is None, "share_open", component=struggle.actor.main)
