"""The map: who and what has weight in the campaign, and how they stand towards each other."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from domain.kernel import facts
from domain.kernel.facts import Fact
from projections.compare.differences import Change
from projections.projection import NO_ROWS, Pair, Rows

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A group, place or power on the map."""

    node: str
    name: str
    node_kind: str
    weight: int
    group: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MapTie:
    """The stand of `source` towards `target`. `friendly`: True helps, False hurts, None neither."""

    source: str
    target: str
    relation: str
    friendly: bool | None


@dataclass(frozen=True, slots=True)
class Relations:
    """The nodes by id, and the ties by (source, target)."""

    nodes: Mapping[str, Node] = field(default_factory=lambda: NO_ROWS)
    ties: Mapping[tuple[str, str], MapTie] = field(default_factory=lambda: NO_ROWS)

    def __bool__(self) -> bool:
        """True if there is a map at all."""
        return bool(self.nodes or self.ties)


def _set_node(nodes: dict[str, Node], fact: facts.NodeSet) -> None:
    if fact.removed:
        nodes.pop(fact.node, None)
        return
    nodes[fact.node] = Node(
        node=fact.node, name=fact.name, node_kind=fact.node_kind, weight=fact.weight, group=fact.group
    )


def _set_tie(ties: dict[tuple[str, str], MapTie], fact: facts.RelationSet) -> None:
    if not fact.relation:
        ties.pop((fact.source, fact.target), None)
        return
    ties[fact.source, fact.target] = MapTie(
        source=fact.source, target=fact.target, relation=fact.relation, friendly=fact.friendly
    )


def _cut_ties(ties: dict[tuple[str, str], MapTie], fact: facts.NodeSet) -> None:
    if fact.removed:
        for ends in [ends for ends in ties if fact.node in ends]:
            del ties[ends]


NODES: Rows[str, Node] = Rows(
    name="nodes", version=1, row=Node, key=lambda node: node.node, on={facts.NodeSet: _set_node}
)

TIES: Rows[tuple[str, str], MapTie] = Rows(
    name="ties",
    version=1,
    row=MapTie,
    key=lambda tie: (tie.source, tie.target),
    on={facts.RelationSet: _set_tie, facts.NodeSet: _cut_ties},
)

RELATIONS: Pair[Relations, Mapping[str, Node], Mapping[tuple[str, str], MapTie]] = Pair(
    name="relations",
    left=NODES,
    right=TIES,
    join=Relations,
    split=lambda relations: (relations.nodes, relations.ties),
)


def relations_of(told: Iterable[Fact], since: Relations | None = None) -> Relations:
    """The map that these facts draw, in their order; `since` is the one they go on from."""
    told = tuple(told)
    nodes, ties = (since.nodes, since.ties) if since is not None else (None, None)
    return Relations(NODES.of_facts(told, nodes), TIES.of_facts(told, ties))


# --- both directions at once -----------------------------------------------------------------------------


