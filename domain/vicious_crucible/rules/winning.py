"""Who wins and what winning does: passes, ties, outcomes, answers, the close (VC-25 to VC-34)."""

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible import events as say
from domain.vicious_crucible.house_rules import GmRefuses
from domain.vicious_crucible.lookup import (
    acts_for,
    kept_part,
    npcs_in_hand,
    shown,
    tie_to_reroll,
    top_sides,
)
from domain.vicious_crucible.state import Contest, Crucible, Side
from domain.vicious_crucible.tables import BRIBE, PREPARED_HEAT, PRICE_OF_REFUSING
from domain.vicious_crucible.terms import GM, SUPPLY, Answer, HeatReason, Purpose, WinnersChoice

from .common import (
    asks_for,
    not_denied,
    own_side,
    unsettled_contest,
    usable,
    won_contest,
)
from .rolling import delayed_heat
from .sparks import dice_on_the_table


def pass_sparks(state: Crucible, command: ask.PassSparks, asker: Asker, dice: Dice) -> Events:
    """VC-25: when every side has passed in a row, the highest presented die wins."""
    contest = dice_on_the_table(state, command.side)
    side = own_side(state, contest, command.side, asker)
    need(side.presented_die is not None, "present_first", side=command.side)
    need(not side.passed, "already_passed", side=command.side)
    passed = say.SparksPassed(side=command.side)
    others = (other for slug, other in contest.sides.items() if slug != command.side)
    if not all(other.passed for other in others):
        return [passed]
    top = top_sides(contest)
    return [passed] if len(top) > 1 else [passed, *won(state, contest, top[0])]


def won(state: Crucible, contest: Contest, winner: str) -> list[Event]:
    """VC-25, VC-31, VC-33: the win, and what the contest was declared for if its opener won."""
    events: list[Event] = [
        say.ContestWon(
            winner=winner,
            losers=tuple(slug for slug in contest.sides if slug != winner),
            presented={slug: shown(side) for slug, side in contest.sides.items()},
        )
    ]
    target = contest.purpose_target
    if winner != contest.initiator or target is None:
        return events
    opener = CharacterId(winner)
    if contest.purpose is Purpose.RECOVER_TOOL:
        tool = state.characters[winner].tools.get(target)
        if tool and not tool.available:
            events.append(say.ToolRecovered(character=opener, tool=target, contest=contest.id))
    elif contest.purpose is Purpose.SOFTEN and state.scene:
        place = state.scene.location
        events.append(say.HardPlaceSoftened(location=place, element=target, by=opener, contest=contest.id))
    return events


def reroll_tie(state: Crucible, command: ask.RerollTie, asker: Asker, dice: Dice) -> Events:
    """VC-26: each side tied for highest rerolls the die it presented, and presents that one again."""
    contest = unsettled_contest(state)
    side = own_side(state, contest, command.side, asker)
    tied = tie_to_reroll(contest)
    if not tied:
        waiting = [slug for slug, other in contest.sides.items() if not other.passed]
        raise CommandRefused("sides_still_to_pass", sides=waiting)
    need(command.side in tied, "not_tied", side=command.side, sides=tied)
    die = next(die for die in side.hand if die.die_id == side.presented_die)
    need(command.die_id in (None, die.die_id), "tie_die_fixed", faces=die.faces, element=die.element)
    (new,) = dice.roll(die.faces)
    return [
        say.TieRerolled.model_validate(
            {
                "side": command.side,
                "die_id": die.die_id,
                "faces": die.faces,
                "old": die.value,
                "new": new,
                "remaining": [slug for slug in tied if slug != command.side],
            }
        )
    ]


def winners_own(state: Crucible, contest: Contest, asker: Asker) -> str:
    """The winner, asked for by whoever rolled for it."""
    winner = contest.winner or ""
    need(acts_for(state, winner, asker), "not_the_winner", winner=winner)
    return winner


def choose_outcome(state: Crucible, command: ask.ChooseOutcome, asker: Asker, dice: Dice) -> Events:
    """VC-27, VC-29, VC-30: one thing for each loser."""
    contest = won_contest(state)
    winner = winners_own(state, contest, asker)
    if command.loser == winner or command.loser not in contest.sides:
        raise CommandRefused("not_a_loser", side=command.loser)
    if state.house_rules.purpose_replaces_outcome and contest.purpose_met:
        raise CommandRefused("purpose_was_the_outcome", purpose=contest.purpose)
    loser = contest.sides[command.loser]
    need(loser.outcome is WinnersChoice.NONE, "outcome_chosen", loser=command.loser, outcome=loser.outcome)
    follows: list[Event] = []
    match command.outcome:
        case WinnersChoice.NONE:
            raise CommandRefused("outcome_missing")
        case WinnersChoice.PREPARE:
            need(winner != GM, "gm_holds_no_heat")
            follows.append(
                say.HeatGained(
                    character=CharacterId(winner),
                    amount=PREPARED_HEAT,
                    reason=HeatReason.PREPARE,
                    earmarked=state.house_rules.prepare_earmarked,
                )
            )
        case WinnersChoice.DENY:
            follows.append(deny(state, contest, command, loser))
    tool = command.tool if command.outcome is WinnersChoice.DENY else None
    chosen = say.OutcomeChosen(winner=winner, loser=command.loser, outcome=command.outcome, tool=tool)
    return [chosen, *follows]


