"""Faces and cards: what each is called, and what it counts for (HC-35, HC-45)."""

from .printed import AGAIN_AT, SUCCESS_FROM

SUITS = "CDHS"
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
RED = frozenset("DH")
PICTURES = frozenset({"J", "Q", "K"})


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


_SUIT_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_RANK_WORDS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}


def in_words(card: str) -> str:
    """A card read aloud: the 7 of clubs."""
    return f"{_RANK_WORDS.get(card[:-1], card[:-1])} of {_SUIT_WORDS[card[-1]]}"
