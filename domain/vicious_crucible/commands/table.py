"""What may be asked while a crucible is prepared, and about its scenes."""

from typing import Literal

from pydantic import Field

from domain.kernel.messages import ASKED, Command
from domain.kernel.terms import Character, Name, Slug, Text
from domain.vicious_crucible.terms import (
    ArcPrinted,
    ElementPrinted,
    LocationElementPrinted,
    LocationPrinted,
    PlayablePrinted,
    SupportingPrinted,
    ToolPrinted,
)


class OpenCrucible(Command):
    """Lay out the prepared game: its cast, its places, its arcs. Locations may also follow one by one.

    Needs:    the GM; setup.
    Refused:  `gm_only`, `crucible_already_open`, `six_playable`, `six_supporting`, `id_taken`, `id_reserved`,
              `id_empty`, `mention_unknown`, `element_named_twice`, `spark_named_twice`.
    Yields:   `CrucibleOpened`.
    """

    type: Literal["vicious_crucible.open_crucible"] = "vicious_crucible.open_crucible"
    title: Name
    playable: tuple[PlayablePrinted, ...] = Field(description="The six that players pick from.")
    supporting: tuple[SupportingPrinted, ...] = Field(description="The six that come in through others.")
    locations: tuple[LocationPrinted, ...] = ()
    arcs: tuple[ArcPrinted, ...] = Field(
        default=(),
        description="One for each sheet: without its arc no sheet can be entered.",
        json_schema_extra=ASKED,
    )


class RegisterCharacterSheet(Command):
    """Enter what a character's sheet prints. Asked again during setup, it replaces the sheet.

    Needs:    setup; the GM or the character's own player.
    Refused:  `crucible_not_open`, `setup_only`, `character_unknown`, `not_your_character`, `three_core_elements`,
              `element_named_twice`, `tool_named_twice`, `spark_named_twice`, `sparks_need_quality`, `id_empty`,
              `arc_missing` (for one of the six to pick from), `arc_unknown`.
    Yields:   `CharacterSheetRegistered`.
    """

    type: Literal["vicious_crucible.register_character_sheet"] = "vicious_crucible.register_character_sheet"
    character: Character
    core: tuple[ElementPrinted, ...] = Field(description="Exactly three.")
    arc: Slug | None = Field(default=None, description="The arc printed on the sheet.", json_schema_extra=ASKED)
    tools: tuple[ToolPrinted, ...] = ()


class RegisterLocation(Command):
    """Enter a location and its elements. Hard elements only before play starts.

    Needs:    the GM.
    Refused:  `gm_only`, `crucible_not_open`, `id_taken`, `id_reserved`, `id_empty`, `element_named_twice`,
              `hard_only_in_setup`, `play_ended`.
    Yields:   `LocationRegistered`.
    """

    type: Literal["vicious_crucible.register_location"] = "vicious_crucible.register_location"
    name: Name
    id: Slug | None = None
    elements: tuple[LocationElementPrinted, ...] = ()


class PickCharacter(Command):
    """Take one of the six as your own.

    Needs:    setup; a player without a character. After the start only by house rule, from the cast-offs.
    Refused:  `crucible_not_open`, `gm_cannot_play`, `picking_closed`, `character_unknown`,
              `not_playable`, `already_picked`, `has_character`, `sheet_missing`.
    Yields:   `CharacterPicked`; then `HeatGained`, `FluxGained` if the house grants any to begin with, and after
              the start `SupportingCharacterAdmitted` for those who came in through this character.
    """

    type: Literal["vicious_crucible.pick_character"] = "vicious_crucible.pick_character"
    character: Character


class StartPlay(Command):
    """Begin: whoever was not picked becomes an NPC, and the supporting cast is filtered.

    Needs:    the GM; setup; at least one character picked, each with its sheet.
    Refused:  `gm_only`, `crucible_not_open`, `setup_only`, `nobody_picked`, `sheet_missing`, `cast_off_stays`.
    Yields:   `CastOffAssigned` each, `PlayStarted`, then `SupportingCharacterAdmitted` or
              `SupportingCharacterBenched` each.
    """

    type: Literal["vicious_crucible.start_play"] = "vicious_crucible.start_play"
    leave_out: tuple[Character, ...] = Field(
        default=(), description="Always empty: a character that nobody picked cannot be left out."
    )


class EndPlay(Command):
    """The last chapter is told. What was played stays as it is.

    Needs:    the GM; play; no open scene.
    Refused:  `gm_only`, `not_playing`, `scene_open`.
    Yields:   `PlayEnded`.
    """

    type: Literal["vicious_crucible.end_play"] = "vicious_crucible.end_play"
    epilogue: Text = ""


