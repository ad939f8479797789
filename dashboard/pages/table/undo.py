"""Take back and bring back at the Table: undo and redo, with who may and why not, in words."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import streamlit as st
from pydantic import ValidationError

from dashboard.forms.outcome import visible
from dashboard.forms.text import cut, plain
from dashboard.forms.tickets import new_ticket
from dashboard.pages.table.refill import asked_then, refill, refill_step, together
from dashboard.ui.drawing import rulings as html
from dashboard.ui.open_ledger import TROUBLES, trouble_words
from dashboard.ui.recording import TablePage, told
from domain.kernel.campaign.rewinding import RedoRuling, UndoRuling
from domain.kernel.decisions import Refusal
from domain.kernel.dice import TypedDice
from domain.kernel.ruling import decide, refusal_in_words
from exchange.documents.html.markup import text
from ledger.answers import Refused, Submission

Reversing = UndoRuling | RedoRuling
NOTHING = frozenset({"nothing_to_undo", "nothing_to_redo"})
NEEDS_REASON = "reason_missing"


@dataclass(frozen=True, slots=True)
class UndoChoice:
    """One of the two ways: what it would do, and why it cannot be done, or that it needs a reason."""

    command: type[UndoRuling] | type[RedoRuling]
    label: str
    icon: str
    shortcut: str
    what: str
    """The step that is taken or brought back, in words; empty when there is nothing."""
    why_not: str = ""
    needs_reason: bool = False
    to: int | None = None
    """The position that play goes back to; None: before the last ruling."""

    def asked(self, reason: str = "") -> Reversing:
        """The command of it."""
        return self.command(to=self.to, reason=reason)


def back(page: TablePage) -> None:
    """Both buttons. One that may not be pressed says why; one that needs a reason asks for it."""
    try:
        ways = [_undo(page), _redo(page)]
    except TROUBLES as trouble:
        st.html(html.refusal_html(trouble_words(trouble), "Nothing can be taken back just now"))
        return
    with st.container(key="table-back", gap="xsmall"):
        for way in ways:
            if way.what or way.why_not:
                _way(page, way)
    if refused := st.session_state.get(_key(page, "trouble")):
        st.html(html.refusal_html(str(refused), "Nothing was taken back"))


def _undo(page: TablePage) -> UndoChoice:
    latest = page.library.ledger.review.past(page.campaign).latest()
    if latest is None or not latest.before:
        return _judged(page, UndoChoice(UndoRuling, "Take back", ":material/undo:", "Alt+Z", ""))
    step = together(page, latest)
    what = _words(page, step[0].number) + (f" and {len(step) - 1} more" if len(step) > 1 else "")
    to = step[0].before if len(step) > 1 else None
    return _judged(page, UndoChoice(UndoRuling, "Take back", ":material/undo:", "Alt+Z", what, to=to))


def _redo(page: TablePage) -> UndoChoice:
    past = page.library.ledger.review.past(page.campaign)
    end = past.undone()
    what = ""
    if end is not None:
        again = [it for it in past.moved(end) if not it.current]
        if again:
            more = f" and {len(again) - 1} more" if len(again) > 1 else ""
            what = _words(page, again[0].number) + more
    return _judged(page, UndoChoice(RedoRuling, "Bring back", ":material/redo:", "Alt+Y", what))


def _judged(page: TablePage, way: UndoChoice) -> UndoChoice:
    """The way with what the rules say of it, asked without a reason."""
    past = page.library.ledger.review.past(page.campaign)
    decision = decide(page.game, page.moment, way.asked(), page.seat, TypedDice(()), past)
    if not isinstance(decision, Refusal):
        return way
    if decision.code in NOTHING or not way.what:
        return replace(way, what="")
    if decision.code == NEEDS_REASON:
        return replace(way, needs_reason=True)
    why = refusal_in_words(page.game, page.moment, decision)
    return replace(way, why_not=why)


def _words(page: TablePage, ruling: int) -> str:
    seen = visible(page.library.ledger.review.retellings_of(page.campaign, ruling), page.viewer)
    says = f": {cut('; '.join(it.headline for it in seen), 90)}" if seen else ""
    found = page.library.ledger.review.past(page.campaign).ruling(ruling)
    return f"moment {found.last if found else page.moment.position}{says}"


def _way(page: TablePage, way: UndoChoice) -> None:
    ticket = st.session_state.setdefault(_key(page, way.label), new_ticket())
    label = plain(f"{way.label} {way.what}")
    if way.why_not:
        st.button(label, key=f"back|{ticket}", disabled=True, icon=way.icon, width="stretch")
        st.html(f'<p class="tbl-wait">{text(way.why_not)}</p>')
        return
    if not way.needs_reason:
        st.button(
            label,
            key=f"back|{ticket}",
            icon=way.icon,
            shortcut=way.shortcut,
            width="stretch",
            on_click=_go,
            args=(page, way, ticket),
            help="What was recorded stays readable, on a line of its own.",
        )
        return
    asks = (
        f"asks-{way.shortcut.replace('+', '-')}|{ticket}"  # by which a script knows it: a popover has no shortcut
    )
    with st.popover(label, icon=way.icon, width="stretch", key=asks, help=way.shortcut.replace("+", " + ")):
        st.html('<p class="tbl-wait">Dice fell, or somebody else made it: say why.</p>')
        st.text_input("Why", key=f"back|{ticket}|why", placeholder="It was misread", live="300ms")
        st.button(way.label, key=f"back|{ticket}", type="primary", on_click=_go, args=(page, way, ticket))


def _go(page: TablePage, way: UndoChoice, ticket: str) -> None:
    """Record it. A second click finds the first one's answer under the same ticket."""
    why = str(st.session_state.get(f"back|{ticket}|why") or "")
    trouble = page.seated.changed()
    if trouble:
        st.session_state[_key(page, "trouble")] = trouble
        return
    try:
        again = _to_ask_again(page, way)
        submission = Submission(command=way.asked(why), by=page.seat, key=ticket, expect=page.seen)
        answer = page.library.ledger.rule(page.slug, submission)
    except ValidationError:
        trouble = "That reason holds characters that cannot be kept, or too many of them."
    except TROUBLES as gone:
        trouble = trouble_words(gone)
    else:
        if isinstance(answer, Refused):
            trouble = answer.message
        else:
            st.session_state.pop(_key(page, way.label), None)
            page.screen.open(None)
            page.screen.answer = told(answer, page.viewer)
            if again is not None:
                again()
    st.session_state[_key(page, "trouble")] = trouble


def _to_ask_again(page: TablePage, way: UndoChoice) -> Callable[[], None] | None:
    """Puts what is taken back into its form again, as it was asked; None where something is brought back."""
    latest = page.library.ledger.review.past(page.campaign).latest()
    if way.command is not UndoRuling or latest is None:
        return None
    if way.to is not None:
        return lambda: refill_step(page, latest)
    asked, by, faces = asked_then(page, latest)
    return lambda: refill(page, page.library.ledger.open(page.slug), asked, by, faces)


def _key(page: TablePage, what: str) -> str:
    return f"table-back|{page.slug}|{page.seat}|{what}"
