"""Typed faces that do not fit: a person is told what each of them is for."""

import pytest

from domain.kernel.campaign.rulebook import CAMPAIGN
from domain.kernel.decisions import Refusal
from domain.kernel.dice import CARDS, Dice, DiceRefused, SameDice, TypedDice, roll_for, unread_typed_faces
from domain.kernel.wording.sentences import say_refusal


def told(refusal: Refusal | None) -> str:
    assert refusal is not None
    return say_refusal(CAMPAIGN.refusals, refusal.code, refusal.params, {})


def refused(dice: Dice, *sizes: int, purposes: tuple[str, ...] = (), cards: bool = False) -> str:
    with pytest.raises(DiceRefused) as wrong:
        roll_for(dice, *sizes, purposes=purposes, drawn=CARDS if cards else None)
    return told(wrong.value.refusal)


def test_missing_faces_are_asked_for_by_what_they_are_for() -> None:
    assert refused(TypedDice([6, 5, 3]), 6, 6, 6, 6, purposes=("Murg's smash",)) == (
        "This takes 4d6 for Murg's smash: 1 face is missing after 6, 5 and 3."
    )
    assert refused(TypedDice(()), 6, 6, purposes=("Ann", "Ben")) == (
        "This takes 1d6 for Ann, then 1d6 for Ben: 2 faces are missing."
    )
    assert refused(TypedDice([1]), 8, 8, 4) == ("This takes 2d8, then 1d4: 2 faces are missing after 1.")


def test_a_card_is_called_a_card() -> None:
    assert refused(TypedDice([60]), 52, cards=True) == "A card out of 52 cannot show 60."
    assert refused(TypedDice([7]), 52, 52, cards=True) == "This takes 2 cards: 1 card is missing after 7."
    dice = TypedDice([7, 9, 22])
    for _ in range(2):
        roll_for(dice, 52, purposes=(), drawn=CARDS)
    assert told(dice.left_over()) == (
        "This takes 2 cards, and more was given: nothing asks for 22. Leave that out."
    )


def test_faces_left_over_are_named_with_what_was_asked_for() -> None:
    dice = TypedDice([5, 2, 3])
    assert told(dice.left_over()).startswith(
        "This takes no dice, and more was given: nothing asks for 5, 2 and 3."
    )
    dice.roll(6)
    roll_for(dice, 8, purposes=("the watch",))
    assert told(dice.left_over()).startswith("This takes 1d6, then 1d8 for the watch, and more was given")
    assert TypedDice(()).left_over() is None


def test_only_typed_faces_lie_ready() -> None:
    assert unread_typed_faces(TypedDice([5, 2])) == (5, 2)
    assert unread_typed_faces(SameDice([(6, 5)], [2])) is None


def test_recorded_dice_that_do_not_reach_name_the_whole_throw() -> None:
    assert refused(SameDice([(6, 5)]), 6, 6, purposes=("Murg's smash",)) == (
        "This takes 2d6 for Murg's smash: 1 face is missing."
    )
