"""Why a sheet says what it says: the records that made a value, told so that each can be looked up.

Most values are written down step by step as they change. Where a game shows something that it tells no step of,
the sheet before and after each record is compared instead, which finds the same records more slowly.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from domain.kernel.facts import Kind
from domain.kernel.people import Viewer
from domain.kernel.sheet import Sheet, Tags
from ledger.ledger import Ledger
from projections.changes import changes
from projections.history import Step
from projections.read_models import Filter, ReadModels
from projections.sheets import seen_by

MOST = 400
"""So many steps are told, the last ones; `left_out` says how many came before."""
MOST_COMPARED = 3_000
"""So many records back the sheets are compared where no step was written down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """One step, with the record that made it as the viewer may know it."""

    step: Step
    headline: str
    kind: Kind
    session: int
    """0 before the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What made the value at a path as of a position, and what made it otherwise on lines that were left."""

    path: str
    label: str
    """Empty when nothing ever made it."""
    now: str
    """The value, as text; empty when it is gone or never was."""
    steps: tuple[Made, ...]
    struck: tuple[Made, ...]
    left_out: int = 0
    compared_since: int | None = None
    """From where on sheets were compared; None where every step was written down."""

    @property
    def counted(self) -> bool:
        """Whether it is one number with a running balance."""
        return bool(self.steps) and all(
            it.step.delta is not None and it.step.path == self.path for it in self.steps
        )


def explanation(
    ledger: Ledger, views: ReadModels, campaign: str, path: str, at: int, viewer: Viewer
) -> Explanation:
    """Explain the value at `path` (`owner.name`, or the start of such a path for everything below it).

    Only what the viewer may know is told. Raises `NoSuchCampaign`, `NoSuchPosition`, `BrokenLedger`.
    """
    steps = views.history(campaign, path, at, viewer=viewer, below=True)
    struck = views.struck(campaign, path, at, viewer=viewer, below=True)
    compared_since = None
    if not steps:
        compared_since = max(0, at - MOST_COMPARED)
        steps = list(_compared(ledger, campaign, path, at, compared_since, viewer))
    left_out = max(0, len(steps) - MOST)
    made = _told(views, campaign, viewer, steps[left_out:], at)
    gone = _told_each(views, campaign, viewer, struck[-MOST:])
    last = steps[-1] if steps else struck[-1] if struck else None
    one = last is not None and last.path == path
    return Explanation(
        path=path,
        label=last.label if last is not None and one else "",
        now=steps[-1].now if steps and one else "",
        steps=made,
        struck=gone,
        left_out=left_out,
        compared_since=compared_since,
    )


def _told(views: ReadModels, campaign: str, viewer: Viewer, steps: Sequence[Step], at: int) -> tuple[Made, ...]:
    positions = tuple(dict.fromkeys(step.position for step in steps))
    entries = views.timeline(campaign, viewer, at=at, where=Filter(among=positions), limit=len(positions) or 1)
    known = {entry.position: entry for entry in entries}
    return tuple(
        Made(step=step, headline=entry.headline, kind=entry.kind, session=entry.session)
        for step in steps
        if (entry := known.get(step.position)) is not None
    )


def _told_each(views: ReadModels, campaign: str, viewer: Viewer, steps: Iterable[Step]) -> tuple[Made, ...]:
    # Records that were struck may lie on many lines: each is asked for on its own.
    return tuple(made for step in steps for made in _told(views, campaign, viewer, (step,), step.position))


def _compared(ledger: Ledger, campaign: str, path: str, at: int, since: int, viewer: Viewer) -> Iterator[Step]:
    """The records after which a sheet shows something else at a path."""
    game = ledger.game(ledger.find(campaign).game)
    owner = path.partition(".")[0]
    was: list[Sheet] = []
    begun = since == 0  # else the first sheet met is only what to compare with
    for record, moment in ledger.line(campaign, at, since):
        here = owner in game.cast(moment.game)
        now = seen_by(viewer, [game.sheet(moment.game, owner)]) if here else []
        if now == was:
            continue
        if begun:
            for change in changes(was, now):
                if change.path == path or change.path.startswith(f"{path}."):
                    yield Step(
                        position=record.position, path=change.path, delta=None, now=change.now,
                        label=change.label, why="",
                    )  # fmt: skip
        was, begun = now, True


def about(sheet: Sheet, path: str) -> str:
    """What a sheet calls the thing at a path; empty where it shows none."""
    if path == sheet.character:
        return sheet.title
    for section in sheet.sections:
        for block in section.blocks:
            if block.path == path:
                return block.label or section.title
            if isinstance(block, Tags) and path.startswith(f"{block.path}."):
                tags = {tag.id: tag.text for tag in block.tags}
                return tags.get(path.removeprefix(f"{block.path}."), block.label)
    return ""


def as_shown(explained: Explanation, sheet: Sheet | None) -> Explanation:
    """The same under the name that the sheet gives it, where it does."""
    shown = about(sheet, explained.path) if sheet is not None else ""
    return replace(explained, label=shown or explained.label)
