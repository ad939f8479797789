"""A mapping that holds so many entries and no more."""

from ledger.bounded import BoundedDict


def test_the_entry_put_in_longest_ago_makes_room() -> None:
    kept: BoundedDict[str, int] = BoundedDict(2)
    kept["one"] = 1
    kept.setdefault("two", 2)
    kept["one"] = 11  # put in anew
    assert kept["two"] == 2  # which does not move it
    assert kept.setdefault("three", 3) == 3
    assert dict(kept) == {"one": 11, "three": 3}


def test_use_counts_where_it_is_said() -> None:
    kept: BoundedDict[str, int] = BoundedDict(2)
    kept.update({"one": 1, "two": 2})
    kept.move_to_end("one")
    kept["three"] = 3
    assert list(kept) == ["one", "three"]
