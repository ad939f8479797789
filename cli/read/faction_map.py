"""`map`: how powers stand to each other, as of a position."""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.text import Text

from cli.options import Options
from cli.printing import as_json, cell, line, rows, say, table
from cli.viewer import names, viewer_of
from projections.compare.differences import Change
from projections.views.faction_map import MapHistory
from projections.views.relations import Accord, MapTie, Pairing, Relations, Triangle, pairings, triangles

_GOOD = {True: "green", False: "red", None: ""}
_SIDES = {True: "helps", False: "works against", None: "takes no side"}
_ACCORDS = {
    Accord.ALLIED: "allied",
    Accord.OPPOSED: "opposed",
    Accord.TORN: "at odds",
    Accord.ONE_SIDED: "unanswered",
    Accord.NEUTRAL: "",
}


def faction_map(options: Options, campaign: str, at: int | None, since: int | None, who: str | None) -> None:
    """Print the nodes of the map and the ties between them; with `since`, what moved after that position."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        viewer = viewer_of(library, slug, who)
        if since is not None:
            library.ledger.moment(slug, since)  # says so when there is no such position
        map_history = library.views.map_history(slug, viewer)
        here = library.ledger.head(slug) if at is None else at
        called = {**names(library, slug, at), **map_history.names()}
    relations = map_history.at(here)
    if options.json:
        as_json(map_json(map_history, relations, here, since))
    elif since is not None:
        _print_changes(map_history, here, since, called)
    elif not relations.nodes:
        say("Nothing is on the map yet.")
    else:
        _print_map(relations, called)


def map_json(map_history: MapHistory, relations: Relations, at: int, since: int | None) -> dict[str, Any]:
    """The map as JSON values; with `since`, what changed after that position as well."""
    found: dict[str, Any] = {
        "nodes": list(relations.nodes.values()),
        "ties": list(relations.ties.values()),
        "pairs": [
            {"one": pair.one, "other": pair.other, "accord": pair.accord.value, "tense": pair.tense}
            for pair in pairings(relations)
        ],
        "triangles": [{"between": it.between, "one": it.one, "other": it.other} for it in triangles(relations)],
    }
    if since is not None:
        moved = map_history.moved(at, since)
        changed = [(change, moved.get(change.path)) for change in map_history.changes(since, at)]
        found["since"] = since
        found["changes"] = [
            {"path": it.path, "who": it.owner, "what": it.label, "was": it.was, "now": it.now, "record": record}
            for it, record in changed
        ]
    return found


def _print_map(relations: Relations, called: Mapping[str, str]) -> None:
    nodes = sorted(relations.nodes.values(), key=lambda node: (node.group, -node.weight, node.name))
    made = table("name", "what", "#weight", "group")
    say(rows(made, ((cell(it.name, "bold"), it.node_kind, it.weight, it.group) for it in nodes)))
    if relations.ties:
        ties = table("who", "stands so", "", "towards whom", "and both")
        say(rows(ties, (row for pair in pairings(relations) for row in _pair_rows(pair, called))))
    found = triangles(relations)
    if found:
        between = table("between", "one side", "the other side", title="Where something has to give")
        say(rows(between, (_triangle_row(it, called) for it in found)))


def _triangle_row(it: Triangle, called: Mapping[str, str]) -> tuple[object, ...]:
    between, one, other = (called.get(node, node) for node in it.nodes)
    return cell(between, "bold"), one, other


def _pair_rows(pair: Pairing, called: Mapping[str, str]) -> Iterable[tuple[object, ...]]:
    both = cell(_ACCORDS[pair.accord], "yellow" if pair.accord is Accord.TORN else "dim")
    for tie in pair.ties:
        yield _tie_row(tie, called, both)
        both = cell("")


def _tie_row(tie: MapTie, called: Mapping[str, str], both: Text) -> tuple[object, ...]:
    source, target = (called.get(end, end) for end in (tie.source, tie.target))
    return source, tie.relation, cell(_SIDES[tie.friendly], _GOOD[tie.friendly] or "dim"), target, both


def _print_changes(map_history: MapHistory, at: int, since: int, called: Mapping[str, str]) -> None:
    changed = map_history.changes(since, at)
    if not changed:
        say(f"Nothing on the map differs between {since} and {at}.")
        return
    moved = map_history.moved(at, since)
    made = table("who", "what", f"at {since}", f"at {at}", "#record")
    say(rows(made, (_change_row(it, moved, called) for it in changed)))
    touched = [called.get(node, node) for node in map_history.touched(at, since)]
    if touched:
        say(f"Moved: {', '.join(line(name, 60) for name in touched)}.")


def _change_row(it: Change, moved: Mapping[str, int], called: Mapping[str, str]) -> tuple[object, ...]:
    was, now = cell(it.was or "—", "dim"), cell(it.now or "—", _GOOD[it.better])
    return cell(called.get(it.owner, it.owner), "bold"), it.label, was, now, moved.get(it.path, "")
