"""Explanations of a sheet's values: the records that made a value, told so that each can be looked up.

Most values are written down step by step as they change. Where a game shows something that it tells no step of,
the sheet before and after each record is compared instead, which finds the same records more slowly.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from domain.kernel.facts import Kind
from domain.kernel.game import AnyGame
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Viewer
from domain.kernel.sheet import Sheet, Tags
from ledger.answers import ToldRecord
from ledger.ledger import Ledger
from ledger.log.record import Record
from ledger.whatif.verdicts import WhatIf
from projections.audiences import as_told_to, audience_of
from projections.compare.differences import changes
from projections.history.value_history import ValueStep, steps_of
from projections.read_models import Filter, ReadModels
from projections.views.sheets import seen_by

MOST = 400
"""The most steps that are told, the last ones; `left_out` says how many came before."""
MOST_COMPARED = 3_000
"""The number of records back at which the sheets are compared where no step was written down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedStep:
    """One step, with the record that made it as the viewer may know it."""

    step: ValueStep
    headline: str
    kind: Kind
    session: int
    """0 before the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Records that made the value at a path as of a position, and those that made it otherwise on lines left."""

    path: str
    label: str
    """Empty when nothing ever made it."""
    now: str
    """The value, as text; empty when it is gone or never was."""
    steps: tuple[ExplainedStep, ...]
    abandoned: tuple[ExplainedStep, ...]
    left_out: int = 0
    compared_since: int | None = None
    """The position from which sheets were compared; None where every step was written down."""

    @property
    def counted(self) -> bool:
        """True if it is one number with a running balance."""
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
    abandoned = views.abandoned_history(campaign, path, at, viewer=viewer, below=True)
    compared_since = None
    if not steps:
        compared_since = max(0, at - MOST_COMPARED)
        walk = ledger.line(campaign, at, compared_since)
        steps = list(_compared(_game(ledger, campaign), path, walk, viewer, begun=compared_since == 0))
    left_out = max(0, len(steps) - MOST)
    made = _explained_steps(views, campaign, viewer, steps[left_out:], at)
    gone = _steps_of_many_lines(views, campaign, viewer, abandoned[-MOST:])
    last = steps[-1] if steps else abandoned[-1] if abandoned else None
    one = last is not None and last.path == path
    return Explanation(
        path=path,
        label=last.label if last is not None and one else "",
        now=steps[-1].now if steps and one else "",
        steps=made,
        abandoned=gone,
        left_out=left_out,
        compared_since=compared_since,
    )


def _explained_steps(
    views: ReadModels, campaign: str, viewer: Viewer, steps: Sequence[ValueStep], at: int
) -> tuple[ExplainedStep, ...]:
    positions = tuple(dict.fromkeys(step.position for step in steps))
    entries = views.timeline(campaign, viewer, at=at, where=Filter(among=positions), limit=len(positions) or 1)
    known = {entry.position: entry for entry in entries}
    return tuple(
        ExplainedStep(step=step, headline=entry.headline, kind=entry.kind, session=entry.session)
        for step in steps
        if (entry := known.get(step.position)) is not None
    )


def _steps_of_many_lines(
    views: ReadModels, campaign: str, viewer: Viewer, steps: Iterable[ValueStep]
) -> tuple[ExplainedStep, ...]:
    # Records that were abandoned may lie on many lines: each is asked for on its own.
    return tuple(
        made for step in steps for made in _explained_steps(views, campaign, viewer, (step,), step.position)
    )


def explanation_of_what_if(
    ledger: Ledger, views: ReadModels, what_if: WhatIf, path: str, viewer: Viewer
) -> Explanation:
    """Explain the value at `path` at the end of a line that was examined and is not stored.

    Its own steps come after those of the line it leaves, at positions beyond the head of the log: no record holds
    them yet. What was made of the value since then, as it was played, is told as abandoned.
    """
    campaign = what_if.campaign
    audience = audience_of(viewer)
    told = {
        it.record.position: it
        for each in ledger.review.what_if_records(what_if)
        if (it := as_told_to(audience, each))
    }
    shared = views.history(campaign, path, what_if.since, viewer=viewer, below=True)
    tried = [
        step
        for position, each in told.items()
        for fact in each.retelling.facts
        for step in steps_of(position, fact)
        if _lies_below(step.path, path)
    ]
    compared_since = None
    if not shared and not tried:
        compared_since = max(0, what_if.since - MOST_COMPARED)
        walk = chain(ledger.line(campaign, what_if.since, compared_since), ledger.review.what_if_line(what_if))
        found = list(_compared(_game(ledger, campaign), path, walk, viewer, begun=compared_since == 0))
        shared = [step for step in found if step.position <= what_if.head]
        tried = [step for step in found if step.position in told]
    played = views.history(campaign, path, what_if.head, viewer=viewer, below=True)
    left = [step for step in played if step.position > what_if.since]
    left_out = max(0, len(shared) - MOST)
    last = [*shared, *tried][-1:] or left[-1:]
    one = bool(last) and last[0].path == path
    return Explanation(
        path=path,
        label=last[0].label if one else "",
        now=last[0].now if one and (shared or tried) else "",
        steps=(
            *_explained_steps(views, campaign, viewer, shared[left_out:], what_if.since),
            *(_what_if_step(step, told[step.position]) for step in tried[-MOST:]),
        ),
        abandoned=_explained_steps(views, campaign, viewer, left[-MOST:], what_if.head),
        left_out=left_out,
        compared_since=compared_since,
    )


def _what_if_step(step: ValueStep, told: ToldRecord) -> ExplainedStep:
    return ExplainedStep(step=step, headline=told.retelling.headline, kind=told.retelling.kind, session=0)


def _game(ledger: Ledger, campaign: str) -> AnyGame:
    return ledger.game(ledger.find(campaign).game)


def _lies_below(path: str, start: str) -> bool:
    return path == start or path.startswith(f"{start}.")


def _compared(
    game: AnyGame, path: str, walk: Iterable[tuple[Record, AnyMoment]], viewer: Viewer, *, begun: bool
) -> Iterator[ValueStep]:
    """The records after which a sheet shows something else at a path.

    Unless it has `begun` at the founding, the first sheet met is only what to compare with.
    """
    owner = path.partition(".")[0]
    was: list[Sheet] = []
    for record, moment in walk:
        here = owner in game.listed(moment.game)
        now = seen_by(viewer, [game.sheet(moment.game, owner)]) if here else []
        if now == was:
            continue
        if begun:
            for change in changes(was, now):
                if _lies_below(change.path, path):
                    yield ValueStep(
                        position=record.position,
                        path=change.path,
                        delta=None,
                        now=change.now,
                        label=change.label,
                        why="",
                    )
        was, begun = now, True


def label_on_sheet(sheet: Sheet, path: str) -> str:
    """The name on a sheet of the thing at a path; empty where it shows none."""
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


def with_sheet_label(explained: Explanation, sheet: Sheet | None) -> Explanation:
    """The same under the name that the sheet gives it, where it does."""
    shown = label_on_sheet(sheet, explained.path) if sheet is not None else ""
    return replace(explained, label=shown or explained.label)
