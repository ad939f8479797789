"""The map in words: who stands how towards whom, for whoever reads rather than looks. Pure functions to HTML."""

from collections.abc import Mapping, Sequence

from exchange.documents.html.markup import joined, number, people, text
from projections.views.relations import Accord, MapTie, Node, Pairing, Relations, Triangle, pairings, triangles

SIDES = {True: ("gain", "helps", "is helped by"), False: ("loss", "works against", "is opposed by")}
NO_SIDE = ("story", "to", "from")
MOST_TENSIONS = 12


def words_html(relations: Relations) -> str:
    """Every power under its group, the weightiest first, each with its ties both ways."""
    pairs = pairings(relations)
    of: dict[str, list[Pairing]] = {}
    for pair in pairs:
        for end in (pair.one, pair.other):
            of.setdefault(end, []).append(pair)
    groups: dict[str, list[Node]] = {}
    for node in sorted(relations.nodes.values(), key=lambda it: (not it.group, it.group, -it.weight, it.name)):
        groups.setdefault(node.group, []).append(node)
    sections = joined(
        f"<section>{people(group or 'Of no group', 'h2')}"
        f"<ul>{joined(_node(node, of.get(node.node, ()), relations) for node in nodes)}</ul></section>"
        for group, nodes in groups.items()
    )
    return f'<div class="map-words">{sections}</div>'


def _node(node: Node, pairs: Sequence[Pairing], relations: Relations) -> str:
    about = f"{node.node_kind.replace('_', ' ')}, weight {number(node.weight)}"
    ties = joined(row for pair in pairs for row in _ties(node.node, pair, relations.nodes))
    stands = f"<ul>{ties}</ul>" if ties else '<p class="quiet">Tied to nobody.</p>'
    return f"<li>{people(node.name, 'h3')}<small>{text(about)}</small>{stands}</li>"


def _ties(node: str, pair: Pairing, nodes: Mapping[str, Node]) -> list[str]:
    other = pair.other if pair.one == node else pair.one
    mine, theirs = (pair.there, pair.back) if pair.one == node else (pair.back, pair.there)
    found = []
    for tie, way in ((mine, 0), (theirs, 1)):
        if tie is not None:
            found.append(_tie(tie, way, _name(other, nodes), pair.accord))
    return found


def _tie(tie: MapTie, way: int, other: str, accord: Accord) -> str:
    kind, *said = SIDES.get(tie.friendly, NO_SIDE) if tie.friendly is not None else NO_SIDE
    mark = ' <b class="odds">at odds</b>' if accord is Accord.TORN else ""
    unanswered = ' <small class="mark">unanswered</small>' if accord is Accord.ONE_SIDED and way == 0 else ""
    return (
        f'<li class="k-{kind}"><i aria-hidden="true">{"→←"[way]}</i><span>{said[way]} {people(other, "b")}'
        f"{mark}{unanswered}{people(tie.relation, 'em')}</span></li>"
    )


def tensions_html(relations: Relations) -> str:
    """List the tensions: whoever works against a helper, then whoever helps two that are at odds."""
    torn = [_torn(pair, relations.nodes) for pair in pairings(relations) if pair.tense]
    found = [*torn, *(_between(it, relations.nodes) for it in triangles(relations))]
    if not found:
        return '<p class="quiet">Nowhere: nobody helps those who are at odds, or works against a helper.</p>'
    more = len(found) - MOST_TENSIONS
    rest = f'<p class="quiet">and {number(more)} more</p>' if more > 0 else ""
    return f'<ul class="tensions">{joined(found[:MOST_TENSIONS])}</ul>{rest}'


def _torn(pair: Pairing, nodes: Mapping[str, Node]) -> str:
    helps, harms = sorted((tie for tie in pair.ties if tie.friendly is not None), key=lambda tie: not tie.friendly)
    said = f"{_stands(helps, nodes)}{_aside(helps)}, who works against it{_aside(harms)}"
    return f'<li class="k-growth"><i></i><span>{said}</span></li>'


def _between(it: Triangle, nodes: Mapping[str, Node]) -> str:
    ties = ", ".join(_stands(tie, nodes) for tie in (it.to_one, it.to_other))
    said = f"{ties}, but {_stands(it.against, nodes)}{_aside(it.against)}"
    return f'<li class="k-loss"><i></i><span>{said}</span></li>'


def _stands(tie: MapTie, nodes: Mapping[str, Node]) -> str:
    source, target = (people(_name(end, nodes), "b") for end in (tie.source, tie.target))
    return f"{source} {SIDES[bool(tie.friendly)][1]} {target}"


def _aside(tie: MapTie) -> str:
    return f" ({people(tie.relation, 'em')})" if tie.relation else ""


def _name(node: str, nodes: Mapping[str, Node]) -> str:
    return nodes[node].name if node in nodes else node
