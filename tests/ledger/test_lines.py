"""The tree of lines: paths, parents and branches, told from the rewinds alone."""

from hypothesis import given
from hypothesis import strategies as st

from ledger.log.lines import Branch, Lines, Stretch, lies_on

# 1..10 was played; 11 goes back to 4; 12..15 was played; 16 goes back to 13, 17 back to 8 on the first line.
LINES = Lines({11: 4, 16: 13, 17: 8})


def test_a_log_without_rewinds_is_one_line() -> None:
    assert Lines().path(7) == [Stretch(1, 7)]
    assert list(Lines().branches(7)) == [Branch(1, 0, 1, 7, current=True)]


def test_a_path_goes_back_through_every_rewind() -> None:
    assert LINES.path(9) == [Stretch(1, 9)]
    assert LINES.path(12) == [Stretch(1, 4), Stretch(11, 12)]
    assert LINES.path(16) == [Stretch(1, 4), Stretch(11, 13), Stretch(16, 16)]
    assert LINES.path(20) == [Stretch(1, 8), Stretch(17, 20)]


def test_ancestors() -> None:
    assert LINES.is_ancestor(4, 15)
    assert not LINES.is_ancestor(5, 15)
    assert LINES.is_ancestor(15, 15)


def test_branches_are_told_in_the_order_they_grew() -> None:
    assert [(b.parent, b.first, b.last, b.current) for b in LINES.branches(20)] == [
        (0, 1, 10, False),
        (4, 11, 15, False),
        (13, 16, 16, False),
        (8, 17, 20, True),
    ]


@given(st.lists(st.floats(0, 1, exclude_max=True), max_size=30))
def test_a_path_is_what_following_parents_gives(choices: list[float]) -> None:
    """Random logs: each number says whether the next record goes back, and how far."""
    lines, parents = Lines(), {1: 0}
    for position, choice in enumerate(choices, start=2):
        parent = position - 1
        if choice < 0.3:
            parent = 1 + int(choice / 0.3 * (position - 1))
            lines.rewound(position, parent)
        parents[position] = parent
    for position in parents:
        assert lines.parent(position) == parents[position]
        walked, here = [], position
        while here:
            walked.append(here)
            here = parents[here]
        path = lines.path(position)
        assert [p for first, last in path for p in range(first, last + 1)] == walked[::-1]
        assert all(lies_on(path, p) == (p in walked) for p in parents)
