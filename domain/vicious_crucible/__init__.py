"""Vicious Crucible: six characters, three elements each, and somebody who pushes."""

from domain.kernel.game import Game
from domain.kernel.register import Credit
from domain.vicious_crucible.chapters.founding.picking import objects

from .chapters import RULEBOOK
from .choices import CHOICES
from .flow import flows
from .forms import LAYOUTS
from .house_rules import ViciousHouseRules
from .names import cast, names, pages, player_of
from .offers import offers
from .preparation import prepares
from .references import references
from .register import READINGS, RULES
from .sheet import sheet
from .state import Crucible, adopt, initial

GAME = Game(
    key="vicious_crucible",
    title="Vicious Crucible",
    blurb="Six linked characters, one of them yours, and a GM who pushes until somebody picks up dice.",
    credit=Credit(title="Vicious Crucible", source="its rules in four sheets"),
    house_rules=ViciousHouseRules,
    commands=RULEBOOK.commands,
    headings=RULEBOOK.headings,
    events=RULEBOOK.events,
    state=Crucible,
    initial=initial,
    adopt=adopt,
    decide=RULEBOOK.decide,
    evolve=RULEBOOK.evolve,
    offers=offers,
    flows=flows,
    prepares=prepares,
    layouts=LAYOUTS,
    choices=CHOICES,
    references=references,
    objects=objects,
    facts=RULEBOOK.tell,
    audience=RULEBOOK.audience,
    cast=cast,
    player_of=player_of,
    pages=pages,
    names=names,
    naming=RULEBOOK.naming,
    sheet=sheet,
    wording=RULEBOOK.wording,
    rules=RULES,
    readings=READINGS,
    refusals=tuple(RULEBOOK.refusals),
)
