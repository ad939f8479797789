"""What may be asked after the dice of a struggle fell (VE-59 to VE-68, VE-117)."""

from typing import Literal

from pydantic import Field

from domain.death_of_the_vele.terms import Die, SpinUse
from domain.kernel.messages import Command
from domain.kernel.terms import Slug, Text


class PassFate(Command):
    """Close a side's window for fate and free tags. There is no return.

    Needs:    a part in the side whose window is open; for further sides at once, that they are next and one's own.
    Refused:  `no_struggle`, `not_rolled`, `side_unknown`, `not_on_side`, `fate_window_closed`,
              `fate_not_yet`.
    Yields:   `FatePassed` each.
    """

    type: Literal["death_of_the_vele.pass_fate"] = "death_of_the_vele.pass_fate"
    side: Slug = "actor"
    further: bool = Field(default=False, description="Also for your other sides, as far as they come next.")


class DecideStruggle(Command):
    """Read the dice: results, winner, score, and everything that follows from them without a choice.

    Needs:    every window for fate closed. A hidden roll is read by the side that rolled it.
    Refused:  `no_struggle`, `not_rolled`, `decided_already`, `fate_open`, `hidden_by_opponent`,
              `not_taking_part`.
    Yields:   `StruggleDecided` for each opponent, `PowerDiceDiscarded`, the effects, `WagerLost`,
              `AspectMadeSticky`, `AspectPlaced`, `BlockHeld`, `BlockOvercome`, `BlockRolled`, `BlockSet`,
              `BlockValueFixed`, `ComponentCreated`, `ComponentMoved`, `EffectDealt`, `FictionRecorded`,
              `HealingRead`, `HiddenOutcomeTold`, `LethalApplied`, `MassWagerLost`, `ReflectiveApplied`,
              `StruggleDieReturned`, `TraitHealed`, `WinningsUnclaimed`.
    """

    type: Literal["death_of_the_vele.decide_struggle"] = "death_of_the_vele.decide_struggle"
    told: Text = Field(default="", description="For a hidden roll: what the other side is told.")


class RevealHiddenRoll(Command):
    """Show a hidden roll after all.

    Needs:    a hidden roll that is decided; the player who rolled it.
    Refused:  `nothing_hidden`, `not_decided`, `hidden_by_opponent`.
    Yields:   `HiddenRollRevealed`.
    """

    type: Literal["death_of_the_vele.reveal_hidden_roll"] = "death_of_the_vele.reveal_hidden_roll"


class TakeWinnings(Command):
    """Gather the winnings of the next side that lost. A lone winner takes them all.

    Needs:    a decided struggle with dice to be won.
    Refused:  `no_struggle`, `not_decided`, `nobody_won`, `winnings_gathered`, `nothing_to_win`.
    Yields:   `WinningsTaken`, `CopyOfDiceGranted` for a second winner over the same dice,
              `WinningsDieChosen` where nobody has a choice.
    """

    type: Literal["death_of_the_vele.take_winnings"] = "death_of_the_vele.take_winnings"


class ChooseWinningsDie(Command):
    """Take one die of the winnings, in turn; what is left after everybody's quota is the main winner's.

    Needs:    one's turn to choose.
    Refused:  `no_struggle`, `no_winnings`, `component_unknown`, `not_your_component`, `quota_full`,
              `not_your_pick`, `not_in_winnings`, `no_share`.
    Yields:   `WinningsDieChosen`.
    """

    type: Literal["death_of_the_vele.choose_winnings_die"] = "death_of_the_vele.choose_winnings_die"
    component: Slug
    die: Die


class SettleShare(Command):
    """Bring a contributor's dice home, pay the bowl, keep the rest.

    Needs:    the winnings all chosen.
    Refused:  `no_struggle`, `no_share`, `winnings_open`, `share_settled`.
    Yields:   `StruggleDieReturned`, `BowlFeePaid`, `WinningsKept`, `ShareSettled`.
    """

    type: Literal["death_of_the_vele.settle_share"] = "death_of_the_vele.settle_share"
    component: Slug


class ClaimBelowAverage(Command):
    """Claim the XP for a lone d4 trait.

    Needs:    a d4 trait pushed alone by a component of one's own, without the average die, and rolled.
    Refused:  `no_struggle`, `not_rolled`, `component_unknown`, `not_your_component`, `not_below_average`,
              `claimed_already`.
    Yields:   `BelowAverageClaimed`, `ExperienceAwarded`.
    """

    type: Literal["death_of_the_vele.claim_below_average"] = "death_of_the_vele.claim_below_average"
    component: Slug


class UseSpin(Command):
    """Use three or more points the winner has left: on a next roll, for a maneuver, for an action without a roll.

    Needs:    the player of the winning main component; 3 points unused; words for it.
    Refused:  `no_struggle`, `effect_open`, `not_decided`, `winnings_open`, `share_open`, `not_the_winner`,
              `spin_used`, `too_few_points_left`, `text_missing`, `spin_modifier`, `component_unknown`.
    Yields:   `SpinUsed`.
    """

    type: Literal["death_of_the_vele.use_spin"] = "death_of_the_vele.use_spin"
    use: SpinUse
    text: Text = Field(description="How it comes about.")
    target: Slug | None = Field(default=None, description="Whose next roll it changes.")
    modifier: int | None = Field(default=None, description="+1 or -1.")


class FinishStruggle(Command):
    """Finish a struggle: experience, spent aspects, the action taken, the attempt counted.

    Needs:    nothing left to choose, settle or lose.
    Refused:  `no_struggle`, `not_decided`, `winnings_open`, `share_open`, `effect_open`.
    Yields:   `ExperienceAwarded`, `AspectExpired`, `ComponentActed`, `ExtendedAttemptRecorded`,
              `ExtendedStruggleEnded`, `ComponentExpired`, `StruggleCompleted`,
              `LevelDieGained`, as they apply.
    """

    type: Literal["death_of_the_vele.finish_struggle"] = "death_of_the_vele.finish_struggle"


COMMANDS: tuple[type[Command], ...] = (
    PassFate,
    DecideStruggle,
    RevealHiddenRoll,
    TakeWinnings,
    ChooseWinningsDie,
    SettleShare,
    ClaimBelowAverage,
    UseSpin,
    FinishStruggle,
)
