"""The map as data for its drawing: one for every screen. Places stay while one scrubs; what is new is marked."""

from collections.abc import Mapping
from typing import Any

from dashboard.ui.drawing.map_layout import MapLayout, plot
from exchange.documents.html.face import face_data
from exchange.documents.html.faces import NO_FACES, Faces
from projections.views.relations import Accord, MapTie, Node, Pairing, Relations, pairings

MOST_BESIDE = 10
"""A map of so many nodes still reads well in a column; a larger one takes the whole page."""
LONGEST = 120
"""The most signs of a name or a relation that are sent to the drawing; the words below it have all."""


def map_data(now: Relations, before: Relations, ever: Relations, faces: Faces = NO_FACES) -> dict[str, Any]:
    """The map of a moment, over the places that everything ever on it has; `before` is what to compare with.

    What is no longer there is drawn as a ghost.
    """
    standing = {**before.nodes, **now.nodes}
    laid = {node.node: node.group for node in (*standing.values(), *ever.nodes.values())}
    nodes = tuple(sorted(laid.items()))
    ties = tuple(sorted({*ever.ties, *before.ties, *now.ties}))
    groups = sorted({node.group for node in (*ever.nodes.values(), *standing.values())} - {""})
    kinds = sorted({node.node_kind for node in (*ever.nodes.values(), *standing.values())})
    return {
        "plots": [_plot(plot(nodes, ties)), _plot(plot(nodes, ties, tall=True))],
        "kinds": kinds,
        "groups": groups,
        "nodes": [_node(node, now, before, groups, kinds, faces) for node in standing.values()],
        "pairs": [
            _pairing(pair, now, before)
            for pair in pairings(Relations(standing, {**before.ties, **now.ties}))
            if pair.one in standing and pair.other in standing
        ],
    }


def _plot(made: MapLayout) -> dict[str, Any]:
    return {
        "box": made.box,
        "places": made.places,
        "regions": [{"name": it.name[:LONGEST], "box": it.box} for it in made.regions],
        "bends": {f"{one} {other}": bend for (one, other), bend in made.bends.items()},
    }


def _node(
    node: Node, now: Relations, before: Relations, groups: list[str], kinds: list[str], faces: Faces
) -> dict[str, Any]:
    here = node.node in now.nodes
    return {
        "id": node.node,
        "name": node.name[:LONGEST],
        "face": face_data(faces.of(node.node, node.name)),
        "group": groups.index(node.group) if node.group else -1,
        "kind": kinds.index(node.node_kind),
        "weight": node.weight,
        "fresh": here and before.nodes.get(node.node) != node,
        "gone": not here,
    }


def _pairing(pair: Pairing, now: Relations, before: Relations) -> dict[str, Any]:
    standing = Pairing(
        one=pair.one,
        other=pair.other,
        there=now.ties.get((pair.one, pair.other)),
        back=now.ties.get((pair.other, pair.one)),
    )
    return {
        "one": pair.one,
        "other": pair.other,
        "accord": (standing.accord if standing.ties else Accord.NEUTRAL).value,
        "there": _tie(pair.there, now.ties, before.ties),
        "back": _tie(pair.back, now.ties, before.ties),
    }


def _tie(
    tie: MapTie | None, now: Mapping[tuple[str, str], MapTie], before: Mapping[tuple[str, str], MapTie]
) -> dict[str, Any] | None:
    if tie is None:
        return None
    ends = tie.source, tie.target
    return {
        "relation": tie.relation[:LONGEST],
        "friendly": tie.friendly,
        "fresh": ends in now and before.get(ends) != tie,
        "gone": ends not in now,
    }
