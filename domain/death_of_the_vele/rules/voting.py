"""Counting votes, and taking back what was voted down."""

from domain.death_of_the_vele.events import story as say
from domain.death_of_the_vele.house_rules import VoteBase
from domain.death_of_the_vele.state import Deed, Question, Vele
from domain.kernel.decisions import found, need
from domain.kernel.dice import Dice as Chance
from domain.kernel.messages import Event


def voters(state: Vele) -> int:
    """How many people a majority is counted of."""
    players = state.story.players.values()
    if state.house_rules.vote_base is VoteBase.ALL:
        return len(players)
    return sum(1 for it in players if it.present)


def settle(state: Vele, votes: int, chance: Chance) -> tuple[bool, tuple[int, ...]]:
    """Whether so many votes carry, and the d6s of both camps where it was exactly half (VE-A39).

    The camp of the votes rolls first; equal faces are rolled again.
    """
    base = voters(state)
    if 2 * votes != base:
        return 2 * votes > base, ()
    rolled: list[int] = []
    while not rolled or rolled[-1] == rolled[-2]:
        rolled += chance.roll(6, 6)
    return rolled[-2] > rolled[-1], tuple(rolled)


def cast(question: Question, *, supports: bool) -> int:
    """How many votes there are for it, or against."""
    return sum(1 for vote in question.votes.values() if vote is supports)


def standing_deed(state: Vele, slug: str, asker: str) -> Deed:
    """Something another player did that can still be taken back."""
    deed = found(state.deeds.get(slug), "deed_unknown", deed=slug)
    need(deed.player != asker, "own_deed", deed=slug)
    need(not deed.withdrawn, "deed_withdrawn", deed=slug)
    need(not deed.rested, "roll_rests_on_it", deed=slug)
    return deed


def withdrawal(slug: str, deed: Deed) -> list[Event]:
    """The deed taken back, and the dice it had moved brought home."""
    back = [
        say.DiceMovedBack(target_event=slug, giver=it.taker, taker=it.giver, dice=it.dice)
        for it in reversed(deed.paid)
    ]
    return [say.EventWithdrawn(target_event=slug), *back]
