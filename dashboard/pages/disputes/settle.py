"""Consequences: every later ruling decided once more, and what somebody says of those that cannot stand."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from dashboard.forms.faces import read_faces
from dashboard.forms.text import begun
from dashboard.pages.disputes import html as html
from dashboard.pages.disputes.alternative import amended, amending_sheet
from dashboard.pages.disputes.case import Case
from dashboard.pages.disputes.dispute_context import DisputeContext
from dashboard.pages.disputes.visible_verdicts import AT_FIRST, GROUPS, Grouped, fork_data, verdict_data
from dashboard.ui import browser_components
from domain.kernel.facts import SceneClosed, SessionClosed
from domain.kernel.history.alternatives import Amend, Keep, MoreDice, Settling, Strike
from domain.kernel.vocabulary import Vocabulary
from ledger.roller import Roller
from ledger.whatif.verdicts import Verdict, WhatIf

MORE = 40
_AT_ONCE: Mapping[str, tuple[type[Keep] | type[Strike], str]] = {
    "keep": (Keep, "Keep moment {}"),
    "strike": (Strike, "Strike moment {}"),
}


def verdicts_key(context: DisputeContext, case: Case) -> str:
    """The key of the list of verdicts."""
    return f"court-verdicts|{context.slug}|{context.viewer.person}|{case.ruling}"


def apply_choice(context: DisputeContext, case: Case) -> None:
    """Take in what was clicked in the list. It comes from a browser, so all of it is checked."""
    said = browser_components.said(verdicts_key(context, case), "act")
    heard, how, ruling = said.get("n"), said.get("how"), said.get("ruling")
    if not isinstance(heard, int) or not isinstance(how, str) or heard == case.heard:
        return
    case.heard = heard
    group = said.get("group")
    if how == "more" and isinstance(group, str) and group in GROUPS:
        case.shown[group] = case.shown.get(group, AT_FIRST) + MORE
    if not isinstance(ruling, int) or isinstance(ruling, bool) or not _is_later(context, case, ruling):
        return
    if how == "look":
        case.looked_at = ruling
    elif context.viewer.is_gm and how in _AT_ONCE:
        kind, words = _AT_ONCE[how]
        case.settle(ruling, kind(), words.format(context.moment_of(ruling)))
    elif context.viewer.is_gm and how == "unsettle":
        case.settle(ruling, None, f"Take back what was said of moment {context.moment_of(ruling)}")
    elif context.viewer.is_gm and how in ("amend", "dice"):
        case.settling, case.openings = ruling, case.openings + 1


def _is_later(context: DisputeContext, case: Case, ruling: int) -> bool:
    answer = case.examined(context.ledger, context.campaign)
    return isinstance(answer, WhatIf) and any(it.ruling == ruling != case.ruling for it in answer.verdicts)


def follows(context: DisputeContext, case: Case, what_if: WhatIf) -> None:
    """The two lines as a picture, how many rulings stand how, and the list of those that differ."""
    grouped = Grouped.of(what_if)
    groups = grouped.groups
    st.html(
        html.figures_html(
            [
                (len(groups["open"]), "cannot stand", "loss"),
                (len(groups["changed"]), "come out otherwise", "story"),
                (len(groups["settled"]), "settled", "gain"),
                (grouped.unchanged, "as recorded", "plain"),
            ]
        )
    )
    if grouped.unchanged or any(groups.values()):
        browser_components.mount(
            "fork", key=f"court-fork|{context.slug}|{case.ruling}", data=fork_data(what_if, context.moment_of)
        )
    if groups["open"] and not context.viewer.is_gm:
        words = f"What becomes of them is for {context.gm} to say. On the way shown here they are left out."
        st.html(html.card_html("story", f"{context.gm} settles these", [words]))
    if context.viewer.is_gm:
        _in_bulk(context, case, what_if, bool(groups["open"]))
        if case.settling is not None:
            _settling(context, case, what_if)
    data = verdict_data(
        context.slug, grouped, case, context.viewer, context.names, _scenes(context, grouped), context.moment_of
    )
    key = verdicts_key(context, case)
    browser_components.mount("verdicts", key=key, data=data, **browser_components.answers("act"))


def _scenes(context: DisputeContext, grouped: Grouped) -> dict[int, str]:
    """The title of the scene each differing ruling was made in, by its position."""
    marks = context.library.views.marks(context.campaign, viewer=context.viewer)
    found = {}
    for verdict in (it for verdicts in grouped.groups.values() for it in verdicts):
        before = [mark for mark in marks if mark.position <= verdict.position]
        found[verdict.position] = before[-1].title if before else ""
    return found


# --- many at once ----------------------------------------------------------------------------------------


def _in_bulk(context: DisputeContext, case: Case, what_if: WhatIf, open_ones: bool) -> None:
    key = f"court-bulk|{context.slug}|{case.ruling}"
    args: tuple[Any, ...] = (context.ledger, context.slug)
    with st.container(horizontal=True, gap="small", key="court-bulk"):
        if open_ones:
            st.button(
                "Strike all that cannot stand",
                key=f"{key}|strike",
                on_click=case.strike_all,
                args=args,
                shortcut="Alt+S",
                help="Those rulings are not made on the new line; whatever then cannot stand is struck as well.",
            )
            st.button(
                "Keep all that can follow",
                key=f"{key}|keep",
                on_click=case.keep_all,
                args=args,
                help="They stay as they were recorded, whatever the rules now say of them.",
            )
        scene = _rest_of_scene(context, case, what_if)
        if scene and (open_ones or not case.settlements):
            words = "Strike the rest of its scene"
            st.button(
                words,
                key=f"{key}|scene",
                on_click=case.strike_with,
                args=(*args, scene, words),
                help="Everything that was ruled in this scene after it, and whatever then cannot stand.",
            )
        if case.choices:
            last = case.choices[-1].words
            st.button(
                "Take back the last choice",
                key=f"{key}|back",
                type="tertiary",
                on_click=case.take_back,
                icon=":material/undo:",
                help=f"“{last}” is taken back.",
                shortcut="Alt+Z",
            )
        if case.settlements:
            st.button("Settle nothing", key=f"{key}|over", type="tertiary", on_click=case.start_over)


def _rest_of_scene(context: DisputeContext, case: Case, what_if: WhatIf) -> list[int]:
    """Later rulings of the scene the ruling was made in. Those that end a scene or session are left to stand."""
    marks = [mark.position for mark in context.library.views.marks(context.campaign, viewer=context.viewer)]
    end = next((mark for mark in marks if mark > what_if.position), what_if.head + 1)
    key = f"court-scene|{context.slug}|{case.ruling}|{what_if.head}"
    ending: set[int] = st.session_state.get(key) or set()
    if not ending:
        ending = {0} | {
            told.record.envelope.ruling
            for told in context.campaign.told(min(end - 1, what_if.head), what_if.since)
            if any(isinstance(fact, SceneClosed | SessionClosed) for fact in told.retelling.facts)
        }
        st.session_state[key] = ending
    settled = {each.ruling for each in case.settlements}
    return [
        verdict.ruling
        for verdict in what_if.verdicts
        if what_if.position < verdict.position < end and verdict.ruling not in ending | settled | {case.ruling}
    ]


# --- one with a form of its own --------------------------------------------------------------------------


def _settling(context: DisputeContext, case: Case, what_if: WhatIf) -> None:
    verdict = next((it for it in what_if.verdicts if it.ruling == case.settling), None)
    if verdict is None:
        return
    with st.container(border=True, key="court-settling"):
        if verdict.missing and not isinstance(verdict.settled, Amend):
            _give_dice(context, case, verdict)
        else:
            _ask_otherwise(context, case, verdict)


def _give_dice(context: DisputeContext, case: Case, verdict: Verdict) -> None:
    key = f"court-dice|{case.ruling}|{verdict.ruling}|{case.openings}"
    wanted = " ".join(f"d{size}" for size in verdict.missing)
    st.html(f"<h3>Moment {context.moment_of(verdict.ruling):,} asks for dice that did not fall: {wanted}</h3>")
    line = st.text_input("Faces, in this order", key=key, placeholder=wanted, live="200ms")
    typed_in = read_faces(line or "", verdict.missing)
    for problem in typed_in.problems:
        st.html(html.card_html("loss", begun(problem), []))
    whole = not typed_in.problems and len(typed_in.faces) == len(verdict.missing)
    given = verdict.settled.dice if isinstance(verdict.settled, MoreDice) else ()
    with st.container(horizontal=True):
        _settle(case, verdict, MoreDice(dice=(*given, *typed_in.faces)) if whole else None, "Give these dice", key)
        st.button("Roll them here", key=f"{key}|roll", on_click=_rolled, args=(case, verdict, given))
        st.button("Never mind", key=f"{key}|close", type="tertiary", on_click=_close, args=(case,))


def _rolled(case: Case, verdict: Verdict, given: tuple[int, ...]) -> None:
    faces = Roller().roll(*verdict.missing)
    case.settle(verdict.ruling, MoreDice(dice=(*given, *faces)), "Roll dice for it")


def _ask_otherwise(context: DisputeContext, case: Case, verdict: Verdict) -> None:
    found = context.ledger.review.past(context.campaign).ruling(verdict.ruling)
    if found is None:
        return
    told = next(iter(context.campaign.told(found.first, found.before)))
    recorded = dict(told.record.envelope.command or {})
    asked = {**recorded, **verdict.settled.command} if isinstance(verdict.settled, Amend) else recorded
    ticket = f"court-settle|{case.ruling}|{verdict.ruling}|{case.openings}"
    sheet = amending_sheet(context, found.before, asked, found.by, ticket)
    kind = Vocabulary(context.game).commands.get(str(recorded.get("type", "")))
    st.html(f"<h3>Moment {context.moment_of(verdict.ruling):,}, asked otherwise</h3>")
    if sheet is None or kind is None:
        st.html(html.card_html("loss", "This cannot be asked any more", ["Its command is not of this game now."]))
        return
    sheet.draw()
    wanted = " ".join(f"d{size}" for size, _face in told.record.envelope.dice or ())
    dice: tuple[int, ...] | None = None
    if wanted or verdict.missing:
        line = st.text_input(
            "Dice",
            key=f"{ticket}|faces",
            placeholder=f"those that fell{f' ({wanted})' if wanted else ''}",
            help="Left empty, the dice that fell are read again. Else all of them, in the order they are drawn.",
        )
        read_in = read_faces(line or "", ())
        dice = read_in.faces or None
    command = amended(sheet, kind, recorded)
    ready = command is not None or dice is not None
    with st.container(horizontal=True):
        settling = Amend(command=command or recorded, dice=dice) if ready else None
        _settle(case, verdict, settling, "Settle it so", ticket)
        st.button("Never mind", key=f"{ticket}|close", type="tertiary", on_click=_close, args=(case,))


def _settle(case: Case, verdict: Verdict, settling: Settling | None, words: str, key: str) -> None:
    st.button(
        words,
        key=f"{key}|settle",
        type="primary",
        disabled=settling is None,
        on_click=case.settle,
        args=(verdict.ruling, settling, words),
    )


def _close(case: Case) -> None:
    case.settling = None
