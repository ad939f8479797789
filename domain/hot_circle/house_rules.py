"""The settings this game's ambiguities are read by. The register in README.md says which reads which."""

from pydantic import Field

from domain.hot_circle.terms import Rank
from domain.kernel.messages import HouseRules
from domain.kernel.settings import SettingChoice
from domain.kernel.terms import Points


class TraitAward(SettingChoice):
    """The payment of a trait vote."""

    ONCE = "once", "Once for a character"
    EACH = "each", "For each trait changed"


class HotHouseRules(HouseRules):
    """House rules of Hot Circle. Each default is the reading in the register."""

    strict_counts: bool = Field(
        default=False,
        description="Four to six settings and one or two factions in each are demanded, not only advised.",
    )
    free_return: bool = Field(
        default=False, description="A lifepath in a setting one has lived in before needs no bridge."
    )
    chain_sixes: bool = Field(default=True, description="Sixes among the extra dice are rolled again too.")
    gm_persona_pool: Points = Field(
        default=0, description="Persona points the gamemaster may spend for characters that have none."
    )
    voluntary_rank: Rank = Field(default=Rank.MINOR, description="The rank of a condition a player chooses.")
    ride_abilities: bool = Field(
        default=False, description="Let It Ride also bars asking for the same thing by a failed ability again."
    )
    repeat_circles_modifiers: bool = Field(
        default=False, description="The modifiers of a circles test may count more than once each."
    )
    further_and_resolve: bool = Field(
        default=False, description="A goal furthered and then resolved in one session is paid for both."
    )
    trait_award: TraitAward = Field(
        default=TraitAward.ONCE, description="A trait vote pays once for a character, or for each trait changed."
    )
    refund_starting_at_cost: bool = Field(
        default=False, description="A lost starting asset is refunded at what upgrading to it would cost."
    )
    later_skip_min_months: Points = Field(
        default=24, description="How many months every time-skip after the first lasts at least."
    )
