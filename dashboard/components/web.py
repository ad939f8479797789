"""The map as data: where each node stands, how they are tied, and what is new. Places do not move while scrubbing."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import cos, pi, sin
from typing import Any

from projections.relations import Relations

WIDE, HIGH = 225.0, 162.0
CENTRE = (340.0, 232.0)
ROOM = 68.0
"""Above and below the outermost nodes: for their discs and names."""
Pairs = tuple[tuple[str, str], ...]


def web(now: Relations, before: Relations, whole: Relations) -> dict[str, Any]:
    """The map of a moment, over the places that the whole line's map has."""
    names = tuple(sorted(whole.nodes.keys() | now.nodes.keys()))
    places = layout(names, tuple(sorted(whole.ties)))
    across = [place[1] for place in places.values()] or [CENTRE[1]]
    return {
        "box": [0, min(across) - ROOM, 2 * CENTRE[0], max(across) - min(across) + 2 * ROOM],
        "nodes": [
            {
                "id": node.node,
                "name": node.name,
                "group": node.group,
                "weight": node.weight,
                "x": places[node.node][0],
                "y": places[node.node][1],
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
def layout(nodes: tuple[str, ...], ties: Pairs) -> Mapping[str, tuple[float, float]]:
    """A place on an ellipse for each node, in an order that keeps ties short."""
    order = _ordered(list(nodes), [ends for ends in ties if ends[0] in nodes and ends[1] in nodes])
    turn = 2 * pi / max(1, len(order))
    return {
        node: (
            round(CENTRE[0] + WIDE * cos(turn * place - pi / 2), 1),
            round(CENTRE[1] + HIGH * sin(turn * place - pi / 2), 1),
        )
        for place, node in enumerate(order)
    }


def _ordered(order: list[str], ties: Collection[tuple[str, str]]) -> list[str]:
    """Swap two as long as that shortens the ties; deterministic, and quick for a few dozen nodes."""
    if len(order) > 40:
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
