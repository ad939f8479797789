"""Set the table: what a campaign still needs before its next scene, and the form of one of its steps."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import streamlit as st
from pydantic import ValidationError

from dashboard.forms.drafts import DRAFTS, RECORDED, DraftKey
from dashboard.forms.layout_form import LaidForm
from dashboard.forms.table_state import Answer, Ask, Begun
from dashboard.forms.text import begun, cut, plain, shown
from dashboard.forms.tickets import key_of
from dashboard.pages.table.enter_key import enter_presses
from dashboard.pages.table.press_bar import press_bar, say_enter
from dashboard.ui.drawing import rulings as html
from dashboard.ui.open_ledger import TROUBLES, removed_since
from dashboard.ui.recording import TablePage, held_now, kept, told
from domain.kernel.forms.filling import BLANK, Fault
from domain.kernel.forms.layouts import Batch, FormProblem
from domain.kernel.offers import Offer
from domain.kernel.people import Asker
from domain.kernel.preparation.next_step import preparation_of
from domain.kernel.preparation.steps import Preparation, Step, StepStatus
from domain.kernel.preparation.table_file import refers_at, requests_of
from domain.kernel.wording.faults import first_problem
from exchange.command_forms.fields import said_list
from ledger.answers import Refused, Ruled, Submission

ICONS = {
    StepStatus.DONE: ":material/check_circle:",
    StepStatus.DUE: ":material/radio_button_unchecked:",
    StepStatus.OPTIONAL: ":material/add_circle:",
    StepStatus.BLOCKED: ":material/lock:",
}
STEP = "?step"
"""Under which it is kept with a recorded form which step it belongs to. No field has a place like it."""
MEANWHILE = "This step was taken meanwhile"
MOST_FAULTS = 6
"""The most faults of a form that are said at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """The front of the table: a command's form, or a step of the preparation, or for whom it is waited."""

    ask: Ask | None = None
    offer: Offer | None = None
    step: Step | None = None
    by: str | None = None
    """In whose name the step is asked for."""
    waiting: tuple[str, ...] = ()
    meanwhile: Begun | None = None
    """A step that was begun here and is no longer to be taken: what was written into it is shown."""


def front_of(page: TablePage, step: Step) -> Front:
    """A step of the preparation in front, for whoever of its people this seat acts for."""
    gm = page.moment.campaign.gm
    whose = sorted(step.whose) or ([gm] if gm is not None else [])
    acts = [person for person in whose if person == page.seat or person in page.hands]
    if not acts:
        names = said_list([page.names.get(person, person) for person in whose])
        return Front(step=None, waiting=(f"{names}: {step.label[:1].lower()}{step.label[1:]}",))
    by = page.seat if page.seat in acts else acts[0]
    if step.form is not None:
        return Front(step=step, by=by)
    if not step.asks:
        return Front(waiting=step.missing)
    offer = step.asks[0]
    ask = Ask.of(offer, by)
    return Front(ask=ask, offer=offer, step=step, by=by)


def front_of_ask(page: TablePage, ask: Ask, offer: Offer | None) -> Front:
    """A form that somebody chose: with its offer, be it this seat's own or one that a step asks of another."""
    preparation = page.preparation
    for step in preparation.steps if preparation is not None else ():
        for asked in step.asks:
            if Ask.of(asked, ask.by) == ask:
                return Front(ask=ask, offer=offer or asked, step=step, by=ask.by)
    if offer is None and preparation is not None and preparation.begins is not None and preparation.ready:
        begins = preparation.begins
        offer = begins if Ask.of(begins, ask.by) == ask else None
    return Front(ask=ask, offer=offer)


def begun_front(page: TablePage, begun: Begun) -> Front:
    """A step whose form is being filled in, as long as it can be taken; else what was written into it."""
    preparation = page.preparation
    step = preparation.step(begun.step) if preparation is not None else None
    if (
        preparation is None
        or step is None
        or step.form is None
        or preparation.standing(step) is StepStatus.BLOCKED
    ):
        return Front(meanwhile=begun)
    return Front(step=step, by=begun.by)


def left_over(page: TablePage, begun: Begun) -> None:
    """Draw the text written into a step that somebody else has taken meanwhile: to copy, or to throw away."""
    key = DraftKey.here(page.slug, begun.by, begun.step)
    st.html(html.refusal_html(f"What you had written for “{begun.label}” stands here.", MEANWHILE))
    words = "\n".join(str(it) for it in DRAFTS.of(key).values() if isinstance(it, str) and it.strip())
    if words:
        st.code(words, language=None, wrap_lines=True)
    st.button("Throw it away", key=f"prep-left|{page.slug}", on_click=_throw_away, args=(page, key))


def _throw_away(page: TablePage, key: DraftKey) -> None:
    DRAFTS.forget(key)
    page.screen.open(None)


