"""Bids for priority and initiative (VE-08, VE-32)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.death_of_the_vele.chapters.experience import Awards, bidding_of
from domain.death_of_the_vele.chapters.guards import in_story
from domain.death_of_the_vele.lookup import act_of
from domain.death_of_the_vele.phrases import STORY, told
from domain.death_of_the_vele.printed import HIGHEST_BID, STIPEND
from domain.death_of_the_vele.seats import one_seat, seats
from domain.death_of_the_vele.state.table import Bidding
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.play import ActStatus, StoryStatus, XpReason
from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events, always
from domain.kernel.decisions import CommandRefused, allowed, must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker, Audience, only
from domain.kernel.terms import Person, Points

chapter = Chapter[Vele](
    "Bids for priority and initiative",
    {
        "no_bidding": "No bidding is open now.",
        "stipend_granted": "Everybody took their {amount} XP for this bidding already.",
        "no_stipend": "By the rules of this house, acts begin without XP for the bidding.",
        "stipend_first": "Everybody takes {amount} XP first.",
        "bid_out_of_bounds": "A bid is one d6, {low} to {high}; {amount} is none.",
        "bid_twice": "{player} has bid already, and nobody bids twice.",
        "too_little_xp": "You have {have} XP to spend, and this takes {need}.",
        "bids_missing": "Still to bid: {players}. The bids are shown together.",
    },
)


def bidding_is_of_act(state: Vele) -> bool:
    """True if the bidding now is the act's, not the story's."""
    return state.act is not None and state.act.status is not ActStatus.ENDED


def open_bidding(state: Vele) -> Bidding:
    """The bidding under way: the story's while it is framed, the act's while it is set up."""
    if state.act is not None and bidding_is_of_act(state):
        if state.act.status is ActStatus.SETUP and not state.act.bidding.revealed:
            return state.act.bidding
    elif state.story.status is StoryStatus.SETUP and not state.story.priority.revealed:
        return state.story.priority
    raise CommandRefused("no_bidding")


def stipend_due(state: Vele) -> bool:
    """True if this bidding begins with 6 XP for everybody (VE-A5)."""
    return not bidding_is_of_act(state) or state.house_rules.bid_stipend_acts


class GrantBidStipend(Command):
    """Give everybody 6 XP before a bidding.

    Needs:    an open bidding: of the story, or of the act being set up.
    Refused:  `no_bidding`, `stipend_granted`, `no_stipend`, `no_story`.
    Yields:   `ExperienceAwarded` each, with `LevelDieGained` and `LevelGained` as they come.
    """

    type: Literal["death_of_the_vele.grant_bid_stipend"] = "death_of_the_vele.grant_bid_stipend"


@chapter.decides(GrantBidStipend)
def grant_bid_stipend(state: Vele, command: GrantBidStipend, asker: Asker, chance: Chance) -> Events:
    """VE-08: award everybody 6 XP before a bidding."""
    in_story(state, asker)
    bidding = open_bidding(state)
    need(stipend_due(state), "no_stipend")
    need(not bidding.stipends, "stipend_granted", amount=STIPEND)
    awards = Awards(state)
    for player in state.story.players:
        awards.give(player, STIPEND, XpReason.BID_STIPEND)
    return awards.events


class PlaceBid(Command):
    """Bid XP for a place in the order: unseen by the others until all have.

    Needs:    the stipend given; a bid on the faces of a d6, and the XP to pay it.
    Refused:  `no_bidding`, `stipend_first`, `bid_out_of_bounds`, `bid_twice`, `too_little_xp`,
              `not_a_player`.
    Yields:   `BidPlaced`.
    """

    type: Literal["death_of_the_vele.place_bid"] = "death_of_the_vele.place_bid"
    amount: int = Field(title="Bid", ge=-100, le=100, description="1 to 6.")


class BidPlaced(Event):
    """A player bid XP. Sealed: nobody else may know until all bids are shown (VE-08)."""

    type: Literal["death_of_the_vele.bid_placed.v1"] = "death_of_the_vele.bid_placed.v1"
    player: Person
    amount: Points


@chapter.decides(PlaceBid)
def place_bid(state: Vele, command: PlaceBid, asker: Asker, chance: Chance) -> Events:
    """VE-08: take one sealed bid, on the faces of a d6."""
    in_story(state, asker)
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
    return [BidPlaced(player=asker.person, amount=command.amount)]


@chapter.applies(BidPlaced)
def _(state: Vele, event: BidPlaced) -> None:
    bids = bidding_of(state).bids
    must(event.player not in bids, f"{event.player} has bid already")
    bids[event.player] = event.amount


def the_bidder(state: Vele, event: BidPlaced) -> Audience:
    """Audience of a bid: its bidder alone, until all are revealed."""
    return only(event.player)


@chapter.tells(BidPlaced, "{player} places a sealed bid", to=the_bidder)
def _(state: Vele, event: BidPlaced) -> Iterable[Fact]:
    yield told(f"bids {event.amount} XP", "bid", event.player, audience=only(event.player))


class RevealBids(Command):
    """Show all bids together. Ties roll off with d6s; everybody pays what they bid.

    Needs:    a bid of everybody.
    Refused:  `no_bidding`, `bids_missing`.
    Yields:   `BidsRevealed`, `ExperienceSpent` each, `PriorityOrderSet` or `InitiativeOrderSet`.
    """

    type: Literal["death_of_the_vele.reveal_bids"] = "death_of_the_vele.reveal_bids"


class RollOff(BaseModel):
    """One d6 of a player whose bid was tied."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    player: Person
    face: int


