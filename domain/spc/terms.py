"""The words of SPC: stages, systems, action types and the small printed shapes that messages and state share."""

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from domain.kernel.references import NewId, Ref
from domain.kernel.terms import Character, Name, Points, Slug

MASTERMIND = "mastermind"
"""The name of the villain's chair where a setter of scenes is meant."""
TABLE = "table"
"""The name of the adventure itself among the sheets."""
RESERVED_IDS = frozenset({MASTERMIND, TABLE, "gm"})

GOAL_REACHED = 4
"""The step where a goal is accomplished, and the highest the track can stand."""
SHORTEST_DIE = 2
SMALLEST_RATING = 1

DieId = Annotated[str, Field(max_length=8, pattern=r"^d[0-9]+$", examples=["d2"])]
"""A die within one throw, by its place: `d1`, `d2`."""

# What fields of commands refer to, by kind: `references.py` lists what there is of each.
CharacterRef = Annotated[Character, Ref("character")]
"""Somebody on the cast list."""
AntagonistRef = Annotated[Character, Ref("antagonist")]
VillainRef = Annotated[Character, Ref("villain")]
"""An antagonist, or a goon that rolls."""
GoonRef = Annotated[str, *Slug.__metadata__, Ref("goon")]
ParticipantRef = Annotated[Character, Ref("participant")]
FeatureRef = Annotated[str, *Slug.__metadata__, Ref("feature")]
TalentRef = Annotated[str, *Slug.__metadata__, Ref("talent")]
PowerRef = Annotated[str, *Slug.__metadata__, Ref("power")]
WeaknessRef = Annotated[str, *Slug.__metadata__, Ref("weakness")]
RitualRef = Annotated[str, *Slug.__metadata__, Ref("ritual")]
GadgetRef = Annotated[str, *Slug.__metadata__, Ref("gadget")]
DieRef = Annotated[DieId, Ref("die")]
ObjectorRef = Annotated[str, *Slug.__metadata__, Ref("objector")]
NameRef = Annotated[str, *Slug.__metadata__, Ref("name")]
"""Anything the table speaks of."""
MadeId = Annotated[str, *Slug.__metadata__, NewId("name")]

Die = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
"""The number that a die counts for. Bonuses may lift it past its faces, penalties push it below 1."""


class Status(StrEnum):
    """The stage of an adventure."""

    FORMING = "forming"
    PLAYING = "playing"
    ENDED = "ended"


class Kind(StrEnum):
    """The kind of somebody on the cast list."""

    CHARACTER = "character"
    ANTAGONIST = "antagonist"
    GOON = "goon"
    """Only a goon that rolls, by house rule; other goons have no sheet."""


class SceneStatus(StrEnum):
    """A scene is set, then opened, then ended."""

    SET = "set"
    OPEN = "open"
    ENDED = "ended"


class ActionStatus(StrEnum):
    """The end of an action outside of a conflict."""

    DECLARED = "declared"
    OPPOSED = "opposed"
    SETTLED = "settled"
    WITHDRAWN = "withdrawn"


class OutcomeSystem(StrEnum):
    """The six ways an action is settled."""

    FREE_NARRATION = "free_narration"
    PURE_INTENTIONS = "pure_intentions"
    CORRUPTED_INTENTIONS = "corrupted_intentions"
    LEVERAGE = "leverage"
    ADVANCEMENT = "advancement"
    CONFLICT = "conflict"


class Slot(StrEnum):
    """The three pools, and the die assigned to each."""

    AMBITION = "ambition"
    CUNNING = "cunning"
    VIGILANCE = "vigilance"


class Stage(StrEnum):
    """The stages of a conflict, in order."""

    SETUP = "setup"
    """Participants, pairs, intentions, target numbers."""
    TURN = "turn"
    """Action types, dice, comparison, narration; as often as it takes."""
    RESOLVING = "resolving"
    """Facts and setbacks."""
    CLOSED = "closed"


class IntentionKind(StrEnum):
    """The gain of an intention for its participant beside the words."""

    FREE = "free"
    ADVANCE_POOL = "advance_pool"
    ADVANCE_GOAL = "advance_goal"
    ADVANCE_DRAWBACK = "advance_drawback"


class TargetModifier(StrEnum):
    """The modifiers of an Intention Target Number."""

    EASY = "easy"
    HARD = "hard"
    ADVANCE_CHARACTER = "advance_character"
    ADVANCE_GOAL = "advance_goal"
    ADVANCE_DRAWBACK = "advance_drawback"


class ActionType(StrEnum):
    """The eighteen choices for one turn of a conflict."""

    ACTION = "action"
    OVERPOWER = "overpower"
    INVOKE = "invoke"
    ACTIVATE = "activate"
    MANIFEST = "manifest"
    EXPLOIT = "exploit"
    PURE_ACT = "pure_act"
    CORRUPT_ACT = "corrupt_act"
    SELFISH_ACT = "selfish_act"
    INSPIRED_ACT = "inspired_act"
    FEINT = "feint"
    BRUTAL = "brutal"
    GUARD = "guard"
    PROTECT = "protect"
    ANTICIPATE = "anticipate"
    REACT = "react"
    DEFEND = "defend"
    AMBUSH = "ambush"


class TrackEnd(StrEnum):
    """The four ends of the two tracks."""

    PURITY = "purity"
    CORRUPTION = "corruption"
    GOAL = "goal"
    DRAWBACK = "drawback"


class TrackReason(StrEnum):
    """The reason why a track moved."""

    PURE_INTENTIONS = "pure_intentions"
    CORRUPTED_INTENTIONS = "corrupted_intentions"
    LEVERAGE = "leverage"
    ADVANCEMENT = "advancement"
    MANIFEST = "manifest"
    PURE_ACT = "pure_act"
    CORRUPT_ACT = "corrupt_act"
    SELFISH_ACT = "selfish_act"
    INSPIRED_ACT = "inspired_act"
    INTENTION = "intention"


class AchievedBy(StrEnum):
    """The way an intention was achieved."""

    PROGRESS = "progress"
    OPPONENT_TAKEN_OUT = "opponent_taken_out"


class PenaltyScope(StrEnum):
    """The time for which harm lasts beyond its conflict."""

    NEXT_ROLL = "next_roll"
    NEXT_SCENE = "next_scene"


class Printed(BaseModel):
    """Something as a sheet prints it. `id` may be left out: it follows from the name."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class TalentPrinted(Printed):
    """A skill that is good for a bonus die."""

    name: Name
    id: MadeId | None = None


class CostedPrinted(Printed):
    """A vampire power, or the weakness that pays for one, at its price."""

    name: Name
    id: MadeId | None = None
    cost: Points = Field(default=0, title="Price")


class RitualPrinted(Printed):
    """A ritual: the three values it stands for, so that no die is thrown."""

    name: Name
    id: MadeId | None = None
    ambition: Die
    cunning: Die
    vigilance: Die


class GadgetPrinted(Printed):
    """A gadget: the one value it stands for, and where that goes."""

    name: Name
    id: MadeId | None = None
    slot: Slot
    value: Die
