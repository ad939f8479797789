"""All disputes of a campaign, open ones first, and every reversal: what waits, and what was done."""

from collections.abc import Sequence

import streamlit as st

from dashboard.forms.outcome import visible
from dashboard.forms.text import cut
from dashboard.pages.disputes import html as html
from dashboard.pages.disputes.dispute_context import UNKEEPABLE, DisputeContext, PageMessage, tell, typed
from dashboard.pages.disputes.dispute_records import ADDED, DisputeRecord, about, papers
from dashboard.pages.disputes.judge import tally_words
from dashboard.ui.drawing.links import way_html
from domain.kernel.campaign.rewinding import RedoRuling, RewindForm
from domain.kernel.journal.state import Dispute, DisputeStanding
from exchange.documents.html.markup import joined, number, people, text
from ledger.whatif.reversals import Reversal
from projections.views.dates import when_words

PAGE = 12
LONGEST = 600
FORMS = {
    RewindForm.UNDO: "Taken back",
    RewindForm.REDO: "Brought back",
    RewindForm.REWIND: "Went to another position",
    RewindForm.OVERTURN: "Overturned",
}


def all_disputes(context: DisputeContext) -> None:
    """Every dispute, open ones first."""
    disputes = sorted(
        context.moment.journal.disputes.items(),
        key=lambda item: (item[1].standing is not DisputeStanding.OPEN, -item[0]),
    )
    waiting = sum(it.standing is DisputeStanding.OPEN for _number, it in disputes)
    settled = len(disputes) - waiting
    st.html(f'<div class="crt-head"><h2>All disputes</h2><p>{_waiting_words(waiting, settled)}</p></div>')
    if not disputes:
        way = way_html("To the replay", "replay", campaign=context.slug)
        words = (
            "No ruling of this campaign was ever called in question. To dispute one, go to it in the replay and "
            "choose “Dispute this ruling” beside it, or write its moment below."
        )
        st.html(f'<div class="crt-none"><p>{text(words)}</p><p class="crt-ways">{way}</p></div>')
    else:
        page = _page("disputes", context.slug, len(disputes))
        filed = papers(context.ledger, context.campaign)
        st.html(joined(_entry(context, number_, it, about(filed, number_)) for number_, it in disputes[page]))
    _open_by_number(context)


def shortened(words: str) -> str:
    """A text on a list, its lines as they were written; all of it stands where it is opened."""
    return words if len(words) <= LONGEST else words[: LONGEST - 1].rstrip() + "…"


def _waiting_words(waiting: int, settled: int) -> str:
    if not waiting:
        return (
            f"Nothing waits for a judgement; {number(settled)} settled." if settled else "Nothing is in question."
        )
    words = "1 dispute waits" if waiting == 1 else f"{number(waiting)} disputes wait"
    return f"{words} for a judgement, {number(settled)} settled." if settled else f"{words} for a judgement."


