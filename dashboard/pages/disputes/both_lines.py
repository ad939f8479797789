"""Both lines side by side: sheets, the map, advancement, with what differs marked."""

from collections.abc import Mapping, Sequence

import streamlit as st
from msgspec.structs import replace

from dashboard.files.addresses import addresses_for
from dashboard.forms.text import cut
from dashboard.pages.disputes.dispute_context import DisputeContext
from dashboard.pages.disputes.html import welcome
from dashboard.ui import browser_components
from dashboard.ui.attached.faces import faces_at
from dashboard.ui.drawing.feed import differing
from dashboard.ui.drawing.map_data import map_data
from dashboard.ui.explain_panel import asks_of
from dashboard.ui.open_ledger import remembered
from domain.kernel.sheet import Sheet
from exchange.documents.html.explain_links import asked_as_of, asked_at, why
from exchange.documents.html.markup import joined, number, people
from exchange.documents.html.sheet import EarlierSheet, sheet_html
from ledger.whatif.verdicts import WhatIf
from projections.audiences import as_told_to, audience_of
from projections.compare.differences import Change
from projections.compare.outcome import LineComparison, outcome_of
from projections.views.relations import RELATIONS, Relations
from projections.views.sheets import seen_by, sheets_of

MOST = 40


def both_lines(context: DisputeContext, what_if: WhatIf) -> LineComparison:
    """Draw the differences at the end, line by line. Hands back what differs."""
    outcome = _outcome(context, what_if)
    if not outcome:
        st.html(
            '<p class="crt-same">At the end nothing differs: the sheets, the map and every track of '
            "advancement come to the same on both lines.</p>"
        )
        return outcome
    before, after = (
        seen_by(context.viewer, sheets_of(context.game, moment)) for moment in (what_if.before, what_if.after)
    )
    titles = {sheet.character: sheet.title for sheet in (*before, *after)}
    names = {**context.names, **titles}
    ends = what_if.head, asks_of(what_if)
    tables = (
        _table("On the sheets", outcome.sheets, names, ends),
        _table("Growth", outcome.advancement, names),
        _table("On the map", outcome.relations, names),
    )
    st.html(joined(tables))
    _sheets(context, what_if, outcome, before, after)
    if outcome.relations:
        _maps(context, what_if)
    return outcome


def _outcome(context: DisputeContext, what_if: WhatIf) -> LineComparison:
    """Worked out once for each answer: it goes over the whole line."""
    key = f"court-outcome|{context.slug}|{context.viewer.person}"
    held = st.session_state.get(key)
    if held is None or held[0] is not what_if:
        held = what_if, outcome_of(context.ledger, context.library.views, what_if, context.viewer)
        st.session_state[key] = held
    found: LineComparison = held[1]
    return found


def _table(
    title: str, changes: Sequence[Change], names: Mapping[str, str], ends: tuple[int, int] | None = None
) -> str:
    """List the differences, under the name of whoever each belongs to.

    With `ends`, the ends of both lines, each value can be asked where it comes from.
    """
    if not changes:
        return ""
    rows, owner = [], ""
    for change in changes[:MOST]:
        name = people(cut(names.get(change.owner, change.owner), 80)) if change.owner != owner else ""
        owner = change.owner
        was, now = differing(change.was, change.now) if change.was and change.now else (change.was, change.now)
        kind = welcome(change.better)
        rows.append(
            f'<tr class="k-{kind}{" begins" if name else ""}"><th scope="row">{name}</th>'
            f"<td>{people(change.label)}</td>{_value(was, change, ends and ends[0])}"
            f"{_value(now, change, ends and ends[1])}</tr>"
        )
    more = len(changes) - MOST
    rest = f'<p class="quiet">and {number(more)} more</p>' if more > 0 else ""
    return (
        f'<section class="crt-both"><table><caption>{people(title)}</caption><thead><tr><th></th><th></th>'
        f"<th>As it was played</th><th>As it would be</th></tr></thead><tbody>{joined(rows)}</tbody></table>{rest}"
        "</section>"
    )