class Accord(StrEnum):
    """The stand of two towards each other once both directions are looked at."""

    ALLIED = "allied"
    """Each helps the other."""
    OPPOSED = "opposed"
    """Each works against the other."""
    TORN = "torn"
    """One helps, the other works against it: somebody is being used, or does not know."""
    ONE_SIDED = "one_sided"
    """One helps or works against the other, who takes no side."""
    NEUTRAL = "neutral"
    """Tied, but nobody helps or hurts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """Two nodes that are tied: `one` comes before `other`; `there` is how it stands, `back` how it is answered."""

    one: str
    other: str
    there: MapTie | None
    back: MapTie | None

    @property
    def ties(self) -> tuple[MapTie, ...]:
        """The ties there are: one or two."""
        return tuple(tie for tie in (self.there, self.back) if tie is not None)

    @property
    def accord(self) -> Accord:
        """The accord that the two directions come to."""
        sides = [tie.friendly for tie in self.ties if tie.friendly is not None]
        if not sides:
            return Accord.NEUTRAL
        if len(sides) == 1:
            return Accord.ONE_SIDED
        if sides[0] != sides[1]:
            return Accord.TORN
        return Accord.ALLIED if sides[0] else Accord.OPPOSED

    @property
    def tense(self) -> bool:
        """True if one helps whom the other works against, so that something has to give.

        Help or harm that is not answered is none by itself: the other may simply have nothing to do with it.
        """
        return self.accord is Accord.TORN


def pairings(relations: Relations) -> list[Pairing]:
    """Every two nodes that are tied, in the order of their ids."""
    pairs = sorted({tuple(sorted(ends)) for ends in relations.ties})
    return [
        Pairing(
            one=one, other=other, there=relations.ties.get((one, other)), back=relations.ties.get((other, one))
        )
        for one, other in pairs
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Triangle:
    """Two at odds, and one `between` them who is tied by help to both: something has to give.

    `one` works against `other`. `to_one` and `to_other` are the ties of help, whichever way they go.
    """

    between: str
    one: str
    other: str
    to_one: MapTie
    to_other: MapTie
    against: MapTie

    @property
    def nodes(self) -> tuple[str, str, str]:
        """All three."""
        return self.between, self.one, self.other


def triangles(relations: Relations) -> list[Triangle]:
    """Everywhere that somebody is tied by help to two of whom one works against the other, in the order of ids."""
    help_: dict[frozenset[str], MapTie] = {}
    harm: dict[frozenset[str], MapTie] = {}
    for ends in sorted(relations.ties):
        tie = relations.ties[ends]
        if tie.friendly is not None and ends[0] != ends[1]:
            (help_ if tie.friendly else harm).setdefault(frozenset(ends), tie)
    return [
        Triangle(
            between=between,
            one=tie.source,
            other=tie.target,
            against=tie,
            to_one=help_[frozenset((between, tie.source))],
            to_other=help_[frozenset((between, tie.target))],
        )
        for tie in harm.values()
        for between in sorted({end for ends in help_ for end in ends} - {tie.source, tie.target})
        if frozenset((between, tie.source)) in help_ and frozenset((between, tie.target)) in help_
    ]


# --- what changed ----------------------------------------------------------------------------------------


def map_changes(was: Relations, now: Relations) -> list[Change]:
    """The differences between two maps: nodes first, then ties, each at the path its facts carry."""
    return [*_node_changes(was, now), *_tie_changes(was, now)]


def _node_changes(was: Relations, now: Relations) -> Iterator[Change]:
    for node, old, new in _pairs(was.nodes, now.nodes):
        renamed = old is not None and new is not None and old.name != new.name
        texts = tuple(_standing(it, named=renamed) if it else "" for it in (old, new))
        yield Change(f"map.{node}", node, "on the map", texts[0], texts[1], None)


def _standing(node: Node, *, named: bool) -> str:
    parts = (node.name if named else "", f"weight {node.weight}", node.group)
    return ", ".join(part for part in parts if part)


def _tie_changes(was: Relations, now: Relations) -> Iterator[Change]:
    for (source, target), old, new in _pairs(was.ties, now.ties):
        node = now.nodes.get(target) or was.nodes.get(target)
        texts = tuple(it.relation if it else "" for it in (old, new))
        if texts[0] == texts[1]:
            texts = tuple(f"{it.relation} ({_SIDES[it.friendly]})" if it else "" for it in (old, new))
        label = f"towards {node.name if node else target}"
        yield Change(f"map.{source}.{target}", source, label, texts[0], texts[1], _friendlier(old, new))


_SIDES = {True: "helps", False: "works against", None: "takes no side"}
_RANKS = {True: 1, None: 0, False: -1}


def _friendlier(old: MapTie | None, new: MapTie | None) -> bool | None:
    step = _RANKS[new.friendly if new else None] - _RANKS[old.friendly if old else None]
    return None if step == 0 else step > 0


def _pairs(was: Mapping[Key, Value], now: Mapping[Key, Value]) -> Iterator[tuple[Key, Value | None, Value | None]]:
    for key in dict.fromkeys((*was, *now)):
        if was.get(key) != now.get(key):
            yield key, was.get(key), now.get(key)
