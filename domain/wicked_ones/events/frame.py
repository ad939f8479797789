"""Events about the frame of play. Names and fields are permanent."""

from typing import Literal

from domain.kernel.messages import Event
from domain.kernel.terms import Character, Name, Person, Points, Slug, Text
from domain.wicked_ones.shapes import Ratings
from domain.wicked_ones.terms import Attribute, Phase, Place


class DungeonFounded(Event):
    """The monsters have a home, and a plan."""

    type: Literal["wicked_ones.dungeon_founded.v1"] = "wicked_ones.dungeon_founded.v1"
    dungeon: Name
    tier: int
    master_plan: Text


class FactionAdded(Event):
    """A power of the sandbox is on the map."""

    type: Literal["wicked_ones.faction_added.v1"] = "wicked_ones.faction_added.v1"
    faction: Slug
    name: Name
    tier: int
    stance: Text
    friendly: bool | None


class FactionStanceChanged(Event):
    """A faction stands otherwise towards the dungeon."""

    type: Literal["wicked_ones.faction_stance_changed.v1"] = "wicked_ones.faction_stance_changed.v1"
    faction: Slug
    was: Text
    now: Text
    friendly: bool | None


class WickedOneCreated(Event):
    """A monster came crawling. `replaces` names the dead one whose place it took."""

    type: Literal["wicked_ones.wicked_one_created.v1"] = "wicked_ones.wicked_one_created.v1"
    character: Character
    player: Person
    name: Name
    calling: Name
    dark_impulse: Text
    ratings: Ratings
    abilities: tuple[Name, ...]
    items: tuple[Name, ...]
    gold: Points
    replaces: Character | None


class PhaseBegan(Event):
    """A phase began; lurking opens a new cycle."""

    type: Literal["wicked_ones.phase_began.v1"] = "wicked_ones.phase_began.v1"
    phase: Phase
    cycle_no: int


class RecoveryHappened(Event):
    """The monsters licked their wounds, once for this cycle."""

    type: Literal["wicked_ones.recovery_happened.v1"] = "wicked_ones.recovery_happened.v1"
    cycle_no: int


class Recovered(Event):
    """One of them is whole again: what was cleared, and which defenses are ready."""

    type: Literal["wicked_ones.recovered.v1"] = "wicked_ones.recovered.v1"
    character: Character
    stress_cleared: Points
    shocks_cleared: tuple[Attribute, ...]
    bloodied_ended: bool
    feral_ended: bool
    defenses_refreshed: tuple[Slug, ...]


class SceneOpened(Event):
    """The camera zooms in."""

    type: Literal["wicked_ones.scene_opened.v1"] = "wicked_ones.scene_opened.v1"
    scene: Slug
    place: Place
    title: Name
    description: Text
    set_by: Person
    starter: Character | None
    present: tuple[Character, ...]


class SceneClosed(Event):
    """The camera zooms out."""

    type: Literal["wicked_ones.scene_closed.v1"] = "wicked_ones.scene_closed.v1"
    scene: Slug
    outcome: Text


class SceneJoined(Event):
    """Somebody went out of their way to be part of a scene."""

    type: Literal["wicked_ones.scene_joined.v1"] = "wicked_ones.scene_joined.v1"
    scene: Slug
    character: Character
    player: Person
    how: Text


class SpotlightPassed(Event):
    """The camera points at somebody."""

    type: Literal["wicked_ones.spotlight_passed.v1"] = "wicked_ones.spotlight_passed.v1"
    was: Character | None
    to: Character


class DungeonTierRaised(Event):
    """The dungeon grew."""

    type: Literal["wicked_ones.dungeon_tier_raised.v1"] = "wicked_ones.dungeon_tier_raised.v1"
    was: int
    now: int
    why: Text


class MasterPlanAdvanced(Event):
    """The plan is further along."""

    type: Literal["wicked_ones.master_plan_advanced.v1"] = "wicked_ones.master_plan_advanced.v1"
    text: Text


class CampaignEnded(Event):
    """The dungeon's story is told."""

    type: Literal["wicked_ones.campaign_ended.v1"] = "wicked_ones.campaign_ended.v1"
    epilogue: Text


FRAME: tuple[type[Event], ...] = (
    DungeonFounded,
    FactionAdded,
    FactionStanceChanged,
    WickedOneCreated,
    PhaseBegan,
    RecoveryHappened,
    Recovered,
    SceneOpened,
    SceneClosed,
    SceneJoined,
    SpotlightPassed,
    DungeonTierRaised,
    MasterPlanAdvanced,
    CampaignEnded,
)
