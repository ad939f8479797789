"""A story as it stands: its table, its act and scene, its cast, and the struggle under way.

Plain slots, changed only inside a fold by `evolve`. Where there are many of a thing they are keyed by slug.
"""

from dataclasses import dataclass, field

from domain.death_of_the_vele.house_rules import VeleHouseRules

from .act import Act, Scene
from .cast import Aspect, Component, Group
from .struggle import (
    Block,
    ExtendedStruggle,
    Struggle,
)
from .table import (
    Deed,
    Question,
    Story,
)


@dataclass(slots=True)
class Vele:
    """The whole game at one moment."""

    house_rules: VeleHouseRules
    story: Story = field(default_factory=Story)
    act: Act | None = None
    """The act under way, or the last one there was."""
    scene: Scene | None = None
    """The scene being played, or the last one that was."""
    scenes: int = 0
    components: dict[str, Component] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    aspects: dict[str, Aspect] = field(default_factory=dict)
    virtual: dict[str, str] = field(default_factory=dict)
    """Names mentioned in fiction, without numbers."""
    struggle: Struggle | None = None
    """The struggle under way, or the last one there was."""
    struggles: int = 0
    extended: dict[str, ExtendedStruggle] = field(default_factory=dict)
    blocks: dict[str, Block] = field(default_factory=dict)
    blocks_set: int = 0
    question: Question | None = None
    """The question that is being voted on."""
    turned_down: list[str] = field(default_factory=list)
    """Requests that the table did not approve: `kind: text`."""
    deeds: dict[str, Deed] = field(default_factory=dict)
    """The deeds done lately, by id, the newest last."""
    deeds_done: int = 0


def initial(house_rules: VeleHouseRules) -> Vele:
    """No story is told yet."""
    return Vele(house_rules=house_rules)


def adopt(state: Vele, house_rules: VeleHouseRules) -> None:
    """Read the rules otherwise from now on."""
    state.house_rules = house_rules
