"""The map through the whole of a campaign: as of any position, what moved it, and all that was ever on it."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from domain.kernel.facts import NodeSet, RelationSet
from ledger.log.lines import Lines
from projections.compare.differences import Change
from projections.history.stored_facts import StoredFact, along
from projections.history.view_history import ViewHistory
from projections.views.relations import MapTie, Node, Relations, map_changes, relations_of


@dataclass(frozen=True, slots=True)
class MapHistory:
    """Every fact about the map in the log, as one audience knows them, and the tree of lines they lie on."""

    kept: tuple[StoredFact, ...] = ()
    lines: Lines | None = None
    _course: ViewHistory[Relations] = field(init=False, repr=False, compare=False)
    _ever: list[Relations] = field(init=False, repr=False, compare=False, default_factory=list)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_course", ViewHistory(self.kept, self.lines or Lines(), relations_of))

    def __bool__(self) -> bool:
        """True if there was ever a map."""
        return bool(self.kept)

    def at(self, position: int) -> Relations:
        """The map as of a position."""
        return self._course.at(position)

    def ever(self) -> Relations:
        """All that was ever on the map, on whatever line: each node as it was named last and at its heaviest.

        It is the same whatever position is looked at, so what is laid out by it keeps its place.
        """
        if not self._ever:
            self._ever.append(self._all())
        return self._ever[0]

    def _all(self) -> Relations:
        nodes: dict[str, Node] = {}
        ties: dict[tuple[str, str], MapTie] = {}
        for each in self.kept:
            here = relations_of((each.fact,))
            for node in here.nodes.values():
                before = nodes.get(node.node, node)
                nodes[node.node] = replace(node, weight=max(node.weight, before.weight))
            ties.update(here.ties)
        return Relations(nodes, ties)

    def changes(self, p: int, q: int) -> list[Change]:
        """The differences between the maps of two positions; they may lie on different lines."""
        return map_changes(self.at(p), self.at(q))

    def moved(self, at: int, since: int = 0) -> dict[str, int]:
        """The paths that moved on the line of `at` after `since`, each with the record that did it last."""
        found: dict[str, int] = {}
        tied: set[tuple[str, str]] = set()
        for each in self._along(at):
            paths = [each.fact.path or ""]
            match each.fact:
                case RelationSet(source=source, target=target, relation=relation):
                    (tied.add if relation else tied.discard)((source, target))
                case NodeSet(node=node, removed=True):
                    cut = {ends for ends in tied if node in ends}  # whoever goes takes their ties along
                    paths += [f"map.{source}.{target}" for source, target in sorted(cut)]
                    tied -= cut
            if each.position > since:
                found.update(dict.fromkeys(paths, each.position))
        return found

    def touched(self, at: int, since: int = 0) -> dict[str, int]:
        """The nodes that moved after `since`, themselves or how they stand to another, with how often."""
        counted: dict[str, int] = {}
        for each in self._along(at, since):
            for node in each.fact.concerns:
                counted[node] = counted.get(node, 0) + 1
        return counted

    def records(self, at: int) -> list[int]:
        """The positions on the line of `at` at which the map moved, in order."""
        return list(dict.fromkeys(each.position for each in self._along(at)))

    def names(self) -> dict[str, str]:
        """The last name of each node. A removal does not rename."""
        return {
            each.fact.node: each.fact.name
            for each in self.kept
            if isinstance(each.fact, NodeSet) and not each.fact.removed
        }

    def _along(self, at: int, since: int = 0) -> Iterator[StoredFact]:
        return along(self.kept, (self.lines or Lines()).path(at), since)
