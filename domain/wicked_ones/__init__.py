"""Wicked Ones: monsters with a dungeon, a plan, and not much patience."""

from domain.kernel.game import Game
from domain.wicked_ones.chapters.founding.monsters import objects

from .chapters import RULEBOOK
from .choices import CHOICES
from .flow import flows
from .forms import LAYOUTS
from .house_rules import WickedHouseRules
from .names import cast, names, player_of
from .offers import offers
from .preparation import prepares
from .references import references
from .register import CREDIT, READINGS, RULES
from .sheet import sheet
from .state.underworld import Underworld, adopt, initial
from .upcasts import UPCASTS

GAME = Game(
    key="wicked_ones",
    title="Wicked Ones",
    blurb="Monsters in a dungeon of their own: they raid, they gloat, and the world comes back at them.",
    credit=CREDIT,
    house_rules=WickedHouseRules,
    commands=RULEBOOK.commands,
    headings=RULEBOOK.headings,
    events=RULEBOOK.events,
    state=Underworld,
    initial=initial,
    adopt=adopt,
    decide=RULEBOOK.decide,
    opens=RULEBOOK.opens,
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
    names=names,
    naming=RULEBOOK.naming,
    sheet=sheet,
    wording=RULEBOOK.wording,
    rules=RULES,
    readings=READINGS,
    refusals=tuple(RULEBOOK.refusals),
    rules_version=4,
    upcasts=UPCASTS,
)
