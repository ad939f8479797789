"""What happened while a crucible was prepared, and to its scenes."""

from typing import Literal

from domain.kernel.messages import Event
from domain.kernel.terms import Character, Name, Person, Slug, Text
from domain.vicious_crucible.terms import Printed, SparkKind, ToolKind


class SparkEntered(Printed):
    """A spark as entered, its id settled. `cost` None: nothing special is printed."""

    id: Slug
    name: Name
    kind: SparkKind
    cost: int | None
    text: Text
    rulesheet: Text


class ElementEntered(Printed):
    """An element as entered, its id settled."""

    id: Slug
    name: Name
    sparks: tuple[SparkEntered, ...]


class ToolEntered(Printed):
    """A tool as entered, its id settled."""

    id: Slug
    name: Name
    tool_kind: ToolKind
    sparks: tuple[SparkEntered, ...]


class LocationElementEntered(Printed):
    """A location's element as entered, its id settled."""

    id: Slug
    name: Name
    hard: bool


class LocationEntered(Printed):
    """A location as entered, its id settled."""

    id: Slug
    name: Name
    elements: tuple[LocationElementEntered, ...]


class PlayableEntered(Printed):
    """One of the six to pick from, its id settled."""

    id: Slug
    name: Name


class SupportingEntered(Printed):
    """One of the supporting six, its id settled."""

    id: Slug
    name: Name
    mentions: tuple[Slug, ...]
    plan: Text


class ArcEntered(Printed):
    """An arc as entered, its id settled."""

    id: Slug
    name: Name
    flux_action: Text
    alloy_action: Text
    reify_action: Text
    elements: tuple[ElementEntered, ...]
    sacrifice_count: int
    sacrifice_named: tuple[Slug, ...]
    other_text: Text
    transformation: Text


class CrucibleOpened(Event):
    """The prepared game lies on the table."""

    type: Literal["vicious_crucible.crucible_opened.v1"] = "vicious_crucible.crucible_opened.v1"
    title: Name
    gm: Person
    playable: tuple[PlayableEntered, ...]
    supporting: tuple[SupportingEntered, ...]
    locations: tuple[LocationEntered, ...]
    arcs: tuple[ArcEntered, ...]


class CharacterSheetRegistered(Event):
    """A character's sheet was entered, or entered again."""

    type: Literal["vicious_crucible.character_sheet_registered.v1"] = (
        "vicious_crucible.character_sheet_registered.v1"
    )
    character: Character
    core: tuple[ElementEntered, ...]
    arc: Slug | None
    tools: tuple[ToolEntered, ...]


class LocationRegistered(Event):
    """A location was entered."""

    type: Literal["vicious_crucible.location_registered.v1"] = "vicious_crucible.location_registered.v1"
    location: Slug
    name: Name
    elements: tuple[LocationElementEntered, ...]


class CharacterPicked(Event):
    """A player took one of the six."""

    type: Literal["vicious_crucible.character_picked.v1"] = "vicious_crucible.character_picked.v1"
    player: Person
    character: Character


class CastOffAssigned(Event):
    """Nobody picked this one: an NPC from now on, and always in play."""

    type: Literal["vicious_crucible.cast_off_assigned.v1"] = "vicious_crucible.cast_off_assigned.v1"
    character: Character


class PlayStarted(Event):
    """Setup is over."""

    type: Literal["vicious_crucible.play_started.v1"] = "vicious_crucible.play_started.v1"


class PlayEnded(Event):
    """The crucible is told to its end."""

    type: Literal["vicious_crucible.play_ended.v1"] = "vicious_crucible.play_ended.v1"
    epilogue: Text


class SupportingCharacterAdmitted(Event):
    """A supporting character is in play, because its write-up names these."""

    type: Literal["vicious_crucible.supporting_character_admitted.v1"] = (
        "vicious_crucible.supporting_character_admitted.v1"
    )
    character: Character
    because_of: tuple[Character, ...]


class SupportingCharacterBenched(Event):
    """A supporting character does not appear: nobody its write-up names was picked."""

    type: Literal["vicious_crucible.supporting_character_benched.v1"] = (
        "vicious_crucible.supporting_character_benched.v1"
    )
    character: Character


class CharacterMarkerPlaced(Event):
    """A marker stands somewhere else on the map."""

    type: Literal["vicious_crucible.character_marker_placed.v1"] = "vicious_crucible.character_marker_placed.v1"
    character: Character
    location: Slug


class SceneFramed(Event):
    """A scene opened, with something to react to."""

    type: Literal["vicious_crucible.scene_framed.v1"] = "vicious_crucible.scene_framed.v1"
    scene: Slug
    location: Slug
    present: tuple[Character, ...]
    description: Text
    demand: Text


class SceneEnded(Event):
    """A scene ended, with what came of it at once."""

    type: Literal["vicious_crucible.scene_ended.v1"] = "vicious_crucible.scene_ended.v1"
    scene: Slug
    consequence: Text


class UniqueTaskSet(Event):
    """Something can only be done with one particular tool."""

    type: Literal["vicious_crucible.unique_task_set.v1"] = "vicious_crucible.unique_task_set.v1"
    task: Slug
    name: Name
    tool: Slug


class UniqueTaskPerformed(Event):
    """It was done with that tool."""

    type: Literal["vicious_crucible.unique_task_performed.v1"] = "vicious_crucible.unique_task_performed.v1"
    task: Slug
    character: Character
    tool: Slug


class NpcPlanNoted(Event):
    """The GM noted how an NPC follows its plan. Nobody gains anything."""

    type: Literal["vicious_crucible.npc_plan_noted.v1"] = "vicious_crucible.npc_plan_noted.v1"
    character: Character
    note: Text


class AdjudicationRecorded(Event):
    """The GM settled by word what the rules leave open."""

    type: Literal["vicious_crucible.adjudication_recorded.v1"] = "vicious_crucible.adjudication_recorded.v1"
    subject: Slug
    field: Name
    before: Text
    after: Text
    reason: Text
    rulesheet: Text
