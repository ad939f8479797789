"""The Table screen: record a ruling while the game is played.

On the left what is in order now, in the middle the form of one step with what it would come to, on the right
what was recorded last and room for a note. No game is known here: offers, schemas and wording say everything.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import streamlit as st

from dashboard.components import table_html as html
from dashboard.components.dice import waiting_html
from dashboard.components.enter import enter_presses
from dashboard.forms.desk import Ask, Desk, by_group, in_front
from dashboard.forms.faces import Draw, Faces, draw
from dashboard.forms.outcome import shifts, visible
from dashboard.forms.reading import Checked, check, read
from dashboard.forms.schema import form_of
from dashboard.forms.text import cut, plain, said_list, shown
from dashboard.forms.widgets import Sheet, settled_words
from dashboard.screens.beside import beside
from dashboard.screens.recording import DICE, TROUBLES, Desktop, dice_words, record, record_form
from domain.kernel.campaign.commands import ChangeHouseRules, FoundCampaign
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command
from domain.kernel.moment import AnyMoment
from domain.kernel.offers import Choice, Offer
from domain.kernel.people import Role
from domain.kernel.ruling import names_at
from domain.kernel.vocabulary import Vocabulary
from ledger.answers import Refused

if TYPE_CHECKING:
    from dashboard.wiring import Library

LinkTo = Callable[[int], None]
"""Draws a link to the replay at a position."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """Everything the page shows, as of one look at the ledger."""

    desktop: Desktop
    game: AnyGame
    moment: AnyMoment
    names: Mapping[str, str]
    seat: str
    offers: list[Offer]
    commands: Mapping[str, type[Command]]


def table_screen(library: "Library", slug: str, link: LinkTo | None = None) -> None:
    """Draw the Table screen of one campaign. `link` draws the way to the replay at a position."""
    desk: Desk = st.session_state.setdefault(f"desk|{slug}", Desk())
    try:
        moment = library.ledger.moment(slug)
        game = library.ledger.game(library.ledger.find(slug).game)
        left, middle, right = st.columns([5, 9, 5], gap="large")
        seat = _seat(left, moment)
        offers = library.ledger.offers(slug, seat)
    except TROUBLES as trouble:
        _away(library, slug, str(trouble))
        return
    names = names_at(game, moment)
    desktop = Desktop(library=library, slug=slug, desk=desk, viewer=moment.campaign.asker(seat), names=names)
    room = Room(
        desktop=desktop, game=game, moment=moment, names=names, seat=seat, offers=offers,
        commands=Vocabulary(game).commands,
    )  # fmt: skip
    ask, offer = in_front(offers, seat, desk.chosen, game.key)
    with left:
        _offers(room, ask)
    with middle:
        _middle(room, ask, offer, link)
    with right:
        beside(desktop, seat, moment.position)


def _seat(place: Any, moment: AnyMoment) -> str:
    """Who asks: one of the people at the table."""
    people = moment.campaign.people
    seats = sorted(people, key=lambda person: people[person].role is not Role.GM)
    told = {person: f"{people[person].name} (GM)" for person in seats if people[person].role is Role.GM}
    chosen: str = place.selectbox(
        "Who asks",
        seats,
        format_func=lambda person: cut(told.get(person) or people[person].name, 60),
        key="table-seat",
        help="Steps of somebody else are recorded in that person's name.",
        persist_state="session",
    )
    return chosen


def _offers(room: Room, ask: Ask | None) -> None:
    """What is in order now, the game's own steps first; forced steps need one press."""
    steps = [offer for offer in room.offers if offer.tag.startswith(f"{room.game.key}.")]
    others = [offer for offer in room.offers if offer not in steps]
    with st.container(key="table-steps", gap=None):
        if not steps:
            st.html('<p class="tbl-empty">The game asks nothing of this seat just now.</p>')
        _groups(room, steps, ask, shortcuts=True)
    folded = st.expander("The table, the map, the journal", expanded=not steps)
    with folded, st.container(key="table-others", gap=None):
        _groups(room, others, ask, shortcuts=False)
    with st.expander("Other commands"):
        _other(room)


