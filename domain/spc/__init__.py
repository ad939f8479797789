"""SPC: a villainy, the Characters who stand against it, and dice for ambition, cunning and vigilance."""

from domain.kernel.game import Game
from domain.kernel.rulebook import Credit

from .commands import COMMANDS
from .decide import decide
from .events import EVENTS
from .evolve import evolve
from .facts import audience, retell
from .flow import flows
from .house_rules import SpcHouseRules
from .names import NAMING, cast, names, pages
from .offers import offers
from .register import READINGS, RULES
from .rules.seats import objects
from .sheet import sheet
from .state import Adventure, adopt, initial
from .upcasts import UPCASTS
from .wording import REFUSALS, WORDING

GAME = Game(
    key="spc",
    title="SPC",
    blurb="A Mastermind previews a villainy; the table makes Characters against it and settles who gets what.",
    credit=Credit(title="SPC", source="its page on how it is played"),
    house_rules=SpcHouseRules,
    commands=COMMANDS,
    events=EVENTS,
    state=Adventure,
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
    rules_version=2,
    upcasts=UPCASTS,
)
