"""Hot Circle: beliefs under pressure, in a world of factions, over a campaign of many sessions."""

from domain.kernel.game import Game
from domain.kernel.rulebook import Credit

from .commands import COMMANDS
from .decide import decide
from .events import EVENTS
from .evolve import evolve, hears
from .facts import audience, retell
from .flow import flows
from .house_rules import HotHouseRules
from .names import NAMING, cast, names
from .offers import offers
from .register import READINGS, RULES
from .rules.table import REPLACED, objects
from .sheet import sheet
from .state import Circle, adopt, initial
from .wording import REFUSALS, WORDING

GAME = Game(
    key="hot_circle",
    title="Hot Circle",
    blurb="Protagonists with beliefs, put to the test between factions, over a campaign of many sessions.",
    credit=Credit(title="Hot Circle RPG", edition="version 0.2"),
    house_rules=HotHouseRules,
    commands=COMMANDS,
    events=EVENTS,
    state=Circle,
    initial=initial,
    adopt=adopt,
    decide=decide,
    evolve=evolve,
    hears=hears,
    offers=offers,
    flows=flows,
    objects=objects,
    replaces=REPLACED,
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
)
