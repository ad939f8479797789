"""Steps that both preparations share: bids, PCs, the start of an act, and whose they are."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from domain.death_of_the_vele.chapters.founding.bidding import RevealBids
from domain.death_of_the_vele.chapters.founding.player_characters import BringFromEarlier
from domain.death_of_the_vele.forms.characters import PC
from domain.death_of_the_vele.forms.framework import (
    BID,
    INITIATIVE,
    START,
)
from domain.death_of_the_vele.seats import FRAMEWORK
from domain.death_of_the_vele.state.table import Bidding
from domain.death_of_the_vele.state.vele import Vele
from domain.kernel.campaign.state import Campaign
from domain.kernel.offers import Offer
from domain.kernel.preparation.players import PLAYERS
from domain.kernel.preparation.steps import Step
from domain.kernel.terms import PersonId

BIDS, PCS = "Bids", "Player characters"


@dataclass(frozen=True, slots=True)
class Table:
    """The story, and the people who prepare it."""

    state: Vele
    campaign: Campaign

    @property
    def everybody(self) -> frozenset[PersonId]:
        """All who play in the story: a step of theirs is taken by any of them."""
        return frozenset(PersonId(player) for player in self.players)

    @property
    def players(self) -> list[str]:
        """The players in the story; before it has begun, those who are seated."""
        return list(self.state.story.players) or [str(it) for it in self.campaign.players]

    def pc_of(self, player: str) -> str | None:
        """The main component of a player's PC."""
        known = self.state.story.players.get(player)
        return known.pc if known is not None else None

    def seat(self, player: str) -> str:
        """A player's number at the table; whoever keeps the journal has 0."""
        seated = [str(it) for it in self.campaign.players]
        return str(seated.index(player) + 1) if player in seated else "0"

    def one(self, base: str, player: str, label: str) -> Step:
        """A step of one player's, to be completed."""
        return Step(
            key=f"{base}:{player}", label=label, whose=frozenset({PersonId(player)}), subject=self.seat(player)
        )

    def bids(self, key: str, under: str, bidding: Bidding, order: list[str]) -> Iterator[Step]:
        """A sealed bid each, then all of them shown."""
        keys = []
        for player in self.players:
            done = bool(order) or player in bidding.bids
            step = replace(
                self.one(key, player, "A sealed bid"),
                under=under,
                have=int(done),
                need=1,
                after=("story",),
                missing=() if done else (f"the bid of {self.named(player)}",),
                form=None if done else BID if key == "bids" else INITIATIVE,
            )
            keys.append(step.key)
            yield step
        yield Step(
            key=f"{key}_shown",
            label="The bids are shown",
            why="Highest first; ties roll off with d6s.",
            under=under,
            whose=self.everybody,
            have=int(bool(order)),
            need=1,
            after=tuple(keys) or (PLAYERS,),
            missing=() if order else ("the order of the players",),
            asks=() if order else (Offer(command=RevealBids, label="Show the bids", group=under, forced=True),),
        )

    def pcs(self, players: Iterable[str], after: tuple[str, ...]) -> Iterator[Step]:
        """A PC for everybody."""
        for player in players:
            slug = self.pc_of(player)
            earlier = Offer(command=BringFromEarlier, label="Bring a PC from an earlier campaign", group=FRAMEWORK)
            yield replace(
                self.one("pc", player, "A player character" if slug is None else self.state.components[slug].name),
                under=PCS,
                have=int(slug is not None),
                need=1,
                after=after,
                missing=() if slug is not None else (f"a PC for {self.named(player)}",),
                form=PC if slug is None else None,
                asks=(earlier,) if slug is None else (),
            )

    def start(self, number: int, after: tuple[str, ...]) -> Step:
        """The act that comes next is set up."""
        return Step(
            key="start" if number == 1 else f"start_{number}",
            label="The first act" if number == 1 else "The next act",
            why="Everybody takes the dice of a new act.",
            whose=self.everybody,
            need=1,
            after=after,
            missing=("the start of the act",),
            form=START,
        )

    def named(self, player: str) -> str:
        """A player by name."""
        seat = self.campaign.people.get(player)
        return seat.name if seat is not None else self.campaign.formerly.get(player, "somebody who left")
