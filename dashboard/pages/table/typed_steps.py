"""Recording by typing: one line for a step, or notes of several, previewed as they are written."""

import streamlit as st

from dashboard.forms.faces import MISSING
from dashboard.forms.outcome import visible
from dashboard.forms.table_state import Answer, Ask
from dashboard.forms.text import plain
from dashboard.forms.tickets import new_ticket
from dashboard.pages.table.enter_key import enter_presses
from dashboard.ui.drawing import rulings as html
from dashboard.ui.open_ledger import TROUBLES, trouble_words
from dashboard.ui.recording import ONCE_MORE, TablePage, kept, told
from exchange.command_forms.fields import said_list
from exchange.summaries.matching import StepMatch, meanings, named_outright
from exchange.summaries.rehearsal import Rehearsal, UnplayableStatement, rehearse
from exchange.summaries.statements import statements_in
from ledger.answers import Expected, Refused, Ruled

LINE, NOTES = "line", "notes"
NEAR = 5
"""The most steps offered while a line is typed."""
HINT = "Say what happens: who, what they do, the faces as they fell"
EXAMPLE = """Odile: picks up dice "Hold the chain"
GM: joins
Odile: hammer helps "She rings it", voice, iron; 6 3 4
GM: wind, iron, grudge; 5 6 4"""


def say(page: TablePage) -> None:
    """The line, and what it would come to."""
    with st.container(key="table-say", gap="xsmall"):
        st.text_input(
            "Say what happens",
            key=_key(page, LINE),
            placeholder=HINT,
            live="250ms",
            autocomplete="off",
            label_visibility="collapsed",
            icon=":material/keyboard_command_key:",
        )
        with st.container(key="table-say-enter"):  # always there, so that Enter need not wait for the page
            st.button("Enter", key="said-enter", on_click=take_line, args=(page,))
        written = _written(page, LINE)
        if written.strip():
            _come(page, LINE, written, refused=_refused(page, LINE))
    enter_presses(
        "table-say", "table-say-enter", "always", reach="/", focus=False, answered=page.screen.lines_answered
    )
    _trouble(page, LINE)


def from_notes(page: TablePage) -> None:
    """The fold with the notes of several steps."""
    with st.expander("Several steps from notes"):
        st.text_area(
            "Notes",
            key=_key(page, NOTES),
            placeholder=EXAMPLE,
            height=150,
            label_visibility="collapsed",
            persist_state="session",
        )
        written = _written(page, NOTES)
        if written.strip():
            _come(page, NOTES, written, refused=_refused(page, NOTES))
        else:
            st.html(html.waiting_html("A line for each: who, with what, the faces as they fell, what was chosen."))
        _trouble(page, NOTES)


def _come(page: TablePage, kind: str, written: str, *, refused: bool) -> None:
    """Draw what it would be recorded as, with the button that does it; or where it sticks, unless that was
    `refused`: then the reason stands below.
    """
    try:
        come = rehearse(page.game, page.library.ledger.moment(page.slug), written, page.seat)
    except TROUBLES as trouble:
        st.html(html.refusal_html(trouble_words(trouble), "This cannot be looked at just now"))
        return
    if come.stuck is None and come.taken:
        heading = "Enter records this" if kind == LINE else f"These {len(come.taken)} rulings will be recorded"
        steps = ((taken.label, visible(taken.retellings, page.viewer)) for taken in come.taken)
        st.html(html.steps_html(heading, steps))
        with st.container(key=f"table-say-record{'' if kind == LINE else '-notes'}", width="content"):
            st.button(
                "Play this" if kind == LINE else "Play all of this",
                key=f"said|{_ticket(page, kind)}",
                on_click=record_said,
                args=(page, kind),
                type="primary",
            )
    elif come.stuck is not None:
        near = _near(page, written) if kind == LINE else []
        if (come.stuck.code or not near) and not refused:
            st.html(html.waiting_html(stuck_words(come.stuck, many=kind == NOTES)))
        if near:
            _choices(page, near)


def _near(page: TablePage, written: str) -> list[StepMatch]:
    """The steps the words so far may mean, likeliest first."""
    if (named := named_outright(page.offers, written, page.names, page.game.choices)) is not None:
        return [named]
    statements = statements_in(written)
    if len(statements) != 1:
        return []
    return meanings(page.offers, statements[0], page.names, page.game.choices)[:NEAR]


def _choices(page: TablePage, near: list[StepMatch]) -> None:
    """Steps to open in the form; Enter takes the first."""
    for number, meant in enumerate(near):
        with st.container(key=f"table-say-near-{number}"):
            st.button(
                plain(meant.offer.label),
                key=f"near|{number}|{_ticket(page, LINE)}",
                on_click=_open,
                args=(page, meant),
                type="secondary" if number == 0 else "tertiary",
                width="stretch",
            )


def _open(page: TablePage, meant: StepMatch) -> None:
    """Put a step in front with what the line says of it already in its form."""
    screen, ask = page.screen, Ask.of(meant.offer, page.seat)
    ticket = screen.ticket(ask)
    for place, value in meant.values.items():
        if value not in ("", None) and not isinstance(value, bool):
            st.session_state[f"{ticket}|{place}"] = value
    screen.open(ask)
    screen.said_trouble.pop(LINE, None)
    st.session_state[_key(page, LINE)] = ""


