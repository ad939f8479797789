"""Rows of the timeline, and the list of what changed: pure functions to HTML.

A row carries `data-go`; the scrubber moves there when it is clicked.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from exchange.documents.html.markup import joined, number, people, text
from projections.compare.differences import Change
from projections.views.timeline import TimelineEntry

MOST_CHANGES = 60
ONE_LINE = 34


def feed_html(
    entries: Sequence[TimelineEntry], at: int, beside: Callable[[TimelineEntry], str] = lambda _entry: ""
) -> str:
    """The records around a position, each with its kind; records of one ruling hang together.

    `beside` is markup to put at the end of a ruling's first row: what can be done about it.
    """
    if not entries:
        return '<p class="quiet">Nothing here that you may see.</p>'
    rulings = [entry.ruling for entry in entries]
    firsts = [index == 0 or rulings[index - 1] != ruling for index, ruling in enumerate(rulings)]
    rows = joined(
        _row(entry, at, beside(entry) if first else "", first=first)
        for entry, first in zip(entries, firsts, strict=True)
    )
    return f'<ol class="feed">{rows}</ol>'


def _row(entry: TimelineEntry, at: int, beside: str, *, first: bool) -> str:
    css = ["row", f"k-{entry.kind.value}", "first" if first else "", "at" if entry.position == at else ""]
    css.append("later" if entry.position > at else "")
    css.append("kept" if entry.audience != "table" else "")
    current = ' aria-current="true"' if entry.position == at else ""
    return (
        f'<li><button type="button" class="{" ".join(part for part in css if part)}" data-go="{entry.position}"'
        f'{current} aria-label="Moment {entry.position}: {text(entry.headline[:300])}">'
        f'<span class="at-position">{number(entry.position)}</span> <i></i>{people(entry.headline)}</button>'
        f"{beside}</li>"
    )


def changes_html(
    changes: Sequence[Change],
    names: Mapping[str, str],
    nothing: str = "Nothing on any sheet has changed yet.",
    records: Mapping[str, int] = MappingProxyType({}),
) -> str:
    """List what changed between two moments, under the name of whoever it belongs to.

    `records` knows the record that changed a path last; `nothing` is said when there is no change.
    """
    if not changes:
        return f'<p class="quiet">{text(nothing)}</p>'
    owners: dict[str, list[Change]] = {}
    for change in changes[:MOST_CHANGES]:
        owners.setdefault(change.owner, []).append(change)
    groups = joined(
        f"<div>{people(names.get(owner, owner), 'h2')}<ul>{joined(_change(it, records) for it in own)}</ul></div>"
        for owner, own in owners.items()
    )
    more = len(changes) - MOST_CHANGES
    rest = f'<p class="quiet">and {number(more)} more</p>' if more > 0 else ""
    return f'<div class="changes" role="region" aria-label="What changed" tabindex="0">{groups}{rest}</div>'


def _change(change: Change, records: Mapping[str, int]) -> str:
    kind = "story" if change.better is None else "gain" if change.better else "loss"
    label = people(change.label)
    if change.path in records:
        at = records[change.path]
        label = f'<button type="button" data-go="{at}" title="To moment {number(at)}">{label}</button>'
    if not change.now:
        return f'<li class="k-loss"><del>{label}</del><ins class="none">gone</ins></li>'
    before, after = differing(change.was, change.now)
    was = people(before, "del") if before else ""
    now = people(after, "ins") if after else ""
    long = " long" if len(before) + len(after) > ONE_LINE else ""
    return f'<li class="k-{kind}{long}">{label}<span class="step">{was}{now}</span></li>'


def differing(was: str, now: str) -> tuple[str, str]:
    """Only what differs of two values: of a table its rows, of a row its parts."""
    for between in ("\n", " · "):
        old, new = was.split(between), now.split(between)
        if was and now and (len(old) > 1 or len(new) > 1):
            was = between.join(part for part in old if part not in new)
            now = between.join(part for part in new if part not in old)
    return was, now
