"""Things that commands refer to, by kind and name."""

from collections.abc import Callable, Iterable, Mapping

from domain.death_of_the_vele.lookup import running_struggle
from domain.death_of_the_vele.names import about, deed_about, deed_words, person, sides
from domain.death_of_the_vele.seats import played_by
from domain.death_of_the_vele.state.cast import Component, Trait
from domain.death_of_the_vele.state.vele import Vele
from domain.death_of_the_vele.terms.cast import AspectStatus, ComponentKind
from domain.death_of_the_vele.terms.play import SpotlightStatus
from domain.kernel.offers import Choice
from domain.kernel.people import Asker

_Listing = Callable[[Vele, Asker], Iterable[Choice]]


def references(state: Vele, kind: str, asker: Asker) -> Iterable[Choice]:
    """Everything of a kind, as far as the asker may know; nothing of a kind there is not."""
    listing = _KINDS.get(kind)
    return () if listing is None else listing(state, asker)


def _component(state: Vele, slug: str) -> Choice:
    it = state.components[slug]
    return Choice(slug, it.name, f"{_kind(it)} of {person(it.controller or it.owner)}")


def _kind(it: Component) -> str:
    if it.kind is ComponentKind.PC:
        return "PC"
    return (
        it.concept or f"{it.size.value} {'component' if it.kind is ComponentKind.TEMPORARY else 'story character'}"
    )


def _components(state: Vele, asker: Asker) -> Iterable[Choice]:
    return (_component(state, slug) for slug, it in state.components.items() if it.present)


def _own(state: Vele, asker: Asker) -> Iterable[Choice]:
    return (_component(state, slug) for slug in played_by(state, asker.person))


def _in_scene(state: Vele, asker: Asker) -> Iterable[Choice]:
    scene = state.scene
    cast = scene.cast if scene is not None and scene.open else ()
    return (_component(state, slug) for slug in cast if slug in state.components)


def _own_in_scene(state: Vele, asker: Asker) -> Iterable[Choice]:
    mine = set(played_by(state, asker.person))
    return (it for it in _in_scene(state, asker) if it.value in mine)


def _alike(found: Iterable[tuple[str, str, str]]) -> Iterable[Choice]:
    """One choice for each id: what several things call alike is one word, and its detail says whose it is."""
    names: dict[str, str] = {}
    details: dict[str, list[str]] = {}
    for slug, name, detail in found:
        names.setdefault(slug, name)
        details.setdefault(slug, []).append(detail)
    return (Choice(slug, name, "; ".join(details[slug])) for slug, name in names.items())


def _die(state: Vele, slug: str, trait_id: str, trait: Trait) -> str:
    """A trait's die, and what it shows where it was pushed and everybody saw it fall."""
    struggle = running_struggle(state)
    if struggle is None or not struggle.known:
        return trait.die.value
    pushed = (side.pushed.get(f"{slug}.{trait_id}") for side in struggle.sides.values())
    shown = next((it for it in pushed if it is not None and it.value is not None), None)
    return trait.die.value if shown is None else f"{shown.die.value}, showing {shown.value}"


def _traits_of(state: Vele, slugs: Iterable[str]) -> Iterable[Choice]:
    return _alike(
        (trait_id, it.name, f"{state.components[slug].name}, {_die(state, slug, trait_id, it)}")
        for slug in slugs
        for trait_id, it in state.components[slug].traits.items()
    )


def _traits(state: Vele, asker: Asker) -> Iterable[Choice]:
    return _traits_of(state, (slug for slug, it in state.components.items() if it.present))


def _own_traits(state: Vele, asker: Asker) -> Iterable[Choice]:
    return _traits_of(state, played_by(state, asker.person))


def _traits_in_scene(state: Vele, asker: Asker) -> Iterable[Choice]:
    return _traits_of(state, (str(it.value) for it in _in_scene(state, asker)))


def _own_traits_in_scene(state: Vele, asker: Asker) -> Iterable[Choice]:
    return _traits_of(state, (str(it.value) for it in _own_in_scene(state, asker)))


def _assisted(state: Vele, asker: Asker) -> Iterable[Choice]:
    return (Choice("average", "The average die", "d6"), *_traits(state, asker))


def _abilities(state: Vele, asker: Asker) -> Iterable[Choice]:
    return _alike(
        (slug, it.name, component.name)
        for component in state.components.values()
        if component.present
        for slug, it in component.abilities.items()
    )


def _aspects(state: Vele, asker: Asker) -> Iterable[Choice]:
    return (
        Choice(slug, it.text, about(state, it.subject) + (", free tag" if it.free_tag else ""))
        for slug, it in state.aspects.items()
        if it.status is not AspectStatus.EXPIRED
    )


def _free_tags(state: Vele, asker: Asker) -> Iterable[Choice]:
    return (it for it in _aspects(state, asker) if state.aspects[str(it.value)].free_tag)


def _groups(state: Vele, asker: Asker) -> Iterable[Choice]:
    active = ((slug, it) for slug, it in state.groups.items() if it.active)
    return (Choice(slug, it.name, f"{it.group_dice.points} points left") for slug, it in active)


def _holders(state: Vele, asker: Asker) -> Iterable[Choice]:
    return (*_components(state, asker), *_groups(state, asker))


