"""Dice and cards as facts: each with what it counts for."""

from domain.hot_circle.faces import in_words, is_success, number_of
from domain.hot_circle.tables import DECK, DIE
from domain.hot_circle.terms import CardWaves, Waves
from domain.kernel import facts


def dice_of(waves: Waves, cards: CardWaves) -> tuple[facts.Die, ...]:
    """Every die or card of a roll. Kept ones are successes; later waves say which six brought them on."""
    dice = []
    rolled: tuple[tuple[int | str, ...], ...] = waves or cards
    for wave, shown in enumerate(rolled, start=1):
        for place, one in enumerate(shown, start=1):
            again = "" if wave == 1 else f"rolled again ({wave - 1})"
            if isinstance(one, str):
                label = in_words(one) + (f", {again}" if again else "")
                dice.append(facts.Die(f"w{wave}-{place}", DECK, number_of(one), label, is_success(one), wave > 1))
            else:
                dice.append(facts.Die(f"w{wave}-{place}", DIE, one, again, is_success(one), wave > 1))
    return tuple(dice)


def reads(cards: CardWaves) -> facts.Reads:
    """Successes are counted; cards are drawn, and none of them comes twice."""
    return facts.Reads.DRAWN if cards else facts.Reads.COUNT


def dice(number: int) -> str:
    """So many dice, in words."""
    return f"{number} die" if number == 1 else f"{number} dice"


def successes(number: int) -> str:
    """So many successes, in words."""
    return f"{number} success" if number == 1 else f"{number} successes"
