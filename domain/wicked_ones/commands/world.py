"""What the GM may ask for the world: its rolls, raids and invasions, clocks, adventurers, bargains, rulings."""

from typing import Annotated, Literal

from pydantic import Field

from domain.kernel.messages import Command
from domain.kernel.terms import Character, Delta, Name, Slug, Text
from domain.wicked_ones.shapes import DiceCount, Few, Harm, Share


class RollEngagement(Command):
    """Let dice say how a scene starts: one for unlikely, two for a toss-up, three for likely.

    Needs:    the GM; an open scene that was not engaged yet.
    Refused:  `only_gm`, `scene_missing`, `already_engaged`, `engagement_dice`, `face_out_of_range`,
              `wrong_dice_count`.
    Yields:   `EngagementRolled`.
    """

    type: Literal["wicked_ones.roll_engagement"] = "wicked_ones.roll_engagement"
    dice: DiceCount
    favor: tuple[Text, ...] = Field(default=(), max_length=6, description="What speaks for the monsters.")
    against: tuple[Text, ...] = Field(default=(), max_length=6)


class RollFortune(Command):
    """Let dice answer what no rule does.

    Needs:    the GM.
    Refused:  `only_gm`, `question_missing`, `face_out_of_range`, `wrong_dice_count`.
    Yields:   `FortuneRolled`.
    """

    type: Literal["wicked_ones.roll_fortune"] = "wicked_ones.roll_fortune"
    question: Text
    dice: DiceCount


class RollCalamity(Command):
    """See whether something goes wrong at home.

    Needs:    the GM; lurking.
    Refused:  `only_gm`, `wrong_phase`, `face_out_of_range`, `wrong_dice_count`.
    Yields:   `CalamityRolled`.
    """

    type: Literal["wicked_ones.roll_calamity"] = "wicked_ones.roll_calamity"
    dice: DiceCount


class RollBlowback(Command):
    """See how the world answers a raid.

    Needs:    the GM; raiding, after the raid.
    Refused:  `only_gm`, `wrong_phase`, `face_out_of_range`, `wrong_dice_count`.
    Yields:   `BlowbackRolled`.
    """

    type: Literal["wicked_ones.roll_blowback"] = "wicked_ones.roll_blowback"
    dice: DiceCount


class TellOutcome(Command):
    """Say what the GM's last roll means. A critical engagement is told as a lucky turn.

    Needs:    the GM; a roll of the GM that was not told yet.
    Refused:  `only_gm`, `nothing_to_tell`.
    Yields:   `OutcomeTold` or `LuckyTurn`; `InvasionTriggered` when it brings somebody into the dungeon.
    """

    type: Literal["wicked_ones.tell_outcome"] = "wicked_ones.tell_outcome"
    text: Text
    invasion_by: Text = Field(default="", description="Who comes, when it triggers an invasion.")


class BeginRaid(Command):
    """Set out for a target with a plan.

    Needs:    the GM; raiding; no raid under way.
    Refused:  `only_gm`, `wrong_phase`, `raid_open`.
    Yields:   `RaidBegan`.
    """

    type: Literal["wicked_ones.begin_raid"] = "wicked_ones.begin_raid"
    target: Name
    plan: Text = ""


class GrabLoot(Command):
    """Loot is in somebody's claws.

    Needs:    the GM; a raid under way.
    Refused:  `only_gm`, `no_raid`, `amount_not_positive`, `unknown_character`, `dead`.
    Yields:   `LootGrabbed`.
    """

    type: Literal["wicked_ones.grab_loot"] = "wicked_ones.grab_loot"
    amount: Few
    character: Character | None = Field(default=None, description="Who grabbed it.")


class EndRaid(Command):
    """Bring home what was grabbed.

    Needs:    the GM; a raid under way; no open scene.
    Refused:  `only_gm`, `no_raid`, `scene_open`.
    Yields:   `RaidEnded`.
    """

    type: Literal["wicked_ones.end_raid"] = "wicked_ones.end_raid"
    outcome: Text = ""


class BeginInvasion(Command):
    """Somebody is in the dungeon.

    Needs:    the GM; no invasion under way.
    Refused:  `only_gm`, `invasion_running`, `phase_missing`.
    Yields:   `InvasionBegan`.
    """

    type: Literal["wicked_ones.begin_invasion"] = "wicked_ones.begin_invasion"
    by: Name


class EndInvasion(Command):
    """They are dead or gone; what they left behind is loot.

    Needs:    the GM; an invasion under way; no open scene.
    Refused:  `only_gm`, `no_invasion`, `scene_open`.
    Yields:   `InvasionEnded`.
    """

    type: Literal["wicked_ones.end_invasion"] = "wicked_ones.end_invasion"
    loot: Share = 0
    outcome: Text = ""


