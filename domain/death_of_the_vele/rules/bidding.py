"""Bidding XP for one's place in an order: of the story, and of every act (VE-08, VE-32)."""

from collections.abc import Mapping

from domain.death_of_the_vele.commands import framework as ask
from domain.death_of_the_vele.events import framework as say
from domain.death_of_the_vele.state import Bidding, Vele
from domain.death_of_the_vele.tables import HIGHEST_BID, STIPEND
from domain.death_of_the_vele.terms import ActStatus, StoryStatus, XpReason
from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.people import Asker

from .awards import Awards
from .cases import answers, rolls_for


def of_act(state: Vele) -> bool:
    """Whether the bidding now is the act's, not the story's."""
    return state.act is not None and state.act.status is not ActStatus.ENDED


def open_bidding(state: Vele) -> Bidding:
    """The bidding under way: the story's while it is framed, the act's while it is set up."""
    if state.act is not None and of_act(state):
        if state.act.status is ActStatus.SETUP and not state.act.bidding.revealed:
            return state.act.bidding
    elif state.story.status is StoryStatus.SETUP and not state.story.priority.revealed:
        return state.story.priority
    raise CommandRefused("no_bidding")


def stipend_due(state: Vele) -> bool:
    """Whether this bidding begins with 6 XP for everybody (VE-A5)."""
    return not of_act(state) or state.house_rules.bid_stipend_acts


@answers(ask.GrantBidStipend)
def grant_bid_stipend(state: Vele, command: ask.GrantBidStipend, asker: Asker) -> Events:
    """VE-08: 6 XP each."""
    bidding = open_bidding(state)
    need(stipend_due(state), "no_stipend")
    need(not bidding.stipends, "stipend_granted", amount=STIPEND)
    awards = Awards(state)
    for player in state.story.players:
        awards.give(player, STIPEND, XpReason.BID_STIPEND)
    return awards.events


@answers(ask.PlaceBid)
def place_bid(state: Vele, command: ask.PlaceBid, asker: Asker) -> Events:
    """VE-08: one sealed bid, on the faces of a d6."""
    bidding = open_bidding(state)
    if stipend_due(state) and not bidding.stipends:
        raise CommandRefused("stipend_first", amount=STIPEND)
    low = state.house_rules.bid_min
    need(
        low <= command.amount <= HIGHEST_BID, "bid_out_of_bounds", amount=command.amount, low=low, high=HIGHEST_BID
    )
    need(asker.person not in bidding.bids, "bid_twice", player=asker.person)
    balance = state.story.players[asker.person].xp_balance
    need(command.amount <= balance, "too_little_xp", have=balance, need=command.amount)
    return [say.BidPlaced(player=asker.person, amount=command.amount)]


@rolls_for(ask.RevealBids)
def reveal_bids(state: Vele, command: ask.RevealBids, asker: Asker, chance: Chance) -> Events:
    """VE-08, VE-32: higher first, ties by roll-off, everybody pays."""
    bidding = open_bidding(state)
    if missing := [player for player in state.story.players if player not in bidding.bids]:
        raise CommandRefused("bids_missing", players=missing)
    bids = {player: bidding.bids[player] for player in state.story.players}
    order, rolled = ranked(bids, chance)
    revealed = say.BidsRevealed(bids=bids, roll_offs=rolled, order=order)
    act = of_act(state)
    reason = XpReason.INITIATIVE_BID if act else XpReason.PRIORITY_BID
    awards = Awards(state)
    for player, amount in bids.items():
        awards.spend(player, amount, reason)
    settled = say.InitiativeOrderSet(order=order, bids=bids) if act else say.PriorityOrderSet(order=order)
    return [revealed, *awards.events, settled]


def ranked(bids: Mapping[str, int], chance: Chance) -> tuple[tuple[str, ...], tuple[tuple[say.RollOff, ...], ...]]:
    """Everybody in order of their bids, and the faces of every roll-off, round by round."""
    order: list[str] = []
    rounds: list[tuple[say.RollOff, ...]] = []
    for amount in sorted(set(bids.values()), reverse=True):
        order += rolled_off([player for player, bid in bids.items() if bid == amount], chance, rounds)
    return tuple(order), tuple(rounds)


def rolled_off(tied: list[str], chance: Chance, rounds: list[tuple[say.RollOff, ...]]) -> list[str]:
    """The tied in order of their d6s; those still equal roll again among themselves."""
    if len(tied) < 2:
        return tied
    faces = dict(zip(tied, chance.roll(*(6 for _ in tied)), strict=True))
    rounds.append(tuple(say.RollOff(player=player, face=face) for player, face in faces.items()))
    order: list[str] = []
    for face in sorted(set(faces.values()), reverse=True):
        order += rolled_off([player for player in tied if faces[player] == face], chance, rounds)
    return order
