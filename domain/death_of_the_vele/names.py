"""The words for the ids of a story."""

from .state import Vele
from .terms import ComponentStatus

STORY = "story"


def cast(state: Vele) -> dict[str, str]:
    """Everything with a sheet: PCs first, then what else is still in the story, the story itself last."""
    gone = (ComponentStatus.EXPIRED, ComponentStatus.DESTROYED)
    pcs = [player.pc for player in state.story.players.values() if player.pc is not None]
    rest = [slug for slug, it in state.components.items() if slug not in pcs and it.status not in gone]
    told = {slug: state.components[slug].name for slug in (*pcs, *rest)}
    return {**told, STORY: state.story.title} if state.story.started else told


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
