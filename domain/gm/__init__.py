"""The game of the key gm: what it is made of."""

from domain.kernel.game import Game
from domain.kernel.messages import HouseRules
from domain.kernel.register import Credit

from .chapters import RULEBOOK
from .offers import offers
from .register import RULES
from .sheet import names, sheet
from .state import Journey, adopt

GAME = Game(
    key="gm",
    title="1",
    blurb="A journey of six steps, each by the roll of a die.",
    credit=Credit(title="1", authors=(), licence=""),
    house_rules=HouseRules,
    commands=RULEBOOK.commands,
    headings=RULEBOOK.headings,
    events=RULEBOOK.events,
    state=Journey,
    initial=Journey,
    adopt=adopt,
    decide=RULEBOOK.decide,
    evolve=RULEBOOK.evolve,
    offers=offers,
    facts=RULEBOOK.tell,
    audience=RULEBOOK.audience,
    cast=lambda state: {},
    pages=names,
    names=names,
    naming=RULEBOOK.naming,
    sheet=sheet,
    wording=RULEBOOK.wording,
    rules=RULES,
    refusals=tuple(RULEBOOK.refusals),
)
