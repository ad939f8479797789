"""Framing the story, and biddings, on offer."""

from collections import Counter
from collections.abc import Iterable

from domain.death_of_the_vele.commands import framework as ask
from domain.death_of_the_vele.rules.bidding import open_bidding, stipend_due
from domain.death_of_the_vele.state import Vele
from domain.death_of_the_vele.tables import HIGHEST_BID, STIPEND
from domain.death_of_the_vele.terms import MatrixColumn
from domain.kernel.decisions import allowed
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker

from .seats import one_seat, seats

FRAMEWORK = "The framework"


def bidding(state: Vele, asker: Asker) -> Iterable[Offer]:
    """The stipend, everybody's bid, the reveal."""
    anybody = one_seat(state, asker)
    if anybody is None or not allowed(open_bidding, state):
        return
    it = open_bidding(state)
    if stipend_due(state) and not it.stipends:
        yield anybody.offer(ask.GrantBidStipend, f"Everybody takes {STIPEND} XP", group="Bidding", forced=True)
        return
    for seat in seats(state, asker):
        if seat.player not in it.bids:
            most = min(HIGHEST_BID, state.story.players[seat.player].xp_balance)
            amounts = tuple(Choice(n, f"{n} XP") for n in range(state.house_rules.bid_min, most + 1))
            yield seat.offer(ask.PlaceBid, f"{seat.who} bids", {}, {"amount": amounts}, group="Bidding")
    if len(it.bids) == len(state.story.players):
        ties = [amount for amount in it.bids.values() if Counter(it.bids.values())[amount] > 1]
        yield anybody.offer(
            ask.RevealBids, "Show the bids", group="Bidding", forced=True, dice=tuple(6 for _ in ties)
        )


def framing(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Objective, matrix, order, openers, player characters."""
    story, anybody = state.story, one_seat(state, asker)
    if anybody is None or story.framework_finished:
        return
    if story.priority_order and story.objective is None:
        yield anybody.offer(ask.SetStoryObjective, "Write the story's objective", group=FRAMEWORK)
    if story.priority_order and not story.matrix_complete:
        yield from matrix(state, asker)
    if story.matrix_complete and not story.acts_ordered:
        order = tuple(range(1, len(story.act_matrix) + 1))
        yield anybody.offer(ask.OrderActs, "Put the acts in order", {"order": order}, group=FRAMEWORK)
    if story.acts_ordered:
        yield from opening(state, asker)
    if story.acts_ordered and all(row.opener for row in story.act_matrix):
        yield anybody.offer(ask.FinishFramework, "The story is framed", group=FRAMEWORK, forced=True)


def matrix(state: Vele, asker: Asker) -> Iterable[Offer]:
    """The empty cells of the matrix, and its end."""
    story = state.story
    rows = len(story.act_matrix) + (1 if len(story.act_matrix) < len(story.players) else 0)
    for seat in seats(state, asker):
        for row in range(1, rows + 1):
            there = story.act_matrix[row - 1] if row <= len(story.act_matrix) else None
            empty = tuple(
                Choice(it.value, it.value.replace("_", " "))
                for it in MatrixColumn
                if there is None or not getattr(there, it.value)
            )
            if empty:
                yield seat.offer(
                    ask.FillActMatrixCell, f"{seat.who} fills a cell of act {row}", {"row": row},
                    {"column": empty}, group=FRAMEWORK,
                )  # fmt: skip
    full = all(getattr(row, it.value) for row in story.act_matrix for it in MatrixColumn)
    anybody = one_seat(state, asker)
    if full and story.act_matrix and anybody is not None:
        yield anybody.offer(
            ask.CompleteActMatrix, "The act matrix is complete",
            {"override": len(story.act_matrix) < len(story.players)}, group=FRAMEWORK,
        )  # fmt: skip


def opening(state: Vele, asker: Asker) -> Iterable[Offer]:
    """Acts still without somebody to open them."""
    rows = state.story.act_matrix
    openers = [row.opener for row in rows]
    waiting = [player for player in state.story.players if player not in openers]
    free = tuple(Choice(n, row.name) for n, row in enumerate(rows, start=1) if row.opener is None)
    for seat in seats(state, asker):
        if free and (seat.player in waiting or not waiting):
            yield seat.offer(
                ask.ChooseStartingNarrator, f"{seat.who} takes an act to open", {}, {"act": free},
                group=FRAMEWORK,
            )  # fmt: skip


def bringing(state: Vele, asker: Asker) -> Iterable[Offer]:
    """PCs not brought yet."""
    for seat in seats(state, asker):
        if state.story.players[seat.player].pc is None:
            yield seat.offer(ask.BringPlayerCharacter, f"{seat.who} brings a PC", group="Characters")
            yield seat.offer(
                ask.BringFromEarlier, f"{seat.who} brings a PC from an earlier campaign", group="Characters"
            )
