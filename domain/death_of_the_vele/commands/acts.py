"""What may be asked while an act is set up (VE-32 to VE-36, VE-38)."""

from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.terms import Dice, Die, MatrixColumn, Size, TraitKind, TraitPrinted
from domain.kernel.messages import Command
from domain.kernel.terms import Name, Slug, Text


class StartAct(Command):
    """Open the next act: old dice vanish, new ones are handed out, PCs' traits wait to be paid again.

    Needs:    the framework finished; no act under way; another act in the matrix.
    Refused:  `framework_first`, `act_running`, `no_more_acts`.
    Yields:   `PoolEmptied` each, `ActStarted`, `ActDiceGranted` each, `ObjectiveCreated`.
    """

    type: Literal["death_of_the_vele.start_act"] = "death_of_the_vele.start_act"


class JoinLate(Command):
    """Join a story under way: bid without having seen the bids, and take one's place in the order.

    Needs:    somebody who does not play yet; an act with its order.
    Refused:  `plays_already`, `no_act`, `initiative_missing`, `bids_seen`, `bid_out_of_bounds`.
    Yields:   `PlayerJoinedLate`, `ExperienceAwarded`, `ExperienceSpent`, `ActDiceGranted` each.
    """

    type: Literal["death_of_the_vele.join_late"] = "death_of_the_vele.join_late"
    bid: int = Field(ge=-100, le=100, description="1 to 6.")
    seen: bool = Field(default=False, description="The numbers of the others were shown.")


class RepurchaseTrait(Command):
    """Pay again for a trait of one's PC or its components.

    Needs:    a trait not paid for in this act; one die of its size.
    Refused:  `component_unknown`, `not_your_component`, `no_act`, `roll_made`, `trait_unknown`, `trait_paid`,
              `not_held`, `points_not_held`.
    Yields:   `TraitRepurchased`, `DiceSpent`.
    """

    type: Literal["death_of_the_vele.repurchase_trait"] = "death_of_the_vele.repurchase_trait"
    component: Slug
    trait: Slug


class LeaveTraitInactive(Command):
    """Do not pay for a trait in this act, for now.

    Needs:    an act being set up; a trait not paid for.
    Refused:  `component_unknown`, `not_your_component`, `no_act`, `act_in_play`, `trait_unknown`, `trait_paid`,
              `no_change`.
    Yields:   `TraitLeftInactive`.
    """

    type: Literal["death_of_the_vele.leave_trait_inactive"] = "death_of_the_vele.leave_trait_inactive"
    component: Slug
    trait: Slug


class BackAbility(Command):
    """Set dice aside again for an ability from an earlier act.

    Needs:    an ability nothing backs in this act; dice worth its price.
    Refused:  `component_unknown`, `not_your_component`, `no_act`, `struggle_running`, `ability_unknown`,
              `ability_backed`, `price_not_met`, `not_held`, `points_not_held`.
    Yields:   `AbilityBacked`, `DiceAllocated`.
    """

    type: Literal["death_of_the_vele.back_ability"] = "death_of_the_vele.back_ability"
    component: Slug
    ability: Slug
    dice: Dice


class CreateGroup(Command):
    """Name one's group of story components; it comes with five dice sets for traits of its members.

    Needs:    an act being set up; no group of one's own in it.
    Refused:  `no_act`, `act_in_play`, `has_group`, `id_taken`, `id_empty`.
    Yields:   `GroupCreated`.
    """

    type: Literal["death_of_the_vele.create_group"] = "death_of_the_vele.create_group"
    name: Name
    id: Slug | None = None


class AddGroupMember(Command):
    """Add a component to a group; anybody may. Its one main component is the leader.

    Needs:    an act; dice of the group for at least half its traits.
    Refused:  `no_act`, `roll_made`, `group_unknown`, `group_has_leader`, `pc_main_is_brought`, `id_taken`,
              `id_empty`, `second_focus`, `trait_slots_full`, `too_few_traits`, `not_held`, `points_not_held`.
    Yields:   `ComponentBought`, `GroupMemberAdded`, `TraitBought` each, `GroupDiceSpent`; `MergingClosed`.
    """

    type: Literal["death_of_the_vele.add_group_member"] = "death_of_the_vele.add_group_member"
    group: Slug
    name: Name
    id: Slug | None = None
    size: Size
    traits: tuple[TraitPrinted, ...]
    concept: Text = ""


class BuyGroupTrait(Command):
    """Buy a trait for a member of a group with the group's dice; anybody may.

    Needs:    a member with a free slot; a die of the group of that size.
    Refused:  `no_act`, `roll_made`, `group_unknown`, `not_a_member`, `trait_slots_full`, `id_taken`, `id_empty`,
              `second_focus`, `not_held`, `points_not_held`.
    Yields:   `TraitBought`, `GroupDiceSpent`; `MergingClosed`.
    """

    type: Literal["death_of_the_vele.buy_group_trait"] = "death_of_the_vele.buy_group_trait"
    group: Slug
    component: Slug
    name: Name
    id: Slug | None = None
    die: Die
    is_focus: bool = False
    trait_kind: TraitKind = TraitKind.NONE


class ConnectToGroup(Command):
    """Tie one's PC to another player's group by a trait, an aspect, or both: a d4 of story dice for each.

    Needs:    an act being set up; another's group one is not connected to; what is named belongs to it.
    Refused:  `no_act`, `act_in_play`, `no_pc`, `group_unknown`, `own_group`, `connected_already`,
              `nothing_to_connect`, `not_of_the_group`.
    Yields:   `GroupConnected`, `DiceGained`.
    """

    type: Literal["death_of_the_vele.connect_to_group"] = "death_of_the_vele.connect_to_group"
    group: Slug
    component: Slug | None = Field(default=None, description="The member whose trait is tied.")
    trait: Slug | None = None
    aspect: Slug | None = None


class PlaceOnMap(Command):
    """Say where a group or component is as the act begins, or goes.

    Needs:    a component or group of one's own.
    Refused:  `no_act`, `component_unknown`, `not_your_component`, `not_your_group`, `text_missing`.
    Yields:   `PlacedOnMap`.
    """

    type: Literal["death_of_the_vele.place_on_map"] = "death_of_the_vele.place_on_map"
    subject: Slug = Field(description="A component or a group.")
    place: Text


class BeginActPlay(Command):
    """Begin to play the act. The starting narrator narrates.

    Needs:    the starting narrator; initiative; everybody's PC paid for, of enough traits, with a d4, a d6 and a
              d8 among them; everybody's group, and all of them placed.
    Refused:  `no_act`, `act_in_play`, `starting_narrator_only`, `setup_unfinished`, `pc_too_few_traits`,
              `pc_lacks_die`.
    Yields:   `ActPlayBegun`.
    """

    type: Literal["death_of_the_vele.begin_act_play"] = "death_of_the_vele.begin_act_play"


class ReviseAct(Command):
    """Rename the act, or give it another starting event or objective.

    Needs:    to narrate; an objective only while it is open.
    Refused:  `narrator_only`, `text_missing`, `no_change`, `objective_resolved`.
    Yields:   `ActRevised`.
    """

    type: Literal["death_of_the_vele.revise_act"] = "death_of_the_vele.revise_act"
    field: MatrixColumn
    text: Text


COMMANDS: tuple[type[Command], ...] = (
    StartAct,
    JoinLate,
    RepurchaseTrait,
    LeaveTraitInactive,
    BackAbility,
    CreateGroup,
    AddGroupMember,
    BuyGroupTrait,
    ConnectToGroup,
    PlaceOnMap,
    BeginActPlay,
    ReviseAct,
)
