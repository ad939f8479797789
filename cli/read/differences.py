"""`diff`: what differs between two positions; and how such differences are printed."""

from collections.abc import Iterable, Mapping

from rich.text import Text

from cli.options import Options
from cli.printing import as_json, cell, line, rows, say, table
from cli.viewer import names, viewer_of
from projections.compare.differences import Change
from projections.compare.outcome import LineComparison, outcome_between

_BETTER = {True: "green", False: "red", None: ""}


def show(options: Options, campaign: str, p: int, q: int, who: str | None) -> None:
    """Print what differs between `p` and `q`."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        found = outcome_between(library.ledger, library.views, slug, p, q, viewer_of(library, slug, who))
        lines = library.ledger.lines(slug)
        same_line = lines.is_ancestor(p, q) or lines.is_ancestor(q, p)
        called = {**names(library, slug, p), **names(library, slug, q)}
    if options.json:
        as_json({"from": p, "to": q, "same_line": same_line, **outcome_json(found)})
        return
    if not found:
        say(f"Nothing on the sheets, the map or the tracks differs between {p} and {q}.")
    say_outcome(found, called, (f"at {p}", f"at {q}"))
    if not same_line:
        say(f"{p} and {q} lie on different lines.", style="dim")


def outcome_json(found: LineComparison) -> dict[str, object]:
    """The differences, as JSON values."""
    return {"sheets": found.sheets, "relations": found.relations, "advancement": found.advancement}


def say_outcome(found: LineComparison, called: Mapping[str, str], heads: tuple[str, str]) -> None:
    """Print what differs as tables whose last two columns have these heads."""
    for title, part in (
        ("Sheets", found.sheets),
        ("Map", found.relations),
        ("Advancement", found.advancement),
    ):
        if part:
            say(rows(table("who", "what", *heads, title=title), _rows(part, called)))


def _rows(part: Iterable[Change], called: Mapping[str, str]) -> Iterable[tuple[object, ...]]:
    for it in part:
        was, now = Text(line(it.was) or "—", style="dim"), Text(line(it.now) or "—", style=_BETTER[it.better])
        yield cell(called.get(it.owner, it.owner), "bold"), it.label, was, now
