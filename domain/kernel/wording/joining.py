"""The words that a story may put between what people wrote: a closed list.

Whatever else stands in a story was written by somebody, is a name, a number or a term of the game, or is the
sentence by which a record tells itself. The list has at most 120 words.
"""

from types import MappingProxyType

from domain.kernel.facts.story import Came, Way
from domain.kernel.wording.number import for_several

FACES = "faces"
WANTS = "wants"
TO = "to"
IF_NOT = "If not"
AT_STAKE = "At stake"
PLAYED_BY = "played by"
TOWARDS = "towards"
AS_FOR = "As for"
COSTS = "It costs"
ENTERS = "enters the story"
TIME = "time"
TIME_IS_SHORT = "Time is short"
PREVIOUSLY = "Previously"
STILL_OPEN = "Still open"
OF = "of"
OF_THE = "of the"
AND = "and"
TO_FIND = "to find"
MORE_TESTED = "More was tested"

WAYS = MappingProxyType(
    {
        Way.HELPS: "helps",
        Way.HINDERS: "hinders",
        Way.USES: "uses",
        Way.SETTLES: "would settle for less",
        Way.CLAIMS: "says",
        Way.OFFERS: "offers",
        Way.ACCEPTS: "accepts",
        Way.REFUSES: "refuses",
        Way.GIVES_IN: "gives in",
        Way.HOLDS_OUT: "holds out",
        Way.STANDS_FIRM: "stands firm",
        Way.PLAYS_ALONG: "plays along",
        Way.RESISTS: "resists",
        Way.REMEMBERS: "earlier",
        Way.BARGAINS: "strikes a bargain",
        Way.WANTS_NOW: "now wants",
        Way.ASKS: "asks",
        Way.ANSWERS: "answers",
        Way.ROLLS_AGAIN: "rolls again",
        Way.REACHES: "reaches a goal",
        Way.REACHES_WITH: "reaches a goal with",
        Way.NEARS: "comes nearer to a goal",
        Way.BELIEVES: "believes",
        Way.STILL_BELIEVES: "still believes",
        Way.BELIEVES_NO_MORE: "no longer believes",
        Way.MUST: "must",
        Way.DENIES: "objects, and it is not so",
        Way.BECOMES: "is now",
        Way.PAYS: "pays for",
        Way.LOOTS: "goes through the loot",
        Way.TREATS: "treats",
        Way.HEALED: "is healed in",
        Way.LOSES: "loses",
        Way.EARNS: "earns",
        Way.STATES: "states a Fact",
        Way.RINGS: "rings the death knell",
        Way.CALLS: "would call",
        Way.CALLS_NO_MORE: "would no longer call",
    }
)
"""Verbs between whoever's turn it is and what they do or say; a turn of another way needs nothing."""

CAMES = MappingProxyType(
    {
        Came.AS_WANTED: ("It comes out as", "wanted"),
        Came.IN_PART: ("It comes out in part for", ""),
        Came.NOT: ("It fails", ""),
        Came.WON: ("", "wins"),
        Came.GRANTED: ("It is granted", ""),
        Came.SO: ("It is so", ""),
        Came.NOT_SO: ("It is not so", ""),
        Came.UNKNOWN: ("", "does not know"),
    }
)
"""Words before and after the name of whoever wanted it."""

ALL_WORDS = frozenset(
    word.casefold()
    for said in (
        *(FACES, WANTS, TO, IF_NOT, AT_STAKE, PLAYED_BY, TOWARDS, AS_FOR, COSTS),
        *(ENTERS, TIME_IS_SHORT, PREVIOUSLY, STILL_OPEN, OF_THE, AND, TO_FIND, MORE_TESTED),
        *WAYS.values(),
        *(word for pair in CAMES.values() for word in pair),
        *("as", "the"),
    )
    for word in said.replace(",", "").split()
)
"""Each of those words."""
FOR_SEVERAL = frozenset(
    word.casefold()
    for said in (FACES, WANTS, ENTERS, *WAYS.values(), *(pair[1] for pair in CAMES.values()))
    for word in for_several(said).replace(",", "").split()
)
"""The same words behind the name of several."""
