"""The settings this game's ambiguities are read by. The register in README.md says which reads which."""

from pydantic import Field

from domain.kernel.messages import HouseRules
from domain.kernel.settings import SettingChoice
from domain.kernel.terms import Delta, Points

from .terms import SHORTEST_DIE


class SelfishRaises(SettingChoice):
    """The track end a selfish act moves up besides spending Drawback."""

    GOAL = "goal", "Goal"
    PURITY = "purity", "Goal and Purity"


class TargetBase(SettingChoice):
    """The owner of the Obstacle Rating that an Intention Target Number starts from."""

    OWN_OR = "own_or", "One's own Obstacle Rating"
    HIGHEST_OPPOSING_OR = "highest_opposing_or", "The highest Obstacle Rating among one's opponents"
    MANUAL = "manual", "A number the Mastermind names"


class TakenOutGrants(SettingChoice):
    """The moment somebody taken out gives their opponents what they wanted."""

    ANY = "any", "At once"
    ALL_OPPONENTS_OUT = "all_opponents_out", "When all of their opponents are out"


class FactOrder(SettingChoice):
    """The order in which Facts are told."""

    GROUP_FIRST = "group_first", "By group, then by Progress"
    PROGRESS_FIRST = "progress_first", "By Progress only"


class SpcHouseRules(HouseRules):
    """House rules of SPC. Each default is the reading in the register."""

    die_faces: int = Field(default=6, ge=SHORTEST_DIE, le=1000, description="Sides of every die. Set before play.")
    two_pools: bool = Field(
        default=False,
        description="Purity, Corruption, Goal and Drawback are four numbers of their own, none below 0, "
        "instead of the ends of two tracks. Set before anybody moves.",
    )
    track_limit: Points | None = Field(
        default=None, ge=1, description="How far either track goes from 0; none: no limit but Goal 4."
    )
    allow_empty_acts: bool = Field(
        default=False,
        description="Pure, corrupt, selfish and inspired acts may be chosen with nothing at that end; they add 0.",
    )
    selfish_act_raises: SelfishRaises = Field(
        default=SelfishRaises.GOAL,
        description="A selfish act spends Drawback, which is a step towards Goal; read as purity, it is a step "
        "towards Purity as well.",
    )
    clamp_dice: bool = Field(default=False, description="Bonuses and penalties keep a die within 1 and its sides.")
    itn_base: TargetBase = Field(
        default=TargetBase.OWN_OR,
        description="An Intention Target Number starts from one's own Obstacle Rating, from the highest among "
        "one's opponents, or from a number the Mastermind names.",
    )
    itn_floor: Delta | None = Field(
        default=None, description="The lowest an Intention Target Number can be; none: no floor."
    )
    intention_needs_more: bool = Field(
        default=False, description="Progress must exceed the Intention Target Number instead of reaching it."
    )
    escape_cancels_all: bool = Field(
        default=False, description="Who escapes harm from one opponent takes no Abuse from any of them that turn."
    )
    taken_out_grants: TakenOutGrants = Field(
        default=TakenOutGrants.ANY,
        description="Opponents of somebody taken out get their intention at once, or only when all of their "
        "opponents are out; the conflict then goes on without those who are.",
    )
    fact_order: FactOrder = Field(
        default=FactOrder.GROUP_FIRST,
        description="Facts go by group (Characters before antagonists) and then by Progress, or only by Progress.",
    )
    harm_cumulative: bool = Field(
        default=False, description="Who took more Abuse than they can bear has the next throw's penalty die too."
    )
    goons_roll: bool = Field(
        default=False,
        description="Goons may be given pools and an Obstacle Rating; they then roll in conflicts, without an "
        "intention of their own.",
    )
