"""Hot Circle: beliefs under pressure, in a world of factions, over a campaign of many sessions."""

from domain.kernel.game import Game
from domain.kernel.register import Credit

from .chapters import RULEBOOK
from .chapters.table import REPLACED, objects, on_campaign_event
from .choices import CHOICES
from .flow import flows
from .forms import LAYOUTS
from .house_rules import HotHouseRules
from .names import cast, names, player_of
from .offers import offers
from .preparation import prepares
from .references import references
from .register import READINGS, RULES
from .sheet import sheet
from .state.circle import Circle, adopt, initial

GAME = Game(
    key="hot_circle",
    title="Hot Circle",
    blurb="Protagonists with beliefs, put to the test between factions, over a campaign of many sessions.",
    credit=Credit(title="Hot Circle RPG", edition="version 0.2"),
    gm_called="gamemaster",
    house_rules=HotHouseRules,
    commands=RULEBOOK.commands,
    headings=RULEBOOK.headings,
    events=RULEBOOK.events,
    state=Circle,
    initial=initial,
    adopt=adopt,
    decide=RULEBOOK.decide,
    evolve=RULEBOOK.evolve,
    on_campaign_event=on_campaign_event,
    offers=offers,
    flows=flows,
    prepares=prepares,
    layouts=LAYOUTS,
    choices=CHOICES,
    references=references,
    objects=objects,
    replaces=REPLACED,
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
    rules_version=3,
)
