"""Names of ids: what was only numbered is known without being listed."""

import pytest

from domain.kernel.wording.names import Names, counted_in
from domain.kernel.wording.number import for_several, is_several

NAMES = Names({"wren": "Wren", "scene-2": "At the gate"}, {"scene": 3, "long-test": 12})


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("wren", "Wren"),
        ("scene-1", "scene 1"),
        ("scene-2", "At the gate"),
        ("scene-3", "scene 3"),
        ("long-test-12", "long-test 12"),
    ],
)
def test_a_name_is_found_given_or_counted(key: str, name: str) -> None:
    assert (NAMES[key], NAMES.get(key), key in NAMES) == (name, name, True)


@pytest.mark.parametrize("key", ["", "moss", "scene", "scene-", "scene-0", "scene-01", "scene-4", "scene-٣", "-1"])
def test_what_never_was_has_no_name(key: str) -> None:
    assert (NAMES.get(key), NAMES.get(key, "?"), key in NAMES) == (None, "?", False)
    with pytest.raises(KeyError):
        NAMES[key]


def test_other_names_are_put_under_these_and_the_counts_stay() -> None:
    both = {"wren": "somebody", "tide": "The Tide"} | NAMES
    assert (both["wren"], both["tide"], both.get("scene-1")) == ("Wren", "The Tide", "scene 1")
    assert counted_in(both) == NAMES.counted
    assert counted_in({"wren": "Wren"}) == {}


@pytest.mark.parametrize(
    "name",
    [
        *(
            "The Grey Sisters",
            "The Tide's Assessors",
            "The Fen-Folk",
            "Customs men",
            "Larch and Sons",
            "Two guards",
        ),
        *("Wreckers", "Sailors", "Watchmen", "Bandits", "Netfolk", "The Crown's Assessors"),
        *("The Sisters of Mercy", "grey wolves", "The Ferrymen", "The Harrow Boys, Cutpurses"),
    ],
)
def test_a_name_of_several(name: str) -> None:
    assert is_several(name)


@pytest.mark.parametrize(
    "name",
    [
        *("James", "The Duchess", "Guild of Wheelwrights", "A knight of two swords", "The Mistress of Keys", ""),
        *("The Lens", "The Cyclops", "Peters", "Carmen", "Waters"),
        *("The Lamplighters' Guild", "Grey Spawn", "The Atlas", "The Omen", "Dalit of the Nine Ledgers"),
    ],
)
def test_a_name_of_one(name: str) -> None:
    assert not is_several(name)


def test_verbs_behind_a_name_of_several() -> None:
    of_one = ("wants", "reaches a goal", "is now", "no longer believes", "objects, and it is not so", "denies it")
    of_several = ("want", "reach a goal", "are now", "no longer believe", "object, and it is not so", "deny it")
    assert tuple(map(for_several, (*of_one, "would call", "presses on"))) == (
        *of_several,
        "would call",
        "press on",
    )
