"""How a trait that cannot be used is marked, in words or in the letters of the house rule (VE-P9)."""

from domain.death_of_the_vele.state import Trait, Vele

READY, INACTIVE, DAMAGED, CONTROLLED = "ready", "inactive", "damaged", "controlled"
NEEDS_HEALING, FOR_THE_SCENE = "X", "S"


def mark(state: Vele, trait: Trait) -> str:
    """What stands beside a trait: with `damage_marks` X for damage, S and the controller's initial for control."""
    if not trait.active:
        return INACTIVE
    letters = state.house_rules.damage_marks
    if trait.damage_mark:
        return NEEDS_HEALING if letters else DAMAGED
    if trait.control_marks:
        initials = (state.components[slug].name[:1] for slug in trait.control_marks if slug in state.components)
        return " ".join((FOR_THE_SCENE, *initials)) if letters else CONTROLLED
    return READY
