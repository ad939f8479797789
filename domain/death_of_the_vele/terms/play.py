"""The words of play: stages of story, act, scene and struggle, and what XP is for."""

from enum import StrEnum


class Tone(StrEnum):
    """The dramatic tone: which side uses fate first (VE-59)."""

    PULPY = "pulpy"
    GRITTY = "gritty"
    HEROIC = "heroic"
    DOOMED = "doomed"

    @property
    def needs_fallback(self) -> bool:
        """True for heroic and doomed: they tell PCs from story components, and not two of a kind apart."""
        return self in (Tone.HEROIC, Tone.DOOMED)


class TakenOut(StrEnum):
    """The meaning of being taken out in this story (VE-75)."""

    DEAD = "dead"
    UNCONSCIOUS = "unconscious"
    TOO_WEAK = "too_weak"


class StoryStatus(StrEnum):
    """The stage of a story."""

    SETUP = "setup"
    PLAYING = "playing"
    ENDED = "ended"


class ActStatus(StrEnum):
    """The stage of an act. `planned`: laid out in the matrix, not begun."""

    PLANNED = "planned"
    SETUP = "setup"
    PLAYING = "playing"
    ENDED = "ended"


class MatrixColumn(StrEnum):
    """The three cells of an act in the matrix (VE-10)."""

    NAME = "name"
    FIRST_FOCUS = "first_focus"
    OBJECTIVE = "objective"


class SceneKind(StrEnum):
    """The time and place of a scene."""

    NORMAL = "normal"
    FLASHBACK = "flashback"
    FLASHFORWARD = "flashforward"
    MEANWHILE = "meanwhile"

    @property
    def out_of_time(self) -> bool:
        """True for flashbacks and flashforwards: no dice in these (VE-41)."""
        return self in (SceneKind.FLASHBACK, SceneKind.FLASHFORWARD)


class SceneStatus(StrEnum):
    """A scene is open, or was."""

    OPEN = "open"
    CLOSED = "closed"


class SpotlightStatus(StrEnum):
    """The end of a spotlight card."""

    OPEN = "open"
    SUCCEEDED = "succeeded"
    CLOSED = "closed"


class ApprovalKind(StrEnum):
    """The kinds of requests that the table may be asked to approve (VE-03)."""

    GOAL = "goal"
    ALLY = "ally"
    TRAIT = "trait"
    DIFFICULTY = "difficulty"
    FATE = "fate"
    HIT = "hit"
    BUY_OFF = "buy_off"
    OBJECTIVE = "objective"


class DeedKind(StrEnum):
    """The kinds of deeds that may be challenged and withdrawn (VE-02)."""

    FICTION = "fiction"
    GUIDELINE = "guideline"
    ACT_REVISED = "act_revised"
    COMPONENT = "component"
    TRAIT = "trait"
    ABILITY = "ability"
    ASPECT = "aspect"
    GOAL = "goal"
    ALLY = "ally"
    PUSH = "push"
    DIFFICULTY = "difficulty"
    EFFECT = "effect"
    NATURE = "nature"


class ChangeReason(StrEnum):
    """The reason why narration changed hands."""

    ACT_BEGUN = "act_begun"
    FORCED = "forced"
    PASSED = "passed"
    FOCUS = "focus"


class AbsentReason(StrEnum):
    """The reason why somebody else plays a component (VE-31)."""

    OWN_CLASH = "own_clash"
    ABSENT_TURNS = "absent_turns"
    ABSENT_MANAGER = "absent_manager"
    ABSENT_VOLUNTEER = "absent_volunteer"


class ObjectiveScope(StrEnum):
    """The time for which an objective lasts."""

    STORY = "story"
    ACT = "act"


class ObjectiveOutcome(StrEnum):
    """The end of an objective."""

    ACHIEVED = "achieved"
    FAILED = "failed"
    IGNORED = "ignored"
    LOST = "lost"
    EXPIRED = "expired"

    @property
    def pays(self) -> bool:
        """True if it is bought off rather than lapses (VE-110)."""
        return self in (ObjectiveOutcome.ACHIEVED, ObjectiveOutcome.FAILED)


class XpReason(StrEnum):
    """The reasons for which XP is earned or spent."""

    BID_STIPEND = "bid_stipend"
    PRIORITY_BID = "priority_bid"
    INITIATIVE_BID = "initiative_bid"
    RETURNING = "returning"
    TRAIT_DISABLED = "trait_disabled"
    TARGETED_TRAIT_DISABLED = "targeted_trait_disabled"
    STRUGGLE_WON = "struggle_won"
    ASPECT_HIT = "aspect_hit"
    ASPECT_HIT_DANGER = "aspect_hit_danger"
    ASPECT_BOUGHT_OFF = "aspect_bought_off"
    OBJECTIVE = "objective"
    SPOTLIGHT_SUCCEEDED = "spotlight_succeeded"
    BELOW_AVERAGE = "below_average"
    TWIST = "twist"
    FOCUS = "focus"
    EXTENDED_FAILURE = "extended_failure"
    FATE = "fate"
