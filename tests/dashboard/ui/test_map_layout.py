"""The layout of the map: together by group, never over each other, and always at the same place."""

from itertools import combinations

import pytest

from dashboard.ui.drawing.map_layout import CELL, MapLayout, plot, shortest

SETTINGS = tuple((f"f{n}", f"setting {n % 5}") for n in range(12))
TIES = tuple((f"f{n}", f"f{(n * 5 + 1) % 12}") for n in range(12))


def boxes_overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def crowded(made: MapLayout) -> list[tuple[str, str]]:
    """Nodes that leave no room for each other's names."""
    return [
        (one, other)
        for (one, a), (other, b) in combinations(made.places.items(), 2)
        if abs(a[0] - b[0]) < CELL[0] * 0.9 and abs(a[1] - b[1]) < CELL[1] * 0.9
    ]


@pytest.mark.parametrize("tall", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3, 7, 40])
@pytest.mark.parametrize("groups", [1, 5, 0])
def test_nothing_stands_over_anything_else(tall: bool, count: int, groups: int) -> None:
    nodes = tuple((f"f{n}", f"g{n % groups}" if groups else "") for n in range(count))
    ties = tuple((f"f{n}", f"f{(n + 3) % count}") for n in range(count))
    made = plot(nodes, ties, tall=tall)
    assert len(made.places) == count
    assert crowded(made) == []
    assert not any(boxes_overlap(a.box, b.box) for a, b in combinations(made.regions, 2))
    left, top, wide, high = made.box
    assert all(left < x < left + wide and top < y < top + high for x, y in made.places.values())


def test_each_stands_on_the_ground_of_its_group() -> None:
    made = plot(SETTINGS, TIES)
    ground = {region.name: region.box for region in made.regions}
    for node, group in SETTINGS:
        x, y = made.places[node]
        left, top, wide, high = ground[group]
        assert left < x < left + wide
        assert top < y < top + high


def test_the_order_of_asking_does_not_matter() -> None:
    assert plot(SETTINGS, TIES) == plot(SETTINGS, TIES[::-1])


def test_a_narrow_page_gets_a_narrow_map() -> None:
    crowd = tuple((f"f{n}", f"g{n % 6}") for n in range(40))
    wide, tall = plot(crowd, ()), plot(crowd, (), tall=True)
    assert tall.box[2] < 720
    assert wide.box[2] > tall.box[2]


def test_ties_bend_past_whoever_stands_between() -> None:
    row = (("a", "g"), ("b", "g"), ("c", "g"))
    made = plot(row, (("a", "c"), ("a", "b")), tall=True)
    (ax, ay), (cx, cy) = made.places["a"], made.places["c"]
    x, y = made.places["b"]
    middle = (
        (ax + cx) / 2 - (cy - ay) * made.bends["a", "c"] / 2,
        (ay + cy) / 2 + (cx - ax) * made.bends["a", "c"] / 2,
    )
    assert abs(middle[0] - x) + abs(middle[1] - y) > 40


def test_those_with_much_between_them_stand_next_to_each_other() -> None:
    order = shortest(list("abcdefgh"), [("a", "e"), ("b", "f")])
    assert abs(order.index("a") - order.index("e")) in (1, 7)


def test_hundreds_are_laid_out_at_once() -> None:
    assert len(plot(tuple((f"n{n}", "") for n in range(500)), (("n1", "n2"),)).places) == 500
    assert len(plot(tuple((f"n{n}", f"g{n % 200}") for n in range(500)), ()).places) == 500


def test_an_empty_map_has_a_box() -> None:
    assert plot((), ()).box[2] > 0
