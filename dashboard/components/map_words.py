"""The map in words: who stands how towards whom, for whoever reads rather than looks. Pure functions to HTML."""

from collections.abc import Mapping, Sequence

from dashboard.components.markup import joined, number, people, text
from projections.relations import Accord, Node, Pairing, Relations, Tie, pairings

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


def _tie(tie: Tie, way: int, other: str, accord: Accord) -> str:
    kind, *said = SIDES.get(tie.friendly, NO_SIDE) if tie.friendly is not None else NO_SIDE
    mark = ' <b class="odds">at odds</b>' if accord is Accord.TORN else ""
    unanswered = ' <small class="mark">unanswered</small>' if accord is Accord.ONE_SIDED and way == 0 else ""
    return (
        f'<li class="k-{kind}"><i aria-hidden="true">{"→←"[way]}</i><span>{said[way]} {people(other, "b")}'
        f"{mark}{unanswered}{people(tie.relation, 'em')}</span></li>"
    )


def tensions_html(relations: Relations) -> str:
    """Where two do not stand to each other alike: those at odds first, then help or harm that is not answered."""
    tense = [pair for pair in pairings(relations) if pair.tense]
    tense.sort(key=lambda pair: pair.accord is not Accord.TORN)
    if not tense:
        return '<p class="quiet">Nowhere: whoever takes sides is answered in kind.</p>'
    rows = joined(_tension(pair, relations.nodes) for pair in tense[:MOST_TENSIONS])
    more = len(tense) - MOST_TENSIONS
    rest = f'<p class="quiet">and {number(more)} more, in the words below</p>' if more > 0 else ""
    return f'<ul class="tensions">{rows}</ul>{rest}'


def _tension(pair: Pairing, nodes: Mapping[str, Node]) -> str:
    sided = sorted((tie for tie in pair.ties if tie.friendly is not None), key=lambda tie: not tie.friendly)
    first = sided[0]
    ends = [people(_name(end, nodes), "b") for end in (first.source, first.target)]
    said = f"{ends[0]} {SIDES[bool(first.friendly)][1]} {ends[1]}{_aside(first)}"
    if pair.accord is Accord.TORN:
        return f'<li class="k-growth"><i></i><span>{said}, who works against it{_aside(sided[1])}</span></li>'
    kind = SIDES[bool(first.friendly)][0]
    return f'<li class="k-{kind}"><i></i><span>{said} and is not answered</span></li>'


def _aside(tie: Tie) -> str:
    return f" ({people(tie.relation, 'em')})" if tie.relation else ""


def _name(node: str, nodes: Mapping[str, Node]) -> str:
    return nodes[node].name if node in nodes else node
