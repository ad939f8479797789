"""What a won contest offers its winner, and its losers."""

from collections.abc import Iterable

from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible.house_rules import GmRefuses
from domain.vicious_crucible.lookup import npcs_in_hand, usable_elements
from domain.vicious_crucible.names import names
from domain.vicious_crucible.state import Contest, Crucible
from domain.vicious_crucible.tables import PRICE_OF_REFUSING
from domain.vicious_crucible.terms import GM, Answer, WinnersChoice

from .seats import Seat, seat_of, side_name

_GROUP = "Contest: outcome"


def outcomes(state: Crucible, contest: Contest, asker: Asker) -> Iterable[Offer]:
    """One thing for each loser, the answers to bribes, and the close."""
    losers = [slug for slug in contest.sides if slug != contest.winner]
    winner = seat_of(state, contest.winner or "", asker)
    barred = state.house_rules.purpose_replaces_outcome and contest.purpose_met
    waiting, still_open = False, False
    for loser in losers:
        side = contest.sides[loser]
        if side.outcome is WinnersChoice.NONE and not barred:
            still_open = True
            if winner:
                yield from choosing(state, contest, winner, loser)
        if side.outcome is WinnersChoice.CONVINCE and side.answer is Answer.NONE:
            waiting = True
            if seat := seat_of(state, loser, asker):
                yield from answering(state, contest, seat)
    if winner and not waiting:
        label = "Close the contest" if not still_open else "Close the contest, choosing nothing more"
        done = not still_open and contest.rulesheet is None
        yield winner.offer(ask.CloseContest, label, group=_GROUP, forced=done)
    for slug in contest.sides:
        if seat := seat_of(state, slug, asker):
            yield from module_dice(state, contest, seat)


def module_dice(state: Crucible, contest: Contest, seat: Seat) -> Iterable[Offer]:
    """Dice of the rulesheet that is invoked, as long as the contest lasts."""
    if contest.rulesheet is not None:
        known = {"side": seat.side, "rulesheet": contest.rulesheet}
        label = f"{side_name(state, seat.side)} rolls for {contest.rulesheet}"
        yield seat.offer(ask.RollModuleDice, label, known, group="Contest: rulesheet")


def choosing(state: Crucible, contest: Contest, winner: Seat, loser: str) -> Iterable[Offer]:
    """Convince, prepare, or deny one tool."""
    name = side_name(state, loser)
    convince = {"loser": loser, "outcome": WinnersChoice.CONVINCE.value, "tool": None}
    yield winner.offer(ask.ChooseOutcome, f"Convince {name}", convince, group=_GROUP)
    if winner.side != GM:
        prepare = {"loser": loser, "outcome": WinnersChoice.PREPARE.value, "tool": None}
        yield winner.offer(ask.ChooseOutcome, f"Prepare, having beaten {name}", prepare, group=_GROUP)
    owners = npcs_in_hand(state, contest.sides[loser]) if loser == GM else [loser]
    for owner in owners:
        it = state.characters[owner]
        tools = tuple(Choice(slug, tool.name) for slug, tool in it.tools.items() if tool.available)
        if tools:
            yield winner.offer(
                ask.ChooseOutcome,
                f"Deny {it.name} a tool",
                {"loser": loser, "outcome": WinnersChoice.DENY.value, "owner": owner},
                {"tool": tools},
                group=_GROUP,
            )


def answering(state: Crucible, contest: Contest, seat: Seat) -> Iterable[Offer]:
    """Take the bribe, or stand firm by an element where one can."""
    name = side_name(state, seat.side)
    if seat.side == GM:
        free = state.house_rules.gm_refuses_convince is GmRefuses.FREE
        hand = contest.sides[GM].hand
        called = names(state)
        named = {die.element: Choice(die.element, called.get(die.element, die.element)) for die in hand}
        reasons = tuple(named.values()) if free else ()
    else:
        it = state.characters[seat.side]
        able = (it.heat or 0) >= PRICE_OF_REFUSING
        reasons = tuple(Choice(slug, it.elements[slug].name) for slug in usable_elements(it)) if able else ()
    yield seat.offer(
        ask.AnswerConvince,
        f"{name} plays along",
        {"loser": seat.side, "accept": True},
        group="Contest: answer",
        forced=not reasons,
    )
    if reasons:
        yield seat.offer(
            ask.AnswerConvince,
            f"{name} stands firm",
            {"loser": seat.side, "accept": False},
            {"element": reasons},
            group="Contest: answer",
        )
