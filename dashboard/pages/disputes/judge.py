"""The judgement: adopt the new line, or let the ruling stand. The GM's, with a reason."""

import streamlit as st
from pydantic import ValidationError

from dashboard.pages.disputes import html as html
from dashboard.pages.disputes.case import Case
from dashboard.pages.disputes.dispute_context import UNKEEPABLE, DisputeContext, PageMessage, tell, typed
from dashboard.ui.drawing.links import way_html
from domain.kernel.history.alternatives import OtherHouseRules
from domain.kernel.journal.disputes import OverturnedCounts, UpholdRuling
from exchange.command_forms.fields import said_list
from ledger.answers import Ruled
from ledger.whatif.verdicts import WhatIf

NAMED = 4
"""Moments named of those that cannot stand; the list above has them all."""


def judgement(context: DisputeContext, case: Case, what_if: WhatIf | None, dispute: int | None) -> None:
    """Draw what the GM may now do about the ruling; for anybody else, whose it is."""
    if not context.viewer.is_gm:
        words = f"Only the {context.game.gm_in_short} adopts another line or lets the ruling stand."
        bring = (
            "Bring what you tried to the dispute above." if dispute else "Dispute it, and bring what you tried."
        )
        st.html(html.card_html("story", f"{context.gm} judges this", [words, bring]))
        return
    key = f"court-judge|{context.slug}|{case.ruling}"
    st.text_area(
        "Why",
        key=f"{key}|why",
        height=80,
        persist_state="session",
        placeholder="What the table agreed on, or what the rules say",
    )
    blocked = _blocked(context, what_if)
    with st.container(horizontal=True, gap="small", key="court-judge"):
        if what_if is not None:
            st.button(
                "Adopt the new line",
                key=f"{key}|adopt",
                type="primary",
                disabled=bool(blocked),
                on_click=_adopted,
                args=(context, case, what_if, dispute, key),
            )
        if dispute is not None:
            st.button(
                "Let the ruling stand",
                key=f"{key}|uphold",
                on_click=_upheld,
                args=(context, case, dispute, key),
                help="Settles the dispute: the ruling is upheld, and nothing changes.",
            )
    if blocked:
        st.html(f'<p class="quiet" role="status">{blocked}</p>')
    if trouble := st.session_state.get(f"{key}|trouble"):
        st.html(html.card_html("loss", "Not recorded", [trouble]))


def _blocked(context: DisputeContext, what_if: WhatIf | None) -> str:
    """The reason why the line cannot be adopted as it is, or nothing."""
    if what_if is None:
        return ""
    open_ones = what_if.unsettled
    own = next((it for it in open_ones if it.ruling == what_if.ruling), None)
    if own is not None:
        return "The ruling itself could not have been made so. Ask it otherwise."
    if open_ones:
        first = [f"{context.moment_of(it.ruling):,}" for it in open_ones[:NAMED]]
        more = [f"{len(open_ones) - NAMED} more"] if len(open_ones) > NAMED else []
        which = "Moment" if len(open_ones) == 1 else "Moments"
        return f"{which} {said_list([*first, *more])} cannot stand on this line: settle that first."
    if not what_if.differing and not isinstance(what_if.alternative, OtherHouseRules):
        return "Everything would come out as it is recorded, so there is nothing to adopt."
    return ""


def _adopted(context: DisputeContext, case: Case, what_if: WhatIf, dispute: int | None, key: str) -> None:
    try:
        command = what_if.as_command(typed(f"{key}|why"), dispute)
    except ValidationError:
        st.session_state[f"{key}|trouble"] = UNKEEPABLE
        return
    left_at = context.ledger.head(context.slug)
    answer = context.record(command, key)
    if isinstance(answer, str):
        st.session_state[f"{key}|trouble"] = answer
        return
    st.session_state.pop(f"{key}|trouble", None)
    _done(context, case, what_if, answer, left_at)


def _done(context: DisputeContext, case: Case, what_if: WhatIf, answer: Ruled, left_at: int) -> None:
    case.way = ""
    case.ask(None)
    st.session_state.pop(f"court-way|{context.slug}|{case.ruling}", None)
    first, last = answer.records[0].position, answer.records[-1].position
    told = PageMessage(
        "gain",
        f"Moment {context.moment_of(case.ruling):,} is overturned",
        (
            f"Play goes on from a new line: it begins at moment {first:,} and is at {last:,} now. "
            f"{tally_words(what_if.tally)}",
            f"The line it replaces ends at moment {first - 1:,} and stays readable, for ever.",
        ),
        " ".join(
            (
                way_html("Look at the new line", "replay", campaign=context.slug, at=last),
                way_html("Look at the line that was left", "replay", campaign=context.slug, at=left_at),
                way_html("All disputes", "disputes", campaign=context.slug),
            )
        ),
    )
    tell(context.slug, told)


def tally_words(tally: OverturnedCounts) -> str:
    """Say what became of the later rulings, in a sentence."""
    said = (
        (tally.unchanged, "as recorded"),
        (tally.changed, "otherwise"),
        (tally.kept, "kept against the rules"),
        (tally.amended, "asked otherwise"),
        (tally.struck, "struck"),
    )
    counted = [f"{many:,} {words}" for many, words in said if many]
    return f"Of what followed: {said_list(counted)}." if counted else "Nothing followed it."


def _upheld(context: DisputeContext, case: Case, dispute: int, key: str) -> None:
    try:
        command = UpholdRuling(dispute=dispute, reason=typed(f"{key}|why"))
    except ValidationError:
        st.session_state[f"{key}|trouble"] = UNKEEPABLE
        return
    answer = context.record(command, f"{key}|uphold")
    if isinstance(answer, str):
        st.session_state[f"{key}|trouble"] = answer
        return
    st.session_state.pop(f"{key}|trouble", None)
    back = way_html("All disputes", "disputes", campaign=context.slug)
    tell(
        context.slug,
        PageMessage(
            "gain", f"Moment {context.moment_of(case.ruling):,} stands", ("The dispute is settled.",), back
        ),
    )
