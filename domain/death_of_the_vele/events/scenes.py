"""What can happen to scenes."""

from typing import Literal

from domain.death_of_the_vele.terms import Dice, Die, SceneKind
from domain.kernel.messages import Event
from domain.kernel.terms import Name, Person, Points, Slug, Text


class SceneOpened(Event):
    """A scene began (VE-39)."""

    type: Literal["death_of_the_vele.scene_opened.v1"] = "death_of_the_vele.scene_opened.v1"
    scene: int
    title: Name
    time: Text
    place: Text
    kind: SceneKind
    cast: tuple[Slug, ...]
    zones: tuple[Name, ...] = ()


class SceneCastChanged(Event):
    """A component entered the scene, or left it."""

    type: Literal["death_of_the_vele.scene_cast_changed.v1"] = "death_of_the_vele.scene_cast_changed.v1"
    component: Slug
    enters: bool


class ExclusionOffered(Event):
    """The narrator offered a die for keeping a component out (VE-40)."""

    type: Literal["death_of_the_vele.exclusion_offered.v1"] = "death_of_the_vele.exclusion_offered.v1"
    component: Slug
    narrator: Person
    die: Die


class ExclusionAccepted(Event):
    """The die was taken; the component stays out."""

    type: Literal["death_of_the_vele.exclusion_accepted.v1"] = "death_of_the_vele.exclusion_accepted.v1"
    component: Slug


class ExclusionContested(Event):
    """Owner and narrator rolled for it. Rolls are listed round by round; the last are unequal."""

    type: Literal["death_of_the_vele.exclusion_contested.v1"] = "death_of_the_vele.exclusion_contested.v1"
    component: Slug
    owner: Person
    owner_die: Die | None
    owner_rolls: tuple[int, ...]
    narrator: Person
    narrator_die: Die
    narrator_rolls: tuple[int, ...]
    winner: Person


class FictionVetoed(Event):
    """An owner refused what a scene out of its time would have changed (VE-41)."""

    type: Literal["death_of_the_vele.fiction_vetoed.v1"] = "death_of_the_vele.fiction_vetoed.v1"
    player: Person
    fiction: Text


class ComponentRecovered(Event):
    """Helplessness that lasted for the scene is over; marks of damage stay (VE-44)."""

    type: Literal["death_of_the_vele.component_recovered.v1"] = "death_of_the_vele.component_recovered.v1"
    component: Slug


class ControlMarksCleared(Event):
    """Marks of control are gone from a component's traits."""

    type: Literal["death_of_the_vele.control_marks_cleared.v1"] = "death_of_the_vele.control_marks_cleared.v1"
    component: Slug
    traits: tuple[Slug, ...]


class ControlEnded(Event):
    """A controlled component is its owner's again."""

    type: Literal["death_of_the_vele.control_ended.v1"] = "death_of_the_vele.control_ended.v1"
    component: Slug
    owner: Person


class SceneClosed(Event):
    """The scene is over."""

    type: Literal["death_of_the_vele.scene_closed.v1"] = "death_of_the_vele.scene_closed.v1"
    scene: int


class DiceReplenished(Event):
    """Dice from the bowl filled what abilities had used up (VE-45). `gap`: points that were missing."""

    type: Literal["death_of_the_vele.dice_replenished.v1"] = "death_of_the_vele.dice_replenished.v1"
    component: Slug
    dice: Dice
    points: Points
    gap: Points


class GroupHandedOut(Event):
    """Others play the members of a group for this scene (VE-46)."""

    type: Literal["death_of_the_vele.group_handed_out.v1"] = "death_of_the_vele.group_handed_out.v1"
    group: Slug
    assignments: dict[Slug, Person]


class GroupReturned(Event):
    """A group's members are played by their owner again."""

    type: Literal["death_of_the_vele.group_returned.v1"] = "death_of_the_vele.group_returned.v1"
    group: Slug


EVENTS: tuple[type[Event], ...] = (
    SceneOpened,
    SceneCastChanged,
    ExclusionOffered,
    ExclusionAccepted,
    ExclusionContested,
    FictionVetoed,
    ComponentRecovered,
    ControlMarksCleared,
    ControlEnded,
    SceneClosed,
    DiceReplenished,
    GroupHandedOut,
    GroupReturned,
)