def _groups(room: Room, offers: list[Offer], ask: Ask | None, *, shortcuts: bool) -> None:
    number = 0
    for group, listed in by_group(offers, room.game.key).items():
        st.html(f'<p class="tbl-over">{shown(group, 60)}</p>')
        for place, offer in enumerate(listed):
            number += 1
            _offer(room, offer, ask, f"{group}|{place}", str(number) if shortcuts and number <= 9 else None)


def _offer(room: Room, offer: Offer, front: Ask | None, place: str, shortcut: str | None) -> None:
    ask, desk = Ask.of(offer, room.seat), room.desktop.desk
    label = offer.label
    if ask.by != room.seat:
        label += f" ({room.names.get(ask.by, ask.by)})"
    command = _ready(room, offer)
    at_once = offer.forced and command is not None
    ticket = desk.ticket(ask)
    st.button(
        plain(label),
        key=f"offer|{place}|{ticket}",
        on_click=record if at_once else desk.open,
        args=(room.desktop, ask, command, ticket) if at_once else (ask,),
        type="secondary" if ask == front or at_once else "tertiary",
        icon=":material/bolt:" if at_once else None,
        help="Leaves nobody a choice: one press records it." if at_once else None,
        shortcut=shortcut,
        width="stretch",
    )


def _ready(room: Room, offer: Offer) -> Command | None:
    """The command of a step that leaves nothing to say and draws no dice."""
    if not offer.forced or offer.dice:
        return None
    form = form_of(offer.command, offer)
    if any(field.required for field in form.open_fields):
        return None
    checked = check(form, offer.command, read(form, lambda _place: None))
    if checked.command is None:
        return None
    try:
        ahead = room.desktop.preview(checked.command, offer.by or room.seat, ())
    except TROUBLES:
        return None
    return None if isinstance(ahead, Refused) else checked.command


def _other(room: Room) -> None:
    """Every command the game knows, whether or not it is in order now."""
    tags = [tag for tag, kind in room.commands.items() if kind is not FoundCampaign]
    words = {tag: form_of(room.commands[tag]).title for tag in tags}
    titled = {tag: f"{words[tag]} · {tag.partition('.')[0].replace('_', ' ')}" for tag in tags}

    def choose() -> None:
        tag = st.session_state.get("table-other")
        if tag in room.commands:
            room.desktop.desk.open(Ask(tag=tag, by=room.seat))

    st.selectbox(
        "Any command",
        tags,
        index=None,
        format_func=lambda tag: titled.get(tag, tag),
        key="table-other",
        on_change=choose,
        placeholder="Search",
        label_visibility="collapsed",
    )


def _middle(room: Room, ask: Ask | None, offer: Offer | None, link: LinkTo | None) -> None:
    desk = room.desktop.desk
    if desk.answer:
        st.html(html.answer_html(desk.answer))
        if link:
            link(desk.answer.last)
    kind = room.commands.get(ask.tag) if ask else None
    if ask is None or kind is None:
        if desk.trouble:
            st.html(html.refusal_html(desk.trouble, "Not recorded"))
        st.html('<p class="tbl-empty">Choose a step on the left.</p>')
        return
    known = offer or Offer(command=kind, label=form_of(kind).title, known=ask.settled())
    form = form_of(kind, known, suggestions=_known_ids(room), settings=_settings(room, kind))
    sheet = Sheet(form, desk.ticket(ask))
    by = f" In the name of {room.names.get(ask.by, ask.by)}." if ask.by != room.seat else ""
    st.html(f'<div class="tbl-head"><h2>{shown(form.title, 200)}</h2><p>{shown(form.help + by, 400)}</p></div>')
    if offer is None and desk.chosen and ask.known != "{}":
        st.html(html.waiting_html("The table has moved on: this step is no longer in order."))
    if settled := settled_words(form, room.names):
        st.html(html.settled_html(settled))
    with st.container(key="table-form"):
        sheet.draw()
        checked = check(form, kind, read(form, sheet.value_of))
        drawn, typed = _draw(room, ask, sheet, checked)
        sizes = drawn.sizes if drawn else known.dice
        if sizes:
            _dice(sheet, sizes, typed)
    _ahead(room, checked, drawn, typed)
    if desk.trouble:
        st.html(html.refusal_html(desk.trouble, "Not recorded"))
    _buttons(room, ask, kind, sheet, bool(sizes))