def other_ways(page: TablePage, step: Step, front: Ask | None) -> None:
    """The other commands that take a step further, each a press away."""
    if len(step.asks) < 2:
        return
    with st.container(horizontal=True, gap="small", key="prep-ways"):
        for number, offer in enumerate(step.asks):
            ask = Ask.of(offer, front.by if front is not None else page.seat)
            chosen = front is not None and front.tag == ask.tag and front.known == ask.known
            st.button(
                plain(offer.label),
                key=f"prep-way|{page.slug}|{step.key}|{number}",
                on_click=page.screen.open,
                args=(ask,),
                type="secondary" if chosen else "tertiary",
            )


def preparation_list(page: TablePage, preparation: Preparation, front: Step | None) -> None:
    """The steps in their order; those of several people stand under one heading that says how many are done."""
    st.html(f'<p class="tbl-over">{shown(preparation.title)}</p>')
    headed = ""
    with st.container(key="table-preparation", gap=None):
        for step in preparation.steps:
            if step.under and step.under != headed:
                alike = [it for it in preparation.steps if it.under == step.under and it.need is not None]
                done = sum(preparation.standing(it) is StepStatus.DONE for it in alike)
                count = f" {done} of {len(alike)}" if alike else ""
                st.html(f'<p class="prep-under">{shown(step.under)}<small>{count}</small></p>')
            headed = step.under
            _line(page, preparation, step, chosen=front is not None and front.key == step.key)


def _line(page: TablePage, preparation: Preparation, step: Step, *, chosen: bool) -> None:
    standing = preparation.standing(step)
    st.button(
        plain(f"{step.label}{_whose(page, step, step.label)}{_count(step)}"),
        key=f"prep|{page.slug}|{step.key}",
        icon=ICONS[standing],
        type="secondary" if chosen else "tertiary",
        disabled=standing is StepStatus.BLOCKED,
        help=plain(_why(preparation, step, standing), 300) or None,
        on_click=page.screen.prepare,
        args=(step.key,),
        width="stretch",
    )


def _whose(page: TablePage, step: Step, said: str) -> str:
    """The names of those whose turn a step is, without those that stand in what is said about it already."""
    names = [page.names.get(it, it) for it in sorted(step.whose) if it != page.seat]
    others = [it for it in names if it not in said]
    return f" · {cut(said_list(others), 40)}" if others else ""


def _count(step: Step) -> str:
    if step.need is None:
        return f" · {step.have}" if step.have else ""
    if step.have > step.need:
        return f" · {step.have}"
    return f" · {step.have} of {step.need}" if step.need > 1 else ""


def _why(preparation: Preparation, step: Step, standing: StepStatus) -> str:
    if standing is StepStatus.BLOCKED:
        first = [it.label for it in preparation.steps if it.key in step.after]
        return f"{step.why} First: {said_list(first)}.".strip()
    missing = f" Still missing: {said_list(step.missing)}." if step.missing else ""
    return f"{step.why}{missing}".strip()


def step_head(page: TablePage, step: Step, title: str, help_: str) -> None:
    """The heading of a step's form: what it is, what it is for, and what is missing."""
    by = _whose(page, step, title)
    said = help_ or step.why
    missing = f" Still missing: {said_list(step.missing)}." if step.missing and step.have else ""
    st.html(
        f'<div class="tbl-head"><h2>{shown(title + by, 200)}</h2><p>{shown(begun(said) + missing, 400)}</p></div>'
    )


def step_form(page: TablePage, step: Step, form: Batch, by: str) -> None:
    """The form of a step that comes to several commands, and the button that records them in one transaction."""
    screen = page.screen
    asker = page.moment.campaign.asker(by)
    ticket = screen.step_ticket(step.key, by)
    initial = form.initial(page.moment, asker, step.subject) if form.initial is not None else None
    laid = LaidForm(
        form.parts,
        ticket,
        refers_at(page.game, page.moment, asker),
        DraftKey.here(page.slug, by, step.key),
        initial,
    )
    step_head(page, step, form.title or step.label, form.help)
    with st.container(key="table-form"):
        laid.draw()
        if form.says is not None:
            _says(form, page, step, asker, laid)
    _begun(page, step, by, laid)
    with press_bar(screen.trouble):
        with st.container(key="table-record", width="content"):
            st.button(
                plain(form.press),
                key=f"record|{ticket}",
                type="primary",
                on_click=record_step,
                args=(page, step, form, laid, by),
            )
        say_enter()
    enter_presses("table-form", "table-record", ticket)
    screen.remember(Begun(step.key, step.label, by, step.have, step.missing), ticket, held_now())


def _says(form: Batch, page: TablePage, step: Step, asker: Asker, laid: LaidForm) -> None:
    """Say what the answers come to so far, or why they come to nothing."""
    assert form.says is not None
    try:
        said = form.says(page.moment, asker, step.subject, laid.read().answers)
    except FormProblem as wrong:
        st.html(f'<p class="problem">{shown(str(wrong), 400)}</p>')
        return
    if said:
        st.html(f'<p class="form-says" role="status">{shown(said, 400)}</p>')


