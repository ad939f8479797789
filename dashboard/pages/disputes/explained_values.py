"""Explanations of values: of a ruling, of the line as played, of one that is tried."""

from collections.abc import Sequence

import streamlit as st

from dashboard.pages.disputes.dispute_context import DisputeContext
from dashboard.ui.explain_panel import asks_of, explain_aside
from dashboard.ui.open_ledger import guarded, remembered
from domain.kernel.sheet import Sheet
from ledger.whatif.verdicts import WhatIf
from projections.views.sheets import seen_by, sheets_of


@st.fragment
@guarded
def explained(context: DisputeContext, last: int, trial: WhatIf | None) -> None:
    """Mount the panel beside a ruling whose last record is `last`, and what is tried about it."""
    head = trial.head if trial else context.campaign.head

    def sheets(at: int) -> Sequence[Sheet] | None:
        if trial is not None and at == asks_of(trial):
            return seen_by(context.viewer, sheets_of(context.game, trial.after))
        if at not in (head, last):
            return None
        return remembered().sheets(context.campaign, at, context.viewer)

    explain_aside(context.library, context.slug, context.viewer, head, sheets, context.names, trial)
