"""Building a pool and reading it (WO-21 to WO-23, WO-43)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from domain.kernel.chapter import Chapter
from domain.kernel.decisions import CommandRefused, need
from domain.kernel.dice import Dice, DiceRefused, roll_for, unread_typed_faces
from domain.wicked_ones.house_rules import WickedHouseRules
from domain.wicked_ones.printed import attribute_of
from domain.wicked_ones.shapes import Modifier
from domain.wicked_ones.state.underworld import Underworld
from domain.wicked_ones.state.world import WickedOne
from domain.wicked_ones.terms.bounds import FACES
from domain.wicked_ones.terms.rolls import Action, Attribute, Result

chapter = Chapter[Underworld](
    "Building and reading a pool",
    {
        "modifier_without_reason": "Every modifier has a reason; one of {n}d has none.",
        "wrong_dice_count": "Roll exactly {need:?die|dice}, not {given}: the pool is {pool}d.",
        "shock_must_count": "{character} is shocked in {attribute}: {need:?die|dice}, not {given}.",
        "face_out_of_range": "A die with {size} sides cannot show {face}.",
    },
)


SHOCK = "shock"
ZERO_DICE = 2
"""Number of dice a pool of none rolls."""
SHOCK_COSTS = 1


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice to be rolled, and where each came from."""

    rating: int
    minus: tuple[Modifier, ...]
    plus: tuple[Modifier, ...]
    size: int
    shocked: Attribute | None
    """The attribute whose shock this roll uses up."""


@dataclass(frozen=True, slots=True)
class PoolRolled:
    """Dice of a pool as they fell: all faces, the one that counts, and the result."""

    faces: tuple[int, ...]
    kept: int
    result: Result
    zero_dice: bool


def pool_size(rating: int, minus: Iterable[int], plus: Iterable[int]) -> int:
    """Number of dice due: what hinders comes off first, never below none; then what helps (WO-21)."""
    return max(0, rating - sum(minus)) + sum(plus)


def pool_for(
    it: WickedOne,
    character: str,
    action: Action,
    minus: Sequence[Modifier],
    plus: Sequence[Modifier],
    counted: int | None,
    dice: Dice | None = None,
) -> Pool:
    """The pool for an action, with the shock that bears on it. `counted` is what the table says it holds ready.

    Too many faces typed break the same rules (`dice`); of too few the kernel tells what is missing.
    """
    for modifier in (*minus, *plus):
        need(modifier.reason.strip(), "modifier_without_reason", n=modifier.n)
    attribute = attribute_of(action)
    shocked = attribute if it.shock[attribute] else None
    all_minus = (*minus, Modifier(n=SHOCK_COSTS, reason=SHOCK)) if shocked else tuple(minus)
    rating = it.ratings[action]
    size = pool_size(rating, (m.n for m in all_minus), (p.n for p in plus))
    without = pool_size(rating, (m.n for m in minus), (p.n for p in plus))
    ready = (unread_typed_faces(dice) if dice is not None else None) or ()
    for given, unread in ((counted, ()), (len(ready), ready[dice_needed(size) :])):
        if shocked and given and given == without and given != dice_needed(size):
            raise CommandRefused(
                "shock_must_count",
                character=character,
                attribute=attribute,
                need=dice_needed(size),
                given=given,
                unread=list(unread),
            )
    right_count(size, counted)
    none_too_many(size, dice)
    return Pool(rating, all_minus, tuple(plus), size, shocked)


def right_count(size: int, counted: int | None) -> None:
    """Refuse a number of dice counted at the table that is not the number rolled (WO-21, WO-22)."""
    need(
        counted in (None, dice_needed(size)), "wrong_dice_count", need=dice_needed(size), given=counted, pool=size
    )


def none_too_many(size: int, dice: Dice | None) -> None:
    """Refuse more faces than dice are rolled (WO-21, WO-22)."""
    ready = (unread_typed_faces(dice) if dice is not None else None) or ()
    unread = list(ready[dice_needed(size) :])
    need(not unread, "wrong_dice_count", need=dice_needed(size), given=len(ready), pool=size, unread=unread)


def dice_needed(size: int) -> int:
    """The number of dice a pool rolls: two for none."""
    return size or ZERO_DICE


def dice_of(size: int) -> tuple[int, ...]:
    """Sizes of the dice a pool rolls, as the kernel asks for them."""
    return (FACES,) * dice_needed(size)


def roll_pool(size: int, rules: WickedHouseRules, dice: Dice, purpose: str) -> PoolRolled:
    """Roll a pool. Faces that no die has are refused before anything is drawn."""
    none_too_many(size, dice)
    try:
        faces = roll_for(dice, *dice_of(size), purposes=(purpose,))
    except DiceRefused as wrong:
        if wrong.refusal.code == "dice_wrong":
            raise CommandRefused("face_out_of_range", face=wrong.refusal.params["face"], size=FACES) from wrong
        raise
    kept = kept_face(faces, size)
    return PoolRolled(faces, kept, result_of(faces, size, rules), size == 0)


def kept_face(faces: Sequence[int], size: int) -> int:
    """The face that counts: the highest, or the lower of two for a pool of none."""
    return max(faces) if size else min(faces)


def result_of(faces: Sequence[int], size: int, rules: WickedHouseRules) -> Result:
    """Result of faces (WO-22, WO-23). Two sixes are a critical, but never for a pool of none."""
    kept = kept_face(faces, size)
    if size and list(faces).count(FACES) > 1:
        return Result.CRITICAL
    if kept <= rules.highest_failure:
        return Result.FAILURE
    return Result.MIXED if kept <= rules.highest_mixed else Result.SUCCESS
