"""Choosing a hand: three elements, why each is rolled, and the die that follows (VC-13 to VC-15, VC-32, VC-41)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from domain.kernel import facts
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, must, need
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact
from domain.kernel.messages import Command, Event
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Asker
from domain.kernel.terms import Slug, Text
from domain.vicious_crucible.chapters.guards import contest_under_way, not_benched, not_denied, own_side, usable
from domain.vicious_crucible.choices import STANCES
from domain.vicious_crucible.lookup import first_twice, gm_elements, hand_size, side_of
from domain.vicious_crucible.names import names
from domain.vicious_crucible.phrases import test_of, told, words
from domain.vicious_crucible.printed import DIE_FOR
from domain.vicious_crucible.seats import Seat, side_name
from domain.vicious_crucible.state import Character, Crucible, HandDie, Location, LocationElement, Side
from domain.vicious_crucible.terms import (
    GM,
    OWNER,
    SIDE,
    DieSize,
    ElementStatus,
    OwnerRef,
    RolledRef,
    SideId,
    SideRef,
    Stage,
    Stance,
    ToolKind,
    ToolRef,
)

chapter = Chapter[Crucible](
    "Choosing elements",
    {
        "elements_chosen": "{side} has chosen already, and dice are on the table.",
        "three_elements": "Choose exactly {need:?element|elements}, not {given}.",
        "element_twice": "{element} is named twice. Choose different elements.",
        "tool_used_in_hand": "{tool} goes with one element of a hand only.",
        "element_not_yours": "{element} is not an element of {character}. Roll your own.",
        "element_unknown": "{character} has no such element. Name one that is there.",
        "owner_missing": "Several have {element}: {owners}. Say whose you roll.",
        "element_of_a_pc": (
            "{element} belongs to the player character {character}. The GM rolls NPCs and the place."
        ),
        "element_of_the_absent": "{character} is not in this scene, so the GM rolls no element of theirs.",
        "description_missing": "Say how {element} helps or hinders.",
        "die_size_wrong": "For {element} the die is a d{faces}, not a d{given}.",
        "stance_wrong": "{element} is no hard place: it helps, hinders, or goes with a tool.",
        "die_fixed": "{element} always rolls a d{faces} here: leave it undecided whether it helps or hinders.",
        "tool_for_element_missing": "Name the tool that goes with {element}.",
        "tool_not_in_contests": "{tool} is a unique tool, and at this table those give no d8.",
    },
)


_FIXED = (Stance.HARD, Stance.SOFTENED)


class Pick(BaseModel):
    """One element to roll: whose, why, and how it helps or hinders."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    element: RolledRef = Field(description="One that this side may roll.")
    owner: OwnerRef | None = Field(title="Whose is it?", default=None, description=OWNER)
    stance: Stance = Field(
        title="Does it help or hinder?", default=Stance.UNDECIDED, description="Undecided counts as a hindrance."
    )
    tool: ToolRef | None = Field(default=None, description="With stance tool: the tool that goes with it.")
    description: Text = Field(description="How it helps or hinders.")
    faces: int | None = Field(
        title="Die in your hand", default=None, description="The die in your hand, if it is to be checked."
    )


class ChooseElements(Command):
    """Choose three elements and say of each how it helps or hinders. The dice follow from that.

    Needs:    a side that has not rolled; once dice are on the table a choice made stands,
              unless something chosen was given up since.
    Refused:  `no_contest`, `already_rolled`, `elements_chosen`, `not_a_side`, `gm_only`,
              `not_your_character`, `three_elements`, `element_twice`, `element_unknown`, `element_not_yours`,
              `element_locked`, `element_sacrificed`, `element_of_a_pc`, `element_of_the_absent`,
              `character_benched`, `element_elsewhere`, `owner_missing`, `description_missing`,
              `tool_missing`, `tool_for_element_missing`, `tool_denied`, `tool_not_in_contests`,
              `tool_used_in_hand`, `die_fixed`, `stance_wrong`, `die_size_wrong`, `character_unknown`.
    Yields:   `ElementsChosen`.
    """

    type: Literal["vicious_crucible.choose_elements"] = "vicious_crucible.choose_elements"
    side: SideRef = Field(title="Whose step is it?", description=SIDE)
    picks: tuple[Pick, ...] = Field(title="Elements")


