"""Vicious Crucible: six characters, three elements each, and somebody who pushes."""

from domain.kernel.game import Game
from domain.kernel.rulebook import Credit

from .commands import COMMANDS
from .decide import decide
from .events import EVENTS
from .evolve import evolve
from .facts import audience, retell
from .flow import flows
from .house_rules import ViciousHouseRules
from .names import NAMING, cast, names, pages
from .offers import offers
from .register import READINGS, RULES
from .rules.setup import objects
from .sheet import sheet
from .state import Crucible, adopt, initial
from .wording import REFUSALS, WORDING

GAME = Game(
    key="vicious_crucible",
    title="Vicious Crucible",
    blurb="Six linked characters, one of them yours, and a GM who pushes until somebody picks up dice.",
    credit=Credit(title="Vicious Crucible", source="its rules in four sheets"),
    house_rules=ViciousHouseRules,
    commands=COMMANDS,
    events=EVENTS,
    state=Crucible,
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
    pages=pages,
    names=names,
    naming=NAMING,
    sheet=sheet,
    wording=WORDING,
    rules=RULES,
    readings=READINGS,
    refusals=tuple(REFUSALS),
)
