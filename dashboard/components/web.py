"""The map as data: where each node stands, how they are tied, what is new. Places stay while one scrubs."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import cos, degrees, pi, sin
from typing import Any

from projections.relations import Relations

MOST_BESIDE = 10
"""Up to so many nodes, names stand level; more stand on a wide ring, their names pointing outwards."""

MOST_SORTED = 40
"""Up to so many nodes the order is chosen so that ties are short; trying takes too long for more."""

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A place for each node: x, y and the angle its name is turned by; and what the drawing has to hold."""

    places: dict[str, tuple[float, float, float]]
    box: tuple[float, float, float, float]
    radial: bool


def web(now: Relations, before: Relations, whole: Relations) -> dict[str, Any]:
    """The map of a moment, over the places that the whole line's map has."""
    names = tuple(sorted(whole.nodes.keys() | now.nodes.keys()))
    drawn = layout(names, tuple(sorted(whole.ties)))
    kinds = sorted({node.node_kind for node in (*whole.nodes.values(), *now.nodes.values())})
    return {
        "box": drawn.box,
        "radial": drawn.radial,
        "kinds": kinds,
        "nodes": [
            {
                "id": node.node,
                "name": node.name,
                "group": node.group,
                "kind": kinds.index(node.node_kind),
                "weight": node.weight,
                "x": drawn.places[node.node][0],
                "y": drawn.places[node.node][1],
                "turn": drawn.places[node.node][2],
                "fresh": before.nodes.get(node.node) != node,
            }
            for node in now.nodes.values()
        ],
        "ties": [
            {
                "source": tie.source,
                "target": tie.target,
                "relation": tie.relation,
                "friendly": tie.friendly,
                "fresh": before.ties.get(ends) != tie,
            }
            for ends, tie in now.ties.items()
        ],
    }


@lru_cache(maxsize=64)
def layout(nodes: tuple[str, ...], ties: Pairs) -> Layout:
    """Nodes around an ellipse, in an order that keeps ties short; around a circle when there are many."""
    order = _ordered(list(nodes), [ends for ends in ties if ends[0] in nodes and ends[1] in nodes])
    radial = len(order) > MOST_BESIDE
    wide, high = (10.5 * len(order) + 40, 10.5 * len(order) + 40) if radial else (225.0, 162.0)
    places = {}
    for place, node in enumerate(order):
        angle = 2 * pi * place / len(order) - pi / 2
        places[node] = round(wide * cos(angle), 1), round(high * sin(angle), 1), round(degrees(angle), 1)
    if radial:
        room = wide + 190.0
        return Layout(places, (-room * 1.15, -room, room * 2.3, room * 2), radial)
    across = [place[1] for place in places.values()] or [0.0]
    top, bottom = min(across) - 68, max(across) + 68
    return Layout(places, (-340.0, top, 680.0, bottom - top), radial)


def _ordered(order: list[str], ties: Collection[tuple[str, str]]) -> list[str]:
    """Swap two as long as that shortens the ties; the same input always ends in the same order."""
    if len(order) > MOST_SORTED:
        return order
    best = _length(order, ties)
    improved = True
    while improved:
        improved = False
        for a, b in combinations(range(len(order)), 2):
            order[a], order[b] = order[b], order[a]
            length = _length(order, ties)
            if length < best:
                best, improved = length, True
            else:
                order[a], order[b] = order[b], order[a]
    return order


def _length(order: Sequence[str], ties: Collection[tuple[str, str]]) -> int:
    place = {node: index for index, node in enumerate(order)}
    around = len(order)
    gaps = (abs(place[a] - place[b]) for a, b in ties)
    return sum(min(gap, around - gap) for gap in gaps)
