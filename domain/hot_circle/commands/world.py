"""What may be asked of the world: settings, factions, the situation, and what the campaign is played with."""

from typing import Literal

from pydantic import Field

from domain.hot_circle.terms import Importance, Randomizer, RelationKind
from domain.kernel.messages import Command
from domain.kernel.terms import Name, Slug, Text


class BeginSessionZero(Command):
    """Write down what kind of story this is to be. Everything else follows.

    Needs:    session zero, anybody at the table.
    Refused:  `genre_missing`, `genre_settled`, `session_zero_only`.
    Yields:   `SessionZeroBegun`.
    """

    type: Literal["hot_circle.begin_session_zero"] = "hot_circle.begin_session_zero"
    genre: Text
    style: Text


class SetRandomizer(Command):
    """Count successes on dice, or on playing cards.

    Needs:    session zero, anybody at the table.
    Refused:  `genre_missing`, `randomizer_fixed`, `no_change`.
    Yields:   `RandomizerSet`.
    """

    type: Literal["hot_circle.set_randomizer"] = "hot_circle.set_randomizer"
    randomizer: Randomizer


class AddSetting(Command):
    """Name a background that people are born into.

    Needs:    session zero, anybody at the table.
    Refused:  `genre_missing`, `session_zero_only`, `setting_exists`, `too_many_settings`.
    Yields:   `SettingAdded`.
    """

    type: Literal["hot_circle.add_setting"] = "hot_circle.add_setting"
    name: Name
    character_types: tuple[Name, ...] = Field(default=(), description="Who lives there, by kind.")


class AddFaction(Command):
    """Name a power inside one setting.

    Needs:    session zero, or the gamemaster between sessions.
    Refused:  `genre_missing`, `session_open`, `gm_only`, `setting_unknown`, `faction_exists`, `second_major`,
              `too_many_factions`.
    Yields:   `FactionAdded`.
    """

    type: Literal["hot_circle.add_faction"] = "hot_circle.add_faction"
    name: Name
    setting: Slug
    importance: Importance


class RelateFactions(Command):
    """Choose whom a faction cooperates with, or competes with. The other need not see it so.

    Needs:    session zero, or the gamemaster between sessions.
    Refused:  `genre_missing`, `session_open`, `gm_only`, `faction_unknown`, `self_relation`,
              `same_faction_twice`, `relation_set`.
    Yields:   `FactionRelationSet`.
    """

    type: Literal["hot_circle.relate_factions"] = "hot_circle.relate_factions"
    source: Slug
    target: Slug
    kind: RelationKind


class DrawRelation(Command):
    """Draw a faction's competitor, then its partner, out of the bag with all their names.

    Draws one die with as many sides as there are factions; a name that cannot be is drawn again.

    Needs:    session zero, or the gamemaster between sessions.
    Refused:  `genre_missing`, `session_open`, `gm_only`, `faction_unknown`, `bag_too_small`, `relation_set`,
              `competitor_first`, `nobody_left`, `draw_waiting`.
    Yields:   `FactionDrawn`, once for each name drawn.
    """

    type: Literal["hot_circle.draw_relation"] = "hot_circle.draw_relation"
    source: Slug
    kind: RelationKind


class AcceptDraw(Command):
    """Take the faction that was drawn.

    Needs:    a drawn name; session zero, or the gamemaster between sessions.
    Refused:  `genre_missing`, `session_open`, `gm_only`, `nothing_drawn`.
    Yields:   `FactionRelationSet`.
    """

    type: Literal["hot_circle.accept_draw"] = "hot_circle.accept_draw"


class RejectDraw(Command):
    """Put the drawn name back, because it makes no sense. Then draw again.

    Needs:    a drawn name; session zero, or the gamemaster between sessions.
    Refused:  `genre_missing`, `session_open`, `gm_only`, `nothing_drawn`, `reason_missing`.
    Yields:   `FactionDrawRejected`.
    """

    type: Literal["hot_circle.reject_draw"] = "hot_circle.reject_draw"
    reason: Text


class FlipRelation(Command):
    """Turn an alliance into a rivalry, or back.

    Needs:    session zero, or the gamemaster between sessions.
    Refused:  `genre_missing`, `session_open`, `gm_only`, `faction_unknown`, `no_relation`, `reason_missing`.
    Yields:   `FactionRelationFlipped`.
    """

    type: Literal["hot_circle.flip_relation"] = "hot_circle.flip_relation"
    source: Slug
    target: Slug
    reason: Text = Field(description="The event that changed it.")


class CutRelation(Command):
    """End a relation without another in its place.

    Needs:    session zero, or the gamemaster between sessions.
    Refused:  `genre_missing`, `session_open`, `gm_only`, `faction_unknown`, `no_relation`, `reason_missing`.
    Yields:   `FactionRelationCut`.
    """

    type: Literal["hot_circle.cut_relation"] = "hot_circle.cut_relation"
    source: Slug
    target: Slug
    reason: Text


class ChangeImportance(Command):
    """Let a faction fall or rise.

    Needs:    session zero, or the gamemaster between sessions.
    Refused:  `genre_missing`, `session_open`, `gm_only`, `faction_unknown`, `no_change`, `reason_missing`,
              `second_major`.
    Yields:   `FactionImportanceChanged`.
    """

    type: Literal["hot_circle.change_importance"] = "hot_circle.change_importance"
    faction: Slug
    importance: Importance
    reason: Text


class StateSituation(Command):
    """Say what the campaign is about, and whom it touches; or say it anew.

    Needs:    session zero, or the gamemaster between sessions.
    Refused:  `genre_missing`, `session_open`, `gm_only`, `situation_missing`, `situation_needs_factions`,
              `faction_unknown`.
    Yields:   `SituationStated`.
    """

    type: Literal["hot_circle.state_situation"] = "hot_circle.state_situation"
    text: Text
    affected_factions: tuple[Slug, ...]


class NoteFaction(Command):
    """Keep a note on what a faction plans. Only the gamemaster reads it.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `gm_only`, `faction_unknown`, `text_missing`.
    Yields:   `FactionNoteAdded`.
    """

    type: Literal["hot_circle.note_faction"] = "hot_circle.note_faction"
    faction: Slug
    text: Text


class AddPrepNote(Command):
    """Keep a note for the session to come. Only the gamemaster reads it.

    Needs:    the gamemaster, with no session open.
    Refused:  `genre_missing`, `gm_only`, `session_open`, `text_missing`.
    Yields:   `PrepNoteAdded`.
    """

    type: Literal["hot_circle.add_prep_note"] = "hot_circle.add_prep_note"
    text: Text


class SetStartingLifepaths(Command):
    """Decide how many lifepaths everybody starts with: two for amateurs, five or six for the powerful.

    Needs:    the gamemaster, session zero, nobody complete yet.
    Refused:  `genre_missing`, `gm_only`, `session_zero_only`, `too_few`, `characters_complete`,
              `lifepaths_taken`, `no_change`.
    Yields:   `StartingLifepathsSet`.
    """

    type: Literal["hot_circle.set_starting_lifepaths"] = "hot_circle.set_starting_lifepaths"
    count: int = Field(le=100, description="Two to six is usual.")


class RequireLifepaths(Command):
    """Hold a rare or powerful lifepath back until others came before it.

    Needs:    the gamemaster.
    Refused:  `genre_missing`, `gm_only`, `requirement_empty`.
    Yields:   `LifepathRequirementSet`.
    """

    type: Literal["hot_circle.require_lifepaths"] = "hot_circle.require_lifepaths"
    lifepath_name: Name
    requires: tuple[Name, ...]