def _subjects(state: Vele, asker: Asker) -> Iterable[Choice]:
    return (*_holders(state, asker), Choice("scene", "The scene"), Choice("story", "The story"))


def _sides(state: Vele, asker: Asker) -> Iterable[Choice]:
    return (Choice(side, name, _role(side)) for side, name in sides(state).items())


def _role(side: str) -> str:
    return "tries it" if side == "actor" else "resists"


def _zones(state: Vele, asker: Asker) -> Iterable[Choice]:
    scene = state.scene
    return (Choice(zone, zone) for zone in (scene.zones if scene is not None and scene.open else ()))


def _deeds(state: Vele, asker: Asker) -> Iterable[Choice]:
    left = ((slug, it) for slug, it in state.deeds.items() if not it.rested and not it.withdrawn)
    return (Choice(slug, deed_words(it), deed_about(state, it)) for slug, it in left)


def _guidelines(state: Vele, asker: Asker) -> Iterable[Choice]:
    return (Choice(slug, it.text, person(it.author)) for slug, it in state.story.guidelines.items())


def _spotlights(state: Vele, asker: Asker) -> Iterable[Choice]:
    cards = ((slug, it) for slug, it in state.story.spotlights.items() if it.status is SpotlightStatus.OPEN)
    return (Choice(slug, it.highlight, about(state, it.subject)) for slug, it in cards)


def _extended(state: Vele, asker: Asker) -> Iterable[Choice]:
    return (
        Choice(slug, it.goal, it.kind.value.replace("_", " ")) for slug, it in state.extended.items() if it.running
    )


def _blocks(state: Vele, asker: Asker) -> Iterable[Choice]:
    return (
        Choice(slug, it.forbidden_action, f"set by {about(state, it.blocker)}")
        for slug, it in state.blocks.items()
    )


def _payers(state: Vele, asker: Asker) -> Iterable[Choice]:
    players = (Choice(player, person(player), "their dice") for player in state.story.players)
    return (*players, *_holders(state, asker))


def _free_acts(state: Vele, asker: Asker) -> Iterable[Choice]:
    rows = enumerate(state.story.act_matrix, start=1)
    return (Choice(number, row.name, row.first_focus) for number, row in rows if row.opener is None)


def _unpaid_traits(state: Vele, asker: Asker) -> Iterable[Choice]:
    for slug in played_by(state, asker.person):
        it = state.components[slug]
        if it.kind is ComponentKind.PC:
            waiting = ((trait_id, known) for trait_id, known in it.traits.items() if not known.active)
            yield from (Choice(f"{slug}.{key}", known.name, f"{it.name}, {known.die}") for key, known in waiting)


def _unpaid_abilities(state: Vele, asker: Asker) -> Iterable[Choice]:
    known = state.story.players.get(asker.person)
    if known is None or known.pc is None:
        return
    for slug, it in state.components[known.pc].abilities.items():
        if not it.active:
            yield Choice(slug, it.name, f"{it.price} points")


def _others_members(state: Vele, asker: Asker) -> Iterable[tuple[str, Component, str]]:
    """Members of the groups of others that one is not tied to: id, component, and the group's name."""
    for group in state.groups.values():
        if group.active and group.owner != asker.person and asker.person not in group.connected_by:
            yield from ((slug, state.components[slug], group.name) for slug in group.members)


def _ties_by_trait(state: Vele, asker: Asker) -> Iterable[Choice]:
    return (
        Choice(f"{slug}.{trait_id}", f"{it.name} of {member.name}", group)
        for slug, member, group in _others_members(state, asker)
        for trait_id, it in member.traits.items()
    )


def _ties_by_aspect(state: Vele, asker: Asker) -> Iterable[Choice]:
    open_ones = {
        slug: it.name
        for slug, it in state.groups.items()
        if it.active and it.owner != asker.person and asker.person not in it.connected_by
    }
    open_ones |= {slug: member.name for slug, member, _ in _others_members(state, asker)}
    return (
        Choice(slug, it.text, open_ones[it.subject])
        for slug, it in state.aspects.items()
        if it.status is AspectStatus.ACTIVE and it.subject in open_ones
    )


def _places(state: Vele, asker: Asker) -> Iterable[Choice]:
    there = state.act.map_positions.values() if state.act is not None else ()
    return (Choice(place, place) for place in dict.fromkeys(there))


_KINDS: Mapping[str, _Listing] = {
    "component": _components,
    "own component": _own,
    "component in the scene": _in_scene,
    "own component in the scene": _own_in_scene,
    "trait": _traits,
    "own trait": _own_traits,
    "trait in the scene": _traits_in_scene,
    "own trait in the scene": _own_traits_in_scene,
    "aspect with a free tag": _free_tags,
    "trait or average die": _assisted,
    "ability": _abilities,
    "aspect": _aspects,
    "group": _groups,
    "component or group": _holders,
    "subject": _subjects,
    "side": _sides,
    "zone": _zones,
    "deed": _deeds,
    "guideline": _guidelines,
    "spotlight": _spotlights,
    "extended struggle": _extended,
    "block": _blocks,
    "owner of dice": _payers,
    "act to open": _free_acts,
    "unpaid trait": _unpaid_traits,
    "unpaid ability": _unpaid_abilities,
    "tie by trait": _ties_by_trait,
    "tie by aspect": _ties_by_aspect,
    "place": _places,
}
