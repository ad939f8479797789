"""Choosing a hand: three elements, why each is rolled, and the die that follows (VC-13 to VC-15, VC-32, VC-41)."""

from collections.abc import Mapping

from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.messages import Event
from domain.kernel.people import Asker
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible import events as say
from domain.vicious_crucible.state import Character, Contest, Crucible, Location, LocationElement
from domain.vicious_crucible.tables import DIE_FOR
from domain.vicious_crucible.terms import GM, HAND, Stance, ToolKind

from .common import benched, denied, first_twice, own_side, unusable, usable_elements
from .opening import gm_elements

_FIXED = (Stance.HARD, Stance.SOFTENED)


def hand_size(state: Crucible, side: str) -> int:
    """Three, or all there is where a side has fewer."""
    there = len(gm_elements(state)) if side == GM else len(usable_elements(state.characters[side]))
    return min(HAND, there)


def choose_elements(
    state: Crucible, contest: Contest, command: ask.ChooseElements, asker: Asker
) -> Decision[Event]:
    """VC-13: exactly three different elements, each with a line that says how it helps or hinders."""
    side = own_side(state, contest, command.side, asker)
    if isinstance(side, Refusal):
        return side
    if side.rolled:
        return refuse("already_rolled", contest=contest.id)
    if side.hand and any(other.rolled for other in contest.sides.values()):
        return refuse("elements_chosen", side=command.side)
    need = hand_size(state, command.side)
    if len(command.picks) != need:
        return refuse("three_elements", need=need, given=len(command.picks))
    chosen: list[say.ChosenElement] = []
    for asked in command.picks:
        pick = plain(asked)
        owner = gm_owner(state, pick) if command.side == GM else pc_owner(state, command.side, pick)
        if isinstance(owner, Refusal):
            return owner
        element = die_for(state, owner, pick)
        if isinstance(element, Refusal):
            return element
        chosen.append(element)
    if twice := first_twice(f"{it.owner}.{it.element}" for it in chosen):
        return refuse("element_twice", element=twice.partition(".")[2])
    if state.house_rules.tool_once_per_hand and (
        again := first_twice(f"{it.owner}.{it.tool}" for it in chosen if it.tool)
    ):
        return refuse("tool_used_in_hand", tool=again.partition(".")[2])
    return [say.ElementsChosen(side=command.side, picks=tuple(chosen))]


def plain(pick: ask.Pick) -> ask.Pick:
    """The pick with its owner apart, where it was written `owner.element`."""
    owner, dot, element = pick.element.partition(".")
    return pick.model_copy(update={"owner": owner, "element": element}) if dot else pick


def pc_owner(state: Crucible, side: str, pick: ask.Pick) -> str | Refusal:
    """VC-13: one's own elements, unlocked."""
    if pick.owner not in (None, side):
        return refuse("element_not_yours", element=pick.element, character=side)
    element = state.characters[side].elements.get(pick.element)
    if element is None:
        elsewhere = any(pick.element in other.elements for other in state.characters.values())
        code = "element_not_yours" if elsewhere else "element_unknown"
        return refuse(code, element=pick.element, character=side)
    return unusable(pick.element, element) or side


def gm_owner(state: Crucible, pick: ask.Pick) -> str | Refusal:
    """VC-15: NPCs who are there, and the place itself."""
    allowed = gm_elements(state)
    if pick.owner is None:
        owners = [owner for owner, element in allowed if element == pick.element]
        if len(owners) == 1:
            return owners[0]
        if owners:
            return refuse("owner_missing", element=pick.element, owners=owners)
        return why_not(state, elsewhere(state, pick.element), pick.element)
    if (pick.owner, pick.element) in allowed:
        return pick.owner
    return why_not(state, pick.owner, pick.element)


def elsewhere(state: Crucible, slug: str) -> str | None:
    """Who has an element that is not the GM's to roll now: another place first, then anybody of the cast."""
    holders: tuple[Mapping[str, Location | Character], ...] = (state.locations, state.characters)
    return next((owner for kind in holders for owner, it in kind.items() if slug in it.elements), None)


def why_not(state: Crucible, owner: str | None, slug: str) -> Refusal:
    """Why the GM cannot roll this element."""
    if owner is None:
        return refuse("element_unknown", element=slug, character=GM)
    place = state.scene.location if state.scene else ""
    if owner in state.locations and owner != place:
        return refuse("element_elsewhere", element=slug, location=place)
    character = state.characters.get(owner)
    if character is None and owner != place:
        return refuse("character_unknown", character=owner)
    if character is not None:
        if character.is_pc:
            return refuse("element_of_a_pc", element=slug, character=owner)
        if absent := benched(state, owner):
            return absent
        if state.scene is None or owner not in state.scene.present:
            return refuse("element_of_the_absent", element=slug, character=owner)
        if (element := character.elements.get(slug)) and (wrong := unusable(slug, element)):
            return wrong
    return refuse("element_unknown", element=slug, character=owner)


def die_for(state: Crucible, owner: str, pick: ask.Pick) -> say.ChosenElement | Refusal:
    """VC-14: helps d6, with a tool d8, hinders or undecided d4; a place's hard elements as they stand."""
    if not pick.description.strip():
        return refuse("description_missing", element=pick.element)
    place = state.locations.get(owner)
    stance = place_stance(pick, place.elements[pick.element]) if place else free_stance(pick)
    if isinstance(stance, Refusal):
        return stance
    if stance is Stance.TOOL and (wrong := wrong_tool(state, owner, pick.element, pick.tool)):
        return wrong
    faces = DIE_FOR[stance]
    if pick.faces not in (None, faces):
        return refuse("die_size_wrong", element=pick.element, faces=faces, given=pick.faces)
    return say.ChosenElement(
        owner=owner,
        element=pick.element,
        stance=stance,
        tool=pick.tool if stance is Stance.TOOL else None,
        faces=faces,
        description=pick.description,
    )


def free_stance(pick: ask.Pick) -> Stance | Refusal:
    """Undecided counts as a hindrance."""
    if pick.stance in _FIXED:
        return refuse("stance_wrong", element=pick.element, stance=pick.stance)
    return Stance.HINDERS if pick.stance is Stance.UNDECIDED else pick.stance


def place_stance(pick: ask.Pick, element: LocationElement) -> Stance | Refusal:
    """A hard element is a d8 and a softened one a d4, whatever one says of it."""
    if not element.hard:
        return free_stance(pick)
    fixed = Stance.SOFTENED if element.softened else Stance.HARD
    fitting = {fixed, Stance.UNDECIDED} | ({Stance.HINDERS} if element.softened else set())
    if pick.stance not in fitting:
        return refuse("die_fixed", element=pick.element, faces=DIE_FOR[fixed], stance=pick.stance)
    return fixed


def wrong_tool(state: Crucible, owner: str, element: str, slug: str | None) -> Refusal | None:
    """Why this tool gives no d8, or None. A place has no tools."""
    character = state.characters.get(owner)
    tool = character.tools.get(slug) if character and slug else None
    if slug is None:
        return refuse("tool_for_element_missing", element=element)
    if tool is None:
        return refuse("tool_missing", character=owner, tool=slug)
    if not tool.available:
        return denied(slug, tool.denied_by_contest)
    if tool.tool_kind is ToolKind.UNIQUE and not state.house_rules.unique_tools_in_contests:
        return refuse("tool_not_in_contests", tool=slug)
    return None
