"""Dice and cards: how a pool is drawn, and what it comes to (HC-35, HC-45)."""

from dataclasses import dataclass

from domain.hot_circle.state import Circle
from domain.hot_circle.tables import AGAIN_AT, DECK, DIE, SUCCESS_FROM
from domain.hot_circle.terms import CardWaves, Randomizer, Waves
from domain.kernel.decisions import Refusal, refuse
from domain.kernel.dice import Dice, DiceRefused

SUITS = "CDHS"
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
RED = frozenset("DH")
PICTURES = frozenset({"J", "Q", "K"})


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll as it fell: faces or cards, wave by wave, and the successes among them."""

    waves: Waves
    cards: CardWaves
    successes: int


def card_of(number: int) -> str:
    """The card with this number: 1 to 13 clubs from the ace to the king, then diamonds, hearts, spades."""
    suit, rank = divmod(number - 1, len(RANKS))
    return f"{RANKS[rank]}{SUITS[suit]}"


def number_of(card: str) -> int:
    """The number of a card, 1 to 52."""
    return SUITS.index(card[-1]) * len(RANKS) + RANKS.index(card[:-1]) + 1


def is_success(shown: int | str) -> bool:
    """A 4, 5 or 6; a red card."""
    return shown[-1] in RED if isinstance(shown, str) else shown >= SUCCESS_FROM


def is_again(shown: int | str) -> bool:
    """A 6; a red picture card."""
    if isinstance(shown, str):
        return shown[-1] in RED and shown[:-1] in PICTURES
    return shown == AGAIN_AT


def cannot_roll(state: Circle, pool: int, held: int | None, again: tuple[int, ...] | None) -> Refusal | None:
    """Why these dice cannot be rolled for this pool, as far as that is known beforehand; or None."""
    if held is not None and held != pool:
        return refuse("wrong_dice_count", pool=pool, held=held)
    most = pool
    for number, wanted in enumerate(again or ()):
        if number and not state.house_rules.chain_sixes:
            most = 0
        if wanted > most:
            return refuse("too_many_extra_dice", most=most, wanted=wanted)
        most = wanted
    return None


def roll(state: Circle, pool: int, again: tuple[int, ...] | None, dice: Dice) -> Rolled:
    """Draw the pool, then a die for each six that is rolled again, and so on.

    Raises `DiceRefused` for a face no die has (`face_out_of_range`) and a card drawn twice (`card_twice`).
    """
    waves: list[tuple[int | str, ...]] = []
    count, drawn = pool, set[str]()
    while count > 0:
        if state.randomizer is Randomizer.CARDS:
            wave: tuple[int | str, ...] = deal(min(count, DECK - len(drawn)), drawn, dice)
        else:
            wave = faces(count, dice)
        count = sum(map(is_again, wave))
        if again is not None:
            count = min(count, again[len(waves)] if len(waves) < len(again) else 0)
        waves.append(wave)
        if len(waves) > 1 and not state.house_rules.chain_sixes:
            break
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


def faces(count: int, dice: Dice) -> tuple[int, ...]:
    """So many dice."""
    try:
        return dice.roll(*(DIE for _ in range(count)))
    except DiceRefused as wrong:
        if wrong.refusal.code == "dice_wrong":
            raise DiceRefused(refuse("face_out_of_range", **wrong.refusal.params)) from wrong
        raise


def deal(count: int, drawn: set[str], dice: Dice) -> tuple[str, ...]:
    """So many cards, none of them twice. A program that deals a card again just deals another."""
    dealt: list[str] = []
    twice = ""
    while len(dealt) < count:
        try:
            (number,) = dice.roll(DECK)
        except DiceRefused as wrong:
            if twice:
                raise DiceRefused(refuse("card_twice", card=in_words(twice))) from wrong
            raise
        card = card_of(number)
        if card in drawn:
            twice = card
            continue
        drawn.add(card)
        dealt.append(card)
    return tuple(dealt)


_SUIT_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_RANK_WORDS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}


def in_words(card: str) -> str:
    """A card read aloud: the 7 of clubs."""
    return f"{_RANK_WORDS.get(card[:-1], card[:-1])} of {_SUIT_WORDS[card[-1]]}"
