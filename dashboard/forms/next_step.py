"""The one judge of what comes next: whom the stepper shows as acting has the form in front."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from domain.kernel.flow import Flow, FlowSide
from domain.kernel.offers import Offer, Weight


@dataclass(frozen=True, slots=True)
class Next:
    """The step that comes next for a seat; without one, the names of those who are to act instead."""

    offer: Offer | None = None
    waiting: tuple[str, ...] = ()


def next_for(offers: Sequence[Offer], seat: str, gm: str | None, game: str, flows: Sequence[Flow] = ()) -> Next:
    """The next step of a seat among all that is in order for it.

    While something is under way, that is a step of a side that is to act, and nothing when this seat acts for
    none of them. Otherwise it is the first step of the game. What lies beside the course of play never comes
    next, nor does what ends it.
    """
    steps = [it for it in offers if it.tag.startswith(f"{game}.") and it.weight is Weight.TURN]
    for flow in flows:
        if (found := _step_of(flow, steps, seat, gm)) is not None:
            return Next(found)
    if flows:
        due = (_name(side) for flow in flows for side in flow.sides if side.due)
        return Next(waiting=tuple(dict.fromkeys(due)))
    return Next(next((it for it in steps if it.forced), steps[0] if steps else None))


def _step_of(flow: Flow, steps: Iterable[Offer], seat: str, gm: str | None) -> Offer | None:
    own = [it for it in steps if flow.has(it.group)]
    due = [side for side in flow.sides if side.due]
    if due:
        acting = {person for side in due for person in side.whose or (gm,)}
        theirs = [it for it in own if (it.by or seat) in acting]
        own = theirs or [it for it in own if seat == gm and it.by is None]
    names = [_name(side) for side in due]
    forced = (it for it in own if it.forced)
    named = (it for it in own if any(name in it.label for name in names))
    return next(forced, None) or next(named, None) or (own[0] if own else None)


def _name(side: FlowSide) -> str:
    return side.name.partition(" (")[0]
