"""Layout of the map: powers of one group together, ties short, nobody's name over another's.

A place depends on nothing but what was ever on the map, so that nothing jumps while one scrubs. The same input
always gives the same places. Lengths are in the units of the drawing's own box.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from math import ceil, cos, hypot, pi, sin, sqrt

MOST_SORTED = 40
"""Up to so many the order is chosen so that ties are short; trying takes too long for more."""
MOST_ROUND = 120
"""Up to so many clusters stand around a middle; more stand in rows."""

CELL = (166.0, 132.0)
"""The room one node takes with its name below it."""
MARGIN = 20.0
HEAD = 30.0
"""The room a region's name takes above its nodes."""
GAP = 26.0
REACH = 54.0
"""No tie is drawn nearer than this to the middle of a node it does not belong to, if that can be helped."""
_BENDS = (0.1, -0.1, 0.2, -0.2, 0.32, -0.32, 0.46, -0.46)
_SAMPLES = tuple(n / 10 for n in range(1, 10))

Node = tuple[str, str]
"""An id, and the group it belongs to ("" for none)."""
Ties = tuple[tuple[str, str], ...]
Point = tuple[float, float]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Region:
    """The ground of one group."""

    name: str
    box: Box


@dataclass(frozen=True, slots=True)
class MapLayout:
    """A place for each node, the ground of each group, how far each tie bends aside, and what holds it all."""

    places: Mapping[str, Point]
    regions: tuple[Region, ...]
    bends: Mapping[tuple[str, str], float]
    box: Box


@dataclass(slots=True)
class _Cluster:
    """Nodes that stand together: a group, one node that belongs to none, or all that are tied to nobody."""

    group: str
    members: list[str]
    tall: bool
    x: float = 0.0
    y: float = 0.0
    cells: list[Point] = field(init=False)
    wide: float = field(init=False)
    high: float = field(init=False)

    def __post_init__(self) -> None:
        count = len(self.members)
        columns = max(1, min(3 if self.tall else count, ceil(sqrt(count) - (0.2 if count > 4 else 0.0))))
        rows = ceil(count / columns)
        framed = MARGIN if self.group else 0.0
        head = HEAD if self.group else 0.0
        self.wide = columns * CELL[0] + 2 * framed
        self.high = rows * CELL[1] + 2 * framed + head
        self.cells = []
        for place in range(count):
            row = place // columns
            here = min(columns, count - row * columns)
            x = (place % columns - (here - 1) / 2) * CELL[0]
            self.cells.append((x, (row - (rows - 1) / 2) * CELL[1] + head / 2 - 12))

    def places(self) -> Iterator[tuple[str, Point]]:
        for member, (x, y) in zip(self.members, self.cells, strict=True):
            yield member, (round(self.x + x, 1), round(self.y + y, 1))

    def overlaps(self, other: "_Cluster") -> bool:
        apart_x, apart_y = abs(self.x - other.x), abs(self.y - other.y)
        return apart_x < (self.wide + other.wide) / 2 + GAP and apart_y < (self.high + other.high) / 2 + GAP

    def box(self) -> Box:
        return (self.x - self.wide / 2, self.y - self.high / 2, self.wide, self.high)


@lru_cache(maxsize=64)
def plot(nodes: tuple[Node, ...], ties: Ties, *, tall: bool = False) -> MapLayout:
    """Lay out a map for a broad page, or a `tall` one for a narrow page."""
    known = {node for node, _ in nodes}
    ties = tuple(sorted({_pair(*ends) for ends in ties if known.issuperset(ends)}))
    clusters = _clusters(nodes, ties, tall=tall)
    if tall or len(clusters) > MOST_ROUND:
        _in_rows(clusters, (3 if tall else 12) * CELL[0] + 4 * MARGIN + GAP)
    else:
        _around(clusters, 1.35)
    if len(nodes) <= MOST_SORTED:
        _seat(clusters, ties)
    places = dict(place for cluster in clusters for place in cluster.places())
    regions = tuple(Region(it.group, it.box()) for it in sorted(clusters, key=lambda it: it.group) if it.group)
    return MapLayout(places, regions, _bends(places, ties), _box(clusters, 520.0 if tall else 1080.0))


