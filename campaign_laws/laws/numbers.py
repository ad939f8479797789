"""Law that the numbers told of a sheet add up, and are those that stand on it."""

from collections.abc import Iterator
from unittest.mock import patch

from campaign_laws.base import Laws
from campaign_laws.scripts import scripts_of
from domain.kernel import ruling
from domain.kernel.facts import Fact, NumberChanged, NumberMoved
from domain.kernel.game import AnyGame
from domain.kernel.messages import Event
from domain.kernel.moment import AnyMoment
from domain.kernel.scenario import run_scenario
from domain.kernel.sheet import Counter

APPLY = ruling.apply


def changes_in(facts: tuple[Fact, ...]) -> Iterator[NumberChanged]:
    """The changes of numbers that are told, an amount that moved as one of each side."""
    for fact in facts:
        if isinstance(fact, NumberMoved):
            yield from fact.halves()
        elif isinstance(fact, NumberChanged):
            yield fact


class Balance:
    """The numbers told along one script, and what is wrong with them."""

    def __init__(self, script: str) -> None:
        self.script = script
        self.last: dict[str, int] = {}
        self.wrong: dict[str, str] = {}
        """A sentence for each kind of event and number, of where it was met first."""

    def follow(self, game: AnyGame, moment: AnyMoment, event: Event) -> None:
        """Apply an event, add up what is told of it, and look at the sheets it leaves."""
        APPLY(game, moment, event)
        for change in changes_in(ruling.retell(game, moment, event).facts):
            path = f"{change.owner}.{change.name}"
            before = self.last.get(path)
            if before is not None and before + change.delta != change.now:
                self._note(event, path, f"{before} and {change.delta:+} are told to be {change.now}")
            self.last[path] = change.now
        for owner in {path.partition(".")[0] for path in self.last} & {*game.listed(moment.game)}:
            for block in game.sheet(moment.game, owner).blocks:
                known = self.last.get(block.path) if isinstance(block, Counter) else None
                if isinstance(block, Counter) and known is not None and block.value != known:
                    self._note(event, block.path, f"the sheet shows {block.value}, and {known} was told last")
                    self.last[block.path] = block.value

    def _note(self, event: Event, path: str, problem: str) -> None:
        number = path.partition(".")[2]
        self.wrong.setdefault(f"{event.type} {number}", f"{self.script}: after {event.type}, {path}: {problem}")


class NumberLaws(Laws):
    """What is told of a number is what stands on the sheet, so that each can be explained by its records."""

    def test_the_numbers_told_of_a_sheet_add_up_to_it(self) -> None:
        wrong: dict[str, str] = {}
        for name, script in scripts_of(self.game):
            balance = Balance(name)
            with patch.object(ruling, "apply", balance.follow):
                run_scenario(self.game, script)
            wrong = balance.wrong | wrong
        assert not wrong, "\n".join(wrong.values())
