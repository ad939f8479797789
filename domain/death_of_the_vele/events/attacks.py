"""What attacks do."""

from typing import Literal

from domain.death_of_the_vele.terms import ComponentKind, HarmCause, TakenOut
from domain.kernel.messages import Event
from domain.kernel.terms import Person, Points, Slug, Text


class EffectDealt(Event):
    """An attack has an effect (VE-72). `order`: who loses the first traits, round by round."""

    type: Literal["death_of_the_vele.effect_dealt.v1"] = "death_of_the_vele.effect_dealt.v1"
    struggle: Slug
    target: Slug
    cause: HarmCause
    effect: Points
    by: Slug
    aimed: Slug | None = None
    order: tuple[Slug, ...] = ()


class LethalApplied(Event):
    """Lethal adds a point of effect, or a further trait, after the defence (VE-91, VE-92)."""

    type: Literal["death_of_the_vele.lethal_applied.v1"] = "death_of_the_vele.lethal_applied.v1"
    struggle: Slug
    target: Slug
    by: Slug
    effect: Points = 0
    traits: Points = 0


class ReflectiveApplied(Event):
    """A beaten defender takes a trait from the attacker (VE-100)."""

    type: Literal["death_of_the_vele.reflective_applied.v1"] = "death_of_the_vele.reflective_applied.v1"
    struggle: Slug
    target: Slug
    by: Slug


class TraitDisabled(Event):
    """A trait was lost (VE-74). `remaining`: effect still to be absorbed. `by`: whose mark it carries."""

    type: Literal["death_of_the_vele.trait_disabled.v1"] = "death_of_the_vele.trait_disabled.v1"
    struggle: Slug
    component: Slug
    trait: Slug
    points: Points
    cause: HarmCause
    by: Slug | None
    remaining: Points


class ComponentTakenOut(Event):
    """A character lost its last trait (VE-75)."""

    type: Literal["death_of_the_vele.component_taken_out.v1"] = "death_of_the_vele.component_taken_out.v1"
    component: Slug
    meaning: TakenOut
    by: Slug | None


class ComponentDestroyed(Event):
    """A thing lost its last trait (VE-75)."""

    type: Literal["death_of_the_vele.component_destroyed.v1"] = "death_of_the_vele.component_destroyed.v1"
    component: Slug
    by: Slug | None


class ControlTaken(Event):
    """A component is under somebody's control until the scene ends (VE-76)."""

    type: Literal["death_of_the_vele.control_taken.v1"] = "death_of_the_vele.control_taken.v1"
    component: Slug
    by: Slug
    player: Person
    until: Text = "scene_end"
    text: Text = ""


class ComponentOwnershipChanged(Event):
    """A controlled component is somebody's for good (VE-77). Traits not named fall inactive."""

    type: Literal["death_of_the_vele.component_ownership_changed.v1"] = (
        "death_of_the_vele.component_ownership_changed.v1"
    )
    component: Slug
    was: Person
    to: Person
    kind: ComponentKind
    traits: tuple[Slug, ...]


EVENTS: tuple[type[Event], ...] = (
    EffectDealt,
    LethalApplied,
    ReflectiveApplied,
    TraitDisabled,
    ComponentTakenOut,
    ComponentDestroyed,
    ControlTaken,
    ComponentOwnershipChanged,
)
