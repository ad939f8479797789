"""Initiative, turns and movement (VE-70, VE-71)."""

from typing import Literal

from domain.death_of_the_vele.terms import MoveCost
from domain.kernel.messages import Command
from domain.kernel.terms import Slug


class StartInitiative(Command):
    """Begin to take turns, in the order of the act.

    Needs:    an open scene in which initiative does not run.
    Refused:  `no_scene`, `no_dice_now`, `initiative_runs`, `struggle_running`.
    Yields:   `InitiativeStarted`.
    """

    type: Literal["death_of_the_vele.start_initiative"] = "death_of_the_vele.start_initiative"


class StartTurn(Command):
    """Begin the turn of whoever is next.

    Needs:    initiative, and no turn under way.
    Refused:  `no_scene`, `initiative_stopped`, `turn_running`, `struggle_running`.
    Yields:   `TurnStarted`, `BlockExpired` for that player's blocks.
    """

    type: Literal["death_of_the_vele.start_turn"] = "death_of_the_vele.start_turn"


class EndTurn(Command):
    """End one's turn. A component that owes its action for helping is done with it.

    Needs:    one's own turn.
    Refused:  `no_scene`, `initiative_stopped`, `not_your_turn`, `struggle_running`.
    Yields:   `TurnEnded`, `AspectExpired` for fragile aspects whose time is up.
    """

    type: Literal["death_of_the_vele.end_turn"] = "death_of_the_vele.end_turn"


class StopInitiative(Command):
    """Stop taking turns.

    Needs:    to narrate; initiative, and no struggle under way.
    Refused:  `no_scene`, `initiative_stopped`, `narrator_only`, `struggle_running`.
    Yields:   `InitiativeStopped`.
    """

    type: Literal["death_of_the_vele.stop_initiative"] = "death_of_the_vele.stop_initiative"


class MoveComponent(Command):
    """Move a component: one zone for free before or after a struggle, one more as its action.

    Needs:    a component of one's own in the scene; under initiative one's turn.
    Refused:  `no_scene`, `component_unknown`, `not_your_component`, `not_in_scene`, `cannot_act`,
              `zone_unknown`, `zone_too_far`, `no_change`, `not_your_turn`, `moved_already`,
              `acted_already`, `must_skip`, `block_stands`, `struggle_running`, `effect_moves_itself`,
              `beyond_dice`.
    Yields:   `ComponentMoved`; as an action `ComponentActed`.
    """

    type: Literal["death_of_the_vele.move_component"] = "death_of_the_vele.move_component"
    component: Slug
    to: Slug
    cost: MoveCost = MoveCost.FREE


COMMANDS: tuple[type[Command], ...] = (
    StartInitiative,
    StartTurn,
    EndTurn,
    StopInitiative,
    MoveComponent,
)
