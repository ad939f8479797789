"""Verdicts and rulings as one viewer may see them: what only the GM may see never reaches another's browser."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from dashboard.forms.outcome import shifts, visible
from dashboard.forms.text import cut
from dashboard.pages.disputes.case import Case
from dashboard.pages.disputes.kept_from import wholly_seen
from domain.kernel.facts import DiceMoved, Fact, NumberMoved, Retelling
from domain.kernel.history.alternatives import Alternative, Amend, Keep, MoreDice, OtherDice, Settling, Strike
from domain.kernel.people import Viewer, may_see
from ledger.whatif.verdicts import Cause, RulingStanding, Verdict, WhatIf

MomentOf: TypeAlias = Callable[[int], int]
"""From the number of a ruling to the number of its moment, which is the one that screens show."""
AT_FIRST = 20
"""The number of rulings of a group that are listed before more are asked for."""
LONGEST = 400
GROUPS = ("open", "changed", "settled")
HIDDEN = "Something that is hidden from you"

_CODES = {
    RulingStanding.UNCHANGED: "u",
    RulingStanding.CHANGED: "c",
    RulingStanding.REFUSED: "r",
    RulingStanding.NEEDS_DICE: "d",
    RulingStanding.KEPT: "k",
    RulingStanding.STRUCK: "s",
}
"""One letter for each standing, for the picture of the two lines."""


def group_of(verdict: Verdict) -> str:
    """The list that a differing verdict stands in."""
    if verdict.unsettled:
        return "open"
    return "settled" if verdict.settled is not None else "changed"


@dataclass(frozen=True, slots=True)
class Grouped:
    """The later rulings of a what-if, sorted by what somebody has to do about them."""

    groups: Mapping[str, Sequence[Verdict]]
    unchanged: int

    @classmethod
    def of(cls, what_if: WhatIf) -> "Grouped":
        """Everything after the ruling in question."""
        groups: dict[str, list[Verdict]] = {name: [] for name in GROUPS}
        unchanged = 0
        for verdict in what_if.verdicts:
            if verdict.ruling == what_if.ruling:
                continue
            if verdict.standing is RulingStanding.UNCHANGED and verdict.settled is None:
                unchanged += 1
            else:
                groups[group_of(verdict)].append(verdict)
        return cls(groups, unchanged)


def fork_data(what_if: WhatIf, moment_of: MomentOf = int) -> dict[str, Any]:
    """The two lines as a picture: a letter and a number for each ruling after the one in question."""
    later = [verdict for verdict in what_if.verdicts if verdict.ruling != what_if.ruling]
    return {
        "ruling": what_if.ruling,
        "moment": moment_of(what_if.ruling),
        "codes": "".join(_CODES[verdict.standing] for verdict in later),
        "rulings": [verdict.ruling for verdict in later],
        "moments": [verdict.position for verdict in later],
    }


def verdict_data(
    slug: str,
    grouped: Grouped,
    case: Case,
    viewer: Viewer,
    names: Mapping[str, str],
    scenes: Mapping[int, str],
    moment_of: MomentOf = int,
) -> dict[str, Any]:
    """The list of verdicts as it is drawn, with the moments of the rulings in place of their numbers."""
    listed = []
    for name in GROUPS:
        verdicts = grouped.groups[name]
        most = case.shown.get(name, AT_FIRST)
        if any(verdict.ruling == case.looked_at for verdict in verdicts[most:]):
            most = next(n for n, it in enumerate(verdicts, start=1) if it.ruling == case.looked_at) + 4
        rows = [
            _row(verdict, viewer, names, scenes.get(verdict.position, ""), moment_of)
            for verdict in verdicts[:most]
        ]
        listed.append({"name": name, "count": len(verdicts), "rows": rows})
    return {
        "campaign": slug,
        "groups": listed,
        "unchanged": grouped.unchanged,
        "may": viewer.is_gm,
        "look": case.looked_at,
        "settling": case.settling,
    }


def _row(
    verdict: Verdict, viewer: Viewer, names: Mapping[str, str], scene: str, moment_of: MomentOf
) -> dict[str, Any]:
    seen = visible(verdict.before, viewer)
    whole = wholly_seen((*verdict.before, *verdict.after), viewer)
    row: dict[str, Any] = {
        "ruling": verdict.ruling,
        "at": verdict.position,
        "moment": moment_of(verdict.ruling),
        "by": cut(names.get(verdict.by, verdict.by), 60),
        "standing": verdict.standing.value,
        "words": cut(seen[0].headline, LONGEST) if seen else HIDDEN,
        "scene": cut(scene, 60),
        "settled": said_settling(verdict.settled) if _is_settled(verdict) else "",
        "tried": isinstance(verdict.settled, Keep),
        "missing": list(verdict.missing),
        "before": [],
        "after": [],
        "reason": "",
        "because": [],
    }
    if not seen and not visible(verdict.after, viewer):
        return row
    row["before"], row["after"] = _lines(verdict.before, viewer), _lines(verdict.after, viewer)
    row["kinds"] = [each.kind.value for each in seen[:1]]
    if whole and verdict.refusing is not None and not verdict.missing:
        row["reason"] = cut(verdict.refusing.message, LONGEST)
    row["because"] = [_because(it, moment_of) for it in _known(verdict, viewer)]
    return row


def _is_settled(verdict: Verdict) -> bool:
    return verdict.settled is not None and not verdict.unsettled


def said_settling(settling: Settling | Alternative | None) -> str:
    """The decision about a later ruling, in words."""
    match settling:
        case Keep():
            return "kept as recorded"
        case Strike():
            return "struck"
        case Amend():
            return "asked otherwise"
        case OtherDice():
            return "other dice"
        case MoreDice():
            return "dice given"
    return ""


def _lines(retellings: Sequence[Retelling], viewer: Viewer) -> list[list[str]]:
    """Sentences, then the numbers that change: each with its kind."""
    told = [[each.kind.value, cut(each.headline, LONGEST)] for each in visible(retellings, viewer)]
    for shift in shifts(retellings, viewer):
        kind = "story" if shift.better is None else "gain" if shift.better else "loss"
        words = f"{cut(shift.owner, 60)} · {cut(shift.label, 60)}: {cut(shift.was, 40)} → {cut(shift.now, 40)}"
        told.append([f"number {kind}", words])
    return told


def _because(it: Cause, moment_of: MomentOf) -> dict[str, Any]:
    return {
        "owner": cut(it.owner, 60),
        "label": cut(it.label.replace("_", " "), 60),
        "was": cut(it.was.replace("_", " "), 60) or "not there",
        "now": cut(it.now.replace("_", " "), 60) or "not there",
        "rulings": [[each, moment_of(each)] for each in it.rulings],
    }


def _known(verdict: Verdict, viewer: Viewer) -> Iterator[Cause]:
    """The reasons among values that this viewer may know of."""
    paths = {
        path
        for each in visible(verdict.before, viewer)
        for fact in each.facts
        if may_see(viewer, fact.audience)
        for path in _paths(fact)
    }
    return (it for it in verdict.because if it.path in paths or viewer.is_gm)


def _paths(fact: Fact) -> Iterator[str]:
    match fact:
        case NumberMoved():
            yield from (half.path for half in fact.halves() if half.path)
        case DiceMoved():
            yield f"{fact.giver}.{fact.giver_pool}"
            yield f"{fact.taker}.{fact.taker_pool}"
        case _:
            if fact.path:
                yield fact.path