def deny(state: Crucible, contest: Contest, command: ask.ChooseOutcome, loser: Side) -> say.ToolDenied:
    """VC-30: one available tool of the loser; of the GM, one of an NPC whose element was rolled."""
    slug = found(command.tool, "tool_to_deny_missing")
    owners = npcs_in_hand(state, loser) if command.loser == GM else [command.loser]
    if command.loser == GM and command.owner is not None:
        need(command.owner in owners, "npc_not_in_hand", character=command.owner)
    having = [it for it in owners if slug in state.characters[it].tools and command.owner in (None, it)]
    if not having and command.loser == GM:
        raise CommandRefused("npc_tool_missing", tool=slug)
    need(having, "tool_missing", character=command.loser, tool=slug)
    owner = next((it for it in having if state.characters[it].tools[slug].available), having[0])
    not_denied(slug, state.characters[owner].tools[slug])
    return say.ToolDenied(character=CharacterId(owner), tool=slug, contest=contest.id)


def answer_convince(state: Crucible, command: ask.AnswerConvince, asker: Asker, dice: Dice) -> Events:
    """VC-28: take the bribe, or pay to stand firm."""
    contest = won_contest(state)
    winner = contest.winner or ""
    loser = contest.sides.get(command.loser)
    if loser is None or command.loser == winner:
        raise CommandRefused("not_a_loser", side=command.loser)
    asks_for(state, command.loser, asker)
    need(loser.outcome is WinnersChoice.CONVINCE, "not_convinced", side=command.loser)
    need(loser.answer is Answer.NONE, "answered_already", side=command.loser)
    if not command.accept:
        return stand_firm(state, contest, command)
    accepted = say.ConvinceAccepted(loser=command.loser, winner=winner)
    if command.loser == GM:
        return [accepted]
    bribe = say.HeatGained(character=CharacterId(command.loser), amount=BRIBE, reason=HeatReason.CONVINCE_BRIBE)
    return [accepted, bribe]


def stand_firm(state: Crucible, contest: Contest, command: ask.AnswerConvince) -> Events:
    """VC-28: by one usable element, for 1 Heat; the GM not at all, or for nothing by house rule."""
    loser, winner = command.loser, contest.winner or ""
    if loser == GM and state.house_rules.gm_refuses_convince is GmRefuses.NEVER:
        raise CommandRefused("gm_cannot_refuse")
    if loser != GM and (state.characters[loser].heat or 0) < PRICE_OF_REFUSING:
        raise CommandRefused("heat_to_refuse", character=loser, have=0, need=PRICE_OF_REFUSING)
    element = found(command.element, "element_missing")
    owner = gm_reason(contest, command) if loser == GM else pc_reason(state, command)
    need(command.description.strip(), "description_missing", element=element)
    firm = say.ConvinceRefused(
        loser=loser, winner=winner, owner=owner, element=element, description=command.description
    )
    if loser == GM:
        return [firm]
    price = say.HeatTransferred(
        giver=CharacterId(loser),
        taker=SUPPLY if winner == GM else winner,
        amount=PRICE_OF_REFUSING,
        reason=HeatReason.CONVINCE_REFUSED,
        earmarked=kept_part(state, loser, PRICE_OF_REFUSING),
    )
    return [firm, price]


def pc_reason(state: Crucible, command: ask.AnswerConvince) -> str:
    """One's own usable element."""
    slug = command.element or ""
    need(command.owner in (None, command.loser), "element_not_yours", element=slug, character=command.loser)
    elements = state.characters[command.loser].elements
    element = found(elements.get(slug), "element_unknown", element=slug, character=command.loser)
    usable(slug, element)
    return command.loser


def gm_reason(contest: Contest, command: ask.AnswerConvince) -> str:
    """An element that the GM rolled in this contest."""
    for die in contest.sides[GM].hand:
        if die.element == command.element and command.owner in (None, die.owner):
            return die.owner
    raise CommandRefused("element_unknown", element=command.element, character=GM)


def close_contest(state: Crucible, command: ask.CloseContest, asker: Asker, dice: Dice) -> Events:
    """VC-34: when every bribe is answered. What was not chosen is let go."""
    contest = won_contest(state)
    winners_own(state, contest, asker)
    waiting = [
        slug
        for slug, side in contest.sides.items()
        if side.outcome is WinnersChoice.CONVINCE and side.answer is Answer.NONE
    ]
    need(not waiting, "convince_unanswered", sides=waiting)
    return [*delayed_heat(state, contest), say.ContestClosed(contest=contest.id)]
