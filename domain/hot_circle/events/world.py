"""What happened to the world of a campaign."""

from typing import Literal

from domain.hot_circle.terms import DrawnAgain, Importance, Randomizer, RelationKind, RelationOrigin
from domain.kernel.messages import Event
from domain.kernel.terms import Name, Points, Slug, Text


class SessionZeroBegun(Event):
    """The group settled what kind of story this is to be."""

    type: Literal["hot_circle.session_zero_begun.v1"] = "hot_circle.session_zero_begun.v1"
    genre: Text
    style: Text


class RandomizerSet(Event):
    """Successes are counted on this."""

    type: Literal["hot_circle.randomizer_set.v1"] = "hot_circle.randomizer_set.v1"
    randomizer: Randomizer


class SettingAdded(Event):
    """A setting is part of the world."""

    type: Literal["hot_circle.setting_added.v1"] = "hot_circle.setting_added.v1"
    setting: Slug
    name: Name
    character_types: tuple[Name, ...]


class FactionAdded(Event):
    """A power stands in one setting."""

    type: Literal["hot_circle.faction_added.v1"] = "hot_circle.faction_added.v1"
    faction: Slug
    name: Name
    setting: Slug
    importance: Importance


class FactionRelationSet(Event):
    """A faction stands so towards another."""

    type: Literal["hot_circle.faction_relation_set.v1"] = "hot_circle.faction_relation_set.v1"
    source: Slug
    target: Slug
    kind: RelationKind
    origin: RelationOrigin


class FactionDrawn(Event):
    """A name came out of the bag. `again` says why it goes straight back, or is nothing."""

    type: Literal["hot_circle.faction_drawn.v1"] = "hot_circle.faction_drawn.v1"
    source: Slug
    kind: RelationKind
    drawn: Slug
    face: Points
    bag: Points
    again: DrawnAgain | None


class FactionDrawRejected(Event):
    """The group put the drawn name back."""

    type: Literal["hot_circle.faction_draw_rejected.v1"] = "hot_circle.faction_draw_rejected.v1"
    source: Slug
    kind: RelationKind
    drawn: Slug
    reason: Text


class FactionRelationFlipped(Event):
    """An alliance became a rivalry, or the other way round."""

    type: Literal["hot_circle.faction_relation_flipped.v1"] = "hot_circle.faction_relation_flipped.v1"
    source: Slug
    target: Slug
    was: RelationKind
    now: RelationKind
    reason: Text


class FactionRelationCut(Event):
    """A relation ended."""

    type: Literal["hot_circle.faction_relation_cut.v1"] = "hot_circle.faction_relation_cut.v1"
    source: Slug
    target: Slug
    was: RelationKind
    reason: Text


class FactionImportanceChanged(Event):
    """A faction fell or rose."""

    type: Literal["hot_circle.faction_importance_changed.v1"] = "hot_circle.faction_importance_changed.v1"
    faction: Slug
    was: Importance
    now: Importance
    reason: Text


class SituationStated(Event):
    """What the campaign is about; revisions count from 1."""

    type: Literal["hot_circle.situation_stated.v1"] = "hot_circle.situation_stated.v1"
    text: Text
    affected_factions: tuple[Slug, ...]
    revision: Points


class FactionNoteAdded(Event):
    """The gamemaster noted what a faction plans."""

    type: Literal["hot_circle.faction_note_added.v1"] = "hot_circle.faction_note_added.v1"
    faction: Slug
    text: Text


class PrepNoteAdded(Event):
    """The gamemaster prepared something."""

    type: Literal["hot_circle.prep_note_added.v1"] = "hot_circle.prep_note_added.v1"
    text: Text


class StartingLifepathsSet(Event):
    """Everybody starts with so many lifepaths."""

    type: Literal["hot_circle.starting_lifepaths_set.v1"] = "hot_circle.starting_lifepaths_set.v1"
    count: Points


class LifepathRequirementSet(Event):
    """A lifepath is held back until others came before it."""

    type: Literal["hot_circle.lifepath_requirement_set.v1"] = "hot_circle.lifepath_requirement_set.v1"
    lifepath_name: Name
    requires: tuple[Name, ...]
