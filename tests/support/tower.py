"""A game as small as a game can be: a tower that grows by the roll of a die. For tests of what lies below."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from domain.kernel.chapter import Evolution
from domain.kernel.decisions import Decision, ImpossibleHistoryError, refuse
from domain.kernel.dice import Dice
from domain.kernel.facts import Fact, NumberChanged
from domain.kernel.game import Game
from domain.kernel.messages import Command, Event, HouseRules
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.register import Credit, Rule
from domain.kernel.sheet import Counter, Section, Sheet
from domain.kernel.wording.sentences import Wording


class TowerRules(HouseRules):
    """The house rule of the tower: how high it may grow."""

    limit: int = Field(default=1_000_000, description="No stone is laid above this height.")


class LayStones(Command):
    """Lay as many stones as a six-sided die says."""

    type: Literal["tower.lay_stones"] = "tower.lay_stones"
    count: int = 1


class StonesLaid(Event):
    """The tower grew."""

    type: Literal["tower.stones_laid.v1"] = "tower.stones_laid.v1"
    face: int


@dataclass(slots=True)
class Tower:
    """The state of the tower: how high it stands."""

    house_rules: TowerRules
    height: int = 0


def decide(state: Tower, command: LayStones, asker: Asker, dice: Dice) -> Decision[StonesLaid]:
    if state.height >= state.house_rules.limit:
        return refuse("too_high", height=state.height, limit=state.house_rules.limit)
    return [StonesLaid(face=face) for face in dice.roll(*[6] * command.count)]


evolve = Evolution[Tower]()


@evolve.on(StonesLaid)
def _(state: Tower, event: StonesLaid) -> None:
    if event.face < 1:
        raise ImpossibleHistoryError("a tower does not shrink")
    state.height += event.face


def adopt(state: Tower, rules: TowerRules) -> None:
    state.house_rules = rules


def retell(state: Tower, event: StonesLaid) -> Iterable[Fact]:
    yield NumberChanged(
        owner="tower", name="height", label="Height", delta=event.face, now=state.height, why="stones"
    )


def sheet(state: Tower, character: str) -> Sheet:
    height = Counter(path="tower.height", label="Height", value=state.height)
    return Sheet(character="tower", title="The tower", sections=(Section("Stones", (height,)),))


TOWER = Game(
    key="tower",
    title="Tower",
    blurb="Stones, one upon the other.",
    credit=Credit(title="Tower", authors=("Campaign Ledger",), licence="MIT"),
    house_rules=TowerRules,
    commands=(LayStones,),
    events=(StonesLaid,),
    state=Tower,
    initial=Tower,
    adopt=adopt,
    decide=decide,
    evolve=evolve.complete([StonesLaid]),
    offers=lambda state, asker: [Offer(command=LayStones, label="Lay stones", dice=(6,))],
    facts=retell,
    cast=lambda state: {"tower": "The tower"},
    names=lambda state: {"tower": "The tower"},
    naming=frozenset(),
    sheet=sheet,
    wording=Wording(
        refusals={"too_high": "The tower is {height} high and may be {limit}: lower your hopes."},
        events={"tower.stones_laid.v1": "The tower grows by {face:?stone|stones}"},
    ),
    rules=(Rule("T-01", "Stones are laid by a die"),),
    refusals=("too_high",),
)
