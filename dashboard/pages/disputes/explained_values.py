"""Explanations of values before the court: of a ruling, of the line as played, of one that is tried."""

from collections.abc import Sequence

import streamlit as st

from dashboard.pages.disputes.bench import Bench
from dashboard.ui.explain_panel import asks_of, explain_aside
from dashboard.ui.open_ledger import guarded, remembered
from domain.kernel.sheet import Sheet
from ledger.whatif.verdicts import WhatIf
from projections.views.sheets import seen_by, sheets_of


@st.fragment
@guarded
def explained(bench: Bench, last: int, trial: WhatIf | None) -> None:
    """Mount the panel beside a ruling whose last record is `last`, and what is tried about it."""
    head = trial.head if trial else bench.campaign.head

    def sheets(at: int) -> Sequence[Sheet] | None:
        if trial is not None and at == asks_of(trial):
            return seen_by(bench.viewer, sheets_of(bench.game, trial.after))
        if at not in (head, last):
            return None
        return remembered().sheets(bench.campaign, at, bench.viewer)

    explain_aside(bench.library, bench.slug, bench.viewer, head, sheets, bench.names, trial)
