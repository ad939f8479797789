"""Death of the Vele: dice that are wagered, won and spent, and narration that goes round the table."""

from domain.kernel.game import Game
from domain.kernel.rulebook import Credit

from .carrying import carry, claims
from .commands import COMMANDS
from .decide import decide
from .events import EVENTS
from .evolve import evolve
from .facts import audience, retell
from .flow import flows
from .house_rules import VeleHouseRules
from .names import NAMING, cast, names
from .offers import offers
from .register import READINGS, RULES
from .sheet import sheet
from .state import Vele, adopt, initial
from .upcasts import UPCASTS
from .wording import REFUSALS, WORDING

GAME = Game(
    key="death_of_the_vele",
    title="Death of the Vele",
    blurb="Everybody narrates in turn; dice are property, wagered in struggles, won, lost and spent.",
    credit=Credit(
        title="Death of the Vele",
        authors=("Bill Burdick",),
        source="https://sites.google.com/site/deathofthevele/rules",
        edition="version of 27 September 2012",
    ),
    house_rules=VeleHouseRules,
    commands=COMMANDS,
    events=EVENTS,
    state=Vele,
    initial=initial,
    adopt=adopt,
    decide=decide,
    evolve=evolve,
    claims=claims,
    carries=carry,
    upcasts=UPCASTS,
    offers=offers,
    flows=flows,
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
