"""A contest opens: who picks up dice, who joins, which rulesheet extends it (VC-10 to VC-12)."""

from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.dice import Dice
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible import events as say
from domain.vicious_crucible.state import Character, Contest, Crucible, Scene
from domain.vicious_crucible.terms import GM, Purpose

from .common import contest_open, own_side, pc_in_story, same_rulesheet, usable_elements

MOST_MODULE_DICE = 20
LARGEST_MODULE_DIE = 100


def declare_contest(state: Crucible, command: ask.DeclareContest, asker: Asker) -> Decision[Event]:
    """VC-10, VC-31, VC-33: only a player opens one, for a character who is there."""
    if asker.is_gm:
        return refuse("only_players_open")
    character = pc_in_story(state, command.character, asker)
    if isinstance(character, Refusal):
        return character
    if contest := contest_open(state):
        return refuse("contest_open", contest=contest.id)
    if not command.aim.strip():
        return refuse("aim_missing")
    if wrong := wrong_purpose(state, character, command):
        return wrong
    if not gm_elements(state) and not other_pcs(state, command.character):
        return refuse("nothing_to_roll", location=state.scene.location if state.scene else "")
    general = command.purpose is Purpose.GENERAL
    return [
        say.ContestDeclared(
            contest=f"contest-{state.contests + 1}",
            initiator=command.character,
            aim=command.aim,
            purpose=command.purpose,
            purpose_target=None if general else command.purpose_target,
        )
    ]


def wrong_purpose(state: Crucible, character: Character, command: ask.DeclareContest) -> Refusal | None:
    """Why a contest cannot be declared for this, or None."""
    target = command.purpose_target
    if command.purpose is Purpose.GENERAL:
        return None
    if target is None:
        return refuse("target_missing", purpose=command.purpose)
    if command.purpose is Purpose.RECOVER_TOOL:
        tool = character.tools.get(target)
        if tool is None:
            return refuse("tool_missing", character=command.character, tool=target)
        return refuse("tool_not_denied", tool=target) if tool.available else None
    place = state.scene.location if state.scene else ""
    element = state.locations[place].elements.get(target)
    if element is None:
        return refuse("element_elsewhere", element=target, location=place)
    if not element.hard:
        return refuse("element_not_hard", element=target)
    return refuse("already_softened", element=target) if element.softened else None


def other_pcs(state: Crucible, character: str) -> list[str]:
    """Other player characters in the scene."""
    present = state.scene.present if state.scene else []
    return [slug for slug in present if slug != character and state.characters[slug].is_pc]


def gm_elements(state: Crucible) -> list[tuple[str, str]]:
    """What the GM may roll now, as (owner, element): NPCs in the scene, and the place itself."""
    if state.scene is None or state.current_scene is None:
        return []
    scene: Scene = state.scene
    npcs = [
        (slug, element)
        for slug in scene.present
        if not state.characters[slug].is_pc
        for element in usable_elements(state.characters[slug])
    ]
    return npcs + [(scene.location, element) for element in state.locations[scene.location].elements]


def join_contest(state: Crucible, contest: Contest, command: ask.JoinContest, asker: Asker) -> Decision[Event]:
    """VC-11: once each, and before the roll. The GM needs something to roll for."""
    if command.side in contest.sides:
        return refuse("already_a_side", side=command.side)
    if command.side == GM:
        if not asker.is_gm:
            return refuse("gm_only")
        if not gm_elements(state):
            return refuse("nothing_to_roll", location=state.scene.location if state.scene else "")
    else:
        character = pc_in_story(state, command.side, asker)
        if isinstance(character, Refusal):
            return character
    return [say.ContestSideJoined(side=command.side)]


def invoke_rulesheet(
    state: Crucible, contest: Contest, command: ask.InvokeRulesheet, asker: Asker
) -> Decision[Event]:
    """VC-12: one rulesheet, before the roll."""
    side = own_side(state, contest, command.side, asker)
    if isinstance(side, Refusal):
        return side
    if contest.rulesheet is not None:
        return refuse("rulesheet_already", rulesheet=contest.rulesheet)
    return [say.RulesheetInvoked(rulesheet=command.rulesheet, side=command.side)]


def roll_module_dice(
    state: Crucible, contest: Contest, command: ask.RollModuleDice, asker: Asker, dice: Dice
) -> Decision[Event]:
    """Section 7: a rulesheet's dice are kept and not judged."""
    side = own_side(state, contest, command.side, asker)
    if isinstance(side, Refusal):
        return side
    if contest.rulesheet is None or not same_rulesheet(contest.rulesheet, command.rulesheet):
        return refuse("rulesheet_not_invoked", rulesheet=command.rulesheet)
    fitting = all(2 <= size <= LARGEST_MODULE_DIE for size in command.sizes)
    if not fitting or not 1 <= len(command.sizes) <= MOST_MODULE_DICE:
        return refuse("no_dice", most=MOST_MODULE_DICE, largest=LARGEST_MODULE_DIE)
    rolled = dice.roll(*command.sizes)
    seen: dict[int, int] = {}
    fallen = []
    for size, value in zip(command.sizes, rolled, strict=True):
        seen[size] = seen.get(size, 0) + 1
        fallen.append(say.ModuleDie(die_id=f"d{size}-{seen[size]}", faces=size, value=value))
    return [say.ModuleDiceRolled(rulesheet=contest.rulesheet, side=command.side, dice=tuple(fallen))]
