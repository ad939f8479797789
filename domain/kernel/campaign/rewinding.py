"""Leaving a line: undo, redo, going to any position. The old line is kept, always."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Literal

from pydantic import Field

from domain.kernel import facts
from domain.kernel.campaign.guards import must_be_recorded, must_be_seated, reason_given
from domain.kernel.chapter import Chapter, Events
from domain.kernel.decisions import CommandRefused, found, need
from domain.kernel.history.past import Past, PastRuling
from domain.kernel.messages import Command, Event
from domain.kernel.moment import AnyMoment
from domain.kernel.people import Asker
from domain.kernel.terms import Position, Text

chapter = Chapter[AnyMoment, Past](
    "Rewinding",
    {
        "nothing_to_undo": "There is no ruling to undo: nothing was played on this line yet.",
        "nothing_to_redo": "There is nothing to redo: the last ruling took nothing back. "
        "Any line can be brought back by the moment it ended at.",
        "not_on_the_line": "Moment {position} does not lie on the current line, so it cannot be undone to. "
        "Redo brings another line back.",
        "on_the_line_already": "Moment {position} lies on the current line already. Undo goes back to it.",
        "inside_a_ruling": "Moment {position} lies inside a ruling, which stands or falls whole: "
        "choose {before} or {last}.",
        "inside_an_intake": "Moment {position} lies inside play that was taken in, which stands or falls whole: "
        "choose {before} or {last}.",
        "undo_is_the_gms": "Only the {gm_called} may do this: it touches moment {moment}, which {by} "
        "ruled{dice:+, }.",
    },
)


class RewindForm(StrEnum):
    """The reason a line was left."""

    UNDO = "undo"
    REDO = "redo"
    REWIND = "rewind"
    OVERTURN = "overturn"


class LineRewound(Event):
    """The next records grow from an earlier position. This record's parent is that position."""

    type: Literal["campaign.line_rewound.v1"] = "campaign.line_rewound.v1"
    to: Position
    reason: Text
    form: RewindForm = RewindForm.REWIND
    left: int = Field(default=0, ge=0, description="Rulings of play that are off the line now.")
    regained: int = Field(default=0, ge=0, description="Rulings of play that are on the line again.")


@chapter.applies(LineRewound)
def _(moment: AnyMoment, event: LineRewound) -> None:
    """The line itself was changed by where this record hangs; the state there is what it was."""


@chapter.tells(LineRewound, "Play goes on from moment {to}{reason:+: }")
def _(moment: AnyMoment, event: LineRewound) -> Iterable[facts.Fact]:
    yield facts.Told(text=event.reason, form="rewind", about_position=event.to)


class UndoRuling(Command):
    """Take back the last ruling of play, or everything after `to`. It stays readable, on a line of its own.

    Free for whoever made what is taken back, as long as no dice fell in it; else the GM's, with a reason.

    Refused:  `nothing_to_undo`, `no_such_position`, `not_on_the_line`, `inside_a_ruling`, `inside_an_intake`,
              `no_change`, `undo_is_the_gms`, `reason_missing`.
    Yields:   `LineRewound`.
    """

    type: Literal["campaign.undo_ruling"] = "campaign.undo_ruling"
    to: Position | None = Field(
        default=None, description="The position to return to; empty: before the last ruling."
    )
    reason: Text = ""


@chapter.decides(UndoRuling)
def undo_ruling(moment: AnyMoment, command: UndoRuling, asker: Asker, past: Past) -> Events:
    """Return to before the last ruling of play, or to an earlier position of the current line."""
    must_be_seated(asker)
    if command.to is not None:
        _between_rulings(past, moment.position, command.to)
        need(past.at(command.to).current, "not_on_the_line", position=command.to)
        return _go(past, command.to, command.reason, asker, RewindForm.UNDO)
    latest = found(past.latest(), "nothing_to_undo")
    need(latest.before != 0, "nothing_to_undo")
    intake = past.intake(latest.last)
    before = intake.before if intake else latest.before
    return _go(past, before, command.reason, asker, RewindForm.UNDO)


class RedoRuling(Command):
    """Bring back what was undone last, or the line that ended at `to`.

    Refused:  `nothing_to_redo`, `no_such_position`, `on_the_line_already`, `inside_a_ruling`,
              `inside_an_intake`, `undo_is_the_gms`, `reason_missing`.
    Yields:   `LineRewound`.
    """

    type: Literal["campaign.redo_ruling"] = "campaign.redo_ruling"
    to: Position | None = Field(
        default=None, description="Where the line to bring back ended; empty: the last undone."
    )
    reason: Text = ""


@chapter.decides(RedoRuling)
def redo_ruling(moment: AnyMoment, command: RedoRuling, asker: Asker, past: Past) -> Events:
    """Return to where the line ended that was undone last, or to a position of another line."""
    must_be_seated(asker)
    if command.to is not None:
        _between_rulings(past, moment.position, command.to)
        need(not past.at(command.to).current, "on_the_line_already", position=command.to)
        return _go(past, command.to, command.reason, asker, RewindForm.REDO)
    return _go(past, found(past.undone(), "nothing_to_redo"), command.reason, asker, RewindForm.REDO)


class RewindLine(Command):
    """Go to any position of any line. The records after it stay readable, on a line of their own.

    Refused:  `no_such_position`, `inside_a_ruling`, `inside_an_intake`, `no_change`, `undo_is_the_gms`,
              `reason_missing`.
    Yields:   `LineRewound`.
    """

    type: Literal["campaign.rewind_line"] = "campaign.rewind_line"
    to: Position
    reason: Text


@chapter.decides(RewindLine)
def rewind_line(moment: AnyMoment, command: RewindLine, asker: Asker, past: Past) -> Events:
    """Return to any earlier position of the log, on whatever line it lies."""
    must_be_seated(asker)
    _between_rulings(past, moment.position, command.to)
    reason_given(command.reason)
    return _go(past, command.to, command.reason, asker, RewindForm.REWIND)


def _between_rulings(past: Past, position: int, to: int) -> None:
    """Refuse a position inside a ruling or an intake: each stands or falls whole."""
    must_be_recorded(to, position)
    need(to != position, "no_change")
    there = past.at(to)
    if to != there.last:
        raise CommandRefused(
            "inside_a_ruling", position=to, ruling=there.number, before=there.before, last=there.last
        )
    intake = past.intake(to)
    if intake is not None and to != intake.last:
        raise CommandRefused("inside_an_intake", position=to, before=intake.before, last=intake.last)


def _go(past: Past, to: int, reason: str, asker: Asker, form: RewindForm) -> Events:
    moved = past.moved(to)
    for each in moved:
        if not (asker.is_gm or _free(each, asker)):
            dice = "by dice" if each.dice else ""
            raise CommandRefused("undo_is_the_gms", ruling=each.number, moment=each.last, by=each.by, dice=dice)
    if not all(_free(each, asker) for each in moved):
        reason_given(reason)
    left = sum(each.current for each in moved)
    return [LineRewound(to=to, reason=reason, form=form, left=left, regained=len(moved) - left)]


def _free(ruling: PastRuling, asker: Asker) -> bool:
    """True if this person may take it back without asking anybody: their own, and no dice fell."""
    return ruling.by == asker.person and not ruling.dice