class PlaceMarker(Command):
    """Move a character's marker on the map. Who moves to the place of the open scene enters it.

    Needs:    the GM, or the player for their own character.
    Refused:  `crucible_not_open`, `play_ended`, `character_unknown`, `not_your_character`, `character_benched`,
              `location_unknown`, `in_a_contest`, `no_change`.
    Yields:   `CharacterMarkerPlaced`.
    """

    type: Literal["vicious_crucible.place_marker"] = "vicious_crucible.place_marker"
    character: Character
    location: Slug


class FrameScene(Command):
    """Open a scene where a player character's marker is, and end on something to react to.

    Needs:    the GM; play; no open scene. Present are those whose marker is there; `present` may name further
              NPCs, whose markers then go there.
    Refused:  `gm_only`, `not_playing`, `scene_open`, `location_unknown`, `character_unknown`,
              `character_benched`, `character_absent`, `no_pc_there`, `demand_missing`, `play_ended`.
    Yields:   `CharacterMarkerPlaced` for each NPC brought in, `SceneFramed`.
    """

    type: Literal["vicious_crucible.frame_scene"] = "vicious_crucible.frame_scene"
    location: Slug
    present: tuple[Character, ...] = Field(default=(), description="NPCs to bring in, beside those there.")
    description: Text = ""
    demand: Text = Field(description="What the characters must react to at once.")


class EndScene(Command):
    """Close the scene with what came of it at once.

    Needs:    the GM; an open scene; no open contest.
    Refused:  `gm_only`, `not_playing`, `no_scene`, `contest_open`.
    Yields:   `SceneEnded`.
    """

    type: Literal["vicious_crucible.end_scene"] = "vicious_crucible.end_scene"
    consequence: Text = ""


class SetUniqueTask(Command):
    """Say that something can only be done with one particular tool.

    Needs:    the GM.
    Refused:  `gm_only`, `not_playing`, `id_empty`, `task_set_already`.
    Yields:   `UniqueTaskSet`.
    """

    type: Literal["vicious_crucible.set_unique_task"] = "vicious_crucible.set_unique_task"
    name: Name = Field(description="Such as: open the Vault Door.")
    id: Slug | None = None
    tool: Slug


class PerformUniqueTask(Command):
    """Do a task with the one tool it takes.

    Needs:    the player for their own character, present in an open scene and holding the tool.
    Refused:  `not_playing`, `no_scene`, `character_unknown`, `npcs_gain_nothing`, `not_your_character`,
              `character_absent`, `task_unknown`, `task_done`, `tool_missing`, `tool_not_unique`, `tool_denied`.
    Yields:   `UniqueTaskPerformed`.
    """

    type: Literal["vicious_crucible.perform_unique_task"] = "vicious_crucible.perform_unique_task"
    task: Slug
    character: Character


class NoteNpcPlan(Command):
    """Note how an NPC follows its plan or its old arc. A note for the GM; an NPC gains nothing by it.

    Needs:    the GM.
    Refused:  `gm_only`, `not_playing`, `character_unknown`, `npc_only`, `note_missing`.
    Yields:   `NpcPlanNoted`.
    """

    type: Literal["vicious_crucible.note_npc_plan"] = "vicious_crucible.note_npc_plan"
    character: Character
    note: Text


class RecordAdjudication(Command):
    """Record what the GM settled by word: a module's result, a tool gained or lost, a condition.

    Needs:    the GM; play. `subject` is a character, a place or anything the table speaks of. For a character the
              fields `heat` and `flux` (a player character's), `condition` and `tools.<tool>` change the sheet
              itself; every other field is kept as plain text.
    Refused:  `gm_only`, `not_playing`, `reason_missing`, `id_empty`, `no_change`, `cast_off_stays`,
              `npc_has_no_heat`, `out_of_bounds`, `condition_missing`, `tool_kind_missing`,
              `tool_needs_contest`, `softened_for_good`,
              `npcs_gain_nothing`, `ruled_elsewhere`.
    Yields:   `AdjudicationRecorded`.
    """

    type: Literal["vicious_crucible.record_adjudication"] = "vicious_crucible.record_adjudication"
    subject: Slug
    field: Name = Field(description="Such as: wounds, drain, heat, condition, tools.brass-key.")
    after: Text = Field(description="The new value. For a condition: the tag to add. For a tool: its kind.")
    remove: Text = Field(default="", description="Only for a condition: the tag it takes away.")
    reason: Text
    rulesheet: Text = ""
