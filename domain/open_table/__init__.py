"""The open table: any game, as far as a system file says what it plays with."""

from domain.kernel.game import Game

from .campaign_events import on_campaign_event
from .chapters import RULEBOOK
from .editing import WRITTEN, adopt, presets, says_setting
from .forms import LAYOUTS
from .house_rules import OpenTableHouseRules
from .logged import entering, logged_number, on_logged_event
from .lookup import relation_words
from .names import cast, names, pages, player_of
from .offers import offers
from .preparation import prepares
from .references import references
from .register import CREDIT, READINGS, RULES
from .sheet import sheet
from .state import OpenTable, initial

GAME = Game(
    key="open_table",
    title="The open table",
    blurb="Any other game: numbers, tags, rolls and growth as a system file declares them, or none at all.",
    credit=CREDIT,
    house_rules=OpenTableHouseRules,
    commands=RULEBOOK.commands,
    headings=RULEBOOK.headings,
    events=RULEBOOK.events,
    state=OpenTable,
    initial=initial,
    adopt=adopt,
    presets=presets,
    takes_any=True,
    written=WRITTEN,
    says_setting=says_setting,
    decide=RULEBOOK.decide,
    evolve=RULEBOOK.evolve,
    offers=offers,
    prepares=prepares,
    layouts=LAYOUTS,
    references=references,
    on_campaign_event=on_campaign_event,
    on_logged_event=on_logged_event,
    logged_number=logged_number,
    entering=entering,
    relation_words=relation_words,
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
)
