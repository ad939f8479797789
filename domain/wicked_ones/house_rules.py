"""The settings this game's ambiguities are read by. The register in README.md says which reads which."""

from typing import Annotated

from pydantic import AfterValidator, Field

from domain.kernel.messages import HouseRules
from domain.kernel.settings import SettingChoice
from domain.kernel.terms import Points


class Overlap(SettingChoice):
    """The price of a wound where shock was already."""

    PER_ATTRIBUTE = "per_attribute", "One price for each attribute"
    ONCE = "once", "One price at all"
    NONE = "none", "Nothing"


class GoldOwner(SettingChoice):
    """The owner of gold."""

    CHARACTER = "character", "Each Wicked One"
    HOARD = "hoard", "One hoard"


def _rising(bands: str) -> str:
    failure, mixed = bands.split(",")
    if int(failure) >= int(mixed):
        raise ValueError("the highest failure must be below the highest mixed result, as in 3,5")
    return bands


Bands = Annotated[str, Field(pattern=r"^[1-5],[1-5]$", examples=["3,5"]), AfterValidator(_rising)]


class WickedHouseRules(HouseRules):
    """House rules of Wicked Ones. Each default is the reading in the register."""

    starting_tier: Points = Field(default=1, description="The tier a dungeon begins at.")
    result_bands: Bands = Field(
        default="3,5", description="The highest face that fails and the highest that is mixed, as in 3,5."
    )
    ability_stress: int = Field(default=1, ge=0, le=6, description="Stress that using an ability costs.")
    max_rating: int | None = Field(
        default=None, ge=0, description="The highest rating an action may have; none: no limit."
    )
    scene_join_xp: Points = Field(default=1, description="Experience for going out of one's way to join a scene.")
    packs_per_character: Points = Field(default=1, description="How many packs of minions one hoard carries.")
    bloodied_overlap: Overlap = Field(
        default=Overlap.PER_ATTRIBUTE,
        description="What a wound costs for attributes already in shock: one price each, one at all, or none.",
    )
    death_only_when_deadly: bool = Field(
        default=True, description="An action roll kills only if it was framed deadly; otherwise dire is enough."
    )
    resists_per_consequence: int = Field(
        default=1, ge=1, le=6, description="How often one consequence may be resisted."
    )
    gold_owner: GoldOwner = Field(
        default=GoldOwner.CHARACTER, description="Whether each Wicked One keeps gold, or one hoard holds it all."
    )

    @property
    def highest_failure(self) -> int:
        """The highest face that fails."""
        return int(self.result_bands.split(",")[0])

    @property
    def highest_mixed(self) -> int:
        """The highest face that is mixed."""
        return int(self.result_bands.split(",")[1])
