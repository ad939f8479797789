"""The panel that says where a value on a sheet comes from, beside the sheets of any screen."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dashboard.ui import browser_components
from domain.kernel.people import Viewer
from domain.kernel.sheet import Sheet
from ledger.whatif.verdicts import WhatIf
from projections.compare.explain import (
    ExplainedStep,
    Explanation,
    explanation,
    explanation_of_what_if,
    with_sheet_label,
)
from wiring.library import Library

LONGEST = 300
LONGEST_PATH = 400
UNASKED = {"path": "", "at": 0, "n": 0}
"""The message of the panel before anything was asked."""
SILENT: Mapping[str, Any] = {"path": "", "steps": [], "struck": []}
"""The answer to it then."""
NOTHING = "Nothing up to here has changed it: it stood so from the start, or follows from other values."


def asked_for(key: str) -> tuple[str, int]:
    """The path that was asked about, and as of where (0: wherever one is). It comes from a browser."""
    said = browser_components.said(key, "asked")
    path, at = said.get("path"), said.get("at")
    if not isinstance(path, str) or len(path) > LONGEST_PATH:
        return "", 0
    return path, at if isinstance(at, int) and not isinstance(at, bool) and at > 0 else 0


def explain(
    library: Library,
    slug: str,
    viewer: Viewer,
    at: int,
    sheets: Mapping[int, Sequence[Sheet]],
    names: Mapping[str, str],
) -> None:
    """Mount the panel. `sheets` are those that are shown, by the position they ask from (0: `at`)."""
    _mount(slug, answer_to(asked_for(_key(slug)), library, slug, viewer, at, sheets, names))


def answer_to(
    asked: tuple[str, int],
    library: Library,
    slug: str,
    viewer: Viewer,
    at: int,
    sheets: Mapping[int, Sequence[Sheet]],
    names: Mapping[str, str],
) -> Mapping[str, Any]:
    """The answer of the panel to a question: where the value comes from, as far as this viewer may know it."""
    path, asked_at = asked
    if not path:
        return SILENT
    here = asked_at if asked_at in sheets else 0
    position = here or at
    found = explanation(library.ledger, library.views, slug, path, position, viewer)
    return _told(found, position, _owner(path, sheets.get(here, ())), names)


def explain_aside(
    library: Library,
    slug: str,
    viewer: Viewer,
    at: int,
    sheets: Callable[[int], Sequence[Sheet] | None],
    names: Mapping[str, str],
    trial: WhatIf | None = None,
) -> None:
    """Mount the panel on a page without a scrubber: it stands above the page, its records lead to the replay.

    `sheets` knows those that are shown by the position they ask from, and None for one that nothing asks from:
    then it is told as of `at`. What is asked of a `trial` is asked as of `asks_of(trial)`.
    """
    path, asked_at = asked_for(_key(slug))
    data = SILENT
    if path:
        shown = sheets(asked_at) if asked_at else None
        position = asked_at if shown is not None else at
        owner = _owner(path, shown if shown is not None else sheets(at) or ())
        if trial is not None and position == asks_of(trial):
            found = explanation_of_what_if(library.ledger, library.views, trial, path, viewer)
            tried: dict[str, Any] = {"head": trial.head, "apart": "As it was played"}
        else:
            found = explanation(library.ledger, library.views, slug, path, position, viewer)
            tried = {}
        data = {**_told(found, position, owner, names), **tried, "aside": slug}
    _mount(slug, data)


def _key(slug: str) -> str:
    return f"explain-{slug}"


def _mount(slug: str, data: Mapping[str, Any]) -> None:
    browser_components.mount(
        "explain", key=_key(slug), data=data, **browser_components.answers("asked", **UNASKED)
    )


def asks_of(trial: WhatIf) -> int:
    """The position that stands for the end of a line that is only tried: the first that no record has."""
    return trial.head + 1


def _owner(path: str, sheets: Sequence[Sheet]) -> Sheet | None:
    owner = path.partition(".")[0]
    return next((sheet for sheet in sheets if sheet.character == owner), None)


def _told(found: Explanation, at: int, sheet: Sheet | None, names: Mapping[str, str]) -> dict[str, Any]:
    found = with_sheet_label(found, sheet)
    character = found.path.partition(".")[0]
    owner = sheet.title if sheet else names.get(character, character)
    whole = "." not in found.path
    compared = ""
    if found.steps and found.compared_since is not None:
        compared = "Found by comparing the sheet before and after each moment: the game tells no step of this."
        if found.compared_since:
            compared += f" Before moment {found.compared_since:,} nobody looked."
    return {
        "path": found.path,
        "at": at,
        "owner": "everything on the sheet" if whole else owner[:120],
        "label": (owner if whole else found.label or found.path.partition(".")[2].replace("_", " "))[:LONGEST],
        "now": found.now[:2000],
        "counted": found.counted,
        "left": found.left_out,
        "compared": compared,
        "nothing": NOTHING,
        "steps": [_row(made, found.path) for made in found.steps],
        "struck": [_row(made, found.path) for made in found.abandoned],
    }


def _row(made: ExplainedStep, path: str) -> list[object]:
    step = made.step
    what = step.label if step.path != path else ""
    return [
        step.position,
        made.kind.value,
        made.headline[:LONGEST],
        what[:80],
        step.why[:160],
        step.delta,
        step.now[:200],
    ]
