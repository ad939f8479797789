"""What may be asked of fate and persona: awards, compels, and assets made to last."""

from typing import Literal

from pydantic import Field

from domain.hot_circle.terms import FateCause
from domain.kernel.messages import Command
from domain.kernel.terms import Character, Slug, Text


class AwardFate(Command):
    """Give a fate point for something on the sheet that brought significant complications.

    Needs:    the gamemaster, an open session.
    Refused:  `genre_missing`, `gm_only`, `no_open_session`, `character_unknown`, `npc_no_award`,
              `paid_by_the_test`, `not_on_sheet`, `complication_missing`, `already_awarded`.
    Yields:   `FateAwarded`.
    """

    type: Literal["hot_circle.award_fate"] = "hot_circle.award_fate"
    character: Character
    cause: FateCause = Field(description="A stance, an instinct, a trait or a relationship.")
    source: Slug = Field(description="Which one: its place for stances and instincts, its id for the others.")
    complication: Text


class OfferCompel(Command):
    """Offer another player a fate point for a choice that makes things worse.

    Needs:    the compeller's player, an open session, a fate point not offered already.
    Refused:  `genre_missing`, `no_open_session`, `gm_cannot_compel`, `character_unknown`, `not_your_character`,
              `self_compel`, `not_a_pc`, `choice_missing`, `earns_nothing`, `not_on_sheet`, `compeller_broke`,
              `fate_reserved`.
    Yields:   `CompelOffered`.
    """

    type: Literal["hot_circle.offer_compel"] = "hot_circle.offer_compel"
    compeller: Character
    target: Character
    choice: Text
    cause: FateCause = Field(description="What of the target's would earn a fate point by it.")
    source: Slug = Field(description="Which one: its place for stances and instincts, its id for the others.")


class JudgeCompel(Command):
    """Say whether a compel is worth a fate point.

    Needs:    the gamemaster, a compel just offered.
    Refused:  `genre_missing`, `gm_only`, `compel_unknown`, `compel_settled`.
    Yields:   `CompelJudged`.
    """

    type: Literal["hot_circle.judge_compel"] = "hot_circle.judge_compel"
    compel: Slug
    valid: bool


class AcceptCompel(Command):
    """Take the compeller's point, and make the choice.

    Needs:    the target's player; the gamemaster found it valid.
    Refused:  `genre_missing`, `compel_unknown`, `compel_settled`, `not_your_character`, `not_ruled_valid`,
              `clears_nothing`.
    Yields:   `CompelAccepted`, `FateTransferred`, `FateAwarded` unless the choice is to clear.
    """

    type: Literal["hot_circle.accept_compel"] = "hot_circle.accept_compel"
    compel: Slug
    clears: bool = Field(
        default=False, description="The choice is to be hindered so that a tax or condition clears."
    )


class RefuseCompel(Command):
    """Pay the compeller a point, and choose freely.

    Needs:    the target's player, a fate point; the gamemaster found it valid.
    Refused:  `genre_missing`, `compel_unknown`, `compel_settled`, `not_your_character`, `not_ruled_valid`,
              `must_accept`, `fate_reserved`.
    Yields:   `CompelRefused`, `FateTransferred`.
    """

    type: Literal["hot_circle.refuse_compel"] = "hot_circle.refuse_compel"
    compel: Slug


class UpgradeAsset(Command):
    """Make a temporary asset permanent with the fate points spent on its lifepath.

    Needs:    the player.
    Refused:  `genre_missing`, `character_unknown`, `not_a_pc`, `not_your_character`, `asset_unknown`,
              `already_permanent`, `hostile_contact`, `wrong_lifepath`, `not_enough_spent`.
    Yields:   `AssetUpgraded`.
    """

    type: Literal["hot_circle.upgrade_asset"] = "hot_circle.upgrade_asset"
    character: Character
    asset: Slug
    lifepath: Slug | None = Field(default=None, description="The lifepath to pay with: the asset's own.")
