"""A check of every record of a campaign, and of what is kept beside them, when somebody at the table asks."""

from dataclasses import dataclass

import streamlit as st

from dashboard.long_work import in_turn
from dashboard.pages.disputes.dispute_context import DisputeContext
from dashboard.ui.drawing.rulings import refusal_html
from dashboard.ui.open_ledger import guarded
from domain.kernel.people import Viewer
from exchange.documents.html.markup import joined, number, people
from ledger.care.verify import Verified, verify
from ledger.log.receipts import NotAReceipt, Receipt

_MOST_NAMED = 12
_STEPS = 50
"""The bar moves so often on its way."""


@dataclass(frozen=True, slots=True)
class _Checked:
    """A check that was made: what it found, of the rows beside the records too, and who asked for it."""

    found: Verified
    beside: tuple[str, ...]
    compared: bool
    viewer: Viewer
    head: int
    """The last record when it was made: after another one it says nothing any more."""


@st.fragment
@guarded
def check_here(context: DisputeContext) -> None:
    """Draw the button, the field for a receipt, and what the last check found."""
    key = f"check-{context.slug}"
    with st.container(key="disputes-check"):
        words = st.text_input(
            "A receipt that was kept elsewhere",
            key=f"check-receipt-{context.slug}",
            placeholder="231:5f2c9a01b3d4:07be1d9c66a2, or nothing",
            max_chars=200,
        )
        if st.button("Check every record", key=f"check-now-{context.slug}"):
            st.session_state.pop(key, None)
            try:
                expected = [Receipt.parse(words)] if words.strip() else []
            except NotAReceipt as error:
                st.html(refusal_html(str(error), "Nothing was checked"))
            else:
                with in_turn("Checking"):
                    st.session_state[key] = _checked(context, expected)
        checked: _Checked | None = st.session_state.get(key)
        if checked is not None and (checked.viewer, checked.head) == (context.viewer, context.campaign.head):
            st.html(_found_html(checked))


def _checked(context: DisputeContext, expected: list[Receipt]) -> _Checked:
    head = max(1, context.campaign.head)
    every = max(1, head // _STEPS)
    bar = st.progress(0.0, "Reading every record")

    def progress(position: int) -> None:
        if position % every == 0:
            bar.progress(min(1.0, position / head), "Reading every record")

    found = verify(context.ledger, context.slug, expect=expected, progress=progress)
    beside: tuple[str, ...] = ()
    if found.sound and not found.missing_game:
        bar.progress(1.0, "Comparing what is kept beside them")
        beside = tuple(context.library.views.problems(context.slug))
    bar.empty()
    return _Checked(found, beside, bool(expected), context.viewer, context.campaign.head)


def _found_html(checked: _Checked) -> str:
    found = checked.found
    faults = (*(it.text for it in found.problems), *checked.beside)
    if not faults:
        files = f" {number(len(found.files))} of its files are what they were." if found.files else ""
        agrees = " It is the campaign that the receipt is of." if checked.compared else ""
        lines = [
            f"It was sound when you asked: {number(found.records)} records in {number(found.rulings)} rulings "
            f"follow one another, and what is kept beside them agrees.{files}{agrees}",
            f"Receipt, to keep elsewhere: {found.receipt}",
        ]
        return f'<div role="status">{joined(people(line, "p") for line in lines)}</div>'
    told = faults[:_MOST_NAMED] if checked.viewer.is_gm else ("Whoever runs the game is told what is wrong.",)
    ways = f"On the computer that keeps it, campaign verify {found.campaign} says all, and campaign repair mends."
    lines = ["It is not sound.", *told, *([ways] if checked.viewer.is_gm else [])]
    return f'<div class="problem" role="alert">{joined(people(line, "p") for line in lines)}</div>'
