"""The proofs of a campaign: sealed sessions with their receipts, removals of words, and how both are checked."""

from collections.abc import Sequence

import streamlit as st

from dashboard.pages.disputes.dispute_context import DisputeContext
from dashboard.ui.drawing.links import way_html
from exchange.documents.html.markup import joined, number, text
from ledger.log.receipts import SealedSession


def authenticity(context: DisputeContext) -> None:
    """List what was sealed and what was removed, and say by which command anybody checks it."""
    words = "Sealed sessions, removals, and how they are checked."
    st.html(f'<div class="crt-head"><h2>Is this campaign genuine?</h2><p>{text(words)}</p></div>')
    sealed = context.campaign.sealed_sessions()
    rows = joined(_session(context, it) for it in sealed)
    listed = f"<ul>{rows}</ul>" if sealed else "<p>No session is sealed yet: closing one seals it.</p>"
    st.html(f'<article class="crt-reversal">{listed}{_removals(context)}{_check(sealed)}</article>')


def _session(context: DisputeContext, it: SealedSession) -> str:
    way = way_html("See its end in the replay", "replay", campaign=context.slug, at=it.receipt.position)
    changed = "" if it.changed_at is None else f" Play was changed after that, at moment {number(it.changed_at)}."
    return (
        f"<li>Session {number(it.session)} is sealed: receipt <code>{text(str(it.receipt))}</code>.{changed} "
        f'<span class="crt-ways">{way}</span></li>'
    )


def _removals(context: DisputeContext) -> str:
    at = context.campaign.removed_at
    if not at:
        return "<p>No words were ever removed from it.</p>"
    way = way_html("See the removal in the replay", "replay", campaign=context.slug, at=at)
    return f'<p>Words were removed from it, last at moment {number(at)}.</p><p class="crt-ways">{way}</p>'


def _check(sealed: Sequence[SealedSession]) -> str:
    expected = ""
    if sealed:
        expected = (
            " With <code>--expect</code> it holds a campaign against a receipt that somebody kept elsewhere."
        )
    return (
        "<p>On the computer that keeps it, <code>campaign verify</code> reads every record of every campaign."
        f"{expected}</p>"
    )