class BidsRevealed(Event):
    """All bids lie open. `roll_offs` holds the d6s of those who were tied, round by round."""

    type: Literal["death_of_the_vele.bids_revealed.v1"] = "death_of_the_vele.bids_revealed.v1"
    bids: dict[Person, Points]
    roll_offs: tuple[tuple[RollOff, ...], ...] = ()
    order: tuple[Person, ...]


class InitiativeOrderSet(Event):
    """The order of the players in this act (VE-32)."""

    type: Literal["death_of_the_vele.initiative_order_set.v1"] = "death_of_the_vele.initiative_order_set.v1"
    order: tuple[Person, ...]
    bids: dict[Person, Points]


class PriorityOrderSet(Event):
    """The order of the players in framing the story."""

    type: Literal["death_of_the_vele.priority_order_set.v1"] = "death_of_the_vele.priority_order_set.v1"
    order: tuple[Person, ...]


@chapter.decides(RevealBids, opens=always)
def reveal_bids(state: Vele, command: RevealBids, asker: Asker, chance: Chance) -> Events:
    """VE-08, VE-32: show all bids: higher first, ties by roll-off, and everybody pays."""
    in_story(state, asker)
    bidding = open_bidding(state)
    if missing := [player for player in state.story.players if player not in bidding.bids]:
        raise CommandRefused("bids_missing", players=missing)
    bids = {player: bidding.bids[player] for player in state.story.players}
    order, rolled = ranked(bids, chance)
    revealed = BidsRevealed(bids=bids, roll_offs=rolled, order=order)
    act = bidding_is_of_act(state)
    reason = XpReason.INITIATIVE_BID if act else XpReason.PRIORITY_BID
    awards = Awards(state)
    for player, amount in bids.items():
        awards.spend(player, amount, reason)
    settled = InitiativeOrderSet(order=order, bids=bids) if act else PriorityOrderSet(order=order)
    return [revealed, *awards.events, settled]


def ranked(bids: Mapping[str, int], chance: Chance) -> tuple[tuple[str, ...], tuple[tuple[RollOff, ...], ...]]:
    """Players in order of their bids, and the faces of every roll-off, round by round."""
    order: list[str] = []
    rounds: list[tuple[RollOff, ...]] = []
    for amount in sorted(set(bids.values()), reverse=True):
        order += rolled_off([player for player, bid in bids.items() if bid == amount], chance, rounds)
    return tuple(order), tuple(rounds)


def rolled_off(tied: list[str], chance: Chance, rounds: list[tuple[RollOff, ...]]) -> list[str]:
    """Tied players in order of their d6s; those still equal roll again among themselves."""
    if len(tied) < 2:
        return tied
    faces = dict(zip(tied, chance.roll(*(6 for _ in tied)), strict=True))
    rounds.append(tuple(RollOff(player=player, face=face) for player, face in faces.items()))
    order: list[str] = []
    for face in sorted(set(faces.values()), reverse=True):
        order += rolled_off([player for player in tied if faces[player] == face], chance, rounds)
    return order


@chapter.applies(BidsRevealed)
def _(state: Vele, event: BidsRevealed) -> None:
    bidding = bidding_of(state)
    must(not bidding.revealed, "the bids lie open already")
    bidding.revealed = True


@chapter.applies(InitiativeOrderSet)
def _(state: Vele, event: InitiativeOrderSet) -> None:
    act_of(state).initiative_order = list(event.order)


@chapter.applies(PriorityOrderSet)
def _(state: Vele, event: PriorityOrderSet) -> None:
    state.story.priority_order = list(event.order)


def tied_bids(rounds: Iterable[Iterable[RollOff]]) -> Iterable[Fact]:
    """Facts of the d6s that told tied bids apart."""
    for faces in rounds:
        dice = tuple(facts.Die(f"d6-{n}", 6, it.face, it.player) for n, it in enumerate(faces, start=1))
        yield facts.DiceRolled(roller=STORY, purpose="tied bids", dice=dice)


@chapter.tells(BidsRevealed, "The bids are shown: {bids}")
def _(state: Vele, event: BidsRevealed) -> Iterable[Fact]:
    yield from tied_bids(event.roll_offs)
    for player in event.order:
        yield told(f"had bid {event.bids[player]} XP", "bid", player)


@chapter.tells(InitiativeOrderSet, "Order of initiative: {order}")
def _(state: Vele, event: InitiativeOrderSet) -> Iterable[Fact]:
    yield told("initiative", "order", *event.order)


@chapter.tells(PriorityOrderSet, "Order of priority: {order}")
def _(state: Vele, event: PriorityOrderSet) -> Iterable[Fact]:
    yield told("priority", "order", *event.order)


def bidding(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offers of the stipend, of a bid for everybody, and of the reveal."""
    anybody = one_seat(state, asker)
    if anybody is None or not allowed(open_bidding, state):
        return
    it = open_bidding(state)
    if stipend_due(state) and not it.stipends:
        yield anybody.offer(GrantBidStipend, f"Everybody takes {STIPEND} XP", group="Bidding", forced=True)
        return
    for seat in seats(state, asker):
        if seat.player not in it.bids:
            most = min(HIGHEST_BID, state.story.players[seat.player].xp_balance)
            amounts = tuple(Choice(n, f"{n} XP") for n in range(state.house_rules.bid_min, most + 1))
            yield seat.offer(PlaceBid, f"{seat.who} bids", {}, {"amount": amounts}, group="Bidding")
    if len(it.bids) == len(state.story.players):
        ties = [amount for amount in it.bids.values() if Counter(it.bids.values())[amount] > 1]
        yield anybody.offer(RevealBids, "Show the bids", group="Bidding", forced=True, dice=tuple(6 for _ in ties))