class ChosenElement(BaseModel):
    """An element as chosen: whose, why, and the die it brings."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    owner: Slug
    element: Slug
    stance: Stance
    tool: Slug | None
    faces: DieSize
    description: Text


class ElementsChosen(Event):
    """A side said what it rolls and why."""

    type: Literal["vicious_crucible.elements_chosen.v1"] = "vicious_crucible.elements_chosen.v1"
    side: SideId
    picks: tuple[ChosenElement, ...]


@chapter.decides(ChooseElements)
def choose_elements(state: Crucible, command: ChooseElements, asker: Asker, dice: Dice) -> Events:
    """VC-13: choose exactly three different elements, each with a line that says how it helps or hinders."""
    contest = contest_under_way(state)
    need(contest.status in (Stage.DECLARED, Stage.ROLLING), "already_rolled", contest=contest.id)
    side = own_side(state, contest, command.side, asker)
    need(not side.rolled, "already_rolled", contest=contest.id)
    if (
        side.hand
        and any(other.rolled for other in contest.sides.values())
        and no_longer_rolled(state, side) is None
    ):
        raise CommandRefused("elements_chosen", side=command.side)
    size = hand_size(state, command.side)
    need(len(command.picks) == size, "three_elements", need=size, given=len(command.picks))
    chosen: list[ChosenElement] = []
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
    return [ElementsChosen(side=command.side, picks=tuple(chosen))]


def no_longer_rolled(state: Crucible, side: Side) -> str | None:
    """The element or tool of a chosen hand that was sacrificed or lost since, or None."""
    for die in side.hand:
        owner = state.characters.get(die.owner)
        if owner is None:
            continue
        if owner.elements[die.element].status is not ElementStatus.UNLOCKED:
            return die.element
        if die.tool is not None and die.tool not in owner.tools:
            return die.tool
    return None


def plain(pick: Pick) -> Pick:
    """The pick with its owner apart, where it was written `owner.element`."""
    owner, dot, element = pick.element.partition(".")
    return pick.model_copy(update={"owner": owner, "element": element}) if dot else pick


def pc_owner(state: Crucible, side: str, pick: Pick) -> str:
    """VC-13: one's own elements, unlocked."""
    need(pick.owner in (None, side), "element_not_yours", element=pick.element, character=side)
    element = state.characters[side].elements.get(pick.element)
    if element is None:
        known = any(pick.element in other.elements for other in state.characters.values())
        code = "element_not_yours" if known else "element_unknown"
        raise CommandRefused(code, element=pick.element, character=side)
    usable(pick.element, element)
    return side


def gm_owner(state: Crucible, pick: Pick) -> str:
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
    """The owner of an element that is not the GM's to roll now: another place first, then anybody of the cast."""
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


def die_for(state: Crucible, owner: str, pick: Pick) -> ChosenElement:
    """VC-14: helps d6, with a tool d8, hinders or undecided d4; a place's hard elements as they stand."""
    need(pick.description.strip(), "description_missing", element=pick.element)
    place = state.locations.get(owner)
    stance = place_stance(pick, place.elements[pick.element]) if place else free_stance(pick)
    if stance is Stance.TOOL:
        fitting_tool(state, owner, pick.element, pick.tool)
    faces = DIE_FOR[stance]
    need(pick.faces in (None, faces), "die_size_wrong", element=pick.element, faces=faces, given=pick.faces)
    return ChosenElement(
        owner=owner,
        element=pick.element,
        stance=stance,
        tool=pick.tool if stance is Stance.TOOL else None,
        faces=faces,
        description=pick.description,
    )


