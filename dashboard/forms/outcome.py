"""Outcome of a ruling, ahead or recorded, in a few lines: sentences, numbers that change, states that change."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from domain.kernel.facts import Fact, NumberChanged, NumberMoved, Retelling, StateChanged
from domain.kernel.people import Viewer, may_see
from exchange.command_forms.fields import in_words


@dataclass(frozen=True, slots=True)
class Shift:
    """One thing on a sheet that is another afterwards: whose, what, from, to, and whether that is welcome."""

    owner: str
    label: str
    was: str
    now: str
    better: bool | None
    path: str = ""
    """Its path, for the panel that explains; empty for what nothing explains."""


def visible(retellings: Iterable[Retelling], viewer: Viewer) -> list[Retelling]:
    """Those this viewer may know of."""
    return [each for each in retellings if may_see(viewer, each.audience)]


def shifts(retellings: Iterable[Retelling], viewer: Viewer) -> list[Shift]:
    """The numbers and states on sheets that change, each once: from before the first fact to after the last."""
    found: dict[tuple[str, str], Shift] = {}
    for retelling in visible(retellings, viewer):
        for fact in retelling.facts:
            if not may_see(viewer, fact.audience):
                continue
            for key, shift in _of(fact, retelling.names):
                before = found.get(key)
                was = before.was if before else shift.was
                found[key] = replace(shift, was=was)
    return [shift for shift in found.values() if shift.was != shift.now]


def _of(fact: Fact, names: dict[str, str]) -> Iterator[tuple[tuple[str, str], Shift]]:
    match fact:
        case NumberMoved():
            for half in fact.halves():
                yield from _of(half, names)
        case NumberChanged():
            label = fact.label or in_words(fact.name)
            owner = names.get(fact.owner, in_words(fact.owner))
            better = (fact.delta > 0) == fact.good
            yield (
                (fact.owner, fact.name),
                Shift(owner, label, str(fact.now - fact.delta), str(fact.now), better, fact.path or ""),
            )
        case StateChanged():
            label = fact.label or names.get(fact.name, in_words(fact.name))
            owner = names.get(fact.owner, in_words(fact.owner))
            was, now = in_words(fact.was) or "nothing", in_words(fact.now) or "nothing"
            shift = Shift(owner, label, was, now, fact.good, fact.path or "")
            yield (fact.owner, f"{fact.group}.{fact.name}"), shift
