"""How many steps somebody has to enter, when those that leave nobody a choice are taken by themselves."""

from collections.abc import Callable

from pydantic import ValidationError

from domain.kernel.game import AnyGame
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment

Take = Callable[[Command, str, tuple[int, ...]], None]


def forced_step(game: AnyGame, moment: AnyMoment, by: str) -> tuple[Command, str] | None:
    """A step of what is under way that leaves nobody a choice and draws no dice, and who takes it."""
    flows = list(game.flows(moment.game))
    for offer in game.offers(moment.game, moment.campaign.asker(by)):
        if not offer.forced or offer.dice or not any(flow.has(offer.group) for flow in flows):
            continue
        try:
            return offer.command.model_validate(dict(offer.known)), offer.by or by
        except ValidationError as error:
            raise AssertionError(f"{offer.label} is forced, and something is left open: {error}") from error
    return None


def entered(
    game: AnyGame, moment: AnyMoment, steps: list[tuple[Command, str, tuple[int, ...]]], take: Take, gm: str = "gm"
) -> tuple[int, int]:
    """Play these steps, what is forced between them by itself: how many rulings in all, how many entered."""
    rulings = 0
    for command, by, dice in steps:
        take(command, by, dice)
        rulings += 1
        while (forced := forced_step(game, moment, gm)) is not None:
            take(*forced, ())
            rulings += 1
    return rulings, len(steps)
