"""Death of the Vele: dice that are wagered, won and spent, and narration that goes round the table."""

from domain.kernel.game import Game

from .carrying import carry, claims
from .chapters import RULEBOOK, decide
from .chapters.acts.acts import objects
from .choices import CHOICES
from .flow import flows
from .forms.layouts import LAYOUTS
from .house_rules import VeleHouseRules
from .names import cast, names, player_of
from .offers.order import offers
from .preparation.order import prepares
from .references import references
from .register import CREDIT, READINGS, RULES
from .sheet import sheet
from .state.vele import Vele, adopt, initial
from .upcasts import UPCASTS

GAME = Game(
    key="death_of_the_vele",
    title="Death of the Vele",
    blurb="Everybody narrates in turn; dice are property, wagered in struggles, won, lost and spent.",
    credit=CREDIT,
    gm_called="keeper of the journal, who plays nobody",
    house_rules=VeleHouseRules,
    commands=RULEBOOK.commands,
    headings=RULEBOOK.headings,
    events=RULEBOOK.events,
    state=Vele,
    initial=initial,
    adopt=adopt,
    objects=objects,
    decide=decide,
    opens=RULEBOOK.opens,
    evolve=RULEBOOK.evolve,
    claims=claims,
    carries=carry,
    upcasts=UPCASTS,
    offers=offers,
    flows=flows,
    prepares=prepares,
    layouts=LAYOUTS,
    choices=CHOICES,
    references=references,
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
    excuses={"a_sample_keeps_something_from_somebody": "In its sample everybody rolls in the open."},
    refusals=tuple(RULEBOOK.refusals),
    rules_version=5,
)
