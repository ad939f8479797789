"""The words for the ids of a story."""

from domain.kernel.wording.names import Names

from .state.table import Deed
from .state.vele import Vele
from .terms.cast import ComponentStatus
from .terms.play import DeedKind

STORY = "story"

_DEEDS = {
    DeedKind.FICTION: "what {} told",
    DeedKind.ACT_REVISED: "how {} changed the act",
    DeedKind.GOAL: "the goal of {}",
    DeedKind.ALLY: "the help of {}",
    DeedKind.PUSH: "the die that {} pushed",
}

_WRITTEN = {"objective_story": "objective of the story", "objective_act": "objective of the act"}
"""Texts that stand for the whole story, by the field they are kept in."""

WOUNDS, SCENERY = "wounds", "scenery"
"""Those who roll for a side that no component leads: what is healed resists by itself, and so does a place."""
_UNLED = {WOUNDS: "the wounds", SCENERY: "the scenery"}


def person(slug: str) -> str:
    """A player as a sheet names them. Names belong to seats, outside the story; their ids are made from them."""
    return slug.replace("-", " ").title()


def only_told(xp: int) -> str:
    """A proof's words on the XP that it does not reach; none where it reaches them all."""
    return f", but {xp} of them without proof" if xp else ""


def deed_words(deed: Deed) -> str:
    """Something done, as one speaks of it when the table may still take it back."""
    return _DEEDS.get(deed.kind, f"the {deed.kind.value} of {{}}").format(person(deed.player))


def about(state: Vele, subject: str) -> str:
    """Name of the subject of something; a subject without one is called as it is written."""
    if subject in state.components:
        return state.components[subject].name
    if subject in state.groups:
        return state.groups[subject].name
    return {"scene": "the scene", "story": "the story"}.get(subject, subject)


def deed_about(state: Vele, deed: Deed) -> str:
    """Name of the thing a deed was done to, as far as it has one."""
    if deed.subject in state.aspects:
        return state.aspects[deed.subject].text
    if deed.subject in state.story.guidelines:
        return state.story.guidelines[deed.subject].text
    component, _, part = deed.subject.partition(".")
    if component in state.components:
        known = state.components[component]
        made = known.traits.get(part) or known.abilities.get(part)
        return f"{made.name} of {known.name}" if made is not None else known.name
    named = (about(state, it) for it in (part, component) if it in state.components or it in state.groups)
    return next(named, "")


def sides(state: Vele) -> dict[str, str]:
    """The sides of the struggle by who leads them; without one, of the fight that is going on."""
    if state.struggle is not None:
        return {name: _name(state, side.main) for name, side in state.struggle.sides.items()}
    fights = [fight.sides for fight in state.extended.values() if fight.running]
    return {name: _name(state, next(iter(side), None)) for name, side in fights[-1].items()} if fights else {}


def _name(state: Vele, slug: str | None) -> str:
    return state.components[slug].name if slug in state.components else _UNLED[SCENERY]


def cast(state: Vele) -> dict[str, str]:
    """Everything with a sheet: PCs first, then what else is still in the story, the story itself last."""
    gone = (ComponentStatus.EXPIRED, ComponentStatus.DESTROYED)
    pcs = [player.pc for player in state.story.players.values() if player.pc is not None]
    rest = [slug for slug, it in state.components.items() if slug not in pcs and it.status not in gone]
    told = {slug: state.components[slug].name for slug in (*pcs, *rest)}
    return {**told, STORY: state.story.title} if state.story.started else told


def player_of(state: Vele, character: str) -> str | None:
    """The player of a component: its owner, unless somebody took control of it. None for an unknown component."""
    it = state.components.get(character)
    return None if it is None else it.controller or it.owner


def names(state: Vele) -> dict[str, str]:
    """Every id that has a name now. A component's name wins over anything else called the same."""
    told = (
        {"bowl": "the bowl", "story": state.story.title or "the story", "scene": "the scene"} | _WRITTEN | _UNLED
    )
    told.update((slug, f"“{fight.goal}”") for slug, fight in state.extended.items())
    told.update(sides(state))
    told.update((slug, deed_words(deed)) for slug, deed in state.deeds.items() if not deed.rested)
    for number, row in enumerate(state.story.act_matrix, start=1):
        told[f"act-{number}"] = row.name or f"act {number}"
    told.update((slug, f"“{it.text}”") for slug, it in state.aspects.items())
    told.update((slug, it.highlight) for slug, it in state.story.spotlights.items())
    for slug, it in state.components.items():
        for trait, known in it.traits.items():
            told[f"{slug}.{trait}"] = f"{known.name} of {it.name}"
            told.setdefault(trait, known.name)
        for ability, made in it.abilities.items():
            told.setdefault(ability, made.name)
    told.update((slug, group.name) for slug, group in state.groups.items())
    told.update((slug, it.name) for slug, it in state.components.items())
    return Names(told, {"scene": state.scenes, "struggle": state.struggles})
