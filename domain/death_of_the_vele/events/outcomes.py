"""What comes of a struggle once its dice have fallen."""

from typing import Literal

from domain.death_of_the_vele.terms import Dice, Die, Home, Quota, SpinUse, Winner
from domain.kernel.messages import Event
from domain.kernel.terms import Person, Points, Slug, Text

from .struggles import StruggleDie


class FatePassed(Event):
    """A side is done with fate and free tags (VE-59)."""

    type: Literal["death_of_the_vele.fate_passed.v1"] = "death_of_the_vele.fate_passed.v1"
    struggle: Slug
    side: Slug


class StruggleDecided(Event):
    """How it came out against one opponent (VE-60)."""

    type: Literal["death_of_the_vele.struggle_decided.v1"] = "death_of_the_vele.struggle_decided.v1"
    struggle: Slug
    side: Slug = "opponent"
    actor_result: int
    opponent_result: int
    winner: Winner
    score: Points


class HiddenOutcomeTold(Event):
    """What the side that rolled unseen says came of it (VE-68)."""

    type: Literal["death_of_the_vele.hidden_outcome_told.v1"] = "death_of_the_vele.hidden_outcome_told.v1"
    struggle: Slug
    player: Person
    told: Text


class HiddenRollRevealed(Event):
    """A hidden roll was shown."""

    type: Literal["death_of_the_vele.hidden_roll_revealed.v1"] = "death_of_the_vele.hidden_roll_revealed.v1"
    struggle: Slug
    rolls: tuple[StruggleDie, ...]
    actor_result: int
    opponent_result: int
    winner: Winner
    score: Points


class PowerDiceDiscarded(Event):
    """The power dice lie in the bowl, won or lost (VE-61)."""

    type: Literal["death_of_the_vele.power_dice_discarded.v1"] = "death_of_the_vele.power_dice_discarded.v1"
    struggle: Slug
    dice: Dice


class WagerLost(Event):
    """A loser's own dice are part of the winnings (VE-63)."""

    type: Literal["death_of_the_vele.wager_lost.v1"] = "death_of_the_vele.wager_lost.v1"
    struggle: Slug
    player: Person
    home: Home
    dice: Dice


class MassWagerLost(Event):
    """The actor of a mass struggle lost to somebody: the dice pushed are lost, once (VE-82)."""

    type: Literal["death_of_the_vele.mass_wager_lost.v1"] = "death_of_the_vele.mass_wager_lost.v1"
    struggle: Slug
    dice: Dice


class WinningsTaken(Event):
    """The dice of a losing side were gathered. `quotas`: how many each winner may choose, in order (VE-62)."""

    type: Literal["death_of_the_vele.winnings_taken.v1"] = "death_of_the_vele.winnings_taken.v1"
    struggle: Slug
    winner: Slug
    loser: Slug
    dice: Dice
    quotas: tuple[Quota, ...]
    copied: bool = False


class CopyOfDiceGranted(Event):
    """A further winner gets a like set of dice from the bowl (VE-82)."""

    type: Literal["death_of_the_vele.copy_of_dice_granted.v1"] = "death_of_the_vele.copy_of_dice_granted.v1"
    struggle: Slug
    player: Person
    dice: Dice


class WinningsUnclaimed(Event):
    """Nobody is there to win the dice of the losing side; they lie in the bowl."""

    type: Literal["death_of_the_vele.winnings_unclaimed.v1"] = "death_of_the_vele.winnings_unclaimed.v1"
    struggle: Slug
    loser: Slug
    dice: Dice


class WinningsDieChosen(Event):
    """A winner took a die of the winnings. `rest`: left over after everybody's quota (VE-62)."""

    type: Literal["death_of_the_vele.winnings_die_chosen.v1"] = "death_of_the_vele.winnings_die_chosen.v1"
    struggle: Slug
    component: Slug
    player: Person
    die: Die
    rest: bool = False


class StruggleDieReturned(Event):
    """A struggle die went back where it came from (VE-63, VE-65)."""

    type: Literal["death_of_the_vele.struggle_die_returned.v1"] = "death_of_the_vele.struggle_die_returned.v1"
    struggle: Slug
    component: Slug
    trait: Slug
    die: Die
    source: Home
    dice: Dice


class BowlFeePaid(Event):
    """A borrowed die was paid for with the best die of the share. `returned`: it went back with it."""

    type: Literal["death_of_the_vele.bowl_fee_paid.v1"] = "death_of_the_vele.bowl_fee_paid.v1"
    struggle: Slug
    player: Person
    component: Slug
    trait: Slug
    contributor: Slug
    bowl_die: Die
    fee_die: Die
    returned: bool


class WinningsKept(Event):
    """Won dice came into a pool (VE-63). `won`: the dice of the share; `dice`: as the pool holds them."""

    type: Literal["death_of_the_vele.winnings_kept.v1"] = "death_of_the_vele.winnings_kept.v1"
    struggle: Slug
    player: Person
    contributor: Slug
    home: Home
    won: Dice
    dice: Dice


class ShareSettled(Event):
    """A contributor's share is settled."""

    type: Literal["death_of_the_vele.share_settled.v1"] = "death_of_the_vele.share_settled.v1"
    struggle: Slug
    component: Slug


class BelowAverageClaimed(Event):
    """A lone d4 trait earned its XP (VE-66)."""

    type: Literal["death_of_the_vele.below_average_claimed.v1"] = "death_of_the_vele.below_average_claimed.v1"
    struggle: Slug
    component: Slug
    player: Person


class SpinUsed(Event):
    """The winner used points left over (VE-67)."""

    type: Literal["death_of_the_vele.spin_used.v1"] = "death_of_the_vele.spin_used.v1"
    struggle: Slug
    player: Person
    component: Slug
    use: SpinUse
    points_left: Points
    text: Text
    target: Slug | None = None
    modifier: int | None = None


class StruggleCompleted(Event):
    """A struggle is over (VE-117)."""

    type: Literal["death_of_the_vele.struggle_completed.v1"] = "death_of_the_vele.struggle_completed.v1"
    struggle: Slug


EVENTS: tuple[type[Event], ...] = (
    FatePassed,
    StruggleDecided,
    HiddenOutcomeTold,
    HiddenRollRevealed,
    PowerDiceDiscarded,
    WagerLost,
    MassWagerLost,
    WinningsTaken,
    CopyOfDiceGranted,
    WinningsUnclaimed,
    WinningsDieChosen,
    StruggleDieReturned,
    BowlFeePaid,
    WinningsKept,
    ShareSettled,
    BelowAverageClaimed,
    SpinUsed,
    StruggleCompleted,
)
