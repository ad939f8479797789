"""Shares settled (VE-63, VE-117)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.guards import in_story, struggle_decided
from domain.death_of_the_vele.chapters.outcomes.wagers import close_settlement
from domain.death_of_the_vele.chapters.outcomes.winnings import ChooseWinningsDie, TakeWinnings, share_of
from domain.death_of_the_vele.chapters.pools import bring_home, die_returned, gain
from domain.death_of_the_vele.chapters.struggle_dice.rolling import advance
from domain.death_of_the_vele.lookup import BOWL, as_held, main_pool, struggle_of, table_of
from domain.death_of_the_vele.phrases import dice_moved, told
from domain.death_of_the_vele.seats import STRUGGLE, Seat
from domain.death_of_the_vele.state.struggle import PushedDie, Share, Struggle
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.struggle_lookup import (
    ACTOR,
    beaten_by_somebody,
    last_won,
    next_chooser,
    next_settlement,
    player_of_component,
    pushed_by,
    unsettled,
)
from domain.death_of_the_vele.terms.dice import Dice, Die, Home
from domain.death_of_the_vele.terms.references import ComponentRef
from domain.death_of_the_vele.terms.struggle import Winner
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Person, Slug

chapter = Chapter[Vele](
    "Shares settled",
    {
        "winnings_open": "{component} still has to choose a die.",
        "share_open": "The share of {component} is still to be settled.",
        "share_settled": "The share of {component} is settled.",
    },
)


class SettleShare(Command):
    """Settle the share: bring a contributor's dice home, pay the bowl, keep the rest.

    Needs:    the winnings all chosen.
    Refused:  `no_struggle`, `no_share`, `winnings_open`, `share_settled`.
    Yields:   `StruggleDieReturned`, `BowlFeePaid`, `WinningsKept`, `ShareSettled`.
    """

    type: Literal["death_of_the_vele.settle_share"] = "death_of_the_vele.settle_share"
    component: ComponentRef = Field(title="Who")


class ShareSettled(Event):
    """A contributor's share is settled."""

    type: Literal["death_of_the_vele.share_settled.v1"] = "death_of_the_vele.share_settled.v1"
    struggle: Slug
    component: Slug


class BowlFeePaid(Event):
    """A borrowed die was paid for with the best die of a contributor's share (VE-63).

    `bowl_die` was borrowed for `trait` of `component`, `fee_die` is of the share of `contributor`; `returned`: the
    borrowed die went back to the bowl with it.
    """

    type: Literal["death_of_the_vele.bowl_fee_paid.v1"] = "death_of_the_vele.bowl_fee_paid.v1"
    struggle: Slug
    player: Person
    component: Slug
    trait: Slug
    contributor: Slug
    bowl_die: Die
    fee_die: Die
    returned: bool


class WinningsKept(Event):
    """Won dice came into a pool (VE-63).

    `contributor`: whose share it was; `won`: its dice; `dice`: as the pool holds them.
    """

    type: Literal["death_of_the_vele.winnings_kept.v1"] = "death_of_the_vele.winnings_kept.v1"
    struggle: Slug
    player: Person
    contributor: Slug
    home: Home
    won: Dice
    dice: Dice


@chapter.decides(SettleShare)
def settle_share(state: Vele, command: SettleShare, asker: Asker, chance: Chance) -> Events:
    """VE-63: bring own dice home with the share's lowest, pay its highest for each borrowed one, keep the rest."""
    in_story(state, asker)
    struggle = struggle_decided(state)
    share = found(struggle.shares.get(command.component), "no_share", component=command.component)
    if struggle.winnings:
        raise CommandRefused("winnings_open", component=next_chooser(struggle))
    need(not share.settled, "share_settled", component=command.component)
    sides = next_settlement(struggle)
    winner = sides[0] if sides is not None else ACTOR
    pushed = list(pushed_by(state, struggle.sides[winner], command.component).values())
    beaten = winner == ACTOR and beaten_by_somebody(struggle)
    settling = _Settling(state, struggle, share, fees_only=beaten)
    own = [die for die in pushed if not die.borrowed and not die.home]
    lent = [die for die in pushed if die.borrowed and (beaten or not die.home)]
    final = not beaten and (winner != ACTOR or last_won(struggle))
    if state.house_rules.bowl_before_own:
        settling.pay_bowl(lent, returning=final)
        settling.bring_own(own)
    else:
        settling.bring_own(own)
        settling.pay_bowl(lent, returning=final)
    settling.keep_rest(pushed)
    return [*settling.events, ShareSettled(struggle=struggle.id, component=command.component)]


