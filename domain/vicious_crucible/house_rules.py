"""The settings this game's ambiguities are read by. The register in README.md says which reads which."""

from pydantic import Field

from domain.kernel.messages import HouseRules
from domain.kernel.settings import SettingChoice
from domain.kernel.terms import Points


class GmRefuses(SettingChoice):
    """The ways in which a losing GM may stand firm against a convince."""

    NEVER = "never", "Never"
    FREE = "free", "For free"


class ViciousHouseRules(HouseRules):
    """House rules of Vicious Crucible. Each default is the reading in the register."""

    starting_heat: Points = Field(
        title="Heat to begin with", default=0, description="Heat a player character begins with."
    )
    starting_flux: Points = Field(
        title="Flux to begin with", default=0, description="Flux a player character begins with."
    )
    flux_action_heat: Points = Field(
        title="Heat for a Flux action", default=1, description="Heat that a Flux action earns."
    )
    flux_action_flux: Points = Field(
        title="Flux for a Flux action", default=1, description="Flux that a Flux action earns."
    )
    alloy_heat: Points = Field(
        title="Heat for an Alloy action", default=0, description="Heat that an Alloy action earns."
    )
    reify_heat: Points = Field(
        title="Heat for a Reify action", default=0, description="Heat that a Reify action earns."
    )
    vulnerability_heat: Points = Field(
        title="Heat for imperfect play", default=1, ge=1, description="Heat for imperfect or vulnerable play."
    )
    d4_heat_delayed: bool = Field(
        title="Heat for d4s comes late",
        default=False,
        description="Heat for d4s comes when the contest is closed instead of with the roll.",
    )
    reroll_d4_heat: bool = Field(
        title="A rerolled d4 earns again",
        default=False,
        description="A d4 that a spark rerolls earns its Heat again.",
    )
    tool_once_per_hand: bool = Field(
        title="A tool once in a hand", default=False, description="A tool goes with one element of a hand only."
    )
    unique_tools_in_contests: bool = Field(
        title="Unique tools in contests", default=True, description="Unique tools give a d8 in contests too."
    )
    gm_refuses_convince: GmRefuses = Field(
        title="May the GM refuse a convince?",
        default=GmRefuses.NEVER,
        description="A losing GM may never refuse a convince, or refuses it for free.",
    )
    sparks_presented_die_only: bool = Field(
        title="Sparks touch the presented die only",
        default=False,
        description="A reroll takes the presented die only, and each shifted point comes from it or goes to it.",
    )
    represent_after_spark: bool = Field(
        title="Present anew after a spark",
        default=True,
        description="After a spark the highest die of the hand is presented anew.",
    )
    double_heat_cost: Points = Field(
        title="Price of doubling Heat",
        default=0,
        description="Heat paid for doubling a d4's Heat; who cannot pay it gets the plain one.",
    )
    spark_needs_element_in_hand: bool = Field(
        title="A spark needs its element in the hand",
        default=False,
        description="Every spark needs its element, or its tool, in the hand.",
    )
    spark_once_per_contest: bool = Field(
        title="Each spark once in a contest", default=False, description="Each spark works once in a contest."
    )
    prepare_earmarked: bool = Field(
        title="Prepared Heat is kept for contests",
        default=False,
        description="Heat from prepare is kept for later contests and pays for nothing else.",
    )
    purpose_replaces_outcome: bool = Field(
        title="A purpose won is all that is won",
        default=False,
        description="Winning back a tool or softening a place is all the opener's win brings.",
    )
    flux_reset_on_reify: bool = Field(
        title="Reify takes all Flux", default=False, description="Reify takes all Flux."
    )
    flux_cap: int | None = Field(
        title="The most Flux", default=None, ge=5, description="The most Flux one can hold; none: no limit."
    )
    allow_fewer_than_three: bool = Field(
        title="Fewer than three elements",
        default=False,
        description="Reify may leave one or two elements; such a character then rolls all it has.",
    )
    arc_exclusive: bool = Field(
        title="An arc for one only", default=False, description="No arc for two player characters at once."
    )
    late_pick_from_cast_offs: bool = Field(
        title="Late players pick a cast-off",
        default=False,
        description="A player who joins after the start may pick a cast-off.",
    )
