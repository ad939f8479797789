"""Names of ids: what was only numbered is known without being listed."""

import pytest

from domain.kernel.wording.names import Names, counted_in

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
