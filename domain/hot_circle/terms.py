"""The words of Hot Circle: stages, kinds and ranks that messages and state share."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, TypeAlias

from pydantic import AfterValidator, Field, StringConstraints

from domain.kernel.terms import Slug

HOME = "campaign"
"""The owner of what belongs to nobody in particular: the situation, the settings, the season."""
RESERVED_IDS = frozenset({HOME, "gm", "map", "house-rules"})

PER_CHARACTER = 3
PLACES = ("first", "second", "third")
"""Places of beliefs, of instincts and of first traits: a player character has three of each."""


class Place(str):
    """The place of a belief or an instinct on a sheet, which reads as `the first` in a sentence."""

    __slots__ = ()

    def said(self, names: Mapping[str, str]) -> str:
        """The place as a person would write it."""
        place = int(self)
        return f"the {PLACES[place - 1]}" if 0 < place <= len(PLACES) else f"number {place}"


def _place(slug: str) -> str:
    return Place(slug) if slug.isdecimal() else slug


Slot = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,3}$"), AfterValidator(_place), Field(examples=["1"])]
"""The place of a belief or an instinct on a sheet: `1`, `2` or `3`."""
Source = Annotated[Slug, AfterValidator(_place)]
"""The part of a sheet that something is for: by its id, or a belief or an instinct by its place."""
Card = Annotated[str, StringConstraints(pattern=r"^(?:[2-9]|10|[AJQK])[CDHS]$"), Field(examples=["10H"])]
"""A playing card: its rank, then the first letter of its suit: `7C`, `10H`, `KS`."""
Waves: TypeAlias = tuple[tuple[Annotated[int, Field(ge=1, le=6)], ...], ...]
"""Faces as they fell: the pool first, then the dice that its sixes brought, and so on."""
CardWaves: TypeAlias = tuple[tuple[Card, ...], ...]
TestId: TypeAlias = Slug
SceneId: TypeAlias = Slug


class Stage(StrEnum):
    """The stage of a campaign."""

    SESSION_ZERO = "session_zero"
    BETWEEN_SESSIONS = "between_sessions"
    IN_SESSION = "in_session"
    ENDED = "ended"


class EndStep(StrEnum):
    """The steps that end a session, in their order."""

    NONE = "none"
    PERSONA = "persona"
    BELIEFS = "beliefs"
    TRAIT_VOTE = "trait_vote"
    VOLUNTARY = "voluntary"
    DONE = "done"


class SessionStatus(StrEnum):
    """A session is played, being ended, or over."""

    OPEN = "open"
    ENDING = "ending"
    CLOSED = "closed"


class Importance(StrEnum):
    """The rank of a faction. A setting has at most one major."""

    MINOR = "minor"
    MAJOR = "major"


class RelationKind(StrEnum):
    """The stance of a faction towards another."""

    COOPERATE = "cooperate"
    COMPETE = "compete"


class RelationOrigin(StrEnum):
    """The origin of a relation."""

    CHOSEN = "chosen"
    DRAWN = "drawn"
    CHANGED = "changed"


class DrawnAgain(StrEnum):
    """The reason why a name goes straight back into the bag."""

    ITSELF = "itself"
    OTHER_RELATION = "other_relation"


class Randomizer(StrEnum):
    """Dice or cards, on which successes are counted."""

    DICE = "dice"
    CARDS = "cards"


class Kind(StrEnum):
    """The person who runs a character: a player, or the gamemaster."""

    PC = "pc"
    NPC = "npc"


class GoalStatus(StrEnum):
    """The result of a session for a goal."""

    OPEN = "open"
    FURTHERED = "furthered"
    RESOLVED = "resolved"


class GoalResult(StrEnum):
    """The reason why a goal is rewarded: progress, or an end of some difficulty."""

    FURTHERED = "furthered"
    SIMPLE = "simple"
    MODERATE = "moderate"
    COMPLEX = "complex"


class Form(StrEnum):
    """The three ways to write an instinct."""

    ALWAYS = "always"
    NEVER = "never"
    WHEN = "when"


class Rank(StrEnum):
    """The depth of a condition."""

    MINOR = "minor"
    MAJOR = "major"


class ConditionOrigin(StrEnum):
    """The person who put a condition on the sheet."""

    GM = "gm"
    VOLUNTARY = "voluntary"


class ConditionCause(StrEnum):
    """The source of a condition of the gamemaster's."""

    FAILED_TEST = "failed_test"
    DEED = "deed"
    RULING = "ruling"


class Ability(StrEnum):
    """The four abilities; each can be taxed for each lifepath."""

    RESOURCES = "resources"
    CIRCLES = "circles"
    WISES = "wises"
    DEEDS = "deeds"


class Fit(StrEnum):
    """The fit of a lifepath for a task."""

    HELPFUL = "helpful"
    NEUTRAL = "neutral"
    HINDERING = "hindering"


class Reward(StrEnum):
    """The gain of being hindered: a fate point, or the clearing of a tax or a condition."""

    FATE = "fate"
    CLEAR = "clear"

    def said(self, names: Mapping[str, str]) -> str:
        """The reward as a person would write it."""
        return "a fate point" if self is Reward.FATE else "clearing"


