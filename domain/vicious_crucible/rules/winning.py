"""Who wins and what winning does: passes, ties, outcomes, answers, the close (VC-25 to VC-34)."""

from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.kernel.terms import CharacterId
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible import events as say
from domain.vicious_crucible.house_rules import GmRefuses
from domain.vicious_crucible.state import Contest, Crucible, Side
from domain.vicious_crucible.tables import BRIBE, PREPARED_HEAT, PRICE_OF_REFUSING
from domain.vicious_crucible.terms import GM, SUPPLY, Answer, HeatReason, Purpose, Stage, WinnersChoice

from .common import asks_for, denied, kept_part, own_side, unusable
from .rolling import delayed_heat


def shown(side: Side) -> int:
    """The value of the presented die; 0 before there is one."""
    return next((die.value or 0 for die in side.hand if die.die_id == side.presented_die), 0)


def top_sides(contest: Contest) -> list[str]:
    """The sides whose presented die is the highest."""
    best = max(shown(side) for side in contest.sides.values())
    return [slug for slug, side in contest.sides.items() if shown(side) == best]


def tie_to_reroll(contest: Contest) -> list[str]:
    """VC-26: the sides that must reroll before play goes on, once everybody has passed."""
    if contest.tied:
        return list(contest.tied)
    settled = contest.status is Stage.PRESENTED and all(side.passed for side in contest.sides.values())
    return top_sides(contest) if settled else []


def pass_sparks(state: Crucible, contest: Contest, command: ask.PassSparks, asker: Asker) -> Decision[Event]:
    """VC-25: when every side has passed in a row, the highest presented die wins."""
    side = own_side(state, contest, command.side, asker)
    if isinstance(side, Refusal):
        return side
    if side.presented_die is None:
        return refuse("present_first", side=command.side)
    if side.passed:
        return refuse("already_passed", side=command.side)
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


def reroll_tie(
    state: Crucible, contest: Contest, command: ask.RerollTie, asker: Asker, dice: Dice
) -> Decision[Event]:
    """VC-26: each side tied for highest rerolls the die it presented, and presents that one again."""
    side = own_side(state, contest, command.side, asker)
    if isinstance(side, Refusal):
        return side
    tied = tie_to_reroll(contest)
    if not tied:
        waiting = [slug for slug, other in contest.sides.items() if not other.passed]
        return refuse("sides_still_to_pass", sides=waiting)
    if command.side not in tied:
        return refuse("not_tied", side=command.side, sides=tied)
    die = next(die for die in side.hand if die.die_id == side.presented_die)
    if command.die_id not in (None, die.die_id):
        return refuse("tie_die_fixed", faces=die.faces, element=die.element)
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


def not_the_winner(state: Crucible, contest: Contest, asker: Asker) -> Refusal | None:
    """Why this person has nothing to choose, or None."""
    winner = contest.winner or ""
    return refuse("not_the_winner", winner=winner) if asks_for(state, winner, asker) else None


def choose_outcome(state: Crucible, contest: Contest, command: ask.ChooseOutcome, asker: Asker) -> Decision[Event]:
    """VC-27, VC-29, VC-30: one thing for each loser."""
    winner = contest.winner or ""
    if wrong := not_the_winner(state, contest, asker):
        return wrong
    if command.loser == winner or command.loser not in contest.sides:
        return refuse("not_a_loser", side=command.loser)
    if state.house_rules.purpose_replaces_outcome and contest.purpose_met:
        return refuse("purpose_was_the_outcome", purpose=contest.purpose)
    loser = contest.sides[command.loser]
    if loser.outcome is not WinnersChoice.NONE:
        return refuse("outcome_chosen", loser=command.loser, outcome=loser.outcome)
    follows: list[Event] = []
    match command.outcome:
        case WinnersChoice.NONE:
            return refuse("outcome_missing")
        case WinnersChoice.PREPARE:
            if winner == GM:
                return refuse("gm_holds_no_heat")
            follows.append(
                say.HeatGained(
                    character=CharacterId(winner),
                    amount=PREPARED_HEAT,
                    reason=HeatReason.PREPARE,
                    earmarked=state.house_rules.prepare_earmarked,
                )
            )
        case WinnersChoice.DENY:
            denial = deny(state, contest, command, loser)
            if isinstance(denial, Refusal):
                return denial
            follows.append(denial)
    tool = command.tool if command.outcome is WinnersChoice.DENY else None
    chosen = say.OutcomeChosen(winner=winner, loser=command.loser, outcome=command.outcome, tool=tool)
    return [chosen, *follows]


