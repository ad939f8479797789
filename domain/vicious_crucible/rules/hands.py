"""Choosing a hand: three elements, why each is rolled, and the die that follows (VC-13 to VC-15, VC-32, VC-41)."""

from collections.abc import Mapping

from domain.kernel.chapter import Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.dice import Dice
from domain.kernel.people import Asker
from domain.vicious_crucible import commands as ask
from domain.vicious_crucible import events as say
from domain.vicious_crucible.lookup import (
    first_twice,
    gm_elements,
    hand_size,
)
from domain.vicious_crucible.state import Character, Crucible, Location, LocationElement
from domain.vicious_crucible.tables import DIE_FOR
from domain.vicious_crucible.terms import GM, Stage, Stance, ToolKind

from .common import (
    contest_under_way,
    not_benched,
    not_denied,
    own_side,
    usable,
)

_FIXED = (Stance.HARD, Stance.SOFTENED)


def choose_elements(state: Crucible, command: ask.ChooseElements, asker: Asker, dice: Dice) -> Events:
    """VC-13: exactly three different elements, each with a line that says how it helps or hinders."""
    contest = contest_under_way(state)
    need(contest.status in (Stage.DECLARED, Stage.ROLLING), "already_rolled", contest=contest.id)
    side = own_side(state, contest, command.side, asker)
    need(not side.rolled, "already_rolled", contest=contest.id)
    if side.hand and any(other.rolled for other in contest.sides.values()):
        raise CommandRefused("elements_chosen", side=command.side)
    size = hand_size(state, command.side)
    need(len(command.picks) == size, "three_elements", need=size, given=len(command.picks))
    chosen: list[say.ChosenElement] = []
    for asked in command.picks:
        pick = plain(asked)
        owner = gm_owner(state, pick) if command.side == GM else pc_owner(state, command.side, pick)
        chosen.append(die_for(state, owner, pick))
    if twice := first_twice(f"{it.owner}.{it.element}" for it in chosen):
        raise CommandRefused("element_twice", element=twice.partition(".")[2])
    if state.house_rules.tool_once_per_hand and (
        again := first_twice(f"{it.owner}.{it.tool}" for it in chosen if it.tool)
    ):
        raise CommandRefused("tool_used_in_hand", tool=again.partition(".")[2])
    return [say.ElementsChosen(side=command.side, picks=tuple(chosen))]


def plain(pick: ask.Pick) -> ask.Pick:
    """The pick with its owner apart, where it was written `owner.element`."""
    owner, dot, element = pick.element.partition(".")
    return pick.model_copy(update={"owner": owner, "element": element}) if dot else pick


def pc_owner(state: Crucible, side: str, pick: ask.Pick) -> str:
    """VC-13: one's own elements, unlocked."""
    need(pick.owner in (None, side), "element_not_yours", element=pick.element, character=side)
    element = state.characters[side].elements.get(pick.element)
    if element is None:
        known = any(pick.element in other.elements for other in state.characters.values())
        code = "element_not_yours" if known else "element_unknown"
        raise CommandRefused(code, element=pick.element, character=side)
    usable(pick.element, element)
    return side


def gm_owner(state: Crucible, pick: ask.Pick) -> str:
    """VC-15: NPCs who are there, and the place itself."""
    there = gm_elements(state)
    if pick.owner is not None:
        if (pick.owner, pick.element) not in there:
            raise not_the_gms(state, pick.owner, pick.element)
        return pick.owner
    owners = [owner for owner, element in there if element == pick.element]
    need(len(owners) <= 1, "owner_missing", element=pick.element, owners=owners)
    if not owners:
        raise not_the_gms(state, elsewhere(state, pick.element), pick.element)
    return owners[0]


def elsewhere(state: Crucible, slug: str) -> str | None:
    """Who has an element that is not the GM's to roll now: another place first, then anybody of the cast."""
    holders: tuple[Mapping[str, Location | Character], ...] = (state.locations, state.characters)
    return next((owner for kind in holders for owner, it in kind.items() if slug in it.elements), None)


def not_the_gms(state: Crucible, owner: str | None, slug: str) -> CommandRefused:
    """The refusal for an element that the GM cannot roll now."""
    place = state.scene.location if state.scene else ""
    if owner is None:
        return CommandRefused("element_unknown", element=slug, character=GM)
    if owner in state.locations and owner != place:
        return CommandRefused("element_elsewhere", element=slug, location=place)
    character = state.characters.get(owner)
    if character is None and owner != place:
        return CommandRefused("character_unknown", character=owner)
    if character is not None:
        if character.is_pc:
            return CommandRefused("element_of_a_pc", element=slug, character=owner)
        not_benched(state, owner)
        if state.scene is None or owner not in state.scene.present:
            return CommandRefused("element_of_the_absent", element=slug, character=owner)
        if element := character.elements.get(slug):
            usable(slug, element)
    return CommandRefused("element_unknown", element=slug, character=owner)


def die_for(state: Crucible, owner: str, pick: ask.Pick) -> say.ChosenElement:
    """VC-14: helps d6, with a tool d8, hinders or undecided d4; a place's hard elements as they stand."""
    need(pick.description.strip(), "description_missing", element=pick.element)
    place = state.locations.get(owner)
    stance = place_stance(pick, place.elements[pick.element]) if place else free_stance(pick)
    if stance is Stance.TOOL:
        fitting_tool(state, owner, pick.element, pick.tool)
    faces = DIE_FOR[stance]
    need(pick.faces in (None, faces), "die_size_wrong", element=pick.element, faces=faces, given=pick.faces)
    return say.ChosenElement(
        owner=owner,
        element=pick.element,
        stance=stance,
        tool=pick.tool if stance is Stance.TOOL else None,
        faces=faces,
        description=pick.description,
    )


def free_stance(pick: ask.Pick) -> Stance:
    """Undecided counts as a hindrance."""
    need(pick.stance not in _FIXED, "stance_wrong", element=pick.element, stance=pick.stance)
    return Stance.HINDERS if pick.stance is Stance.UNDECIDED else pick.stance


def place_stance(pick: ask.Pick, element: LocationElement) -> Stance:
    """A hard element is a d8 and a softened one a d4, whatever one says of it."""
    if not element.hard:
        return free_stance(pick)
    fixed = Stance.SOFTENED if element.softened else Stance.HARD
    fitting = {fixed, Stance.UNDECIDED} | ({Stance.HINDERS} if element.softened else set())
    need(pick.stance in fitting, "die_fixed", element=pick.element, faces=DIE_FOR[fixed], stance=pick.stance)
    return fixed


def fitting_tool(state: Crucible, owner: str, element: str, tool_id: str | None) -> None:
    """VC-14: a d8 takes a named tool of the element's owner, not denied. A place has no tools."""
    slug = found(tool_id, "tool_for_element_missing", element=element)
    character = state.characters.get(owner)
    tools = character.tools if character else {}
    tool = found(tools.get(slug), "tool_missing", character=owner, tool=slug)
    not_denied(slug, tool)
    if tool.tool_kind is ToolKind.UNIQUE and not state.house_rules.unique_tools_in_contests:
        raise CommandRefused("tool_not_in_contests", tool=slug)
