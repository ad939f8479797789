"""Things that commands and forms refer to, by kind and name, as far as the asker may know.

One id may stand for several things of one name, `Exile` on two sheets: it is listed once, with all that tells them
apart.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from domain.kernel.offers import Choice
from domain.kernel.people import Asker

from .chapters.contests.bribes import reasons_to_refuse
from .chapters.contests.hands import gm_choice
from .choices import SETTLED_BY_WORD
from .lookup import acts_for, contest_open, gm_elements, npcs_in_hand, pcs, unanswered
from .names import names
from .seats import choices, element_name, places, side_name
from .state import Character, Crucible, Element, Tool
from .terms import GM, ElementStatus, Kind, SparkKind, ToolKind


def references(state: Crucible, kind: str, asker: Asker) -> Iterable[Choice]:
    """Everything of this kind; nothing for a kind that there is not."""
    of = KINDS.get(kind)
    found: dict[str | int | bool, Choice] = {}
    for it in of(state, asker) if of else ():
        before = found.get(it.value)
        if before is None:
            found[it.value] = it
        elif it.detail and it.detail not in before.detail:
            found[it.value] = Choice(it.value, before.label, "; ".join(filter(None, (before.detail, it.detail))))
    return found.values()


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


def _rollable(state: Crucible, asker: Asker) -> Iterator[Choice]:
    """Elements open to a roll: a player's own unlocked ones; for the GM those of NPCs there, and the place's."""
    if asker.is_gm:
        yield from (gm_choice(state, owner, element) for owner, element in gm_elements(state))
    else:
        yield from _own_elements(ElementStatus.UNLOCKED)(state, asker)


def _own_elements(status: ElementStatus) -> Callable[[Crucible, Asker], Iterator[Choice]]:
    def of(state: Crucible, asker: Asker) -> Iterator[Choice]:
        for it in pcs(state).values():
            if asker.is_gm or it.player == asker.person:
                whose = [it.name] if asker.is_gm else []
                for slug, element in it.elements.items():
                    if element.status is status:
                        sparks = (one.name for one in element.sparks.values())
                        yield Choice(slug, element.name, ", ".join([*whose, *sparks]))

    return of


def _reasons(state: Crucible, asker: Asker) -> Iterable[Choice]:
    """The elements by which the asker's side can stand firm."""
    contest = contest_open(state)
    for slug in unanswered(contest) if contest else ():
        if acts_for(state, slug, asker) and contest:
            yield from reasons_to_refuse(state, contest, slug)


def _tools(
    keep: Callable[[Crucible, Asker, str, Tool], bool],
) -> Callable[[Crucible, Asker], Iterator[Choice]]:
    def of(state: Crucible, asker: Asker) -> Iterator[Choice]:
        for owner, character in state.characters.items():
            for slug, it in character.tools.items():
                if keep(state, asker, owner, it):
                    kind = "" if it.tool_kind is ToolKind.NORMAL else f", {it.tool_kind.value}"
                    yield Choice(slug, it.name, f"{character.name}{kind}{'' if it.available else ', denied'}")

    return of


def _to_roll_with(state: Crucible, asker: Asker, owner: str, tool: Tool) -> bool:
    """Own tools in contests; the GM's are those of NPCs who are there."""
    allowed = tool.tool_kind is not ToolKind.UNIQUE or state.house_rules.unique_tools_in_contests
    mine = owner in {one for one, _ in gm_elements(state)} if asker.is_gm else acts_for(state, owner, asker)
    return tool.available and allowed and mine


def _of_a_loser(state: Crucible, asker: Asker, owner: str, tool: Tool) -> bool:
    contest = contest_open(state)
    if contest is None or not contest.winner or not tool.available:
        return False
    npcs = npcs_in_hand(state, contest.sides[GM]) if GM in contest.sides and contest.winner != GM else []
    return owner in npcs or (owner in contest.sides and owner != contest.winner)


def _sparks(kind: SparkKind | None = None) -> Callable[[Crucible, Asker], Iterator[Choice]]:
    def of(state: Crucible, asker: Asker) -> Iterator[Choice]:
        for character in state.characters.values():
            things: list[Element | Tool] = [*character.elements.values(), *character.tools.values()]
            for thing in things:
                for slug, it in thing.sparks.items():
                    if kind in (None, it.kind):
                        yield Choice(slug, it.name, f"{character.name}, {thing.name}")

    return of


def _sources(state: Crucible, asker: Asker) -> Iterator[Choice]:
    for character in state.characters.values():
        things: dict[str, Element | Tool] = {**character.elements, **character.tools}
        for slug, thing in things.items():
            if thing.sparks:
                yield Choice(slug, thing.name, character.name)


def _owners(state: Crucible, asker: Asker) -> Iterator[Choice]:
    """Owners of the elements the GM may roll now."""
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
    """The dice of the asker's hand, by what they are rolled for; everybody's for who has none."""
    contest = contest_open(state)
    sides = contest.sides if contest else {}
    own = {slug: side for slug, side in sides.items() if acts_for(state, slug, asker)}
    for side in (own or sides).values():
        for die in side.hand:
            if die.value is not None:
                yield Choice(die.die_id, element_name(state, die), f"d{die.faces}, showing {die.value}")


def _arcs_on_offer(state: Crucible, asker: Asker) -> Iterator[Choice]:
    for it in pcs(state).values():
        if it.player == asker.person or asker.is_gm:
            for slug in it.offered_arcs:
                if slug != it.arc:
                    yield Choice(slug, state.arcs[slug].name, it.name if asker.is_gm else "")


def _changeable(state: Crucible, asker: Asker) -> Iterator[Choice]:
    """Fields a word of the GM may change."""
    yield from SETTLED_BY_WORD
    for character in state.characters.values():
        for slug, tool in character.tools.items():
            yield Choice(f"tools.{slug}", tool.name, f"tool of {character.name}")


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
    "arc on offer": _arcs_on_offer,
    "element": _elements,
    "rollable element": _rollable,
    "element to refuse by": _reasons,
    "element to unlock": _own_elements(ElementStatus.LOCKED),
    "element to give up": _own_elements(ElementStatus.UNLOCKED),
    "tool": _tools(lambda state, asker, owner, tool: True),
    "tool to roll with": _tools(_to_roll_with),
    "tool of a loser": _tools(_of_a_loser),
    "spark": _sparks(),
    "reroll spark": _sparks(SparkKind.REROLL),
    "shift spark": _sparks(SparkKind.SHIFT),
    "spark source": _sources,
    "owner": _owners,
    "side": _sides,
    "die": _dice,
    "purpose": _purposes,
    "task": _tasks,
    "name": _names,
    "change": _changeable,
}