def free_stance(pick: Pick) -> Stance:
    """Undecided counts as a hindrance."""
    need(pick.stance not in _FIXED, "stance_wrong", element=pick.element, stance=pick.stance)
    return Stance.HINDERS if pick.stance is Stance.UNDECIDED else pick.stance


def place_stance(pick: Pick, element: LocationElement) -> Stance:
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


@chapter.applies(ElementsChosen)
def _(state: Crucible, event: ElementsChosen) -> None:
    side = side_of(state, event.side)
    must(not side.rolled, f"{event.side} has rolled already")
    counted: Counter[int] = Counter()
    side.hand = []
    for pick in event.picks:
        counted[pick.faces] += 1
        die_id = f"d{pick.faces}-{counted[pick.faces]}"
        side.hand.append(
            HandDie(die_id, pick.owner, pick.element, pick.stance, pick.tool, pick.faces, pick.description)
        )


@chapter.tells(ElementsChosen, "{side} says what to roll, and why")
def _(state: Crucible, event: ElementsChosen) -> Iterable[Fact]:
    called = names(state)
    lines = (
        f"{called.get(it.element, it.element)}, d{it.faces} ({words(it.stance)}): {it.description}"
        for it in event.picks
    )
    yield told("\n".join(lines), "elements", event.side)
    for pick in event.picks:
        who = event.side if event.side in state.characters else ""
        yield facts.Turn(test=test_of(state) or "", who=who, text=pick.description)


def choosing(state: Crucible, seat: Seat) -> Offer:
    """Three elements out of what there is; told outright where there are no more."""
    name = side_name(state, seat.side)
    if seat.side == GM:
        elements = tuple(gm_choice(state, owner, element) for owner, element in gm_elements(state))
        owners = {owner for owner, _ in gm_elements(state)} & set(state.characters)
    else:
        elements = tuple(
            Choice(slug, element.name)
            for slug, element in state.characters[seat.side].elements.items()
            if element.status.value == "unlocked"
        )
        owners = {seat.side}
    tools = {
        slug: Choice(slug, tool.name)
        for owner in sorted(owners)
        for slug, tool in state.characters[owner].tools.items()
        if tool.available and (tool.tool_kind is not ToolKind.UNIQUE or state.house_rules.unique_tools_in_contests)
    }
    size = hand_size(state, seat.side)
    known: dict[str, object] = {"side": seat.side}
    open_fields = {"picks.stance": tuple(it for it in STANCES if tools or it.value != Stance.TOOL)}
    if tools:
        open_fields["picks.tool"] = tuple(tools.values())
    if size == len(elements):
        known["picks"] = tuple({"element": it.value, **fixed_stance(state, str(it.value))} for it in elements)
    else:
        known["picks"] = tuple({} for _ in range(size))  # so many rows, each to be filled
        open_fields["picks.element"] = elements
    label = f"{name} chooses {size} {'element' if size == 1 else 'elements'}"
    return seat.offer(ChooseElements, label, known, open_fields, group="Contest: elements")


def fixed_stance(state: Crucible, element: str) -> dict[str, str]:
    """The stance of a hard place, which leaves no choice."""
    owner, _, slug = element.partition(".")
    part = state.locations[owner].elements.get(slug) if owner in state.locations else None
    if part is None or not part.hard:
        return {}
    return {"stance": (Stance.SOFTENED if part.softened else Stance.HARD).value}


def gm_choice(state: Crucible, owner: str, element: str) -> Choice:
    """An element the GM may roll, with its owner; a hard place says which die it always is."""
    value = f"{owner}.{element}"
    if owner in state.characters:
        it = state.characters[owner]
        return Choice(value, f"{it.elements[element].name} ({it.name})")
    place = state.locations[owner]
    part = place.elements[element]
    detail = "" if not part.hard else "always a d4" if part.softened else "always a d8"
    return Choice(value, f"{part.name} ({place.name})", detail)
