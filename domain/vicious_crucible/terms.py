"""The words of Vicious Crucible: stages, kinds and the small printed shapes that messages and state share."""

from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from domain.kernel.messages import ASKED
from domain.kernel.references import NewId, Ref
from domain.kernel.terms import LONGEST_SLUG, Character, Name, Points, Slug, Text

GM = "gm"
"""The side the GM rolls for."""
SUPPLY = "supply"
"""The uncounted stock that Heat comes from and returns to."""
RESERVED_IDS = frozenset({GM, SUPPLY})

PLAYABLE = 6
SUPPORTING = 6
MOST_PLAYERS = 6
CORE_ELEMENTS = 3
HAND = 3

CharacterSlug: TypeAlias = Character
"""The id of one of the twelve."""
SideId: TypeAlias = Slug
"""A player character's slug, or `gm`."""
DieId = Annotated[str, Field(max_length=20, pattern=r"^d[0-9]+-[0-9]+$", examples=["d6-1"])]
"""A die within one hand: its size, then its count in that hand: `d6-2`."""
ElementRef = Annotated[
    str, Field(max_length=2 * LONGEST_SLUG + 1, pattern=r"^[^\W_]+(?:-[^\W_]+)*(?:\.[^\W_]+(?:-[^\W_]+)*)?$")
]
"""An element's slug, or `owner.element` where several may have it: `gatehouse.old-stones`."""
DieSize: TypeAlias = Literal[4, 6, 8]

# What fields of commands refer to, by kind: `references.py` lists what there is of each.
CharacterRef = Annotated[CharacterSlug, Ref("character")]
PlaceRef = Annotated[str, *Slug.__metadata__, Ref("place")]
ArcRef = Annotated[str, *Slug.__metadata__, Ref("arc")]
TraitRef = Annotated[str, *Slug.__metadata__, Ref("element")]
"""An element on somebody's sheet, or of a place."""
RolledRef = Annotated[ElementRef, Ref("element")]
ToolRef = Annotated[str, *Slug.__metadata__, Ref("tool")]
SparkRef = Annotated[str, *Slug.__metadata__, Ref("spark")]
SourceRef = Annotated[str, *Slug.__metadata__, Ref("spark source")]
"""The element or tool that a spark is printed on."""
OwnerRef = Annotated[str, *Slug.__metadata__, Ref("owner")]
"""An NPC or a place that the GM rolls for."""
SideRef = Annotated[str, *Slug.__metadata__, Ref("side")]
DieRef = Annotated[DieId, Ref("die")]
TargetRef = Annotated[str, *Slug.__metadata__, Ref("purpose")]
"""A denied tool to win back, or a hard element to soften."""
TaskRef = Annotated[str, *Slug.__metadata__, Ref("task")]
SubjectRef = Annotated[str, *Slug.__metadata__, Ref("name")]
"""Anything the table speaks of."""
MadeId = Annotated[str, *Slug.__metadata__, NewId("name")]


# Help for fields that several commands ask for: what means the same is called the same.
SIDE = "The side whose step this is: a player's character, or the GM."
DIE = "One die of that side's hand."
SOURCE = "The element or tool it is printed on, if several have it."
OWNER = "For what is the GM's: the NPC or the place that has it, if several do."
SACRIFICE = "Elements given up for good."
OTHER_COST = "How a cost that is not an element was paid."
DEED = "What the character does; left out, the words of the arc stand."
RULESHEET = "The name of the rulesheet, such as: Combat."


class Status(StrEnum):
    """The stage of a crucible."""

    SETUP = "setup"
    PLAYING = "playing"
    ENDED = "ended"


class Kind(StrEnum):
    """The part a character has at this table."""

    UNASSIGNED = "unassigned"
    PC = "pc"
    CAST_OFF = "cast_off"
    SUPPORTING = "supporting"
    BENCHED = "benched"


class SceneStatus(StrEnum):
    """A scene is being played, or was."""

    OPEN = "open"
    ENDED = "ended"


class Stage(StrEnum):
    """The stages of a contest, in order."""

    DECLARED = "declared"
    """Sides join, elements are chosen, a rulesheet may be invoked."""
    ROLLING = "rolling"
    """Dice are on the table; some side has yet to roll or to present."""
    PRESENTED = "presented"
    """Every side has presented: sparks, passes, ties."""
    WON = "won"
    """There is a winner, who chooses what becomes of each loser."""
    CLOSED = "closed"


class Purpose(StrEnum):
    """The purpose of a contest."""

    GENERAL = "general"
    RECOVER_TOOL = "recover_tool"
    SOFTEN = "soften"


class ElementStatus(StrEnum):
    """An element can be rolled while it is unlocked."""

    LOCKED = "locked"
    UNLOCKED = "unlocked"
    SACRIFICED = "sacrificed"


class Stance(StrEnum):
    """The reason why an element is rolled.

    `undecided` is only asked for, never recorded: it becomes `hinders`, or what the place has fixed.
    """

    HELPS = "helps"
    TOOL = "tool"
    HINDERS = "hinders"
    UNDECIDED = "undecided"
    HARD = "hard"
    SOFTENED = "softened"


