"""What there is of each kind that commands and forms refer to, by name, as far as the asker may know."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from domain.kernel.offers import Choice
from domain.kernel.people import Asker

from .lookup import acts_for, contest_open, gm_elements, pcs
from .names import names
from .seats import choices, die_choice, places, side_name
from .state import Character, Crucible, Element, Tool
from .terms import GM, ElementStatus, Kind, ToolKind


def references(state: Crucible, kind: str, asker: Asker) -> Iterable[Choice]:
    """Everything of this kind; nothing for a kind that there is not."""
    of = KINDS.get(kind)
    return of(state, asker) if of else ()


def _characters(keep: Callable[[Character], bool]) -> Callable[[Crucible, Asker], Iterable[Choice]]:
    def of(state: Crucible, asker: Asker) -> Iterable[Choice]:
        return choices(state, (slug for slug, it in state.characters.items() if keep(it)))

    return of


def _own(state: Crucible, asker: Asker) -> Iterable[Choice]:
    return choices(state, (slug for slug, it in pcs(state).items() if asker.is_gm or it.player == asker.person))


def _places(state: Crucible, asker: Asker) -> Iterable[Choice]:
    return places(state)


def _places_to_begin(state: Crucible, asker: Asker) -> Iterable[Choice]:
    there = {it.marker for it in pcs(state).values()}
    return (it for it in places(state) if it.value in there)


def _arcs(state: Crucible, asker: Asker) -> Iterator[Choice]:
    """The GM knows every arc; a player those on sheets, and those they were offered."""
    known: set[str] = set()
    for it in state.characters.values():
        known |= {*([it.arc] if it.arc else []), *it.past_arcs}
        known |= set(it.offered_arcs) if it.player == asker.person else set()
    for slug, arc in state.arcs.items():
        if asker.is_gm or slug in known:
            on = [it.name for it in state.characters.values() if it.arc == slug]
            yield Choice(slug, arc.name, ", ".join(on))


def _elements(state: Crucible, asker: Asker) -> Iterator[Choice]:
    for character in state.characters.values():
        for slug, it in character.elements.items():
            locked = "" if it.status is ElementStatus.UNLOCKED else f", {it.status.value}"
            yield Choice(slug, it.name, f"{character.name}{locked}")
    for place in state.locations.values():
        for slug, part in place.elements.items():
            hard = ", softened" if part.softened else ", hard" if part.hard else ""
            yield Choice(slug, part.name, f"{place.name}{hard}")


def _tools(state: Crucible, asker: Asker) -> Iterator[Choice]:
    for character in state.characters.values():
        for slug, it in character.tools.items():
            kind = "" if it.tool_kind is ToolKind.NORMAL else f", {it.tool_kind.value}"
            yield Choice(slug, it.name, f"{character.name}{kind}{'' if it.available else ', denied'}")


def _sparks(state: Crucible, asker: Asker) -> Iterator[Choice]:
    for character in state.characters.values():
        things: list[Element | Tool] = [*character.elements.values(), *character.tools.values()]
        for thing in things:
            for slug, it in thing.sparks.items():
                yield Choice(slug, it.name, f"{character.name}, {thing.name}")


def _sources(state: Crucible, asker: Asker) -> Iterator[Choice]:
    for character in state.characters.values():
        things: dict[str, Element | Tool] = {**character.elements, **character.tools}
        for slug, thing in things.items():
            if thing.sparks:
                yield Choice(slug, thing.name, character.name)


def _owners(state: Crucible, asker: Asker) -> Iterator[Choice]:
    """Whose elements the GM may roll now."""
    for slug in dict.fromkeys(owner for owner, _ in gm_elements(state)):
        place = state.locations.get(slug)
        yield Choice(slug, place.name if place else state.characters[slug].name, "place" if place else "NPC")


def _sides(state: Crucible, asker: Asker) -> Iterator[Choice]:
    """The sides of the contest under way, the asker's own first; without one, whoever could be a side."""
    contest = contest_open(state)
    there = list(contest.sides) if contest else [*pcs(state), GM]
    for slug in sorted(there, key=lambda it: not acts_for(state, it, asker)):
        name = side_name(state, slug)
        yield Choice(slug, name[:1].upper() + name[1:])


def _dice(state: Crucible, asker: Asker) -> Iterator[Choice]:
    """The dice on the table, by what they are rolled for."""
    contest = contest_open(state)
    for slug, side in contest.sides.items() if contest else ():
        for die in side.hand:
            if die.value is not None:
                it = die_choice(state, die)
                name = it.label.rpartition(", showing ")[0]
                yield Choice(it.value, name, f"{it.detail}, showing {die.value}, {side_name(state, slug)}")


def _purposes(state: Crucible, asker: Asker) -> Iterator[Choice]:
    """Denied tools of the asker's, and hard elements of the place."""
    for slug, it in pcs(state).items():
        if asker.is_gm or it.player == asker.person:
            for tool, has in it.tools.items():
                if not has.available:
                    yield Choice(tool, has.name, f"{state.characters[slug].name}, denied")
    if state.scene and state.current_scene:
        place = state.locations[state.scene.location]
        for element, part in place.elements.items():
            if part.hard and not part.softened:
                yield Choice(element, part.name, f"{place.name}, hard")


def _tasks(state: Crucible, asker: Asker) -> Iterator[Choice]:
    for slug, it in state.tasks.items():
        yield Choice(slug, it.name, "done" if it.performed_by else "")


def _names(state: Crucible, asker: Asker) -> Iterator[Choice]:
    """Characters, places, and whatever else was settled by word."""
    yield from choices(state, state.characters)
    yield from places(state)
    told = names(state)
    for slug in state.adjudicated:
        if slug not in state.characters and slug not in state.locations:
            yield Choice(slug, told.get(slug, slug.replace("-", " ")))


KINDS: Mapping[str, Callable[[Crucible, Asker], Iterable[Choice]]] = {
    "character": _characters(lambda it: True),
    "free character": _characters(lambda it: it.playable and it.kind in (Kind.UNASSIGNED, Kind.CAST_OFF)),
    "supporting character": _characters(lambda it: not it.playable),
    "character in play": _characters(lambda it: it.in_play),
    "npc": _characters(lambda it: it.in_play and not it.is_pc),
    "player character": _characters(lambda it: it.is_pc),
    "own character": _own,
    "place": _places,
    "place of a player character": _places_to_begin,
    "arc": _arcs,
    "element": _elements,
    "tool": _tools,
    "spark": _sparks,
    "spark source": _sources,
    "owner": _owners,
    "side": _sides,
    "die": _dice,
    "purpose": _purposes,
    "task": _tasks,
    "name": _names,
}
