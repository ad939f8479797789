"""The map: who and what has weight in the campaign, and how they stand towards each other."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from domain.kernel import facts
from projections.projection import NO_ROWS, Pair, Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A group, place or power on the map."""

    node: str
    name: str
    node_kind: str
    weight: int
    group: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """How `source` stands towards `target`. `friendly`: True helps, False hurts, None neither."""

    source: str
    target: str
    relation: str
    friendly: bool | None


@dataclass(frozen=True, slots=True)
class Relations:
    """The nodes by id, and the ties by (source, target)."""

    nodes: Mapping[str, Node] = field(default_factory=lambda: NO_ROWS)
    ties: Mapping[tuple[str, str], Tie] = field(default_factory=lambda: NO_ROWS)

    def __bool__(self) -> bool:
        """Whether there is a map at all."""
        return bool(self.nodes or self.ties)


def _set_node(nodes: dict[str, Node], fact: facts.NodeSet) -> None:
    if fact.removed:
        nodes.pop(fact.node, None)
        return
    nodes[fact.node] = Node(
        node=fact.node, name=fact.name, node_kind=fact.node_kind, weight=fact.weight, group=fact.group
    )


def _set_tie(ties: dict[tuple[str, str], Tie], fact: facts.RelationSet) -> None:
    if not fact.relation:
        ties.pop((fact.source, fact.target), None)
        return
    ties[fact.source, fact.target] = Tie(
        source=fact.source, target=fact.target, relation=fact.relation, friendly=fact.friendly
    )


def _cut_ties(ties: dict[tuple[str, str], Tie], fact: facts.NodeSet) -> None:
    if fact.removed:
        for ends in [ends for ends in ties if fact.node in ends]:
            del ties[ends]


NODES: Rows[str, Node] = Rows(
    name="nodes", version=1, row=Node, key=lambda node: node.node, on={facts.NodeSet: _set_node}
)

TIES: Rows[tuple[str, str], Tie] = Rows(
    name="ties",
    version=1,
    row=Tie,
    key=lambda tie: (tie.source, tie.target),
    on={facts.RelationSet: _set_tie, facts.NodeSet: _cut_ties},
)

RELATIONS: Pair[Relations, Mapping[str, Node], Mapping[tuple[str, str], Tie]] = Pair(
    name="relations",
    left=NODES,
    right=TIES,
    join=Relations,
    split=lambda relations: (relations.nodes, relations.ties),
)
