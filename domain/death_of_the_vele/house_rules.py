"""House rules: settings that decide how unclear rules are read. The register in README.md lists the readings."""

from pydantic import Field

from domain.kernel.messages import HouseRules
from domain.kernel.settings import SettingChoice
from domain.kernel.terms import Points


class LevelBasis(SettingChoice):
    """The XP a level counts."""

    EARNED = "earned", "The XP ever earned"
    BALANCE = "balance", "The XP that is left"


class UpgradeTargets(SettingChoice):
    """Sizes that dice may be merged into."""

    UP_TO_D12 = "up_to_d12", "Any larger die"
    D12_ONLY = "d12_only", "d12s only"


class PcAspects(SettingChoice):
    """The limit of the aspects of a player character."""

    LARGER = "larger", "The larger of level and value"
    LEVEL = "level", "The level"
    VALUE = "value", "The value"


class AverageDice(SettingChoice):
    """The number of average dice a side may borrow."""

    PER_SIDE = "per_side", "One for each side"
    PER_PLAYER = "per_player", "One for each player"


class ControlClears(SettingChoice):
    """The moment at which marks of control go."""

    SCENE_END = "scene_end", "When the scene ends"
    EXTENDED_END = "extended_end", "With the extended struggle that made them"


class ConnectionD4(SettingChoice):
    """The things a connection earns a d4 for."""

    PER_ITEM = "per_item", "For each tied trait and aspect"
    PER_GROUP = "per_group", "For each group"


class VoteBase(SettingChoice):
    """The players a majority is counted of."""

    PRESENT = "present", "The players present"
    ALL = "all", "All players"


class VeleHouseRules(HouseRules):
    """House rules of Death of the Vele. Each default is the reading in the register."""

    start_sets_character: int = Field(
        default=3, ge=1, le=10, description="Dice sets of character dice at the start of an act."
    )
    start_sets_story: int = Field(
        default=3, ge=0, le=10, description="Dice sets of story dice at the start of an act."
    )
    level_basis: LevelBasis = Field(
        default=LevelBasis.EARNED, description="Levels follow the XP ever earned, or what is left of it."
    )
    bid_stipend_acts: bool = Field(default=True, description="The 6 XP before a bid come at every act too.")
    stipend_counts_for_level: bool = Field(default=True, description="The 6 XP before a bid count for levels.")
    bid_min: int = Field(default=1, ge=0, le=1, description="The lowest bid there is.")
    upgrade_targets: UpgradeTargets = Field(
        default=UpgradeTargets.UP_TO_D12, description="Dice merge into any larger die, or into d12s only."
    )
    free_upgrade: bool = Field(default=False, description="Dice may be merged at any time.")
    pc_aspects: PcAspects = Field(
        default=PcAspects.LARGER,
        description="A player character's aspects follow its level, its value, or the larger of the two.",
    )
    equal_returns_dice: bool = Field(
        default=False, description="Equal results send all dice home, also where one side only resists."
    )
    power_breaks_all_ties: bool = Field(
        default=False, description="An actor with power wins equal results even against power."
    )
    bowl_before_own: bool = Field(
        default=False, description="Borrowed dice are paid for before one's own are brought home."
    )
    average_die: AverageDice = Field(
        default=AverageDice.PER_SIDE, description="One average die for each side, or for each player on it."
    )
    incompetent_lock: bool = Field(default=True, description="A d4 trait that applies bars larger traits.")
    difficulties_before_dice: bool = Field(
        default=False, description="Difficulties are named before the first die is pushed."
    )
    effect_capped_by_trait: bool = Field(
        default=False, description="No effect of an ability is larger than the die of its trait."
    )
    control_clears: ControlClears = Field(
        default=ControlClears.SCENE_END,
        description="Marks of control go when the scene ends, or with the extended struggle that made them.",
    )
    heal_without_ability: bool = Field(default=False, description="Healing works without the ability Heal.")
    stumble_is_retried: bool = Field(
        default=False, description="Three planned attempts need three successes; a stumble is tried again."
    )
    twist_xp: Points = Field(default=3, description="XP a narrator earns by a twist.")
    narrator_double: bool = Field(
        default=False, description="One person takes the player's and the narrator's share of the same deed."
    )
    connection_d4: ConnectionD4 = Field(
        default=ConnectionD4.PER_ITEM, description="A d4 for each tied trait and aspect, or one for each group."
    )
    vote_base: VoteBase = Field(
        default=VoteBase.PRESENT, description="A majority of the players present, or of all players."
    )
    story_xp_as_opponent: bool = Field(
        default=True, description="Story components earn XP also by winning as the opponent."
    )
    points_pools: bool = Field(
        default=False, description="Pools are plain points, held as d4s; no single larger dice."
    )
    replenish_top_off: bool = Field(
        default=False, description="At the end of a scene everybody is topped off at once, without asking for it."
    )
    fate_own_aspect_once: bool = Field(
        default=False, description="Fate works once a scene, and on an aspect of one's own only."
    )
    no_trait_kind: bool = Field(default=False, description="Traits are not marked physical, mental or social.")
    effect_sizes_in_points: bool = Field(
        default=False, description="Effects are written by their points instead of their die."
    )
    narration_relay: bool = Field(
        default=False, description="Narration runs in initiative order, each narrator with a focus on a card."
    )
    relay_xp: bool = Field(
        default=False, description="Narrators earn XP for each focus, and owners for failed extended struggles."
    )
    concentrated_control: bool = Field(
        default=False, description="Control is an extended struggle, lost by the attacker's second failure."
    )
    damage_marks: bool = Field(
        default=False, description="Marks on traits: X needs healing, S goes at scene end, an initial controls."
    )