class AssetKind(StrEnum):
    """Four kinds of temporary asset, and the four they can become."""

    GEAR = "gear"
    CONTACT = "contact"
    SUBJECT = "subject"
    FOCUS = "focus"
    SPECIAL_ITEM = "special_item"
    RELATIONSHIP = "relationship"
    WISE = "wise"
    SKILL = "skill"


class Demeanour(StrEnum):
    """The feeling of a contact about a character."""

    FRIENDLY = "friendly"
    HOSTILE = "hostile"


class TestKind(StrEnum):
    """Against a fixed obstacle, or against somebody."""

    __test__ = False  # pytest would collect it by its name

    INDEPENDENT = "independent"
    VERSUS = "versus"


class Stakes(StrEnum):
    """The kind of thing that is at stake."""

    NORMAL = "normal"
    KILL = "kill"
    CONVINCE = "convince"


class TestStatus(StrEnum):
    """The stages of a test, in order."""

    __test__ = False

    DECLARED = "declared"
    TARGET_SET = "target_set"
    ROLLED = "rolled"
    RESOLVED = "resolved"
    CANCELLED = "cancelled"


class Outcome(StrEnum):
    """The end of the test."""

    INTENT = "intent"
    OPPONENT_COMPROMISE = "opponent_compromise"
    CONSEQUENCE = "consequence"
    TESTER_COMPROMISE = "tester_compromise"


class HelpSource(StrEnum):
    """The things that add a die to an obstacle test."""

    LIFEPATH = "lifepath"
    TRAIT = "trait"
    CONDITION = "condition"
    WISE = "wise"
    SKILL = "skill"


class HindranceSource(StrEnum):
    """The things that can make an obstacle test harder, beside the lifepath."""

    TRAIT = "trait"
    CONDITION = "condition"


class AdvantageSource(StrEnum):
    """The source of advantage or disadvantage."""

    CIRCUMSTANCES = "circumstances"
    ASSET = "asset"
    HELP = "help"
    LINK = "link"


class RerollReason(StrEnum):
    """The four ways to a reroll of an obstacle test."""

    ADVANTAGE = "advantage"
    DISADVANTAGE = "disadvantage"
    PERSONA = "persona"
    COMPROMISE = "compromise"


class Verdict(StrEnum):
    """The gamemaster's decision where no test is worth it."""

    GRANT = "grant"
    CONSEQUENCE = "consequence"


class NoTest(StrEnum):
    """The reason why no test is worth it."""

    NO_INTENT = "no_intent"
    NO_TASK = "no_task"
    NO_CONSEQUENCE = "no_consequence"


class OnFailure(StrEnum):
    """The meaning that the gamemaster gives a failed ability test."""

    TAX = "tax"
    HOSTILE = "hostile"
    MISINFORMED = "misinformed"
    CONSEQUENCES = "consequences"


class DeedRefusal(StrEnum):
    """The reason why a deed is refused before any die falls."""

    BETTER_PLAYED = "better_played"
    OPPOSED = "opposed"
    CONTRADICTS = "contradicts"


class FateCause(StrEnum):
    """The uses of a fate point."""

    STARTING = "starting"
    STANCE = "stance"
    INSTINCT = "instinct"
    TRAIT = "trait"
    RELATIONSHIP = "relationship"
    HINDERING_LIFEPATH = "hindering_lifepath"
    HINDERING_TRAIT = "hindering_trait"
    HINDERING_CONDITION = "hindering_condition"
    LOST_ASSET = "lost_asset"


COMPLICATIONS = frozenset({FateCause.STANCE, FateCause.INSTINCT, FateCause.TRAIT, FateCause.RELATIONSHIP})
"""The awards that the gamemaster makes by hand."""
HINDRANCES = frozenset({FateCause.HINDERING_LIFEPATH, FateCause.HINDERING_TRAIT, FateCause.HINDERING_CONDITION})
"""The awards that a test pays by itself."""


class PersonaCause(StrEnum):
    """The uses of persona points."""

    STARTING = "starting"
    GOAL_FURTHERED = "goal_furthered"
    GOAL_RESOLVED = "goal_resolved"
    STANCE_REPLACED = "stance_replaced"
    INSTINCT_REPLACED = "instinct_replaced"
    TRAIT_CHANGED = "trait_changed"
    LOST_ASSET = "lost_asset"


class CompelStatus(StrEnum):
    """The stages of a compel."""

    OFFERED = "offered"
    VALID = "valid"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    REJECTED = "rejected"


class VoteRound(StrEnum):
    """A trait may go, then a trait may come."""

    REMOVAL = "removal"
    ADDITION = "addition"


class LifepathOrigin(StrEnum):
    """The time when a lifepath was taken."""

    CREATION = "creation"
    TIME_SKIP = "time_skip"


class Replaced(StrEnum):
    """The result that an accepted compromise stands in for."""

    INTENT = "intent"
    CONSEQUENCE = "consequence"


class Presence(StrEnum):
    """Somebody comes into a scene, or goes."""

    ENTERS = "enters"
    LEAVES = "leaves"
