"""The words for the ids of a story."""

from .state import Vele
from .terms import ComponentStatus


def cast(state: Vele) -> dict[str, str]:
    """The components with a sheet: PCs first, then everything else still in the story."""
    gone = (ComponentStatus.EXPIRED, ComponentStatus.DESTROYED)
    pcs = [player.pc for player in state.story.players.values() if player.pc is not None]
    rest = [slug for slug, it in state.components.items() if slug not in pcs and it.status not in gone]
    return {slug: state.components[slug].name for slug in (*pcs, *rest)}


def names(state: Vele) -> dict[str, str]:
    """Every id that has a name now. A component's name wins over anything else called the same."""
    told = {"bowl": "the bowl", "story": state.story.title or "the story", "scene": "the scene"}
    told.update((f"scene-{number}", f"scene {number}") for number in range(1, state.scenes + 1))
    told.update((f"struggle-{number}", f"struggle {number}") for number in range(1, state.struggles + 1))
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
    return told
