"""Take back and bring back at the Table: undo and redo, with who may and why not, in words."""

from dataclasses import dataclass

import streamlit as st
from pydantic import ValidationError

from dashboard.forms.desk import new_ticket
from dashboard.forms.outcome import visible
from dashboard.forms.text import cut, plain
from dashboard.ui.drawing import rulings as html
from dashboard.ui.recording import TROUBLES, Room, told
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
class Way:
    """One of the two ways: what it would do, and why it cannot be done, or that it needs a reason."""

    command: type[UndoRuling] | type[RedoRuling]
    label: str
    icon: str
    shortcut: str
    what: str
    """What is taken or brought back, in words; empty when there is nothing."""
    why_not: str = ""
    needs_reason: bool = False


def back(room: Room) -> None:
    """Both buttons. One that may not be pressed says why; one that needs a reason asks for it."""
    try:
        ways = [_undo(room), _redo(room)]
    except TROUBLES as trouble:
        st.html(html.refusal_html(str(trouble), "Nothing can be taken back just now"))
        return
    with st.container(key="table-back", gap="xsmall"):
        for way in ways:
            if way.what or way.why_not:
                _way(room, way)
    if refused := st.session_state.get(_key(room, "trouble")):
        st.html(html.refusal_html(str(refused), "Nothing was taken back"))


def _undo(room: Room) -> Way:
    latest = room.library.ledger.court.past(room.campaign).latest()
    what = _words(room, latest.number) if latest is not None and latest.before else ""
    return _judged(room, Way(UndoRuling, "Take back", ":material/undo:", "Alt+Z", what))


def _redo(room: Room) -> Way:
    past = room.library.ledger.court.past(room.campaign)
    end = past.undone()
    what = ""
    if end is not None:
        again = [it for it in past.moved(end) if not it.current]
        if again:
            more = f" and {len(again) - 1} more" if len(again) > 1 else ""
            what = _words(room, again[0].number) + more
    return _judged(room, Way(RedoRuling, "Bring back", ":material/redo:", "Alt+Y", what))


def _judged(room: Room, way: Way) -> Way:
    """The way with what the rules say of it, asked without a reason."""
    past = room.library.ledger.court.past(room.campaign)
    decision = decide(room.game, room.moment, way.command(), room.seat, TypedDice(()), past)
    if not isinstance(decision, Refusal):
        return way
    if decision.code in NOTHING or not way.what:
        return Way(way.command, way.label, way.icon, way.shortcut, "")
    if decision.code == NEEDS_REASON:
        return Way(way.command, way.label, way.icon, way.shortcut, way.what, needs_reason=True)
    why = refusal_in_words(room.game, room.moment, decision)
    return Way(way.command, way.label, way.icon, way.shortcut, way.what, why_not=why)


def _words(room: Room, ruling: int) -> str:
    seen = visible(room.library.ledger.court.retold(room.campaign, ruling), room.viewer)
    says = f": {cut(seen[0].headline, 70)}" if seen else ""
    found = room.library.ledger.court.past(room.campaign).ruling(ruling)
    return f"moment {found.last if found else room.moment.position}{says}"


def _way(room: Room, way: Way) -> None:
    ticket = st.session_state.setdefault(_key(room, way.label), new_ticket())
    label = plain(f"{way.label} {way.what}")
    if way.why_not:
        st.button(label, key=f"back|{ticket}", disabled=True, icon=way.icon, width="stretch")
        st.html(f'<p class="tbl-wait">{text(way.why_not)}</p>')
        return
    if not way.needs_reason:
        st.button(
            label, key=f"back|{ticket}", icon=way.icon, shortcut=way.shortcut, width="stretch", on_click=_go,
            args=(room, way, ticket), help="What was recorded stays readable, on a line of its own.",
        )  # fmt: skip
        return
    with st.popover(label, icon=way.icon, width="stretch"):
        st.html('<p class="tbl-wait">Dice fell, or somebody else made it: say why.</p>')
        st.text_input("Why", key=f"back|{ticket}|why", placeholder="It was misread")
        st.button(
            way.label, key=f"back|{ticket}", type="primary", on_click=_go, args=(room, way, ticket),
        )  # fmt: skip


def _go(room: Room, way: Way, ticket: str) -> None:
    """Record it. A second click finds the first one's answer under the same ticket."""
    why = str(st.session_state.get(f"back|{ticket}|why") or "")
    trouble = room.seated.changed()
    if trouble:
        st.session_state[_key(room, "trouble")] = trouble
        return
    try:
        submission = Submission(command=way.command(reason=why), by=room.seat, key=ticket, expect=room.seen)
        answer = room.library.ledger.rule(room.slug, submission)
    except ValidationError:
        trouble = "That reason holds characters that cannot be kept, or too many of them."
    except TROUBLES as gone:
        trouble = str(gone)
    else:
        if isinstance(answer, Refused):
            trouble = answer.message
        else:
            st.session_state.pop(_key(room, way.label), None)
            room.desk.open(None)
            room.desk.answer = told(answer, room.viewer)
    st.session_state[_key(room, "trouble")] = trouble


def _key(room: Room, what: str) -> str:
    return f"table-back|{room.slug}|{room.seat}|{what}"
