"""Facts of the story: who wanted what, what stood against it, what was risked, how it came out, what it cost.

They carry what people wrote, apart from the dice that were its proof. `test` is what they belong to; empty where
nothing was settled by dice. None of them concerns anybody: the facts beside them do.
"""

from dataclasses import dataclass
from enum import StrEnum

from domain.kernel.facts.fact import Fact


class Form(StrEnum):
    """Grammatical form of a text, so that it can stand in a sentence."""

    TO = "to"
    """Something that somebody does or wants to do: "light one lamp"."""
    CLAUSE = "clause"
    """A sentence without its capital: "she is on the ladder"."""
    SENTENCE = "sentence"
    """One or more sentences."""
    THING = "thing"
    """Something: "the drained lamps"."""
    SOUGHT = "sought"
    """Somebody or something that has to be found: "a footman who still owes her a favour"."""


class Way(StrEnum):
    """The bearing of somebody's turn on what is tried."""

    SAYS = "says"
    HELPS = "helps"
    HINDERS = "hinders"
    USES = "uses"
    SETTLES = "settles"
    """The lesser outcome they would do with instead."""
    CLAIMS = "claims"
    OFFERS = "offers"
    ACCEPTS = "accepts"
    REFUSES = "refuses"
    GIVES_IN = "gives in"
    HOLDS_OUT = "holds out"
    STANDS_FIRM = "stands firm"
    PLAYS_ALONG = "plays along"
    RESISTS = "resists"
    REMEMBERS = "remembers"
    """Something done earlier, told now."""
    BARGAINS = "bargains"
    WANTS_NOW = "wants now"
    """Something else than before."""
    ASKS = "asks"
    ANSWERS = "answers"
    ROLLS_AGAIN = "rolls again"
    REACHES = "reaches"
    """A goal of theirs."""
    REACHES_WITH = "reaches with"
    """The same, with somebody else."""
    NEARS = "nears"
    BELIEVES = "believes"
    STILL_BELIEVES = "still believes"
    """The same as before, with something else to do about it."""
    BELIEVES_NO_MORE = "believes no more"
    MUST = "must"
    CALLS = "calls"
    """A name for somebody that they vote for."""
    CALLS_NO_MORE = "calls no more"
    DENIES = "denies"
    """That what was said last is true, and is right."""
    BECOMES = "becomes"
    """Something that they are from now on, for as long as it lasts."""
    PAYS = "pays"
    LOOTS = "loots"
    TREATS = "treats"
    """Somebody who is hurt."""
    HEALED = "healed"
    """In what is named."""
    LOSES = "loses"
    """The use of something."""
    EARNS = "earns"
    STATES = "states"
    """A fact of the story that the others may object to."""
    RINGS = "rings"
    """The last deed of somebody who is dying."""
    TRUE = "true"
    """A fact from now on, whoever says it."""


class Came(StrEnum):
    """The outcome for whoever wanted it."""

    AS_WANTED = "as wanted"
    IN_PART = "in part"
    NOT = "not"
    WON = "won"
    """Over others who wanted something too."""
    GRANTED = "granted"
    """Without dice."""
    SO = "so"
    """A claim that is true."""
    NOT_SO = "not so"
    UNKNOWN = "unknown"
    """A question that stays without an answer."""
    UNSAID = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim(Fact):
    """Somebody wants something; `means` is how they go about it."""

    test: str
    who: str
    text: str
    form: Form = Form.TO
    means: str = ""
    means_form: Form = Form.TO


@dataclass(frozen=True, slots=True, kw_only=True)
class Against(Fact):
    """Something or somebody stands in the way of `who`."""

    test: str
    who: str
    text: str
    form: Form = Form.THING


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes(Fact):
    """Something is risked. `what` is the game's word for it, such as death; empty for what the text says."""

    test: str
    who: str
    text: str
    form: Form = Form.CLAUSE
    what: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn(Fact):
    """Somebody does or says something on the way, to somebody else or to nobody.

    `what` is the name of what they do it with.
    """

    test: str
    who: str
    text: str
    form: Form = Form.SENTENCE
    way: Way = Way.SAYS
    to: str = ""
    what: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome(Fact):
    """An outcome. `proof` is what the dice came to, in the fewest words; `called` is the game's word for it, where
    it has one that says more than `came`.
    """

    test: str
    who: str
    came: Came
    called: str = ""
    text: str = ""
    form: Form = Form.SENTENCE
    proof: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost(Fact):
    """A cost to somebody: an amount of what has a name, or what the text says."""

    test: str
    who: str
    what: str = ""
    amount: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadlineTold(Fact):
    """The record's own sentence belongs in the story, though nobody wrote a word in it: somebody is taken out."""

    brief: bool = False
    """True if the story leaves out what stands behind its first colon: by which numbers it came to that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePassed(Fact):
    """Time goes by between what was told and what follows: `text` is a sentence of the game's."""

    text: str