def _draw(room: Room, ask: Ask, sheet: Sheet, checked: Checked) -> tuple[Draw | None, Faces]:
    if checked.command is None:
        return None, Faces(())
    line, command = sheet.value_of(DICE), checked.command
    try:
        return draw(
            lambda faces: room.desktop.preview(command, ask.by, faces), line if isinstance(line, str) else ""
        )
    except TROUBLES as trouble:
        room.desktop.desk.trouble = room.desktop.desk.trouble or str(trouble)
        return None, Faces(())


def _dice(sheet: Sheet, sizes: tuple[int, ...], typed: Faces) -> None:
    """One line for the faces as they fell, and the dice filling up while it is typed."""
    line, table = st.columns([2, 3], vertical_alignment="bottom")
    line.text_input(
        "Dice", key=sheet.key(DICE), placeholder=" ".join(f"d{size}" for size in sizes), live="150ms",
        help="The faces in this order, such as 5 2 3. Leave it empty to roll here.", persist_state="session",
        autocomplete="off",
    )  # fmt: skip
    faces = typed.faces if not typed.problems else ()
    table.html(waiting_html(sizes, faces))
    if typed.problems:
        st.html(html.waiting_html(dice_words(sizes, typed.faces, typed.problems)))


def _ahead(room: Room, checked: Checked, drawn: Draw | None, typed: Faces) -> None:
    """What pressing Record would come to, in words."""
    if checked.command is None:
        if checked.missing:
            st.html(html.waiting_html(f"Still to fill in: {said_list(checked.missing)}."))
        for problem in checked.problems:
            st.html(html.refusal_html(problem.message.capitalize() + ".", problem.label))
        return
    if drawn is None or typed.problems:
        return
    if drawn.outcome is None:
        st.html(html.waiting_html("Type the dice as they fell, or roll them here."))
        return
    if isinstance(drawn.outcome, Refused):
        st.html(html.refusal_html(drawn.outcome.message))
        return
    viewer = room.desktop.viewer
    seen = visible(drawn.outcome.retellings, viewer)
    st.html(html.preview_html(seen, shifts(drawn.outcome.retellings, viewer), "This will be recorded"))


def _buttons(room: Room, ask: Ask, kind: type[Command], sheet: Sheet, dice: bool) -> None:
    args: tuple[Any, ...] = (room.desktop, ask, kind, sheet)
    with st.container(horizontal=True, gap="small"):
        with st.container(key="table-record", width="content"):
            st.button(
                "Record", key=f"record|{sheet.ticket}", on_click=record_form, args=args, kwargs={"rolled": False},
                type="primary", help="Enter in a line of the form does the same.",
            )  # fmt: skip
        if dice:
            st.button(
                "Roll here and record", key=f"roll|{sheet.ticket}", on_click=record_form, args=args,
                kwargs={"rolled": True}, icon=":material/casino:",
            )  # fmt: skip
    enter_presses("table-form", "table-record", sheet.ticket)


def _known_ids(room: Room) -> tuple[Choice, ...]:
    """Everything that has a name at this moment, to suggest where an id is asked for."""
    return tuple(Choice(known, name) for known, name in room.names.items())


def _settings(room: Room, kind: type[Command]) -> dict[str, Any]:
    return {"changes": room.moment.game.house_rules} if kind is ChangeHouseRules else {}


def _away(library: "Library", slug: str, message: str) -> None:
    """The ledger or the campaign cannot be read now; look again every other second."""
    st.html(html.refusal_html(message, "This table cannot be reached just now"))
    st.html('<p class="tbl-wait">What you typed is kept, and comes back with it.</p>')

    @st.fragment(run_every="2s")
    def look_again() -> None:
        try:
            library.ledger.head(slug)
        except TROUBLES:
            return
        st.rerun()

    look_again()
