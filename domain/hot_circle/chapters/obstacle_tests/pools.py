"""Dice and cards: how a pool is drawn, and what it comes to (HC-35, HC-45)."""

from dataclasses import dataclass

from pydantic import Field

from domain.hot_circle.faces import card_of, in_words, is_again, is_success
from domain.hot_circle.printed import DECK, DIE
from domain.hot_circle.state.circle import Circle
from domain.hot_circle.terms import CardWaves, Randomizer, Waves
from domain.kernel.chapter import Chapter
from domain.kernel.decisions import Refusal, need, refuse
from domain.kernel.dice import CARDS, Dice, DiceRefused, roll_for, unread_typed_faces

chapter = Chapter[Circle](
    "Dice and cards",
    {
        "wrong_dice_count": "The pool is {pool:?die|dice}, and {held:?was|were} given.",
        "extra_dice_waived": "That was all you wanted rolled again, and {left:?face is|faces are} left over. "
        "Enter fewer, or have more rolled again.",
        "wrong_card_count": "The pool is {pool:?card|cards}, and {held:?was|were} given.",
        "too_many_extra_cards": "At most {most:?red picture card draws|red picture cards draw} another there, "
        "not {wanted}. Nobody has to: 0 leaves them all as they are.",
        "too_many_extra_dice": "At most {most:?six|sixes} can be rolled again there, not {wanted}. "
        "Nobody has to: 0 leaves them all as they are.",
        "face_out_of_range": "A die with {size} sides cannot show {face}.",
        "card_twice": "The {card} was drawn already; a card comes once in a roll.",
    },
)


POOL = Field(default=None, description="How many dice you hold, if that is to be checked.")
AGAIN = Field(
    default=None,
    description="How many sixes are rolled again, wave by wave; left out, every one of them; 0 leaves them all.",
)


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll as it fell: faces or cards, wave by wave, and the successes among them."""

    waves: Waves
    cards: CardWaves
    successes: int


def fits_pool(state: Circle, pool: int, held: int | None, again: tuple[int, ...] | None) -> None:
    """The dice in hand and those to roll again fit the pool, as far as that is known before they fall."""
    need(held is None or held == pool, "wrong_dice_count", pool=pool, held=held)
    most = pool
    for number, wanted in enumerate(again or ()):
        if number and not state.house_rules.chain_sixes:
            most = 0
        need(wanted <= most, too_many(state), most=most, wanted=wanted)
        most = wanted


def roll(state: Circle, pool: int, again: tuple[int, ...] | None, dice: Dice, what: str) -> Rolled:
    """Draw the pool, then a die for each six that is rolled again, and so on. `what` says what it is all for.

    Raises `DiceRefused` for a face no die has (`face_out_of_range`), a card drawn twice (`card_twice`), and more
    dice in hand than the rule lets fall (`wrong_dice_count`, `too_many_extra_dice`).
    """
    waves: list[tuple[int | str, ...]] = []
    count, drawn = pool, set[str]()
    cards = state.randomizer is Randomizer.CARDS
    while count > 0:
        purpose = f"the {'red pictures' if cards else 'sixes'} of {what}" if waves else what
        if cards:
            wave: tuple[int | str, ...] = deal(min(count, DECK - len(drawn)), drawn, dice, purpose)
        else:
            wave = faces(count, dice, purpose)
        shown = sum(map(is_again, wave))
        waves.append(wave)
        if len(waves) > 1 and not state.house_rules.chain_sixes:
            break
        count = rolled_again(state, shown, again, len(waves) - 1, dice)
    if left := unread_typed_faces(dice):
        raise DiceRefused(one_too_many(state, waves, again, left))
    successes = sum(is_success(shown) for wave in waves for shown in wave)
    return Rolled(
        waves=tuple(tuple(it for it in wave if isinstance(it, int)) for wave in waves)
        if state.randomizer is Randomizer.DICE
        else (),
        cards=tuple(tuple(it for it in wave if isinstance(it, str)) for wave in waves)
        if state.randomizer is Randomizer.CARDS
        else (),
        successes=successes,
    )


def rolled_again(state: Circle, shown: int, again: tuple[int, ...] | None, wave: int, dice: Dice) -> int:
    """Number of sixes of a wave that are rolled again; with the faces in hand, no more than there are."""
    if again is None:
        return shown
    wanted = again[wave] if wave < len(again) else 0
    if wanted > shown and unread_typed_faces(dice) is not None:
        raise DiceRefused(extra_dice(state, shown, wanted))
    return min(shown, wanted)


def one_too_many(
    state: Circle, waves: list[tuple[int | str, ...]], again: tuple[int, ...] | None, left: tuple[int, ...]
) -> Refusal:
    """The refusal for what is left in hand: more than the pool, more than the sixes, or not to be rolled."""
    most = len(waves[-1]) if waves else 0
    held = most + len(left)
    shown = sum(map(is_again, waves[-1])) if waves else 0
    ended = len(waves) > 1 and not state.house_rules.chain_sixes
    if again is not None and shown and not ended:
        return refuse("extra_dice_waived", left=len(left), unread=list(left))
    if len(waves) != 1:
        return extra_dice(state, most, held, left)
    cards = state.randomizer is Randomizer.CARDS
    return refuse("wrong_card_count" if cards else "wrong_dice_count", pool=most, held=held, unread=list(left))


def too_many(state: Circle) -> str:
    """The code for more extra dice than sixes, or more extra cards than red pictures."""
    return "too_many_extra_cards" if state.randomizer is Randomizer.CARDS else "too_many_extra_dice"


def extra_dice(state: Circle, most: int, wanted: int, left: tuple[int, ...] = ()) -> Refusal:
    """The refusal for more extra dice than sixes, or more extra cards than red pictures."""
    return refuse(too_many(state), most=most, wanted=wanted, **({"unread": list(left)} if left else {}))


def faces(count: int, dice: Dice, purpose: str) -> tuple[int, ...]:
    """Faces of this number of dice, as rolled."""
    try:
        return roll_for(dice, *(DIE for _ in range(count)), purposes=(purpose,))
    except DiceRefused as wrong:
        if wrong.refusal.code == "dice_wrong":
            raise DiceRefused(refuse("face_out_of_range", **wrong.refusal.params)) from wrong
        raise


def deal(count: int, drawn: set[str], dice: Dice, purpose: str) -> tuple[str, ...]:
    """Deal this many cards, none twice: the program deals another, and a card that was read out was misread."""
    dealt: list[str] = []
    at_once = count if unread_typed_faces(dice) is not None else 1
    while len(dealt) < count:
        for number in roll_for(dice, *(DECK for _ in range(at_once)), purposes=(purpose,), drawn=CARDS):
            card = card_of(number)
            if card not in drawn:
                drawn.add(card)
                dealt.append(card)
            elif unread_typed_faces(dice) is not None:
                raise DiceRefused(refuse("card_twice", card=in_words(card)))
    return tuple(dealt)
