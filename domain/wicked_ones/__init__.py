"""Wicked Ones: monsters with a dungeon, a plan, and not much patience."""

from domain.kernel.game import Game
from domain.kernel.rulebook import Credit

from .commands import COMMANDS
from .decide import decide
from .events import EVENTS
from .evolve import evolve
from .facts import audience, retell
from .flow import flows
from .house_rules import WickedHouseRules
from .names import NAMING, cast, names
from .offers import offers
from .register import READINGS, RULES
from .rules.frame import objects
from .sheet import sheet
from .state import Underworld, adopt, initial
from .upcasts import UPCASTS
from .wording import REFUSALS, WORDING

GAME = Game(
    key="wicked_ones",
    title="Wicked Ones",
    blurb="Monsters in a dungeon of their own: they raid, they gloat, and the world comes back at them.",
    credit=Credit(
        title="Wicked Ones",
        authors=("Ben Nielson", "Victor Costa"),
        source="Bandit Camp; chapter 1, the basics",
        edition="a game Forged in the Dark",
    ),
    house_rules=WickedHouseRules,
    commands=COMMANDS,
    events=EVENTS,
    state=Underworld,
    initial=initial,
    adopt=adopt,
    decide=decide,
    evolve=evolve,
    offers=offers,
    flows=flows,
    objects=objects,
    facts=retell,
    audience=audience,
    cast=cast,
    names=names,
    naming=NAMING,
    sheet=sheet,
    wording=WORDING,
    rules=RULES,
    readings=READINGS,
    refusals=tuple(REFUSALS),
    rules_version=2,
    upcasts=UPCASTS,
)
