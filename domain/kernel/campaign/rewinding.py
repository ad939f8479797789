"""Leaving a line: undo, redo, going to any position, overturning. The old line is kept, always."""

from domain.kernel.campaign import commands as ask
from domain.kernel.campaign import events as say
from domain.kernel.campaign.events import RewindForm
from domain.kernel.campaign.questioned import questionable
from domain.kernel.decisions import Decision, Refusal, refuse
from domain.kernel.past import Past, PastRuling
from domain.kernel.people import Asker


def undo(past: Past, position: int, command: ask.UndoRuling, asker: Asker) -> Decision[say.LineRewound]:
    """Before the last ruling of play, or to an earlier position of the current line."""
    to = command.to
    if to is None:
        latest = past.latest()
        if latest is None or latest.before == 0:
            return refuse("nothing_to_undo")
        intake = past.intake(latest.last)
        to = intake.before if intake else latest.before
    elif wrong := _no_place(past, position, to):
        return wrong
    elif not past.at(to).current:
        return refuse("not_on_the_line", position=to)
    return _go(past, to, command.reason, asker, RewindForm.UNDO)


def redo(past: Past, position: int, command: ask.RedoRuling, asker: Asker) -> Decision[say.LineRewound]:
    """To where the line ended that was undone last, or to a position of another line."""
    to = command.to
    if to is None:
        to = past.undone()
        if to is None:
            return refuse("nothing_to_redo")
    elif wrong := _no_place(past, position, to):
        return wrong
    elif past.at(to).current:
        return refuse("on_the_line_already", position=to)
    return _go(past, to, command.reason, asker, RewindForm.REDO)


def rewind(past: Past, position: int, command: ask.RewindLine, asker: Asker) -> Decision[say.LineRewound]:
    """To any earlier position of the log, on whatever line it lies."""
    if wrong := _no_place(past, position, command.to):
        return wrong
    if not command.reason.strip():
        return refuse("reason_missing")
    return _go(past, command.to, command.reason, asker, RewindForm.REWIND)


def overturn(past: Past, position: int, command: ask.OverturnRuling) -> Decision[say.LineRewound]:
    """Before the ruling in question; for other house rules from the first one on, just after it."""
    if not command.reason.strip():
        return refuse("reason_missing")
    found = questionable(past, command.ruling)
    if isinstance(found, Refusal):
        return found
    if found.before == 0 and command.alternative.how != "house_rules":
        return refuse("founding_stands")
    to = found.before or found.last
    lost = past.moved(to)
    return [say.LineRewound(to=to, reason=command.reason, form=RewindForm.OVERTURN, left=len(lost))]


def _no_place(past: Past, position: int, to: int) -> Refusal | None:
    """Why nobody can return to this position, or None. A ruling stands or falls whole, and so does an intake."""
    if to > position:
        return refuse("no_such_position", position=to, last=position)
    if to == position:
        return refuse("no_change")
    there = past.at(to)
    if to != there.last:
        return refuse("inside_a_ruling", position=to, ruling=there.number, before=there.before, last=there.last)
    intake = past.intake(to)
    if intake is not None and to != intake.last:
        return refuse("inside_an_intake", position=to, before=intake.before, last=intake.last)
    return None


def _go(past: Past, to: int, reason: str, asker: Asker, form: RewindForm) -> Decision[say.LineRewound]:
    moved = past.moved(to)
    for each in moved:
        if not (asker.is_gm or _free(each, asker)):
            return refuse("undo_is_the_gms", ruling=each.number, by=each.by, dice="by dice" if each.dice else "")
    if not reason.strip() and not all(_free(each, asker) for each in moved):
        return refuse("reason_missing")
    left = sum(each.current for each in moved)
    return [say.LineRewound(to=to, reason=reason, form=form, left=left, regained=len(moved) - left)]


def _free(ruling: PastRuling, asker: Asker) -> bool:
    """Whether this person may take it back without asking anybody: their own, and no dice fell."""
    return ruling.by == asker.person and not ruling.dice
