"""Joining late (VE-32)."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.chapters.acts.acts import act_dice
from domain.death_of_the_vele.chapters.experience import ExperienceAwarded, ExperienceSpent
from domain.death_of_the_vele.chapters.founding.bidding import RollOff, rolled_off, tied_bids
from domain.death_of_the_vele.chapters.guards import act_in, story_running
from domain.death_of_the_vele.lookup import act_of
from domain.death_of_the_vele.phrases import progress, told
from domain.death_of_the_vele.printed import HIGHEST_BID, STIPEND
from domain.death_of_the_vele.seats import SETUP
from domain.death_of_the_vele.state.table import Player
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.play import ActStatus, XpReason
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import must, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker, Role
from domain.kernel.terms import Person, Points

chapter = Chapter[Vele](
    "Joining late",
    {
        "plays_already": "{player} plays in this story already.",
        "initiative_missing": "Bid for initiative first: a late joiner takes a place in that order.",
        "bids_seen": "Whoever has seen the numbers cannot bid any more.",
    },
)


class JoinLate(Command):
    """Join a story under way: bid without having seen the bids, and take one's place in the order.

    Needs:    somebody who does not play yet; an act with its order.
    Refused:  `plays_already`, `no_act`, `initiative_missing`, `bids_seen`, `bid_out_of_bounds`.
    Yields:   `PlayerJoinedLate`, `ExperienceAwarded`, `ExperienceSpent`, `ActDiceGranted` each.
    """

    type: Literal["death_of_the_vele.join_late"] = "death_of_the_vele.join_late"
    bid: int = Field(title="Bid", ge=-100, le=100, description="1 to 6.")
    seen: bool = Field(
        title="I have seen the others' numbers", default=False, description="The numbers of the others were shown."
    )


class PlayerJoinedLate(Event):
    """Somebody joined, and has a place in the order (VE-32). `roll_off`: d6s for a tie, round by round."""

    type: Literal["death_of_the_vele.player_joined_late.v1"] = "death_of_the_vele.player_joined_late.v1"
    player: Person
    bid: Points
    roll_off: tuple[tuple[RollOff, ...], ...] = ()
    place: int = Field(description="Their place in the order, from 1.")


@chapter.decides(JoinLate)
def join_late(state: Vele, command: JoinLate, asker: Asker, chance: Chance) -> Events:
    """VE-32: take a bid like everybody's and find its place in the order; equal bids roll off."""
    story_running(state)
    need(asker.person not in state.story.players, "plays_already", player=asker.person)
    act = act_in(state, ActStatus.SETUP, ActStatus.PLAYING)
    need(act.initiative_order, "initiative_missing")
    need(not command.seen, "bids_seen")
    low = state.house_rules.bid_min
    need(low <= command.bid <= HIGHEST_BID, "bid_out_of_bounds", amount=command.bid, low=low, high=HIGHEST_BID)
    bids = act.bidding.bids
    tied = [player for player in act.initiative_order if bids.get(player) == command.bid]
    rounds: list[tuple[RollOff, ...]] = []
    place = sum(1 for player in act.initiative_order if bids.get(player, 0) > command.bid)
    if tied:
        place += rolled_off([*tied, asker.person], chance, rounds).index(asker.person)
    return [
        PlayerJoinedLate(player=asker.person, bid=command.bid, roll_off=tuple(rounds), place=place + 1),
        *stipend_and_bid(state, asker.person, command.bid),
        *act_dice(state, asker.person, 0),
    ]


def stipend_and_bid(state: Vele, player: str, bid: int) -> list[Event]:
    """Events of a newcomer's stipend, and of the bid paid from it, in XP."""
    apart = not state.house_rules.stipend_counts_for_level
    given = ExperienceAwarded(player=player, amount=STIPEND, reason=XpReason.BID_STIPEND, apart=apart)
    if not bid:
        return [given]
    return [given, ExperienceSpent(player=player, amount=bid, reason=XpReason.INITIATIVE_BID)]


@chapter.applies(PlayerJoinedLate, renames=True)
def _(state: Vele, event: PlayerJoinedLate) -> None:
    must(event.player not in state.story.players, f"{event.player} plays already")
    state.story.players[event.player] = Player()
    act = act_of(state)
    act.initiative_order.insert(event.place - 1, event.player)
    act.bidding.bids[event.player] = event.bid


@chapter.tells(PlayerJoinedLate, "{player} joins, at place {place}")
def _(state: Vele, event: PlayerJoinedLate) -> Iterable[Fact]:
    yield from tied_bids(event.roll_off)
    yield told(f"joins with a bid of {event.bid}, place {event.place}", "order", event.player)
    yield progress(state, event.player)


def joining(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Offer of a place in the order, to somebody who has a seat and does not play yet."""
    act = state.act
    if asker.role is not Role.PLAYER or asker.person in state.story.players or act is None:
        return
    if act.status in (ActStatus.SETUP, ActStatus.PLAYING) and act.initiative_order:
        yield Offer(
            command=JoinLate,
            label="Join the story",
            known={"seen": False},
            choices={"bid": late_bids(state)},
            group=SETUP,
        )


def late_bids(state: Vele) -> tuple[Choice, ...]:
    """Bids open to a player who joins late, in XP."""
    return tuple(Choice(n, f"{n} XP") for n in range(state.house_rules.bid_min, HIGHEST_BID + 1))
