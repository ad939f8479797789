"""What may be asked of dice at home (VE-12 to VE-17)."""

from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.terms import Dice, Pool
from domain.kernel.messages import Command
from domain.kernel.terms import Slug


class DowngradeDice(Command):
    """Break dice into smaller ones of the same points.

    Needs:    dice held; every new die smaller than the smallest given.
    Refused:  `pool_unknown`, `not_your_component`, `pools_are_points`, `not_held`, `points_differ`,
              `not_smaller`.
    Yields:   `DiceDowngraded`.
    """

    type: Literal["death_of_the_vele.downgrade_dice"] = "death_of_the_vele.downgrade_dice"
    pool: Pool
    of: Slug | None = Field(default=None, description="The component or group, for allocated or group dice.")
    gave: Dice
    took: Dice


class UpgradeDice(Command):
    """Merge dice of one pool into larger ones of the same points.

    Needs:    dice just gained among those given, or an act being set up, or an effect of an ability to be paid
              from this pool: its trait is pushed, and it is not declared yet.
    Refused:  `pool_unknown`, `not_your_component`, `pools_are_points`, `not_held`, `points_differ`,
              `no_upgrade_window`, `upgrade_target`.
    Yields:   `DiceUpgraded`.
    """

    type: Literal["death_of_the_vele.upgrade_dice"] = "death_of_the_vele.upgrade_dice"
    pool: Pool
    of: Slug | None = Field(default=None, description="The component or group, for allocated or group dice.")
    gave: Dice
    took: Dice


COMMANDS: tuple[type[Command], ...] = (DowngradeDice, UpgradeDice)
