"""What may be asked of scenes (VE-39 to VE-41, VE-44 to VE-46)."""

from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.terms import Dice, Die, SceneKind
from domain.kernel.messages import Command
from domain.kernel.terms import Name, Person, Slug, Text


class OpenScene(Command):
    """Frame a scene: when, where, and who is in it.

    Needs:    to narrate, with no change of narrator due; no scene open.
    Refused:  `narrator_only`, `scene_open`, `narrator_must_change`, `component_unknown`, `component_gone`.
    Yields:   `SceneOpened`.
    """

    type: Literal["death_of_the_vele.open_scene"] = "death_of_the_vele.open_scene"
    title: Name
    time: Text = ""
    place: Text = ""
    kind: SceneKind = SceneKind.NORMAL
    cast: tuple[Slug, ...] = Field(default=(), description="Components in it.")
    zones: tuple[Name, ...] = Field(default=(), description="Places within it, nearest first; none: one place.")


class BringIntoScene(Command):
    """Have a component enter the scene, or leave it.

    Needs:    the narrator, or its player; a component that was not kept out.
    Refused:  `no_scene`, `component_unknown`, `component_gone`, `not_your_component`, `kept_out`, `no_change`,
              `struggle_running`.
    Yields:   `SceneCastChanged`.
    """

    type: Literal["death_of_the_vele.bring_into_scene"] = "death_of_the_vele.bring_into_scene"
    component: Slug
    enters: bool = True


class OfferExclusion(Command):
    """Offer a story die for keeping somebody's component out of the scene.

    Needs:    to narrate; one story die of one's own; a component of somebody else's in the scene.
    Refused:  `no_scene`, `narrator_only`, `component_unknown`, `not_in_scene`, `own_component`,
              `exclusion_open`, `not_held`, `points_not_held`.
    Yields:   `ExclusionOffered`.
    """

    type: Literal["death_of_the_vele.offer_exclusion"] = "death_of_the_vele.offer_exclusion"
    component: Slug
    die: Die


class AcceptExclusion(Command):
    """Take the narrator's die, and stay out.

    Needs:    an offer for a component of one's own.
    Refused:  `no_exclusion`, `not_your_component`.
    Yields:   `ExclusionAccepted`, `DiceMoved`.
    """

    type: Literal["death_of_the_vele.accept_exclusion"] = "death_of_the_vele.accept_exclusion"


class ContestExclusion(Command):
    """Roll one character die, or none, against the die offered. The loser gets both dice.

    Needs:    an offer for a component of one's own; a die held.
    Refused:  `no_exclusion`, `not_your_component`, `not_held`, `points_not_held`.
    Yields:   `ExclusionContested`, `DiceMoved`.
    """

    type: Literal["death_of_the_vele.contest_exclusion"] = "death_of_the_vele.contest_exclusion"
    die: Die | None = None


class VetoFiction(Command):
    """Refuse what a scene out of its time would change about a component of one's own.

    Needs:    an open flashback or flashforward.
    Refused:  `no_scene`, `not_out_of_time`, `text_missing`.
    Yields:   `FictionVetoed`.
    """

    type: Literal["death_of_the_vele.veto_fiction"] = "death_of_the_vele.veto_fiction"
    fiction: Text


class CloseScene(Command):
    """End the scene: what lasts only for it is over, and dice may be replenished.

    Needs:    to narrate; no struggle under way, no offer open.
    Refused:  `no_scene`, `narrator_only`, `struggle_running`, `exclusion_open`.
    Yields:   `AspectExpired`, `ComponentExpired`, `ComponentRecovered`, `ControlMarksCleared`, `ControlEnded`,
              `GroupReturned` each, `SceneClosed`; by house rule `DiceReplenished`.
    """

    type: Literal["death_of_the_vele.close_scene"] = "death_of_the_vele.close_scene"


class ReplenishDice(Command):
    """Take dice from the bowl for what abilities have used up: once a scene, up to ten points.

    Needs:    a scene just closed; points missing behind the abilities of one's component.
    Refused:  `component_unknown`, `not_your_component`, `no_closed_scene`, `replenished_already`,
              `nothing_missing`, `no_d12`, `replenish_less`, `dice_missing_here`.
    Yields:   `DiceReplenished`.
    """

    type: Literal["death_of_the_vele.replenish_dice"] = "death_of_the_vele.replenish_dice"
    component: Slug
    dice: Dice


class HandOutGroup(Command):
    """Hand the members of one's group, but its leader, to other players for this scene.

    Needs:    a scene without PCs in it; a group of one's own.
    Refused:  `no_scene`, `group_unknown`, `not_your_group`, `pcs_in_scene`, `leader_stays`, `not_a_member`,
              `not_in_story`.
    Yields:   `GroupHandedOut`.
    """

    type: Literal["death_of_the_vele.hand_out_group"] = "death_of_the_vele.hand_out_group"
    group: Slug
    assignments: dict[Slug, Person] = Field(description="Members, and who plays them.")


COMMANDS: tuple[type[Command], ...] = (
    OpenScene,
    BringIntoScene,
    OfferExclusion,
    AcceptExclusion,
    ContestExclusion,
    VetoFiction,
    CloseScene,
    ReplenishDice,
    HandOutGroup,
)