def _page(name: str, slug: str, many: int) -> slice:
    """The slice of many rows to show."""
    if many <= PAGE:
        return slice(0, many)
    pages = -(-many // PAGE)
    page = st.pagination(pages, key=f"court-page|{name}|{slug}")
    return slice((page - 1) * PAGE, page * PAGE)


def _entry(context: DisputeContext, number_: int, dispute: Dispute, filed: Sequence[DisputeRecord]) -> str:
    """One dispute of the list."""
    seen = visible(context.ledger.review.retellings_of(context.campaign, dispute.ruling), context.viewer)
    hidden = f"Only the {context.game.gm_in_short} may see what it says."
    says = people(cut(seen[0].headline, 200)) if seen else hidden
    kind = seen[0].kind.value if seen else "story"
    begun = when_words(filed[0].at) if filed else ""
    tried = sum(paper.tag == ADDED and bool(paper.data.get("alternative")) for paper in filed)
    brought = len(dispute.evidence) + sum(len(it.evidence) for it in dispute.remarks)
    notes = [
        _many(brought, "moment of evidence", "moments of evidence"),
        _many(sum(bool(it.text.strip()) for it in dispute.remarks), "remark", "remarks"),
        _many(tried, "alternative tried", "alternatives tried"),
    ]
    open_it = way_html(
        f"Moment {number(context.moment_of(dispute.ruling))}",
        "disputes",
        "crt-open",
        campaign=context.slug,
        ruling=dispute.ruling,
    )
    settled = _settled(context, dispute, filed) if dispute.standing is not DisputeStanding.OPEN else ""
    ways = way_html("The ruling in the replay", "replay", campaign=context.slug, at=dispute.position)
    if dispute.line is not None:
        ways += way_html("The line that replaced it", "replay", campaign=context.slug, at=dispute.line)
        ways += way_html("The line that was left", "replay", campaign=context.slug, at=dispute.line - 1)
    meta = " · ".join(words for words in notes if words)
    return (
        f'<article class="crt-case {dispute.standing.value}"><header><b class="crt-standing">'
        f"{dispute.standing.value}</b><h3>{open_it}</h3><span>dispute {number_}</span></header>"
        f'<p class="crt-about k-{kind}">{says}</p>'
        f"<blockquote>{people(shortened(dispute.text), 'p')}<footer>{people(context.called(dispute.person))}, "
        f"{text(begun)}{f' · {meta}' if meta else ''}</footer></blockquote>{settled}"
        f'<p class="crt-ways">{ways}</p></article>'
    )


def _many(count: int, one: str, more: str) -> str:
    return f"{number(count)} {one if count == 1 else more}" if count else ""


def _settled(context: DisputeContext, dispute: Dispute, filed: Sequence[DisputeRecord]) -> str:
    last = filed[-1] if filed else None
    who = people(context.called(last.by)) if last else ""
    when = f", {text(when_words(last.at))}" if last else ""
    reason = people(shortened(dispute.reason), "p") if dispute.reason.strip() else ""
    return (
        f'<div class="crt-outcome">{reason}<footer>{text(dispute.standing.value.capitalize())} by {who}{when}'
        "</footer></div>"
    )


def _open_by_number(context: DisputeContext) -> None:
    """Open any ruling by a moment of it."""

    def go() -> None:
        wanted = st.session_state.get(key)
        if isinstance(wanted, int):
            st.query_params["ruling"] = str(context.ledger.review.past(context.campaign).at(wanted).number)
            st.session_state[key] = None

    key = f"court-number|{context.slug}"
    st.number_input(
        "Open the ruling of a moment",
        min_value=1,
        max_value=context.campaign.head,
        step=1,
        value=None,
        key=key,
        on_change=go,
        width=260,
        placeholder="such as 87",
    )


# --- reversals ----------------------------------------------------------------------------------------


def reversals(context: DisputeContext) -> None:
    """Every time a line was left for another, the newest first."""
    found = context.ledger.review.reversals(context.campaign)[::-1]
    words = "Every time play left a line for another. Nothing of them is lost."
    st.html(f'<div class="crt-head"><h2>Reversals</h2><p>{text(words)}</p></div>')
    if not found:
        st.html('<div class="crt-none"><p>Nothing was ever taken back in this campaign.</p></div>')
        return
    lines = context.campaign.lines
    head = context.campaign.head
    for reversal in found[_page("reversals", context.slug, len(found))]:
        left, right = st.columns([5, 1.2], vertical_alignment="center")
        left.html(reversal_html(context, reversal))
        if lines.is_ancestor(reversal.left_at, head):
            right.html('<p class="quiet">That line is the current one again.</p>')
        elif context.viewer.is_gm:
            with right:
                _go_back(context, reversal)


def reversal_html(context: DisputeContext, it: Reversal) -> str:
    """One reversal: what, who, when, why, what it came to, and both lines."""
    title = FORMS[it.form]
    if it.ruling is not None:
        title += " " + way_html(
            f"moment {number(context.moment_of(it.ruling))}", "disputes", campaign=context.slug, ruling=it.ruling
        )
        alternative = html.said_alternative(it.alternative)
        title += f": {people(alternative)}" if alternative else ""
    reason = (
        people(shortened(it.reason), "p") if it.reason.strip() else '<p class="quiet">No reason was needed.</p>'
    )
    ways = joined(
        (
            way_html("The new line", "replay", campaign=context.slug, at=it.position),
            way_html("The line that was left", "replay", campaign=context.slug, at=it.left_at),
        )
    )
    return (
        f'<article class="crt-reversal {it.form.value}"><header><h3>{title}</h3><span>'
        f"{people(context.called(it.by))}, {text(when_words(it.at))}</span></header>{reason}"
        f"<p>{text(effect_words(it))}</p>"
        f'<p class="crt-ways">{ways}</p></article>'
    )


def effect_words(it: Reversal) -> str:
    """Say what a reversal came to, in numbers."""
    if it.tally is not None:
        return tally_words(it.tally)
    left = _many(it.left, "ruling left the line", "rulings left the line")
    regained = _many(it.regained, "ruling is on it again", "rulings are on it again")
    said = " and ".join(words for words in (left, regained) if words)
    return f"{said}." if said else "No ruling of play was touched."


def _go_back(context: DisputeContext, it: Reversal) -> None:
    key = f"court-back|{context.slug}|{it.position}"
    with st.popover("Go back to that line", width="stretch"):
        st.html(
            f'<p class="quiet">Play returns to moment {number(it.left_at)}, where that line ended. '
            "What was played since stays readable, on a line of its own.</p>"
        )
        st.text_input("Why", key=f"{key}|why")
        st.button("Go back", key=f"{key}|go", type="primary", on_click=_gone_back, args=(context, it, key))
        if trouble := st.session_state.get(f"{key}|trouble"):
            st.html(html.card_html("loss", "Not recorded", [trouble]))


def _gone_back(context: DisputeContext, it: Reversal, key: str) -> None:
    try:
        command = RedoRuling(to=it.left_at, reason=typed(f"{key}|why"))
    except ValueError:
        st.session_state[f"{key}|trouble"] = UNKEEPABLE
        return
    answer = context.record(command, key)
    if isinstance(answer, str):
        st.session_state[f"{key}|trouble"] = answer
        return
    st.session_state.pop(f"{key}|trouble", None)
    way = way_html("Look at it", "replay", campaign=context.slug, at=answer.records[-1].position)
    tell(
        context.slug,
        PageMessage("gain", "Play goes on from that line", (f"It ended at moment {it.left_at:,}.",), way),
    )
