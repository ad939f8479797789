"""`explain`: the records that made one value, with the running balance."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from rich.table import Table as Grid

from cli.options import Options
from cli.outcome import CommandFailed, usage_error
from cli.printing import as_json, cell, rows, say, table
from cli.viewer import id_called, names, viewer_of
from domain.kernel.sheet import Sheet, Tags
from projections.compare.explain import ExplainedStep, Explanation, explanation
from projections.history.folded_views import sheets_at


def explain(options: Options, campaign: str, path: str, at: int | None, who: str | None) -> None:
    """Print what made the value at a path. Raises `CommandFailed` when nothing ever did."""
    with options.existing() as library:
        slug = library.ledger.find(campaign).slug
        viewer, called = viewer_of(library, slug, who), names(library, slug, at)
        path = _in_ids(path, called)
        position = library.ledger.head(slug) if at is None else at
        found = explanation(library.ledger, library.views, slug, path, position, viewer)
        if not found.steps and not found.abandoned:
            raise _unknown(path, sheets_at(library.ledger, slug, at, viewer=viewer))
    if options.json:
        as_json(
            {
                "campaign": slug,
                "path": path,
                "now": found.now if found.steps else None,
                "steps": [made.step._asdict() for made in found.steps],
                "struck": [made.step._asdict() for made in found.abandoned],
                "left_out": found.left_out,
                "compared_since": found.compared_since,
            }
        )
        return
    if found.steps:
        say(_shown(f"{_title(found, called)}: {found.now or 'gone'}", found.steps))
    else:
        say(f"On this line nothing made {path}.")
    if found.left_out:
        say(f"{found.left_out:,} records before the first of these are left out.")
    if found.compared_since:
        say(f"Found by comparing sheets from record {found.compared_since:,} on: the game tells no step of it.")
    if found.abandoned:
        say(_shown("On lines that were left", found.abandoned))


def _in_ids(path: str, called: Mapping[str, str]) -> str:
    """The path with its owner by id, also where it was typed by name."""
    owner, dot, rest = path.partition(".")
    return f"{id_called(owner, dict(called))}{dot}{rest}"


def _title(found: Explanation, called: Mapping[str, str]) -> str:
    owner, _dot, rest = found.path.partition(".")
    return f"{called.get(owner, owner)}, {found.label or rest or 'everything'}"


def _shown(title: str, steps: Iterable[ExplainedStep]) -> Grid:
    grid = table("#position", "what happened", "why", "#change", "#value", title=title)
    return rows(
        grid,
        (
            (
                made.step.position,
                made.headline,
                made.step.why,
                "" if made.step.delta is None else f"{made.step.delta:+d}",
                cell(made.step.now or "—", "bold"),
            )
            for made in steps
        ),
    )


def _unknown(path: str, sheets: Iterable[Sheet]) -> CommandFailed:
    known = [each for sheet in sheets for each in _paths(sheet)]
    near = get_close_matches(path, known, n=3, cutoff=0.5)
    meant = f" Did you mean {', '.join(near)}?" if near else " `campaign sheet --json` shows the paths there are."
    return usage_error(f"No record has changed {path!r}.{meant}")


def _paths(sheet: Sheet) -> Iterator[str]:
    for block in sheet.blocks:
        yield block.path
        if isinstance(block, Tags):
            yield from (f"{block.path}.{tag.id}" for tag in block.tags)