def _pair(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a <= b else (b, a)


def _clusters(nodes: Sequence[Node], ties: Ties, *, tall: bool) -> list[_Cluster]:
    """The clusters in the order to go around by: those with much between them next to each other."""
    groups: dict[str, list[str]] = {}
    tied = {end for ends in ties for end in ends}
    for node, group in sorted(nodes, key=lambda it: (it[1], it[0])):
        alone = f"\0{node}" if node in tied else "\0"  # whoever is tied to nobody stands with the others like that
        groups.setdefault(group or alone, []).append(node)
    of = {node: key for key, members in groups.items() for node in members}
    between = [(of[a], of[b]) for a, b in ties if of[a] != of[b]]
    order = shortest(list(groups), between)
    return [_Cluster("" if key.startswith("\0") else key, groups[key], tall) for key in order]


def shortest(order: list[str], ties: Collection[tuple[str, str]]) -> list[str]:
    """A round in which ties are short: two change places as long as that helps."""
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
    place = {key: index for index, key in enumerate(order)}
    around = len(order)
    gaps = (abs(place[a] - place[b]) for a, b in ties)
    return sum(min(gap, around - gap) for gap in gaps)


# --- where clusters stand --------------------------------------------------------------------------------


def _around(clusters: list[_Cluster], aspect: float) -> None:
    """Around an ellipse, as near to the middle as they can stand without touching."""
    if len(clusters) < 2:
        return
    shares = [it.wide + it.high for it in clusters]
    whole, angle = sum(shares), -pi / 2 if len(clusters) > 2 else pi
    angles = []
    for share in shares:
        angles.append(angle + pi * share / whole - pi * shares[0] / whole)
        angle += 2 * pi * share / whole
    radius = 60.0
    while True:
        for cluster, at in zip(clusters, angles, strict=True):
            cluster.x, cluster.y = radius * sqrt(aspect) * cos(at), radius / sqrt(aspect) * sin(at)
        if not any(a.overlaps(b) for a, b in combinations(clusters, 2)):
            break
        radius *= 1.04
    if len(clusters) > 3:
        _draw_in(clusters)


def _draw_in(clusters: list[_Cluster], step: float = 12.0) -> None:
    """Towards the middle, the innermost first, as long as nobody is in the way."""
    for _ in range(80):
        moved = False
        for cluster in sorted(clusters, key=lambda it: (hypot(it.x, it.y), it.members[0])):
            for dx, dy in ((-cluster.x, -cluster.y), (-cluster.x, 0.0), (0.0, -cluster.y)):
                far = hypot(dx, dy)
                if far <= step:
                    continue
                was = cluster.x, cluster.y
                cluster.x, cluster.y = was[0] + dx / far * step, was[1] + dy / far * step
                if not any(cluster is not other and cluster.overlaps(other) for other in clusters):
                    moved = True
                    break
                cluster.x, cluster.y = was
        if not moved:
            return


def _in_rows(clusters: list[_Cluster], most: float) -> None:
    """In rows that go forth and back, so that neighbours in the round stay neighbours."""
    rows: list[list[_Cluster]] = []
    filled = most
    for cluster in clusters:
        if filled + GAP + cluster.wide > most:
            rows.append([])
            filled = -GAP
        rows[-1].append(cluster)
        filled += GAP + cluster.wide
    top = 0.0
    for index, row in enumerate(rows):
        shown = row if index % 2 == 0 else row[::-1]
        high = max(it.high for it in row)
        left = -(sum(it.wide for it in row) + GAP * (len(row) - 1)) / 2
        for cluster in shown:
            cluster.x, cluster.y = left + cluster.wide / 2, top + high / 2
            left += cluster.wide + GAP
        top += high + GAP


def _seat(clusters: Sequence[_Cluster], ties: Ties) -> None:
    """Within each cluster, two change seats as long as that shortens their ties."""
    places = dict(place for cluster in clusters for place in cluster.places())
    tied: dict[str, list[str]] = {}
    for a, b in ties:
        tied.setdefault(a, []).append(b)
        tied.setdefault(b, []).append(a)

    def length(node: str) -> float:
        x, y = places[node]
        return sum(hypot(x - places[other][0], y - places[other][1]) for other in tied.get(node, ()))

    for cluster in clusters:
        for here, there in combinations(range(len(cluster.members)), 2):
            one, other = cluster.members[here], cluster.members[there]
            before = length(one) + length(other)
            places[one], places[other] = places[other], places[one]
            if length(one) + length(other) < before - 0.5:
                cluster.members[here], cluster.members[there] = other, one
            else:
                places[one], places[other] = places[other], places[one]


# --- how ties run ----------------------------------------------------------------------------------------


def _bends(places: Mapping[str, Point], ties: Ties) -> dict[tuple[str, str], float]:
    """The bend of each tie to its side, in shares of its length: past whoever would stand in its way."""
    if len(places) > MOST_ROUND:
        return dict.fromkeys(ties, _BENDS[0])
    found = {}
    for a, b in ties:
        others = [place for node, place in places.items() if node not in (a, b)]
        costs = {bend: _cost(places[a], places[b], bend, others) for bend in _BENDS}
        found[a, b] = min(costs, key=costs.__getitem__)
    return found


def _cost(a: Point, b: Point, bend: float, others: Sequence[Point]) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    middle = ((a[0] + b[0]) / 2 - dy * bend, (a[1] + b[1]) / 2 + dx * bend)
    cost = abs(bend) * 90 + hypot(*middle) * 0.012  # rather straight, and rather across the middle
    for t in _SAMPLES:
        u = 1 - t
        x = u * u * a[0] + 2 * u * t * middle[0] + t * t * b[0]
        y = u * u * a[1] + 2 * u * t * middle[1] + t * t * b[1]
        for other in others:
            near = REACH - hypot(x - other[0], y - other[1] - 12)
            if near > 0:
                cost += near
    return cost


def _box(clusters: Sequence[_Cluster], least: float) -> Box:
    boxes = [cluster.box() for cluster in clusters] or [(0.0, 0.0, 0.0, 0.0)]
    left, top = min(it[0] for it in boxes) - 34, min(it[1] for it in boxes) - 34
    wide, high = max(it[0] + it[2] for it in boxes) + 34 - left, max(it[1] + it[3] for it in boxes) + 34 - top
    if wide < least:
        left, wide = left - (least - wide) / 2, least
    return round(left, 1), round(top, 1), round(wide, 1), round(high, 1)
