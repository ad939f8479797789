"""The form of one step, what it would come to, and the buttons that record it: the middle of the Table screen."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from dashboard.forms.drafts import DraftKey
from dashboard.forms.faces import Draw, ReadFaces, draw
from dashboard.forms.layout_command import LaidCommand
from dashboard.forms.layout_parts import narrowed, words_of
from dashboard.forms.outcome import shifts, visible
from dashboard.forms.table_state import Ask
from dashboard.forms.text import begun, plain, shown
from dashboard.forms.widgets import FormWidgets, settled_words
from dashboard.pages.table.enter_key import enter_presses
from dashboard.pages.table.flow import flows_html
from dashboard.pages.table.preparation import Front, left_over, other_ways, step_form
from dashboard.pages.table.press_bar import press_bar, say_enter
from dashboard.pages.table.typed_steps import say
from dashboard.ui.drawing import rulings as html
from dashboard.ui.header import script_of
from dashboard.ui.open_ledger import TROUBLES, trouble_words
from dashboard.ui.recording import DICE, TablePage, dice_words, held_by, held_now, record_form
from domain.kernel.campaign.house_rules import ChangeHouseRules
from domain.kernel.forms.layouts import Layout
from domain.kernel.messages import Command
from domain.kernel.offers import Choice, Offer, Weight
from domain.kernel.preparation.table_file import refers_at
from exchange.command_forms.fields import CommandForm, said_labels, said_list
from exchange.command_forms.reading import Checked
from exchange.command_forms.schema import form_of
from exchange.command_forms.verbs import verb_of
from exchange.documents.html.dice import waiting_html
from ledger.answers import Refused

REPLAY = script_of("replay")
FIRST_DICE = "Type the dice as they fell, or roll them here."
OPENS = "This shows what is still hidden. What that is can be read once it is recorded."


def says(page: TablePage) -> bool:
    """True if steps can be written in words: once there is play to write of."""
    return page.preparation is None or page.moment.campaign.session is not None


def step(page: TablePage, front: Front) -> None:
    """Draw what was just recorded, and the form of the step in front."""
    screen, ask, offer = page.screen, front.ask, front.offer
    if flows := flows_html(page.flows):
        st.html(flows)
        _follows(page)
    if says(page):
        say(page)
    if screen.answer:
        st.html(html.answer_html(screen.answer, screen.followed))
        place = {"campaign": page.slug, "at": str(screen.answer.last)}
        with st.container(horizontal=True, gap="small", key="table-after"):
            st.page_link(REPLAY, label="See it in the replay", query_params=place, icon=":material/replay:")
    if front.meanwhile is not None:
        left_over(page, front.meanwhile)
        return
    if front.step is not None and front.step.form is not None and ask is None:
        step_form(page, front.step, front.step.form, front.by or page.seat)
        return
    if front.step is not None:
        other_ways(page, front.step, ask)
    kind = page.commands.get(ask.tag) if ask else None
    if ask is None or kind is None:
        if screen.trouble:
            st.html(html.refusal_html(screen.trouble, "Not recorded"))
        st.html(f'<p class="tbl-empty">{shown(_idle_words(page, front.waiting))}</p>')
        return
    known = offer or Offer(command=kind, label=form_of(kind).title, known=ask.settled())
    refers = refers_at(page.game, page.moment, page.moment.campaign.asker(ask.by))
    form = form_of(
        kind,
        known,
        suggestions=_known_ids(page),
        settings=_settings(page, kind),
        refers=refers,
        terms=page.game.choices,
    )
    lay = next((it for it in page.game.layouts if it.command is kind), None)
    sheet = _sheet(page, ask, known, form, lay)
    by = f" In the name of {page.names.get(ask.by, ask.by)}." if ask.by != page.seat else ""
    settled = settled_words(form, page.names, words_of(lay.parts) if lay else {})
    of_play = offer is not None and front.step is None
    chosen = offer is not None and bool(settled) and lay is not None and not any(narrowed(lay.parts, offer))
    title = form.title if of_play or chosen or lay is None else lay.title or form.title
    st.html(f'<div class="tbl-head"><h2>{shown(title, 200)}</h2><p>{shown(form.help + by, 400)}</p></div>')
    if offer is None and ask.offered and ask.tag.startswith(f"{page.game.key}."):
        st.html(html.waiting_html("The table has moved on: this step is no longer in order."))
    if front.step is not None and front.step.warns:
        st.html(html.waiting_html(front.step.warns))
    if settled and not chosen:  # else the heading says it
        st.html(html.settled_html(settled))
    with st.container(key="table-form"):
        sheet.draw()
        checked = sheet.checked(kind)
        opens = checked.command is not None and page.opens(checked.command)
        drawn, typed = (None, ReadFaces(())) if opens else _draw(page, ask, sheet, checked)
        sizes = drawn.sizes if drawn else known.dice
        if sizes:
            _dice(sheet, drawn or Draw(sizes, None), typed)
    screen.keep_in_front(ask, held_by(sheet))
    screen.look_again(held_by(sheet))
    if opens:
        st.html(html.waiting_html(OPENS))
    else:
        _ahead(page, checked, drawn, typed, touched=_touched(sheet))
    press = lay.press if lay else verb_of(kind, offer)
    _buttons(page, ask, kind, sheet, bool(sizes), press, ends=known.weight is Weight.ENDING)


def _sheet(
    page: TablePage, ask: Ask, offer: Offer, form: CommandForm, lay: Layout | None
) -> FormWidgets | LaidCommand:
    """The form as it was laid by hand, else as its schema makes it."""
    ticket = page.screen.ticket(ask)
    if lay is None:
        return FormWidgets(form, ticket, page.names)
    refers = refers_at(page.game, page.moment, page.moment.campaign.asker(ask.by))
    return LaidCommand(lay, offer, ticket, refers, DraftKey.here(page.slug, ask.by, f"{ask.tag} {ask.known}"))


def _idle_words(page: TablePage, waiting: Sequence[str]) -> str:
    """A page without a form: for whom it is waited, and what can be done meanwhile, if there is anything."""
    steps = any(it.tag.startswith(f"{page.game.key}.") for it in page.offers)
    if not waiting:
        return f"Nobody is asked for anything here just now.{' Choose a step on the left.' if steps else ''}"
    return f"Waiting for {said_list(waiting)}.{' Meanwhile, any step on the left can be chosen.' if steps else ''}"


def _follows(page: TablePage) -> None:
    """Draw the switch for taking the steps that leave nobody a choice by themselves."""
    page.screen.follows = st.toggle(
        "Take the steps that leave nobody a choice",
        value=page.screen.follows,
        key=f"follows|{page.slug}",
        help="Each stays a ruling of its own. Dice are never drawn and nothing is spent without being asked.",
    )


def _draw(
    page: TablePage, ask: Ask, sheet: FormWidgets | LaidCommand, checked: Checked
) -> tuple[Draw | None, ReadFaces]:
    if checked.command is None:
        return None, ReadFaces(())
    line, command = sheet.value_of(DICE), checked.command
    try:
        return draw(lambda faces: page.preview(command, ask.by, faces), line if isinstance(line, str) else "")
    except TROUBLES as trouble:
        page.screen.trouble = page.screen.trouble or trouble_words(trouble)
        return None, ReadFaces(())


def _dice(sheet: FormWidgets | LaidCommand, drawn: Draw, typed: ReadFaces) -> None:
    """One line for the faces as they fell, and the dice filling up while it is typed."""
    faces = "−, + or, for a blank, 0: such as - 0 + +" if drawn.fudge else "in this order, such as 5 2 3"
    line, table = st.columns([2, 3], vertical_alignment="bottom")
    line.text_input(
        "Dice",
        key=sheet.key(DICE),
        placeholder="− 0 +" if drawn.fudge else " ".join(f"d{size}" for size in drawn.sizes),
        live="150ms",
        help=f"The faces {faces}. Leave it empty to roll here.",
        persist_state="session",
        autocomplete="off",
    )
    table.html(waiting_html(drawn.sizes, typed.faces[: typed.good], fudge=drawn.fudge))
    if typed.problems:
        st.html(html.waiting_html(dice_words(drawn, typed)))


def _touched(sheet: FormWidgets | LaidCommand) -> bool:
    """True if anything was filled in since the form was opened."""
    held = held_by(sheet)
    return bool(st.session_state.setdefault(sheet.key("as opened"), held) != held)


def _ahead(page: TablePage, checked: Checked, drawn: Draw | None, typed: ReadFaces, *, touched: bool) -> None:
    """Say what pressing its button would come to, in words. Of a form nobody has touched, a refusal is only
    advice.
    """
    if checked.command is None:
        if checked.missing and not page.screen.trouble:
            said = f"Still to fill in: {said_labels(checked.missing)}."
            st.html(html.waiting_html(said))
        for problem in checked.problems:
            st.html(html.refusal_html(begun(problem.message) + ".", problem.label))
        return
    if drawn is None or typed.problems:
        return
    if drawn.outcome is None:
        wanted = dice_words(drawn, typed) if typed.faces else FIRST_DICE
        st.html(html.waiting_html(wanted))
        return
    if isinstance(drawn.outcome, Refused):
        if not page.screen.trouble:  # which says the same
            words = html.refusal_html if touched else html.waiting_html
            st.html(words(drawn.outcome.message))
        return
    viewer = page.viewer
    seen = visible(drawn.outcome.retellings, viewer)
    st.html(html.preview_html(seen, shifts(drawn.outcome.retellings, viewer), "This will be recorded"))


def _buttons(
    page: TablePage,
    ask: Ask,
    kind: type[Command],
    sheet: FormWidgets | LaidCommand,
    dice: bool,
    press: str,
    *,
    ends: bool,
) -> None:
    args: tuple[Any, ...] = (page, ask, kind, sheet)
    with press_bar(page.screen.trouble, once_more=page.screen.once[0] == sheet.ticket):
        with st.container(key="table-record", width="content"):
            st.button(
                plain(press),
                key=f"record|{sheet.ticket}",
                on_click=record_form,
                args=args,
                kwargs={"rolled": False, "ends": ends},
                type="primary",
            )
        say_enter()
        if dice:
            st.button(
                plain(f"{press}, rolled here" if " " in press else f"{press} here"),
                key=f"roll|{sheet.ticket}",
                on_click=record_form,
                args=args,
                kwargs={"rolled": True, "ends": ends},
                icon=":material/casino:",
                shortcut="Alt+D",
            )
    enter_presses("table-form", "table-record", sheet.ticket)
    page.screen.remember(ask, sheet.ticket, held_now())


def _known_ids(page: TablePage) -> tuple[Choice, ...]:
    """Everything that has a name at this moment, to suggest where an id is asked for."""
    return tuple(Choice(known, name) for known, name in page.names.items())


def _settings(page: TablePage, kind: type[Command]) -> dict[str, Any]:
    return {"changes": page.moment.game.house_rules} if kind is ChangeHouseRules else {}