class ToolKind(StrEnum):
    """Three kinds of possession."""

    NORMAL = "normal"
    QUALITY = "quality"
    UNIQUE = "unique"


class SparkKind(StrEnum):
    """The kinds of sparks."""

    REROLL = "reroll"
    DOUBLE_HEAT = "double_heat"
    SHIFT = "shift"
    RULESHEET = "rulesheet"


class WinnersChoice(StrEnum):
    """The outcomes that a winner may choose for a loser."""

    NONE = "none"
    CONVINCE = "convince"
    PREPARE = "prepare"
    DENY = "deny"


class Answer(StrEnum):
    """A loser's answer to a bribe."""

    NONE = "none"
    ACCEPTED = "accepted"
    REFUSED = "refused"


class HeatReason(StrEnum):
    """The source of Heat, or its use."""

    STARTING = "starting"
    HINDERING_DIE = "hindering_die"
    HINDERING_DIE_DOUBLED = "hindering_die_doubled"
    CONVINCE_BRIBE = "convince_bribe"
    CONVINCE_REFUSED = "convince_refused"
    PREPARE = "prepare"
    VULNERABILITY = "vulnerability"
    FLUX_ACTION = "flux_action"
    ALLOY_ACTION = "alloy_action"
    REIFY_ACTION = "reify_action"
    SPARK = "spark"
    RULESHEET = "rulesheet"


class FluxReason(StrEnum):
    """The source of Flux, or its use."""

    STARTING = "starting"
    FLUX_ACTION = "flux_action"
    ALLOY = "alloy"
    REIFY = "reify"


class LossReason(StrEnum):
    """The reason why an element was given up."""

    REIFY = "reify"
    TRANSFORMATION = "transformation"


class PresentCause(StrEnum):
    """The reason why a die lies in front."""

    CHOICE = "choice"
    SPARK = "spark"


class Printed(BaseModel):
    """Something as the crucible's sheets print it. `id` may be left out: it follows from the name."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class SparkPrinted(Printed):
    """A spark under an element or a quality tool."""

    name: Name
    kind: SparkKind = Field(title="What it does")
    id: MadeId | None = None
    cost: Points | None = Field(
        title="Cost in Heat", default=None, description="Only when another cost than 1 Heat is printed."
    )
    text: Text = Field(default="", title="Its words")
    rulesheet: Text = Field(
        title="Rulesheet", default="", description="For a rulesheet spark: the rulesheet it works with."
    )


class ElementPrinted(Printed):
    """An element of a character or of an arc."""

    name: Name
    id: MadeId | None = None
    sparks: tuple[SparkPrinted, ...] = ()


class ToolPrinted(Printed):
    """A tool on a character sheet."""

    name: Name
    id: MadeId | None = None
    tool_kind: ToolKind = Field(default=ToolKind.NORMAL, title="Kind")
    sparks: tuple[SparkPrinted, ...] = ()


class LocationElementPrinted(Printed):
    """An element of a location."""

    name: Name
    id: MadeId | None = None
    hard: bool = Field(default=False, title="Hard?")


class LocationPrinted(Printed):
    """A location with its elements."""

    name: Name
    id: MadeId | None = None
    elements: tuple[LocationElementPrinted, ...] = ()


class PlayablePrinted(Printed):
    """One of the six that players pick from."""

    name: Name
    id: MadeId | None = None


class SupportingPrinted(Printed):
    """One of the six that come into play through others."""

    name: Name
    id: MadeId | None = None
    mentions: tuple[CharacterRef, ...] = Field(
        title="Whom of the six does the write-up name?",
        default=(),
        description="Playable characters its write-up names: who mentions none of those in play is left out.",
        json_schema_extra=ASKED,
    )
    plan: Text = Field(
        title="What does this one want?", default="", description="What it wants. Only the GM sees this."
    )


class EntryCost(Printed):
    """The price of entering an arc."""

    sacrifice_count: Points = Field(default=0, title="How many elements does it cost?")
    sacrifice_named: tuple[TraitRef, ...] = Field(default=(), title="Which elements must be among them?")
    other_text: Text = Field(
        title="What else does it cost?", default="", description="A cost that is not an element."
    )


class ArcPrinted(Printed):
    """An arc: three actions, its elements, what entering it costs, and the transformation it belongs to."""

    name: Name
    id: MadeId | None = None
    flux_action: Text = Field(title="Flux: what moves it on?")
    alloy_action: Text = Field(title="Alloy: what earns an element?")
    reify_action: Text = Field(title="Reify: what ends it?")
    elements: tuple[ElementPrinted, ...] = ()
    entry_cost: EntryCost = Field(default=EntryCost(), title="Cost of entering")
    transformation: Text = Field(
        title="What must have happened?",
        default="",
        description="What must have happened, such as death. Empty: none.",
    )
