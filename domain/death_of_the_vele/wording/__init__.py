"""English for this game, chapter by chapter: what refusals tell a person to do, and how events read."""

from domain.death_of_the_vele.events import EVENTS as GAME_EVENTS
from domain.kernel.messages import tag_of
from domain.kernel.wording import Wording

from . import (
    acts,
    aspects,
    attacks,
    common,
    components,
    economy,
    effects,
    experience,
    extended,
    fate,
    feats,
    framework,
    healing,
    narration,
    natures,
    outcomes,
    scenes,
    story,
    struggles,
    turns,
)

_CHAPTERS = (
    common,
    story,
    framework,
    economy,
    components,
    natures,
    aspects,
    acts,
    scenes,
    narration,
    experience,
    struggles,
    outcomes,
    turns,
    attacks,
    feats,
    effects,
    healing,
    extended,
    fate,
)

REFUSALS: dict[str, str] = {}
EVENTS: dict[str, str] = {}
for _chapter in _CHAPTERS:
    for _table, _more in ((REFUSALS, _chapter.REFUSALS), (EVENTS, _chapter.EVENTS)):
        if _twice := _table.keys() & _more.keys():
            raise TypeError(f"worded twice: {sorted(_twice)}")
        _table.update(_more)

WORDING = Wording(
    refusals=REFUSALS,
    events={tag: EVENTS[tag.split(".")[1]] for tag in map(tag_of, GAME_EVENTS)},
)
