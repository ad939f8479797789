"""The map keeps its places, whatever the moment, and turns names outwards when there are many."""

from dashboard.components.web import layout, web
from projections.relations import Node, Relations, Tie


def relations(*names: str, ties: tuple[tuple[str, str], ...] = ()) -> Relations:
    nodes = {n: Node(node=n, name=n.title(), node_kind="faction", weight=1, group="") for n in names}
    known = {(a, b): Tie(source=a, target=b, relation="owes", friendly=None) for a, b in ties}
    return Relations(nodes, known)


def test_places_do_not_move_while_nodes_come_and_go() -> None:
    whole = relations("a", "b", "c", "d", ties=(("a", "d"), ("b", "c")))
    early = web(relations("a", "b"), relations("a"), whole)
    late = web(whole, whole, whole)
    at = {node["id"]: (node["x"], node["y"]) for node in late["nodes"]}
    assert all((node["x"], node["y"]) == at[node["id"]] for node in early["nodes"])
    assert [node["fresh"] for node in early["nodes"]] == [False, True]


def test_friends_stand_next_to_each_other() -> None:
    names = tuple("abcdefgh")
    order = list(layout(names, (("a", "e"), ("b", "f"))).places)
    assert abs(order.index("a") - order.index("e")) in (1, 7)


def test_a_crowd_stands_on_a_ring() -> None:
    crowd = tuple(f"n{n}" for n in range(26))
    assert layout(crowd, ()).radial
    assert not layout(crowd[:10], ()).radial


def test_a_map_of_hundreds_is_laid_out_at_once() -> None:
    assert len(layout(tuple(f"n{n}" for n in range(500)), ()).places) == 500


def test_nothing_on_the_map() -> None:
    assert web(Relations(), Relations(), Relations())["nodes"] == []