def _value(value: str, change: Change, end: int | None) -> str:
    if not value:
        return '<td><span class="none">not there</span></td>'
    if end is None:
        return f"<td>{people(value)}</td>"
    asking = asked_as_of(end) + asked_at(change.path)
    return f"<td{asking}>{people(value)}{why(change.path, change.label)}</td>"


def _sheets(
    context: DisputeContext,
    what_if: WhatIf,
    outcome: LineComparison,
    before: Sequence[Sheet],
    after: Sequence[Sheet],
) -> None:
    """One character's sheet on both lines, of those that differ."""
    was = {sheet.character: sheet for sheet in before}
    now = {sheet.character: sheet for sheet in after}
    differ = [it for it in dict.fromkeys(change.owner for change in outcome.sheets) if it in was or it in now]
    if not differ:
        return
    chosen = st.selectbox(
        "Sheets side by side",
        differ,
        format_func=lambda it: cut((now.get(it) or was[it]).title, 60),
        key=f"court-sheet|{context.slug}|{what_if.ruling}",
        width=320,
    )
    if chosen is None:
        return
    paths = [change.path for change in outcome.sheets if change.owner == chosen]
    both = [sheet for sheet in (was.get(chosen), now.get(chosen)) if sheet]
    differing_parts = {title for sheet in both for title in parts_with(sheet, paths)}
    if differing_parts and any(it.title not in differing_parts for sheet in both for it in sheet.sections):
        key = f"court-whole|{context.slug}|{what_if.ruling}"
        if not st.toggle("Show the whole sheets", key=key, persist_state="session"):
            was, now = (_only(sheets, differing_parts) for sheets in (was, now))
    better = {change.path: change.better for change in outcome.sheets if change.owner == chosen}
    faces = faces_at(
        context.campaign,
        context.library.views,
        remembered(),
        context.viewer,
        what_if.head,
        addresses_for(context.slug, context.viewer),
    )
    sides = st.columns(2, gap="medium")
    for side, words, sheet, marked, end in (
        (sides[0], "As it was played", was.get(chosen), None, what_if.head),
        (sides[1], "As it would be", now.get(chosen), EarlierSheet.of(was.get(chosen), better), asks_of(what_if)),
    ):
        face = faces.over(sheet) if sheet else ""
        with side.container(border=True, key=f"court-sheet-{words[6:].replace(' ', '-')}"):
            st.html(f'<p class="over"><span>{words}</span></p>')
            nobody = '<p class="quiet">Nobody of that name is there.</p>'
            st.html(sheet_html(sheet, marked, asks=end, face=face) if sheet else nobody)


def parts_with(sheet: Sheet, paths: Sequence[str]) -> set[str]:
    """The titles of the parts of a sheet in which any of these paths lies."""
    return {
        section.title
        for section in sheet.sections
        if any(
            path == block.path or path.startswith(f"{block.path}.") for block in section.blocks for path in paths
        )
    }


def _only(sheets: Mapping[str, Sheet], titles: set[str]) -> dict[str, Sheet]:
    return {
        character: replace(sheet, sections=tuple(it for it in sheet.sections if it.title in titles))
        for character, sheet in sheets.items()
    }


def _maps(context: DisputeContext, what_if: WhatIf) -> None:
    """The map on both lines, over the same places."""
    map_history = context.library.views.map_history(context.campaign, context.viewer)
    played, shared = map_history.at(what_if.head), map_history.at(what_if.since)
    audience = audience_of(context.viewer)
    told = (as_told_to(audience, each) for each in context.ledger.review.what_if_records(what_if))
    tried = RELATIONS.fold((each for each in told if each is not None), shared)
    whole = Relations({**played.nodes, **tried.nodes}, {**played.ties, **tried.ties})
    sides = st.columns(2, gap="medium")
    for side, words, now, before in (
        (sides[0], "As it was played", played, played),
        (sides[1], "As it would be", tried, played),
    ):
        with side:
            st.html(f'<p class="over"><span>The map, {words[:1].lower()}{words[1:]}</span></p>')
            browser_components.mount(
                "faction_map", key=f"court-map|{context.slug}|{words}", data=map_data(now, before, whole)
            )