def _begun(page: TablePage, step: Step, by: str, laid: LaidForm) -> None:
    """Keep a form in front that somebody has begun to fill in, and say when its step was taken meanwhile."""
    screen, held = page.screen, repr(laid.raw())
    opened = screen.opened.setdefault(laid.ticket, held)
    if screen.begun is None and (opened != held or laid.has_draft):
        screen.begun = Begun(step.key, step.label, by, step.have, step.missing)
    begun = screen.begun
    if begun is not None and begun.step == step.key and (begun.have, begun.missing) != (step.have, step.missing):
        st.html(html.refusal_html("What you have written is still here. Recording it now adds to it.", MEANWHILE))


def record_step(page: TablePage, step: Step, form: Batch, laid: LaidForm, by: str) -> None:
    """Record everything a step's form comes to, in one transaction or not at all. Once, however often pressed."""
    screen = page.screen
    if laid.ticket in screen.done:
        return
    if changed := page.seated.changed():
        screen.leave(f"Nothing was recorded. {changed}")
        return
    if removed := removed_since(page.campaign):
        screen.trouble = f"Nothing was recorded. {removed}"
        return
    filled = laid.read()
    if filled.faults:
        screen.trouble = said_faults(filled.faults)
        return
    try:
        moment = page.library.ledger.moment(page.slug)  # others may have recorded since this was drawn
        asker = moment.campaign.asker(by)
        requests = list(requests_of(form, moment, asker, step.subject, filled.answers))
    except TROUBLES as trouble:
        screen.trouble = kept(trouble)
        return
    except FormProblem as wrong:
        screen.trouble = f"Nothing was recorded. {wrong}"
        return
    except ValidationError as wrong:
        screen.trouble = f"Nothing was recorded. {first_problem(wrong)}"
        return
    if not requests:
        screen.trouble = "Nothing was recorded: nothing is filled in yet."
        return
    key = key_of(laid.ticket, *(it.command for it in requests))
    submissions = [
        Submission(command=it.command, by=it.by or by, faces=None, key=f"{key}:{number}")
        for number, it in enumerate(requests)
    ]
    try:
        answers = page.library.ledger.rule_all_or_none(page.slug, submissions)
    except TROUBLES as trouble:
        screen.trouble = kept(trouble)
        return
    last = answers[-1]
    if isinstance(last, Refused):
        screen.trouble = f"Nothing was recorded. {last.message}"
        return
    held = DRAFTS.of(DraftKey.here(page.slug, by, step.key))
    RECORDED.keep(DraftKey(page.slug, by, key), {STEP: step.key, **held}, page.campaign.removed_at)
    laid.forget()
    if form.keeps and _goes_on(page, step):
        DRAFTS.keep(DraftKey.here(page.slug, by, step.key), held, page.campaign.removed_at)
    stored = [it for it in answers if isinstance(it, Ruled)]
    screen.settle(Ask(tag=f"step:{step.key}", by=by), laid.ticket, _told(page, stored))


def _goes_on(page: TablePage, step: Step) -> bool:
    """True while a step that has just been recorded lacks something, such as somebody else's word."""
    preparation = preparation_of(page.game, page.library.ledger.moment(page.slug))
    again = preparation.step(step.key) if preparation is not None else None
    return again is not None and again.need is not None and again.have < again.need


def said_faults(faults: Sequence[Fault]) -> str:
    """Say all faults of a form, as far as it can be read; what one row still lacks is counted, once."""
    each = list(_by_row(faults))
    said = [begun(it) for it in each[:MOST_FAULTS]]
    more = len(each) - len(said)
    rest = f" And {more} more." if more > 0 else ""
    return f"Nothing was recorded. {' '.join(said)}{rest}"


def _by_row(faults: Sequence[Fault]) -> Iterator[str]:
    """Each fault as a sentence; several that a row lacks are one: "Mara: 3 answers are still to fill in"."""
    for (row, blank), together in groupby(faults, lambda it: (it.path.rpartition(".")[0], it.problem == BLANK)):
        alike = list(together)
        shared = alike[0].where.rpartition(", ")[0]
        if row and blank and shared and len(alike) > 1 and all(it.where.startswith(f"{shared}, ") for it in alike):
            yield f"{shared}: {len(alike)} answers are {BLANK}"
        else:
            yield from map(str, alike)


def _told(page: TablePage, answers: Sequence[Ruled]) -> Answer:
    """All rulings of a step as one answer on the screen."""
    each = [told(answer, page.viewer) for answer in answers]
    first, last = each[0], each[-1]
    return Answer(
        ruling=last.ruling,
        first=first.first,
        last=last.last,
        headlines=tuple(line for one in each for line in one.headlines),
        dice=tuple(die for one in each for die in one.dice),
        rolled=any(one.rolled for one in each),
        repeated=last.repeated,
        rulings=len(each),
    )