def take_line(page: TablePage) -> None:
    """Enter: record what the line says, or open the step it is half of, or say why neither can be.

    It is read here, whatever the page shows of it: Enter may come before the page has seen the last letters.
    """
    written = _written(page, LINE)
    if not written.strip():
        return
    page.screen.lines_answered += 1
    try:
        come = rehearse(page.game, page.library.ledger.moment(page.slug), written, page.seat)
    except TROUBLES:
        come = Rehearsal()  # what records it says what is the matter
    stuck = come.stuck
    dice = stuck is not None and stuck.code == MISSING  # which the form asks for, or rolls
    half = stuck is not None and (dice or not (stuck.code or stuck.several))
    near = _near(page, written) if half else []
    if near and (dice or near[0].command is None):
        _open(page, near[0])
    else:
        record_said(page, LINE)


def record_said(page: TablePage, kind: str) -> None:
    """Record what was written: all of it in one transaction, or nothing. Once, however often it is pressed."""
    screen, ticket = page.screen, _ticket(page, kind)
    if ticket in screen.done:
        return
    screen.said_trouble.pop(kind, None)
    if changed := page.seated.changed():
        return _not_recorded(page, kind, changed)
    ledger = page.library.ledger
    try:
        if ledger.index.positions_of(ledger.find(page.slug).id, {f"{ticket}:0"}):
            screen.done.add(ticket)
            return _not_recorded(page, kind, "That was recorded already; nothing was recorded now.")
        moment = ledger.moment(page.slug)
        come = rehearse(page.game, moment, _written(page, kind), page.seat)
        if come.stuck is not None or not come.taken:
            why = stuck_words(come.stuck, many=kind == NOTES) if come.stuck else "That says nothing."
            return _not_recorded(page, kind, why)
        if any(it.ends for it in come.taken) and not screen.asked_twice(ticket):
            return _not_recorded(page, kind, ONCE_MORE)
        answers = ledger.rule_all_or_none(
            page.slug,
            [it.submission(f"{ticket}:{n}") for n, it in enumerate(come.taken)],
            Expected(moment.position, moment.seal),
        )
    except TROUBLES as trouble:
        return _not_recorded(page, kind, kept(trouble))
    if isinstance(answers[-1], Refused):
        return _not_recorded(page, kind, f"Nothing was recorded. {answers[-1].message}")
    screen.done.add(ticket)
    screen.said[kind] = new_ticket()
    st.session_state[_key(page, kind)] = ""
    screen.open(None)
    screen.followed = []
    screen.answer = whole([told(answer, page.viewer) for answer in answers if isinstance(answer, Ruled)], come)


def _not_recorded(page: TablePage, kind: str, why: str) -> None:
    """Say so for as long as the same words stand there and nobody has recorded anything else."""
    page.screen.said_trouble[kind] = why, _stands(page, kind)


def _stands(page: TablePage, kind: str) -> object:
    return _written(page, kind), page.library.ledger.head(page.slug)


def whole(answers: list[Answer], come: Rehearsal) -> Answer:
    """Several rulings recorded together, as one answer."""
    typed = [answer.dice for answer, taken in zip(answers, come.taken, strict=True) if taken.faces]
    return Answer(
        ruling=answers[-1].ruling,
        first=answers[0].first,
        last=answers[-1].last,
        headlines=tuple(line for answer in answers for line in answer.headlines),
        dice=tuple(die for dice in typed for die in dice),
        rulings=len(answers),
    )


def stuck_words(stuck: UnplayableStatement, *, many: bool) -> str:
    """Say where it sticks and why, in a sentence or two."""
    where = f"Line {stuck.statement.line}, “{stuck.statement.text[:80]}”: " if many else ""
    near = f" In order now: {said_list(stuck.could_be)}." if stuck.could_be else ""
    why = stuck.why if stuck.why.endswith(".") else f"{stuck.why}."
    why = why if many else why[:1].upper() + why[1:]
    return f"{where}{why}{near}"


def _trouble(page: TablePage, kind: str) -> None:
    if _refused(page, kind):
        st.html(html.refusal_html(page.screen.said_trouble[kind][0], "Not recorded"))
    else:
        page.screen.said_trouble.pop(kind, None)


def _refused(page: TablePage, kind: str) -> bool:
    """True if what stands there was refused as it stands."""
    if kind not in page.screen.said_trouble:
        return False
    try:
        return page.screen.said_trouble[kind][1] == _stands(page, kind)
    except TROUBLES:
        return True


def _ticket(page: TablePage, kind: str) -> str:
    return page.screen.said.setdefault(kind, new_ticket())


def _key(page: TablePage, kind: str) -> str:
    """The field keeps its key, and with it the focus, from one ruling to the next."""
    return f"said-words|{page.slug}|{kind}"


def _written(page: TablePage, kind: str) -> str:
    written = st.session_state.get(_key(page, kind))
    return written if isinstance(written, str) else ""
