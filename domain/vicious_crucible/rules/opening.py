"""A contest opens: who picks up dice, who joins, which rulesheet extends it (VC-10 to VC-12)."""

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice
from domain.kernel.people import Asker
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible import events as say
from domain.vicious_crucible.lookup import (
    contest_open,
    gm_elements,
    other_pcs,
    same_rulesheet,
)
from domain.vicious_crucible.state import Character, Crucible
from domain.vicious_crucible.terms import GM, Purpose, Stage

from .common import (
    contest_under_way,
    gm_only,
    in_play,
    not_ended,
    own_side,
    pc_in_story,
)

MOST_MODULE_DICE = 20
LARGEST_MODULE_DIE = 100


def declare_contest(state: Crucible, command: ask.DeclareContest, asker: Asker, dice: Dice) -> Events:
    """VC-10, VC-31, VC-33: only a player opens one, for a character who is there."""
    not_ended(state)
    need(not asker.is_gm, "only_players_open")
    in_play(state)
    character = pc_in_story(state, command.character, asker)
    if contest := contest_open(state):
        raise CommandRefused("contest_open", contest=contest.id)
    need(command.aim.strip(), "aim_missing")
    target = purpose_target(state, character, command)
    if not gm_elements(state) and not other_pcs(state, command.character):
        raise CommandRefused("nothing_to_roll", location=state.scene.location if state.scene else "")
    return [
        say.ContestDeclared(
            contest=f"contest-{state.contests + 1}",
            initiator=command.character,
            aim=command.aim,
            purpose=command.purpose,
            purpose_target=target,
        )
    ]


def purpose_target(state: Crucible, character: Character, command: ask.DeclareContest) -> str | None:
    """VC-31, VC-33: the denied tool or the hard element that a contest is declared for."""
    if command.purpose is Purpose.GENERAL:
        return None
    target = found(command.purpose_target, "target_missing", purpose=command.purpose)
    if command.purpose is Purpose.RECOVER_TOOL:
        tool = found(character.tools.get(target), "tool_missing", character=command.character, tool=target)
        need(not tool.available, "tool_not_denied", tool=target)
        return target
    place = state.scene.location if state.scene else ""
    elements = state.locations[place].elements
    element = found(elements.get(target), "element_elsewhere", element=target, location=place)
    need(element.hard, "element_not_hard", element=target)
    need(not element.softened, "already_softened", element=target)
    return target


def join_contest(state: Crucible, command: ask.JoinContest, asker: Asker, dice: Dice) -> Events:
    """VC-11: once each, and before the roll. The GM needs something to roll for."""
    contest = contest_under_way(state)
    need(contest.status is Stage.DECLARED, "already_rolled", contest=contest.id)
    need(command.side not in contest.sides, "already_a_side", side=command.side)
    if command.side == GM:
        gm_only(asker)
        need(gm_elements(state), "nothing_to_roll", location=state.scene.location if state.scene else "")
    else:
        pc_in_story(state, command.side, asker)
    return [say.ContestSideJoined(side=command.side)]


def invoke_rulesheet(state: Crucible, command: ask.InvokeRulesheet, asker: Asker, dice: Dice) -> Events:
    """VC-12: one rulesheet, before the roll."""
    contest = contest_under_way(state)
    need(contest.status is Stage.DECLARED, "rulesheet_too_late", contest=contest.id)
    own_side(state, contest, command.side, asker)
    need(contest.rulesheet is None, "rulesheet_already", rulesheet=contest.rulesheet)
    return [say.RulesheetInvoked(rulesheet=command.rulesheet, side=command.side)]


def roll_module_dice(state: Crucible, command: ask.RollModuleDice, asker: Asker, dice: Dice) -> Events:
    """Section 7: a rulesheet's dice are kept and not judged."""
    contest = contest_under_way(state)
    own_side(state, contest, command.side, asker)
    if contest.rulesheet is None or not same_rulesheet(contest.rulesheet, command.rulesheet):
        raise CommandRefused("rulesheet_not_invoked", rulesheet=command.rulesheet)
    fitting = all(2 <= size <= LARGEST_MODULE_DIE for size in command.sizes)
    if not fitting or not 1 <= len(command.sizes) <= MOST_MODULE_DICE:
        raise CommandRefused("no_dice", most=MOST_MODULE_DICE, largest=LARGEST_MODULE_DIE)
    rolled = dice.roll(*command.sizes)
    seen: dict[int, int] = {}
    fallen = []
    for size, value in zip(command.sizes, rolled, strict=True):
        seen[size] = seen.get(size, 0) + 1
        fallen.append(say.ModuleDie(die_id=f"d{size}-{seen[size]}", faces=size, value=value))
    return [say.ModuleDiceRolled(rulesheet=contest.rulesheet, side=command.side, dice=tuple(fallen))]
