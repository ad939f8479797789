"""The number of steps somebody has to enter, when those that leave nobody a choice are taken by themselves."""

from collections.abc import Callable

from domain.kernel.game import AnyGame
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment
from exchange.command_forms.forced import forced_step

Step = tuple[Command, str, tuple[int, ...]]
Take = Callable[[Command, str, tuple[int, ...]], object]


def entered(game: AnyGame, moment: AnyMoment, steps: list[Step], take: Take, gm: str = "gm") -> tuple[int, int]:
    """Play these steps, what is forced between them as the front ends do: rulings in all, and those entered."""
    rulings = 0
    for command, by, dice in steps:
        take(command, by, dice)
        rulings += 1
        while (forced := forced_step(game, moment, gm)) is not None:
            _, follows, asker = forced
            take(follows, asker, ())
            rulings += 1
    return rulings, len(steps)