class _Settling:
    """One share being settled, die by die."""

    def __init__(self, state: Vele, struggle: Struggle, share: Share, *, fees_only: bool) -> None:
        self.state, self.struggle, self.share, self.fees_only = state, struggle, share, fees_only
        self.left = sorted(share.dice, key=lambda die: die.points)
        self.events: list[Event] = []

    def bring_own(self, own: list[PushedDie]) -> None:
        """Bring each wagered die home, and the lowest die left with it; not where the wager was lost."""
        if self.fees_only:
            return
        for die in own:
            self.events.append(die_returned(self.state, self.struggle, die))
            if self.left:
                self.keep(die.source, [self.left.pop(0)])

    def pay_bowl(self, lent: list[PushedDie], *, returning: bool) -> None:
        """Pay the highest die left for each borrowed die; without one it goes back for nothing."""
        for die in lent:
            if self.left:
                self.events.append(
                    BowlFeePaid(
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
                self.events.append(die_returned(self.state, self.struggle, die))

    def keep_rest(self, pushed: list[PushedDie]) -> None:
        """Keep the rest in the main pool of what pushed the dice; in the contributor's where several pools did."""
        homes = {main_pool(self.state.components[die.component]) for die in pushed}
        if self.left:
            own = main_pool(self.state.components[self.share.component])
            self.keep(homes.pop() if len(homes) == 1 else own, self.left)

    def keep(self, home: Home, dice: list[Die]) -> None:
        """Add won dice to a pool, and note the event."""
        won = Dice.of(dice)
        self.events.append(
            WinningsKept(
                struggle=self.struggle.id,
                player=self.share.player,
                contributor=self.share.component,
                home=home,
                won=won,
                dice=as_held(self.state, won),
            )
        )


@chapter.applies(ShareSettled)
def _(state: Vele, event: ShareSettled) -> None:
    struggle = struggle_of(state)
    share = share_of(struggle, event.component)
    must(not share.dice, f"dice are left in the share of {event.component}")
    share.settled = True
    if all(it.settled for it in struggle.shares.values()):
        close_settlement(struggle)
    advance(state)


def spend_from_share(struggle: Struggle, component: str, dice: list[Die]) -> None:
    """Take dice out of a contributor's share."""
    share = share_of(struggle, component)
    for die in dice:
        must(die in share.dice, f"there is no {die} in the share of {component}")
        share.dice.remove(die)


@chapter.applies(BowlFeePaid)
def _(state: Vele, event: BowlFeePaid) -> None:
    struggle = struggle_of(state)
    spend_from_share(struggle, event.contributor, [event.fee_die])
    if event.returned:
        bring_home(struggle, event.component, event.trait)


@chapter.applies(WinningsKept)
def _(state: Vele, event: WinningsKept) -> None:
    spend_from_share(struggle_of(state), event.contributor, list(event.won.each()))
    gain(state, event.home, event.dice)


@chapter.tells(ShareSettled, "The share of {component} is settled")
def _(state: Vele, event: ShareSettled) -> Iterable[Fact]:
    yield told("share settled", "winnings", event.component)


@chapter.tells(BowlFeePaid, "The bowl takes a {fee_die} for its {bowl_die}")
def _(state: Vele, event: BowlFeePaid) -> Iterable[Fact]:
    paid = Dice.of((event.fee_die, event.bowl_die) if event.returned else (event.fee_die,))
    yield from dice_moved(state, table_of(event.struggle), BOWL, paid, "fee for a borrowed die")


@chapter.tells(WinningsKept, "{player} keeps {won}")
def _(state: Vele, event: WinningsKept) -> Iterable[Fact]:
    yield from dice_moved(state, table_of(event.struggle), event.home, event.dice, "won")


def share_to_settle(state: Vele, struggle: Struggle) -> None:
    """Refuse while winnings are left to share out (VE-117)."""
    if struggle.winnings:
        raise CommandRefused("winnings_open", component=next_chooser(struggle))
    if share := unsettled(struggle):
        raise CommandRefused("share_open", component=share.component)
    need(next_settlement(struggle) is None, "share_open", component=struggle.actor.main)


def winnings(state: Vele, struggle: Struggle, there: list[Seat]) -> Iterable[Offer]:
    """Offers to gather winnings, choose from them, and settle the shares."""
    if not there or struggle.winner is Winner.NONE:
        return
    if not struggle.shares:
        if next_settlement(struggle) is not None:
            yield there[0].offer(TakeWinnings, "Gather the winnings", group=STRUGGLE, forced=True)
        return
    turn = next_chooser(struggle)
    for seat in there:
        if turn is not None and player_of_component(state, turn) == seat.player:
            dice = tuple(Choice(die.value, die.value) for die in dict.fromkeys(struggle.winnings))
            yield seat.offer(
                ChooseWinningsDie,
                f"{state.components[turn].name} takes a die",
                {"component": turn, **single_choice("die", dice)},
                {"die": dice},
                group=STRUGGLE,
                forced=len(dice) == 1,
            )
        if struggle.winnings:
            continue
        for slug, share in struggle.shares.items():
            if not share.settled and player_of_component(state, slug) == seat.player:
                label = f"Settle the share of {state.components[slug].name}"
                yield seat.offer(SettleShare, label, {"component": slug}, group=STRUGGLE, forced=True)


def single_choice(field: str, choices: tuple[Choice, ...]) -> dict[str, object]:
    """A field known beforehand where it has a single choice; otherwise none."""
    return {field: choices[0].value} if len(choices) == 1 else {}