class StartClock(Command):
    """Draw a clock for something that builds up.

    Needs:    the GM.
    Refused:  `only_gm`, `bad_segments`, `id_taken`, `id_empty`.
    Yields:   `ClockStarted`.
    """

    type: Literal["wicked_ones.start_clock"] = "wicked_ones.start_clock"
    name: Name
    segments: Annotated[int, Field(ge=-100, le=100)]
    on_full: Text = Field(default="", description="What happens when it is full.")
    id: Slug | None = None


class TickClock(Command):
    """Fill segments of a clock beside any roll.

    Needs:    the GM; a clock that is not full.
    Refused:  `only_gm`, `clock_missing`, `clock_full`, `amount_not_positive`, `reason_missing`.
    Yields:   `ClockTicked`; `ClockFilled` with the last segment.
    """

    type: Literal["wicked_ones.tick_clock"] = "wicked_ones.tick_clock"
    clock: Slug
    amount: Delta = 1
    why: Text


class CloseClock(Command):
    """Take a clock off the table.

    Needs:    the GM.
    Refused:  `only_gm`, `clock_missing`.
    Yields:   `ClockClosed`.
    """

    type: Literal["wicked_ones.close_clock"] = "wicked_ones.close_clock"
    clock: Slug
    why: Text = ""


class IntroduceAdventurer(Command):
    """Bring on an adventurer, with hearts and three moves.

    Needs:    the GM.
    Refused:  `only_gm`, `bad_segments`, `id_taken`, `id_empty`.
    Yields:   `AdventurerIntroduced`.
    """

    type: Literal["wicked_ones.introduce_adventurer"] = "wicked_ones.introduce_adventurer"
    name: Name
    hearts: Annotated[int, Field(ge=-100, le=100)]
    id: Slug | None = None


class MoveToInflict(Harm, Command):
    """Spend an adventurer's move on a consequence.

    Needs:    the GM; a standing adventurer with a move left.
    Refused:  `only_gm`, `adventurer_missing`, `adventurer_defeated`, `no_moves`, and whatever
              `DeclareConsequence` is refused for, `target_missing`, `amount_without_note`.
    Yields:   `MoveSpent`, `ConsequenceDeclared`; `DeathDeclared` when it would kill.
    """

    type: Literal["wicked_ones.move_to_inflict"] = "wicked_ones.move_to_inflict"
    adventurer: Slug
    note: Text = Field(default="", description="Why a clock ticks otherwise than the severity makes usual.")
    id: Slug | None = Field(
        default=None, description="Its number as offered, so that it keeps it; left out: the next."
    )


class MoveToResist(Command):
    """Spend an adventurer's move to resist what a monster does. The GM reads the dice.

    Needs:    the GM; a standing adventurer with a move left; an action that was framed or rolled.
    Refused:  `only_gm`, `adventurer_missing`, `adventurer_defeated`, `no_moves`, `roll_unknown`,
              `face_out_of_range`, `wrong_dice_count`.
    Yields:   `MoveSpent`, `DefensiveMoveRolled`.
    """

    type: Literal["wicked_ones.move_to_resist"] = "wicked_ones.move_to_resist"
    adventurer: Slug
    roll: Slug
    dice: DiceCount
    reading: Text = Field(default="", description="What its result will mean.")


class RestoreMoves(Command):
    """Give an adventurer moves back.

    Needs:    the GM; a standing adventurer that has spent some.
    Refused:  `only_gm`, `adventurer_missing`, `adventurer_defeated`, `no_change`, `reason_missing`.
    Yields:   `MovesRestored`.
    """

    type: Literal["wicked_ones.restore_moves"] = "wicked_ones.restore_moves"
    adventurer: Slug
    why: Text


class StrikeBargain(Command):
    """A dark bargain is struck; its price follows as a consequence nobody can resist.

    Needs:    the GM.
    Refused:  `only_gm`, `unknown_character`, `dead`, `reason_missing`.
    Yields:   `BargainStruck`.
    """

    type: Literal["wicked_ones.strike_bargain"] = "wicked_ones.strike_bargain"
    character: Character
    price: Text
    gain: Text = ""


class RecordAdjudication(Command):
    """Settle by word what this part of the rules leaves open.

    Needs:    the GM; a reason.
    Refused:  `only_gm`, `reason_missing`, `id_empty`, `ruled_elsewhere`, `still_shocked`, `cannot_refresh_now`,
              `out_of_bounds`, `no_change`.
    Yields:   `AdjudicationRecorded`.
    """

    type: Literal["wicked_ones.record_adjudication"] = "wicked_ones.record_adjudication"
    subject: Slug
    field: Name
    after: Text = ""
    reason: Text
