"""SPC: a villainy, the Characters who stand against it, and dice for ambition, cunning and vigilance."""

from domain.kernel.game import Game
from domain.kernel.register import Credit
from domain.spc.chapters.adventure.seats import objects

from .chapters import RULEBOOK
from .choices import CHOICES
from .flow import flows
from .forms import LAYOUTS
from .house_rules import SpcHouseRules
from .names import cast, names, pages, player_of
from .offers import offers
from .preparation import prepares
from .references import references
from .register import READINGS, RULES
from .sheet import sheet
from .state.adventure import Adventure, adopt, initial
from .upcasts import UPCASTS

GAME = Game(
    key="spc",
    title="SPC",
    blurb="A Mastermind previews a villainy; the table makes Characters against it and settles who gets what.",
    credit=Credit(title="SPC", source="its page on how it is played"),
    gm_called="Mastermind",
    house_rules=SpcHouseRules,
    commands=RULEBOOK.commands,
    headings=RULEBOOK.headings,
    events=RULEBOOK.events,
    state=Adventure,
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
    rules_version=2,
    upcasts=UPCASTS,
)
