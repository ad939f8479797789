"""What may be asked of components, their traits, abilities and attachments (VE-18 to VE-31)."""

from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.terms import (
    AbsentReason,
    AttachCost,
    ComponentKind,
    Dice,
    Die,
    EffectPrinted,
    Justification,
    Pool,
    Size,
    TraitKind,
    TraitPrinted,
)
from domain.kernel.messages import Command
from domain.kernel.terms import Name, Person, Slug, Text


class BuyComponent(Command):
    """Buy a component with at least half its traits. A minion brings a second, one size smaller, for nothing.

    Needs:    an act; no struggle rolled and unfinished; the dice of its traits in one's own pool.
    Refused:  `no_act`, `roll_made`, `pc_main_is_brought`, `bought_as_pc_or_story`, `wrong_pool`,
              `justification_missing`, `thing_you_need_used`, `id_taken`, `id_empty`, `too_few_traits`,
              `trait_slots_full`, `second_focus`, `bonus_minion_wrong`, `not_held`, `points_not_held`.
    Yields:   `ComponentBought`, `TraitBought` each, `DiceSpent`; for a minion the second `ComponentBought`.
    """

    type: Literal["death_of_the_vele.buy_component"] = "death_of_the_vele.buy_component"
    name: Name
    id: Slug | None = None
    size: Size
    kind: ComponentKind = Field(description="A component of one's PC, or a story component.")
    traits: tuple[TraitPrinted, ...]
    concept: Text = ""
    one_shot: bool = Field(default=False, description="It can be used a single time.")
    justification: Justification | None = Field(
        default=None, description="For a PC's component in the middle of an act."
    )
    bonus_name: Name | None = Field(default=None, description="For a minion: what the second one is called.")
    bonus_die: Die | None = Field(default=None, description="For a minion: the die of the second one.")
    pool: Pool | None = Field(default=None, description="What it is paid from; left out, the pool of its kind.")


class BuyTrait(Command):
    """Buy a trait, in a free slot or in place of another.

    Needs:    a component of one's own; one die of the trait's size; no dice of a struggle fallen.
    Refused:  `component_unknown`, `not_your_component`, `no_act`, `roll_made`, `wrong_pool`, `trait_unknown`,
              `trait_slots_full`, `id_taken`, `id_empty`, `second_focus`, `group_traits`, `not_held`,
              `points_not_held`, `no_dice_now`.
    Yields:   `TraitBought`, `DiceSpent`; `MergingClosed` for dice of others.
    """

    type: Literal["death_of_the_vele.buy_trait"] = "death_of_the_vele.buy_trait"
    component: Slug
    name: Name
    id: Slug | None = None
    die: Die
    is_focus: bool = False
    trait_kind: TraitKind = TraitKind.NONE
    replaces: Slug | None = Field(
        default=None, description="The trait it takes the place of; nothing is refunded."
    )
    pool: Pool | None = Field(default=None, description="What it is paid from; left out, the pool of its kind.")


class CreateAbility(Command):
    """Give a component an ability, and set dice aside for it.

    Needs:    a trait to tie it to; dice worth its price in the component's own pool; no struggle under way.
    Refused:  `component_unknown`, `not_your_component`, `struggle_running`, `trait_unknown`,
              `ability_needs_effects`, `effect_size_wrong`, `effect_over_trait`, `id_taken`, `id_empty`,
              `price_not_met`, `not_held`, `points_not_held`, `wrong_pool`.
    Yields:   `AbilityCreated`, `DiceAllocated`.
    """

    type: Literal["death_of_the_vele.create_ability"] = "death_of_the_vele.create_ability"
    component: Slug
    trait: Slug
    name: Name
    id: Slug | None = None
    effects: tuple[EffectPrinted, ...]
    dice: Dice = Field(description="What is set aside for it.")
    pool: Pool | None = Field(default=None, description="Left out, the pool of the component's kind.")


class RemoveAbility(Command):
    """Give an ability up and take the dice behind it back.

    Needs:    an act being set up.
    Refused:  `component_unknown`, `not_your_component`, `only_in_setup`, `ability_unknown`, `price_not_met`,
              `not_held`, `points_not_held`.
    Yields:   `AbilityRemoved`, `DiceDeallocated`.
    """

    type: Literal["death_of_the_vele.remove_ability"] = "death_of_the_vele.remove_ability"
    component: Slug
    ability: Slug
    dice: Dice = Field(description="What comes back: its price, or all that is left if that is less.")