def deny(state: Crucible, contest: Contest, command: ask.ChooseOutcome, loser: Side) -> say.ToolDenied | Refusal:
    """VC-30: one available tool of the loser; of the GM, one of an NPC whose element was rolled."""
    if command.tool is None:
        return refuse("tool_to_deny_missing")
    owners = [command.loser]
    if command.loser == GM:
        owners = list(dict.fromkeys(die.owner for die in loser.hand if die.owner in state.characters))
        if command.owner is not None and command.owner not in owners:
            return refuse("npc_not_in_hand", character=command.owner)
    found = [
        owner
        for owner in owners
        if command.tool in state.characters[owner].tools and command.owner in (None, owner)
    ]
    if not found and command.loser == GM:
        return refuse("npc_tool_missing", tool=command.tool)
    if not found:
        return refuse("tool_missing", character=command.loser, tool=command.tool)
    owner = next((it for it in found if state.characters[it].tools[command.tool].available), found[0])
    tool = state.characters[owner].tools[command.tool]
    if not tool.available:
        return denied(command.tool, tool.denied_by_contest)
    return say.ToolDenied(character=CharacterId(owner), tool=command.tool, contest=contest.id)


def answer_convince(
    state: Crucible, contest: Contest, command: ask.AnswerConvince, asker: Asker
) -> Decision[Event]:
    """VC-28: take the bribe, or pay to stand firm."""
    winner = contest.winner or ""
    loser = contest.sides.get(command.loser)
    if loser is None or command.loser == winner:
        return refuse("not_a_loser", side=command.loser)
    if wrong := asks_for(state, command.loser, asker):
        return wrong
    if loser.outcome is not WinnersChoice.CONVINCE:
        return refuse("not_convinced", side=command.loser)
    if loser.answer is not Answer.NONE:
        return refuse("answered_already", side=command.loser)
    if not command.accept:
        return stand_firm(state, contest, command)
    accepted = say.ConvinceAccepted(loser=command.loser, winner=winner)
    if command.loser == GM:
        return [accepted]
    bribe = say.HeatGained(character=CharacterId(command.loser), amount=BRIBE, reason=HeatReason.CONVINCE_BRIBE)
    return [accepted, bribe]


def stand_firm(state: Crucible, contest: Contest, command: ask.AnswerConvince) -> Decision[Event]:
    """VC-28: by one usable element, for 1 Heat; the GM not at all, or for nothing by house rule."""
    loser, winner = command.loser, contest.winner or ""
    if loser == GM and state.house_rules.gm_refuses_convince is GmRefuses.NEVER:
        return refuse("gm_cannot_refuse")
    if loser != GM and (state.characters[loser].heat or 0) < PRICE_OF_REFUSING:
        return refuse("heat_to_refuse", character=loser, have=0, need=PRICE_OF_REFUSING)
    if command.element is None:
        return refuse("element_missing")
    owner = gm_reason(contest, command) if loser == GM else pc_reason(state, command)
    if isinstance(owner, Refusal):
        return owner
    if not command.description.strip():
        return refuse("description_missing", element=command.element)
    firm = say.ConvinceRefused(
        loser=loser, winner=winner, owner=owner, element=command.element, description=command.description
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


def pc_reason(state: Crucible, command: ask.AnswerConvince) -> str | Refusal:
    """One's own usable element."""
    slug = command.element or ""
    if command.owner not in (None, command.loser):
        return refuse("element_not_yours", element=slug, character=command.loser)
    element = state.characters[command.loser].elements.get(slug)
    if element is None:
        return refuse("element_unknown", element=slug, character=command.loser)
    return unusable(slug, element) or command.loser


def gm_reason(contest: Contest, command: ask.AnswerConvince) -> str | Refusal:
    """An element that the GM rolled in this contest."""
    for die in contest.sides[GM].hand:
        if die.element == command.element and command.owner in (None, die.owner):
            return die.owner
    return refuse("element_unknown", element=command.element, character=GM)


def close_contest(state: Crucible, contest: Contest, asker: Asker) -> Decision[Event]:
    """VC-34: when every bribe is answered. What was not chosen is let go."""
    if wrong := not_the_winner(state, contest, asker):
        return wrong
    waiting = [
        slug
        for slug, side in contest.sides.items()
        if side.outcome is WinnersChoice.CONVINCE and side.answer is Answer.NONE
    ]
    if waiting:
        return refuse("convince_unanswered", sides=waiting)
    return [*delayed_heat(state, contest), say.ContestClosed(contest=contest.id)]
