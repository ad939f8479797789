"""Other courses of a ruling: what a what-if asks, and what settles the rulings it upsets."""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from domain.kernel.references import PersonRef
from domain.kernel.terms import Holds, RulingNumber

Face = Annotated[int, Field(ge=1, le=1_000)]


class _Alternative(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Strike(_Alternative):
    """The ruling was not made at all."""

    how: Literal["strike"] = "strike"


class Amend(_Alternative):
    """Something else was asked. `command` is a whole command, or only the fields that differ."""

    how: Literal["amend"] = "amend"
    command: Annotated[dict[str, JsonValue], Holds.COMMAND] = Field(
        description="A whole command, or only the fields that differ."
    )
    dice: tuple[Face, ...] | None = Field(default=None, description="Its faces; left out: those that fell.")
    by: PersonRef | None = Field(default=None, description="Who asks, if it is somebody else.")


class OtherDice(_Alternative):
    """The same was asked, and other faces fell: all of them, in the order they are drawn."""

    how: Literal["dice"] = "dice"
    dice: tuple[Face, ...]


class OtherHouseRules(_Alternative):
    """The ruling stands, with other settings from there on (from the first ruling: for the whole campaign)."""

    how: Literal["house_rules"] = "house_rules"
    changes: dict[str, JsonValue] = Field(description="Settings by name, with their other values.")


class Keep(_Alternative):
    """The ruling stays as it was recorded, whatever the rules now say of it."""

    how: Literal["keep"] = "keep"


class MoreDice(_Alternative):
    """The same was asked with the same dice, and these faces for the dice that are missing."""

    how: Literal["more_dice"] = "more_dice"
    dice: tuple[Face, ...]


Alternative: TypeAlias = Annotated[Strike | Amend | OtherDice | OtherHouseRules, Field(discriminator="how")]
"""A change that a what-if may ask of a ruling."""

Settling: TypeAlias = Annotated[Keep | Strike | Amend | OtherDice | MoreDice, Field(discriminator="how")]
"""A way to settle a later ruling."""


class Settlement(_Alternative):
    """The settling of one later ruling."""

    ruling: RulingNumber
    instead: Settling