class UseOneShot(Command):
    """Use a one-shot: in the struggle under way, or for fiction.

    Needs:    a one-shot of one's own that was not used.
    Refused:  `component_unknown`, `not_your_component`, `not_a_one_shot`, `one_shot_used`, `roll_made`.
    Yields:   `OneShotUsed`; outside a struggle `ComponentExpired`.
    """

    type: Literal["death_of_the_vele.use_one_shot"] = "death_of_the_vele.use_one_shot"
    component: Slug


class CreateTemporaryComponent(Command):
    """Give numbers to something in the scene, with dice from the bowl.

    Needs:    to narrate.
    Refused:  `narrator_only`, `id_taken`, `id_empty`, `trait_slots_full`, `second_focus`, `pc_main_is_brought`.
    Yields:   `TemporaryComponentCreated`.
    """

    type: Literal["death_of_the_vele.create_temporary_component"] = "death_of_the_vele.create_temporary_component"
    name: Name
    id: Slug | None = None
    size: Size = Size.NORMAL
    traits: tuple[TraitPrinted, ...] = Field(default=(), description="None: a plain d6 stands in.")


class NoteVirtualComponent(Command):
    """Note something that is only mentioned; it has no numbers until it becomes temporary.

    Needs:    to narrate.
    Refused:  `narrator_only`, `id_taken`, `id_empty`.
    Yields:   `VirtualComponentNoted`.
    """

    type: Literal["death_of_the_vele.note_virtual_component"] = "death_of_the_vele.note_virtual_component"
    name: Name
    id: Slug | None = None


class AttachComponents(Command):
    """Make components act, and suffer, as one.

    Needs:    one of them one's own; in play one of them pays an action, or its player a fate XP.
    Refused:  `component_unknown`, `not_your_component`, `two_to_attach`, `one_shot_alone`,
              `two_focus_traits`, `attached_already`, `no_action_left`, `fate_used`, `too_little_xp`,
              `own_aspect_only`, `struggle_running`.
    Yields:   `ComponentsAttached`; for fate `ExperienceSpent`.
    """

    type: Literal["death_of_the_vele.attach_components"] = "death_of_the_vele.attach_components"
    components: tuple[Slug, ...]
    cost: AttachCost = AttachCost.ACTION


class DetachComponent(Command):
    """Let a component act alone again.

    Needs:    an attached component of one's own; as for attaching.
    Refused:  `component_unknown`, `not_your_component`, `not_attached`, `no_action_left`, `fate_used`,
              `too_little_xp`.
    Yields:   `ComponentDetached`; for fate `ExperienceSpent`.
    """

    type: Literal["death_of_the_vele.detach_component"] = "death_of_the_vele.detach_component"
    component: Slug
    cost: AttachCost = AttachCost.ACTION


class AssignComponentPlay(Command):
    """Have somebody else play a component: its player is away, or two of its player's clash.

    Needs:    its owner or, for one who is away, anybody; a player who has not passed on it.
    Refused:  `component_unknown`, `not_in_story`, `not_your_component`, `owner_present`, `passed_already`,
              `no_change`.
    Yields:   `ComponentPlayAssigned`.
    """

    type: Literal["death_of_the_vele.assign_component_play"] = "death_of_the_vele.assign_component_play"
    component: Slug
    to: Person
    reason: AbsentReason = AbsentReason.OWN_CLASH


class PassComponentPick(Command):
    """Pass when the components of somebody who is away are picked in turns. There is no return.

    Needs:    an act; not to have passed.
    Refused:  `no_act`, `passed_already`.
    Yields:   `ComponentPickPassed`.
    """

    type: Literal["death_of_the_vele.pass_component_pick"] = "death_of_the_vele.pass_component_pick"


COMMANDS: tuple[type[Command], ...] = (
    BuyComponent,
    BuyTrait,
    CreateAbility,
    RemoveAbility,
    UseOneShot,
    CreateTemporaryComponent,
    NoteVirtualComponent,
    AttachComponents,
    DetachComponent,
    AssignComponentPlay,
    PassComponentPick,
)
