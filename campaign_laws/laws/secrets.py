"""What a sheet keeps from somebody, no telling gives away."""

from collections.abc import Iterator
from unittest.mock import patch

from campaign_laws.base import Laws
from campaign_laws.scripts import scripts_of
from domain.kernel import ruling
from domain.kernel.facts import Fact, NumberMoved
from domain.kernel.game import AnyGame
from domain.kernel.messages import Event
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Audience, narrower
from domain.kernel.scenario import run_scenario
from domain.kernel.sheet import AnyBlock

APPLY = ruling.apply


def places_told(game: AnyGame, moment: AnyMoment, event: Event) -> Iterator[tuple[str, Audience]]:
    """The places on sheets that an event is told to have changed, each with those who are told so."""
    retelling = ruling.retell(game, moment, event)
    for fact in retelling.facts:
        halves: tuple[Fact, ...] = fact.halves() if isinstance(fact, NumberMoved) else (fact,)
        for half in halves:
            if half.path is not None:
                yield half.path, narrower(retelling.audience, half.audience)


def block_of(game: AnyGame, moment: AnyMoment, path: str) -> AnyBlock | None:
    """The block of a sheet that shows this place now, if one does."""
    owner = path.partition(".")[0]
    if owner not in game.listed(moment.game):
        return None
    blocks = game.sheet(moment.game, owner).blocks
    return next((block for block in blocks if path == block.path or path.startswith(f"{block.path}.")), None)


def kept_and_told(game: AnyGame, moment: AnyMoment, event: Event) -> Iterator[str]:
    """Each place that a sheet keeps from somebody who is told what stands there."""
    for path, told in places_told(game, moment, event):
        block = block_of(game, moment, path)
        if block is not None and narrower(block.audience, told) != told:
            yield f"{event.type} tells {told} of {path}, which the sheet shows to {block.audience} alone"


class SecretLaws(Laws):
    """A sheet and what is told of it keep the same things from the same people."""

    def test_what_a_sheet_keeps_is_told_to_nobody_else(self) -> None:
        given_away: set[str] = set()

        def apply(game: AnyGame, moment: AnyMoment, event: Event) -> None:
            APPLY(game, moment, event)
            given_away.update(kept_and_told(game, moment, event))

        with patch.object(ruling, "apply", apply):
            for _name, script in scripts_of(self.game):
                run_scenario(self.game, script)
        assert not given_away
