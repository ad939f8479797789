"""`explain`: the records that made one value, with the running balance."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from rich.table import Table as Grid

from dashboard.cli.asked import Asked
from dashboard.cli.looking import id_called, names, viewer
from dashboard.cli.outcome import Stop, wrong_words
from dashboard.cli.printing import as_json, cell, rows, say, table
from domain.kernel.sheet import Sheet, Tags
from projections.history import Step
from projections.read_models import Filter
from projections.views import sheets_at


def explain(asked: Asked, campaign: str, path: str, at: int | None, who: str | None) -> None:
    """Print what made the value at a path. Raises `Stop` when nothing ever did."""
    with asked.existing() as library:
        slug = library.ledger.find(campaign).slug
        looker, called = viewer(library, slug, who), names(library, slug, at)
        path = _in_ids(path, called)
        steps = library.views.history(slug, path, at, viewer=looker)
        struck = library.views.struck(slug, path, at, viewer=looker)
        if not steps and not struck:
            raise _unknown(path, sheets_at(library.ledger, slug, at, viewer=looker))
        headlines = {
            entry.position: entry.headline
            for step in (*steps, *struck)
            for entry in library.views.timeline(
                slug, looker, at=step.position, where=Filter(first=step.position, last=step.position)
            )
        }
    if asked.json:
        as_json(
            {
                "campaign": slug,
                "path": path,
                "now": steps[-1].now if steps else None,
                "steps": steps,
                "struck": struck,
            }
        )
        return
    if steps:
        say(_shown(f"{_title(steps[-1], called)}: {steps[-1].now or 'gone'}", steps, headlines))
    else:
        say(f"On this line nothing made {path}.")
    if struck:
        say(_shown("On lines that were left", struck, headlines))


def _in_ids(path: str, called: Mapping[str, str]) -> str:
    """The path with its owner by id, also where it was typed by name."""
    owner, dot, rest = path.partition(".")
    return f"{id_called(owner, dict(called))}{dot}{rest}"


def _title(step: Step, called: Mapping[str, str]) -> str:
    owner = step.path.partition(".")[0]
    return f"{called.get(owner, owner)}, {step.label}"


def _shown(title: str, steps: Iterable[Step], headlines: Mapping[int, str]) -> Grid:
    made = table("#position", "what happened", "why", "#change", "#value", title=title)
    return rows(
        made,
        (
            (
                step.position,
                headlines.get(step.position, ""),
                step.why,
                "" if step.delta is None else f"{step.delta:+d}",
                cell(step.now or "—", "bold"),
            )
            for step in steps
        ),
    )


def _unknown(path: str, sheets: Iterable[Sheet]) -> Stop:
    known = [each for sheet in sheets for each in _paths(sheet)]
    near = get_close_matches(path, known, n=3, cutoff=0.5)
    meant = f" Did you mean {', '.join(near)}?" if near else " `campaign sheet --json` shows the paths there are."
    return wrong_words(f"No record has changed {path!r}.{meant}")


def _paths(sheet: Sheet) -> Iterator[str]:
    for block in sheet.blocks:
        yield block.path
        if isinstance(block, Tags):
            yield from (f"{block.path}.{tag.id}" for tag in block.tags)
