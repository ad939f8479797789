"""What may be asked about stress, impulses and what stress pays for."""

from typing import Annotated, Literal

from pydantic import Field

from domain.kernel.messages import Command
from domain.kernel.terms import Character, Name, Slug, Text
from domain.wicked_ones.terms import STRESS_SEGMENTS, StressReason

from .described import Described

Segments = Annotated[int, Field(ge=0, le=STRESS_SEGMENTS)]


class SpendStress(Described):
    """Fill one segment for something that takes it.

    Needs:    your own living monster with a segment left.
    Refused:  `no_stress_left`, `bad_reason`, `describe_first`, `not_your_character`, `unknown_character`, `dead`.
    Yields:   `StressSpent`; `WentFeral` with the last segment.
    """

    type: Literal["wicked_ones.spend_stress"] = "wicked_ones.spend_stress"
    character: Character
    reason: StressReason


class ClearStress(Described):
    """Empty a segment by an ability whose condition is met.

    Needs:    your own living monster with that ability.
    Refused:  `bad_reason`, `already_recovered`, `ability_not_owned`, `amount_without_note`, `describe_first`,
              `not_your_character`, `unknown_character`, `dead`.
    Yields:   `StressCleared`.
    """

    type: Literal["wicked_ones.clear_stress"] = "wicked_ones.clear_stress"
    character: Character
    reason: StressReason = StressReason.ABILITY
    ability: Name | None = None
    amount: Segments = 1
    note: Text = Field(default="", description="What the ability says, when it clears more or less than one.")


class EndFeral(Command):
    """Somebody comes back to themselves before the next recovery.

    Needs:    the GM.
    Refused:  `only_gm`, `not_feral`, `unknown_character`, `dead`.
    Yields:   `FeralEnded`.
    """

    type: Literal["wicked_ones.end_feral"] = "wicked_ones.end_feral"
    character: Character
    how: Text = ""


class CompelImpulse(Command):
    """Push a monster to act on its dark impulse.

    Needs:    the GM; no impulse pushing it already.
    Refused:  `only_gm`, `unknown_character`, `dead`, `compelled_already`.
    Yields:   `ImpulseCompelled`.
    """

    type: Literal["wicked_ones.compel_impulse"] = "wicked_ones.compel_impulse"
    character: Character
    act: Text = Field(default="", description="What it would do now; left out: the impulse itself.")
    id: Slug | None = Field(
        default=None, description="Its number as offered, so that it keeps it; left out: the next."
    )


class SuppressImpulse(Described):
    """Hold the impulse down.

    Needs:    your own living monster, pushed, with a segment left.
    Refused:  `compel_unknown`, `no_stress_left`, `describe_first`, `not_your_character`, `dead`.
    Yields:   `ImpulseSuppressed`, `StressSpent`; `WentFeral` with the last segment.
    """

    type: Literal["wicked_ones.suppress_impulse"] = "wicked_ones.suppress_impulse"
    compel: Slug


class FollowImpulse(Described):
    """Give in to it.

    Needs:    your own living monster, pushed.
    Refused:  `compel_unknown`, `describe_first`, `not_your_character`, `dead`.
    Yields:   `ImpulseFollowed`.
    """

    type: Literal["wicked_ones.follow_impulse"] = "wicked_ones.follow_impulse"
    compel: Slug


class Flashback(Described):
    """Show what was prepared beforehand.

    Needs:    an open scene; your own living monster with a segment left.
    Refused:  `scene_missing`, `no_stress_left`, `describe_first`, `not_your_character`, `unknown_character`,
              `dead`.
    Yields:   `FlashbackPlayed`, `StressSpent`; `WentFeral` with the last segment.
    """

    type: Literal["wicked_ones.flashback"] = "wicked_ones.flashback"
    character: Character
    uses: Text = Field(default="", description="What it draws on: an ability, a room, gold.")


class TeamUp(Described):
    """Act together with others.

    Needs:    your own living monster with a segment left; somebody to team up with.
    Refused:  `no_stress_left`, `nobody_with_you`, `describe_first`, `not_your_character`, `unknown_character`,
              `dead`.
    Yields:   `TeamedUp`, `StressSpent`; `WentFeral` with the last segment.
    """

    type: Literal["wicked_ones.team_up"] = "wicked_ones.team_up"
    character: Character
    partners: tuple[Character, ...]
    agreed_benefit: Text = Field(default="", description="What it brings, as the table agreed.")


class UseAbility(Described):
    """Use an ability of the calling, or a magic item.

    Needs:    your own living monster that has it, and the stress it takes.
    Refused:  `ability_not_owned`, `no_stress_left`, `amount_without_note`, `describe_first`, `not_your_character`,
              `unknown_character`, `dead`.
    Yields:   `AbilityUsed`; `StressSpent` if it takes any, `WentFeral` with the last segment.
    """

    type: Literal["wicked_ones.use_ability"] = "wicked_ones.use_ability"
    character: Character
    ability: Name
    stress: Segments | None = Field(default=None, description="Left out: what the house says an ability costs.")
    note: Text = Field(default="", description="What its text says, when it costs otherwise.")
    effect_text: Text = Field(default="", description="What it does, as the table agreed.")
