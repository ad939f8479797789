"""A campaign of Wicked Ones as it stands: the dungeon and its monsters, the scene, and what hangs over whom.

Plain slots, changed only inside a fold by `evolve`. Where there are many of a thing they are keyed by slug.
"""

from dataclasses import dataclass, field

from domain.wicked_ones.house_rules import WickedHouseRules
from domain.wicked_ones.terms.frame import Phase, Stage

from .play import ActionRoll, Compel, Consequence, Cost, Scene, WorldRoll
from .world import (
    Adventurer,
    Clock,
    Defense,
    Dungeon,
    Faction,
    MinionPack,
    Question,
    Raid,
    WickedOne,
    WorldFact,
)

FARTHEST = 1_000
"""The distance from the last number that an id may have that was asked for."""


@dataclass(slots=True)
class Underworld:
    """The whole game at one moment."""

    house_rules: WickedHouseRules
    stage: Stage = Stage.SETUP
    phase: Phase = Phase.NONE
    cycle_no: int = 0
    dungeon: Dungeon = field(default_factory=Dungeon)
    sandbox: dict[str, Faction] = field(default_factory=dict)
    """The factions of this world; those of the campaign's own map are beside them."""
    characters: dict[str, WickedOne] = field(default_factory=dict)
    defenses: dict[str, Defense] = field(default_factory=dict)
    packs: dict[str, MinionPack] = field(default_factory=dict)
    adventurers: dict[str, Adventurer] = field(default_factory=dict)
    clocks: dict[str, Clock] = field(default_factory=dict)
    world: dict[str, WorldFact] = field(default_factory=dict)
    questions: dict[str, Question] = field(default_factory=dict)
    adjudicated: dict[str, dict[str, str]] = field(default_factory=dict)
    """Adjudicated fields of subjects that are not characters."""
    scene: Scene | None = None
    spotlight: str | None = None
    rolls: dict[str, ActionRoll] = field(default_factory=dict)
    """Action rolls of the scene."""
    consequences: dict[str, Consequence] = field(default_factory=dict)
    """Consequences of the scene, and whatever is still pending."""
    resisting: str | None = None
    """The consequence that was resisted last: what the stress after it was taken for."""
    costs: dict[str, Cost] = field(default_factory=dict)
    """Prices of this phase."""
    compels: dict[str, Compel] = field(default_factory=dict)
    raid: Raid | None = None
    world_roll: WorldRoll | None = None
    sharing_loot: bool = False
    """True if a loot roll was made and the table still shares out what it brought."""
    counts: dict[str, int] = field(default_factory=dict)
    """The number of scenes, rolls, consequences and so on there were: the numbers in their ids."""


def initial(house_rules: WickedHouseRules) -> Underworld:
    """State of a new campaign, before the dungeon is founded."""
    return Underworld(house_rules=house_rules)


def adopt(state: Underworld, house_rules: WickedHouseRules) -> None:
    """Set the house rules from now on."""
    state.house_rules = house_rules


def next_id(state: Underworld, kind: str) -> str:
    """The next id of a numbered kind: `scene-3`."""
    return f"{kind}-{state.counts.get(kind, 0) + 1}"


def asked_id(state: Underworld, kind: str, wanted: str | None) -> str:
    """The id that was asked for, where it is a later number of its kind; otherwise the next.

    Who was offered a number keeps it when something earlier is struck, and whatever refers to it still does.
    """
    counted = state.counts.get(kind, 0)
    number = number_of(wanted or "")
    if wanted == f"{kind}-{number}" and counted < number <= counted + FARTHEST:
        return wanted
    return next_id(state, kind)


def made_id(kind: str, source: str, number: int = 1) -> str:
    """The id of what another ruling makes by itself: `cost-of-consequence-3`, then `cost-of-consequence-3-2`.

    It takes no number, so that it stays the same when something earlier is struck (WO-B17).
    """
    return f"{kind}-of-{source}" if number == 1 else f"{kind}-of-{source}-{number}"


def number_of(slug: str) -> int:
    """The number at the end of such an id; 0 where there is none."""
    tail = slug.rpartition("-")[2]
    return int(tail) if tail.isascii() and tail.isdecimal() else 0
