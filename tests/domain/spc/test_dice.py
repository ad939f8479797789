"""Dice that may be kept: every choice of every throw, against the rule said in other words."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.decisions import allowed
from domain.kernel.dice import TypedDice
from domain.kernel.people import Asker, Role
from domain.kernel.terms import CharacterId, PersonId
from domain.spc.chapters.conflicts.action_types import WHAT_IT_DOES
from domain.spc.chapters.turns import throwing
from domain.spc.chapters.turns.assigning import clamped
from domain.spc.chapters.turns.telling_facts import sentences
from domain.spc.chapters.turns.throwing import keep_dice
from domain.spc.house_rules import SpcHouseRules
from domain.spc.state.adventure import Adventure
from domain.spc.state.cast import Character
from domain.spc.state.conflict import Conflict, Participant, Throw
from domain.spc.terms import ActionType, Kind, Stage, Status

GM = Asker(PersonId("gm"), Role.GM)
COUNTESS = CharacterId("countess")


def keeps(faces: list[int], penalty: int, action_type: ActionType, picked: tuple[str, ...]) -> bool:
    throw = Throw(action_type=action_type, penalty_dice=penalty)
    throw.thrown = {f"d{place}": face for place, face in enumerate(faces, start=1)}
    conflict = Conflict("conflict-1", "action-1", status=Stage.TURN, turn=1)
    conflict.participants["countess"] = Participant(throw=throw)
    state = Adventure(SpcHouseRules(), Status.PLAYING, preview="Blood", conflict=conflict)
    state.characters["countess"] = Character("Countess", Kind.ANTAGONIST, None, 1, 3, 2, 2, 5)
    command = throwing.KeepDice(participant=COUNTESS, die_ids=picked)
    return allowed(keep_dice, state, command, GM, TypedDice(()))


@given(bonus=st.integers(0, 3), penalty=st.integers(0, 4), data=st.data(), gadget=st.booleans())
def test_each_penalty_die_forces_one_of_the_lowest_in(
    bonus: int, penalty: int, data: st.DataObject, gadget: bool
) -> None:
    base = 2 if gadget else 3
    size = base + bonus + penalty
    faces = data.draw(st.lists(st.integers(1, 6), min_size=size, max_size=size))
    chosen = ActionType.ACTIVATE if gadget else ActionType.GUARD
    forced = min(penalty, base)
    for picked in combinations(range(size), base):
        left = [faces[at] for at in range(size) if at not in picked]
        kept = sorted(faces[at] for at in picked)
        # The forced lows are in when nothing left behind is lower than the highest of them.
        right = not forced or not left or kept[forced - 1] <= min(left)
        assert keeps(faces, penalty, chosen, tuple(f"d{at + 1}" for at in picked)) == right


@pytest.mark.parametrize(
    ("value", "amount", "applied"),
    [(5, 2, 1), (1, -1, 0), (3, 2, 2), (8, 2, 0), (8, -1, -1), (-1, -2, 0), (-1, 2, 2)],
)
def test_clamped_modifiers_stop_at_the_sides_of_a_die(value: int, amount: int, applied: int) -> None:
    state = Adventure(house_rules=SpcHouseRules(clamp_dice=True))
    assert clamped(state, value, amount) == applied
    assert clamped(Adventure(house_rules=SpcHouseRules()), value, amount) == amount


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("The blade is cursed", 1),
        ("The blade is cursed.", 1),
        ("The blade is cursed. It sings.", 2),
        ("St. Agnes forged it!", 1),
        ("“Never!” she said. Then she left", 3),
        ("One line\nAnother line", 2),
        ("It burns…", 1),
        ("الشفرة ملعونة", 1),
    ],
)
def test_sentences_are_told_by_their_full_stops(text: str, count: int) -> None:
    assert sentences(text) == count


def test_every_action_type_has_a_rule() -> None:
    assert set(WHAT_IT_DOES) == set(ActionType)
