"""What may be asked about the frame of play: the dungeon, its monsters, phases, scenes."""

from typing import Literal

from pydantic import Field

from domain.kernel.messages import Command
from domain.kernel.terms import LONGEST_NAME, Character, Delta, Name, Person, Points, Slug, Text
from domain.wicked_ones.shapes import Ratings
from domain.wicked_ones.terms import Phase, Place


class FoundDungeon(Command):
    """Say where the monsters live and what they are up to.

    Needs:    anybody with a seat; before anything else.
    Refused:  `dungeon_founded`, `dungeon_missing`, `bad_tier`.
    Yields:   `DungeonFounded`.
    """

    type: Literal["wicked_ones.found_dungeon"] = "wicked_ones.found_dungeon"
    dungeon: Text = Field(max_length=LONGEST_NAME, description="The dungeon's name.")
    tier: Delta | None = Field(default=None, description="Left out: the tier the house begins at.")
    master_plan: Text = Field(default="", description="What the group is after in the end.")


class AddFaction(Command):
    """Put a power of the sandbox on the map.

    Needs:    anybody with a seat.
    Refused:  `dungeon_missing`, `bad_tier`, `id_taken`, `id_empty`, `campaign_ended`.
    Yields:   `FactionAdded`.
    """

    type: Literal["wicked_ones.add_faction"] = "wicked_ones.add_faction"
    name: Name
    tier: Delta
    stance: Text = Field(default="", description="How it stands towards the dungeon, in a word or two.")
    friendly: bool | None = Field(default=None, description="Whether that helps, hurts, or neither.")
    id: Slug | None = None


class ChangeStance(Command):
    """Say how a faction stands towards the dungeon from now on.

    Needs:    the GM.
    Refused:  `only_gm`, `faction_missing`, `no_change`.
    Yields:   `FactionStanceChanged`.
    """

    type: Literal["wicked_ones.change_stance"] = "wicked_ones.change_stance"
    faction: Slug
    now: Text
    friendly: bool | None = None


class CreateWickedOne(Command):
    """Make a monster: nine ratings, a calling, a dark impulse, one defense from gear.

    Needs:    a player without a living Wicked One; the GM may enter one for a player.
    Refused:  `has_living_character`, `negative_rating`, `rating_too_high`, `gear_defense_missing`,
              `not_your_character`, `gm_plays_none`, `id_taken`, `id_empty`, `unknown_character` (to replace).
    Yields:   `WickedOneCreated`, `DefenseGained`.
    """

    type: Literal["wicked_ones.create_wicked_one"] = "wicked_ones.create_wicked_one"
    name: Name
    calling: Name
    dark_impulse: Text
    ratings: Ratings
    gear_defense_type: Text = Field(description="What the gear protects against: wounds, detection, magic.")
    player: Person | None = Field(default=None, description="Whose monster it is; left out: the asker's.")
    abilities: tuple[Name, ...] = Field(default=(), max_length=20)
    items: tuple[Name, ...] = Field(default=(), max_length=20)
    gold: Points = 0
    replaces: Character | None = Field(default=None, description="The dead one whose place it takes.")
    id: Slug | None = None


class BeginPhase(Command):
    """Go from lurking to raiding or back; lurking begins with recovery.

    Needs:    the GM; no scene, raid or invasion under way; nothing pending or owed.
    Refused:  `only_gm`, `phase_order`, `scene_open`, `raid_open`, `invasion_running`, `consequence_pending`,
              `cost_owed`.
    Yields:   `PhaseBegan`; for lurking also `RecoveryHappened` and `Recovered`.
    """

    type: Literal["wicked_ones.begin_phase"] = "wicked_ones.begin_phase"
    phase: Phase


class OpenScene(Command):
    """Zoom in: somewhere, with some people, on something.

    Needs:    the GM, or a player who starts it with their own monster; a phase; no open scene.
    Refused:  `phase_missing`, `scene_open`, `unknown_character`, `not_your_character`, `dead`.
    Yields:   `SceneOpened`.
    """

    type: Literal["wicked_ones.open_scene"] = "wicked_ones.open_scene"
    place: Place
    title: Name = Field(description="Where it is, or what it is about.")
    description: Text = ""
    starter: Character | None = Field(default=None, description="The monster whose player asked for the scene.")
    present: tuple[Character, ...] = ()


class CloseScene(Command):
    """Zoom out.

    Needs:    the GM; nothing pending or owed, no action on the table.
    Refused:  `only_gm`, `scene_missing`, `consequence_pending`, `roll_open`, `consequence_owed`.
    Yields:   `SceneClosed`.
    """

    type: Literal["wicked_ones.close_scene"] = "wicked_ones.close_scene"
    outcome: Text = Field(default="", description="What came of it.")


class JoinScene(Command):
    """Go out of your way to be part of somebody else's scene at home.

    Needs:    an open scene in the dungeon that another player started; your own living monster.
    Refused:  `scene_missing`, `not_a_dungeon_scene`, `starter_gets_none`, `already_joined`, `not_your_character`,
              `unknown_character`, `dead`, `describe_first`.
    Yields:   `SceneJoined`, `XpEarned`.
    """

    type: Literal["wicked_ones.join_scene"] = "wicked_ones.join_scene"
    character: Character
    how: Text = Field(description="How the monster comes into it.")


class PassSpotlight(Command):
    """Point the camera at somebody.

    Needs:    anybody with a seat; there is no turn order.
    Refused:  `unknown_character`.
    Yields:   `SpotlightPassed`.
    """

    type: Literal["wicked_ones.pass_spotlight"] = "wicked_ones.pass_spotlight"
    to: Character


class RaiseTier(Command):
    """The dungeon grows by one tier.

    Needs:    the GM.
    Refused:  `only_gm`, `dungeon_missing`.
    Yields:   `DungeonTierRaised`.
    """

    type: Literal["wicked_ones.raise_tier"] = "wicked_ones.raise_tier"
    why: Text = ""


class AdvanceMasterPlan(Command):
    """Write down how far the plan is.

    Needs:    the GM.
    Refused:  `only_gm`, `reason_missing`.
    Yields:   `MasterPlanAdvanced`.
    """

    type: Literal["wicked_ones.advance_master_plan"] = "wicked_ones.advance_master_plan"
    text: Text


class EndCampaign(Command):
    """Tell the dungeon's story to its end.

    Needs:    the GM; between scenes, with nothing pending.
    Refused:  `only_gm`, `campaign_ended`, `scene_open`, `consequence_pending`.
    Yields:   `CampaignEnded`.
    """

    type: Literal["wicked_ones.end_campaign"] = "wicked_ones.end_campaign"
    epilogue: Text = ""
